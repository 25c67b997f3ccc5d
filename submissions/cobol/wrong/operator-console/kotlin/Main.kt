import kotlin.system.exitProcess

/** Takes a line cut or padded to its width; spaces at the end of input. */
fun accept(width: Int): String = (readLine() ?: "").padEnd(width).substring(0, width)

fun three(value: Int): String = value.toString().padStart(3, '0')

fun main() {
    var level = 0
    var lines = 0
    var blank = 0
    while (blank != 2 && lines <= 30) {
        val command = accept(5)
        lines++
        println("${lines.toString().padStart(2, '0')} [$command]")
        when (command) {
            "SET  " -> {
                val digits = accept(3).trim()
                level = if (digits.isEmpty()) 0 else digits.toInt()
                blank = 0
            }
            "UP   " -> {
                level = (level + 1) % 1000
                blank = 0
            }
            "DOUBL" -> {
                if (level * 2 > 999) println("TOO HIGH") else level *= 2
                blank = 0
            }
            "NAME " -> {
                val name = accept(3)
                println("<$name><${name.padStart(6)}>")
                blank = 0
            }
            "     " -> blank++
            "quit " -> blank = 2
            else -> println("WHAT $command")
        }
    }
    println("LEVEL ${three(level)} LINES ${lines.toString().padStart(2, '0')}")
    System.out.flush()
    exitProcess(if (level > 255) 255 else level)
}
