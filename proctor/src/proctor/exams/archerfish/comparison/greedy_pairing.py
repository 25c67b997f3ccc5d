"""Rows paired as the original program does: a golden row takes the first free row that satisfies all rules.

Only the time differs. A rule that must hold whatever the others do puts rows into buckets, by the classes of
their cells (`code_cells`); rows of other buckets are not tried. Where golden columns have no namesake in the
answer, any cell of a row may serve, and rows are found by the rarest cell they must have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from proctor.exams.archerfish.comparison.code_cells import Classes, classify, is_match
from proctor.exams.archerfish.comparison.rules import EXACT, ONE_OF
from proctor.exams.archerfish.model import Rule, RuleError

_FEW = 8
"""So many rows are looked through sooner than an index is asked."""

_UNHASHABLE = (list, dict, bytearray)


@dataclass(frozen=True, slots=True)
class Records:
    """A result as the program holds it: one value a name, names in lower case."""

    names: tuple[str, ...]
    rows: list[tuple[object, ...]]

    def record(self, place: int) -> dict[str, object]:
        """A row as a mapping."""
        return dict(zip(self.names, self.rows[place], strict=True))

    def column(self, at: int) -> list[object]:
        """The values of a column."""
        return [row[at] for row in self.rows]


@dataclass(slots=True)
class _Places:
    """Places of rows in order; those before `start` are used up."""

    places: list[int] = field(default_factory=list)
    start: int = 0

    def free(self, free: bytearray) -> Iterator[int]:
        """The places of free rows, in order."""
        places = self.places
        while self.start < len(places) and not free[places[self.start]]:
            self.start += 1
        return (places[at] for at in range(self.start, len(places)) if free[places[at]])

    @property
    def left(self) -> int:
        """At most so many are free."""
        return len(self.places) - self.start


@dataclass(slots=True)
class _Plan:
    """What must hold for a pair whatever else is asked.

    named: places of a golden column and its namesake. unnamed: golden columns without one. tail: what is
    asked beyond that, to be tried as the program does. some: golden columns of which the row must hold one.
    """

    named: list[tuple[int, int]] = field(default_factory=list)
    unnamed: list[int] = field(default_factory=list)
    tail: list[Rule] = field(default_factory=list)
    some: list[int] = field(default_factory=list)


def plan_of(rules: Sequence[Rule], golden: Sequence[str], answer: Sequence[str]) -> _Plan:
    """Exact rules up to the first oneof, which uses up a cell, or to a column that the golden has not."""
    plan = _Plan()
    for number, rule in enumerate(rules):
        if rule.match != EXACT:
            plan.tail = list(rules[number:])
            break
        columns = golden if "*" in rule.columns else rule.columns
        unknown = next((at for at, column in enumerate(columns) if column not in golden), len(columns))
        for column in columns[:unknown]:
            at = golden.index(column)
            if column not in answer:
                plan.unnamed.append(at)
            elif (pair := (at, answer.index(column))) not in plan.named:
                plan.named.append(pair)
        if unknown < len(columns):
            plan.tail = [Rule(EXACT, tuple(columns[unknown:])), *rules[number + 1 :]]
            break
    plan.unnamed = list(dict.fromkeys(plan.unnamed))
    if plan.tail and plan.tail[0].match == ONE_OF and set(plan.tail[0].columns) <= set(golden):
        plan.some = list(dict.fromkeys(golden.index(column) for column in plan.tail[0].columns))
    return plan


class _Buckets:
    """The answer's rows by the classes of their named columns."""

    def __init__(self, plan: _Plan, left: Records, right: Records) -> None:
        self._named = plan.named
        self._classes = [classify([left.column(at)], [right.column(to)]) for at, to in plan.named]
        self._open = any(each.unsettled for each in self._classes)
        own = [each.expected[0] for each in self._classes]
        theirs = [each.actual[0] for each in self._classes]
        self.keys = list(zip(*own, strict=True)) if own else [()] * len(left.rows)
        self._by_key: dict[tuple[Hashable, ...], _Places] = {}
        keys = zip(*theirs, strict=True) if theirs else iter([()] * len(right.rows))
        self.other_keys: list[tuple[Hashable, ...]] = list(keys)
        for place, key in enumerate(self.other_keys):
            self._by_key.setdefault(key, _Places()).places.append(place)

    def of(self, row: int) -> _Places | None:
        """The rows whose named cells may match those of the golden row; None if there are none."""
        return self._by_key.get(self.keys[row])

    def matches(self, row: int, mine: tuple[object, ...], theirs: tuple[object, ...]) -> bool:
        """Whether the named cells of a row of the bucket do match."""
        return not self._open or all(
            number not in each.unsettled or is_match(mine[at], theirs[to])
            for number, each, (at, to) in zip(self.keys[row], self._classes, self._named, strict=True)
        )


