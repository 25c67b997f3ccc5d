"""ALTER TABLE (``lang_altertable``): which of its four forms, and on what."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.text.statement import AddColumn, DropColumn, RenameColumn, RenameTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.schema.objects import Table

    Alteration = RenameTable | RenameColumn | AddColumn | DropColumn


def altered_table(connection: Connection, tree: Alteration) -> Table:
    """The table named; raises SqlError where it does not exist or can't be altered."""
    table = connection.find_table(tree.schema, tree.table)
    if table is None:
        shown = tree.table if tree.schema is None else f"{tree.schema}.{tree.table}"
        raise SqlError(errors.ERROR, f"no such table: {shown}")
    if table.name.lower().startswith("sqlite_"):
        raise SqlError(errors.ERROR, f"table {table.name} may not be altered")
    if table.kind != "table":
        refuse_kind(table, tree)
    return table


def refuse_kind(table: Table, tree: Alteration) -> None:
    """Views and virtual tables: only a virtual table's name can be changed."""
    if isinstance(tree, RenameTable):
        if table.kind == "view":
            raise SqlError(errors.ERROR, f"view {table.name} may not be altered")
        return
    if isinstance(tree, AddColumn):
        if table.kind == "view":
            raise SqlError(errors.ERROR, "Cannot add a column to a view")
        raise SqlError(errors.ERROR, "virtual tables may not be altered")
    verb = "rename columns of" if isinstance(tree, RenameColumn) else "drop column from"
    kind = "view" if table.kind == "view" else "virtual table"
    raise SqlError(errors.ERROR, f'cannot {verb} {kind} "{table.name}"')


def alter(connection: Connection, tree: Alteration) -> None:
    """Run an ALTER TABLE statement."""
    connection.names_only = True
    try:
        run_alteration(connection, altered_table(connection, tree), tree)
    finally:
        connection.names_only = False


def run_alteration(connection: Connection, table: Table, tree: Alteration) -> None:
    """Run the form of ALTER TABLE that ``tree`` is."""
    if isinstance(tree, RenameTable):
        from litestone.define.rename_table import rename_table

        rename_table(connection, table, tree.new_name)
    elif isinstance(tree, RenameColumn):
        from litestone.define.rename_column import rename_column

        rename_column(connection, table, tree)
    elif isinstance(tree, AddColumn):
        from litestone.define.add_column import add_column

        add_column(connection, table, tree)
    else:
        from litestone.define.drop_column import drop_column

        drop_column(connection, table, tree)
