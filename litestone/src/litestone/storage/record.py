"""The record format: the bytes of a row or of an index entry.

::

    header size (varint) | serial type of each field (varints) | field contents

Serial types (fileformat2, section 2.1): 0 NULL, 1-6 integers of 1, 2, 3, 4, 6
and 8 bytes, 7 a double, 8 and 9 the integers 0 and 1, even from 12 a BLOB of
(n-12)/2 bytes, odd from 13 a TEXT of (n-13)/2 bytes.
"""

from __future__ import annotations

from struct import Struct
from struct import error as struct_error

from litestone import errors
from litestone.storage import varint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_pack_double = Struct(">d").pack
_unpack_double = Struct(">d").unpack_from
_WIDTHS = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)


def encode(values: Sequence[Any], encoding: int = 1, file_format: int = 4) -> bytes:
    """The record of ``values`` (None, int, float, str, bytes), as SQLite would write it.

    ``encoding`` is the header's number (1 UTF-8, 2 UTF-16le, 3 UTF-16be).
    With a schema ``file_format`` below 4 the integers 0 and 1 take a byte.
    """
    header = bytearray()
    body = []
    for v in values:
        kind = v.__class__
        if v is None:
            header.append(0)
        elif kind is int:
            if -128 <= v <= 127:
                if (v == 0 or v == 1) and file_format >= 4:
                    header.append(8 + v)
                else:
                    header.append(1)
                    body.append(v.to_bytes(1, "big", signed=True))
            elif -32768 <= v <= 32767:
                header.append(2)
                body.append(v.to_bytes(2, "big", signed=True))
            elif -8388608 <= v <= 8388607:
                header.append(3)
                body.append(v.to_bytes(3, "big", signed=True))
            elif -2147483648 <= v <= 2147483647:
                header.append(4)
                body.append(v.to_bytes(4, "big", signed=True))
            elif -140737488355328 <= v <= 140737488355327:
                header.append(5)
                body.append(v.to_bytes(6, "big", signed=True))
            else:
                header.append(6)
                body.append(v.to_bytes(8, "big", signed=True))
        elif kind is float:
            if v != v:
                header.append(0)
            else:
                header.append(7)
                body.append(_pack_double(v))
        elif kind is bytes:
            n = 2 * len(v) + 12
            if n < 128:
                header.append(n)
            else:
                header += varint.put(n)
            body.append(v)
        else:
            v = raw_text(v, encoding)
            n = 2 * len(v) + 13
            if n < 128:
                header.append(n)
            else:
                header += varint.put(n)
            body.append(v)
    size = len(header) + 1
    if size < 128:
        return bytes((size,)) + header + b"".join(body)
    # The size counts its own varint, which may push it over the next power of 128.
    size = len(header) + varint.size(len(header))
    if varint.size(size) + len(header) > size:
        size += 1
    return varint.put(size) + header + b"".join(body)


def layout(header: bytes) -> list[tuple[int, int, int]]:
    """(serial type, start, end) of each field, offsets counted from the header's end.

    Raises CORRUPT for a header that its own size varint does not fit.
    """
    fields = []
    try:
        size, at = varint.get(header, 0)
        if size > len(header):
            raise errors.corrupt()
        start = 0
        while at < size:
            serial = header[at]
            if serial < 128:
                at += 1
            else:
                serial, at = varint.get(header, at)
            end = start + (_WIDTHS[serial] if serial < 10 else (serial - 12) >> 1 if serial >= 12 else 0)
            fields.append((serial, start, end))
            start = end
    except IndexError:
        raise errors.corrupt() from None
    if at > size:
        raise errors.corrupt()
    return fields


def field(data: bytes, at: int, serial: int, end: int, encoding: int) -> Any:
    """The value of one field whose content lies at ``data[at:end]``."""
    if serial >= 12:
        raw = data[at:end]
        if len(raw) != end - at:
            raise errors.corrupt()
        return text(raw, encoding) if serial & 1 else raw
    if 0 < serial < 7:
        raw = data[at:end]
        if len(raw) != end - at:
            raise errors.corrupt()
        return int.from_bytes(raw, "big", signed=True)
    if serial == 7:
        try:
            value = _unpack_double(data, at)[0]
        except struct_error:
            raise errors.corrupt() from None
        return None if value != value else value
    return serial - 8 if 8 <= serial < 10 else None


def raw_text(value: str, encoding: int) -> bytes:
    """The bytes of TEXT in a file: the reverse of ``text``."""
    if encoding == 1:
        return value.encode("utf-8", "surrogateescape")
    return value.encode("utf-16-le" if encoding == 2 else "utf-16-be", "surrogatepass")


def text(raw: bytes, encoding: int) -> str:
    """TEXT bytes of a file as str, losslessly (invalid sequences as lone surrogates)."""
    if encoding == 1:
        return str(raw, "utf-8", "surrogateescape")
    if len(raw) & 1:
        raw = raw[:-1]
    return str(raw, "utf-16-le" if encoding == 2 else "utf-16-be", "surrogatepass")


def decode(payload: bytes, encoding: int = 1) -> list[Any]:
    """All fields of a record. Raises CORRUPT where the payload is shorter than its header says."""
    try:
        size, _ = varint.get(payload, 0)
    except IndexError:
        raise errors.corrupt() from None
    return [
        field(payload, size + start, serial, size + end, encoding)
        for serial, start, end in layout(payload[:size])
    ]
