"""Whether a language's tools are on this machine, and how to get them."""

from __future__ import annotations

from proctor.languages.catalogue import Language
from proctor.rooms.packages import NotInstalled, closure


def standing(language: Language) -> tuple[str, str]:
    """`found`, `partly` or `missing`, and what to do about it, empty if nothing.

    found: a room can be built here. partly: its programs are there, but not by Debian's packages, from which
    rooms are put together. missing: neither, or a toolchain that only Docker can have.
    """
    if language.image:
        return "missing", f"`proctor rooms build {language.name} --docker`: image {language.image}"
    try:
        closure(language.packages)
    except NotInstalled as error:
        return ("partly" if language.is_available() else "missing"), str(error)
    return "found", ""
