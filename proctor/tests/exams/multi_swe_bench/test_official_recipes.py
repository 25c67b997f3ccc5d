"""The wrapper around the `multi-swe-bench` package, against a stand-in that misbehaves as the package does."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from proctor.exams.multi_swe_bench import official_recipes
from proctor.exams.multi_swe_bench.official_recipes import OfficialRecipes, test_script
from proctor.exams.multi_swe_bench.recipes import RecipeError
from proctor.exams.multi_swe_bench.record import Record
from proctor.exams.multi_swe_bench.transitions import Status

FIX_RUN = """#!/bin/bash
set -e

cd /home/answer
if ! git -c core.x=y apply --whitespace=nowarn /home/test.patch /home/fix.patch; then
  exit 1
fi
echo 'it''s'
sh run.sh
"""


class Instance:
    """What the package hands out; `behaviour` is set by a test."""

    behaviour = ""

    def __init__(self, row: dict[str, Any]) -> None:
        if self.behaviour == "not registered":
            raise ValueError("Instance is not registered.")
        self.row = row

    def dependency(self) -> Any:
        files = [
            SimpleNamespace(name="fix-run.sh", content=FIX_RUN),
            SimpleNamespace(name="fix.patch", content="gold"),
        ]
        return SimpleNamespace(files=lambda: files)

    def fix_patch_run(self) -> str:
        return "bash /home/fix-run.sh"

    def parse_log(self, text: str) -> Any:
        print("debugging")
        if self.behaviour == "raises":
            raise IndexError("list index out of range")
        return SimpleNamespace(passed_tests={"a", "b"}, failed_tests={"b"}, skipped_tests={"c"})


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Instance]]:
    modules: dict[str, dict[str, Any]] = {
        "multi_swe_bench": {}, "multi_swe_bench.harness": {}, "multi_swe_bench.harness.repos": {},
        "multi_swe_bench.harness.dataset": {"Dataset": SimpleNamespace(from_json=json.loads)},
        "multi_swe_bench.harness.instance": {"Instance": SimpleNamespace(create=lambda row, _: Instance(row))},
        "multi_swe_bench.harness.image": {"Config": lambda **settings: settings},
    }  # fmt: skip
    for name, contents in modules.items():
        module = ModuleType(name)
        vars(module).update(contents, __path__=[])
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(Instance, "behaviour", "")
    official_recipes._package.cache_clear()
    yield Instance
    official_recipes._package.cache_clear()


def test_a_recipe_is_taken_over(
    package: type[Instance], record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe = OfficialRecipes().find(record)
    assert recipe is not None
    assert (recipe.workdir, recipe.image) == ("/home/answer", "mswebench/local_m_answer:pr-7")
    assert "apply" not in recipe.test and "fix.patch" not in recipe.test and "sh run.sh" in recipe.test
    assert recipe.parse("") == {"a": Status.PASS, "b": Status.FAIL, "c": Status.SKIP}
    assert capsys.readouterr().out == ""


def test_interval_and_tag_are_passed_on(
    package: type[Instance], record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[dict[str, Any]] = []
    monkeypatch.setattr(Instance, "__init__", lambda self, row: seen.append(row))
    OfficialRecipes().find(replace(record, number_interval="a_1_to_9", tag="v1.2", extra={"hints": "x"}))
    assert (seen[0]["number_interval"], seen[0]["tag"], "hints" in seen[0]) == ("a_1_to_9", "v1.2", False)


@pytest.mark.parametrize("behaviour", ["not registered", "raises"])
def test_whatever_it_raises_is_one_error(package: type[Instance], record: Record, behaviour: str) -> None:
    Instance.behaviour = behaviour
    with pytest.raises(RecipeError, match="multi-swe-bench: its"):
        parse_with_it(record)


def parse_with_it(record: Record) -> None:
    recipe = OfficialRecipes().find(record)
    assert recipe is not None
    recipe.parse("")


def test_without_the_package_there_are_no_recipes(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [*(one for one in sys.modules if one.startswith("multi_swe_bench.")), "multi_swe_bench"]:
        monkeypatch.setitem(sys.modules, name, None)
    official_recipes._package.cache_clear()
    assert OfficialRecipes().find(record) is None
    official_recipes._package.cache_clear()


def test_a_script_that_is_missing_is_told() -> None:
    with pytest.raises(RecipeError, match=r"no script fix-run\.sh"):
        test_script("bash /home/fix-run.sh", {})


def test_a_command_without_a_script_stands_as_it_is() -> None:
    assert test_script("cd /w && make check", {}) == ("/w", "bash -c 'cd /w && make check'")
