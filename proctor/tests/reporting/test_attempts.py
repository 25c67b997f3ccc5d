"""pass@k and whole sittings: what has no result stays in sight."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.core.outcome import Outcome
from proctor.core.usage import Usage
from proctor.grading.manifest import RunError
from proctor.grading.run_folder import RunFolder
from proctor.reporting.attempts import Asked, attempts_of, pass_at, pass_at_k, read_asked, write_asked
from proctor.reporting.bill import append_call, load_prices, write_bill
from proctor.reporting.board import write_board
from proctor.reporting.entries import entries_of
from proctor.reporting.sitting_record import SittingRecord, write_sitting

PASSED, WRONG, OURS = Outcome.PASSED, Outcome.WRONG, Outcome.ORACLE_ERROR


@given(st.integers(1, 7).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n))))
def test_estimator_is_the_share_of_draws_with_a_pass(told: tuple[int, int, int]) -> None:
    attempts, passed, k = told
    results = [number < passed for number in range(attempts)]
    draws = list(itertools.combinations(results, k))
    assert pass_at(k, attempts, passed) == pytest.approx(sum(map(any, draws)) / len(draws))


def test_no_more_draws_than_attempts() -> None:
    with pytest.raises(ValueError, match="no pass@3"):
        pass_at(3, 2, 1)
    with pytest.raises(ValueError, match="3 of 2"):
        pass_at(1, 2, 3)


Lay = Callable[..., Path]


@pytest.fixture
def lay(make_run: Callable[..., RunFolder], tmp_path: Path) -> Lay:
    """Lays a sitting out: the outcomes of each attempt (None: it has no result), priced by the shipped list."""
    model = min(load_prices().tiers)

    def make(name: str, attempts: list[list[Outcome] | None], refused: str | None = None) -> Path:
        folder = tmp_path / name
        write_asked(folder, Asked("multilangbench", {"ocaml": "ocaml"}, len(attempts)))
        for epoch, outcomes in enumerate(attempts, 1):
            place = folder / f"ocaml-{epoch}"
            place.mkdir()
            append_call(place, Usage(model, 1000, 1000))
            if outcomes is None:
                continue
            run = make_run(f"{name}/ocaml-{epoch}/run", outcomes, refused=refused if epoch == 1 else None)
            append_call(run.path, Usage(model, 1000, 1000))
            write_bill(run.path, load_prices())
            record = SittingRecord(
                "multilangbench", model, "ocaml", "react", "docker", epoch, "submitted", "ocaml"
            )
            write_sitting(run.path, record)
        return folder

    return make


def test_pass_at_k_is_by_case_over_all_attempts(lay: Lay) -> None:
    sitting = lay("s", [[PASSED, WRONG, WRONG], [PASSED, PASSED, WRONG], [PASSED, WRONG, WRONG]])
    found = pass_at_k(attempts_of(sitting))
    assert (found.cases, found.attempts, found.missing) == (3, 3, 0)
    assert found.rates == {
        1: pytest.approx((1 + 1 / 3) / 3),
        2: pytest.approx((1 + 2 / 3) / 3),
        3: pytest.approx(2 / 3),
    }


def test_a_refused_attempt_fails_all_its_cases(lay: Lay) -> None:
    sitting = lay("s", [[], [PASSED, WRONG]])
    assert pass_at_k(attempts_of(sitting)).rates[1] == 0.5
    refused = lay("r", [[PASSED, WRONG], [PASSED, WRONG]], refused="holds a binary")
    assert pass_at_k(attempts_of(refused)).rates == {1: 0.25, 2: 0.5}


def test_what_has_no_result_is_said_and_never_left_out(lay: Lay, tmp_path: Path) -> None:
    sitting = lay("s", [[PASSED, WRONG], None, [PASSED, OURS]])
    found = pass_at_k(attempts_of(sitting))
    assert found.missing == 2, "one has no run, one has a verdict of ours"
    entries, passes = entries_of(sitting)
    assert [len(entry.not_final) for entry in entries] == [0, 1, 1]
    assert entries[1].not_final == ("1 of 1 questions have no result",) and entries[1].rate is None
    assert "not final: 2 of 3 attempts" in passes[0].text
    write_board([sitting], tmp_path / "board.html")
    page = (tmp_path / "board.html").read_text()
    assert "1 of 1 questions have no result" in page and "not final: 2 of 3 attempts" in page


def test_questions_of_a_language_are_one_entry(lay: Lay, make_run: Callable[..., RunFolder]) -> None:
    sitting = lay("s", [[PASSED, WRONG]])
    write_asked(sitting, Asked("multilangbench", {"second": "ocaml"}, 1))
    (entry,), _ = entries_of(sitting)
    assert entry.not_final == ("1 of 2 questions have no result",)
    run = make_run("s/second-1/run", [PASSED, PASSED, WRONG])
    (entry,), _ = entries_of(sitting)
    assert (entry.passed, entry.counted, entry.not_final) == (3, 5, ())
    assert entry.cost is None, "a part without a bill makes the whole unknown"
    assert [failure.outcome for failure in entry.failures] == ["wrong", "wrong"]
    assert entry.folders == (sitting / "ocaml-1" / "run", run.path)


def test_asking_more_keeps_what_was_asked_and_another_exam_is_refused(tmp_path: Path) -> None:
    write_asked(tmp_path, Asked("one", {"a": "x"}, 3))
    write_asked(tmp_path, Asked("one", {"b": "y"}, 1))
    assert read_asked(tmp_path) == Asked("one", {"a": "x", "b": "y"}, 3)
    with pytest.raises(RunError, match="holds sittings of one"):
        write_asked(tmp_path, Asked("two", {}, 1))
    (tmp_path / "asked.json").write_text("[]")
    with pytest.raises(RunError, match="damaged"):
        read_asked(tmp_path)
    with pytest.raises(RunError, match="no folder of a sitting"):
        attempts_of(tmp_path / "nothing")
