"""The loop that grades one submission on one selection of cases, into a run folder."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from proctor.core.case import Case
from proctor.core.json_types import JsonObject
from proctor.core.outcome import Outcome
from proctor.core.scorecard import Scorecard, score
from proctor.core.selection import Selection, Shard
from proctor.core.verdict import Verdict
from proctor.grading.exam import CaseSet, Exam, ExamError, Prepared, Refused
from proctor.grading.executor import Executor, Observer, Unobserved
from proctor.grading.manifest import Manifest, RunError, differences, grader_version, selection_digest
from proctor.grading.run_folder import WORKPLACE, RunFolder, VerdictWriter, clear_workplace
from proctor.grading.submission import digest_of
from proctor.grading.worker import Assignment, ExamFactory
from proctor.isolation.registry import open_isolation


@dataclass(frozen=True, slots=True)
class Plan:
    """What to grade and how.

    exam: a picklable callable that makes the exam (`functools.partial(open_exam, name, options)`).
    isolation: the name of the backend.
    retry_ours: on resuming, grade anew the cases whose verdict was the grader's fault.
    refused: why there is nothing to prepare, where whoever took the submission in found so already.
    """

    exam: ExamFactory
    submission: Path
    folder: Path
    selection: Selection = field(default_factory=Selection)
    isolation: str = "bubblewrap"
    shard: Shard | None = None
    retry_ours: bool = True
    refused: str | None = None


def grade(plan: Plan, executor: Executor, observer: Observer | None = None) -> Scorecard:
    """Grade what is missing in the run folder (all of it, where there is none yet), and sum up.

    Interrupting it (KeyboardInterrupt, or killing the process) loses no verdict: the same call goes on. A
    submission that is refused as a whole scores 0, each case refused with the reason. Raises RunError if the
    folder holds a different run, ExamError, IsolationUnavailable, and Infrastructure if the submission could
    not be prepared through our fault.
    """
    watcher = observer or Unobserved()
    open_isolation(plan.isolation).close()  # missing? say so before anything else is done
    exam = plan.exam()
    try:
        cases = exam.load(plan.selection)
        selected = cases.keys()
        mine = [case for case in selected if plan.shard is None or case.shard_key in plan.shard]
        if not mine and plan.shard is None:
            raise ExamError("the selection holds no case")
        folder, prepared = _open_run(plan, exam, cases, mine)
        with folder.writer() as writer:
            if plan.retry_ours:
                writer.forget_ours()
            if prepared is not None:
                _grade_missing(plan, folder, writer, prepared, cases, executor, watcher)
            else:
                _refuse_missing(folder, writer, mine)
        return scorecard_of(folder, exam)
    finally:
        exam.close()


def _open_run(plan: Plan, exam: Exam, cases: CaseSet, mine: list[Case]) -> tuple[RunFolder, Prepared | None]:
    """The run folder, new or as it was left, and the submission ready in it; None if it is refused."""
    is_new = not RunFolder.exists(plan.folder)
    if is_new and not RunFolder.is_free(plan.folder):
        raise RunError(f"{plan.folder} exists, is not empty and is not a run folder")
    clear_workplace(plan.folder)
    workplace = plan.folder / WORKPLACE / "submission"
    workplace.mkdir(parents=True)
    prepared: Prepared | None = None
    refused = plan.refused
    try:
        if refused is None:
            prepared = exam.prepare(plan.submission, workplace)
    except Refused as error:
        refused = str(error)
    manifest = _manifest(plan, exam, cases, mine, prepared, refused)
    if is_new:
        return RunFolder.create(plan.folder, manifest, mine), prepared
    folder = RunFolder(plan.folder)
    changed = differences(folder.manifest, manifest)
    if folder.manifest.shard != manifest.shard:
        changed.append(f"shard: {folder.manifest.shard} / {manifest.shard}")
    if changed:
        clear_workplace(plan.folder)
        raise RunError(
            f"{plan.folder} holds a different run; choose another folder. It differs in " + "; ".join(changed)
        )
    return folder, prepared


def _manifest(
    plan: Plan, exam: Exam, cases: CaseSet, mine: list[Case], prepared: Prepared | None, refused: str | None
) -> Manifest:
    isolation = open_isolation(plan.isolation)
    isolation.close()
    held_by = prepared.held_by if prepared else None
    keys = cases.keys()
    return Manifest(
        exam=exam.name,
        exam_version=exam.version,
        exam_options=dict(exam.options),
        grader=grader_version(exam),
        submission=str(plan.submission),
        submission_digest=prepared.digest if prepared else digest_of(plan.submission),
        submission_details=dict(prepared.details) if prepared else {},
        oracle=_as_json(asdict(exam.oracle())),
        isolation=held_by or isolation.name,
        isolation_warning=None if held_by else isolation.warning,
        limits=asdict(exam.limits),
        source=cases.provenance.source,
        revision=cases.provenance.revision,
        selection=cases.description,
        selected=len(keys),
        available=cases.available,
        selection_digest=selection_digest(keys),
        shard=str(plan.shard) if plan.shard else None,
        cases=len(mine),
        malformed=[asdict(one) for one in cases.malformed],
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        refused=refused,
        cases_path=_place_of(plan.selection.source),
    )


def _place_of(source: Path | None) -> str | None:
    """The source as another working folder finds it too; a name that is no path stays as it is."""
    if source is None:
        return None
    return str(source.resolve() if source.exists() else source)


def _as_json(record: dict[str, object]) -> dict[str, object]:
    """Tuples become lists, as they will be when read back."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in record.items()}


def _grade_missing(
    plan: Plan,
    folder: RunFolder,
    writer: VerdictWriter,
    prepared: Prepared,
    cases: CaseSet,
    executor: Executor,
    watcher: Observer,
) -> None:
    assignment = Assignment(plan.exam, prepared, plan.isolation, folder.workplace / "cases")
    before = digest_of(prepared.root)
    watcher.on_start(folder.manifest.cases, len(writer.done))
    try:
        verdicts = executor.verdicts(assignment, _missing(cases, plan.shard, frozenset(writer.done)))
        try:
            for verdict in verdicts:
                writer.append(verdict)
                watcher.on_verdict(verdict)
        finally:
            verdicts.close()
        if digest_of(prepared.root) != before:
            folder.replace_manifest(dataclasses.replace(folder.manifest, changed_while_graded=True))
    finally:
        watcher.on_end()
        clear_workplace(folder.path)


def _refuse_missing(folder: RunFolder, writer: VerdictWriter, cases: list[Case]) -> None:
    """A submission that is refused as a whole is refused in every case, with the reason."""
    evidence: JsonObject = {"reason": folder.manifest.refused, "kind": "refused"}
    for case in cases:
        if case.content_hash not in writer.done:
            writer.append(
                Verdict(case.name, case.content_hash, Outcome.REFUSED, case.tags, evidence=evidence)
            )


def _missing(cases: CaseSet, shard: Shard | None, done: frozenset[str]) -> Iterator[Case]:
    for case in cases:
        if case.content_hash not in done and (shard is None or case.shard_key in shard):
            yield case


def scorecard_of(folder: RunFolder, exam: Exam | None = None) -> Scorecard:
    """The figures of a run as it stands on disk; with the exam, its own figures too."""
    figures = exam.summarise(folder.verdicts()) if exam is not None else {}
    return score(folder.verdicts(), folder.manifest.to_json(), folder.manifest.cases, figures)
