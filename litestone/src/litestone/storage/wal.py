"""The write-ahead log (fileformat2, section 4; walformat).

::

    header, 32 bytes: magic(4) version(4) page size(4) checkpoint number(4) salt(8) checksum(8)
    frame:            page number(4), pages in the database for a commit, else 0(4), salt(8), checksum(8),
                      content

Numbers are big-endian; the checksum runs over the header and then over the
first 8 bytes and the content of every frame, in the byte order that the last
bit of the magic names. A transaction is in the WAL once its last frame, the one
with a page count, is.
"""

from __future__ import annotations

import os
import time

from litestone import errors
from litestone.storage import wal_index
from litestone.storage.wal_index import (
    CHECKPOINT,
    NOT_USED,
    READ,
    READERS,
    RECOVER,
    WRITE,
    IndexHeader,
    WalIndex,
    checksum,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from litestone.storage.locks import FileLock

MAGIC = 0x377F0682
VERSION = 3007000
HEAD = 32
FRAME_HEAD = 24
_TRIES = 100


def _numbers(data: bytes, count: int) -> list[int]:
    return [int.from_bytes(data[4 * i:4 * i + 4], "big") for i in range(count)]


def _bytes(*numbers: int) -> bytes:
    return b"".join([number.to_bytes(4, "big") for number in numbers])


class Wal:
    """One connection's view of the WAL of one database."""

    def __init__(self, path: str, database: int, lock: FileLock) -> None:
        self.path = path + "-wal"
        self.database = database
        self.lock = lock
        try:
            self.descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError:
            raise errors.SqlError(errors.CANTOPEN, "unable to open database file") from None
        self.index = WalIndex.share(path + "-shm", lock)
        self.header = IndexHeader()
        self.frames: dict[int, int] = {}
        self.reader = -1
        self.writing = False
        self.sequence = 0
        # A checkpoint has looked at a newer state than the snapshots have.
        self.stale = True

    def close(self, delete: bool) -> None:
        """Leave the WAL; ``delete`` removes the file, all of which has been copied back."""
        self.end_read()
        os.close(self.descriptor)
        if delete:
            try:
                os.unlink(self.path)
            except FileNotFoundError:
                pass
        self.index.close(self.lock, delete)

    # -- reading

    def begin_read(self, wait: Callable[[int], bool]) -> list[int] | None:
        """Take a snapshot of the newest state.

        Gives the pages that others have changed since the last one; None if
        that cannot be told and everything must be read again.
        """
        for attempt in range(_TRIES):
            if attempt > 5:
                time.sleep(0.001 * (attempt - 5))
            header = self.index.read_header()
            if header is None:
                header = self._recover(attempt, wait)
                if header is None:
                    continue
            if self._enter(header):
                return self._refresh(header)
        raise errors.SqlError(errors.PROTOCOL, "locking protocol")

    def _enter(self, header: IndexHeader) -> bool:
        """Take the lock that keeps the frames of a state from being overwritten; False to try again."""
        index = self.index
        last = header.last_frame
        if index.backfilled == last and index.lock_shared(READ):
            # All is in the database file; the lock keeps writers from starting the WAL anew under us.
            if index.raw_header() == header.raw:
                self.reader = 0
                return True
            index.unlock_shared(READ)
            return False
        best = max(
            (i for i in range(1, READERS) if index.mark(i) <= last), key=index.mark, default=0
        )
        if best == 0 or index.mark(best) < last:
            for i in range(1, READERS):
                if index.lock_exclusive(READ + i):
                    index.set_mark(i, last)
                    index.unlock_exclusive(READ + i)
                    best = i
                    break
        if best == 0 or not index.lock_shared(READ + best):
            return False
        # An older mark is good as well: it only keeps more frames from being copied back.
        if index.mark(best) > last or index.raw_header() != header.raw:
            index.unlock_shared(READ + best)
            return False
        self.reader = best
        return True

    def _refresh(self, header: IndexHeader) -> list[int] | None:
        known = self.header
        changed: list[int] | None = []
        anew = header.salt != known.salt or header.page_size != known.page_size
        if self.stale or anew or header.last_frame < known.last_frame:
            self.frames = {page: frame for frame, page in self.index.pages(1, header.last_frame)}
            changed = None
            self.stale = False
        elif header.last_frame > known.last_frame:
            changed = []
            for frame, page in self.index.pages(known.last_frame + 1, header.last_frame):
                self.frames[page] = frame
                changed.append(page)
        self.header = header
        return changed

    def end_read(self) -> None:
        """Leave the snapshot."""
        if self.reader >= 0:
            self.index.unlock_shared(READ + self.reader)
            self.reader = -1

    def page(self, number: int) -> bytes | None:
        """A page's content in the snapshot; None if the database file has it."""
        frame = self.frames.get(number)
        if frame is None or self.reader == 0:
            return None
        size = self.header.page_size
        return os.pread(self.descriptor, size, HEAD + (frame - 1) * (size + FRAME_HEAD) + FRAME_HEAD)

    # -- recovery

    def _recover(self, attempt: int, wait: Callable[[int], bool]) -> IndexHeader | None:
        """Build the index from the file. None if somebody else does or did; BUSY if that takes too long."""
        index = self.index
        if not index.lock_exclusive(WRITE):
            if attempt and not wait(attempt):
                raise errors.SqlError(errors.BUSY, "database is locked")
            return None
        try:
            if index.read_header() is not None:
                return None
            if not index.lock_exclusive(CHECKPOINT, RECOVER - CHECKPOINT + 1):
                if not wait(attempt):
                    raise errors.SqlError(errors.BUSY_RECOVERY, "database is locked")
                return None
            try:
                header = self._read_all()
                header.change = self.header.change + 1
                self._publish_recovered(header)
            finally:
                index.unlock_exclusive(CHECKPOINT, RECOVER - CHECKPOINT + 1)
        finally:
            index.unlock_exclusive(WRITE)
        return header

    def _publish_recovered(self, header: IndexHeader) -> None:
        index = self.index
        index.backfilled = 0
        index.begin_backfill(header.last_frame)
        index.set_mark(0, 0)
        for i in range(1, READERS):
            if index.lock_exclusive(READ + i):
                index.set_mark(i, header.last_frame if i == 1 and header.last_frame else NOT_USED)
                index.unlock_exclusive(READ + i)
        index.write_header(header)

    def _read_all(self) -> IndexHeader:
        """Read the file up to its last whole transaction and enter its frames."""
        header = IndexHeader()
        head = os.pread(self.descriptor, HEAD, 0)
        if len(head) < HEAD:
            return header
        magic, version, size, sequence, salt1, salt2, sum1, sum2 = _numbers(head, 8)
        if magic & ~1 != MAGIC or size < 512 or size > 65536 or size & size - 1:
            return header
        order = ">" if magic & 1 else "<"
        running = checksum(head[:24], 0, 0, order)
        if running != (sum1, sum2):
            return header
        if version != VERSION:
            raise errors.SqlError(errors.CANTOPEN, "unable to open database file")
        self.sequence = sequence
        header.page_size = size
        header.big = magic & 1
        header.salt = _native(salt1), _native(salt2)
        header.frame_sum = running
        pages: list[int] = []
        at = HEAD
        while True:
            frame = os.pread(self.descriptor, FRAME_HEAD + size, at)
            if len(frame) < FRAME_HEAD + size or frame[8:16] != head[16:24]:
                break
            running = checksum(frame[:8], *running, order)
            running = checksum(frame[FRAME_HEAD:], *running, order)
            number, count, _, _, sum1, sum2 = _numbers(frame, 6)
            if running != (sum1, sum2) or number == 0:
                break
            pages.append(number)
            if count:
                header.last_frame = len(pages)
                header.page_count = count
                header.frame_sum = running
            at += FRAME_HEAD + size
        for frame_number, page in enumerate(pages[:header.last_frame], 1):
            self.index.append(frame_number, page)
        return header

    # -- writing

    def begin_write(self) -> bool:
        """Become the only writer; False if there is one. Raises BUSY_SNAPSHOT for an old snapshot."""
        if not self.index.lock_exclusive(WRITE):
            return False
        if self.index.raw_header() != self.header.raw:
            self.index.unlock_exclusive(WRITE)
            raise errors.SqlError(errors.BUSY_SNAPSHOT, "database is locked")
        self.writing = True
        return True

    def end_write(self) -> None:
        """Stop being the writer."""
        if self.writing:
            self.index.unlock_exclusive(WRITE)
            self.writing = False

    def commit(self, pages: Sequence[tuple[int, bytes]], page_count: int, page_size: int, sync: int) -> None:
        """Append a transaction. ``sync``: 0 never, 1 only the header of a new WAL, 2 the transaction too."""
        self._restart_if_copied()
        header = self.header
        frame = header.last_frame
        running = header.frame_sum
        if frame == 0:
            running = self._begin_file(page_size, sync)
        salts = _number_bytes(header.salt)
        order = ">" if header.big else "<"
        last = len(pages) - 1
        at = HEAD + frame * (page_size + FRAME_HEAD)
        numbers = []
        for place, (number, image) in enumerate(pages):
            head = _bytes(number, page_count if place == last else 0)
            running = checksum(image, *checksum(head, *running, order), order)
            os.pwrite(self.descriptor, b"".join((head, salts, _bytes(*running), image)), at)
            at += page_size + FRAME_HEAD
            numbers.append(number)
        if sync >= 2:
            os.fsync(self.descriptor)
        for number in numbers:
            frame += 1
            self.index.append(frame, number)
            self.frames[number] = frame
        header.last_frame = frame
        header.page_count = page_count
        header.page_size = page_size
        header.frame_sum = running
        header.change = header.change + 1 & 0xFFFFFFFF
        self.index.write_header(header)

    def _begin_file(self, page_size: int, sync: int) -> tuple[int, int]:
        """Write the header of an empty WAL."""
        header = self.header
        if self.sequence == 0:
            header.salt = wal_index_salt(), wal_index_salt()
        body = _bytes(MAGIC, VERSION, page_size, self.sequence) + _number_bytes(header.salt)
        header.big = 0
        running = checksum(body, 0, 0)
        os.pwrite(self.descriptor, body + _bytes(*running), 0)
        if sync >= 1:
            os.fsync(self.descriptor)
        header.page_size = page_size
        return running

    def _restart_if_copied(self) -> None:
        """Start the WAL anew if all of it is in the database and nobody reads from it."""
        if self.reader != 0:
            return
        index = self.index
        if index.backfilled and index.lock_exclusive(READ + 1, READERS - 1):
            self._restart()
            index.unlock_exclusive(READ + 1, READERS - 1)
        index.unlock_shared(READ)
        self.reader = -1
        for _ in range(_TRIES):
            if self._enter_above(self.header):
                return
        raise errors.SqlError(errors.PROTOCOL, "locking protocol")

    def _enter_above(self, header: IndexHeader) -> bool:
        """Hold a read mark other than 0, as a writer must: what it writes is not in the database."""
        index = self.index
        for i in range(1, READERS):
            if index.mark(i) == header.last_frame and index.lock_shared(READ + i):
                self.reader = i
                return True
        for i in range(1, READERS):
            if index.lock_exclusive(READ + i):
                index.set_mark(i, header.last_frame)
                index.unlock_exclusive(READ + i)
                if index.lock_shared(READ + i):
                    self.reader = i
                    return True
        for i in range(1, READERS):
            if index.mark(i) <= header.last_frame and index.lock_shared(READ + i):
                self.reader = i
                return True
        return False

    def _restart(self) -> None:
        """Reset the index for frames that will overwrite the file from its start."""
        index = self.index
        header = self.header
        self.sequence += 1
        salt = int.from_bytes(_number_bytes(header.salt)[:4], "big")
        header.salt = _native(salt + 1 & 0xFFFFFFFF), wal_index_salt()
        header.last_frame = 0
        index.write_header(header)
        index.backfilled = 0
        index.begin_backfill(0)
        index.set_mark(1, 0)
        for i in range(2, READERS):
            index.set_mark(i, NOT_USED)
        self.frames.clear()

    # -- checkpoints

    def checkpoint(
        self, mode: str, page_size: int, sync: bool, wait: Callable[[int], bool]
    ) -> tuple[int, int, int]:
        """Copy frames into the database; ``mode`` is passive, full, restart or truncate.

        Gives (1 if others were in the way, frames in the WAL, frames copied).
        The caller holds no snapshot.
        """
        index = self.index
        if not index.lock_exclusive(CHECKPOINT):
            return 1, -1, -1
        busy = 0
        patience = wait if mode != "passive" else _never
        locked = False
        try:
            if mode != "passive":
                locked = _patiently(lambda: index.lock_exclusive(WRITE), patience)
                if not locked:
                    busy = 1
                    mode = "passive"
                    patience = _never
            header = index.read_header()
            if header is None:
                return busy, -1, -1
            if header.raw != self.header.raw:
                self.stale = True
                self.header = header
            if header.last_frame and header.page_size != page_size:
                raise errors.corrupt()
            safe = self._copy_back(header, page_size, sync, patience)
            behind = mode != "passive" and safe < header.last_frame
            if behind or (mode in ("restart", "truncate") and not self._empty(mode, patience)):
                busy = 1
            header = self.header
            return busy, header.last_frame, index.backfilled
        finally:
            if locked:
                index.unlock_exclusive(WRITE)
            index.unlock_exclusive(CHECKPOINT)

    def _copy_back(self, header: IndexHeader, page_size: int, sync: bool, wait: Callable[[int], bool]) -> int:
        """Copy what no reader needs to stay as it is; gives the last frame that is in the database now."""
        index = self.index
        safe = header.last_frame
        for i in range(1, READERS):
            mark = index.mark(i)
            if safe > mark:
                if _patiently(lambda slot=READ + i: index.lock_exclusive(slot), wait):  # type: ignore[misc]
                    index.set_mark(i, safe if i == 1 else NOT_USED)
                    index.unlock_exclusive(READ + i)
                else:
                    safe = mark
                    wait = _never
        done = index.backfilled
        if done >= safe or not _patiently(lambda: index.lock_exclusive(READ), wait):
            return done
        try:
            index.begin_backfill(safe)
            if sync:
                os.fsync(self.descriptor)
            newest = {page: frame for frame, page in index.pages(1, safe)}
            for page in sorted(newest):
                frame = newest[page]
                if frame > done and page <= header.page_count:
                    at = HEAD + (frame - 1) * (page_size + FRAME_HEAD) + FRAME_HEAD
                    os.pwrite(self.database, os.pread(self.descriptor, page_size, at), (page - 1) * page_size)
            if safe == header.last_frame:
                os.ftruncate(self.database, header.page_count * page_size)
                if sync:
                    os.fsync(self.database)
            index.backfilled = safe
        finally:
            index.unlock_exclusive(READ)
        return safe

    def _empty(self, mode: str, wait: Callable[[int], bool]) -> bool:
        """Make sure that the next writer starts the WAL anew; cut the file off for ``truncate``."""
        index = self.index
        if not _patiently(lambda: index.lock_exclusive(READ + 1, READERS - 1), wait):
            return False
        try:
            if mode == "truncate":
                self._restart()
                os.ftruncate(self.descriptor, 0)
        finally:
            index.unlock_exclusive(READ + 1, READERS - 1)
        return True


def _never(_: int) -> bool:
    return False


def _patiently(take: Callable[[], bool], wait: Callable[[int], bool]) -> bool:
    """Try until it works or ``wait`` gives up."""
    attempt = 0
    while not take():
        if not wait(attempt):
            return False
        attempt += 1
    return True


def _native(number: int) -> int:
    """The wal-index keeps the salts' bytes as they are in the file."""
    return int.from_bytes(number.to_bytes(4, "big"), "little")


def _number_bytes(salt: tuple[int, int]) -> bytes:
    return salt[0].to_bytes(4, "little") + salt[1].to_bytes(4, "little")


def wal_index_salt() -> int:
    """A random salt."""
    return int.from_bytes(os.urandom(4), "little")


__all__ = ["Wal", "wal_index"]
