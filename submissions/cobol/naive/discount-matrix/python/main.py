"""A discount table filled by nested loops, rounding half up everywhere."""

import sys
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def main():
    for line in sys.stdin:
        rows, cols = int(line[0]), int(line[1])
        base, stop = Decimal(line[2:7]) / 100, Decimal(line[7:13]) / 100
        cell = {
            (i, j): (base * i / (j + 2)).quantize(CENT, ROUND_HALF_UP)
            for i in range(1, rows + 1)
            for j in range(1, cols + 1)
        }
        print(f"FILLED I={rows + 1:02} J=01 N={len(cell):03}")
        for i in range(1, rows + 1):
            row = Decimal(0)
            for j in range(cols, 0, -1):
                print(f"  {i:02}{j:02}{cell[i, j]:>8,.2f}")
                row = (row + cell[i, j]) % 10000
            print(f"  ROW {row:07.2f}")
        total, k = Decimal(0), 1
        while total < stop and k <= 30:
            total += cell[k % rows + 1, k % cols + 1]
            k += 1
        print(f"STOPPED K={k:02} SUM={total:08.2f}")
        passes, k = 1, 3
        while k <= rows:
            k += 2
            passes += 1
        print(f"AFTER K={k:02} N={passes:03}")
        print(f"TIMES {cols:03} COLS {cols * 2 % 10}")


main()
