"""Choosing cases: the official slice by default, or what a person asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from sys import intern

from proctor.core.case import Case, Malformed
from proctor.core.selection import Selection
from proctor.exams.multilangbench.case import SqlCase
from proctor.exams.multilangbench.sources import Source
from proctor.grading.case_set import HeldCases

OFFICIAL_PREFIXES = ("00", "01", "02")
OFFICIAL = "official slice (names beginning with 00, 01, 02)"


class SqlKey(Case):
    """A case without its texts."""

    __slots__ = ()

    @property
    def shard_key(self) -> str:
        """The first two digits of the name, as of the case itself."""
        return self.name[:2]


def _takes(selection: Selection, case: Case) -> bool:
    if selection.is_default:
        return case.name.startswith(OFFICIAL_PREFIXES)
    return selection.takes(case)


class SelectedCases(HeldCases[Case]):
    """The cases of a source that a selection takes. Raises ExamError if it takes none.

    One pass over the source finds them; a further pass each time the cases are iterated over. Of two cases
    with one name the second counts as malformed.
    """

    def __init__(self, source: Source, selection: Selection) -> None:
        self._source = source
        keys: list[Case] = []
        malformed: list[Malformed] = []
        seen: set[str] = set()
        interned: dict[tuple[str, ...], tuple[str, ...]] = {}
        for item in source:
            if isinstance(item, Malformed):
                malformed.append(item)
            elif item.name in seen:
                malformed.append(Malformed(item.name, "a second case of this name"))
            else:
                seen.add(item.name)
                if _takes(selection, item):
                    tags = interned.setdefault(item.tags, tuple(intern(tag) for tag in item.tags))
                    keys.append(SqlKey(item.name, item.content_hash, tags))
        super().__init__(keys, source.provenance(), selection.describe(OFFICIAL), len(seen), malformed)

    def keys(self) -> Sequence[Case]:
        """Every selected case without its texts."""
        return self._cases

    def __iter__(self) -> Iterator[SqlCase]:
        left = {case.name for case in self._cases}
        for item in self._source:
            if isinstance(item, SqlCase) and item.name in left:
                left.remove(item.name)
                yield item
            if not left:
                return
