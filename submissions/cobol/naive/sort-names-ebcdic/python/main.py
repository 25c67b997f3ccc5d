"""The same names in native order, in EBCDIC order, and by points."""

import sys


def text(points):
    return f"{'-' if points < 0 else '+'}{abs(points):03}"


def show(title, rows, last):
    print(title)
    previous, groups = None, 0
    for name, points, number in rows:
        if name != previous:
            groups += 1
            previous = name
        print(f"{number:02} {name} {text(points)}")
    print(f"NAMES {groups:02} LAST INDEX {last:02}")


def main():
    rows = []
    for line in sys.stdin:
        line = line.rstrip("\n").ljust(12)[:12]
        name, points = line[:8], int(line[8:12])
        if len(rows) == 20:
            print(f"TABLE FULL AT {name}")
        else:
            rows.append((name, points, len(rows) + 1))

    def ebcdic(row):
        return row[0].encode("ascii")

    last = len(rows) + 1
    show("NATIVE", sorted(rows, key=lambda row: row[0].encode("ascii")), last)
    show("EBCDIC", sorted(rows, key=ebcdic), last)
    show("POINTS", sorted(sorted(rows, key=ebcdic), key=lambda row: -row[1]), last)


main()
