"""Mutation operators: small wrong turns in a COBOL source, of the kind that a port takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from proctor.exams.cobol_migration.decimals import Decimals

# The trap that a port falls into where it does what a mutant of the operator does.
TRAP_OF = {
    "drop-rounded": "rounding",
    "add-rounded": "truncation",
    "rounding-mode": "rounding-mode",
    "drop-size-error": "size-error",
    "until-off-by-one": "loop",
    "from-off-by-one": "loop",
    "times-off-by-one": "loop",
    "test-after": "loop",
    "collation": "collation",
    "collation-alphabet": "collation",
    "drop-justified": "padding",
    "drop-blank-zero": "blank-zero",
    "drop-initialize": "initialize",
    "write-after": "page",
    "drop-cancel": "subprogram",
    "static-local": "subprogram",
    "drop-period": "scope",
    "close-scope": "scope",
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one source.

    name: operator, file, line and the number on that line: what a waiver names. before and after: the
    changed piece.
    """

    name: str
    operator: str
    file: str
    start: int
    end: int
    before: str
    after: str

    @property
    def trap(self) -> str | None:
        """The trap of a port that does the same."""
        return TRAP_OF.get(self.operator)

    @property
    def change(self) -> str:
        """The changed piece before and after, on one line."""
        return f"{' '.join(self.before.split())} -> {' '.join(self.after.split())}".strip()

    def apply(self, text: str) -> str:
        """The source with the change made."""
        return text[: self.start] + self.after + text[self.end :]


_Rewrite = Callable[[re.Match[str]], "str | None"]


def _always(replacement: str) -> _Rewrite:
    return lambda _match: replacement


def _table(pairs: dict[str, str]) -> _Rewrite:
    def rewrite(match: re.Match[str]) -> str | None:
        return pairs.get(" ".join(match[0].upper().split()))

    return rewrite


def _next_number(match: re.Match[str]) -> str:
    digits = match[1]
    return match[0].replace(digits, str(int(digits) + 1).zfill(len(digits)), 1)


def _one_more(match: re.Match[str]) -> str:
    whole, decimals = match[1], match[2] or ""
    if decimals:
        moved = str(int(whole + decimals[1:]) + 1).zfill(len(whole + decimals) - 1)
        return f"{moved[: -len(decimals) + 1]}.{moved[-len(decimals) + 1 :]}"
    return str(int(whole) + 1).zfill(len(whole))


_MODES = {
    "NEAREST-AWAY-FROM-ZERO": "NEAREST-EVEN",
    "NEAREST-EVEN": "NEAREST-AWAY-FROM-ZERO",
    "NEAREST-TOWARD-ZERO": "NEAREST-AWAY-FROM-ZERO",
    "TOWARD-GREATER": "TOWARD-LESSER",
    "TOWARD-LESSER": "TOWARD-GREATER",
    "AWAY-FROM-ZERO": "TRUNCATION",
    "TRUNCATION": "AWAY-FROM-ZERO",
}
_RELATIONS = {
    ">=": ">", "<=": "<", ">": ">=", "<": "<=", "NOT =": "=", "=": "NOT =",
    "GREATER THAN": "NOT LESS THAN", "LESS THAN": "NOT GREATER THAN",
}  # fmt: skip
_DIRECTIONS = {"ASCENDING": "DESCENDING", "DESCENDING": "ASCENDING"}
_TEST_TIMES = {"TEST AFTER": "TEST BEFORE", "TEST BEFORE": "TEST AFTER"}
_ADVANCES = {"AFTER ADVANCING": "BEFORE ADVANCING", "BEFORE ADVANCING": "AFTER ADVANCING"}
_SIZE_ERROR = r"(?:NOT\s+)?(?:ON\s+)?SIZE\s+ERROR\b"
_GIVING = (
    r"\b(?:DIVIDE|MULTIPLY)\b(?:(?!\b(?:GIVING|DIVIDE|MULTIPLY|ADD|SUBTRACT)\b)[^.])*\bGIVING\s+[A-Z0-9-]+(?:\s*\([^)]*\))?"
    r"(?!\s+(?:ROUNDED|REMAINDER)\b)(?=[\s.])"
)

