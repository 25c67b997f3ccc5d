"""Variable-length integers of the file format (fileformat2, section 1.6).

One to nine bytes, big-endian, seven bits a byte with the high bit set on all
but the last; the ninth byte carries eight bits.  Values are 64-bit two's
complement: ``get`` returns them unsigned, ``signed`` folds to negative.
"""

from __future__ import annotations

_SMALL = [bytes((n,)) for n in range(128)]
_MASK64 = 0xFFFFFFFFFFFFFFFF


def put(n: int) -> bytes:
    """The shortest varint of ``n`` (negative numbers as 64-bit two's complement)."""
    if 0 <= n < 128:
        return _SMALL[n]
    if 0 <= n < 16384:
        return bytes((n >> 7 | 128, n & 127))
    if 0 <= n < 2097152:
        return bytes((n >> 14 | 128, n >> 7 & 127 | 128, n & 127))
    n &= _MASK64
    if n >> 56:
        last = n & 255
        n >>= 8
        out = [last]
        for _ in range(8):
            out.append(n & 127 | 128)
            n >>= 7
    else:
        out = [n & 127]
        n >>= 7
        while n:
            out.append(n & 127 | 128)
            n >>= 7
    out.reverse()
    return bytes(out)


def get(data: bytes, at: int) -> tuple[int, int]:
    """The unsigned value of the varint at ``at`` and the offset just behind it.

    Raises IndexError where the data ends inside the varint.
    """
    x = data[at]
    if x < 128:
        return x, at + 1
    at += 1
    value = x & 127
    for _ in range(7):
        x = data[at]
        at += 1
        if x < 128:
            return value << 7 | x, at
        value = value << 7 | x & 127
    return value << 8 | data[at], at + 1


def signed(value: int) -> int:
    """The two's complement reading of an unsigned 64-bit value."""
    return value - 0x10000000000000000 if value > 0x7FFFFFFFFFFFFFFF else value


def size(n: int) -> int:
    """How many bytes ``put(n)`` takes."""
    if n < 0:
        return 9
    if n < 128:
        return 1
    return 9 if n >> 56 else (n.bit_length() + 6) // 7
