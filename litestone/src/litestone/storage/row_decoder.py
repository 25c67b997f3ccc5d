"""Decoders for one record header: the two tiers behind ``RowReader``.

``generic`` costs a few microseconds to build and unpacks with one ``struct``
call and a short loop; ``source`` compiles a Python function (about 60 µs) that
has nothing left to loop over.  Both have the signature
``f(data, header_end, rowid) -> row``.
"""

from __future__ import annotations

from struct import Struct

from litestone.storage.record import layout, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from litestone.storage.row_reader import Decoder, RowReader


# By serial type; there is no code for 3 and 6 bytes, so these are read in two parts.
_FORMATS = ("", "b", "h", "bH", "i", "hI", "q", "d")


def field_format(serial: int) -> str:
    """The struct codes of one field, none if it takes no bytes."""
    if serial < 8:
        return _FORMATS[serial]
    return f"{(serial - 12) >> 1}s" if serial >= 12 else ""


class _Plan:
    """The struct format for the wanted fields of one header, and where each lands."""

    __slots__ = ("format", "slots", "places")

    def __init__(self, reader: RowReader, header: bytes) -> None:
        fields = layout(header)
        wanted = sorted({c for c in reader.columns if c < len(fields) and c != reader.rowid_column})
        parts = []
        at = 0
        self.slots = 0
        self.places: dict[int, tuple[int, int]] = {}
        for column in wanted:
            serial, start, end = fields[column]
            slot = self.slots
            if end > start or serial >= 12:
                if start > at:
                    parts.append(f"{start - at}x")
                at = end
                if serial < 8:
                    parts.append(_FORMATS[serial])
                    self.slots += 2 if serial in (3, 5) else 1
                else:
                    parts.append(f"{end - start}s")
                    self.slots += 1
            self.places[column] = (serial, slot)
        total = fields[-1][2] if fields else 0
        if total > at:
            # The pad makes unpacking fail where the data ends before the record does.
            parts.append(f"{total - at}x")
        self.format = ">" + "".join(parts)


def _default(reader: RowReader, column: int) -> Any:
    defaults = reader.defaults
    return defaults[column] if defaults is not None and column < len(defaults) else None


def generic(reader: RowReader, header: bytes) -> Decoder:
    """A decoder by struct and loop."""
    plan = _Plan(reader, header)
    unpack = Struct(plan.format).unpack_from
    encoding = reader.encoding
    steps: list[tuple[int, int, Any]] = []
    for column in reader.columns:
        if column == reader.rowid_column:
            steps.append((4, 0, None))
            continue
        place = plan.places.get(column)
        if place is None:
            steps.append((5, 0, _default(reader, column)))
            continue
        serial, slot = place
        real = column in reader.real_columns
        if serial >= 12:
            steps.append((1 if serial & 1 else 0, slot, None))
        elif serial in (3, 5):
            steps.append((3 if real else 2, slot, 16 if serial == 3 else 32))
        elif 0 < serial < 7:
            steps.append((6 if real else 0, slot, None))
        elif serial == 7:
            steps.append((7, slot, None))
        elif serial in (8, 9):
            steps.append((5, 0, float(serial - 8) if real else serial - 8))
        else:
            steps.append((5, 0, None))
    if reader.with_rowid:
        steps.append((4, 0, None))

    def decode(data: bytes, at: int, rowid: int) -> tuple[Any, ...]:
        raw = unpack(data, at)
        row = []
        for kind, slot, extra in steps:
            if kind == 0:
                row.append(raw[slot])
            elif kind == 1:
                row.append(text(raw[slot], encoding))
            elif kind == 2:
                row.append(raw[slot] << extra | raw[slot + 1])
            elif kind == 4:
                row.append(rowid)
            elif kind == 5:
                row.append(extra)
            elif kind == 7:
                value = raw[slot]
                row.append(value if value == value else None)
            elif kind == 3:
                row.append(float(raw[slot] << extra | raw[slot + 1]))
            else:
                row.append(float(raw[slot]))
        return tuple(row)

    return decode


def source(reader: RowReader, header: bytes) -> Decoder:
    """A decoder compiled from source for this header."""
    plan = _Plan(reader, header)
    names = []
    space: dict[str, Any] = {"unpack": Struct(plan.format).unpack_from, "text": text}
    plain = reader.with_rowid is False
    for position, column in enumerate(reader.columns):
        if column == reader.rowid_column:
            names.append("rowid")
            continue
        place = plan.places.get(column)
        if place is None:
            space[f"k{position}"] = _default(reader, column)
            names.append(f"k{position}")
            continue
        serial, slot = place
        name = f"v{slot}"
        if serial >= 12:
            if serial & 1:
                name = f"{name}.decode()" if reader.encoding == 1 else f"text({name},{reader.encoding})"
        elif serial in (3, 5):
            name = f"({name}<<{16 if serial == 3 else 32}|v{slot + 1})"
        elif serial == 7:
            name = f"({name} if {name}=={name} else None)"
        elif serial in (8, 9):
            name = str(serial - 8)
        elif serial in (0, 10, 11):
            name = "None"
        if column in reader.real_columns and serial not in (0, 7, 10, 11) and serial < 12:
            name = f"float({name})"
        names.append(name)
    if plain and plan.slots and names == [f"v{slot}" for slot in range(plan.slots)]:
        unpack = space["unpack"]
        return lambda data, at, rowid: unpack(data, at)
    if reader.with_rowid:
        names.append("rowid")
    lines = ["def decode(data, at, rowid):"]
    if plan.slots:
        lines.append("    " + "".join(f"v{slot}," for slot in range(plan.slots)) + " = unpack(data, at)")
    else:
        lines.append("    unpack(data, at)")
    row = "(" + "".join(f"{name}," for name in names) + ")"
    if ".decode()" in row:
        # Text is nearly always good UTF-8, and that is decoded fastest without a handler for errors.
        careful = row.replace(".decode()", ".decode('utf-8', 'surrogateescape')")
        lines.append(f"    try: return {row}")
        lines.append(f"    except UnicodeDecodeError: return {careful}")
    else:
        lines.append(f"    return {row}")
    exec("\n".join(lines), space)
    decoder: Decoder = space["decode"]
    return decoder
