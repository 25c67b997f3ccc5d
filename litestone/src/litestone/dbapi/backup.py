"""Copies of whole databases: ``backup``, ``serialize``, ``deserialize`` (``backup``, ``c3ref/serialize``)."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.storage import header as fields
from litestone.storage.cell import Geometry
from litestone.storage.node import Raw
from litestone.storage.replace import replace_content
from litestone.storage.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.connection import Connection as Engine
    from litestone.connection import Database

OK, DONE = 0, 101
_WAITS = (errors.BUSY, errors.LOCKED)


def read_pages(engine: Engine, database: Database, numbers: range) -> list[bytes]:
    """The bytes of some pages."""
    engine.transaction.enter_statement()
    try:
        return [database.store.read_page(number) for number in numbers]
    finally:
        engine.transaction.leave_statement()


def state_of(engine: Engine, database: Database) -> tuple[int, int, int]:
    """What changes with every change of a database; its number of pages last."""
    engine.transaction.enter_statement()
    try:
        store = database.store
        return store.data_version, store.pager.stamp, store.page_count
    finally:
        engine.transaction.leave_statement()


def serialize(engine: Engine, name: str) -> bytes | None:
    """The bytes that the database would have as a file; None for an unknown or an empty one."""
    database = engine.find_database(name)
    if database is None:
        return None
    count = state_of(engine, database)[-1]
    return b"".join(read_pages(engine, database, range(1, count + 1))) or None


def store_of_bytes(data: bytes) -> Store:
    """A database in memory that holds the bytes of a file. Raises SqlError "file is not a database"."""
    store = Store.open(None)
    if data:
        size = fields.page_size(data.ljust(100, b"\0"))
        pager = store.pager
        pager.geometry = Geometry(size, data[fields.RESERVED])
        pager.header = bytearray(data[:100])
        pager.page_count = len(data) // size
        for number in range(1, pager.page_count + 1):
            pager.cache[number] = Raw(number, data[(number - 1) * size : number * size], -1)
    return store


class UnreadableStore(Store):
    """A database whose bytes are none: whoever reads it gets the error."""

    def begin_read(self) -> None:
        """Raises SqlError "file is not a database"."""
        raise SqlError(errors.NOTADB, "file is not a database")

    def end_read(self) -> None:
        """Nothing was begun."""


def deserialize(engine: Engine, name: str, data: bytes) -> None:
    """Let the database called ``name`` be one in memory that holds ``data``.

    Raises SqlError for an unknown one or inside a transaction that writes it.
    """
    database = engine.database(name)
    if database.store.in_write or engine.transaction.running:
        raise SqlError(errors.BUSY, "database is locked")
    try:
        store = store_of_bytes(data)
    except SqlError:
        store = UnreadableStore(None)
    store.busy = database.store.busy
    database.store.end_read()
    database.store.close()
    database.store = store
    engine.forget_schema(database)


class Backup:
    """A copy of one database into ``main`` of another connection, made in steps.

    If the source changes meanwhile the copy begins anew.
    """

    def __init__(self, source: Engine, name: str, target: Engine) -> None:
        found = source.find_database(name)
        if found is None:
            raise SqlError(errors.ERROR, f"unknown database {name}")
        if not target.transaction.autocommit or target.main.in_write:
            raise SqlError(errors.ERROR, "destination database is in use")
        self.source = source
        self.database = found
        self.target = target
        self.state: tuple[int, int, int] | None = None
        self.pages: list[bytes] = []
        self.total = 0

    @property
    def remaining(self) -> int:
        """Pages still to be copied."""
        return max(self.total - len(self.pages), 0)

    def step(self, count: int) -> int:
        """Copy up to ``count`` pages, all for a negative number. Gives DONE at the end, OK before it.

        Raises SqlError, with BUSY or LOCKED where trying again may help.
        """
        state = state_of(self.source, self.database)
        if state != self.state:
            self.state = state
            self.pages.clear()
        self.total = state[-1]
        first = len(self.pages) + 1
        last = self.total if count < 0 else min(self.total, first + count - 1)
        self.pages += read_pages(self.source, self.database, range(first, last + 1))
        if self.remaining:
            return OK
        self.write()
        return DONE

    def write(self) -> None:
        """Put the copy in the place of the target's content."""
        data = b"".join(self.pages)
        fresh = store_of_bytes(data)
        target = self.target
        store = target.main
        store.begin_read()
        if not fresh.page_count:
            fresh.set_page_size(store.page_size)
            fresh.begin_write()
        if store.page_size != fresh.page_size and store.page_count:
            raise SqlError(errors.READONLY, "attempt to write a readonly database")
        store.set_page_size(fresh.page_size)
        try:
            store.begin_write()
            replace_content(store, fresh)
            store.commit()
        except SqlError:
            store.rollback()
            raise
        finally:
            store.end_read()
            target.forget_schema(target.databases[0])


def run(backup: Backup, pages: int, progress: Callable[[int, int, int], Any] | None, sleep: float) -> None:
    """Copy ``pages`` pages at a time, telling ``progress`` after each step, until all is copied."""
    from time import sleep as wait

    status = OK
    while status != DONE:
        waiting = False
        try:
            status = backup.step(pages)
        except SqlError as error:
            if error.primary_code not in _WAITS:
                raise
            status = error.code
            waiting = True
        if progress is not None:
            progress(status, backup.remaining, backup.total)
        if waiting:
            wait(sleep)
