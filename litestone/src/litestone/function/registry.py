"""Which SQL functions exist, and where each is found.

A module of functions is imported when one of its functions is first looked
up.  It offers ``FUNCTIONS``, a tuple of `Scalar` and `Aggregate`.
Documentation: ``lang_corefunc``, ``lang_aggfunc``, ``lang_mathfunc``,
``lang_datefunc``, ``json1``, ``windowfunctions``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Function = "Scalar | Aggregate"


class Scalar:
    """A function of one row's values.

    ``call`` takes SQL values and gives one.  With ``needs_context`` its first
    argument is the context (`context.Context`); with ``needs_collation`` it
    takes the keyword ``key``, a collation key function or None for BINARY.
    ``nargs`` is -1 for any number not below ``least``.
    """

    __slots__ = (
        "call",
        "deterministic",
        "least",
        "name",
        "nargs",
        "needs_collation",
        "needs_context",
        "returns_json",
        "takes_json",
    )

    def __init__(
        self,
        name: str,
        nargs: int,
        call: Callable[..., Any],
        *,
        deterministic: bool = True,
        needs_context: bool = False,
        needs_collation: bool = False,
        takes_json: bool = False,
        returns_json: bool = False,
        least: int = 0,
    ) -> None:
        self.name = name
        self.nargs = nargs
        self.call = call
        self.deterministic = deterministic
        self.needs_context = needs_context
        self.needs_collation = needs_collation
        self.takes_json = takes_json
        self.returns_json = returns_json
        self.least = least


class Aggregate:
    """A function of a group's or a window's rows.

    ``make(context)``, or ``make(context, key)`` with ``needs_collation``,
    gives an accumulator with ``step(*args)``, ``inverse(*args)`` (takes the
    oldest row out of a window), ``value()`` (the result so far) and
    ``final()``.  ``min`` and ``max`` return from ``step`` whether that row is
    the new extreme.  A ``window_only`` function is known here by name alone
    and computed by the window machinery: its ``make`` is None. One that is not
    ``windowed`` may not stand before OVER; an accumulator that has ``close()`` is told
    when a window is done with it.
    """

    __slots__ = (
        "distinct_ok",
        "make",
        "name",
        "nargs",
        "needs_collation",
        "returns_json",
        "takes_json",
        "window_only",
        "windowed",
    )

    def __init__(
        self,
        name: str,
        nargs: int,
        make: Callable[..., Any] | None,
        *,
        distinct_ok: bool = True,
        window_only: bool = False,
        needs_collation: bool = False,
        takes_json: bool = False,
        returns_json: bool = False,
    ) -> None:
        self.name = name
        self.nargs = nargs
        self.make = make
        self.distinct_ok = distinct_ok
        self.window_only = window_only
        self.windowed = True
        self.needs_collation = needs_collation
        self.takes_json = takes_json
        self.returns_json = returns_json


_HOMES = {
    "core": "abs changes char coalesce glob hex ifnull iif last_insert_rowid length like likelihood likely "
    "load_extension match nullif quote random randomblob round sign sqlite_compileoption_get "
    "sqlite_compileoption_used sqlite_log sqlite_source_id sqlite_version subtype total_changes typeof "
    "unlikely zeroblob",
    "strings": "instr lower ltrim replace rtrim soundex substr substring trim unicode upper",
    "aggregate": "avg count group_concat sum total cume_dist dense_rank first_value lag last_value lead "
    "nth_value ntile percent_rank rank row_number max min",
    "math": "acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 "
    "log2 mod pi pow power radians sin sinh sqrt tan tanh trunc",
    "date": "current_date current_time current_timestamp date datetime julianday strftime time unixepoch",
    "printf": "format printf",
    "json_functions": "json json_array json_array_length json_extract json_insert json_object json_patch "
    "json_quote json_remove json_replace json_set json_type json_valid -> ->> json_group_array "
    "json_group_object",
}

# What the command-line shell has besides.
_SHELL_HOMES = {
    "decimal_number": "decimal decimal_add decimal_cmp decimal_mul decimal_sub decimal_sum",
    "ieee754": "ieee754 ieee754_exponent ieee754_from_blob ieee754_mantissa ieee754_to_blob",
    "regexp": "regexp regexpi",
}

_home_of = {name: home for home, names in _HOMES.items() for name in names.split()}
_known: dict[str, list[Scalar | Aggregate]] = {}
_loaded: set[str] = set()


def add_shell_functions() -> None:
    """Offer the functions of the command-line shell, for all connections of the process."""
    _home_of.update((name, home) for home, names in _SHELL_HOMES.items() for name in names.split())


def _load(home: str) -> None:
    _loaded.add(home)
    module = __import__(f"{__package__}.{home}", fromlist=("FUNCTIONS",))
    for function in module.FUNCTIONS:
        _known.setdefault(function.name, []).append(function)


def _named(name: str) -> list[Scalar | Aggregate]:
    name = name.lower()
    home = _home_of.get(name)
    if home is not None and home not in _loaded:
        _load(home)
    return _known.get(name, [])


def find(name: str, nargs: int) -> Scalar | Aggregate | None:
    """The function called with ``nargs`` arguments, or None; an exact count goes before "any"."""
    fallback = None
    for function in _named(name):
        if function.nargs == nargs:
            return function
        if function.nargs < 0 and (function.__class__ is Aggregate or nargs >= _least(function)):
            fallback = function
    return fallback


def _least(function: Scalar | Aggregate) -> int:
    return function.least if isinstance(function, Scalar) else 0


def exists(name: str) -> bool:
    """Whether any function has this name, with whatever number of arguments."""
    return name.lower() in _home_of


def names() -> list[str]:
    """The names of all functions, sorted."""
    return sorted(_home_of)


def everything() -> Iterator[Scalar | Aggregate]:
    """All functions, sorted by name and number of arguments."""
    for name in names():
        yield from sorted(_named(name), key=lambda function: function.nargs)


def listing() -> Iterator[tuple[str, str, int]]:
    """Name, kind and number of arguments of each function, as ``pragma_function_list`` shows them.

    Kind is ``s`` for a scalar function and ``w`` for an aggregate, which can be used as a window function.
    """
    for function in everything():
        yield function.name, "s" if isinstance(function, Scalar) else "w", function.nargs
