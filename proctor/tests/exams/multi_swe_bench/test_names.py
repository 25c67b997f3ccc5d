"""Ids in every published form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.exams.multi_swe_bench.names import InstanceId

WORD = st.from_regex(r"[A-Za-z0-9.][A-Za-z0-9.-]{0,12}", fullmatch=True)


@pytest.mark.parametrize("text", ["cli/cli:pr-10001", "cli__cli-10001", "cli__cli_10001"])
def test_every_form_is_read(text: str) -> None:
    assert InstanceId.parse(text) == InstanceId("cli", "cli", 10001)


@pytest.mark.parametrize(
    "text", ["", "cli", "cli/cli", "cli/cli:pr-", "cli__cli", "cli/cli:pr-1x", "a/b/c:pr-1"]
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no instance id"):
        InstanceId.parse(text)


@given(WORD, WORD, st.integers(0, 10**6))
def test_written_ids_are_read_back(org: str, repo: str, number: int) -> None:
    made = InstanceId(org, repo, number)
    assert InstanceId.parse(str(made)) == made
    assert InstanceId.parse(made.official) == made


def test_image_names_are_lower_case() -> None:
    assert InstanceId("catchorg", "Catch2", 1609).image == "mswebench/catchorg_m_catch2:pr-1609"
