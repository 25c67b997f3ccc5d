"""A real SQLite to be found, and a piece of it that holds what it is recognised by."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.traces.signatures import KEYWORDS, character_types


@pytest.fixture(scope="session")
def library() -> Path:
    """This machine's libsqlite3."""
    found = sorted(Path("/usr/lib").glob("*/libsqlite3.so.0"))
    assert found, "the tests need Debian's libsqlite3-0"
    return found[0].resolve()


@pytest.fixture(scope="session")
def engine(library: Path) -> bytes:
    """The part of the library with both tables, some 40 kB."""
    data = library.read_bytes()
    places = (data.find(KEYWORDS), data.find(character_types()))
    assert min(places) > 0
    return data[min(places) - 64 : max(places) + 1024]
