"""Pragmas that switch settings of the connection; none of them touches a file."""

from __future__ import annotations

from litestone.define.pragma import boolean, integer, register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from litestone.connection import Connection
    from litestone.text.tree import Value

    Row = tuple[Value, ...]

FLAGS = (
    "automatic_index",
    "cell_size_check",
    "count_changes",
    "defer_foreign_keys",
    "empty_result_callbacks",
    "full_column_names",
    "ignore_check_constraints",
    "legacy_alter_table",
    "query_only",
    "recursive_triggers",
    "reverse_unordered_selects",
    "short_column_names",
    "trusted_schema",
    "writable_schema",
)
UNUSED_FLAGS = ("checkpoint_fullfsync", "fullfsync", "legacy_file_format", "read_uncommitted")


def register_flag(name: str) -> None:
    """A pragma that reads or switches one flag of the settings."""

    def run(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
        if value is None:
            return [(int(getattr(connection.settings, name)),)]
        setattr(connection.settings, name, boolean(value))
        if name == "defer_foreign_keys" and not boolean(value):
            connection.deferred_violations -= connection.postponed_violations
            connection.postponed_violations = 0
        if name == "writable_schema" and value.lower() == "reset":
            for database in connection.databases:
                connection.forget_schema(database)
        connection.schema_changed()
        return []

    register(name, name)(run)


def register_unused_flag(name: str) -> None:
    """A flag that means nothing here beyond being remembered."""
    remembered = f"flag_{name}"

    def run(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
        others = connection.settings.others
        if value is None:
            return [(int(others.get(remembered, False)),)]
        others[remembered] = boolean(value)
        return []

    register(name, name)(run)


for flag_name in FLAGS:
    register_flag(flag_name)
for flag_name in UNUSED_FLAGS:
    register_unused_flag(flag_name)


@register("foreign_keys", "foreign_keys")
def foreign_keys(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """Inside a transaction the setting can't be changed (``foreignkeys`` section 2)."""
    if value is None:
        return [(int(connection.settings.foreign_keys),)]
    if connection.transaction.autocommit:
        connection.settings.foreign_keys = boolean(value)
        connection.schema_changed()
    return []


@register("case_sensitive_like")
def case_sensitive_like(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """Switches LIKE; it can't be read."""
    if value is not None:
        connection.settings.case_sensitive_like = boolean(value)
        connection.schema_changed()
    return []


@register("temp_store", "temp_store")
def temp_store(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """Where temporary tables live: remembered, for here it is always memory."""
    if value is None:
        return [(connection.settings.temp_store,)]
    words = {"default": 0, "file": 1, "memory": 2}
    number = words.get(value.lower(), integer(value))
    connection.settings.temp_store = number if 0 <= number <= 2 else 0
    return []


@register("busy_timeout", "timeout", quiet=False)
def busy_timeout(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """Milliseconds to wait for a lock."""
    if value is not None:
        connection.settings.busy_timeout = max(integer(value), 0)
        connection.set_busy_timeout(connection.settings.busy_timeout)
    return [(connection.settings.busy_timeout,)]


@register("analysis_limit", "analysis_limit", quiet=False)
def analysis_limit(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """How many rows ANALYZE looks at; 0 for all."""
    if value is not None and integer(value) >= 0:
        connection.settings.analysis_limit = integer(value)
    return [(connection.settings.analysis_limit,)]


def register_number(name: str, column: str, default: int) -> None:
    """A number that is remembered and given back, and has no effect on results."""

    def run(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
        numbers = connection.settings.numbers
        if value is not None and integer(value) >= 0:
            numbers[name] = integer(value)
        return [(numbers.get(name, default),)]

    register(name, column, quiet=False)(run)


for number_name, number_column, number_default in (
    ("soft_heap_limit", "soft_heap_limit", 0),
    ("hard_heap_limit", "hard_heap_limit", 0),
    ("threads", "threads", 0),
):
    register_number(number_name, number_column, number_default)


@register("optimize", loads=True)
def optimize(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """ANALYZE is run only for tables that need it, and none does in a fresh connection."""
    return []


@register("shrink_memory")
def shrink_memory(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """Nothing to give back."""
    return []


@register("data_version", "data_version")
def data_version(connection: Connection, schema: str | None, value: str | None) -> Iterable[Row]:
    """A number that changes when another connection has changed the file."""
    return [(connection.database(schema or "main").store.data_version,)]
