"""Which table a statement changes, and whether it may."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.schema.objects import Table

ROWID_NAMES = ("rowid", "_rowid_", "oid")


def find_target(connection: Connection, schema: str | None, name: str) -> Table:
    """The table, view or virtual table to change.

    Raises SqlError "no such table: …".
    """
    table = connection.find_table(schema, name)
    if table is None:
        shown = name if schema is None else f"{schema}.{name}"
        raise SqlError(errors.ERROR, f"no such table: {shown}")
    return table


def check_writable(connection: Connection, table: Table, instead_of: bool) -> None:
    """Refuse the schema table, and views that no INSTEAD OF trigger (``instead_of``) serves."""
    if table.root == 1 and not connection.settings.writable_schema:
        raise SqlError(errors.ERROR, f"table {table.name} may not be modified")
    if table.kind == "virtual" and not getattr(table.instance, "writable", False):
        raise SqlError(errors.ERROR, f"table {table.name} may not be modified")
    if table.kind == "view" and not instead_of:
        raise SqlError(errors.ERROR, f"cannot modify {table.name} because it is a view")


def is_rowid_name(table: Table, name: str) -> bool:
    """Whether ``name``, which is no column of ``table``, means its rowid."""
    return not table.without_rowid and name.lower() in ROWID_NAMES
