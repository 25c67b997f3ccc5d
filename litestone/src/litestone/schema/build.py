"""Makes ``Table``, ``Index`` and ``Trigger`` objects from parsed CREATE statements.

Sources: ``lang_createtable``, ``withoutrowid``, ``gencol``, ``stricttables``,
``rowidtable``, ``fileformat2`` (sections 2.3 to 2.5, record layout of WITHOUT
ROWID tables and of indexes). Expressions are taken as parsed; whether their
names resolve is for ``define`` to check when the object is created.
"""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.schema.expression import walk
from litestone.schema.objects import Check, Column, Index, IndexColumn, Table
from litestone.text.statement import ForeignKey
from litestone.text.tree import Collate, Literal, Name
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.text.statement import ColumnDef, Constraint, CreateIndex, CreateTable
    from litestone.text.tree import Expression, OrderTerm

MAX_COLUMNS = 2000
STRICT_TYPES = ("ANY", "BLOB", "INT", "INTEGER", "REAL", "TEXT")


def fail(message: str) -> SqlError:
    """An ordinary error of the statement that defines the object."""
    return SqlError(errors.ERROR, message)


def build_table(ast: CreateTable, database: str) -> Table:
    """The table that a CREATE TABLE statement (not AS SELECT) defines; roots are left 0.

    Raises SqlError with SQLite's text where the definition contradicts itself.
    """
    table = Table(ast.name, database)
    table.strict = ast.strict
    table.without_rowid = ast.without_rowid
    keyed: list[tuple[Constraint, int]] = []
    for definition in ast.columns:
        number = add_column(table, definition)
        keyed.extend((c, number) for c in definition.constraints if c.kind in ("PRIMARY KEY", "UNIQUE"))
    keyed.extend((c, -1) for c in ast.constraints if c.kind in ("PRIMARY KEY", "UNIQUE"))
    for constraint in ast.constraints:
        if constraint.kind == "CHECK" and constraint.expression is not None:
            condition = without_schemas(constraint.expression)
            table.checks.append(Check(condition, constraint.name, constraint.text))
        elif constraint.kind == "FOREIGN KEY" and constraint.foreign_key is not None:
            add_foreign_key(table, constraint.foreign_key)
    # The INTEGER PRIMARY KEY of a WITHOUT ROWID table gets its index last of all.
    keyed.sort(key=lambda pair: table.without_rowid and is_integer_key(table, *pair))
    for constraint, number in keyed:
        add_key(table, constraint, number)
    finish(table)
    return table


def add_column(table: Table, definition: ColumnDef) -> int:
    """Append one column with its own constraints (keys aside); returns its number."""
    name = definition.name
    if table.find_column(name) >= 0:
        raise fail(f"duplicate column name: {name}")
    if len(table.columns) >= MAX_COLUMNS:
        raise fail(f"too many columns on {table.name}")
    column = Column(name, definition.type_name, affinities.type_affinity(definition.type_name))
    if definition.type_name is None and not table.strict:
        column.affinity = affinities.BLOB
    if table.strict:
        check_strict_type(table, column)
    table.columns.append(column)
    for constraint in definition.constraints:
        add_column_constraint(table, column, constraint)
    return len(table.columns) - 1


def check_strict_type(table: Table, column: Column) -> None:
    """A STRICT table's column has one of six types (``stricttables`` section 2)."""
    if column.type_name is None:
        raise fail(f"missing datatype for {table.name}.{column.name}")
    if column.type_name.upper() not in STRICT_TYPES:
        raise fail(f'unknown datatype for {table.name}.{column.name}: "{column.type_name}"')
    if column.type_name.upper() == "ANY":
        column.affinity = affinities.BLOB


def add_column_constraint(table: Table, column: Column, constraint: Constraint) -> None:
    """Apply a column constraint that concerns the column alone."""
    kind = constraint.kind
    if kind == "NOT NULL":
        column.not_null = constraint.conflict or "ABORT"
    elif kind == "DEFAULT":
        if column.generated is not None:
            raise fail(f'cannot use DEFAULT on a generated column "{column.name}"')
        column.default = constraint.expression
        column.default_text = constraint.text
    elif kind == "COLLATE" and constraint.collation is not None:
        column.collation = constraint.collation
    elif kind == "CHECK" and constraint.expression is not None:
        table.checks.append(Check(without_schemas(constraint.expression), constraint.name, constraint.text))
    elif kind == "GENERATED":
        if column.default is not None:
            raise fail(f'error in generated column "{column.name}"')
        column.generated = constraint.expression
        column.stored = constraint.stored
    elif kind == "REFERENCES" and constraint.foreign_key is not None:
        key = constraint.foreign_key
        if key.parent_columns is not None and len(key.parent_columns) != 1:
            raise fail(f"foreign key on {column.name} should reference only one column of table {key.table}")
        own = ForeignKey(
            [column.name],
            key.table,
            key.parent_columns,
            key.on_delete,
            key.on_update,
            key.match,
            key.deferred,
        )
        table.foreign_keys.append(own)


