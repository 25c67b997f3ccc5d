"""The catalogue's data files are whole, and a malformed one is refused by name."""

from __future__ import annotations

import pytest

from proctor.languages.catalogue import CatalogueError, language, languages, parse_language


def test_there_are_at_least_22_languages() -> None:
    assert len(languages()) >= 22


@pytest.mark.parametrize("name", languages())
def test_language_is_whole(name: str) -> None:
    found = language(name)
    assert (found.packages or found.image) and found.enry
    assert all(ending.startswith(".") for ending in found.endings)
    words = [*found.build_commands("/s/main", "/w/prog"), found.run_command("/s/main", "/w/prog")]
    left = {word for argv in words for word in argv if "{" in word}
    assert left <= {"{sources}"}
    assert left or any("/s/main" in word for argv in words for word in argv)


def test_unknown_language_names_those_there_are() -> None:
    with pytest.raises(CatalogueError, match="cobol"):
        language("klingon")


@pytest.mark.parametrize("text", ["=", 'title = "X"', 'title = "X"\nendings = ".x"', "title = 3"])
def test_malformed_file_is_refused(text: str) -> None:
    with pytest.raises(CatalogueError, match="language x"):
        parse_language("x", text)