class _AnyCell:
    """The answer's rows by the classes of all their cells, for golden columns that any cell may serve."""

    def __init__(self, columns: Sequence[int], left: Records, right: Records) -> None:
        self._columns = columns
        found: Classes = classify(
            [left.column(at) for at in columns], [right.column(at) for at in range(len(right.names))]
        )
        self._unsettled = found.unsettled
        self._wanted = list(zip(*found.expected, strict=True))
        self._cells = list(zip(*found.actual, strict=True)) if found.actual else [()] * len(right.rows)
        holders: defaultdict[Hashable, _Places] = defaultdict(_Places)
        wanted = {number for column in found.expected for number in column}
        for place, cells in enumerate(self._cells):
            for number in wanted.intersection(cells):
                holders[number].places.append(place)
        self._holders = dict(holders)
        self._nobody = _Places()

    def rarest(self, row: int) -> _Places:
        """The rows that hold the rarest of the cells the golden row needs."""
        held = [self._holders.get(number, self._nobody) for number in self._wanted[row]]
        return min(held, key=lambda each: each.left)

    def holding_one(self, row: int, most: int) -> _Places | None:
        """The rows that hold any of them, in order; None if they are not fewer than `most`."""
        held = [self._holders.get(number, self._nobody) for number in set(self._wanted[row])]
        if sum(each.left for each in held) >= most:
            return None
        return held[0] if len(held) == 1 else _Places(sorted({at for each in held for at in each.places}))

    def serves(self, row: int, place: int, mine: tuple[object, ...], theirs: tuple[object, ...]) -> bool:
        """Whether each of the columns is matched by some cell of the row."""
        wanted, cells = self._wanted[row], self._cells[place]
        if not set(cells).issuperset(wanted):
            return False
        return all(
            number not in self._unsettled
            or any(
                is_match(mine[at], value) for value, cell in zip(theirs, cells, strict=True) if cell == number
            )
            for number, at in zip(wanted, self._columns, strict=True)
        )


class _Twins:
    """Which rows are equal to which: `list.remove` takes the first that is equal, not the one found."""

    def __init__(self, rows: Sequence[tuple[object, ...]]) -> None:
        self._rows = rows
        places: dict[Hashable, list[int]] = {}
        keys: Sequence[Hashable] = rows
        if any(isinstance(value, _UNHASHABLE) for row in rows for value in row):
            keys = [
                tuple(repr(value) if isinstance(value, _UNHASHABLE) else value for value in row)
                for row in rows
            ]
        for place, key in enumerate(keys):
            places.setdefault(key, []).append(place)
        self._twins = {place: many for many in places.values() if len(many) > 1 for place in many}

    def first(self, place: int, free: bytearray) -> int:
        """The first free row equal to this one."""
        for other in self._twins.get(place, ()):
            if free[other] and self._rows[other] == self._rows[place]:
                return other
        return place


def _hashable(value: object) -> object:
    return repr(value) if isinstance(value, _UNHASHABLE) else value


def pair(left: Records, right: Records, rules: Sequence[Rule]) -> str:
    """Why the rows can't be paired, in the program's words; empty if they can.

    Raises RuleError where the program comes upon a column that the golden does not return.
    """
    if not left.rows or not rules:
        return ""
    plan = plan_of(rules, left.names, right.names)
    buckets = _Buckets(plan, left, right)
    served = _AnyCell(plan.unnamed, left, right) if plan.unnamed else None
    some = _AnyCell(plan.some, left, right) if plan.some else None
    twins = _Twins(right.rows)
    free = bytearray(b"\1") * len(right.rows)
    for row, mine in enumerate(left.rows):
        places = _candidates(row, buckets, served, some)
        for place in places.free(free) if places is not None else ():
            theirs = right.rows[place]
            if (
                buckets.keys[row] == buckets.other_keys[place]
                and buckets.matches(row, mine, theirs)
                and (served is None or served.serves(row, place, mine, theirs))
                and (not plan.tail or _satisfied(plan.tail, left.record(row), right.record(place)))
            ):
                free[twins.first(place, free)] = 0
                break
        else:
            return f"Comparison failed for row: exp={left.record(row)}, act={right.record(free.rindex(1))}"
    return ""


def _candidates(
    row: int, buckets: _Buckets, served: _AnyCell | None, some: _AnyCell | None
) -> _Places | None:
    """As few places as are quickly found, the first partner among them, in order."""
    places = buckets.of(row)
    if places is None or places.left <= _FEW:
        return places
    if served is not None and (other := served.rarest(row)).left < places.left:
        places = other
    if some is not None and places.left > _FEW:
        return some.holding_one(row, places.left) or places
    return places


def _satisfied(rules: Sequence[Rule], expected: Mapping[str, object], left: dict[str, object]) -> bool:
    """Whether a row satisfies the rules in order; `left` loses the cells that oneof rules use up."""
    return all(_match_rule(rule, expected, left) for rule in rules)


def _match_rule(rule: Rule, expected: Mapping[str, object], left: dict[str, object]) -> bool:
    if rule.match == EXACT:
        return all(
            is_match(_cell(expected, column), left[column])
            if column in left
            else any(is_match(_cell(expected, column), value) for value in left.values())
            for column in (expected if "*" in rule.columns else rule.columns)
        )
    if rule.match == ONE_OF:
        for column in rule.columns:
            for name, value in left.items():
                if is_match(_cell(expected, column), value):
                    del left[name]
                    return True
    return False


def _cell(record: Mapping[str, object], column: str) -> object:
    if column not in record:
        raise RuleError(f"a comparison rule names column {column!r}; the golden returns {', '.join(record)}")
    return record[column]
