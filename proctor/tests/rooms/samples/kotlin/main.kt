import java.io.File

fun main(words: Array<String>) {
    File(words.last()).writeBytes(ByteArray(0))
}
