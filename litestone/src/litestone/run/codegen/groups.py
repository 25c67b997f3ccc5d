"""Aggregates and GROUP BY as generated code: collect the arguments by group, feed them page by page."""

from __future__ import annotations

from litestone.function import registry
from litestone.run.codegen.expression import Refused, Writer
from litestone.run.codegen.loops import Nest
from litestone.run.codegen.reduction import FEEDS, MOST_COLLECTED, Collection, feed_rows
from litestone.run.membership import identity
from litestone.schema.expression import collation as collation_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.plan.model import SelectPlan
    from litestone.run.codegen.reduction import Feed
    from litestone.run.compile import Compiler
    from litestone.run.grouping import Accumulation, Group
    from litestone.run.join import Loops
    from litestone.schema.query import SelectQuery

    Groups = Callable[[list[Any]], list[Group]]


def generate(
    compiler: Compiler, plan: SelectPlan, levels: list[Loops], state: Accumulation
) -> Groups | None:
    """A function of the frame that gives the groups in order of first appearance; None if refused."""
    query = plan.query
    writer = Writer(compiler)
    nest = Nest(writer, plan, levels, True)
    feeds = feeds_of(compiler, query)
    if feeds is None:
        return None
    fields: list[int] = []
    full = f"if taken >= {MOST_COLLECTED}: flush(); taken = 0"

    def sink() -> None:
        write_key(writer, nest, query)
        atoms = [writer.value(one.arguments[0]) for one in query.aggregates if one.arguments]
        if state.decider >= 0:
            atoms.append(nest.rows())
        fields.append(len(atoms))
        entry = "None" if not atoms else atoms[0] if len(atoms) == 1 else f"({', '.join(atoms)})"
        writer.line(f"add({entry})")
        if not nest.unique:
            writer.line("taken += 1")
            writer.line(full)

    try:
        nest.write(sink)
    except Refused:
        return None
    writer.prologue.append("    taken = 0")
    if nest.unique:
        counted = "len(rows)" if writer.lines[0].startswith("    for rows in ") else "1"
        writer.lines[1:1] = [f"        {full}", f"        taken += {counted}"]
    writer.prologue.insert(0, "    collection = begin(frame); find = collection.find; new = collection.new")
    writer.prologue.insert(1, "    flush = collection.flush; fresh = True")
    writer.depth = 1
    writer.line("flush()")
    writer.line("return [group for group, _ in collection.found]")
    writer.space["begin"] = lambda frame: Collection(state, feeds, fields[0], frame)
    try:
        return writer.function()
    except Refused:
        return None


def feeds_of(compiler: Compiler, query: SelectQuery) -> list[tuple[Feed, int]] | None:
    """How each aggregate is fed, and the place of its argument; None where one is of another kind."""
    feeds: list[tuple[Feed, int]] = []
    place = 0
    for reference in query.aggregates:
        name, count = reference.name.lower(), len(reference.arguments)
        if reference.distinct or reference.filter is not None or name not in FEEDS or count > 1:
            return None
        found = compiler.connection.find_function(reference.name, 0 if reference.star else count)
        if found is not registry.find(name, 0 if reference.star else count):
            return None
        if count:
            feeds.append((FEEDS[name], place))
            place += 1
        else:
            feeds.append((feed_rows, -1))
    return feeds


def write_key(writer: Writer, nest: Nest, query: SelectQuery) -> None:
    """Source that leaves in ``add`` what takes the arguments of the row."""
    if not query.group_by:
        writer.line(f"if fresh: add = new(None, (), {nest.rows()}); fresh = False")
        return
    values, normal = [], []
    for term in query.group_by:
        atom = writer.value(term)
        key = writer.compiler.connection.collation_key(collation_of(term))
        values.append(atom)
        normal.append(atom if key is None else f"{writer.constant(identity(None, key))}({atom})")
    key_text = normal[0] if len(normal) == 1 else f"({', '.join(normal)})"
    writer.line(f"key = {key_text}")
    writer.line("add = find(key)")
    writer.line(f"if add is None: add = new(key, ({', '.join(values)},), {nest.rows()})")
