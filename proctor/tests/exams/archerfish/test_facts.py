"""Every known fact about each profile, from the data files beside this one."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from proctor.exams.archerfish.comparison import PROFILE_VERSIONS, UnknownProfile, compare
from proctor.exams.archerfish.model import Ordering, ResultSet, Rule, RuleError

_DATA = Path(__file__).parent / "data"


def _facts() -> list[Any]:
    yaml = YAML(typ="safe", pure=True)
    yaml.constructor.add_constructor("!d", lambda _, node: Decimal(node.value))
    yaml.constructor.add_constructor("!date", lambda _, node: dt.date.fromisoformat(node.value))
    yaml.constructor.add_constructor("!nan", lambda _, node: float("nan"))
    return [
        pytest.param(profile, fact, id=f"{profile}: {fact['name']}")
        for profile in PROFILE_VERSIONS
        for fact in yaml.load((_DATA / f"{profile}.yaml").read_text())
    ]


def _result(lists: list[list[Any]]) -> ResultSet:
    return ResultSet(tuple(lists[0]), [tuple(row) for row in lists[1:]])


@pytest.mark.parametrize(("profile", "fact"), _facts())
def test_fact(profile: str, fact: dict[str, Any]) -> None:
    rules = [Rule(words[0], tuple(words[1:])) for words in (each.split() for each in fact["rules"])]
    ordering = None
    if "ranks" in fact:
        spare = tuple((rank, tuple(row)) for rank, row in fact.get("spare", []))
        ordering = Ordering(tuple(fact["ranks"]), spare)
    arguments = (_result(fact["expected"]), _result(fact["actual"]), rules, profile)
    options = {"ordering": ordering, "intent": fact.get("intent", True)}
    if fact.get("raises"):
        with pytest.raises(RuleError):
            compare(*arguments, **options)
        return
    found = compare(*arguments, **options)
    assert found.equal is fact["equal"], found.reason
    assert found.profile == f"{profile}/{PROFILE_VERSIONS[profile]}"
    assert bool(found.reason) is not found.equal
    if "message" in fact:
        assert found.reason == fact["message"]


def test_unknown_profile() -> None:
    empty = ResultSet(("a",), [])
    with pytest.raises(UnknownProfile, match="no comparison profile 'lenient'"):
        compare(empty, empty, None, "lenient")
