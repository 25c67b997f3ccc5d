"""The exam as a whole: equal verdicts on three databases, kinds of ends, systems, the report."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from proctor.core.json_types import Json
from proctor.core.outcome import Outcome
from proctor.core.scorecard import score
from proctor.core.selection import Selection
from proctor.core.verdict import Verdict
from proctor.exams.archerfish.bundle import PREDICTIONS_PATH, bundled_predictions
from proctor.exams.archerfish.exam import Archerfish
from proctor.exams.archerfish.model import PROFILES
from proctor.exams.archerfish.report import COLUMNS, OWN_COLUMNS, write_report
from proctor.grading.exam import ExamError
from proctor.isolation.protocol import Isolation
from proctor.isolation.registry import open_isolation

KINDS = {"no-sql": "no_sql", "sql-error": "sql_error", "refused": "refused"}


@pytest.fixture(scope="module")
def isolation() -> Iterator[Isolation]:
    backend = open_isolation()
    yield backend
    backend.close()


def _graded(
    options: Mapping[str, Json],
    submission: Path,
    place: Path,
    isolation: Isolation,
    names: tuple[str, ...] = (),
) -> dict[str, Verdict]:
    exam = Archerfish(options)
    try:
        cases = exam.load(Selection(names=names))
        (place / "prepared").mkdir(parents=True)
        prepared = exam.prepare(submission, place / "prepared")
        found = {}
        for number, case in enumerate(cases):
            workplace = place / str(number)
            workplace.mkdir()
            found[case.name] = exam.grade(prepared, case, workplace, isolation)
        return found
    finally:
        exam.close()


@pytest.mark.parametrize("profile", ["archerfish-readme", "strict"])
def test_verdicts_are_equal_on_three_databases_and_as_foretold(
    profile: str, sqlite: str, duck: str, postgres: str, tmp_path: Path, isolation: Isolation
) -> None:
    assert profile in PROFILES
    ends = {}
    for name, url in (("sqlite", sqlite), ("duckdb", duck), ("postgresql", postgres)):
        verdicts = _graded({"source": url, "profile": profile}, PREDICTIONS_PATH, tmp_path / name, isolation)
        ends[name] = {case: (v.outcome, v.evidence["kind"]) for case, v in verdicts.items()}
    foretold = {each.query_name: each for each in bundled_predictions()}
    assert len(ends["sqlite"]) == len(foretold) >= 60
    assert ends["sqlite"] == ends["duckdb"] == ends["postgresql"]
    for case, (outcome, kind) in ends["sqlite"].items():
        assert (outcome is Outcome.PASSED) == foretold[case].expected[profile], (case, foretold[case].why)
        if foretold[case].kind:
            assert kind == KINDS[foretold[case].kind], case


def test_a_golden_that_fails_is_not_the_systems_fault(
    sqlite: str, tmp_path: Path, isolation: Isolation
) -> None:
    workload = tmp_path / "w.yaml"
    workload.write_text(
        "a:\n  question: q\n  golden_query: SELECT nothing FROM ship\n  comparison_rules: []\n"
    )
    answers = tmp_path / "p.json"
    answers.write_text(json.dumps({"a": "SELECT 1"}))
    found = _graded({"source": sqlite, "workload": str(workload)}, answers, tmp_path / "x", isolation)
    assert found["a"].outcome is Outcome.ORACLE_ERROR
    assert found["a"].evidence["kind"] == "golden_error"


def test_a_command_is_given_question_and_schema(sqlite: str, tmp_path: Path, isolation: Isolation) -> None:
    program = tmp_path / "system"
    program.write_text(
        "#!/usr/bin/python3\nimport json, sys\nasked = json.load(sys.stdin)\n"
        "assert 'CREATE TABLE ship' in asked['schema'] and 'golden_query' not in asked\n"
        "print('SELECT count(*) AS num_ships FROM ship' if 'ships' in asked['question'] else '')\n"
    )
    program.chmod(0o755)
    found = _graded({"source": sqlite}, program, tmp_path / "x", isolation, ("harbour_1", "harbour_2"))
    assert found["harbour_1"].outcome is Outcome.PASSED
    assert found["harbour_2"].evidence["kind"] == "no_sql"


def test_a_plugin_keeps_the_original_contract(sqlite: str, tmp_path: Path, isolation: Isolation) -> None:
    (tmp_path / "own_system.py").write_text(
        "class Own:\n"
        "    def __init__(self, workload_data, halt_on_error, intent_based_match=True): self.ready = False\n"
        "    def setup(self, config): self.ready = config['databases']['source']['type'] == 'sqlalchemy'\n"
        "    def generate_query(self, query_info):\n"
        "        if query_info.query_name == 'harbour_2': raise RuntimeError('out of luck')\n"
        "        return 'SELECT count(*) FROM ship' if self.ready and query_info['question'] else ''\n"
        "    def cleanup(self): pass\n"
    )
    config = tmp_path / "benchmark_config.yaml"
    config.write_text(
        "implementations:\n- name: Own\n  class: own_system.Own\n  databases:\n    source:\n      type: sqlalchemy\n"
        f"      connection: {sqlite}\n    target:\n      same_as_source: true\n"
    )
    names = ("harbour_1", "harbour_2")
    found = _graded({"config": str(config)}, config, tmp_path / "x", isolation, names)
    assert found["harbour_1"].outcome is Outcome.PASSED
    assert found["harbour_2"].outcome is Outcome.CRASHED
    assert "out of luck" in str(found["harbour_2"].evidence["reason"])


def test_the_report_escapes_and_marks_what_failed() -> None:
    evil = "<script>alert(1)</script>"
    verdict = Verdict("a", "0" * 64, Outcome.WRONG, evidence={"kind": "mismatch", "reason": evil, "question": "=1+1",
                      "generated": [evil], "golden": "SELECT 1"})  # fmt: skip
    run = {"oracle": {"name": "x", "version": "1", "options": []}, "selection": "all", "source": "w",
           "submission_digest": "0" * 64, "created": "now"}  # fmt: skip
    card = score([verdict], run, 1)
    html = write_report(card, [verdict], ["a"], "html")
    assert "<script" not in html
    assert '<tr class="failed">' in html
    assert write_report(card, [verdict], ["a"], "csv").splitlines()[1].startswith("a,'=1+1,True,")
    rows = json.loads(write_report(card, [verdict], ["a"], "json"))["questions"]
    assert list(rows[0]) == [*COLUMNS, *OWN_COLUMNS] and len(COLUMNS) == 18


def test_options_are_checked() -> None:
    for options in ({"nonsense": 1}, {"profile": "lax"}, {"seconds": "long"}):
        with pytest.raises(ExamError):
            Archerfish(options)
