"""EXPLAIN QUERY PLAN of compound and recursive queries."""

from __future__ import annotations

from litestone.schema.query import CompoundQuery, ValuesQuery

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.plan.explain import PlanLines
    from litestone.schema.query import SelectQuery
    from litestone.text.tree import Expression

    Part = SelectQuery | ValuesQuery


def add_compound(lines: PlanLines, query: CompoundQuery, parent: int) -> None:
    """Append the lines of a compound query."""
    if query.recursive:
        add_recursive(lines, query, parent)
    elif query.order_by:
        add_merge(lines, query.parts, query.operators, parent)
    else:
        add_parts(lines, query.parts, query.operators, parent, (query.limit, query.offset))


def add_recursive(lines: PlanLines, query: CompoundQuery, parent: int) -> None:
    """Append the set-up and the step of a recursive query."""
    first = query.first_recursive
    setup = lines.line(parent, "SETUP")
    if first == 1:
        lines.add_query(query.parts[0], setup)
    else:
        add_parts(lines, query.parts[:first], query.operators[: first - 1], setup)
    step = lines.line(parent, "RECURSIVE STEP")
    recursive = query.parts[first:]
    if len(recursive) == 1:
        lines.add_query(recursive[0], step)
    else:
        add_parts(lines, recursive, ["UNION ALL"] * (len(recursive) - 1), step)


def add_parts(
    lines: PlanLines,
    parts: list[Part],
    operators: list[str],
    parent: int,
    limits: tuple[Expression | None, ...] = (),
) -> None:
    """Append the parts of a compound query that needs no order, then the subqueries of its LIMIT."""
    node = lines.line(parent, "COMPOUND QUERY")
    first = lines.line(node, "LEFT-MOST SUBQUERY")
    if isinstance(parts[0], ValuesQuery):
        # Rows of VALUES that begin a compound are parts of it, one by one.
        for number, row in enumerate(parts[0].rows):
            line = lines.line(node, "UNION ALL") if number else first
            lines.line(line, "SCAN CONSTANT ROW")
            lines.nested.add_all(row, line)
    else:
        lines.add_query(parts[0], first)
    for part, operator in zip(parts[1:], operators, strict=True):
        text = operator if operator == "UNION ALL" else f"{operator} USING TEMP B-TREE"
        add_part(lines, part, lines.line(node, text))
    lines.nested.add_all([e for e in limits if e is not None], node)


def add_part(lines: PlanLines, part: Part, parent: int) -> None:
    """Append a part behind an operator; VALUES of several rows is a subquery there."""
    if isinstance(part, ValuesQuery) and len(part.rows) > 1:
        name = f"(subquery-{lines.numbers.of(part)})"
        lines.add_query(part, lines.line(parent, f"CO-ROUTINE {name}"))
        lines.line(parent, f"SCAN {name}")
    else:
        lines.add_query(part, parent)


def add_merge(lines: PlanLines, parts: list[Part], operators: list[str], parent: int) -> None:
    """Append the merging of two sorted halves."""
    operator = operators[-1]
    same = 1
    while same < len(operators) and operators[-same - 1] == operator:
        same += 1
    if same == len(operators) and len(parts) > 3:
        right = (len(parts) - 1) // 2
    else:
        right = 1
    if same < len(operators) or operator not in ("UNION", "UNION ALL"):
        right = 1
    split = len(parts) - right
    node = lines.line(parent, f"MERGE ({operator})")
    add_side(lines, parts[:split], operators[: split - 1], lines.line(node, "LEFT"))
    add_side(lines, parts[split:], operators[split:], lines.line(node, "RIGHT"))


def add_side(lines: PlanLines, parts: list[Part], operators: list[str], parent: int) -> None:
    """Append one half."""
    if len(parts) == 1:
        lines.add_query(parts[0], parent)
    else:
        add_merge(lines, parts, operators, parent)
