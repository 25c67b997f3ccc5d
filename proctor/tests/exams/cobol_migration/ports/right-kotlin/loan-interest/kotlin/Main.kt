import java.io.File
import java.util.Locale
import kotlin.system.exitProcess

// Monthly interest on loans, all amounts in whole cents.
fun main() {
    val out = StringBuilder()
    var count = 0L
    var total = 0L
    for (line in File("LOANS.DAT").readLines(Charsets.ISO_8859_1)) {
        val product = line.substring(8, 15).toLong() * line.substring(15, 19).toLong()
        val interest = product / 120000
        out.append(line, 0, 8).append(String.format(Locale.ROOT, "%07d", interest))
        count++
        total += interest
    }
    File("OUT.DAT").writeText(out.toString(), Charsets.ISO_8859_1)
    val amount = String.format(Locale.ROOT, "%,d.%02d", total / 100, total % 100)
    print(String.format(Locale.ROOT, "LOANS %03d INTEREST %12s\n", count, amount))
    exitProcess(if (count == 0L) 4 else 0)
}