def add_foreign_key(table: Table, key: ForeignKey) -> None:
    """Append a table-level FOREIGN KEY constraint."""
    if key.parent_columns is not None and len(key.parent_columns) != len(key.columns):
        raise fail(
            "number of columns in foreign key does not match the number of columns in the referenced table"
        )
    for name in key.columns:
        if table.find_column(name) < 0:
            raise fail(f'unknown column "{name}" in foreign key definition')
    table.foreign_keys.append(key)


def key_columns(table: Table, constraint: Constraint, number: int) -> list[IndexColumn]:
    """The columns of a PRIMARY KEY or UNIQUE constraint; ``number`` >= 0 for a column's own constraint."""
    if number >= 0:
        return [IndexColumn(number, None, table.columns[number].collation, constraint.descending)]
    return [indexed_column(table, term, None) for term in constraint.columns]


def indexed_column(table: Table, term: OrderTerm, index_name: str | None) -> IndexColumn:
    """One indexed column; expressions only in CREATE INDEX (``index_name`` given)."""
    if term.nulls is not None:
        raise fail(f"unsupported use of NULLS {term.nulls}")
    expression: Expression = term.expression
    collation = None
    while isinstance(expression, Collate):
        collation = collation or expression.collation
        expression = expression.operand
    name = column_name(expression, table)
    if name is not None:
        column = table.find_column(name)
        if column < 0 and index_name is None:
            raise fail(f'table "{table.name}" has no column named {name}'.replace('"', ""))
        if column >= 0:
            own = table.columns[column].collation
            if column == table.rowid_column and index_name is not None:
                return IndexColumn(-1, None, collation or "BINARY", term.descending)
            return IndexColumn(column, None, collation or own, term.descending)
    elif index_name is None:
        raise fail("expressions prohibited in PRIMARY KEY and UNIQUE constraints")
    return IndexColumn(-2, expression, collation or "BINARY", term.descending)


def column_name(expression: Expression, table: Table) -> str | None:
    """The column that an indexed term names; a string literal there is a name too (``quirks`` section 8)."""
    if isinstance(expression, Name) and expression.table is None:
        return expression.name
    if isinstance(expression, Literal) and expression.value.__class__ is str:
        text = str(expression.value)
        return text if table.find_column(text) >= 0 else None
    return None


def is_integer_key(table: Table, constraint: Constraint, number: int) -> bool:
    """Whether a constraint is what would make a column the rowid in an ordinary table."""
    if constraint.kind != "PRIMARY KEY" or (number >= 0 and constraint.descending):
        return False
    columns = key_columns(table, constraint, number)
    return len(columns) == 1 and (table.columns[columns[0].column].type_name or "").upper() == "INTEGER"


def add_key(table: Table, constraint: Constraint, number: int) -> None:
    """Apply a PRIMARY KEY or UNIQUE constraint: rowid alias or an index."""
    columns = key_columns(table, constraint, number)
    if constraint.kind == "UNIQUE":
        add_unique(table, columns, "u", constraint.conflict)
        return
    if table.primary_key:
        raise fail(f'table "{table.name}" has more than one primary key')
    for place, part in enumerate(columns):
        column = table.columns[part.column]
        if column.generated is not None:
            raise fail("generated columns cannot be part of the PRIMARY KEY")
        if not column.primary_key:
            column.primary_key = place + 1
        if part.column not in table.primary_key:
            table.primary_key.append(part.column)
    only = table.columns[columns[0].column]
    integer = len(columns) == 1 and (only.type_name or "").upper() == "INTEGER"
    descending = number >= 0 and constraint.descending
    table.key_conflict = constraint.conflict or "ABORT"
    if integer and not descending and not table.without_rowid:
        table.rowid_column = columns[0].column
        table.autoincrement = constraint.autoincrement
        return
    if constraint.autoincrement:
        if integer and not descending and table.without_rowid:
            raise fail("AUTOINCREMENT not allowed on WITHOUT ROWID tables")
        raise fail("AUTOINCREMENT is only allowed on an INTEGER PRIMARY KEY")
    if table.strict:  # ``stricttables`` section 2: what is no rowid may not be NULL
        for part in columns:
            column = table.columns[part.column]
            column.not_null = column.not_null or "ABORT"
    add_unique(table, columns, "pk", constraint.conflict)


