"""A question's comparison rules, resolved against the columns its golden returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proctor.exams.archerfish.model import Rule, RuleError

EXACT = "exact"
ONE_OF = "oneof"


@dataclass(frozen=True, slots=True)
class Wanted:
    """exact: golden columns (by place) that must be found. one_of: groups of which one must be."""

    exact: tuple[int, ...]
    one_of: tuple[tuple[int, ...], ...]


def resolve(rules: Sequence[Rule] | None, names: Sequence[str]) -> Wanted:
    """What the rules ask for; no rule asks for every column. Names are compared without regard to case.

    Raises RuleError for a column the golden does not return and for a match that is neither exact nor oneof.
    """
    if not rules:
        return Wanted(tuple(range(len(names))), ())
    lowered = [name.lower() for name in names]
    exact: dict[int, None] = {}
    one_of: list[tuple[int, ...]] = []
    for rule in rules:
        if "*" in rule.columns:
            places = tuple(range(len(names)))
        else:
            places = tuple(place for column in rule.columns for place in _places(column, lowered))
        if rule.match == EXACT:
            exact.update(dict.fromkeys(places))
        elif rule.match == ONE_OF:
            one_of.append(places)
        else:
            raise RuleError(f"a comparison rule's match is exact or oneof, not {rule.match!r}")
    return Wanted(tuple(exact), tuple(one_of))


def _places(column: str, lowered: Sequence[str]) -> list[int]:
    places = [place for place, name in enumerate(lowered) if name == column.lower()]
    if not places:
        raise RuleError(
            f"a comparison rule names column {column!r}; the golden returns {', '.join(lowered) or 'none'}"
        )
    return places
