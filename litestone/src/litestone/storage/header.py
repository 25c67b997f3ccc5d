"""The 100-byte file header at the start of page 1 (fileformat2, section 1.3).

Offsets of the fields that the engine reads or writes; the header itself stays
a bytearray, so that bytes nobody understands survive.
"""

from __future__ import annotations

from litestone import errors

MAGIC = b"SQLite format 3\0"
SQLITE_VERSION_NUMBER = 3040001

WRITE_VERSION = 18
READ_VERSION = 19
RESERVED = 20
CHANGE_COUNTER = 24
PAGE_COUNT = 28
FREELIST_TRUNK = 32
FREELIST_COUNT = 36
SCHEMA_COOKIE = 40
FILE_FORMAT = 44
DEFAULT_CACHE_SIZE = 48
LARGEST_ROOT = 52
ENCODING = 56
USER_VERSION = 60
INCREMENTAL_VACUUM = 64
APPLICATION_ID = 68
VERSION_VALID_FOR = 92
VERSION_NUMBER = 96


def get(header: bytes | bytearray, at: int) -> int:
    """The four-byte number at ``at``."""
    return int.from_bytes(header[at:at + 4], "big")


def put(header: bytearray, at: int, value: int) -> None:
    """Store a four-byte number (negative ones as two's complement)."""
    header[at:at + 4] = (value & 0xFFFFFFFF).to_bytes(4, "big")


def fresh(page_size: int, reserved: int, auto_vacuum: int) -> bytearray:
    """The header of a new database."""
    header = bytearray(100)
    header[0:16] = MAGIC
    header[16:18] = (page_size & 0xFFFF if page_size < 65536 else 1).to_bytes(2, "big")
    header[18] = header[19] = 1
    header[RESERVED] = reserved
    header[21:24] = b"\x40\x20\x20"
    put(header, PAGE_COUNT, 1)
    if auto_vacuum:
        put(header, LARGEST_ROOT, 1)
        put(header, INCREMENTAL_VACUUM, auto_vacuum - 1)
    return header


def page_size(header: bytes | bytearray) -> int:
    """The page size a valid header names. Raises NOTADB for anything SQLite would not open."""
    # The value 1 stands for 65536 (section 1.3.2).
    size = header[16] << 8 | header[17]
    if size == 1:
        size = 65536
    if (
        header[0:16] != MAGIC
        or header[21:24] != b"\x40\x20\x20"
        or size < 512
        or size & size - 1
        or size - header[RESERVED] < 480
        or header[READ_VERSION] > 2
    ):
        raise errors.SqlError(errors.NOTADB, "file is not a database")
    return size
