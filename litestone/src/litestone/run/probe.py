"""The values that an access path looks up: one, or each member of an IN (``plan.model``)."""

from __future__ import annotations

from litestone.plan.model import InField
from litestone.run.membership import identity
from litestone.run.sorting import FIRST, value_key
from litestone.schema.expression import affinity as affinity_of
from litestone.schema.expression import common_affinity
from litestone.text.tree import InList, InSelect
from litestone.value import affinity as affinities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.plan.model import Probe
    from litestone.run.compile import Compiler

    Frame = list[Any]
    Key = Callable[[str], Any] | None


def is_membership(probe: Probe) -> bool:
    """Whether a probe stands for several values."""
    return isinstance(probe, (InList, InSelect, InField))


def sorted_members(values: list[Any], key: Key) -> list[Any]:
    """Values that are not NULL, each once, in the order of a collation."""
    normal = identity(None, key)
    unique = {normal(value): value for value in values if value is not None}
    return sorted(unique.values(), key=lambda value: value_key(value, key, FIRST))


def probe_values(compiler: Compiler, probe: Probe, affinity: int, key: Key) -> Callable[[Frame], list[Any]]:
    """The members of an IN as a column of ``affinity`` compares them, sorted, each once, without NULL."""
    if isinstance(probe, InList):
        shared = common_affinity(affinity, affinities.NONE)
        apply = (None if shared is None else affinities.applier(shared)) or (lambda value: value)
        items = [compiler.expression(item) for item in probe.items]
        return lambda frame: sorted_members([apply(item(frame)) for item in items], key)
    assert isinstance(probe, InSelect)
    query: Any = probe.select
    shared = common_affinity(affinity, query.columns[0].affinity)
    convert = (None if shared is None else affinities.applier(shared)) or (lambda value: value)
    correlated = bool(query.correlated)
    program = compiler.query(query)
    slot = compiler.new_slot()

    def members(frame: Frame) -> list[Any]:
        found = None if correlated else frame[slot]
        if found is None:
            found = sorted_members([convert(row[0]) for row in program.rows(frame)], key)
            frame[slot] = found
        return found

    return members


def single_value(compiler: Compiler, probe: Any, affinity: int) -> Callable[[Frame], Any]:
    """A probe's one value as a column of ``affinity`` compares it."""
    value_of = compiler.expression(probe)
    shared = common_affinity(affinity, affinity_of(probe))
    apply = None if shared is None else affinities.applier(shared)
    if apply is None:
        return value_of
    return lambda frame: apply(value_of(frame))
