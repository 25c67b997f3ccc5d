"""The nest of loops of one SELECT: inner, left, right and full joins (``lang_select`` section 2.1)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    Frame = list[Any]
    Closure = Callable[[list[Any]], Any]
    Scan = Callable[[list[Any]], Iterable[tuple[Any, ...]]]
    Loop = Callable[[list[Any]], Iterable[Any]]


class Loops:
    """One level of the nest, compiled.

    ``matches`` decides whether a row joins (ON), ``passes`` whether what is
    joined goes on (None: always). ``everything`` scans the whole source and
    ``identify`` tells its rows apart: both for a RIGHT or FULL JOIN, whose
    ``seen`` slot holds the rows that have joined.
    """

    __slots__ = ("everything", "identify", "join", "matches", "null_row", "passes", "scan", "seen", "slot")

    def __init__(self, slot: int, join: str, scan: Scan, null_row: tuple[Any, ...]) -> None:
        self.slot = slot
        self.join = join
        self.scan = scan
        self.null_row = null_row
        self.matches: Closure | None = None
        self.passes: Closure | None = None
        self.everything: Scan | None = None
        self.identify: Callable[[tuple[Any, ...]], Any] | None = None
        self.seen = -1


def nest(levels: list[Loops], emit: Closure) -> Loop:
    """The loops as one function of a frame; it gives ``emit(frame)`` for each row of the join."""
    if not levels:
        return lambda frame: (emit(frame),)
    bodies: list[Loop | None] = []
    inner: Loop | None = None
    for level in reversed(levels):
        bodies.append(inner)
        inner = loop_of(level, inner, emit)
    assert inner is not None
    bodies.reverse()
    if any(level.seen >= 0 for level in levels):
        return with_unmatched(levels, bodies, inner, emit)
    return inner


def loop_of(level: Loops, inner: Loop | None, emit: Closure) -> Loop:
    """The loop of one level around ``inner``."""
    if level.seen >= 0:
        return right_loop(level, inner, emit)
    if level.join == "left":
        return left_loop(level, inner, emit)
    test = level.matches if level.passes is None else level.passes
    if level.matches is not None and level.passes is not None:
        first, second = level.matches, level.passes
        test = lambda frame: first(frame) and second(frame)  # noqa: E731
    return inner_loop(level.slot, level.scan, test, inner, emit)


def inner_loop(slot: int, scan: Scan, test: Closure | None, inner: Loop | None, emit: Closure) -> Loop:
    """The loop of an inner join."""
    if inner is None and test is None:

        def last(frame: Frame) -> Iterator[Any]:
            for frame[slot] in scan(frame):  # noqa: B020
                yield emit(frame)

        return last
    if inner is None and test is not None:

        def last_tested(frame: Frame) -> Iterator[Any]:
            for frame[slot] in scan(frame):  # noqa: B020
                if test(frame):
                    yield emit(frame)

        return last_tested
    assert inner is not None
    if test is None:

        def outer(frame: Frame) -> Iterator[Any]:
            for frame[slot] in scan(frame):  # noqa: B020
                yield from inner(frame)

        return outer

    def outer_tested(frame: Frame) -> Iterator[Any]:
        for frame[slot] in scan(frame):  # noqa: B020
            if test(frame):
                yield from inner(frame)

    return outer_tested


def left_loop(level: Loops, inner: Loop | None, emit: Closure) -> Loop:
    """The loop of a LEFT JOIN: the NULL row where nothing joins."""
    slot, scan, null_row = level.slot, level.scan, level.null_row
    matches, passes = level.matches, level.passes

    def loop(frame: Frame) -> Iterator[Any]:
        joined = False
        for frame[slot] in scan(frame):  # noqa: B020
            if matches is None or matches(frame):
                joined = True
                if passes is None or passes(frame):
                    if inner is None:
                        yield emit(frame)
                    else:
                        yield from inner(frame)
        if not joined:
            frame[slot] = null_row
            if passes is None or passes(frame):
                if inner is None:
                    yield emit(frame)
                else:
                    yield from inner(frame)

    return loop


def right_loop(level: Loops, inner: Loop | None, emit: Closure) -> Loop:
    """The loop of a RIGHT or FULL JOIN, which notes the rows that join."""
    slot, scan, null_row = level.slot, level.scan, level.null_row
    matches, passes, seen, identify = level.matches, level.passes, level.seen, level.identify
    assert identify is not None
    full = level.join == "full"

    def loop(frame: Frame) -> Iterator[Any]:
        joined = False
        for row in scan(frame):
            frame[slot] = row
            if matches is None or matches(frame):
                joined = True
                frame[seen].add(identify(row))
                if passes is None or passes(frame):
                    if inner is None:
                        yield emit(frame)
                    else:
                        yield from inner(frame)
        if full and not joined:
            frame[slot] = null_row
            if passes is None or passes(frame):
                if inner is None:
                    yield emit(frame)
                else:
                    yield from inner(frame)

    return loop


def with_unmatched(levels: list[Loops], bodies: list[Loop | None], whole: Loop, emit: Closure) -> Loop:
    """The whole nest, then the rows of each RIGHT or FULL JOIN that nothing joined."""

    def loop(frame: Frame) -> Iterator[Any]:
        for level in levels:
            if level.seen >= 0:
                frame[level.seen] = set()
        yield from whole(frame)
        for number, level in enumerate(levels):
            if level.seen >= 0:
                for before in levels[:number]:
                    frame[before.slot] = before.null_row
                yield from unmatched(level, bodies[number], emit, frame)

    return loop


def unmatched(level: Loops, inner: Loop | None, emit: Closure, frame: Frame) -> Iterator[Any]:
    """The rows of one source that nothing joined; the sources left of it are at their NULL rows."""
    assert level.everything is not None and level.identify is not None
    seen = frame[level.seen]
    for row in level.everything(frame):
        if level.identify(row) in seen:
            continue
        frame[level.slot] = row
        if level.passes is None or level.passes(frame):
            if inner is None:
                yield emit(frame)
            else:
                yield from inner(frame)
