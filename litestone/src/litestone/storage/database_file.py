"""The file behind a store: opening, locking, reading pages, and making a transaction last.

All changes of a transaction reach the file at its commit, in two phases: the
first makes them ready (the journal is safe and the pages are written; or the
frames are in the WAL), the second makes them final (the journal is gone).
"""

from __future__ import annotations

import os

from litestone import errors
from litestone.storage import header as fields
from litestone.storage import rollback_journal
from litestone.storage.cell import Geometry
from litestone.storage.locks import EXCLUSIVE, NONE, RESERVED, SHARED, FileLock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.storage.node import Node, Raw
    from litestone.storage.pager import Pager
    from litestone.storage.store import Store
    from litestone.storage.wal import Wal

JOURNAL_MODES = ("delete", "persist", "off", "truncate", "memory", "wal")
_RUN = 1 << 20


def locked() -> errors.SqlError:
    """The error for a lock that somebody else holds."""
    return errors.SqlError(errors.BUSY, "database is locked")


def _io_error(error: OSError) -> errors.SqlError:
    if error.errno == 28:
        return errors.SqlError(errors.FULL, "database or disk is full")
    return errors.SqlError(errors.IOERR, "disk I/O error")


class DatabaseFile:
    """An open (or not yet opened) file with its locks and its journal or WAL."""

    def __init__(self, path: str, readonly: bool, create: bool) -> None:
        self.path = os.path.realpath(path)
        self.readonly = readonly
        self.create = create
        self.descriptor = -1
        self.lock: FileLock | None = None
        self.page_size = 4096
        self.journal_mode = "delete"
        self.journal = -1
        self.wal: Wal | None = None
        self.wal_limit = 1000
        self.checkpoint_due = False
        self.exclusive = False
        self.data_version = 1
        # The header as it was when the page cache was last known to be right.
        self.seen = b""

    # -- opening and closing

    def open(self) -> FileLock:
        """Open the file if it is not. Raises CANTOPEN."""
        if self.lock is None:
            flags = os.O_RDONLY if self.readonly else os.O_RDWR | (os.O_CREAT if self.create else 0)
            try:
                try:
                    self.descriptor = os.open(self.path, flags | os.O_CLOEXEC, 0o644)
                except PermissionError:
                    self.descriptor = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
                    self.readonly = True
                if not os.path.isfile(self.path):
                    os.close(self.descriptor)
                    raise IsADirectoryError
            except OSError:
                raise errors.SqlError(errors.CANTOPEN, "unable to open database file") from None
            self.lock = FileLock(self.descriptor)
        return self.lock

    def close(self, store: Store) -> None:
        """Close the file; the last connection to a WAL copies it back and deletes it."""
        if self.lock is None:
            return
        if self.wal is not None:
            self._close_wal(store)
        if self.journal >= 0:
            os.close(self.journal)
            self.journal = -1
        self.lock.close()
        self.lock = None
        self.descriptor = -1

    def _close_wal(self, store: Store) -> bool:
        """Leave the WAL; True if nobody else has the file open, so that the WAL is gone."""
        wal, lock = self.wal, self.lock
        assert wal is not None and lock is not None
        wal.end_read()
        alone = not self.readonly and lock.lock(SHARED) and lock.lock(EXCLUSIVE)
        if alone:
            wal.checkpoint("passive", self.page_size, store.synchronous > 0, lambda _: False)
            alone = wal.index.backfilled == wal.header.last_frame
        wal.close(alone)
        self.wal = None
        self.seen = b""
        return alone

    # -- reading

    def read_page(self, number: int) -> bytes:
        """A page's bytes; what lies behind the end of the file is zero."""
        size = self.page_size
        try:
            image = self.wal.page(number) if self.wal is not None else None
            if image is None:
                image = os.pread(self.descriptor, size, (number - 1) * size)
        except OSError as error:
            raise _io_error(error) from None
        return image if len(image) == size else image.ljust(size, b"\0")

    def begin_read(self, store: Store) -> None:
        """Take the SHARED lock, undo a transaction that was cut off, see what others have changed.

        Raises BUSY, NOTADB, CORRUPT.
        """
        lock = self.open()
        attempt = 0
        while not (lock.lock(SHARED) and self._recover(lock, store)):
            if not self.exclusive:
                lock.unlock(NONE)
            if store.busy is None or not store.busy(attempt):
                raise locked()
            attempt += 1
        try:
            self._look(store)
        except errors.SqlError:
            # What could not be taken over is to be looked at again the next time.
            self.seen = b""
            self.end_read(store)
            raise

    def _look(self, store: Store) -> None:
        pager = store.pager
        head = os.pread(self.descriptor, 100, 0)
        changed: list[int] | None = []
        if self.wal is None and head and self._has_wal(head):
            from litestone.storage.wal import Wal

            self.wal = Wal(self.path, self.descriptor, self.lock)  # type: ignore[arg-type]
        if self.wal is not None:
            changed = self.wal.begin_read(lambda n: store.busy is not None and store.busy(n))
            if 1 in self.wal.frames:
                head = (self.wal.page(1) or head)[:100]
        elif head[24:40] != self.seen[24:40] or not self.seen or not head:
            changed = None
        if changed is None or not self.seen:
            self._reload(store, head)
        elif changed:
            for number in changed:
                pager.cache.pop(number, None)
            self._adopt(store, head)

    def _reload(self, store: Store, head: bytes) -> None:
        pager = store.pager
        if not head:
            if pager.page_count:
                pager.forget()
                pager.page_count = 0
                pager.header = fields.fresh(pager.geometry.page_size, 0, 0)
            self.seen = b""
            return
        padded = head.ljust(100, b"\0")
        size = fields.page_size(padded)
        pager.forget()
        self.page_size = size
        pager.geometry = Geometry(size, padded[fields.RESERVED])
        self._adopt(store, padded)

    def _adopt(self, store: Store, head: bytes) -> None:
        """Take over a header that somebody else wrote."""
        pager = store.pager
        pager.header = bytearray(head)
        in_file = os.fstat(self.descriptor).st_size // self.page_size or 1
        if self.wal is not None and self.wal.header.last_frame:
            in_file = self.wal.header.page_count
        count = fields.get(head, fields.PAGE_COUNT)
        if count == 0 or head[24:28] != head[92:96]:
            count = in_file
        if count > in_file:
            raise errors.corrupt()
        pager.page_count = count
        if self.seen:
            self.data_version += 1
        self.seen = bytes(head)
        store.contents_moved()

    def _has_wal(self, head: bytes) -> bool:
        if head[fields.READ_VERSION:fields.READ_VERSION + 1] == b"\2":
            return True
        try:
            return os.stat(self.path + "-wal").st_size > 0
        except OSError:
            return False

    def end_read(self, store: Store) -> None:
        """Drop the locks of reading; a checkpoint that is due is done now."""
        assert self.lock is not None
        if self.wal is not None:
            self.wal.end_read()
            if self.checkpoint_due:
                self.checkpoint_due = False
                self.wal.checkpoint("passive", self.page_size, store.synchronous > 0, lambda _: False)
        elif not self.exclusive:
            self.lock.unlock(NONE)

    # -- a transaction that was cut off

    def _recover(self, lock: FileLock, store: Store) -> bool:
        """Undo what a hot journal says was not finished; False if that has to wait."""
        path = self.path + "-journal"
        try:
            status = os.stat(path)
        except OSError:
            return True
        if not status.st_size or lock.level > SHARED or lock.reserved_by_other():
            return True
        try:
            journal = os.open(path, (os.O_RDONLY if self.readonly else os.O_RDWR) | os.O_CLOEXEC)
        except OSError:
            return True
        try:
            if os.pread(journal, 1, 0) in (b"", b"\0"):
                return True
            if os.fstat(self.descriptor).st_size == 0:
                # A journal left over from a file that has been deleted since.
                if not self.readonly:
                    os.unlink(path)
                return True
            if self.readonly:
                raise errors.SqlError(errors.READONLY, "attempt to write a readonly database")
            if not lock.lock(EXCLUSIVE):
                lock.unlock(SHARED)
                return False
            self._undo_from(journal, store)
            lock.unlock(SHARED)
        finally:
            os.close(journal)
        return True

    def _undo_from(self, journal: int, store: Store) -> None:
        path = self.path + "-journal"
        super_name = rollback_journal.super_name(journal)
        undo = not super_name or os.path.exists(super_name)
        if undo and rollback_journal.play_back(journal, self.descriptor) and store.synchronous:
            os.fsync(self.descriptor)
        self.seen = b""
        self._finish(journal, store)
        if super_name:
            rollback_journal.drop_super(super_name, path)

    # -- writing

    def begin_write(self, store: Store, exclusive: bool, wait: bool) -> None:
        """Become the only writer. ``wait``: let the busy handler decide for how long to try."""
        lock = self.lock
        assert lock is not None
        if self.readonly or store.pager.header[fields.WRITE_VERSION] > 2:
            raise errors.SqlError(errors.READONLY, "attempt to write a readonly database")
        attempt = 0
        while not self._reserve(lock, exclusive):
            if not wait or store.busy is None or not store.busy(attempt):
                raise locked()
            attempt += 1

    def _reserve(self, lock: FileLock, exclusive: bool) -> bool:
        if self.wal is not None:
            return self.wal.begin_write()
        if not lock.lock(RESERVED):
            return False
        if exclusive and not lock.lock(EXCLUSIVE):
            lock.unlock(SHARED)
            return False
        return True

    def lock_exclusive(self, store: Store) -> None:
        """Keep readers out. Raises BUSY; the lock is then as far as PENDING."""
        lock = self.lock
        assert lock is not None
        attempt = 0
        while not lock.lock(EXCLUSIVE):
            if store.busy is None or not store.busy(attempt):
                raise locked()
            attempt += 1

    def end_write(self) -> None:
        """Go back to reading."""
        assert self.lock is not None
        if self.wal is not None:
            self.wal.end_write()
        elif not self.exclusive:
            self.lock.unlock(SHARED)

    def prepare_commit(self, store: Store, super_name: str = "") -> None:
        """The first phase of a commit. Raises BUSY before anything is done, IOERR or FULL with all undone."""
        pager = store.pager
        if self.wal is not None:
            self._append_to_wal(store)
            return
        self.lock_exclusive(store)
        header = pager.touch_header()
        counter = fields.get(pager.levels[0].header, fields.CHANGE_COUNTER) + 1
        fields.put(header, fields.CHANGE_COUNTER, counter)
        fields.put(header, fields.VERSION_VALID_FOR, counter)
        fields.put(header, fields.VERSION_NUMBER, fields.SQLITE_VERSION_NUMBER)
        resized = store.resized_to
        fields.put(header, fields.PAGE_COUNT, pager.page_count if resized is None else resized[1])
        self.page_size = pager.geometry.page_size
        try:
            if self.journal_mode not in ("off", "memory"):
                self._write_journal(store, super_name)
            self._write_pages(pager)
            if resized is not None:
                os.ftruncate(self.descriptor, resized[0] * resized[1])
            if store.synchronous:
                os.fsync(self.descriptor)
        except OSError as error:
            self._take_back(store)
            raise _io_error(error) from None

    def finish_commit(self, store: Store) -> None:
        """The second phase: the transaction can no longer be undone."""
        if self.wal is None and self.journal_mode not in ("off", "memory"):
            try:
                self._finish(self.journal, store)
            except OSError as error:
                raise _io_error(error) from None
        self.seen = bytes(store.pager.header) if store.resized_to is None else b""
        store.resized_to = None

    def take_back(self, store: Store) -> None:
        """Undo the first phase."""
        if self.wal is None:
            self._take_back(store)

    def _take_back(self, store: Store) -> None:
        if self.journal >= 0 and self.journal_mode not in ("off", "memory"):
            try:
                rollback_journal.play_back(self.journal, self.descriptor)
                self._finish(self.journal, store)
            except OSError:
                pass

    def _write_journal(self, store: Store, super_name: str) -> None:
        pager = store.pager
        level = pager.levels[0]
        path = self.path + "-journal"
        new = self.journal < 0
        if new:
            try:
                self.journal = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            except OSError:
                raise errors.SqlError(errors.CANTOPEN, "unable to open database file") from None
        journal = self.journal
        nonce = int.from_bytes(os.urandom(4), "big")
        records = [
            rollback_journal.record(number, nonce, before(level.header, page))
            for number, page in sorted(level.saved.items()) if page is not None
        ]
        count = len(records)
        if super_name:
            records.append(rollback_journal.super_name_record(super_name, pager.geometry.pending_page))
        # Without syncs there is no moment at which a count could be added safely.
        known = 0 if store.synchronous else 0xFFFFFFFF
        head = rollback_journal.header(known, nonce, level.page_count, self.page_size)
        os.pwrite(journal, head + b"".join(records), 0)
        if store.synchronous:
            if store.synchronous >= 2:
                os.fsync(journal)
            os.pwrite(journal, rollback_journal.MAGIC + count.to_bytes(4, "big"), 0)
            os.fsync(journal)
            if new:
                sync_folder(path)

    def _write_pages(self, pager: Pager) -> None:
        """Write the changed pages, those that follow each other at once."""
        size = self.page_size
        run: list[bytes] = []
        start = 0
        limit = max(1, _RUN // size)
        for number in sorted(pager.levels[0].saved):
            if number > pager.page_count:
                break
            if run and (number != start + len(run) or len(run) >= limit):
                os.pwrite(self.descriptor, b"".join(run), (start - 1) * size)
                run = []
            if not run:
                start = number
            run.append(pager.image(number))
        if run:
            os.pwrite(self.descriptor, b"".join(run), (start - 1) * size)
        if os.fstat(self.descriptor).st_size != pager.page_count * size:
            os.ftruncate(self.descriptor, pager.page_count * size)

    def _finish(self, journal: int, store: Store) -> None:
        """Make a journal cold, in the way of the journal mode."""
        mode = self.journal_mode
        if mode == "truncate":
            os.ftruncate(journal, 0)
            if store.synchronous >= 2:
                os.fsync(journal)
        elif mode == "persist":
            os.pwrite(journal, bytes(28), 0)
            if store.synchronous:
                os.fsync(journal)
        else:
            path = self.path + "-journal"
            try:
                os.unlink(path)
            except FileNotFoundError:
                pass
            if store.synchronous >= 3:
                sync_folder(path)
            if journal == self.journal:
                os.close(journal)
                self.journal = -1

    def _append_to_wal(self, store: Store) -> None:
        pager = store.pager
        wal = self.wal
        assert wal is not None
        if 1 in pager.levels[0].saved:
            header = pager.touch_header()
            counter = fields.get(pager.levels[0].header, fields.CHANGE_COUNTER) + 1
            fields.put(header, fields.CHANGE_COUNTER, counter)
            fields.put(header, fields.VERSION_VALID_FOR, counter)
            fields.put(header, fields.VERSION_NUMBER, fields.SQLITE_VERSION_NUMBER)
            fields.put(header, fields.PAGE_COUNT, pager.page_count)
        pages = [
            (number, pager.image(number))
            for number in sorted(pager.levels[0].saved) if number <= pager.page_count
        ]
        try:
            wal.commit(pages, pager.page_count, pager.geometry.page_size, store.synchronous)
        except OSError as error:
            raise _io_error(error) from None
        if self.wal_limit and wal.header.last_frame >= self.wal_limit:
            self.checkpoint_due = True

    # -- modes

    def set_journal_mode(self, store: Store, mode: str) -> str:
        """Change the journal mode outside of transactions; gives the mode that holds then. Raises BUSY."""
        store.begin_read()
        if (self.wal is not None) == (mode == "wal"):
            if mode != "wal":
                self._change_journal(mode)
            store.end_read()
            return "wal" if self.wal is not None else self.journal_mode
        if self.wal is not None:
            store.end_read()
            if not self._close_wal(store):
                raise locked()
            self._set_version(store, 1)
            self._change_journal(mode)
            return mode
        self._set_version(store, 2)
        if self.journal >= 0:
            self._change_journal("delete")
        store.begin_read()
        store.end_read()
        return mode

    def _set_version(self, store: Store, version: int) -> None:
        """Write the format version that says whether there is a WAL."""
        if version == 1:
            store.in_read = True
            self._reload(store, os.pread(self.descriptor, 100, 0))
            assert self.lock is not None
            self.lock.lock(SHARED)
        store.begin_write(True)
        header = store.pager.touch_header()
        header[fields.WRITE_VERSION] = header[fields.READ_VERSION] = version
        store.commit()
        store.end_read()

    def _change_journal(self, mode: str) -> None:
        if self.journal >= 0 and mode not in ("truncate", "persist"):
            os.close(self.journal)
            self.journal = -1
            try:
                os.unlink(self.path + "-journal")
            except FileNotFoundError:
                pass
        self.journal_mode = mode


def before(header: bytearray, page: Node | Raw) -> bytes:
    """The bytes a page had in the file when the transaction began, whose header was ``header``."""
    image = page.image
    assert image is not None
    return bytes(header) + image[100:] if page.number == 1 else image


def sync_folder(path: str) -> None:
    """Make sure that a file's name is in its folder."""
    folder = os.open(os.path.dirname(path), os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
