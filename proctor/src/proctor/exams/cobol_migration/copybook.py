"""Which field of a record a byte falls in, read from the COBOL text that describes the record.

Handles what records are written with: levels, PICTURE, USAGE, SIGN SEPARATE, OCCURS, REDEFINES. Sizes are
GnuCOBOL's under std=default (COMP: 1, 2, 4 or 8 bytes by digits; COMP-3: half a byte a digit and a sign).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_SENTENCE = re.compile(r"(\d\d?)\s+(?:([A-Z0-9][A-Z0-9-]*)\b)?(.*)", re.S)
# What COPY REPLACING puts a prefix in for, as in `05 :P:-NAME`.
_PLACEHOLDER = re.compile(r":[A-Z0-9]+:-?|==[A-Z0-9]+==-?")
_PIC = re.compile(r"\bPIC(?:TURE)?\s+(?:IS\s+)?(\S+)")
_OCCURS = re.compile(r"\bOCCURS\s+(?:\d+\s+TO\s+)?(\d+)")
_REDEFINES = re.compile(r"\bREDEFINES\s+(\S+)")
_WORDS = frozenset({"PIC", "PICTURE", "OCCURS", "REDEFINES", "USAGE", "VALUE", "COMP", "COMP-3"})


@dataclass(slots=True)
class _Node:
    level: int
    name: str
    text: str
    size: int = 0
    offset: int = 0
    times: int = 1
    children: list[_Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Field:
    """An elementary field: offset and size in bytes, its picture as written."""

    name: str
    offset: int
    size: int
    picture: str


def fields_of(text: str, record: str | None = None) -> list[Field]:
    """The elementary fields of a record: the first with a level of its own, or the one named.

    A copybook that begins below level 01 is one record; a placeholder before a name is left out.
    """
    roots = _trees(text)
    if roots and roots[0].level > 1:
        roots = [_Node(1, "", "", children=roots)]
    chosen = [root for root in roots if root.children or root.size]
    if record is not None:
        chosen = [root for root in chosen if root.name == record.upper()]
    if not chosen:
        return []
    _lay(chosen[0], 0)
    found: list[Field] = []
    _collect(chosen[0], 0, "", found)
    return found


def field_at(fields: list[Field], offset: int) -> Field | None:
    """The field that covers a byte of the record; of several (REDEFINES) the first."""
    return next((one for one in fields if one.offset <= offset < one.offset + one.size), None)


def record_size(fields: list[Field]) -> int:
    """The record's length in bytes."""
    return max((one.offset + one.size for one in fields), default=0)


def _trees(text: str) -> list[_Node]:
    roots: list[_Node] = []
    stack: list[_Node] = []
    for sentence in _sentences(text):
        match = _SENTENCE.match(sentence)
        if match is None or int(match[1]) in (66, 77, 78, 88):
            continue
        name, rest = match[2] or "FILLER", match[3]
        if name in _WORDS:
            name, rest = "FILLER", f"{match[2]} {rest}"
        node = _Node(int(match[1]), name, rest)
        if times := _OCCURS.search(rest):
            node.times = int(times[1])
        if picture := _PIC.search(rest):
            node.size = _size(picture[1], rest)
        while stack and stack[-1].level >= node.level:
            stack.pop()
        if stack:
            stack[-1].children.append(node)
        else:
            roots.append(node)
        stack.append(node)
    return roots


def _sentences(text: str) -> list[str]:
    lines = []
    for line in text.upper().splitlines():
        if line[6:7] in ("*", "/") or line.lstrip().startswith("*>"):
            continue
        if line[:6].strip() and line[:6].strip().isdigit():
            line = "      " + line[6:]
        lines.append(_PLACEHOLDER.sub("", line.split("*>")[0]))
    joined = re.sub(r"'[^']*'|\"[^\"]*\"", "LITERAL", " ".join(lines))
    return [part.strip() for part in re.split(r"\.(?=\s|$)", joined) if part.strip()]


def _size(picture: str, rest: str) -> int:
    flat = re.sub(r"(.)\((\d+)\)", lambda found: found[1] * int(found[2]), picture)
    digits = sum(flat.count(symbol) for symbol in "9P")
    if re.search(r"\b(COMP-3|COMPUTATIONAL-3|PACKED-DECIMAL)\b", rest):
        return digits // 2 + 1
    if re.search(r"\b(COMP|COMP-4|COMP-5|BINARY|COMPUTATIONAL)\b", rest):
        return 2 if digits <= 4 else 4 if digits <= 9 else 8
    separate = 1 if "SEPARATE" in rest and flat.startswith("S") else 0
    return len(re.sub(r"[SVP]", "", flat)) + separate


def _lay(node: _Node, offset: int) -> None:
    """Give every node its offset, and groups their size (of one occurrence)."""
    node.offset = offset
    if not node.children:
        return
    at = offset
    placed: dict[str, int] = {}
    for child in node.children:
        over = _REDEFINES.search(child.text)
        start = placed.get(over[1], at) if over else at
        _lay(child, start)
        placed[child.name] = start
        at = max(at, start + child.size * child.times)
    node.size = at - offset


def _collect(node: _Node, shift: int, suffix: str, found: list[Field]) -> None:
    for number in range(node.times):
        index = f"{suffix}({number + 1})" if node.times > 1 else suffix
        moved = shift + number * node.size
        if not node.children:
            picture = _PIC.search(node.text)
            shown = picture[1] if picture else ""
            found.append(Field(f"{node.name}{index}", node.offset + moved, node.size, shown))
        for child in node.children:
            _collect(child, moved, index, found)
