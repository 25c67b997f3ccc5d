"""Expressions as Python source.

An expression becomes lines that compute it and an atom (a name or number) that
holds it. All is computed at once where closures would skip a part: nothing written here can
raise or has an effect.
"""

from __future__ import annotations

from litestone.run.comparison import TESTS, terms_of, value_test
from litestone.schema.query import ColumnRef
from litestone.schema.resolve_expression import width
from litestone.text.tree import Between, Binary, Collate, IsNull, Literal, Unary, Variable
from litestone.value import affinity as affinities
from litestone.value import arithmetic
from litestone.value import cast as casts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from litestone.run.compile import Compiler
    from litestone.schema.query import Source
    from litestone.text.tree import Expression

_OPERATORS = {"=": "==", "<>": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_CHECKED = {"+": arithmetic.add, "-": arithmetic.subtract, "*": arithmetic.multiply}
_CALLED = {"/": arithmetic.divide, "%": arithmetic.remainder}
_MIN, _MAX = "-9223372036854775808", "9223372036854775807"


class Refused(Exception):
    """There is no exact source form: closures must do it."""


class Writer:
    """The source of one function of the frame.

    ``places`` holds, for each source of the nest, the places of its rows that are read.
    """

    __slots__ = ("compiler", "depth", "lines", "places", "prologue", "space", "taken")

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.depth = 1
        self.lines: list[str] = []
        self.prologue: list[str] = []
        self.places: dict[Source, set[int]] = {}
        self.space: dict[str, Any] = {}
        self.taken = 0

    def line(self, text: str) -> None:
        """Append a line at the present depth."""
        self.lines.append("    " * self.depth + text)

    def name(self, prefix: str) -> str:
        """A name not used so far."""
        self.taken += 1
        return f"{prefix}{self.taken}"

    def constant(self, value: Any) -> str:
        """A name for an object that the function knows."""
        name = self.name("k")
        self.space[name] = value
        return name

    def first(self, text: str, prefix: str) -> str:
        """A name for what is computed once, before the loops."""
        name = self.name(prefix)
        self.prologue.append(f"    {name} = {text}")
        return name

    def function(self) -> Callable[..., Any]:
        """The compiled function ``run(frame)``. Raises Refused where it nests deeper than Python compiles."""
        text = "\n".join(["def run(frame):", *self.prologue, *self.lines])
        try:
            code = compile(text, "<generated>", "exec")
        except (SyntaxError, RecursionError, MemoryError):
            # "too many nested parentheses", "too many statically nested blocks", the parser's stack.
            raise Refused from None
        exec(code, self.space)
        found: Callable[..., Any] = self.space["run"]
        return found

    # -- values

    def value(self, e: Expression) -> str:
        """An atom for the value of ``e``. Raises Refused."""
        write = _VALUES.get(e.__class__)
        if write is None:
            raise Refused
        return write(self, e)

    def column(self, e: ColumnRef) -> str:
        """A column of a source of the nest, or of an enclosing query's row."""
        source = e.source
        layout = self.compiler.layout(source)
        place = layout.place(source, e.column)
        if place is None or layout.gives_real(source, e.column):
            raise Refused
        found = self.places.get(source)
        if found is None:
            return self.first(f"frame[{source.slot}][{place}]", "o")
        found.add(place)
        return column_name(source, place)

    def literal(self, e: Literal) -> str:
        """A literal; a small number stands in the source."""
        value = e.value
        return str(value) if isinstance(value, int) and value >= 0 else self.constant(value)

    def variable(self, e: Variable) -> str:
        """A parameter, fetched once."""
        return self.first(f"frame[0].parameter({e.number})", "p")

    def unary(self, e: Unary) -> str:
        """``+x`` and ``-x``."""
        if e.op == "+":
            return self.value(e.operand)
        if e.op != "-":
            raise Refused
        return self.kept(f"{self.constant(arithmetic.negate)}({self.value(e.operand)})")

    def kept(self, text: str) -> str:
        """A local variable for the value of some source."""
        name = self.name("t")
        self.line(f"{name} = {text}")
        return name

    def binary(self, e: Binary) -> str:
        """Arithmetic: integers at once while they stay within 64 bits."""
        checked = _CHECKED.get(e.op)
        called = _CALLED.get(e.op)
        if checked is None and called is None:
            raise Refused
        a, b = self.value(e.left), self.value(e.right)
        if checked is None:
            return self.kept(f"{self.constant(called)}({a}, {b})")
        slow = self.constant(checked)
        classes = " and ".join(f"{x}.__class__ is int" for x in (a, b) if not x.isdigit())
        result = self.name("t")
        sure = f"{classes} and " if classes else ""
        self.line(f"if not ({sure}{_MIN} <= ({result} := {a} {e.op} {b}) <= {_MAX}):")
        self.line(f"    {result} = {slow}({a}, {b})")
        return result

    # -- conditions

    def test(self, e: Expression) -> str:
        """Source that is true where ``e`` is. Raises Refused."""
        if isinstance(e, Binary):
            if e.op in ("AND", "OR"):
                return f"({self.test(e.left)} {e.op.lower()} {self.test(e.right)})"
            if e.op in TESTS:
                return self.comparison(e.left, e.right, e.op)
        if isinstance(e, IsNull):
            operand = self.value(e.operand)
            if operand.isdigit():
                return str(e.negated)
            return f"({operand} is {'not ' if e.negated else ''}None)"
        if isinstance(e, Between):
            below, above = ("<", ">") if e.negated else (">=", "<=")
            tests = self.comparison(e.operand, e.low, below), self.comparison(e.operand, e.high, above)
            return f"({' or '.join(tests)})" if e.negated else f"({' and '.join(tests)})"
        value = self.value(e)
        if value.isdigit():
            return value
        return f"({value} if {value}.__class__ is int else {self.constant(casts.truth)}({value}))"

    def comparison(self, left: Expression, right: Expression, op: str) -> str:
        """One comparison of scalars."""
        if width(left) > 1:
            raise Refused
        terms = terms_of(self.compiler, left, right)
        slow = self.constant(value_test(TESTS[op], terms))
        a, b = self.value(left), self.value(right)
        if a.isdigit() and b.isdigit():
            return f"({a} {_OPERATORS[op]} {b})"
        kind = likely_class(left, right)
        fast = f"{a} {_OPERATORS[op]} {b}"
        unlike = terms.key is not None or op not in ("=", "<>") or a.isdigit() or b.isdigit()
        if kind == "str" and unlike:
            return f"{slow}({a}, {b})"
        classes = " and ".join(f"{x}.__class__ is {kind}" for x in (a, b) if not x.isdigit())
        return f"({fast} if {classes} else {slow}({a}, {b}))"


_VALUES: dict[type, Callable[[Writer, Any], str]] = {
    ColumnRef: Writer.column,
    Literal: Writer.literal,
    Variable: Writer.variable,
    Unary: Writer.unary,
    Binary: Writer.binary,
    Collate: lambda writer, e: writer.value(e.operand),
}


def column_name(source: Source, place: int) -> str:
    """The local variable that holds a place of the row of ``source``."""
    return f"c{source.slot}_{'r' if place < 0 else place}"


def likely_class(left: Expression, right: Expression) -> str:
    """The class that both sides of a comparison most likely have."""
    for e in (left, right):
        if isinstance(e, Literal) and e.value.__class__ in (float, str):
            return e.value.__class__.__name__
        if isinstance(e, ColumnRef) and e.column >= 0:
            affinity = e.source.columns[e.column].affinity
            if affinity == affinities.REAL:
                return "float"
            if affinity == affinities.TEXT:
                return "str"
    return "int"
