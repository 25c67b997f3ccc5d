"""What language others take a file for: GitHub's linguist (by enry) and Google's magika."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from magika import Magika

SURE = 0.9  # magika's own score, from which it is listened to
_HOW = 'pip install "proctor[languages]"'
# Not a language: what magika says of short texts.
_NO_CODE = frozenset({"txt", "txtascii", "txtutf8", "txtutf16", "unknown", "undefined", "empty", "randomtxt"})


class DetectorMissing(Exception):
    """A detector is not installed; the message says how to install it."""


def linguist_label(name: str, content: bytes) -> str:
    """The label that linguist gives a file, empty if none. Raises DetectorMissing."""
    try:
        import enry  # type: ignore[import-untyped]
    except ImportError as error:
        raise DetectorMissing(f"enry is needed to tell languages apart: {_HOW}") from error
    return str(enry.get_language(Path(name).name, content))


@cache
def _magika() -> Magika:
    try:
        from magika import Magika
    except ImportError as error:
        raise DetectorMissing(f"magika is not installed: {_HOW}") from error
    return Magika()


def magika_label(content: bytes) -> str | None:
    """What magika is sure that a text is, or None if it is not sure or takes it for none of code.

    Raises DetectorMissing.
    """
    said = _magika().identify_bytes(content)
    label = str(said.output.label)
    return label if said.score >= SURE and label not in _NO_CODE else None
