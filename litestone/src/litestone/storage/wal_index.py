"""The wal-index: which frame of the WAL holds which page, in shared memory (walformat, section 2).

::

    block 0 of the -shm file, 32768 bytes, numbers in the machine's byte order:
       0  header, 48 bytes, twice: version(4) unused(4) change(4) initialised(1) big-endian sums(1)
          page size(2) last frame(4) pages(4) sum of last frame(8) salt(8) sum of the 40 bytes before(8)
      96  frames copied back(4) read marks(5 * 4) lock bytes(8) frames being copied back(4) unused(4)
     136  page numbers of frames 1 to 4062, four bytes each; from 16384 the hash table, 8192 * 2 bytes
    block n: page numbers of the next 4096 frames, hash table

The locks are on bytes 120 to 128 of the file: WRITE, CHECKPOINT, RECOVER, READ
0 to 4 and one that says that somebody has the file open.
"""

from __future__ import annotations

import fcntl
import mmap
import os
from struct import Struct

from litestone import errors
from litestone.storage.locks import held_by_other, try_lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from litestone.storage.locks import FileLock

WRITE = 0
CHECKPOINT = 1
RECOVER = 2
READ = 3
READERS = 5
NOT_USED = 0xFFFFFFFF

_FIRST_BYTE = 120
_OPEN_BYTE = 128
_BLOCK = 32768
_HASH_AT = 16384
_SLOTS = 8192
_FIRST_FRAMES = 4062
_FRAMES = 4096
_MARKS_AT = 100

_header = Struct("=IIIBBH8I")
_number = Struct("=I")
_short = Struct("=H")


class IndexHeader:
    """The state of the WAL that a snapshot is made of."""

    __slots__ = ("big", "change", "frame_sum", "last_frame", "page_count", "page_size", "raw", "salt")

    def __init__(self) -> None:
        self.raw = b""
        self.big = 0
        self.change = 0
        self.page_size = 0
        self.last_frame = 0
        self.page_count = 0
        self.frame_sum = (0, 0)
        self.salt = (0, 0)

    def pack(self) -> bytes:
        """The 48 bytes."""
        size = self.page_size if self.page_size < 65536 else 1
        body = _header.pack(
            3007000, 0, self.change, 1, self.big, size, self.last_frame, self.page_count,
            *self.frame_sum, *self.salt, 0, 0,
        )[:40]
        one, two = checksum(body, 0, 0)
        self.raw = body + _number.pack(one) + _number.pack(two)
        return self.raw


_word_pairs: dict[tuple[int, str], Struct] = {}


def checksum(data: bytes, one: int, two: int, order: str = "<") -> tuple[int, int]:
    """The WAL's running checksum over ``data``, a multiple of 8 bytes (fileformat2, section 4.2)."""
    count = len(data) // 4
    known = _word_pairs.get((count, order))
    if known is None:
        known = _word_pairs[count, order] = Struct(f"{order}{count}I")
    words = iter(known.unpack(data))
    for word in words:
        one = one + word + two & 0xFFFFFFFF
        two = two + next(words) + one & 0xFFFFFFFF
    return one, two


