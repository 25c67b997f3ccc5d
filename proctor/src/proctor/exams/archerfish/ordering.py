"""What a golden query's ORDER BY and LIMIT leave open: rows that tie, and rows that were cut off by chance.

The golden is run in another form: with the rank of each row in its ORDER BY as a last column, reckoned by the
database itself (so that its collations and NULLs hold), and with LIMIT and OFFSET widened. From that result
follow the golden's rows, their ranks, and the rows that tie with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from proctor.exams.archerfish.model import Ordering, ResultSet
from proctor.exams.archerfish.statement import UnreadableSql, parse, sqlglot_dialect

if TYPE_CHECKING:
    from sqlglot import exp

WIDENED = 10_000
"""How many rows beyond its LIMIT a golden is asked for."""

_RANK = "proctor_rank"
_SUBQUERY = "proctor_golden"


@dataclass(frozen=True, slots=True)
class Probe:
    """The golden with ranks. sql: what to run; offset, limit: which of its rows are the golden's."""

    sql: str
    offset: int
    limit: int | None

    def read(self, result: ResultSet, names: Sequence[str] | None = None) -> tuple[ResultSet, Ordering]:
        """The golden's result and its ordering, from what `sql` returned.

        names: the columns' names as the golden itself returns them, which engines take from its wording.
        Raises ValueError if the last column is no rank or the names are not as many as the other columns.
        """
        columns = result.columns[:-1] if names is None else tuple(names)
        if len(columns) != len(result.columns) - 1:
            raise ValueError(f"{len(columns)} names for {len(result.columns) - 1} columns")
        if not result.columns or result.columns[-1].lower() != _RANK:
            raise ValueError("the last column is not the rank")
        ranked = sorted(result.rows, key=_rank_of)
        end = None if self.limit is None else self.offset + self.limit
        kept = ranked[self.offset : end]
        ranks = tuple(_rank_of(row) for row in kept)
        within = set(ranks)
        cut = ranked[: self.offset] + (ranked[end:] if end is not None else [])
        spare = tuple((_rank_of(row), row[:-1]) for row in cut if _rank_of(row) in within)
        return ResultSet(columns, [row[:-1] for row in kept]), Ordering(ranks, spare)


def _rank_of(row: tuple[object, ...]) -> int:
    rank = row[-1]
    if not isinstance(rank, int):
        raise ValueError(f"a rank is a whole number, not {rank!r}")
    return rank


def probe_of(sql: str, dialect: str) -> Probe | None:
    """The golden in the form that shows its ties.

    None if it has neither ORDER BY nor LIMIT, or can't be put so: its order is then not compared. Raises
    UnreadableSql.
    """
    tree = parse(sql, dialect)
    from sqlglot import exp

    if not isinstance(tree, exp.Select | exp.SetOperation):
        return None
    order, limit, offset = tree.args.get("order"), tree.args.get("limit"), tree.args.get("offset")
    if order is None and limit is None:
        return None
    window = _window(limit, offset)
    if window is None or _has_distinct_on(tree):
        return None
    ranked = _ranked(tree, order, sqlglot_dialect(dialect))
    if ranked is None:
        return None
    if limit is not None:
        ranked = ranked.limit(window[0] + (window[1] or 0) + WIDENED, copy=False)
    ranked.set("offset", None)
    return Probe(ranked.sql(dialect=sqlglot_dialect(dialect) or None, comments=False), *window)


def _window(limit: exp.Expr | None, offset: exp.Expr | None) -> tuple[int, int | None] | None:
    """OFFSET and LIMIT as numbers, or None if they are anything but whole numbers."""
    from sqlglot import exp

    numbers: list[int | None] = []
    for clause in (offset, limit):
        if clause is None:
            numbers.append(None)
            continue
        value = clause.args.get("expression") if isinstance(clause, exp.Limit | exp.Offset) else None
        if not isinstance(value, exp.Literal) or not value.is_int:
            return None
        numbers.append(int(value.this))
    return numbers[0] or 0, numbers[1]


