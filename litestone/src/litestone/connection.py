"""A connection: its databases, what names mean in it, and its settings.

``prepare`` gives one statement at a time; ``transaction`` holds the state of
the transaction; the executor and the planner look everything up here.
"""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.function import registry
from litestone.schema.build import primary_index
from litestone.schema.load import load_schema
from litestone.schema.objects import Schema
from litestone.storage.index_tree import KeyOrder
from litestone.storage.row_reader import RowReader
from litestone.storage.store import Store
from litestone.transaction import Transaction
from litestone.value import affinity as affinities
from litestone.value import collation as collations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from litestone.prepared import Statement
    from litestone.schema.objects import Column, Index, IndexColumn, Table, Trigger
    from litestone.schema.query import Source
    from litestone.storage.index_tree import IndexTree
    from litestone.storage.table_tree import TableTree
    from litestone.text.tree import Value

MAX_ATTACHED = 10
MAX_FUNCTION_ARGUMENTS = 127
SCHEMA_NAMES = ("sqlite_master", "sqlite_schema")
TEMP_SCHEMA_NAMES = ("sqlite_temp_master", "sqlite_temp_schema")


class Database:
    """One database of a connection: ``main``, ``temp`` or an attached one."""

    __slots__ = ("name", "path", "schema", "store")

    def __init__(self, name: str, path: str, store: Store) -> None:
        self.name = name
        self.path = path
        self.store = store
        self.schema = Schema(name)


def key_part(table: Table, number: int) -> IndexColumn:
    """The field of a WITHOUT ROWID table's primary key that holds a column: its collation and direction.

    Other indexes of the table have it behind their own columns.
    """
    for part in primary_index(table).columns:
        if part.column == number:
            return part
    raise errors.corrupt()


class Settings:
    """What PRAGMA statements switch for the connection as a whole (``pragma``)."""

    def __init__(self) -> None:
        self.foreign_keys = False
        self.recursive_triggers = False
        self.defer_foreign_keys = False
        self.ignore_check_constraints = False
        self.case_sensitive_like = False
        self.reverse_unordered_selects = False
        self.automatic_index = True
        self.writable_schema = False
        self.legacy_alter_table = False
        self.trusted_schema = True
        self.query_only = False
        self.count_changes = False
        self.cell_size_check = False
        self.short_column_names = True
        self.full_column_names = False
        self.empty_result_callbacks = False
        self.temp_store = 0
        self.busy_timeout = 0
        self.analysis_limit = 0
        # Whether long loops run as generated code (None: as the environment's LITESTONE_CODEGEN says),
        # and from how many pages of the outermost tree on.
        self.codegen: bool | None = None
        self.codegen_pages = 8
        self.numbers: dict[str, int] = {}
        self.others: dict[str, bool] = {}


