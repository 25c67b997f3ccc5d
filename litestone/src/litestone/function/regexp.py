r"""The functions ``regexp`` and ``regexpi`` behind the operator REGEXP, which the command-line shell has.

    X*  X+  X?  X{p,q}  (X)  X|Y  .  ^X  X$  [abc]  [^a-z]
    \b \d \D \s \S \w \W   and  \a \f \n \r \t \v  \xHH  \uHHHH  \ before a special character

A pattern is read into a tree, the tree laid out as a program, and the program
run on all its paths at once, so that time grows with the length of the text only.
"""

from __future__ import annotations

from litestone.errors import ERROR, SqlError
from litestone.value.cast import to_text

from .registry import Scalar
from .strings import read_points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from litestone.value.affinity import Value

    Program = list["Instruction"]
    Test = Callable[[str], bool]

_ALL, _ANY_OF, _TIMES, _CHARACTER, _START, _BOUNDARY = range(6)
_CONSUME, _SPLIT, _JUMP, _ASSERT_START, _ASSERT_BOUNDARY, _ACCEPT = range(6)
_SPECIAL = "\\()*.+?[$^{|}]"
_CONTROL = {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_HEX_LENGTHS = {"u": 4, "x": 2}
_HEX = frozenset("0123456789abcdefABCDEF")
_DIGITS = frozenset("0123456789")
_SPACE = frozenset(" \t\n\r\v\f")
_UNBOUNDED = -1
_MAX_DEPTH = 100
_MAX_PROGRAM = 100_000
_MAX_CACHED = 50


class Tree:
    """A part of a pattern: its kind, its parts, how often it repeats, what character it tests for."""

    __slots__ = ("kind", "least", "most", "parts", "test")

    def __init__(self, kind: int, parts: list[Tree] | None = None) -> None:
        self.kind = kind
        self.parts = parts or []
        self.least = 0
        self.most = _UNBOUNDED
        self.test: Test = _any


class Instruction:
    """One step: a test of a character, a choice between going on and going elsewhere, or a condition."""

    __slots__ = ("kind", "other", "test")

    def __init__(self, kind: int, test: Test | None = None) -> None:
        self.kind = kind
        self.test = test
        self.other = 0


# The end of the text is read as one more character, "", which only "$" matches.
def _any(c: str) -> bool:
    return c != ""


def _word(c: str) -> bool:
    return c == "_" or (c.isascii() and c.isalnum())


def _digit(c: str) -> bool:
    return c in _DIGITS


def _space(c: str) -> bool:
    return c in _SPACE


def _negated(test: Test) -> Test:
    return lambda c: c != "" and not test(c)


_CLASSES: dict[str, Test] = {
    "d": _digit,
    "D": _negated(_digit),
    "s": _space,
    "S": _negated(_space),
    "w": _word,
    "W": _negated(_word),
}


class Reader:
    """Reads a pattern into a tree; raises SqlError where it is malformed."""

    __slots__ = ("at", "depth", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def take(self) -> str:
        c = self.peek()
        self.at += 1
        return c

    def pattern(self) -> Tree:
        """The whole pattern."""
        tree = self.alternatives()
        if self.at < len(self.text):
            raise SqlError(ERROR, "unrecognized character")
        return tree

    def alternatives(self) -> Tree:
        """``X|Y|…``"""
        choices = [self.sequence()]
        while self.peek() == "|":
            self.at += 1
            choices.append(self.sequence())
        return choices[0] if len(choices) == 1 else Tree(_ANY_OF, choices)

    def sequence(self) -> Tree:
        """Parts in a row, up to ``|``, ``)`` or the end."""
        parts: list[Tree] = []
        while self.at < len(self.text) and self.peek() not in "|)":
            c = self.take()
            if c in "*+?{":
                if not parts:
                    shown = "{m,n}" if c == "{" else c
                    raise SqlError(ERROR, f"'{shown}' without operand")
                parts.append(self.repeated(parts.pop(), c))
            elif c == "(":
                parts.append(self.group())
            else:
                parts.append(self.single(c))
        return Tree(_ALL, parts)

    def group(self) -> Tree:
        """What stands in parentheses."""
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise SqlError(ERROR, "REGEXP pattern too big")
        tree = self.alternatives()
        self.depth -= 1
        if self.take() != ")":
            raise SqlError(ERROR, "unmatched '('")
        return tree

    def repeated(self, part: Tree, mark: str) -> Tree:
        """A part with what says how often it comes."""
        tree = Tree(_TIMES, [part])
        if mark == "{":
            self.bounds(tree)
        else:
            tree.least = 1 if mark == "+" else 0
            tree.most = 1 if mark == "?" else _UNBOUNDED
        return tree

    def bounds(self, tree: Tree) -> None:
        """``m}``, ``m,}`` or ``m,n}``."""
        least = most = self.number()
        if self.peek() == ",":
            self.at += 1
            most = self.number()
        if self.peek() != "}":
            raise SqlError(ERROR, "unmatched '{'")
        if 0 < most < least:
            raise SqlError(ERROR, "n less than m in '{m,n}'")
        self.at += 1
        if not least and not most:
            raise SqlError(ERROR, "both m and n are zero in '{m,n}'")
        tree.least, tree.most = least, most or _UNBOUNDED

    def number(self) -> int:
        value = 0
        while self.peek() in _DIGITS:
            value = min(value * 10 + int(self.take()), _MAX_PROGRAM)
        return value

    def single(self, c: str) -> Tree:
        """One character, class or condition."""
        tree = Tree(_CHARACTER)
        if c == "^":
            tree.kind = _START
        elif c == "$":
            tree.test = "".__eq__
        elif c == "[":
            tree.test = self.character_class()
        elif c == "\\":
            following = self.peek()
            if following == "b":
                self.at += 1
                tree.kind = _BOUNDARY
            elif following in _CLASSES:
                self.at += 1
                tree.test = _CLASSES[following]
            else:
                tree.test = self.escaped().__eq__
        elif c != ".":
            tree.test = c.__eq__
        return tree

    def character_class(self) -> Test:
        """``abc]`` or ``^a-z]``; the first character may be ``]``."""
        inverted = self.peek() == "^"
        if inverted:
            self.at += 1
        ranges: list[tuple[str, str]] = []
        while True:
            c = self.class_character()
            high = c
            if self.peek() == "-":
                self.at += 1
                high = self.class_character()
            ranges.append((c, high))
            if self.peek() == "]":
                self.at += 1
                return lambda c: c != "" and any(low <= c <= high for low, high in ranges) != inverted

    def class_character(self) -> str:
        c = self.take()
        if not c:
            raise SqlError(ERROR, "unclosed '['")
        if c == "[" and self.peek() == ":":
            raise SqlError(ERROR, "POSIX character classes not supported")
        return self.escaped() if c == "\\" else c

    def escaped(self) -> str:
        """The character that a backslash and what follows it stand for."""
        c = self.take()
        length = _HEX_LENGTHS.get(c, 0)
        digits = self.text[self.at : self.at + length]
        if length and len(digits) == length and all(digit in _HEX for digit in digits):
            self.at += length
            return chr(int(digits, 16))
        if c in _CONTROL:
            return _CONTROL[c]
        if c and c in _SPECIAL:
            return c
        raise SqlError(ERROR, "unknown \\ escape")


def _lay_out(tree: Tree, program: Program) -> None:
    """Append the instructions of a tree."""
    if len(program) > _MAX_PROGRAM:
        raise SqlError(ERROR, "REGEXP pattern too big")
    if tree.kind == _CHARACTER:
        program.append(Instruction(_CONSUME, tree.test))
    elif tree.kind == _START:
        program.append(Instruction(_ASSERT_START))
    elif tree.kind == _BOUNDARY:
        program.append(Instruction(_ASSERT_BOUNDARY))
    elif tree.kind == _ALL:
        for part in tree.parts:
            _lay_out(part, program)
    elif tree.kind == _ANY_OF:
        _lay_out_choice(tree.parts, program)
    else:
        _lay_out_times(tree, program)


def _split(program: Program) -> Instruction:
    step = Instruction(_SPLIT)
    program.append(step)
    return step


def _lay_out_choice(parts: list[Tree], program: Program) -> None:
    ends = []
    for part in parts[:-1]:
        choice = _split(program)
        _lay_out(part, program)
        ends.append(Instruction(_JUMP))
        program.append(ends[-1])
        choice.other = len(program)
    _lay_out(parts[-1], program)
    for end in ends:
        end.other = len(program)


def _lay_out_times(tree: Tree, program: Program) -> None:
    (part,) = tree.parts
    for _ in range(tree.least):
        start = len(program)
        _lay_out(part, program)
    if tree.most == _UNBOUNDED:
        if tree.least:
            _split(program).other = start
            return
        entry = _split(program)
        start = len(program)
        _lay_out(part, program)
        _split(program).other = start
        entry.other = len(program)
        return
    exits = []
    for _ in range(tree.most - tree.least):
        exits.append(_split(program))
        _lay_out(part, program)
    for step in exits:
        step.other = len(program)


def _compiled(pattern: str) -> tuple[Program, bool]:
    """The program of a pattern, and whether it must match at the start."""
    anchored = pattern[:1] == "^"
    program: Program = []
    _lay_out(Reader(pattern[1:] if anchored else pattern).pattern(), program)
    program.append(Instruction(_ACCEPT))
    return program, anchored


def _follow(program: Program, at: int, before: str | None, after: str, reached: set[int]) -> None:
    """Add to ``reached`` the instructions that consume or accept, from ``at`` on, between two characters."""
    todo = [at]
    seen = set()
    while todo:
        at = todo.pop()
        if at in seen:
            continue
        seen.add(at)
        step = program[at]
        if step.kind == _SPLIT:
            todo += (at + 1, step.other)
        elif step.kind == _JUMP:
            todo.append(step.other)
        elif step.kind == _ASSERT_START:
            if before is None:
                todo.append(at + 1)
        elif step.kind == _ASSERT_BOUNDARY:
            if _word(before or "") != _word(after):
                todo.append(at + 1)
        else:
            reached.add(at)


def _search(program: Program, anchored: bool, text: str) -> bool:
    entries = {0}
    before: str | None = None
    for place in range(len(text) + 1):
        after = text[place : place + 1]
        reached: set[int] = set()
        for at in entries:
            _follow(program, at, before, after, reached)
        if len(program) - 1 in reached:
            return True
        entries = set() if anchored else {0}
        for at in reached:
            test = program[at].test
            if test is not None and test(after):
                entries.add(at + 1)
        if not entries:
            return False
        before = after
    # Behind the end only a match that is complete counts: what may follow, even nothing, is not tried.
    return any(_ends(program, at) for at in entries)


def _ends(program: Program, at: int) -> bool:
    while program[at].kind == _JUMP:
        at = program[at].other
    return program[at].kind == _ACCEPT


_programs: dict[str, tuple[Program, bool]] = {}


def _regexp(pattern: Value, text: Value) -> int | None:
    """Whether some part of ``text`` matches."""
    source = to_text(pattern)
    if source is None:
        return None
    source = read_points(source.partition("\0")[0])
    compiled = _programs.get(source)
    if compiled is None:
        compiled = _compiled(source)
        if len(_programs) >= _MAX_CACHED:
            _programs.clear()
        _programs[source] = compiled
    subject = to_text(text)
    if subject is None:
        return None
    return 1 if _search(*compiled, read_points(subject.partition("\0")[0])) else 0


def _regexpi(pattern: Value, text: Value) -> int | None:
    """As `_regexp`, capital ASCII letters of both counting as small ones."""
    from litestone.value.collation import fold

    source, subject = to_text(pattern), to_text(text)
    if source is None:
        return None
    return _regexp(_fold_pattern(source), None if subject is None else fold(subject))


def _fold_pattern(source: str) -> str:
    """Fold a pattern, but for the letters behind a backslash."""
    from litestone.value.collation import fold

    out = []
    at = 0
    while at < len(source):
        size = 2 if source[at] == "\\" else 1
        piece = source[at : at + size]
        out.append(piece if size == 2 else fold(piece))
        at += size
    return "".join(out)


FUNCTIONS = (Scalar("regexp", 2, _regexp), Scalar("regexpi", 2, _regexpi))
