"""Thirty days of interest on tiered savings accounts, rounding half up everywhere."""

import sys
from decimal import ROUND_HALF_UP, Decimal

LIMITS = (Decimal("500"), Decimal("10000"), Decimal("50000"), Decimal("9999999.99"))
RATES = (Decimal("0.005"), Decimal("0.0125"), Decimal("0.021"), Decimal("0.0325"))


def main():
    total = Decimal(0)
    for line in sys.stdin:
        account, days = line[:5], int(line[15:17])
        balance = Decimal(line[6:15]) / 100
        if line[5] == "-":
            balance = -balance
        rate = Decimal("0.1899")
        if balance >= 0:
            rate = next(rate for limit, rate in zip(LIMITS, RATES, strict=True) if balance <= limit)
        daily = (balance * rate / 365).quantize(Decimal("0.0001"), ROUND_HALF_UP)
        accrued = daily * days
        posted = accrued.quantize(Decimal("0.01"), ROUND_HALF_UP)
        total += posted
        sign = "-" if posted < 0 else "+"
        print(f"{account} {days + 1:02} {accrued:11.4f} {posted:9.2f} {sign}{abs(posted):08.2f}")
    amount = f"${abs(total):,.2f}"
    print(f"TOTAL POSTED {amount:>13}{'CR' if total < 0 else '  '}")


main()
