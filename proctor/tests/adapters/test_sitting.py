"""Whole sittings, offline: a scripted model in a bubblewrap room, graded outside by the core."""

import json
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from proctor.cli import main
from proctor.grading.run_folder import RunFolder
from proctor.reporting.bill import load_prices, read_bill, read_calls
from proctor.reporting.board import entry_of

PROGRAM = Path(__file__).with_name("scripted_sitting.py")
PRICES = """dated = "test"
source = "a test"
[models."mockllm/model"]
tiers = [{ from_prompt_tokens = 0, input = "1", output = "10", cache_read = "0.1" }]
"""


def sit(out: Path, what: str = "honest", end: str = "whole") -> subprocess.CompletedProcess[str]:
    (out.parent / "prices.toml").write_text(PRICES)
    return subprocess.run(
        [sys.executable, str(PROGRAM), str(out), what, end], capture_output=True, text=True, timeout=300
    )


def test_sitting_is_killed_gone_on_with_priced_repriced_and_regraded(tmp_path: Path) -> None:
    out = tmp_path / "out"
    attempt = out / "python-1"
    assert sit(out, end="killed").returncode == -9
    assert len(list(read_calls(attempt))) == 1 and not (attempt / "run").exists()
    resumed = sit(out)
    assert resumed.returncode == 0, resumed.stdout + resumed.stderr
    run = attempt / "run"
    counted = len(list(RunFolder(run).verdicts()))
    bill = read_bill(run)
    assert counted > 0 and bill is not None
    # The killed attempt's call is paid for too.
    assert (bill.calls, bill.usd, bill.prices_dated) == (
        3,
        "0.00615",
        f"{load_prices().dated} + test",
    )
    again = sit(out)
    assert again.returncode == 0 and len(list(read_calls(attempt))) == 3, (
        "a submission on record is not sat again"
    )
    entry = entry_of(run)
    assert (entry.model, entry.language, entry.counted) == ("mockllm/model", "python", counted)
    regraded = CliRunner().invoke(main, ["regrade", str(attempt), "--jobs", "1"])
    assert regraded.exit_code == 0, regraded.output
    (new,) = attempt.glob("run-*")
    outcomes = [{v.case: v.outcome for v in RunFolder(folder).verdicts()} for folder in (run, new)]
    assert outcomes[0] == outcomes[1]
    assert read_bill(new) is not None
    repriced = CliRunner().invoke(main, ["reprice", str(run)])
    assert "unknown" in repriced.output and json.loads((run / "cost.json").read_text())["usd"] is None


def test_models_failure_counts_as_nothing_passed(tmp_path: Path) -> None:
    for what in ("nothing", "escape"):
        done = sit(tmp_path / what, what)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "refused" in done.stdout
        entry = entry_of(tmp_path / what / "python-1" / "run")
        assert (entry.passed, entry.rate) == (0, 0.0) and entry.counted > 0


def test_our_failure_is_an_error_and_costs_the_model_nothing(tmp_path: Path) -> None:
    failed = sit(tmp_path / "out", end="our-fault")
    assert failed.returncode == 1
    assert "our fault" in failed.stdout
    assert not (tmp_path / "out" / "python-1" / "run").exists()
    gone_on = sit(tmp_path / "out")
    assert gone_on.returncode == 0 and len(list(read_calls(tmp_path / "out" / "python-1"))) == 2


def test_limit_on_money_ends_the_models_part(tmp_path: Path) -> None:
    done = sit(tmp_path / "out", end="spend")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "money limit" in done.stdout
    assert len(list(read_calls(tmp_path / "out" / "python-1"))) == 5
