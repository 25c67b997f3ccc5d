import kotlin.system.exitProcess

/** The subprogram that remembers from call to call until it is cancelled. */
class Memory {
    var calls = 0
    var history = ""
}

fun filled(value: Int, width: Int): String = Math.abs(value).toString().padStart(width, '0')

fun main() {
    var memory = Memory()
    var calls = 0
    var total = 0
    var seen = "NONE"
    var literal = 17
    while (true) {
        val line = readLine() ?: break
        val command = line[0]
        val digits = line.substring(1, 4).toInt()
        val value = if (line[4] == '-') -digits else digits
        when (command) {
            'R', 'C' -> {
                memory.calls = (memory.calls + 1) % 1000
                val overflow = Math.abs(total + value) > 9999
                if (overflow) println("TOTAL STAYS")
                if (memory.history.length < 8) memory.history += if (value < 0) "-" else "+"
                if (command == 'R') {
                    calls = memory.calls
                    if (!overflow) total += value
                    seen = memory.history
                }
            }
            'F' -> {
                calls = 1
                literal = Math.abs(literal + value) % 10000
                total = (total + value) % 10000
                seen = "LOCAL"
            }
            'X' -> {
                calls = 0
            }
            'Z' -> {
                calls = 0
                total = 0
                seen = ""
            }
        }
        println(
            "$command CALLS ${filled(calls, 3)} TOTAL ${if (total < 0) "-" else "+"}${filled(total, 4)}" +
                " SEEN ${seen.padEnd(8)} LIT ${filled(literal, 4)}"
        )
    }
    System.out.flush()
    exitProcess(total and 255)
}
