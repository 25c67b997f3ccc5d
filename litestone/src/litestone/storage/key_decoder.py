"""From the bytes of an index entry to its key, one decoder for each record header.

``build`` makes a decoder out of a ``struct`` format and a loop; ``compile_plain``
one out of Python source, for orders without descending fields and collations.
Both have the signature ``f(data, header_end) -> key``.
"""

from __future__ import annotations

from struct import Struct

from litestone.storage import record
from litestone.storage.row_decoder import field_format

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.storage.index_tree import KeyOrder

    KeyDecoder = Callable[[bytes, int], tuple[Any, ...]]


def _formats(order: KeyOrder, header: bytes) -> tuple[list[int], str]:
    """Serial types of the fields that count, and the format of the record up to them."""
    fields = record.layout(header)
    serials = [serial for serial, _, _ in fields[:order.fields]]
    parts = [field_format(serial) for serial in serials]
    total = fields[-1][2] if fields else 0
    wanted = fields[len(serials) - 1][2] if serials else 0
    if total > wanted:
        parts.append(f"{total - wanted}x")
    return serials, ">" + "".join(parts)


def build(order: KeyOrder, header: bytes) -> KeyDecoder:
    """A decoder by struct and loop."""
    serials, form = _formats(order, header)
    unpack = Struct(form).unpack_from

    def decode(data: bytes, at: int) -> tuple[Any, ...]:
        raw = iter(unpack(data, at))
        flat: list[Any] = []
        for place, serial in enumerate(serials):
            if serial >= 12:
                if serial & 1:
                    order.add_text(flat, place, None, next(raw))
                    continue
                value = next(raw)
            elif serial in (3, 5):
                high = next(raw)
                value = high << (16 if serial == 3 else 32) | next(raw)
            elif 0 < serial < 8:
                value = next(raw)
            else:
                value = serial - 8 if serial in (8, 9) else None
            order.add(flat, place, value)
        return tuple(flat)

    return decode


def compile_plain(order: KeyOrder, header: bytes) -> KeyDecoder:
    """A decoder compiled from source; ``order`` is ascending and BINARY throughout."""
    serials, form = _formats(order, header)
    names: list[str] = []
    parts: list[str] = []
    for serial in serials:
        name = f"v{len(names)}"
        if serial >= 12:
            names.append(name)
            parts.append(f"{2 if serial & 1 else 3},{name}")
        elif serial in (3, 5):
            names += [name, f"v{len(names) + 1}"]
            parts.append(f"1,{name}<<{16 if serial == 3 else 32}|{names[-1]}")
        elif serial == 7:
            names.append(name)
            parts.append(f"1 if {name}=={name} else 0,{name} if {name}=={name} else 0")
        elif 0 < serial < 7:
            names.append(name)
            parts.append(f"1,{name}")
        elif serial in (8, 9):
            parts.append(f"1,{serial - 8}")
        else:
            parts.append("0,0")
    target = "".join(f"{name}," for name in names)
    first = f"{target} = unpack(data, at)" if names else "unpack(data, at)"
    space: dict[str, Any] = {"unpack": Struct(form).unpack_from}
    exec(f"def decode(data, at):\n    {first}\n    return ({''.join(part + ',' for part in parts)})", space)
    decoder: KeyDecoder = space["decode"]
    return decoder