class Connection:
    """An open database, as ``sqlite3_open`` gives one.

    ``path`` may be ``:memory:`` or empty (a private temporary database). The
    file is not touched before the first statement that needs it.
    """

    def __init__(self, path: str, *, readonly: bool = False, create: bool = True) -> None:
        self.settings = Settings()
        self.databases: list[Database] = [
            Database("main", path, self.open_store(path, readonly=readonly, create=create)),
            Database("temp", "", Store.open(None)),
        ]
        self.transaction = Transaction(self)
        # Violated foreign keys to be put right by the commit, and how many of them
        # ``PRAGMA defer_foreign_keys`` let pass: they are forgotten when it is switched off.
        self.deferred_violations = 0
        self.postponed_violations = 0
        self.changes = 0
        self.total_changes = 0
        self.last_insert_rowid = 0
        self.functions: dict[tuple[str, int], registry.Scalar | registry.Aggregate] = {}
        self.user_collations: dict[str, Callable[[str, str], int]] = {}
        self.schema_generation = 0
        self.key_orders: dict[Index, KeyOrder] = {}
        # Called again and again as statements go on, if compiled while ``watched``;
        # raises SqlError to stop one.
        self.watch: Callable[[], None] | None = None
        self.watched = False
        self.authorizer: Callable[..., int] | None = None
        self.most_arguments = MAX_FUNCTION_ARGUMENTS
        # While ALTER TABLE looks through stored texts, only what their names mean may be wrong in them; the
        # observer is told of each name and its column, or of a string in double quotes (no source),
        # which there are none of where ``quoted_strings`` is off.
        self.names_only = False
        self.quoted_strings = True
        self.name_observer: Callable[[str, Source | None, int], None] | None = None
        self.busy_since = 0.0
        self.vacuum_modes: dict[Store, int] = {}

    def open_store(self, path: str, *, readonly: bool = False, create: bool = True) -> Store:
        """A store for a path as ``sqlite3_open`` reads it."""
        if path.startswith("file:"):
            from litestone.uri import open_uri

            return open_uri(path)
        if path in (":memory:", ""):
            return Store.open(None)
        return Store.open(path, readonly=readonly, create=create)

    def close(self) -> None:
        """Roll back what is open and close every file."""
        self.transaction.abandon()
        for database in self.databases:
            database.store.close()

    def prepare(self, sql: str, start: int = 0) -> tuple[Statement | None, int]:
        """The statement of ``sql`` at ``start`` and where the next begins; None at the end of the text.

        Raises SqlError for text that does not parse or names that do not resolve.
        """
        from litestone.prepared import prepare

        return prepare(self, sql, start)

    def execute(self, sql: str, parameters: Sequence[Value] = ()) -> list[tuple[Value, ...]]:
        """Run every statement of ``sql`` and give the rows of the last one that has any."""
        rows: list[tuple[Value, ...]] = []
        place = 0
        while True:
            statement, place = self.prepare(sql, place)
            if statement is None:
                return rows
            found = list(statement.execute(parameters))
            if statement.columns:
                rows = found

    # -- databases and schemas

    @property
    def main(self) -> Store:
        """The store of ``main``."""
        return self.databases[0].store

    @property
    def encoding(self) -> int:
        """Text encoding of the connection's databases: 1 UTF-8, 2 UTF-16le, 3 UTF-16be."""
        return self.databases[0].store.encoding

    def database(self, name: str) -> Database:
        """The database called ``name`` (any case); raises SqlError "unknown database …"."""
        found = self.find_database(name)
        if found is None:
            raise SqlError(errors.ERROR, f"unknown database {name}")
        return found

    def find_database(self, name: str) -> Database | None:
        """The database called ``name`` (any case), or None."""
        wanted = name.lower()
        for database in self.databases:
            if database.name.lower() == wanted:
                return database
        return None

    def search_order(self) -> list[Database]:
        """Where an unqualified name is looked for: temp, main, then the attached ones (``lang_naming``)."""
        return [self.databases[1], self.databases[0], *self.databases[2:]]

    def refresh_schemas(self) -> None:
        """Load each schema whose cookie is not the file's; every store is inside a read transaction."""
        for database in self.databases:
            if database.schema.cookie != database.store.schema_cookie or not database.schema.tables:
                self.reload_schema(database)

    def reload_schema(self, database: Database) -> None:
        """Read ``sqlite_schema`` of one database anew."""
        database.schema = load_schema(database.store, database.name, self.settings.writable_schema)
        self.schema_changed()

    def schema_changed(self) -> None:
        """Forget what was derived from the schemas."""
        self.schema_generation += 1
        self.key_orders.clear()

    def forget_schema(self, database: Database) -> None:
        """Make the next statement read the schema of ``database`` anew."""
        database.schema = Schema(database.name)
        self.schema_changed()

    # -- names

    def find_table(self, schema: str | None, name: str) -> Table | None:
        """The table, view or virtual table called ``name``; None without one.

        Without a schema name temp is searched first, then main, then the
        attached databases in order. Raises SqlError for an unknown schema only
        through the caller's own message: an unknown one gives None.
        """
        wanted = name.lower()
        if schema is None:
            for database in self.search_order():
                found = self.table_in(database, wanted, False)
                if found is not None:
                    return found
            return self.eponymous_table(wanted)
        where = self.find_database(schema)
        return None if where is None else self.table_in(where, wanted)

    def table_in(self, database: Database, wanted: str, named: bool = True) -> Table | None:
        """A table of one database by its name in lower case, the schema table under each of its names.

        ``named``: the database is named before the dot; else temp's schema table goes by its own names.
        """
        found = database.schema.tables.get(wanted)
        if found is not None or not wanted.startswith("sqlite_"):
            return found
        if database.name != "temp":
            return database.schema.tables.get(SCHEMA_NAMES[0]) if wanted in SCHEMA_NAMES else None
        if wanted in TEMP_SCHEMA_NAMES or (named and wanted in SCHEMA_NAMES):
            return database.schema.tables.get(TEMP_SCHEMA_NAMES[0])
        return None

    def eponymous_table(self, wanted: str) -> Table | None:
        """A virtual table that exists without CREATE, such as ``json_each`` or ``pragma_table_info``."""
        from litestone.virtual import registry as modules

        return modules.eponymous_table(self, wanted)

    def find_index(self, schema: str | None, name: str) -> Index | None:
        """The index called ``name``, searched for as tables are."""
        wanted = name.lower()
        for database in self.search_order():
            if schema is None or database.name.lower() == schema.lower():
                found = database.schema.indexes.get(wanted)
                if found is not None:
                    return found
        return None

    def find_trigger(self, schema: str | None, name: str) -> Trigger | None:
        """The trigger called ``name``, searched for as tables are."""
        wanted = name.lower()
        for database in self.search_order():
            if schema is None or database.name.lower() == schema.lower():
                found = database.schema.triggers.get(wanted)
                if found is not None:
                    return found
        return None

    def triggers_of(self, table: Table) -> list[Trigger]:
        """The triggers of a table in the order they fire.

        Temp triggers of a table elsewhere come first, oldest first; a table's own go newest first.
        """
        temporary = self.databases[1].schema.triggers
        if not temporary:
            return table.triggers
        own = [t for t in temporary.values() if self.trigger_table(t) is table]
        if table.database == "temp":
            own.reverse()
        return own + table.triggers

    def trigger_table(self, trigger: Trigger) -> Table | None:
        """The table a trigger is on; a temp trigger may be on a table of another database."""
        if trigger.database != "temp":
            return self.find_table(trigger.database, trigger.table)
        return self.find_table(trigger.definition.table_schema, trigger.table)

    def find_function(self, name: str, nargs: int) -> registry.Scalar | registry.Aggregate | None:
        """The function of that name for that number of arguments, the user's own first."""
        if self.functions:
            folded = name.lower()
            own = self.functions.get((folded, nargs)) or self.functions.get((folded, -1))
            if own is not None:
                return own
        return registry.find(name, nargs)

    def function_exists(self, name: str) -> bool:
        """Whether any function has that name, whatever its number of arguments."""
        folded = name.lower()
        return registry.exists(folded) or any(key[0] == folded for key in self.functions)

    def collation_key(self, name: str | None) -> Callable[[str], Any] | None:
        """The key function of a collation (None: compare the text itself).

        Raises SqlError "no such collation sequence: …".
        """
        folded = "BINARY" if name is None else name.upper()
        own = self.user_collations.get(folded)
        if own is not None:
            return collations.comparison_key(own)
        if folded not in (collations.BINARY, collations.NOCASE, collations.RTRIM):
            raise SqlError(errors.ERROR, f"no such collation sequence: {name}")
        return collations.key_function(folded, self.encoding)

    # -- trees

    def store_of(self, table: Table) -> Store:
        """The store a table lives in."""
        return self.database(table.database).store

    def table_tree(self, table: Table) -> TableTree:
        """The tree of a rowid table."""
        return self.store_of(table).table(table.root)

    def index_tree(self, index: Index) -> IndexTree:
        """The tree of an index, or of a WITHOUT ROWID table through its primary key."""
        return self.store_of(index.table).index(index.root, self.key_order(index))

    def key_order(self, index: Index) -> KeyOrder:
        """How the entries of an index are ordered (``fileformat2`` section 2.4)."""
        order = self.key_orders.get(index)
        if order is None:
            keys = [self.collation_key(part.collation) for part in index.columns]
            descending = [part.descending for part in index.columns]
            if not index.table.without_rowid:
                keys.append(self.collation_key(None))
                descending.append(False)
            elif index.origin != "pk":
                for number in index.suffix:
                    part = key_part(index.table, number)
                    keys.append(self.collation_key(part.collation))
                    # A constraint's index takes the key without its direction, one of CREATE INDEX with it.
                    descending.append(part.descending and index.origin == "c")
            order = KeyOrder(len(keys), tuple(descending), tuple(keys), self.encoding)
            self.key_orders[index] = order
        return order

    def reader(self, table: Table, columns: Sequence[int]) -> RowReader:
        """A reader that gives table columns ``columns``, each of which is stored, then the rowid."""
        fields = tuple(table.columns[number].storage for number in columns)
        real = frozenset(
            table.columns[number].storage
            for number in columns
            if table.columns[number].affinity == affinities.REAL
        )
        alias = table.columns[table.rowid_column].storage if table.rowid_column >= 0 else -1
        defaults = None
        if any(table.columns[number].default is not None for number in columns):
            defaults = self.defaults(table)
        return RowReader(fields, defaults, real, alias)

    def defaults(self, table: Table) -> tuple[Value, ...]:
        """What each field is where a record ends before it (a column added by ALTER TABLE)."""
        values: list[Value] = [None] * len(table.columns)
        for column in table.columns:
            if column.default is not None and column.storage >= 0:
                values[column.storage] = self.default_value(column)
        return tuple(values)

    def default_value(self, column: Column) -> Value:
        """The value of a constant DEFAULT clause under the column's affinity; None without one."""
        from litestone.run.constant import constant_value

        return affinities.apply(constant_value(self, column.default), column.affinity)

    def full_path(self, database: Database) -> str:
        """The absolute path of a database's file; empty for one without a file."""
        from os.path import abspath

        return "" if database.path in ("", ":memory:") else abspath(database.path)

    def set_busy_timeout(self, milliseconds: int) -> None:
        """Wait so long for a lock before giving up with SQLITE_BUSY."""
        from time import monotonic, sleep

        def wait(tries: int) -> bool:
            if tries == 0:
                self.busy_since = monotonic()
            if monotonic() - self.busy_since > milliseconds / 1000:
                return False
            sleep(min(0.001 * (tries + 1), 0.1))
            return True

        for database in self.databases:
            database.store.busy = wait if milliseconds > 0 else None

    # -- transactions, for those who write

    def begin_write(self, database_name: str) -> None:
        """Make sure that a database is inside a write transaction and its savepoints are open."""
        self.transaction.begin_write(self.database(database_name).store)
