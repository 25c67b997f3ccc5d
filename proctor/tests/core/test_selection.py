"""Shards and selections."""

import pytest

from proctor.core.selection import Selection, Shard


def test_shard_is_a_range_with_both_ends() -> None:
    shard = Shard.parse("0e-10")
    assert [key for key in ("0d", "0e", "0f", "10", "11") if key in shard] == ["0e", "0f", "10"]
    assert str(Shard.parse("07")) == "07"


@pytest.mark.parametrize("text", ["", "0", "0g", "10-0f", "000-0ff"])
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="shard"):
        Shard.parse(text)


def test_selection_says_what_it_is() -> None:
    assert Selection().describe("the official slice") == "the official slice"
    assert Selection(everything=True).describe("") == "all"
    assert Selection(prefixes=("0a",), tags=("join",)).describe("") == "prefix 0a; feature join"
    assert Selection(names=("a", "b"), origin="failed in r").describe("") == "failed in r"


def test_tags_to_be_left_out_make_a_selection_of_their_own() -> None:
    selection = Selection(without=("fts5", "rtree"))
    assert not selection.is_default
    assert selection.describe("the default") == "without fts5, rtree"
