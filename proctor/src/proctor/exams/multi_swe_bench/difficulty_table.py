"""The side table of difficulty, made of what annotators left: rows that name an instance and a level.

JSON (an object from id to level), CSV, or a workbook (.xlsx, its first sheet). In a row the first cell that
is an instance's id, or the address of its pull request, says which; the first that is a level says how hard.
Levels are `easy`, `medium` and `hard`, or the time that a fix takes: up to 15 minutes, up to an hour, longer.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from proctor.exams.multi_swe_bench.names import InstanceId
from proctor.exams.multi_swe_bench.published import difficulty_path, open_address
from proctor.grading.exam import ExamError

_PULL = re.compile(r"https?://github\.com/([^/\s]+)/([^/\s]+)/pull/([0-9]+)\S*")
_LEVELS = (
    (re.compile(r"easy|(?:<|<=|≤)?\s*(?:0\s*[-–]\s*)?15\s*min\w*(?:\s*fix)?", re.IGNORECASE), "easy"),
    (
        re.compile(r"medium|15\s*min\w*\s*[-–]\s*1\s*h\w*|15\s*[-–]\s*60\s*min\w*", re.IGNORECASE),
        "medium",
    ),
    (re.compile(r"hard|(?:>|>=|≥)\s*1\s*h\w*|1\s*[-–]\s*4\s*h\w*|(?:>|≥)\s*4\s*h\w*", re.IGNORECASE), "hard"),
)
_UNREADABLE = (
    ValueError,
    KeyError,
    IndexError,
    AttributeError,
    csv.Error,
    zipfile.BadZipFile,
    ElementTree.ParseError,
)
_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


@dataclass(frozen=True, slots=True)
class Table:
    """Levels by instance. `disputed` are those for which a row holds different levels; the first counts."""

    levels: dict[InstanceId, str]
    disputed: tuple[InstanceId, ...]


def read_table(content: bytes, name: str) -> Table:
    """Read a table by its name's suffix. Raises ExamError if it can't be, or names no instance."""
    try:
        if name.endswith(".xlsx"):
            rows: Iterable[Sequence[str]] = _workbook(content)
        elif name.endswith(".json"):
            rows = [(str(key), str(value)) for key, value in json.loads(content).items()]
        else:
            rows = csv.reader(io.StringIO(content.decode("utf-8-sig")))
        found = _collect(rows)
    except (
        ValueError,
        KeyError,
        AttributeError,
        csv.Error,
        zipfile.BadZipFile,
        ElementTree.ParseError,
    ) as error:
        raise ExamError(f"the table of difficulty {name} can't be read: {error}") from error
    if not found.levels:
        raise ExamError(f"the table of difficulty {name} has no row with an instance and a level")
    return found


def keep_table(source: str) -> Table:
    """Read a table from a file or a web address, and keep it for the published dataset. Raises ExamError."""
    if "://" in source:
        with open_address(source) as answer:
            content: bytes = answer.read()
    else:
        try:
            content = Path(source).read_bytes()
        except OSError as error:
            raise ExamError(f"{source} can't be read: {error.strerror}") from error
    table = read_table(content, source.partition("?")[0].lower())
    told = {str(instance): level for instance, level in sorted(table.levels.items())}
    target = difficulty_path()
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    return table


def _collect(rows: Iterable[Sequence[str]]) -> Table:
    levels: dict[InstanceId, str] = {}
    disputed: dict[InstanceId, None] = {}
    for row in rows:
        cells = [cell.strip() for cell in row]
        instance = next((found for cell in cells if (found := _instance(cell)) is not None), None)
        told = [level for cell in cells for pattern, level in _LEVELS if pattern.fullmatch(cell)]
        if instance is None or not told:
            continue
        if len({*told, levels.get(instance, told[0])}) > 1:
            disputed[instance] = None
        levels.setdefault(instance, told[0])
    return Table(levels, tuple(disputed))


def _instance(cell: str) -> InstanceId | None:
    if found := _PULL.fullmatch(cell):
        return InstanceId(found[1], found[2], int(found[3]))
    try:
        return InstanceId.parse(cell)
    except ValueError:
        return None


def _workbook(content: bytes) -> Iterator[list[str]]:
    """The rows of the first sheet (ECMA-376, part 1, chapter 18), texts and numbers as they are written."""
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        shared: list[str] = []
        if "xl/sharedStrings.xml" in book.namelist():
            shared = [_text(one) for one in _parsed(book, "xl/sharedStrings.xml").iter(f"{_SHEET}si")]
        for row in _parsed(book, "xl/worksheets/sheet1.xml").iter(f"{_SHEET}row"):
            yield [_cell(cell, shared) for cell in row.iter(f"{_SHEET}c")]


def _parsed(book: zipfile.ZipFile, name: str) -> ElementTree.Element:
    text = book.read(name)
    if b"<!DOCTYPE" in text:
        raise ValueError("it defines entities")
    return ElementTree.fromstring(text)


def _cell(cell: ElementTree.Element, shared: list[str]) -> str:
    if cell.get("t") == "inlineStr":
        return _text(cell)
    value = cell.findtext(f"{_SHEET}v") or ""
    return shared[int(value)] if cell.get("t") == "s" and value else value


def _text(element: ElementTree.Element) -> str:
    return "".join(one.text or "" for one in element.iter(f"{_SHEET}t"))
