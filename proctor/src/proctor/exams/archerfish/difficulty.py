"""How hard a question is, derived from the shape of its golden query.

A point each for: a join, GROUP BY, HAVING, ORDER BY, LIMIT, a CASE, a second and further condition, a second
and further aggregate; two for a nested query, a CTE, a set operation, a window. Up to 1 point is easy, up to
3 medium, up to 6 hard, beyond that extra.
"""

from __future__ import annotations

from proctor.exams.archerfish.statement import parse

LEVELS = ("easy", "medium", "hard", "extra")
_UP_TO = (1, 3, 6)


def difficulty_of(sql: str, dialect: str) -> str:
    """One of LEVELS. Raises UnreadableSql."""
    points = points_of(sql, dialect)
    return LEVELS[sum(points > limit for limit in _UP_TO)]


def points_of(sql: str, dialect: str) -> int:
    """The points the module's head describes. Raises UnreadableSql."""
    tree = parse(sql, dialect)
    from sqlglot import exp

    def count(*kinds: type[exp.Expr]) -> int:
        return sum(1 for _ in tree.find_all(*kinds))

    conditions = count(exp.Where, exp.Having) and count(exp.And, exp.Or)
    selects, operations = count(exp.Select), count(exp.SetOperation)
    common = count(exp.CTE)
    nested = selects - 1 - operations - common
    single = count(exp.Join, exp.Group, exp.Having, exp.Order, exp.Limit, exp.Case) - _window_orders(tree)
    return (
        single
        + conditions
        + max(0, count(exp.AggFunc) - 1)
        + 2 * (max(0, nested) + common + operations + count(exp.Window))
    )


def _window_orders(tree: object) -> int:
    from sqlglot import exp

    assert isinstance(tree, exp.Expr)
    return sum(1 for window in tree.find_all(exp.Window) if window.args.get("order"))
