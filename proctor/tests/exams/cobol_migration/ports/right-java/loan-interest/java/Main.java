import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Monthly interest on loans, all amounts in whole cents. */
public final class Main {
    public static void main(String[] args) throws IOException {
        StringBuilder out = new StringBuilder();
        long count = 0;
        long total = 0;
        for (String line : Files.readAllLines(Path.of("LOANS.DAT"), StandardCharsets.ISO_8859_1)) {
            long product = Long.parseLong(line.substring(8, 15)) * Long.parseLong(line.substring(15, 19));
            long interest = product / 120000;
            out.append(line, 0, 8).append(String.format(Locale.ROOT, "%07d", interest));
            count++;
            total += interest;
        }
        Files.writeString(Path.of("OUT.DAT"), out, StandardCharsets.ISO_8859_1);
        String amount = String.format(Locale.ROOT, "%,d.%02d", total / 100, total % 100);
        System.out.print(String.format(Locale.ROOT, "LOANS %03d INTEREST %12s\n", count, amount));
        System.exit(count == 0 ? 4 : 0);
    }
}