# (operator, what to find, what to put there); code only, never comments or literals.
_OPERATORS: tuple[tuple[str, str, _Rewrite], ...] = (
    ("drop-rounded", r"\bROUNDED\b(?:\s+MODE\s+(?:IS\s+)?[A-Z-]+)?", _always("")),
    ("rounding-mode", rf"\b(?:{'|'.join(_MODES)})\b", _table(_MODES)),
    ("add-rounded", r"\bCOMPUTE\s+[A-Z0-9-]+(?:\s*\([^)]*\))?(?=\s*=)", lambda match: f"{match[0]} ROUNDED"),
    ("relation", r"(?<![<>=*])(?:>=|<=|>|<|NOT\s+=)(?![<>=])|\b(?:GREATER|LESS)\s+THAN\b",
        _table(_RELATIONS)),
    ("equality", r"(?<=IF )[A-Z0-9-]+\s*=(?!=)", lambda match: match[0].replace("=", "NOT =")),
    ("and-or", r"\bAND\b|\bOR\b", _table({"AND": "OR", "OR": "AND"})),
    ("add-rounded", _GIVING, lambda match: f"{match[0]} ROUNDED"),
    ("plus-minus", r"(?<=[ )])[+-](?=[ (])", _table({"+": "-", "-": "+"})),
    ("times-divided", r"(?<=[ )])(?<!\*)[*/](?!\*)(?=[ (])", _table({"*": "/", "/": "*"})),
    ("add-subtract", r"\bADD\s+(\S+)\s+TO\b|\bSUBTRACT\s+(\S+)\s+FROM\b", lambda match: (
        f"SUBTRACT {match[1]} FROM" if match[1] else f"ADD {match[2]} TO")),
    ("until-off-by-one", r"\bUNTIL\s+[A-Z0-9-]+\s*(?:>|=|>=)\s*(\d+)", _next_number),
    ("from-off-by-one", r"\bVARYING\s+[A-Z0-9-]+\s+FROM\s+(\d+)", _next_number),
    ("times-off-by-one", r"\b(\d+)\s+TIMES\b", _next_number),
    ("literal", r"(?<=[ (])(\d+)(\.\d+)?(?=[ ).]|$)", _one_more),
    ("collation", r"\bCOLLATING\s+SEQUENCE\s+(?:IS\s+)?[A-Z0-9-]+", lambda match: re.sub(
        r"(?i)(?<=\s)EBCDIC$|(?<=\s)(?!IS\b|SEQUENCE\b)[A-Z0-9-]+$", "NATIVE", match[0])),
    ("collation-alphabet", r"(?<=\bIS\s)EBCDIC\b", _always("NATIVE")),
    ("sort-direction", r"\bASCENDING\b|\bDESCENDING\b", _table(_DIRECTIONS)),
    ("reference", r"(?<=\()(\d+)(?=\s*:)", _next_number),
    ("leading-trailing", r"\bLEADING\b|\bTRAILING\b", _table({"LEADING": "TRAILING", "TRAILING": "LEADING"})),
    ("drop-justified", r"\bJUST(?:IFIED)?(?:\s+RIGHT)?\b", _always("")),
    ("drop-blank-zero", r"\bBLANK\s+(?:WHEN\s+)?ZERO\b", _always("")),
    ("drop-initialize", r"\bINITIALIZE\s+[A-Z0-9-]+", _always("CONTINUE")),
    ("test-after", r"\bTEST\s+AFTER\b|\bTEST\s+BEFORE\b", _table(_TEST_TIMES)),
    ("write-after", r"\bAFTER\s+ADVANCING\b|\bBEFORE\s+ADVANCING\b", _table(_ADVANCES)),
    ("drop-cancel", r"\bCANCEL\s+\S+", _always("CONTINUE")),
    ("static-local", r"\bLOCAL-STORAGE(?=\s+SECTION)", _always("WORKING-STORAGE")),
    # A sentence inside an IF, as its indentation tells it: the period that ends all of them is overlooked.
    ("drop-period", r"\.(?=[ ]*\n([ ]{12,})(?![ ]))", _always(" ")),
    # An inner END-ADD is taken for the outer one's.
    ("close-scope", r"\b(END-(?:ADD|SUBTRACT|COMPUTE|MULTIPLY|DIVIDE))\b(?=[^.]*?\b\1\b)",
        lambda match: f"{match[0]} {match[0]}"),
)  # fmt: skip
_IN_PROCEDURES = frozenset({"literal", "drop-period", "times-off-by-one"})
_SKIPPED = {"literal": re.compile(r"\b(?:PIC|PICTURE|OCCURS|LEVEL|TIMES)\b|^\s{6,}\d\d\s|^\s*\d\d\s", re.I)}


