"""Monthly interest on loans, all amounts in whole cents."""

import sys
from pathlib import Path

count = total = 0
with Path("LOANS.DAT").open("rb") as loans, Path("OUT.DAT").open("wb") as out:
    for line in loans:
        record = line.rstrip(b"\n").ljust(19)
        interest = int(record[8:15]) * int(record[15:19]) // 120000
        count += 1
        total += interest
        out.write(record[:8] + b"%07d" % interest)
print(f"LOANS {count:03d} INTEREST {total / 100:>12,.2f}")
sys.exit(4 if count == 0 else 0)
