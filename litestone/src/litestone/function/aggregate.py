"""Aggregate functions, usable as window functions, and the extremes min and max.

Documentation: ``lang_aggfunc.html``; ``windowfunctions.html`` section 5 for
what a window asks of an accumulator.
"""

from __future__ import annotations

from collections import deque

from litestone.errors import ERROR, SqlError
from litestone.value.cast import to_real, to_text
from litestone.value.compare import compare, sort_key
from litestone.value.numeric_text import MAX_INTEGER, MIN_INTEGER, parse_number
from litestone.value.text import normal

from .registry import Aggregate, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from litestone.value.affinity import Value

    from .context import Context

    Key = Callable[[str], object] | None


class Count:
    """``count(*)`` and ``count(X)``."""

    __slots__ = ("count",)

    def __init__(self, context: Context | None = None) -> None:
        self.count = 0

    def step(self, *args: Value) -> None:
        """Count a row, unless its argument is NULL."""
        if not args or args[0] is not None:
            self.count += 1

    def inverse(self, *args: Value) -> None:
        """Take a row out."""
        if not args or args[0] is not None:
            self.count -= 1

    def value(self) -> int:
        """The count."""
        return self.count

    final = value


class Sum:
    """What ``sum``, ``total`` and ``avg`` keep: an exact integer sum and a REAL one.

    Once a REAL has come the integer sum is given up; once the integer sum has overflowed it is an error.
    """

    __slots__ = ("approximate", "count", "exact", "overflow", "real")

    def __init__(self, context: Context | None = None) -> None:
        self.count = 0
        self.exact = 0
        self.real = 0.0
        self.approximate = False
        self.overflow = False

    def step(self, x: Value) -> None:
        """Add a value; NULL does not count."""
        if x is None:
            return
        self.count += 1
        number = x if x.__class__ is int else _summand(x)
        self.real += number
        if number.__class__ is not int:
            self.approximate = True
        elif not self.approximate:
            total = self.exact + number
            if MIN_INTEGER <= total <= MAX_INTEGER:
                self.exact = total
            else:
                self.approximate = self.overflow = True

    def inverse(self, x: Value) -> None:
        """Take a value out."""
        if x is None:
            return
        self.count -= 1
        number = _summand(x)
        self.real -= number
        if isinstance(number, int) and not self.approximate:
            self.exact -= number

    def value(self) -> int | float | None:
        """The sum, NULL for no rows.

        Raises:
            SqlError: the integers summed leave 64 bits.
        """
        if not self.count:
            return None
        if self.overflow:
            raise SqlError(ERROR, "integer overflow")
        return _not_nan(self.real) if self.approximate else self.exact

    def final(self) -> int | float | None:
        """As `value`."""
        return self.value()


def _summand(x: Value) -> int | float:
    if isinstance(x, int):
        return x
    if isinstance(x, str):
        number = parse_number(x)
        if number is not None:
            return number
    return to_real(x)


def _not_nan(x: float) -> float | None:
    return x if x == x else None


class Total(Sum):
    """``total(X)``: the sum as a REAL, 0.0 for no rows."""

    __slots__ = ()

    def value(self) -> float | None:
        """The sum."""
        return _not_nan(self.real)


class Average(Sum):
    """``avg(X)``: a REAL, NULL for no rows."""

    __slots__ = ()

    def value(self) -> float | None:
        """The mean."""
        return _not_nan(self.real / self.count) if self.count else None


class GroupConcat:
    """``group_concat(X)`` and ``group_concat(X, separator)``."""

    __slots__ = ("parts",)

    def __init__(self, context: Context | None = None) -> None:
        # Separator and text of each row; the first separator is not used.
        self.parts: deque[tuple[str, str]] = deque()

    def step(self, x: Value, separator: Value = ",") -> None:
        """Append a value; NULL does not count."""
        text = to_text(x)
        if text is not None:
            self.parts.append((to_text(separator) or "", text))

    def inverse(self, x: Value, separator: Value = ",") -> None:
        """Take the oldest value out."""
        if x is not None:
            self.parts.popleft()

    def value(self) -> str | None:
        """The values joined so far; NULL for none, and for an empty text too."""
        return self.final() or None

    def final(self) -> str | None:
        """The values joined; NULL for none."""
        if not self.parts:
            return None
        pieces = [piece for pair in self.parts for piece in pair]
        return normal("".join(pieces[1:]))


class Extreme:
    """``min(X)`` and ``max(X)``; the first of equals stays."""

    __slots__ = ("best", "empty", "key", "sign", "window")

    def __init__(self, sign: int, key: Key) -> None:
        self.sign = sign
        self.key = key
        self.best: Value = None
        self.empty = True
        self.window: deque[Value] | None = None

    def step(self, x: Value) -> bool:
        """Take a value in; True if it is the new extreme."""
        if self.window is not None:
            self.window.append(x)
        if x is None:
            return False
        if self.empty or compare(x, self.best, self.key) == self.sign:
            self.best = x
            self.empty = False
            return True
        return False

    def value(self) -> Value:
        """The extreme; NULL if there is none."""
        return self.best

    final = value


def _extreme(sign: int) -> Callable[..., Extreme]:
    def make(context: Context | None = None, key: Key = None) -> Extreme:
        return Extreme(sign, key)

    return make


def _least(*args: Value, key: Key = None) -> Value:
    if None in args:
        return None
    # Of equals SQLite takes the last, Python's min the first.
    return min(reversed(args), key=lambda v: sort_key(v, key))


def _greatest(*args: Value, key: Key = None) -> Value:
    return None if None in args else max(args, key=lambda v: sort_key(v, key))


def _window_only(name: str, nargs: int) -> Aggregate:
    return Aggregate(name, nargs, None, distinct_ok=False, window_only=True)


FUNCTIONS = (
    Aggregate("avg", 1, Average),
    Aggregate("count", 0, Count),
    Aggregate("count", 1, Count),
    Aggregate("group_concat", 1, GroupConcat),
    Aggregate("group_concat", 2, GroupConcat),
    Aggregate("max", 1, _extreme(1), needs_collation=True),
    Aggregate("min", 1, _extreme(-1), needs_collation=True),
    Aggregate("sum", 1, Sum),
    Aggregate("total", 1, Total),
    Scalar("max", -1, _greatest, needs_collation=True, least=2),
    Scalar("min", -1, _least, needs_collation=True, least=2),
    *(
        _window_only(name, nargs)
        for name, counts in (
            ("cume_dist", (0,)),
            ("dense_rank", (0,)),
            ("first_value", (1,)),
            ("lag", (1, 2, 3)),
            ("last_value", (1,)),
            ("lead", (1, 2, 3)),
            ("nth_value", (2,)),
            ("ntile", (1,)),
            ("percent_rank", (0,)),
            ("rank", (0,)),
            ("row_number", (0,)),
        )
        for nargs in counts
    ),
)
