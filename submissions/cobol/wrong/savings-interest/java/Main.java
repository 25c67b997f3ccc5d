import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Thirty days of interest on tiered savings accounts. */
public final class Main {
    private static final BigDecimal[] LIMITS = {
        new BigDecimal("500.00"), new BigDecimal("10000.00"), new BigDecimal("50000.00"), new BigDecimal("9999999.99"),
    };
    private static final BigDecimal[] RATES = {
        new BigDecimal("0.0050"), new BigDecimal("0.0125"), new BigDecimal("0.0210"), new BigDecimal("0.0325"),
    };
    private static final BigDecimal YEAR = new BigDecimal(365);

    private static String edited(BigDecimal value, int width) {
        return String.format("%" + width + "s", value.toPlainString());
    }

    private static String signed(BigDecimal value) {
        String digits = value.abs().unscaledValue().toString();
        String filled = "0".repeat(7 - digits.length()) + digits;
        return (value.signum() < 0 ? "-" : "+") + filled.substring(0, 5) + "." + filled.substring(5);
    }

    public static void main(String[] args) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        BigDecimal total = new BigDecimal("0.00");
        StringBuilder out = new StringBuilder();
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String account = line.substring(0, 5);
            BigDecimal balance = new BigDecimal(new java.math.BigInteger(line.substring(6, 15)), 2);
            if (line.charAt(5) == '-') {
                balance = balance.negate();
            }
            int days = Integer.parseInt(line.substring(15, 17));
            BigDecimal rate = new BigDecimal("0.1899");
            if (balance.signum() >= 0) {
                int tier = 0;
                while (balance.compareTo(LIMITS[tier]) > 0) {
                    tier++;
                }
                rate = RATES[tier];
            }
            BigDecimal daily = balance.multiply(rate).divide(YEAR, 4, RoundingMode.HALF_UP);
            BigDecimal accrued = daily.multiply(new BigDecimal(days));
            BigDecimal posted = accrued.setScale(2, RoundingMode.HALF_UP);
            BigDecimal even = accrued.setScale(2, RoundingMode.HALF_EVEN);
            total = total.add(posted);
            out.append(account).append(' ').append(String.format("%02d", days + 1)).append(' ')
                .append(edited(accrued, 11)).append(' ').append(edited(posted, 9)).append(' ')
                .append(signed(even)).append('\n');
        }
        String amount = "$" + String.format("%,.2f", total.abs());
        out.append("TOTAL POSTED ").append(String.format("%13s", amount)).append(total.signum() < 0 ? "CR" : "  ")
            .append('\n');
        System.out.print(out);
    }
}
