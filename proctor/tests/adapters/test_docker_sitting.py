"""Whole sittings in Docker rooms, by a scripted model; the submission is graded outside, as ever."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from proctor.cli import main
from proctor.grading.run_folder import RunFolder
from proctor.languages.catalogue import languages
from proctor.reporting.bill import read_bill, read_calls
from proctor.reporting.entries import entry_of
from proctor.rooms.room import build_room
from sittings import COUNTED, HONEST, Sat, sit, sit_once

pytestmark = [pytest.mark.docker, pytest.mark.timeout(1800)]

IMAGE = "proctor-test-room"
LABEL = "label=proctor.room"
MODELS = {
    "left nothing": ({"commands": []}, "there is no submission"),
    "too large": ({"commands": ["mkdir submission && truncate -s 300M submission/x"]}, "larger than 64 MiB"),
    "link to the system": ({"commands": ["ln -s /etc submission"]}, "leaves the submission"),
    "broken room": ({"how": "output", "commands": ["rm -f /usr/bin/cat"]}, "can't be taken out"),
}
GRADED = {
    "output": {
        "how": "output",
        "commands": ["printf 'import sys\\nopen(sys.argv[1], \"ab\")\\n' > engine.py"],
    },
    "forks": {"commands": [HONEST, "for i in $(seq 80); do sleep 30 & done; true"]},
    "memory": {"commands": [HONEST, "python3 -c 'x = bytearray(600 << 20)'"]},
    "goes on": {"commands": [HONEST, "(sleep 60; rm -rf submission) >/dev/null 2>&1 &"]},
}


def containers() -> list[str]:
    listed = ["docker", "ps", "--all", "--quiet", "--filter", LABEL]
    return subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split()


@pytest.fixture(scope="module")
def image() -> str:
    """The files of the bubblewrap room of Python as an image."""
    root = build_room(languages()["python"]).root
    with subprocess.Popen(["tar", "-C", root, "-c", "."], stdout=subprocess.PIPE) as packed:
        subprocess.run(["docker", "import", "-", IMAGE], stdin=packed.stdout, check=True, capture_output=True)
    assert packed.returncode == 0
    return IMAGE


def with_trace() -> str:
    """The name of an image that holds nothing but a piece of SQLite."""
    (library,) = Path("/usr/lib").glob("*/libsqlite3.so.0.8.6")
    packed = subprocess.run(
        ["tar", "-C", library.parent, "-c", library.name], capture_output=True, check=True
    )
    name = f"{IMAGE}-traced"
    subprocess.run(["docker", "import", "-", name], input=packed.stdout, check=True, capture_output=True)
    return name


@pytest.fixture(scope="module")
def sat(tmp_path_factory: pytest.TempPathFactory, image: str) -> dict[str, Sat]:
    room = {"room": "docker", "image": image}
    scenarios = {name: scenario for name, (scenario, _) in MODELS.items()} | GRADED
    scenarios["traced"] = {"exam": "multilangbench", "own_image": with_trace()}
    scenarios["lost"] = {"commands": [HONEST, "true", "true"], "lose": 3}
    return sit_once(tmp_path_factory, "docker", {name: room | one for name, one in scenarios.items()})


@pytest.mark.parametrize("name", MODELS)
def test_models_failure_counts_as_nothing_passed(sat: dict[str, Sat], name: str) -> None:
    entry = entry_of(sat[name].run)
    assert not sat[name].failed, sat[name].text
    assert (entry.passed, entry.counted, entry.not_final) == (0, COUNTED, ())
    assert entry.refused is not None and MODELS[name][1] in entry.refused


@pytest.mark.parametrize("name", GRADED)
def test_what_is_left_is_graded_whatever_still_runs(sat: dict[str, Sat], name: str) -> None:
    entry = entry_of(sat[name].run)
    assert (entry.passed, entry.counted, entry.refused) == (2, COUNTED, None), sat[name].text


def test_lost_container_is_our_fault(sat: dict[str, Sat]) -> None:
    assert sat["lost"].failed
    assert "our fault" in sat["lost"].text and "the container is gone" in sat["lost"].text
    assert not sat["lost"].run.exists()
    assert len(list(read_calls(sat["lost"].attempt))) == 3, "no call is made for a room that is gone"


def test_image_with_a_trace_of_sqlite_lets_nobody_in(sat: dict[str, Sat]) -> None:
    assert sat["traced"].failed and "libsqlite3" in sat["traced"].text
    assert "is refused" in sat["traced"].text
    assert not sat["traced"].attempt.exists(), "no call was made"


def test_killed_sitting_goes_on_leaves_no_container_and_is_regraded(tmp_path: Path, image: str) -> None:
    room = {"room": "docker", "image": image}
    before = set(containers())
    assert sit(tmp_path, {"it": room | {"kill": 2}}) == {}
    assert len(set(containers()) - before) == 1, "a killed process can't tidy up"
    sat = sit(tmp_path, {"it": room})["it"]
    assert not sat.failed and set(containers()) <= before
    bill = read_bill(sat.run)
    assert bill is not None and (bill.calls, bill.usd) == (3, "0.00615")
    assert entry_of(sat.run).passed == 2
    regraded = CliRunner().invoke(main, ["regrade", str(sat.attempt), "--jobs", "1"])
    assert regraded.exit_code == 0, regraded.output
    (new,) = sat.attempt.glob("run-*")
    outcomes = [{v.case: v.outcome for v in RunFolder(folder).verdicts()} for folder in (sat.run, new)]
    assert outcomes[0] == outcomes[1]
