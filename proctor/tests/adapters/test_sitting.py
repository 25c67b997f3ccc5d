"""Whole sittings, offline: a scripted model in a bubblewrap room, graded outside by the core."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from proctor.cli import main
from proctor.grading.run_folder import RunFolder
from proctor.reporting.attempts import attempts_of, pass_at, pass_at_k
from proctor.reporting.bill import read_bill, read_calls
from proctor.reporting.entries import entry_of
from proctor.reporting.sitting_record import read_sitting
from sittings import COUNTED, HONEST, WRONG, Sat, sit, sit_once

pytestmark = pytest.mark.timeout(1800)

ENGINE = "import sys\nopen(sys.argv[1], 'ab').close()\n"
# The faults of the model, with what its verdict must say.
MODELS = {
    "left nothing": ({"commands": []}, "there is no submission"),
    "link out of the room": ({"commands": ["ln -s /etc submission"]}, "leaves the submission"),
    "too large to unpack": (
        {"commands": ["mkdir submission && head -c 70000000 /dev/zero > submission/x"]},
        "larger than 64 MiB",
    ),
    "too large to read": (
        {"commands": ["mkdir submission && truncate -s 200M submission/x"]},
        "larger than 64 MiB",
    ),
    "pipe": (
        {"commands": ["mkdir submission && mkfifo submission/x"]},
        "neither a file, a folder nor a link",
    ),
    "answer without a program": (
        {"how": "answer", "room": "none", "commands": [], "answer": "I can't"},
        "the answer holds no program",
    ),
    "nothing to print": ({"how": "output", "commands": []}, "can't be taken out: cat: engine.py"),
    "another language": (
        {"commands": ["mkdir submission && echo 'language = \"c\"' > submission/submission.toml"]},
        "must be in python",
    ),
}
LIMITS = {
    "time limit": {"commands": [HONEST, "sleep 200"], "seconds": 4},
    "token limit": {"commands": [HONEST, *["true"] * 8], "tokens": 4000},
    "money limit": {"commands": [HONEST, *["true"] * 8], "money": "0.01"},
}
MANNERS = {
    "folder": {},
    "answer": {"how": "answer", "room": "none", "agent": "single", "commands": [], "answer": ENGINE},
    "submitted answer": {"how": "answer", "commands": ["ls"], "answer": ENGINE},
    "output": {"how": "output", "commands": [f"printf '%s' \"{ENGINE}\" > engine.py"]},
}
EPOCHS = {
    "three attempts": {"commands": [HONEST, f"[ CALL -lt 5 ] || (rm -r submission; {WRONG})"], "epochs": 3}
}
OURS = {
    "no isolation": {"isolation": "no-such-isolation"},
    "refused room": {"how": "refused"},
}


@pytest.fixture(scope="module")
def sat(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Sat]:
    models = {name: scenario for name, (scenario, _) in MODELS.items()}
    return sit_once(tmp_path_factory, "sat", {**MANNERS, **models, **LIMITS, **OURS, **EPOCHS})


@pytest.mark.parametrize("name", MANNERS)
def test_a_submission_comes_out_in_any_manner(sat: dict[str, Sat], name: str) -> None:
    entry = entry_of(sat[name].run)
    assert not sat[name].failed
    assert (entry.passed, entry.counted, entry.refused) == (2, COUNTED, None), sat[name].text


@pytest.mark.parametrize("name", MODELS)
def test_models_failure_counts_as_nothing_passed(sat: dict[str, Sat], name: str) -> None:
    entry = entry_of(sat[name].run)
    assert not sat[name].failed, "a failure of the model is no error"
    assert (entry.passed, entry.counted) == (0, COUNTED)
    assert not entry.not_final, "it is final"
    assert entry.refused is not None and MODELS[name][1] in entry.refused
    assert MODELS[name][1] in sat[name].text


@pytest.mark.parametrize("name", LIMITS)
def test_limit_ends_the_models_part_and_what_is_there_is_graded(sat: dict[str, Sat], name: str) -> None:
    record = read_sitting(sat[name].run)
    assert record is not None and record.ended == name
    assert entry_of(sat[name].run).passed == 2
    assert name in sat[name].text
    calls = {"time limit": 2, "token limit": 3, "money limit": 5}[name]
    assert len(list(read_calls(sat[name].attempt))) == calls, "one call may overshoot, no second is made"


@pytest.mark.parametrize("name", OURS)
def test_our_failure_is_an_error_and_no_score(sat: dict[str, Sat], name: str) -> None:
    assert sat[name].failed
    assert "our fault" in sat[name].text and "passed" not in sat[name].text
    assert not sat[name].run.exists(), "nothing that a board could take for a result"


def test_room_with_a_trace_is_refused_before_the_model_enters(sat: dict[str, Sat]) -> None:
    assert "the room is refused: a trace of SQLite" in sat["refused room"].text
    assert list(read_calls(sat["refused room"].attempt)) == []


def test_attempts_are_summed_up_as_pass_at_k(sat: dict[str, Sat]) -> None:
    it = sat["three attempts"]
    passed = sorted(entry_of(it.out / f"python-{epoch}" / "run").passed for epoch in (1, 2, 3))
    assert passed[0] == 0 and passed[-1] == 2, "not all attempts are alike"
    rates = pass_at_k(attempts_of(it.out)).rates
    alike = passed.count(2)
    assert rates == {1: pytest.approx(alike / 6), 2: pytest.approx(pass_at(2, 3, alike) / 2), 3: 0.5}
    assert f"python, 3 attempts: pass@1 {rates[1]:.1%}" in it.text
    assert "9 calls" in it.text and "0.01845 USD" in it.text, "the bill of all attempts"


def test_sitting_is_killed_gone_on_with_priced_repriced_and_regraded(tmp_path: Path) -> None:
    assert sit(tmp_path, {"it": {"kill": 2}}) == {}
    attempt = tmp_path / "it" / "python-1"
    assert len(list(read_calls(attempt))) == 1 and not (attempt / "run").exists()
    # A fault of ours after the model's part: the model does not sit again, only the grading is done anew.
    again = sit(tmp_path, {"it": {}, "faulty": {"isolation": "no-such-isolation"}})
    faulty = sit(tmp_path, {"faulty": {}})["faulty"]
    run = attempt / "run"
    bill = read_bill(run)
    assert not again["it"].failed and bill is not None
    # The killed attempt's call is paid for too.
    assert (bill.calls, bill.usd, bill.prices_dated.endswith("+ test")) == (3, "0.00615", True)
    assert again["faulty"].failed and not faulty.failed
    assert len(list(read_calls(faulty.attempt))) == 2
    entry = entry_of(run)
    assert (entry.model, entry.language, entry.counted) == ("mockllm/model", "python", COUNTED)
    regraded = CliRunner().invoke(main, ["regrade", str(attempt), "--jobs", "1"])
    assert regraded.exit_code == 0, regraded.output
    (new,) = attempt.glob("run-*")
    outcomes = [{v.case: v.outcome for v in RunFolder(folder).verdicts()} for folder in (run, new)]
    assert outcomes[0] == outcomes[1] and len(outcomes[0]) == COUNTED
    assert read_bill(new) is not None
    repriced = CliRunner().invoke(main, ["reprice", str(run)])
    assert "unknown" in repriced.output and json.loads((run / "cost.json").read_text())["usd"] is None


def test_refused_attempt_is_regraded_with_its_reason(sat: dict[str, Sat]) -> None:
    done = CliRunner().invoke(main, ["regrade", str(sat["pipe"].attempt), "--jobs", "1"])
    assert done.exit_code == 0, done.output
    (new,) = sat["pipe"].attempt.glob("run-*")
    assert RunFolder(new).manifest.refused == RunFolder(sat["pipe"].run).manifest.refused
