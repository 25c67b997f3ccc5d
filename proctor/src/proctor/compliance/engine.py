"""SQLite itself in a submission: by what an engine can't be without, and by the names of its functions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from proctor.compliance.finding import Finding
from proctor.traces.scan import scan_tree
from proctor.traces.signatures import Kind

MOST_INTERNAL_NAMES = 20
_INTERNAL = re.compile(r"\bsqlite3(?:[A-Z][A-Za-z0-9]+|_[A-Z]\w+)\b")
_MEND = "no SQLite, in whole or in part, as library, program or code"


def found_in(root: Path) -> Iterator[Finding]:
    """The traces of SQLite in all files of a submission, whatever they pack. Raises OSError."""
    for trace in scan_tree(root, names=False):
        how = ", ".join(trace.signatures)
        where = f" in {' → '.join(trace.inside)}" if trace.inside else ""
        if trace.kind is Kind.ENGINE:
            yield Finding("sqlite", trace.path, None, f"holds SQLite itself{where} ({how})", _MEND)
        else:
            text = f"holds what may be SQLite's{where}: {trace.kind.value} ({how})"
            yield Finding("sqlite", trace.path, None, text, _MEND, refuses=False)


class InternalNames:
    """Counts the distinct names of SQLite's own functions, over all files."""

    def __init__(self) -> None:
        self._names: set[str] = set()

    def add(self, text: str) -> None:
        """Count those of a file."""
        self._names.update(_INTERNAL.findall(text))

    def findings(self) -> Iterator[Finding]:
        """A finding if there are too many to be a coincidence."""
        if len(self._names) > MOST_INTERNAL_NAMES:
            some = ", ".join(sorted(self._names)[:3])
            text = f"uses {len(self._names)} names of SQLite's own functions ({some}, …)"
            yield Finding(
                "sqlite", ".", None, text, "write the engine yourself; its code may not be translated"
            )
