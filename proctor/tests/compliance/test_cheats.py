"""Every cheat of the table is caught by the rule meant for it, and no honest submission is refused."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from proctor.compliance.rules import rules_of
from proctor.isolation.launch import PATH
from proctor.isolation.protocol import Isolation
from proctor.languages.catalogue import language

DATA = Path(__file__).with_name("data")
CHEATS = tomllib.loads((DATA / "cheats.toml").read_text())["cheat"]
HONEST = sorted(path.name for path in (DATA / "honest").iterdir())


def test_the_table_is_as_broad_as_it_says() -> None:
    assert len(CHEATS) >= 30 and len({cheat["language"] for cheat in CHEATS}) >= 6
    assert len({cheat["row"] for cheat in CHEATS}) == 11
    assert len(HONEST) == 22 and set(HONEST) >= {cheat["language"] for cheat in CHEATS}


@pytest.mark.parametrize("name", [cheat["name"] for cheat in CHEATS])
def test_a_cheat_is_caught(name: str, table: ModuleType, isolation: Isolation, tmp_path: Path) -> None:
    cheat = next(one for one in table.cheats() if one.name == name)
    folder = tmp_path / "cases" / "submission"
    folder.parent.mkdir()
    cheat.write(folder)
    report = table.examine(folder, cheat.language, isolation, tmp_path / "cases" / "parsed")
    parse = rules_of(cheat.language).parse
    # Where the compiler is not installed, a detector stands in for its reading.
    stands_in = bool(parse) and shutil.which(parse[0], path=PATH) is None
    wanted = {"disguise", "language"} if cheat.rule == "parse" and stands_in else {cheat.rule}
    assert wanted & {finding.rule for finding in report.breaches}, report.to_json()


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_submission_passes(
    name: str, table: ModuleType, isolation: Isolation, tmp_path: Path
) -> None:
    report = table.examine(DATA / "honest" / name, name, isolation, tmp_path / "cases" / "parsed")
    assert not report.breaches, [str(finding) for finding in report.breaches]
    assert report.language == language(name).name and len(report.sources) == 1


def test_the_honest_ones_carry_what_could_be_mistaken() -> None:
    for path in sorted((DATA / "honest").glob("*/engine.*")):
        text = path.read_text()
        assert len(text) > 3_500 and "sqlite3" in text and "system" in text.lower(), path
