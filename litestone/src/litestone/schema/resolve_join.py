"""NATURAL JOIN and USING: which columns are joined, and how (``lang_select`` section 2.2)."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.schema.resolve_name import column_number, column_of
from litestone.text.tree import Binary, Call, Expression, FromTerm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.schema.query import Source
    from litestone.schema.resolve import Resolver


def left_of_right_join(sources: list[Source], number: int) -> bool:
    """Whether a RIGHT or FULL JOIN stands right of source ``number``."""
    return any(source.join in ("right", "full") for source in sources[number + 1 :])


def apply_using(resolver: Resolver, term: FromTerm, sources: list[Source], number: int) -> None:
    """Add the equations of a NATURAL JOIN or a USING clause to the source at its right.

    Raises SqlError "cannot join using column …" or "ambiguous reference to … in USING()".
    """
    right = sources[number]
    if "NATURAL" in term.join:
        if term.on is not None or term.using:
            raise SqlError(errors.ERROR, "a NATURAL join may not have an ON or USING clause")
        names = common_names(sources, number)
    else:
        names = list(term.using or ())
    for name in names:
        wanted = name.lower()
        column = shared_column(right, wanted)
        found = owners(sources[:number], wanted)
        if column is None or not found:
            text = f"cannot join using column {name} - column not present in both tables"
            raise SqlError(errors.ERROR, text)
        left = left_side(resolver, sources, found, wanted, name)
        right.on.append(Binary("=", left, column_of(resolver, right, column)))
        right.using.append(wanted)


def common_names(sources: list[Source], number: int) -> list[str]:
    """The columns of source ``number`` that also stand left of it."""
    names = []
    for place, column in enumerate(sources[number].columns):
        if column.hidden or (sources[number].nested is not None and sources[number].nested[place].hidden):  # type: ignore[index]
            continue
        if owners(sources[:number], column.name.lower()):
            names.append(column.name)
    return names


def shared_column(source: Source, wanted: str) -> int | None:
    """The column of ``source`` that USING means."""
    if source.nested is not None:
        for place, column in enumerate(source.nested):
            if column.name.lower() == wanted and not column.hidden:
                return place
        return None
    found = column_number(source, wanted)
    return None if found is None or source.columns[found].hidden else found


def owners(sources: list[Source], wanted: str) -> list[tuple[Source, int]]:
    """The sources that have a column of that name, from left to right, and its number."""
    found = []
    for source in sources:
        column = shared_column(source, wanted)
        if column is not None:
            found.append((source, column))
    return found


def left_side(
    resolver: Resolver, sources: list[Source], found: list[tuple[Source, int]], wanted: str, name: str
) -> Expression:
    """What the column at the right of a join is compared with.

    That is the first source's column; in a query with a RIGHT or FULL JOIN the
    first of several that is not NULL.
    """
    if len(found) == 1 or not left_of_right_join(sources, 0):
        return column_of(resolver, *found[0])
    for source, _ in found[1:]:
        if wanted not in source.using:
            raise SqlError(errors.ERROR, f"ambiguous reference to {name} in USING()")
    call = Call("coalesce", [column_of(resolver, *item) for item in found], False, False, None, None)
    call.function = resolver.scalar_function("coalesce", len(found))
    return call


def joined_twice(name: str, source: Source, following: list[str]) -> bool:
    """Whether a column is hidden behind the merged one of a USING clause."""
    wanted = name.lower()
    return wanted in source.using or wanted in following
