"""The rollback journal: the old content of pages a transaction overwrites (fileformat2, section 3).

::

    header (one sector): magic(8) record count(4) nonce(4) old page count(4) sector size(4) page size(4)
    record:              page number(4) content checksum(4)
    end, with several files: page number of the lock bytes(4) super-journal name, its length(4),
                         sum of its bytes(4), magic(8)

A journal may consist of several such header-and-records parts, each beginning
at a multiple of the sector size. A journal with an intact header is "hot" if
nobody is writing: its transaction was cut off and is undone by the next reader.
"""

from __future__ import annotations

import os

MAGIC = bytes.fromhex("d9d505f920a163d7")
SECTOR = 512


def checksum(nonce: int, image: bytes) -> int:
    """Sum of every 200th byte, counted from the end of the page, and the nonce."""
    return nonce + sum(image[len(image) - 200:0:-200]) & 0xFFFFFFFF


def header(records: int, nonce: int, page_count: int, page_size: int) -> bytes:
    """One sector that opens a journal."""
    numbers = (records, nonce, page_count, SECTOR, page_size)
    return (MAGIC + b"".join(n.to_bytes(4, "big") for n in numbers)).ljust(SECTOR, b"\0")


def record(number: int, nonce: int, image: bytes) -> bytes:
    """One page's old content."""
    return number.to_bytes(4, "big") + image + checksum(nonce, image).to_bytes(4, "big")


def super_name_record(name: str, pending_page: int) -> bytes:
    """The end of a journal that names its super-journal."""
    raw = os.fsencode(name)
    return b"".join((
        pending_page.to_bytes(4, "big"), raw, len(raw).to_bytes(4, "big"),
        (sum(raw) & 0xFFFFFFFF).to_bytes(4, "big"), MAGIC,
    ))


def super_name(descriptor: int) -> str:
    """The super-journal a journal names at its end, empty if none."""
    size = os.fstat(descriptor).st_size
    tail = os.pread(descriptor, 16, size - 16) if size >= 16 else b""
    if tail[8:] != MAGIC:
        return ""
    length = int.from_bytes(tail[:4], "big")
    if not 0 < length <= 4096 or length > size - 16:
        return ""
    raw = os.pread(descriptor, length, size - 16 - length)
    if sum(raw) & 0xFFFFFFFF != int.from_bytes(tail[4:8], "big"):
        return ""
    return os.fsdecode(raw)


def play_back(journal: int, database: int) -> bool:
    """Put the pages of a hot journal back into the database file; False if there was nothing valid in it."""
    size = os.fstat(journal).st_size
    at = 0
    first = True
    while at + 28 <= size:
        head = os.pread(journal, 28, at)
        if head[:8] != MAGIC:
            break
        count, nonce, old_pages, sector, page_size = (
            int.from_bytes(head[i:i + 4], "big") for i in range(8, 28, 4)
        )
        if not _power(page_size, 512) or not _power(sector, 32):
            break
        at += sector
        if first:
            if count == 0:
                # Never synced, so its transaction has not touched the file.
                return False
            os.ftruncate(database, old_pages * page_size)
            first = False
        if count == 0xFFFFFFFF:
            count = (size - at) // (page_size + 8)
        for _ in range(count):
            data = os.pread(journal, page_size + 8, at)
            if not _restore(data, nonce, page_size, old_pages, database):
                return True
            at += page_size + 8
        at = (at + sector - 1) // sector * sector
    return not first


def _power(size: int, least: int) -> bool:
    return least <= size <= 65536 and not size & size - 1


def _restore(data: bytes, nonce: int, page_size: int, old_pages: int, database: int) -> bool:
    if len(data) < page_size + 8:
        return False
    number = int.from_bytes(data[:4], "big")
    image = data[4:-4]
    if number in (0, 0x40000000 // page_size + 1):
        return False
    if checksum(nonce, image) != int.from_bytes(data[-4:], "big"):
        return False
    if number <= old_pages:
        os.pwrite(database, image, (number - 1) * page_size)
    return True


def super_journals(name: str) -> list[str]:
    """The journals that a super-journal lists."""
    try:
        with open(name, "rb") as file:
            return [os.fsdecode(part) for part in file.read().split(b"\0") if part]
    except OSError:
        return []


def drop_super(name: str, journal: str) -> None:
    """Delete a super-journal if no journal but ``journal`` needs it any more."""
    for other in super_journals(name):
        if other == journal:
            continue
        try:
            descriptor = os.open(other, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            if super_name(descriptor) == name:
                return
        finally:
            os.close(descriptor)
    if os.path.exists(name):
        os.unlink(name)
