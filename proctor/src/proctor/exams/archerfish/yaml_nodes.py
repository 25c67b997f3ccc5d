"""YAML read with places: every complaint names file and line.

The text is composed into nodes and read from those, so that a scalar is the text that stands there (a column
named `no` or `1` stays one) and keys given twice are found.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from proctor.core.json_types import Json
from proctor.exams.archerfish.model import WorkloadError

_TAG = "tag:yaml.org,2002:"


class Node:
    """A YAML node and the file it stands in."""

    def __init__(self, raw: Any, source: str) -> None:
        self._raw = raw
        self.source = source

    @property
    def line(self) -> int:
        """The line it begins on, from 1."""
        return int(self._raw.start_mark.line) + 1

    def error(self, message: str) -> WorkloadError:
        """A complaint about this node."""
        return WorkloadError(f"{self.source}:{self.line}: {message}")

    @property
    def is_null(self) -> bool:
        """Whether nothing, `~` or `null` stands here."""
        return bool(self._raw.id == "scalar" and self._raw.tag == _TAG + "null")

    @property
    def is_mapping(self) -> bool:
        """Whether it is a mapping."""
        return bool(self._raw.id == "mapping")

    @property
    def is_sequence(self) -> bool:
        """Whether it is a sequence."""
        return bool(self._raw.id == "sequence")

    def entries(self, what: str) -> dict[str, Node]:
        """The mapping's values by key. Raises WorkloadError if it is none or holds a key twice."""
        if not self.is_mapping:
            raise self.error(f"{what} is a mapping")
        found: dict[str, Node] = {}
        for raw_key, raw_value in self._raw.value:
            key = Node(raw_key, self.source).text("a key")
            if key in found:
                raise Node(raw_key, self.source).error(f"{what} has the key {key!r} twice")
            found[key] = Node(raw_value, self.source)
        return found

    def items(self, what: str) -> Iterator[Node]:
        """The sequence's nodes. Raises WorkloadError if it is none."""
        if not self.is_sequence:
            raise self.error(f"{what} is a list")
        return (Node(raw, self.source) for raw in self._raw.value)

    def text(self, what: str) -> str:
        """The scalar as it stands. Raises WorkloadError for anything else and for null."""
        if self._raw.id != "scalar" or self.is_null:
            raise self.error(f"{what} is a text")
        return str(self._raw.value)

    def texts(self, what: str) -> tuple[str, ...]:
        """A list of texts. Raises WorkloadError for anything else."""
        return tuple(each.text(f"each of {what}") for each in self.items(what))

    def truth(self, what: str) -> bool:
        """true or false, in quotes or not, as Archerfish's files have both."""
        value = self.text(what).lower()
        if value not in ("true", "false"):
            raise self.error(f"{what} is true or false, not {value!r}")
        return value == "true"

    def count(self, what: str) -> int:
        """A whole number above 0."""
        value = self.text(what)
        if not value.isdigit() or int(value) < 1:
            raise self.error(f"{what} is a whole number above 0, not {value!r}")
        return int(value)

    def plain(self) -> Json:
        """The node as JSON values."""
        if self.is_mapping:
            return {key: value.plain() for key, value in self.entries("a mapping").items()}
        if self.is_sequence:
            return [each.plain() for each in self.items("a list")]
        if self.is_null:
            return None
        text, tag = str(self._raw.value), self._raw.tag
        if tag == _TAG + "bool":
            return text.lower() == "true"
        if tag == _TAG + "int":
            try:
                return int(text, 0)
            except ValueError:
                return text
        return float(text) if tag == _TAG + "float" and text[-1].isdigit() else text


def compose(path: Path, data: bytes) -> Node:
    """The document's root. Raises WorkloadError if ruamel.yaml is missing, the text is no YAML, or empty."""
    try:
        from ruamel.yaml import YAML
        from ruamel.yaml.error import MarkedYAMLError, YAMLError
    except ImportError as missing:
        raise WorkloadError(
            "reading workloads needs ruamel.yaml: pip install 'proctor[archerfish]'"
        ) from missing
    try:
        raw = YAML(typ="safe", pure=True).compose(data.decode("utf-8"))
    except UnicodeDecodeError as fault:
        line = data[: fault.start].count(b"\n") + 1
        raise WorkloadError(f"{path}:{line}: not UTF-8") from fault
    except MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        line = 1 if mark is None else int(mark.line) + 1
        raise WorkloadError(f"{path}:{line}: {fault.problem or fault.context or 'no YAML'}") from fault
    except YAMLError as fault:
        raise WorkloadError(f"{path}:1: {' '.join(str(fault).split())}") from fault
    if raw is None:
        raise WorkloadError(f"{path}:1: the file is empty")
    return Node(raw, str(path))


def read(path: Path) -> bytes:
    """The file's bytes. Raises WorkloadError if it can't be read."""
    try:
        return path.read_bytes()
    except OSError as fault:
        raise WorkloadError(f"{path}: {fault.strerror or fault}") from fault
