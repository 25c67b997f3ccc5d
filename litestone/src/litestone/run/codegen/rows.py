"""Plain output as generated code."""

from __future__ import annotations

from litestone.run.codegen.expression import Refused, Writer
from litestone.run.codegen.loops import Nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from litestone.plan.model import SelectPlan
    from litestone.run.compile import Compiler
    from litestone.run.join import Loops


def generate(
    compiler: Compiler,
    plan: SelectPlan,
    levels: list[Loops],
    emit: Callable[[list[Any]], Any],
    shown: str | None,
    drained: bool,
) -> Callable[[list[Any]], Iterator[Any]]:
    """A generator function of the frame that gives ``emit(frame)`` for each row of the nest.

    ``shown`` is the source form of that for a row of outputs called ``row``, None where the closure must make
    it. ``drained``: the reader takes all rows before anything else can happen.
    """
    writer = Writer(compiler)
    nest = Nest(writer, plan, levels, drained)

    def sink() -> None:
        at = len(writer.lines)
        try:
            if shown is None:
                raise Refused
            atoms = [writer.value(output) for output in plan.query.outputs]
            writer.line(f"row = ({''.join(atom + ', ' for atom in atoms)})")
            writer.line(f"yield {shown}")
        except Refused:
            del writer.lines[at:]
            nest.put_rows(len(levels))
            writer.line(f"yield {writer.constant(emit)}(frame)")

    nest.write(sink)
    return writer.function()
