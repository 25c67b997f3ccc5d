"""Result columns: expanding ``*`` and naming (``lang_select`` section 2.1, ``pragma`` short_column_names)."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.schema.query import ColumnRef
from litestone.schema.resolve_join import left_of_right_join
from litestone.schema.resolve_name import column_of
from litestone.schema.resolve_order import bare_term, column_label
from litestone.text.tree import Expression, Name, ResultColumn, Star

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.query import Source
    from litestone.schema.resolve import Resolver
    from litestone.schema.scope import Scope


class Output:
    """A result column and its names: as shown, as a source's column, as ORDER BY and other clauses see it."""

    __slots__ = ("alias", "expression", "name", "order_name", "source_name")

    def __init__(self, expression: Expression, name: str) -> None:
        self.expression = expression
        self.name = name
        self.source_name = name
        self.order_name: str | None = None
        self.alias: str | None = None


def expand_outputs(resolver: Resolver, columns: list[ResultColumn | Star], scope: Scope) -> list[Output]:
    """The result columns of a SELECT or of RETURNING, each ``*`` expanded."""
    found: list[Output] = []
    for column in columns:
        if isinstance(column, Star):
            found += expand_star(resolver, column, scope)
        else:
            found.append(one_output(resolver, column, scope))
    return found


def one_output(resolver: Resolver, column: ResultColumn, scope: Scope) -> Output:
    """One result column that is not ``*``."""
    expression = resolver.scalar(column.expression, scope)
    if column.alias is not None:
        output = Output(expression, column.alias)
        output.alias = output.order_name = column.alias
        return output
    output = Output(expression, shown_name(resolver, expression, column.text))
    bare = bare_term(column.expression)
    output.source_name = bare.name if isinstance(bare, Name) else column.text
    return output


def shown_name(resolver: Resolver, expression: Expression, text: str) -> str:
    """The name of a column without AS: that of the table column it is, else its text."""
    settings = resolver.connection.settings
    if isinstance(expression, ColumnRef):
        if settings.full_column_names:
            return f"{expression.source.name}.{column_label(expression)}"
        if settings.short_column_names:
            return column_label(expression)
    return text


def expand_star(resolver: Resolver, star: Star, scope: Scope) -> list[Output]:
    """The columns of ``*`` or ``table.*``.

    Raises SqlError "no tables specified" or "no such table: …".
    """
    found: list[Output] = []
    matched = False
    for number, source in enumerate(scope.sources):
        named = source.nested is None and star.table is not None
        if named and (source.alias or source.name).lower() != (star.table or "").lower():
            continue
        matched = matched or star.table is None or source.nested is None
        for column in starred_columns(source, star):
            matched = True
            check_single(source, column, scope.sources[:number])
            found.append(starred_output(resolver, source, number, column, star, scope))
    if not matched:
        if star.table is not None:
            raise SqlError(errors.ERROR, f"no such table: {star.table}")
        raise SqlError(errors.ERROR, "no tables specified")
    return found


def check_single(source: Source, column: int, earlier: list[Source]) -> None:
    """Raises SqlError where a column that ``*`` stands for is one of several of its full name."""
    if source.nested is not None or source.kind != "table" or source.table is None:
        return
    name = (source.alias or source.name).lower()
    wanted = source.columns[column].name.lower()
    for other in earlier:
        if other.nested is not None or other.kind != "table" or other.table is None:
            continue
        same = (other.alias or other.name).lower() == name and other.table.database == source.table.database
        if same and wanted not in source.using and any(c.name.lower() == wanted for c in other.columns):
            shown = f"{source.table.database}.{other.alias or other.name}.{source.columns[column].name}"
            raise SqlError(errors.ERROR, f"ambiguous column name: {shown}")


def starred_columns(source: Source, star: Star) -> list[int]:
    """The numbers of the columns of one source that ``*`` shows."""
    nested = source.nested
    if nested is None:
        return [
            number
            for number, column in enumerate(source.columns)
            if not column.hidden and (star.table is not None or column.name.lower() not in source.using)
        ]
    if star.table is None:
        return [
            number
            for number, column in enumerate(nested)
            if not column.hidden and column.name.lower() not in source.using
        ]
    wanted = star.table.lower()
    return [
        number
        for number, column in enumerate(nested)
        if column.table is not None and column.table.lower() == wanted
    ]


def starred_output(
    resolver: Resolver, source: Source, number: int, column: int, star: Star, scope: Scope
) -> Output:
    """One column of ``*``; where a RIGHT or FULL JOIN follows, a USING column is what it makes of it."""
    name = source.columns[column].name if source.nested is None else source.nested[column].name
    later = any(name.lower() in other.using for other in scope.sources[number + 1 :])
    if star.table is None and later and left_of_right_join(scope.sources, number):
        expression = resolver.unqualified(name, scope)
    else:
        expression = column_of(resolver, source, column)
    name = source.columns[column].name
    shown = name
    if resolver.connection.settings.full_column_names:
        shown = f"{source.alias or source.name}.{name}"
    output = Output(expression, shown)
    output.source_name = output.order_name = name
    return output
