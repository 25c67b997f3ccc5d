"""`proctor/multilangbench`: a model writes SQLite 3.40.1 in a language, from the documentation."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

from inspect_ai import Task, task

from proctor.adapters.inspect.bubblewrap_room import RoomConfig
from proctor.adapters.inspect.docker_room import ContainerConfig, Made
from proctor.adapters.inspect.kinds import Question, SittingKind
from proctor.adapters.inspect.rules import RuleOptions, names_of, rules_from
from proctor.adapters.inspect.sitting import sitting_task
from proctor.core.selection import Selection
from proctor.grading.exam import Infrastructure
from proctor.languages.catalogue import languages
from proctor.rooms.contract import contract
from proctor.rooms.documents import NoDocuments
from proctor.rooms.image import ImageError, ready_image, scan_image
from proctor.rooms.packages import NotInstalled
from proctor.rooms.scanning import RoomRefused, ready_room


class MultiLangBenchSitting(SittingKind):
    """A question a language; the submission is a folder of sources."""

    exam = "multilangbench"
    option_names = frozenset({"base"})
    scans = True

    def questions(self, chosen: Sequence[str], selection: Selection) -> list[Question]:
        """One question for each language named. Raises ValueError for none, and for one that is not in the
        catalogue: nothing else could be built and checked.
        """
        known = languages()
        if not chosen:
            raise ValueError(f"multilangbench needs a language: {', '.join(known)}")
        if unknown := [name for name in chosen if name not in known]:
            raise ValueError(f"no language {unknown[0]!r}; there are {', '.join(known)}")
        return [
            Question(
                name,
                name,
                contract(known[name]),
                exam_options={"language": name},
                selection=selection,
            )
            for name in dict.fromkeys(chosen)
        ]

    def room(self, question: Question) -> RoomConfig:
        """The language's own room: its toolchain, the documentation, and no trace of SQLite."""
        return RoomConfig(make=functools.partial(_clean_root, question.language))

    def container(self, question: Question) -> ContainerConfig:
        """The same as an image. Option `base`: the image it is built on."""
        return ContainerConfig(
            make=functools.partial(_clean_image, question.language, self.options.get("base"))
        )

    def given(self, image: str) -> ContainerConfig:
        """An image of one's own, scanned as ours are."""
        return ContainerConfig(make=functools.partial(_scanned_image, image))


def _clean_root(language: str) -> Path:
    """Build and scan the room. Raises Infrastructure while it can't be had clean: nobody is let in."""
    try:
        return ready_room(languages()[language]).root
    except (RoomRefused, NotInstalled, NoDocuments) as error:
        raise Infrastructure(str(error)) from error


@functools.cache
def _clean_image(language: str, base: str | None) -> Made:
    """Build and scan the image. Raises Infrastructure while it can't be had clean."""
    try:
        return Made(ready_image(languages()[language], base))
    except (RoomRefused, ImageError, NoDocuments) as error:
        raise Infrastructure(str(error)) from error


@functools.cache
def _scanned_image(image: str) -> Made:
    """Scan an image, once a process. Raises Infrastructure if there is a trace of SQLite in it."""
    try:
        found = scan_image(image).findings
    except ImageError as error:
        raise Infrastructure(str(error)) from error
    if found:
        raise Infrastructure(str(RoomRefused(f"the image {image}", found)))
    return Made(image)


@task
def multilangbench(
    language: str,
    everything: bool = False,
    cases: str | None = None,
    base: str | None = None,
    **rules: Unpack[RuleOptions],
) -> Task:
    """MultiLangBench in one language, or in several with commas between; base: of Docker rooms."""
    kind = MultiLangBenchSitting({"base": base} if base else None)
    selection = Selection(Path(cases) if cases else None, everything)
    return sitting_task(kind, kind.questions(names_of(language), selection), rules_from(kind, rules))
