"""Choosing cases: the official slice by default, or what a person asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from sys import intern

from proctor.core.case import Case, Malformed
from proctor.core.selection import Selection
from proctor.exams.multilangbench.case import SqlCase
from proctor.exams.multilangbench.sources import Source
from proctor.grading.exam import ExamError, Provenance

OFFICIAL_PREFIXES = ("00", "01", "02")
OFFICIAL = "official slice (names beginning with 00, 01, 02)"


class SqlKey(Case):
    """A case without its texts."""

    __slots__ = ()

    @property
    def shard_key(self) -> str:
        """The first two digits of the name, as of the case itself."""
        return self.name[:2]


def _chooses(selection: Selection, case: Case) -> bool:
    if selection.is_default:
        return case.name.startswith(OFFICIAL_PREFIXES)
    if selection.prefixes and not case.name.startswith(selection.prefixes):
        return False
    if selection.without and set(selection.without) & set(case.tags):
        return False
    if selection.tags and not set(selection.tags) & set(case.tags):
        return False
    # A name may be cut short, as a person copies it from a table.
    return not selection.names or case.name.startswith(selection.names)


class SelectedCases:
    """The cases of a source that a selection takes. Raises ExamError if it takes none.

    One pass over the source finds them; a further pass each time the cases are iterated over. Of two cases
    with one name the second counts as malformed.
    """

    def __init__(self, source: Source, selection: Selection) -> None:
        self._source = source
        self._keys: list[Case] = []
        self._malformed: list[Malformed] = []
        self._wanted: set[str] = set()
        seen: set[str] = set()
        interned: dict[tuple[str, ...], tuple[str, ...]] = {}
        for item in source:
            if isinstance(item, Malformed):
                self._malformed.append(item)
            elif item.name in seen:
                self._malformed.append(Malformed(item.name, "a second case of this name"))
            else:
                seen.add(item.name)
                if _chooses(selection, item):
                    tags = interned.setdefault(item.tags, tuple(intern(tag) for tag in item.tags))
                    self._keys.append(SqlKey(item.name, item.content_hash, tags))
                    self._wanted.add(item.name)
        self._available = len(seen)
        self._description = selection.describe(OFFICIAL)
        self._provenance = source.provenance()
        if not self._keys:
            bad = f", and {len(self._malformed)} malformed" if self._malformed else ""
            raise ExamError(f"no case is selected ({self._description}) of {self._available} at hand{bad}")

    @property
    def provenance(self) -> Provenance:
        """Where the cases came from."""
        return self._provenance

    @property
    def description(self) -> str:
        """Which cases were selected, in words."""
        return self._description

    @property
    def available(self) -> int:
        """How many well-formed cases the source holds."""
        return self._available

    @property
    def malformed(self) -> Sequence[Malformed]:
        """What could not be read as a case."""
        return self._malformed

    def keys(self) -> Sequence[Case]:
        """Every selected case without its texts."""
        return self._keys

    def __iter__(self) -> Iterator[SqlCase]:
        left = set(self._wanted)
        for item in self._source:
            if isinstance(item, SqlCase) and item.name in left:
                left.remove(item.name)
                yield item
            if not left:
                return
