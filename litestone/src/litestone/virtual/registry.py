"""The virtual-table modules by name, and the tables that exist without CREATE."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.schema.objects import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.virtual.module import Module

PRAGMA_PREFIX = "pragma_"
LAZY: dict[str, str] = {"dbstat": "dbstat", "json_each": "json_table", "json_tree": "json_table"}
"""Module name to the Python module under ``litestone.virtual`` that defines ``MODULE``."""

SHELL_MODULES = {"generate_series": "series"}
"""What the command-line shell has besides."""


def add_shell_modules() -> None:
    """Offer the modules of the command-line shell, for all connections of the process."""
    LAZY.update(SHELL_MODULES)


def find_module(name: str) -> Module | None:
    """The module called ``name`` (any case), loaded when first asked for."""
    wanted = name.lower()
    if wanted.startswith(PRAGMA_PREFIX):
        from litestone.virtual.pragma_function import pragma_module

        return pragma_module(wanted)
    where = LAZY.get(wanted)
    if where is None:
        return None
    from importlib import import_module

    found: Module = import_module(f"litestone.virtual.{where}").MODULES[wanted]
    return found


def module_names() -> list[str]:
    """The names of all modules but the pragma functions."""
    return sorted(LAZY)


def eponymous_table(connection: Connection, wanted: str) -> Table | None:
    """The table that a module gives under its own name, such as ``json_each``; None without one."""
    module = find_module(wanted)
    if module is None or not module.eponymous:
        return None
    table = Table(wanted, "main", "virtual")
    table.module = wanted
    table.instance = module.connect(connection, table)
    table.columns = table.instance.columns
    return table


def connect_table(connection: Connection, table: Table) -> None:
    """Give a table from the schema its object and columns, when first used."""
    if table.instance is None:
        module = find_module(table.module or "")
        if module is None:
            raise SqlError(errors.ERROR, f"no such module: {table.module}")
        table.instance = module.connect(connection, table)
        table.columns = table.instance.columns


def destroy_instance(connection: Connection, table: Table) -> None:
    """Let a virtual table that is being dropped remove its storage."""
    connect_table(connection, table)
    table.instance.destroy()