def _has_distinct_on(tree: exp.Query) -> bool:
    from sqlglot import exp

    distinct = tree.args.get("distinct")
    return isinstance(distinct, exp.Distinct) and distinct.args.get("on") is not None


def _ranked(tree: exp.Query, order: exp.Expr | None, dialect: str) -> exp.Query | None:
    """The query with the rank of each row as its last column; None if its order can't be written so."""
    from sqlglot import exp

    if isinstance(tree, exp.Select) and order is None:
        return tree.copy().select(exp.alias_(exp.Literal.number(1), _RANK), append=True, copy=False)
    if isinstance(tree, exp.Select):
        keys = [_expanded(key, tree, dialect) for key in order.expressions] if order else []
        if all(key is not None and key.find(exp.Window) is None for key in keys):
            ranked = tree.copy()
            return ranked.select(
                _rank_column([key for key in keys if key is not None]), append=True, copy=False
            )
    return _ranked_outside(tree, order)


def _rank_column(keys: list[exp.Expr]) -> exp.Expr:
    from sqlglot import exp

    rank = exp.Window(this=exp.Anonymous(this="DENSE_RANK"), order=exp.Order(expressions=keys))
    return exp.alias_(rank, _RANK)


def _expanded(key: exp.Expr, tree: exp.Select, dialect: str) -> exp.Expr | None:
    """A key of ORDER BY, positions and aliases put back to what they stand for; None if unknown."""
    from sqlglot import exp

    key = key.copy()
    value = key.this
    if isinstance(value, exp.Literal) and value.is_int:
        at = int(value.this) - 1
        if not 0 <= at < len(tree.selects) or any(each.is_star for each in tree.selects):
            return None
        key.set("this", tree.selects[at].unalias().copy())
        return key
    aliases = {each.alias.lower(): each.this for each in tree.selects if isinstance(each, exp.Alias)}
    if isinstance(value, exp.Column) and not value.table:
        if value.name.lower() in aliases:
            key.set("this", aliases[value.name.lower()].copy())
        return key
    if dialect == "postgres":  # an alias counts there only when it stands alone
        return key
    expanded: exp.Expr = key.transform(
        lambda node: (
            aliases[node.name.lower()].copy()
            if isinstance(node, exp.Column) and not node.table and node.name.lower() in aliases
            else node
        )
    )
    return expanded


def _ranked_outside(tree: exp.Query, order: exp.Expr | None) -> exp.Query | None:
    """The query as a subquery, ranked by its output columns; None if it is ordered by anything else."""
    from sqlglot import exp

    inner = tree.copy()
    for clause in ("order", "limit", "offset"):
        inner.set(clause, None)
    names = [each.lower() for each in tree.named_selects]
    keys: list[exp.Expr] = []
    for key in order.expressions if order is not None else ():
        value = key.this
        if isinstance(value, exp.Literal) and value.is_int and 0 < int(value.this) <= len(names):
            name, quoted = names[int(value.this) - 1], False
        elif isinstance(value, exp.Column) and not value.table:
            name, quoted = value.name, bool(value.this.args.get("quoted"))
        else:
            return None
        if names.count(name.lower()) != 1:
            return None
        key = key.copy()
        key.set("this", exp.column(exp.to_identifier(name, quoted=quoted), table=_SUBQUERY))
        keys.append(key)
    rank = _rank_column(keys) if keys else exp.alias_(exp.Literal.number(1), _RANK)
    outer = exp.select(exp.Column(this=exp.Star(), table=exp.to_identifier(_SUBQUERY)), rank)
    outer = outer.from_(inner.subquery(_SUBQUERY, copy=False), copy=False)
    return outer.order_by(exp.column(_RANK), copy=False) if keys else outer


__all__ = ["WIDENED", "Probe", "UnreadableSql", "probe_of"]
