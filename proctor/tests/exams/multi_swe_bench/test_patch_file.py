"""The submitted file, in both forms."""

from __future__ import annotations

import json

import pytest

from proctor.exams.multi_swe_bench.names import InstanceId
from proctor.exams.multi_swe_bench.patch_file import PatchFileError, read_patches


def lines(*rows: object) -> list[bytes]:
    return [json.dumps(row).encode() + b"\n" for row in rows]


def test_both_forms_may_stand_in_one_file() -> None:
    found = read_patches(
        lines(
            {"org": "cli", "repo": "cli", "number": "10001", "fix_patch": "one"},
            {"instance_id": "axios__axios-5", "model_patch": "two", "model_name_or_path": "m"},
            {"instance_id": "axios/axios:pr-6", "model_patch": None},
        )
    )
    assert found.patches == {
        InstanceId("cli", "cli", 10001): "one",
        InstanceId("axios", "axios", 5): "two",
        InstanceId("axios", "axios", 6): "",
    }
    assert found.models == ("m",)


def test_one_number_in_two_repositories_is_two_instances() -> None:
    rows = [{"org": "a", "repo": repo, "number": 1, "fix_patch": repo} for repo in ("x", "y")]
    assert read_patches(lines(*rows)).patches == {InstanceId("a", "x", 1): "x", InstanceId("a", "y", 1): "y"}


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ([1], "no JSON object"),
        ({"number": 1, "fix_patch": ""}, "neither org, repo and number nor instance_id"),
        ({"org": "a", "repo": "b", "number": "x", "fix_patch": ""}, "number is no number"),
        ({"org": "a", "repo": "b", "number": 1, "fix_patch": 3}, "fix_patch is no text"),
        ({"instance_id": "nothing", "model_patch": ""}, "no instance id"),
        ({"instance_id": 3, "model_patch": ""}, "instance_id is no text"),
    ],
)
def test_a_bad_line_is_named(row: object, told: str) -> None:
    with pytest.raises(PatchFileError, match=f"line 2.*{told}"):
        read_patches([b"\n", *lines(row)])


def test_a_second_patch_for_an_instance_is_refused() -> None:
    row = {"org": "a", "repo": "b", "number": 1, "fix_patch": ""}
    with pytest.raises(PatchFileError, match="line 2: a second patch for a__b-1"):
        read_patches(lines(row, {"instance_id": "a__b-1", "model_patch": "x"}))


def test_no_json_is_named() -> None:
    with pytest.raises(PatchFileError, match="line 1 is no JSON"):
        read_patches([b"diff --git a/x b/x\n"])
