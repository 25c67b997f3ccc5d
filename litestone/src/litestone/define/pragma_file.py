"""Pragmas about the database file: its header, pages, journal and locks."""

from __future__ import annotations

from litestone import errors
from litestone.define.pragma import boolean, integer, register
from litestone.errors import SqlError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from litestone.connection import Connection
    from litestone.storage.store import Store
    from litestone.text.tree import Value

    Row = tuple[Value, ...]

ENCODINGS = {1: "UTF-8", 2: "UTF-16le", 3: "UTF-16be"}
ENCODING_NAMES = {"utf8": 1, "utf16le": 2, "utf16be": 3, "utf16": 2}


def store_of(connection: Connection, schema: str | None) -> Store:
    """The store a pragma is about: main unless it names another."""
    return connection.database(schema or "main").store


def register_header(name: str) -> None:
    """A 32-bit signed number in the header that a pragma reads and writes."""

    def run(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
        store = store_of(connection, schema)
        if value is None:
            number = getattr(store, name) & 0xFFFFFFFF
            return [(number - (1 << 32) if number >= 1 << 31 else number,)]
        setattr(store, name, integer(value) & 0xFFFFFFFF)
        return []

    register(name, name, schema=True, loads=False, writes=True)(run)


register_header("user_version")
register_header("application_id")


@register("schema_version", "schema_version", schema=True, loads=False, writes=True)
def schema_version(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """The schema cookie; writing it makes every connection load the schema anew."""
    store = store_of(connection, schema)
    if value is None:
        number = store.schema_cookie & 0xFFFFFFFF
        return [(number - (1 << 32) if number >= 1 << 31 else number,)]
    store.schema_cookie = integer(value) & 0xFFFFFFFF
    connection.forget_schema(connection.database(schema or "main"))
    return []


@register("page_size", "page_size", schema=True, loads=False)
def page_size(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """Bytes in a page; it can be set before the file has any, or for the next VACUUM."""
    store = store_of(connection, schema)
    if value is None:
        return [(store.page_size,)]
    store.set_page_size(integer(value))
    return []


@register("page_count", "page_count", schema=True)
def page_count(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """Pages in the file."""
    return [(store_of(connection, schema).page_count,)]


@register("freelist_count", "freelist_count", schema=True, loads=False)
def freelist_count(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """Unused pages in the file."""
    return [(store_of(connection, schema).freelist_count,)]


@register("max_page_count", "max_page_count", schema=True, quiet=False)
def max_page_count(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """The most pages the file may have."""
    store = store_of(connection, schema)
    if value is not None and integer(value) > 0:
        store.max_page_count = max(integer(value), store.page_count)
    return [(store.max_page_count,)]


@register("encoding", "encoding", schema=True)
def encoding(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """Text encoding; it can be set only before the main database has anything in it."""
    if value is None:
        return [(ENCODINGS[connection.encoding],)]
    number = ENCODING_NAMES.get(value.lower().replace("-", ""))
    if number is None:
        raise SqlError(errors.ERROR, f"unsupported encoding: {value}")
    if not connection.main.page_count:
        for database in connection.databases:
            database.store.set_encoding(number)
        connection.schema_changed()
    return []


@register("auto_vacuum", "auto_vacuum", schema=True)
def auto_vacuum(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """0 none, 1 full, 2 incremental."""
    store = store_of(connection, schema)
    if value is None:
        return [(store.auto_vacuum,)]
    words = {"none": 0, "full": 1, "incremental": 2}
    number = words.get(value.lower(), integer(value))
    number = number if 0 <= number <= 2 else 0
    if store.page_count and store.auto_vacuum and number:
        connection.begin_write(schema or "main")
        store.set_auto_vacuum(number)
        connection.transaction.finish_write()
    else:
        store.set_auto_vacuum(number)
    connection.vacuum_modes[store] = number
    return []


@register("incremental_vacuum", schema=True, writes=True)
def incremental_vacuum(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """Give back free pages at the end of an incremental auto-vacuum file."""
    store = store_of(connection, schema)
    if store.auto_vacuum == 0:
        return []
    if value is None:
        connection.begin_write(schema or "main")
        store.incremental_vacuum(0)
        connection.transaction.finish_write()
        return []
    store.incremental_vacuum(max(integer(value), 0))
    return []


@register("journal_mode", "journal_mode", loads=True, quiet=False)
def journal_mode(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """delete, truncate, persist, memory, off or wal."""
    databases = [connection.database(schema)] if schema else [connection.databases[0]]
    if value is not None and schema is None:
        databases = [d for d in connection.databases if d.name != "temp"]
    result = databases[0].store.journal_mode
    for database in databases:
        if value is not None and value.lower() in ("delete", "truncate", "persist", "memory", "off", "wal"):
            if value.lower() != database.store.journal_mode and database.store.in_write:
                continue
            database.store.set_journal_mode(value.lower())
    result = databases[0].store.journal_mode
    return [(result,)]


@register("journal_size_limit", "journal_size_limit", quiet=False)
def journal_size_limit(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """How long a journal may stay between transactions; -1 without limit."""
    limits = connection.settings.numbers
    key = f"journal_size_limit {(schema or 'main').lower()}"
    if value is not None:
        limits[key] = max(integer(value), -1)
    return [(limits.get(key, -1),)]


@register("synchronous", "synchronous", schema=True)
def synchronous(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """0 off, 1 normal, 2 full, 3 extra."""
    store = store_of(connection, schema)
    if value is None:
        return [(store.synchronous,)]
    words = {"off": 0, "no": 0, "false": 0, "on": 1, "yes": 1, "true": 1, "normal": 1, "full": 2, "extra": 3}
    store.synchronous = words.get(value.lower(), integer(value) & 3)
    return []


@register("locking_mode", "locking_mode", quiet=False)
def locking_mode(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """normal or exclusive."""
    databases = [connection.database(schema)] if schema else connection.databases
    for database in databases:
        if value is not None and value.lower() in ("normal", "exclusive"):
            database.store.locking_mode = value.lower()
    return [(databases[0].store.locking_mode,)]


@register("cache_size", "cache_size", schema=True)
def cache_size(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """Pages (or, negative, KiB) the page cache should hold."""
    store = store_of(connection, schema)
    if value is None:
        return [(store.cache_size,)]
    store.cache_size = integer(value)
    return []


@register("default_cache_size", "default_cache_size", schema=True, writes=True)
def default_cache_size(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """The cache size kept in the file."""
    store = store_of(connection, schema)
    if value is None:
        return [(abs(store.default_cache_size) or 2000,)]
    store.default_cache_size = abs(integer(value))
    store.cache_size = abs(integer(value))
    return []


@register("cache_spill", "cache_spill")
def cache_spill(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """Whether changed pages may be written before the commit: remembered."""
    numbers = connection.settings.numbers
    if value is None:
        return [(numbers.get("cache_spill", 1900),)]
    numbers["cache_spill"] = integer(value) or int(boolean(value))
    return []


@register("mmap_size", "mmap_size", quiet=False)
def mmap_size(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """Files are read, never mapped: the size is remembered only."""
    numbers = connection.settings.numbers
    if value is not None:
        numbers["mmap_size"] = max(integer(value), 0)
    return [(numbers.get("mmap_size", 0),)]


@register("secure_delete", "secure_delete", schema=True, loads=False, quiet=False)
def secure_delete(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """Whether deleted content is overwritten: 1, 0, or 2 for fast."""
    store = store_of(connection, schema)
    if value is not None:
        number = 2 if value.lower() == "fast" else int(boolean(value))
        for database in [connection.database(schema)] if schema else connection.databases:
            database.store.secure_delete = number
    return [(int(store.secure_delete),)]


@register("wal_checkpoint", "busy", "log", "checkpointed", loads=True, quiet=False)
def wal_checkpoint(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """Copy the write-ahead log into the file."""
    mode = (value or "passive").lower()
    if mode not in ("passive", "full", "restart", "truncate"):
        mode = "passive"
    databases = [connection.database(schema)] if schema else connection.databases
    result: tuple[int, int, int] = (0, -1, -1)
    for place, database in enumerate(databases):
        if database.name == "temp":
            continue
        found = database.store.checkpoint(mode)
        if place == 0:
            result = found
    return [result]


@register("wal_autocheckpoint", "wal_autocheckpoint", quiet=False)
def wal_autocheckpoint(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """After how many pages of log a commit copies it back; 0 or less for never."""
    store = connection.main
    if value is not None:
        store.wal_autocheckpoint = max(integer(value), 0)
    return [(store.wal_autocheckpoint,)]


@register("lock_status", "database", "status")
def lock_status(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """Which locks are held."""
    return [
        (database.name, "reserved" if database.store.in_write else "unlocked")
        for database in connection.databases
    ]
