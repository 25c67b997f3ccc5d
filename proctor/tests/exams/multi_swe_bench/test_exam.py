"""The exam without Docker: options, selection, submissions, stored logs, repeated runs, figures."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path

import pytest

from local_place import FILES, FIX, RECIPE, LocalPlace
from proctor.core.outcome import Outcome
from proctor.core.selection import Selection
from proctor.core.verdict import Verdict
from proctor.exams.multi_swe_bench import dataset, evidence, exam, figures, images
from proctor.exams.multi_swe_bench.case import make_case
from proctor.exams.multi_swe_bench.exam import MultiSweBench
from proctor.exams.multi_swe_bench.final_report import final_report
from proctor.exams.multi_swe_bench.judging import Trace, conclude, trace
from proctor.exams.multi_swe_bench.names import InstanceId
from proctor.exams.multi_swe_bench.record import Record
from proctor.exams.multi_swe_bench.submission import prepare_patches
from proctor.exams.multi_swe_bench.trace_store import NotStored, TraceStore
from proctor.exams.multi_swe_bench.transitions import Status
from proctor.grading.exam import ExamError, Prepared, Refused
from proctor.isolation.registry import open_isolation

GOOD = Trace("run", way="exact", exit_code=0, log=b"PASS: answer\nPASS: name\n")
BAD = Trace("run", way="exact", exit_code=1, log=b"FAIL: answer\nPASS: name\n")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"golden": True}, "no option golden"),
        ({"gold": True, "empty": True}, "exclude each other"),
        ({"gold": "yes"}, "gold is true or false"),
        ({"repeat": 0}, "repeat is a number above 0"),
        ({"memory_gib": -1}, "memory_gib is a number of GiB"),
        ({"apply": "somehow"}, "apply is strict or lenient"),
        ({"logs": "/nowhere"}, "logs: there is nothing"),
        ({"base": 3}, "base is a text"),
    ],
)
def test_a_bad_option_is_named(options: dict[str, object], told: str) -> None:
    with pytest.raises(ExamError, match=told):
        MultiSweBench(options)  # type: ignore[arg-type]


def test_the_bundled_set_has_two_instances_of_each_language() -> None:
    cases = MultiSweBench().load(Selection())
    languages = [tag for case in cases for tag in case.tags if tag.startswith("language:")]
    assert sorted(languages) == sorted(
        2 * [f"language:{name}" for name in ("c", "cpp", "go", "java", "js", "python", "rust", "ts")]
    )
    assert all("difficulty:unknown" not in case.tags for case in cases)
    assert not cases.malformed


def test_bundled_records_are_of_the_commit_that_is_made() -> None:
    sources = dataset.recipe_sources(None)
    for case in MultiSweBench().load(Selection()):
        record = case.record  # type: ignore[attr-defined]
        recipe = dataset.find_recipe(record, sources)
        assert recipe is not None and recipe.repository is not None
        made = images.make_repository(images.read_repository(recipe.repository), recipe.workdir)
        assert made.commit == record.base_sha


def test_a_name_selects_that_instance_alone() -> None:
    for name in ("proctor/go-stack:pr-1", "proctor__go-stack-1", "proctor__go-stack_1"):
        assert [case.name for case in MultiSweBench().load(Selection(names=(name,)))] == [
            "proctor__go-stack-1"
        ]
    assert len(MultiSweBench().load(Selection(tags=("language:go",))).keys()) == 2
    with pytest.raises(ExamError, match="no instance is selected"):
        MultiSweBench().load(Selection(names=("proctor__go-stack-11",)))


def test_a_second_record_and_a_bad_line_are_malformed(tmp_path: Path, record: Record) -> None:
    line = json.dumps(record.to_json())
    (tmp_path / "d.jsonl").write_text(f"{line}\n{line}\nnonsense\n")
    cases = MultiSweBench().load(Selection(source=tmp_path / "d.jsonl"))
    assert [one.where for one in cases.malformed] == ["d.jsonl, line 2", "d.jsonl, line 3"]
    assert "difficulty:unknown" in cases.keys()[0].tags


@pytest.mark.parametrize(("text", "told"), [("diff\n", "no JSON"), (None, "no file of patches")])
def test_a_submission_that_is_none_is_refused(tmp_path: Path, text: str | None, told: str) -> None:
    path = tmp_path / "patches.jsonl"
    if text is not None:
        path.write_text(text)
    with pytest.raises(Refused, match=told):
        prepare_patches(path, tmp_path / "work")


def recipes_file(tmp_path: Path) -> Path:
    path = tmp_path / "recipes.toml"
    path.write_text('["local/answer"]\nimage = "x"\nworkdir = "/x"\ntest = "sh run.sh"\nparser = "lines"\n')
    return path


def graded(tmp_path: Path, record: Record, patch: str | None, logs: Path, **options: object) -> Verdict:
    """The verdict from stored logs, without Docker."""
    given = {"logs": str(logs), "recipes": str(recipes_file(tmp_path)), **options}
    held = MultiSweBench(given)  # type: ignore[arg-type]
    source = tmp_path / "dataset.jsonl"
    source.write_text(json.dumps(record.to_json()) + "\n")
    submitted = tmp_path / "patches.jsonl"
    row = {"instance_id": str(record.id), "model_patch": patch}
    submitted.write_text(json.dumps(row if patch is not None else {**row, "instance_id": "a__b-1"}) + "\n")
    work = tmp_path / "run" / ".work" / "cases" / "w1"
    prepared: Prepared = held.prepare(submitted, tmp_path / "run" / ".work" / "submission")
    (case,) = held.load(Selection(source=source))
    isolation = open_isolation("bare")
    try:
        return held.grade(prepared, case, work, isolation)
    finally:
        isolation.close()
        held.close()


@pytest.fixture
def logs(tmp_path: Path, record: Record) -> Path:
    store = TraceStore(tmp_path / "old" / "logs")
    store.keep(str(record.id), 1, FIX, GOOD)
    return tmp_path / "old"


def test_stored_logs_are_graded_again_without_docker(
    tmp_path: Path, record: Record, logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere")
    verdict = graded(tmp_path, record, FIX, logs)
    assert verdict.outcome is Outcome.PASSED
    assert verdict.evidence["transitions"] == {"f2p": 1, "p2p": 1, "s2p": 0, "n2p": 0}
    assert verdict.tags == ("language:sh", "difficulty:unknown")


def test_a_new_patch_is_never_answered_with_an_old_log(tmp_path: Path, record: Record, logs: Path) -> None:
    verdict = graded(tmp_path, record, FIX.replace("42", "43"), logs)
    assert (verdict.outcome, verdict.evidence["kind"]) == (Outcome.INFRASTRUCTURE, "not_stored")
    assert "another patch" in str(verdict.evidence["reason"])


def test_a_configuration_names_patches_dataset_and_instances(tmp_path: Path, record: Record) -> None:
    others = [replace(record, id=InstanceId("local", "answer", number)) for number in (7, 70, 8)]
    halves = ("one.jsonl", others[:2]), ("two.jsonl", others[2:])
    for name, records in halves:
        (tmp_path / name).write_text("".join(json.dumps(one.to_json()) + "\n" for one in records))
        rows = [{"instance_id": str(one.id), "model_patch": FIX} for one in records]
        (tmp_path / f"patches-{name}").write_text("".join(json.dumps(row) + "\n" for row in rows))
    config = {
        "dataset_files": [f"{tmp_path}/one.jsonl", f"{tmp_path}/two.jsonl"],
        "patch_files": [f"{tmp_path}/patches-*.jsonl"],
        "skips": ["local/answer:pr-7"],
    }
    (tmp_path / "config.json").write_text(json.dumps(config))
    held = MultiSweBench({"config": str(tmp_path / "config.json"), "logs": str(tmp_path)})
    assert [case.name for case in held.load(Selection())] == ["local__answer-70", "local__answer-8"]
    prepared = held.prepare(tmp_path / "config.json", tmp_path / "work")
    assert prepared.details["patches"] == 3
    (tmp_path / "config.json").write_text(json.dumps({"colour": 1}))
    with pytest.raises(ExamError, match="unknown keys: colour"):
        MultiSweBench({"config": str(tmp_path / "config.json")})


def test_images_are_pulled_by_the_digest_that_is_known(tmp_path: Path, record: Record) -> None:
    digest = f"sha256:{'ab' * 32}"
    run = tmp_path / "run" / "logs"
    run.mkdir(parents=True)
    (run / "images.jsonl").write_text(json.dumps({"image": "host:5000/x:1", "digest": digest}) + "\n")
    (tmp_path / "known.json").write_text(json.dumps({"host:5000/x:1": digest}))
    recipes = recipes_file(tmp_path)
    recipes.write_text(recipes.read_text().replace('"x"', '"host:5000/x:1"'))
    for known in (tmp_path / "run", tmp_path / "known.json"):
        recipe = dataset.recipe_sources(recipes, None, known)[0].find(record)
        assert recipe is not None and recipe.image == f"host:5000/x@{digest}"
    (tmp_path / "known.json").write_text('{"x:1": "latest"}')
    with pytest.raises(ExamError, match="'latest' is no digest"):
        dataset.read_digests(tmp_path / "known.json")


def test_no_patch_stays_in_the_denominator(tmp_path: Path, record: Record, logs: Path) -> None:
    verdict = graded(tmp_path, record, None, logs)
    assert (verdict.outcome, verdict.evidence["kind"]) == (Outcome.WRONG, "no_patch")


def test_a_flaky_instance_is_marked(tmp_path: Path, record: Record, logs: Path) -> None:
    TraceStore(logs / "logs").keep(str(record.id), 2, FIX, BAD)
    verdict = graded(tmp_path, record, FIX, logs, repeat=2)
    assert verdict.outcome is Outcome.WRONG and "flaky" in verdict.tags
    assert verdict.evidence["runs"] == ["resolved", "nothing_fixed"]


def test_a_test_that_fails_every_other_time_is_found_by_running_it_again(
    tmp_path: Path, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    coin = b"[ $(od -An -N1 -tu1 /dev/urandom) -lt 128 ] && echo 'PASS: coin' || echo 'FAIL: coin'\n"
    files = {**FILES, "run.sh": coin + FILES["run.sh"]}
    places = (LocalPlace(tmp_path / f"place{number}", files) for number in itertools.count())
    told = replace(
        record, base_sha=LocalPlace(tmp_path / "first", files).commit,
        run=record.run | {"coin": Status.PASS}, test=record.test | {"coin": Status.PASS},
    )  # fmt: skip
    monkeypatch.setattr(
        MultiSweBench, "_left", lambda self, one, recipe, patch, *_: trace(one, recipe, patch, next(places))
    )
    verdict = graded(tmp_path, told, FIX, tmp_path, repeat=20)
    assert "flaky" in verdict.tags and verdict.outcome is Outcome.WRONG
    assert set(verdict.evidence["runs"]) == {"resolved", "regression"}  # type: ignore[arg-type]


def test_a_flaky_gold_patch_is_our_fault(tmp_path: Path, record: Record, logs: Path) -> None:
    TraceStore(logs / "logs").keep(str(record.id), 2, FIX, BAD)
    verdict = graded(tmp_path, record, "x", logs, repeat=2, gold=True)
    assert verdict.outcome is Outcome.ORACLE_ERROR and "flaky" in verdict.tags


def test_what_git_said_stands_in_one_line_of_a_table(record: Record) -> None:
    left = replace(GOOD, attempts=(("exact", False, "error: a\nerror: b\n"), ("recounted", True, "")))
    sections = evidence.evidence_of(record, left, conclude(record, RECIPE, FIX, left))["sections"]
    (ways,) = [one["rows"] for one in sections if "ways" in one["title"]]  # type: ignore[union-attr,index,call-overload,operator]
    assert ways == [["exact", "no", "error: a; error: b"], ["recounted", "applied", ""]]


def test_damaged_traces_are_told(tmp_path: Path) -> None:
    store = TraceStore(tmp_path)
    store.keep("a__b-1", 1, "x", GOOD)
    assert store.find("a__b-1", 1, "x") == GOOD
    (tmp_path / "a__b-1" / "1" / "trace.json").write_text("{")
    with pytest.raises(NotStored, match="damaged"):
        store.find("a__b-1", 1, "x")
    with pytest.raises(NotStored, match="no log of run 2"):
        store.find("a__b-1", 2, "x")


def verdicts(record: Record) -> list[Verdict]:
    case = make_case(record, RECIPE, "easy", False)
    flaky = make_case(record, RECIPE, "easy", True)
    runs = ((case, GOOD), (case, BAD), (flaky, BAD))
    found = [
        exam._verdict(one, [(left, conclude(record, RECIPE, FIX, left))], is_gold=False) for one, left in runs
    ]
    found.append(exam._without_run(case, Outcome.WRONG, "empty_patch", "the patch is empty"))
    found.append(exam._without_run(case, Outcome.INFRASTRUCTURE, "lost", "the container was lost"))
    found.append(exam._without_run(case, Outcome.WRONG, "no_patch", "none"))
    return found


def test_figures_count_kinds_and_leave_flaky_instances_out(record: Record) -> None:
    told = figures.summary(verdicts(record))
    assert told["flaky instances"] == 1
    assert told["resolved without flaky instances"] == "1 of 4"
    assert told["how patches were applied"] == {"columns": ["way", "count"], "rows": [["exact", 3]]}
    assert json.dumps(told)


def test_the_official_report_counts_what_the_official_harness_does_not(record: Record) -> None:
    told = final_report(verdicts(record), total=7)
    counts = {name: value for name, value in told.items() if name.endswith("_instances")}
    assert counts == {
        "total_instances": 7, "submitted_instances": 5, "completed_instances": 3, "incomplete_instances": 1,
        "resolved_instances": 1, "unresolved_instances": 2, "empty_patch_instances": 1, "error_instances": 1,
    }  # fmt: skip
    assert told["resolved_ids"] == ["local/answer:pr-7"] and "total_ids" not in told


def test_marks_are_taken_from_a_run_or_a_list(tmp_path: Path, record: Record) -> None:
    lines = b"".join(verdict.to_line() for verdict in verdicts(record))
    (tmp_path / "verdicts.jsonl").write_bytes(lines)
    (tmp_path / "list.json").write_text('["a__b-1"]')
    assert figures.flaky_of(tmp_path) == {"local__answer-7"}
    assert figures.flaky_of(tmp_path / "list.json") == {"a__b-1"}
    with pytest.raises(ExamError, match="can't be read"):
        figures.flaky_of(tmp_path / "nothing.json")
