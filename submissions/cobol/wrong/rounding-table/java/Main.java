import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** One quotient under eight ways of fitting it into one decimal. */
public final class Main {
    private static final BigDecimal LIMIT = new BigDecimal("9999.9");
    private static final StringBuilder OUT = new StringBuilder();

    private static String shown(BigDecimal value, int whole, int decimals) {
        String digits = value.abs().setScale(decimals).unscaledValue().toString();
        String filled = "0".repeat(Math.max(0, whole + decimals - digits.length())) + digits;
        int point = filled.length() - decimals;
        return (value.signum() < 0 ? "-" : "+") + filled.substring(0, point) + "." + filled.substring(point);
    }

    /** The rounded quotient, or zero and a message where it does not fit. */
    private static BigDecimal fitted(BigDecimal number, BigDecimal divisor, RoundingMode mode, String message) {
        BigDecimal result = number.divide(divisor, 1, mode);
        if (result.abs().compareTo(LIMIT) <= 0) {
            return result;
        }
        if (message != null) {
            OUT.append(message).append('\n');
            return BigDecimal.ZERO;
        }
        return result.remainder(new BigDecimal(10000));
    }

    public static void main(String[] args) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal drift = BigDecimal.ZERO;
        int failed = 0;
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            BigDecimal number = new BigDecimal(new BigInteger(line.substring(1, 9)), 3);
            if (line.charAt(0) == '-') {
                number = number.negate();
            }
            BigDecimal divisor = new BigDecimal(line.substring(9, 12));
            if (divisor.signum() == 0
                    || number.divide(divisor, 1, RoundingMode.DOWN).abs().compareTo(LIMIT) > 0) {
                failed++;
                OUT.append(shown(number, 5, 3)).append(" / ").append(line, 9, 12).append(" FAILED\n");
                continue;
            }
            BigDecimal near = fitted(number, divisor, RoundingMode.HALF_UP, "ROUNDS OUT");
            BigDecimal away = fitted(number, divisor, RoundingMode.UP, "AWAY OUT");
            BigDecimal even = fitted(number, divisor, RoundingMode.HALF_UP, null);
            BigDecimal zero = fitted(number, divisor, RoundingMode.HALF_DOWN, null);
            BigDecimal greater = fitted(number, divisor, RoundingMode.CEILING, "GREATER OUT");
            BigDecimal lesser = fitted(number, divisor, RoundingMode.FLOOR, "LESSER OUT");
            BigDecimal plain = fitted(number, divisor, RoundingMode.DOWN, null);
            sum = sum.add(even);
            drift = drift.add(near).subtract(even);
            BigDecimal[] row = {plain, away, near, even, zero, greater, lesser, plain};
            for (int i = 0; i < row.length; i++) {
                OUT.append(i == 0 ? "" : " ").append(shown(row[i], 4, 1));
            }
            OUT.append('\n');
        }
        String edited = (sum.signum() < 0 ? "-" : "") + sum.abs().setScale(1).toPlainString();
        OUT.append("SUM").append(String.format("%9s", edited)).append(" DRIFT ").append(shown(drift, 6, 4))
            .append(" FAILED ").append(String.format("%02d", failed)).append('\n');
        System.out.print(OUT);
    }
}
