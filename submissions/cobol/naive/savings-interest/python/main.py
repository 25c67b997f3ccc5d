"""Thirty days of interest on tiered savings accounts, in binary floats."""

import sys

LIMITS = (500.0, 10000.0, 50000.0, 9999999.99)
RATES = (0.005, 0.0125, 0.021, 0.0325)


def main():
    total = 0.0
    for line in sys.stdin:
        account, days = line[:5], int(line[15:17])
        balance = int(line[6:15]) / 100
        if line[5] == "-":
            balance = -balance
        rate = 0.1899
        if balance >= 0:
            rate = next(rate for limit, rate in zip(LIMITS, RATES, strict=True) if balance <= limit)
        daily = balance * rate / 365
        accrued = daily * days
        posted = round(accrued, 2)
        total += posted
        sign = "-" if posted < 0 else "+"
        print(f"{account} {days + 1:02} {accrued:11.4f} {posted:9.2f} {sign}{abs(posted):08.2f}")
    amount = f"${abs(total):,.2f}"
    print(f"TOTAL POSTED {amount:>13}{'CR' if total < 0 else '  '}")


main()