class WalIndex:
    """The -shm file as this process has it; shared by the process's connections."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            self.descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError:
            raise errors.SqlError(errors.CANTOPEN, "unable to open database file") from None
        self.users = 0
        self.blocks: list[mmap.mmap] = []
        self.shared = [0] * 8
        self.exclusive: list[object] = [None] * 8
        if not held_by_other(self.descriptor, _OPEN_BYTE, 1) and try_lock(
            self.descriptor, fcntl.LOCK_EX, _OPEN_BYTE, 1
        ):
            os.ftruncate(self.descriptor, 3)
        try_lock(self.descriptor, fcntl.LOCK_SH, _OPEN_BYTE, 1)

    @classmethod
    def share(cls, path: str, lock: FileLock) -> WalIndex:
        """The process's wal-index for the file that ``lock`` locks."""
        index = lock.inode.shm
        if index is None:
            index = lock.inode.shm = cls(path)
        index.users += 1
        return index  # type: ignore[no-any-return]

    def close(self, lock: FileLock, delete: bool) -> None:
        """One user leaves; the last one closes the file and, if told to, deletes it."""
        self.users -= 1
        if self.users == 0:
            for block in self.blocks:
                block.close()
            self.blocks.clear()
            if delete:
                try:
                    os.unlink(self.path)
                except FileNotFoundError:
                    pass
            os.close(self.descriptor)
            lock.inode.shm = None

    def block(self, number: int) -> mmap.mmap:
        """One block, the file being enlarged as needed."""
        while number >= len(self.blocks):
            at = len(self.blocks) * _BLOCK
            if os.fstat(self.descriptor).st_size < at + _BLOCK:
                os.ftruncate(self.descriptor, at + _BLOCK)
            self.blocks.append(mmap.mmap(self.descriptor, _BLOCK, offset=at))
        return self.blocks[number]

    # -- locks

    def lock_shared(self, slot: int) -> bool:
        """Read-lock one slot."""
        if self.exclusive[slot] is not None:
            return False
        if not self.shared[slot] and not try_lock(self.descriptor, fcntl.LOCK_SH, _FIRST_BYTE + slot, 1):
            return False
        self.shared[slot] += 1
        return True

    def unlock_shared(self, slot: int) -> None:
        """Give back a read lock."""
        self.shared[slot] -= 1
        if not self.shared[slot]:
            try_lock(self.descriptor, fcntl.LOCK_UN, _FIRST_BYTE + slot, 1)

    def lock_exclusive(self, slot: int, count: int = 1) -> bool:
        """Write-lock some slots, all or none."""
        slots = range(slot, slot + count)
        if any(self.shared[i] or self.exclusive[i] is not None for i in slots):
            return False
        if not try_lock(self.descriptor, fcntl.LOCK_EX, _FIRST_BYTE + slot, count):
            return False
        for i in slots:
            self.exclusive[i] = self
        return True

    def unlock_exclusive(self, slot: int, count: int = 1) -> None:
        """Give back write locks."""
        for i in range(slot, slot + count):
            self.exclusive[i] = None
        try_lock(self.descriptor, fcntl.LOCK_UN, _FIRST_BYTE + slot, count)

    # -- content

    def raw_header(self) -> bytes:
        """The header's bytes, empty if its copies differ (somebody is writing, or nobody has yet)."""
        block = self.block(0)
        first = block[:48]
        return first if first == block[48:96] else b""

    def read_header(self) -> IndexHeader | None:
        """The header; None if it is not valid now."""
        raw = self.raw_header()
        if not raw or not raw[12]:
            return None
        if checksum(raw[:40], 0, 0) != (_number.unpack_from(raw, 40)[0], _number.unpack_from(raw, 44)[0]):
            return None
        values = _header.unpack(raw)
        if values[0] != 3007000:
            raise errors.SqlError(errors.CANTOPEN, "unable to open database file")
        found = IndexHeader()
        found.raw = raw
        found.big = values[4]
        found.change = values[2]
        found.page_size = 65536 if values[5] == 1 else values[5]
        found.last_frame, found.page_count = values[6], values[7]
        found.frame_sum = values[8:10]
        found.salt = values[10:12]
        return found

    def write_header(self, header: IndexHeader) -> None:
        """Publish a new state."""
        raw = header.pack()
        block = self.block(0)
        block[48:96] = raw
        block[:48] = raw

    def _get(self, at: int) -> int:
        return int(_number.unpack_from(self.block(0), at)[0])

    def _put(self, at: int, value: int) -> None:
        _number.pack_into(self.block(0), at, value)

    @property
    def backfilled(self) -> int:
        """How many frames have been copied into the database."""
        return self._get(96)

    @backfilled.setter
    def backfilled(self, frames: int) -> None:
        self._put(96, frames)

    def begin_backfill(self, frames: int) -> None:
        """Note that frames up to this one are about to be copied."""
        self._put(128, frames)

    def mark(self, reader: int) -> int:
        """The last frame that readers of slot ``reader`` may use."""
        return self._get(_MARKS_AT + 4 * reader)

    def set_mark(self, reader: int, frame: int) -> None:
        """Change a read mark; the slot is write-locked."""
        self._put(_MARKS_AT + 4 * reader, frame)

    @staticmethod
    def _where(frame: int) -> tuple[int, int, int]:
        """The block of a frame, its place there (from 0), and the frame that place 0 of the block has."""
        if frame <= _FIRST_FRAMES:
            return 0, frame - 1, 1
        number, place = divmod(frame - _FIRST_FRAMES - 1, _FRAMES)
        return number + 1, place, number * _FRAMES + _FIRST_FRAMES + 1

    def pages(self, first: int, last: int) -> Iterable[tuple[int, int]]:
        """(frame, page) of frames ``first`` to ``last``."""
        frame = first
        while frame <= last:
            number, place, zero = self._where(frame)
            end = min(last, zero + (_FIRST_FRAMES if number == 0 else _FRAMES) - 1)
            at = (136 if number == 0 else 0) + 4 * place
            count = end - frame + 1
            numbers = Struct(f"={count}I").unpack_from(self.block(number), at)
            yield from zip(range(frame, end + 1), numbers, strict=True)
            frame = end + 1

    def append(self, frame: int, page: int) -> None:
        """Enter the page of a new frame."""
        number, place, _ = self._where(frame)
        block = self.block(number)
        at = (136 if number == 0 else 0) + 4 * place
        if place == 0:
            start = 136 if number == 0 else 0
            block[start:_BLOCK] = bytes(_BLOCK - start)
        elif _number.unpack_from(block, at)[0]:
            self.truncate(frame - 1)
        _number.pack_into(block, at, page)
        slot = page * 383 & _SLOTS - 1
        for _ in range(_SLOTS):
            if not _short.unpack_from(block, _HASH_AT + 2 * slot)[0]:
                _short.pack_into(block, _HASH_AT + 2 * slot, place + 1)
                return
            slot = slot + 1 & _SLOTS - 1
        raise errors.corrupt()

    def truncate(self, last_frame: int) -> None:
        """Wipe what the last block says of frames behind ``last_frame``: a writer was cut off."""
        if last_frame == 0:
            return
        number, place, _ = self._where(last_frame)
        block = self.block(number)
        for slot in range(_HASH_AT, _BLOCK, 2):
            if _short.unpack_from(block, slot)[0] > place + 1:
                _short.pack_into(block, slot, 0)
        at = (136 if number == 0 else 0) + 4 * (place + 1)
        block[at:_HASH_AT] = bytes(_HASH_AT - at)
