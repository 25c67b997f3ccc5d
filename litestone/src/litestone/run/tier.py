"""Choosing between closures and generated code (``run.codegen``), when a statement runs.

Generating pays from about 1,000 rows on; how many there are is guessed from the pages of the
tree that the outermost loop goes through. Off with ``LITESTONE_CODEGEN=0`` or ``Settings.codegen``; for
loops of any length with ``LITESTONE_CODEGEN=always``.
"""

from __future__ import annotations

from litestone.plan.model import FullScan, RowidRange
from litestone.run.access import index_tree, primary_index, table_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from litestone.connection import Connection
    from litestone.plan.model import SelectPlan
    from litestone.run.compile import Compiler
    from litestone.run.grouping import Accumulation, Group
    from litestone.run.join import Loops

    Frame = list[Any]
    Closure = Callable[[list[Any]], Any]
    Loop = Callable[[list[Any]], Iterable[Any]]
    Groups = Callable[[list[Any]], Iterable[Group]]


def switched_on(connection: Connection) -> bool:
    """Whether code may be generated at all."""
    if connection.settings.codegen is not None:
        return connection.settings.codegen
    return wish() != "0"


def wish() -> str:
    """What the environment says: ``0``, ``always``, or anything else for long loops only."""
    from os import environ

    return environ.get("LITESTONE_CODEGEN", "1")


def large_scan(compiler: Compiler, plan: SelectPlan) -> Callable[[Frame], bool] | None:
    """What tells whether the outermost loop is a long one; None where that does not matter."""
    connection = compiler.connection
    if connection.watched or not plan.levels or not switched_on(connection):
        return None
    if any(level.source.join not in ("inner", "cross") for level in plan.levels):
        return None
    source, access = plan.levels[0].source, plan.levels[0].access
    table = source.table
    if source.kind != "table" or table is None:
        return None
    if isinstance(access, FullScan):
        if access.index is not None or table.without_rowid:
            tree = index_tree(compiler, access.index or primary_index(table))
        else:
            tree = table_tree(compiler, table)
    elif isinstance(access, RowidRange):
        tree = table_tree(compiler, table)
    else:
        return None
    pages = 0 if wish() == "always" else connection.settings.codegen_pages
    return lambda frame: tree(frame).spans(pages)


def tiered_groups(
    compiler: Compiler, plan: SelectPlan, levels: list[Loops], constant: Closure | None,
    state: Accumulation, reference: Groups, order: Callable[[list[Group]], list[Group]],
) -> Groups:
    """``reference``, or generated code for it; ``order`` puts groups in order."""
    large = large_scan(compiler, plan)
    lazy = plan.group_order == "index" and plan.query.limit is not None
    if large is None or plan.extreme is not None or lazy:
        return reference
    is_large = large
    made: list[Any] = []

    def groups(frame: Frame) -> Iterable[Group]:
        if not is_large(frame) or (constant is not None and not constant(frame)):
            return reference(frame)
        if not made:
            from litestone.run.codegen.groups import generate

            made.append(generate(compiler, plan, levels, state))
        run = made[0]
        if run is None:
            return reference(frame)
        found = run(frame)
        if not found and not plan.query.group_by:
            group = state.new_group(frame)
            group.rows = tuple([level.null_row for level in levels])
            return (group,)
        return order(found)

    return groups


def tiered_rows(
    compiler: Compiler, plan: SelectPlan, levels: list[Loops], constant: Closure | None,
    reference: Loop, emit: Closure, shown: str | None, drained: bool,
) -> Loop:
    """``reference``, or generated code for it; the other arguments as for ``codegen.rows.generate``."""
    large = large_scan(compiler, plan)
    if large is None:
        return reference
    is_large = large
    made: list[Loop] = []

    def rows(frame: Frame) -> Iterable[Any]:
        if not is_large(frame) or (constant is not None and not constant(frame)):
            return reference(frame)
        if not made:
            from litestone.run.codegen.expression import Refused
            from litestone.run.codegen.rows import generate

            try:
                made.append(generate(compiler, plan, levels, emit, shown, drained))
            except Refused:
                made.append(reference)
        return made[0](frame)

    return rows
