"""Transient indexes, built when first looked into (``optoverview`` section 12)."""

from __future__ import annotations

from litestone.plan.model import NullSafe
from litestone.run.membership import identity
from litestone.run.sorting import FIRST, value_key
from litestone.schema.expression import affinity as affinity_of
from litestone.schema.expression import common_affinity, sources
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from litestone.plan.model import AutomaticIndex
    from litestone.run.compile import Compiler
    from litestone.schema.query import Source
    from litestone.text.tree import Expression

    Frame = list[Any]
    Scan = Callable[[list[Any]], Iterable[tuple[Any, ...]]]


def automatic_index(compiler: Compiler, source: Source, access: AutomaticIndex, everything: Scan) -> Scan:
    """The rows of ``everything`` whose columns equal the probes, from an index kept for the run.

    Rows that are equal in the indexed columns come in the order of the other columns read, then as found.
    """
    slot = source.slot
    kept = compiler.new_slot()
    if source.query is not None and source.query.correlated:
        compiler.resets.append(kept)
    columns: list[Callable[[Frame], Any]] = []
    probes: list[Callable[[Frame], Any]] = []
    safe: list[bool] = []
    for number, asked, collation in zip(access.columns, access.probes, access.collations, strict=True):
        probe: Expression = asked.probe if isinstance(asked, NullSafe) else asked
        safe.append(isinstance(asked, NullSafe))
        column = source.columns[number] if number >= 0 else None
        own = affinities.INTEGER if column is None else column.affinity
        key = compiler.connection.collation_key(collation)
        shared = common_affinity(own, affinity_of(probe))
        columns.append(member(compiler, source, number, identity(shared, key)))
        probes.append(normalized(compiler.expression(probe), identity(shared, key)))
    # The index outlives the rows of enclosing queries; levels test these filters again.
    lasting = [term for term in access.filters if sources(term) <= {source}]
    passes = compiler.predicates(lasting)
    rest = remaining(compiler, source, access)

    def build(frame: Frame) -> dict[Any, list[tuple[Any, ...]]]:
        found: dict[Any, list[tuple[Any, ...]]] = {}
        for row in everything(frame):
            frame[slot] = row
            if passes is None or passes(frame):
                key = tuple([column(frame) for column in columns])
                found.setdefault(key, []).append(row)
        if rest:
            for rows in found.values():
                if len(rows) > 1:
                    rows.sort(key=lambda row: [value_key(row[place], None, FIRST) for place in rest])
        return found

    def look_up(frame: Frame) -> Iterable[tuple[Any, ...]]:
        key = tuple([probe(frame) for probe in probes])
        if None in key and not all(safe[place] for place, value in enumerate(key) if value is None):
            return ()
        index = frame[kept]
        if index is None:
            index = frame[kept] = build(frame)
        return index.get(key, ())  # type: ignore[no-any-return]

    return look_up


def normalized(value_of: Callable[[Frame], Any], normal: Callable[[Any], Any]) -> Callable[[Frame], Any]:
    """A value in its normal form."""
    return lambda frame: normal(value_of(frame))


def member(
    compiler: Compiler, source: Source, number: int, normal: Callable[[Any], Any]
) -> Callable[[Frame], Any]:
    """A column of the row at hand in its normal form."""
    from litestone.schema.query import ColumnRef

    return normalized(compiler.expression(ColumnRef(source, number)), normal)


def remaining(compiler: Compiler, source: Source, access: AutomaticIndex) -> list[int]:
    """The places of the columns read that are not indexed, of a stored table."""
    if source.kind != "table":
        return []
    layout = compiler.layouts[source]
    return [place for place, number in enumerate(layout.columns or ()) if number not in access.columns]