def add_unique(table: Table, columns: list[IndexColumn], origin: str, conflict: str | None) -> None:
    """Make the automatic index of a constraint unless an equal one exists."""
    wanted = [(part.column, part.collation.lower()) for part in columns]
    for index in table.indexes:
        if [(part.column, part.collation.lower()) for part in index.columns] == wanted:
            rule = conflict or "ABORT"
            if index.conflict != rule:
                if conflict and index.conflict != "ABORT":
                    raise fail("conflicting ON CONFLICT clauses specified")
                if index.conflict == "ABORT":
                    index.conflict = rule
            if origin == "pk":
                index.origin = "pk"
            return
    name = f"sqlite_autoindex_{table.name}_{len(table.indexes) + 1}"
    index = Index(name, table, columns, True, origin)
    index.conflict = conflict or "ABORT"
    insert_index(table, index)


def insert_index(table: Table, index: Index) -> None:
    """Put an index where SQLite visits it: newest first, those that REPLACE last."""
    table.indexes.insert(0, index)
    replacing = [i for i in table.indexes if i.unique and i.conflict == "REPLACE"]
    if replacing:
        table.indexes = [i for i in table.indexes if i not in replacing] + replacing


def finish(table: Table) -> None:
    """Lay out the record once all columns and keys are known."""
    if all(column.generated is not None for column in table.columns):
        raise fail("must have at least one non-generated column")
    if table.without_rowid:
        if not table.primary_key:
            raise fail(f"PRIMARY KEY missing on table {table.name}")
        finish_without_rowid(table)
        return
    place = 0
    for column in table.columns:
        if column.generated is None or column.stored:
            column.storage = place
            place += 1


def primary_index(table: Table) -> Index:
    """The index that is the WITHOUT ROWID table itself."""
    for index in table.indexes:
        if index.origin == "pk":
            return index
    raise errors.corrupt()


def finish_without_rowid(table: Table) -> None:
    """Record layout of a WITHOUT ROWID table: key columns first, the others behind them."""
    key = primary_index(table)
    unique_parts: list[IndexColumn] = []
    for part in key.columns:
        same = [p for p in unique_parts if p.column == part.column]
        if not any(p.collation.lower() == part.collation.lower() for p in same):
            unique_parts.append(part)
    key.columns = unique_parts
    for part in unique_parts:
        column = table.columns[part.column]
        if column.not_null is None:
            column.not_null = "ABORT"
        if column.storage < 0:
            column.storage = unique_parts.index(part)
    place = len(unique_parts)
    for number, column in enumerate(table.columns):
        if column.storage < 0 and (column.generated is None or column.stored):
            column.storage = place
            place += 1
            key.suffix.append(number)
    for index in table.indexes:
        if index is not key:
            add_key_suffix(index, key)


def add_key_suffix(index: Index, key: Index) -> None:
    """Behind an index's own columns stand the primary-key columns it lacks."""
    own = {(part.column, part.collation.lower()) for part in index.columns}
    index.suffix = [part.column for part in key.columns if (part.column, part.collation.lower()) not in own]


def without_schemas(expression: Expression) -> Expression:
    """``expression`` with the schema dropped that ``schema.table.column`` may give.

    Observed: in a CHECK or in the WHERE of a partial index any schema will do.
    """
    for node in walk(expression):
        if isinstance(node, Name):
            node.schema = None
    return expression


def build_index(ast: CreateIndex, table: Table) -> Index:
    """The index that CREATE INDEX defines on ``table``; not yet among the table's indexes."""
    columns = [indexed_column(table, term, ast.name) for term in ast.columns]
    index = Index(ast.name, table, columns, ast.unique, "c")
    index.where = None if ast.where is None else without_schemas(ast.where)
    if table.without_rowid:
        add_key_suffix(index, primary_index(table))
    return index