def mutants_of(file: str, text: str, *, free: bool, copybooks: str = "") -> Iterator[Mutant]:
    """Every mutant of a source, in the order of operators and text.

    copybooks: their text, for the pictures of the fields. Rounding is neither dropped nor added where the
    exact result has no more decimals than its target.
    """
    code = _code_only(text, free=free)
    decimals = Decimals(f"{copybooks}\n{code}")
    procedure = re.search(r"\bPROCEDURE\s+DIVISION\b", code)
    begins = procedure.start() if procedure else 0
    for operator, pattern, rewrite in _OPERATORS:
        numbers: dict[int, int] = {}
        for match in re.finditer(pattern, code, re.I | re.M):
            if operator in _IN_PROCEDURES and match.start() < begins:
                continue
            line_start = code.rfind("\n", 0, match.start()) + 1
            skipped = _SKIPPED.get(operator)
            if skipped and skipped.search(code[line_start : code.find("\n", match.start())]):
                continue
            if operator.endswith("-rounded") and decimals.settle(code, match.start()):
                continue
            if operator == "drop-period" and not _indented_alike(code, match):
                continue
            after = rewrite(match)
            if after is None or after == match[0]:
                continue
            line = code.count("\n", 0, match.start()) + 1
            numbers[line] = numbers.get(line, 0) + 1
            name = f"{operator} {file}:{line}#{numbers[line]}"
            yield Mutant(
                name, operator, file, match.start(), match.end(), text[match.start() : match.end()], after
            )
    yield from _without_size_error(file, text, code)


def _indented_alike(code: str, match: re.Match[str]) -> bool:
    """Whether the sentence begins on a line that is indented like the one after its period."""
    line = code[code.rfind("\n", 0, match.start()) + 1 : match.start()]
    return len(line) - len(line.lstrip(" ")) == len(match[1])


def _without_size_error(file: str, text: str, code: str) -> Iterator[Mutant]:
    """Take each ON SIZE ERROR away, with the statements it guards."""
    phrase = re.compile(
        rf"\b{_SIZE_ERROR}.*?(?=\b{_SIZE_ERROR}|\bEND-(?:COMPUTE|ADD|SUBTRACT|MULTIPLY|DIVIDE)\b|\.(?=\s))",
        re.I | re.S,
    )
    for number, match in enumerate(phrase.finditer(code), 1):
        if match[0].upper().startswith("NOT"):
            continue
        line = code.count("\n", 0, match.start()) + 1
        after = re.sub(r"\S", " ", match[0])
        name = f"drop-size-error {file}:{line}#{number}"
        yield Mutant(
            name,
            "drop-size-error",
            file,
            match.start(),
            match.end(),
            text[match.start() : match.end()],
            after,
        )


def _code_only(text: str, *, free: bool) -> str:
    """The text with comments and literals blanked out, every character in its place."""
    lines = []
    for line in text.split("\n"):
        is_comment = line.lstrip().startswith("*>") or (not free and line[6:7] in ("*", "/"))
        if is_comment:
            lines.append(" " * len(line))
            continue
        line = re.sub(r"'[^']*'|\"[^\"]*\"", lambda found: "~" * len(found[0]), line)
        inline = line.find("*>")
        lines.append(line if inline < 0 else line[:inline] + " " * (len(line) - inline))
    return "\n".join(lines)
