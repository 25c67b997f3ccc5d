"""Values a stock master of packed records."""

import sys
from pathlib import Path


def unpack(data):
    digits = data.hex()
    value = int(digits[:-1])
    return -value if digits[-1] in "bd" else value


def edit(value, decimals, width):
    """The value, a scaled integer, with commas and a floating minus sign."""
    whole, part = divmod(abs(value), 10**decimals)
    shown = f"{whole:,}" + (f".{part:0{decimals}}" if decimals else "")
    return (("-" if value < 0 else "") + shown).rjust(width)


def main():
    path = Path("STOCK.MST")
    if not path.exists():
        print("NO MASTER 35")
        return 8
    data = path.read_bytes()
    total = seen = low = made = over = 0
    for at in range(0, len(data), SIZE):
        record = data[at : at + SIZE]
        key, kind = record[:6].decode(), chr(record[6])
        quantity, cost = unpack(record[7:10]), unpack(record[10:14])
        reorder = unpack(record[14:17])
        moves = int.from_bytes(record[17:19], "big", signed=True)
        seen = (seen + 1) % 1000
        mark = [" "] * 5
        product = quantity * cost
        sign = -1 if product < 0 else 1
        value = sign * ((abs(product) + 5) // 10)
        rounded = sign * ((abs(product) + 5) // 10)
        if abs(value) > 999999999:
            over += 1
            mark = list("OVER ")
            value = 0
        if abs(rounded) > 999999999:
            rounded = 0
        if rounded != value:
            mark[4] = "R"
        if abs(total + value) > 999999999:
            print(f"TOTAL OVERFLOW {key}")
        else:
            total += value
        if kind in "MN":
            made += 1
        if kind == "S" and quantity <= reorder:
            low += 1
            mark[:3] = "LOW"
        shown_cost = f"{abs(cost) // 1000}.{abs(cost) % 1000:03}"
        shown_cost = (("-" if cost < 0 else "") + shown_cost).rjust(9)
        print(
            f"{key:<8}{edit(quantity, 0, 7)} {shown_cost} {edit(value, 2, 13)} {''.join(mark)}"
            f" {'-' if moves < 0 else '+'}{abs(moves):04} {reorder:04}"
        )
    shown = f"{abs(total) // 100:,}.{abs(total) % 100:02}".rjust(13, "*")
    print(f"TOTAL {shown}{'-' if total < 0 else ' '}")
    print(f"SEEN {seen:03} LOW {low:03} MADE {made:03} OVER {over:03}")
    return 0


SIZE = 19
sys.exit(main())
