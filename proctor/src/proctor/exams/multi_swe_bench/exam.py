"""The exam: does a patch resolve an issue, by the tests of the pull request that did?

One case: a fresh container of the instance's image; the candidate's patch is applied, the test files are put
in place over it, the project's tests run, and the states of the tests decide (`transitions.py`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from proctor.core.case import Case
from proctor.core.json_types import Json, JsonObject
from proctor.core.outcome import Outcome
from proctor.core.selection import Selection
from proctor.core.verdict import Verdict
from proctor.exams.cache import cache_folder
from proctor.exams.multi_swe_bench.case import SweCase
from proctor.exams.multi_swe_bench.containers import Bounds, Room, connect, remove_leftovers
from proctor.exams.multi_swe_bench.dataset import (
    BUNDLED,
    Dataset,
    find_recipe,
    read_difficulty,
    recipe_sources,
)
from proctor.exams.multi_swe_bench.evidence import evidence_of
from proctor.exams.multi_swe_bench.figures import flaky_of, summary
from proctor.exams.multi_swe_bench.images import Images
from proctor.exams.multi_swe_bench.judging import Conclusion, Manner, Trace, conclude, trace
from proctor.exams.multi_swe_bench.memory_gate import MemoryGate, usable_memory
from proctor.exams.multi_swe_bench.options import ExamOptions, official_recipes, read_options
from proctor.exams.multi_swe_bench.patch_file import PatchFile
from proctor.exams.multi_swe_bench.published import difficulty_path
from proctor.exams.multi_swe_bench.recipes import Recipe, RecipeError, Recipes
from proctor.exams.multi_swe_bench.record import Record
from proctor.exams.multi_swe_bench.submission import prepare_patches, prepare_self_check, read_patches_of
from proctor.exams.multi_swe_bench.trace_store import FOLDER, NotStored, TraceStore
from proctor.grading.exam import CaseSet, OracleIdentity, Prepared
from proctor.isolation.protocol import Isolation, Limits

if TYPE_CHECKING:
    from docker import DockerClient


class MultiSweBench:
    """The exam as the grading floor sees it. For the options see `options.ExamOptions`; raises ExamError."""

    name = "multi-swe-bench"
    version = "1"

    def __init__(self, options: Mapping[str, Json] | None = None) -> None:
        self._given = dict(options or {})
        self._options: ExamOptions = read_options(self._given)
        self._client: DockerClient | None = None
        self._images: Images | None = None
        self._patches: tuple[Path, PatchFile] | None = None
        self._run: str | None = None
        self._sources: list[Recipes] | None = None

    @property
    def options(self) -> Mapping[str, Json]:
        """What the exam was constructed with."""
        return self._given

    @property
    def limits(self) -> Limits:
        """The limits of an instance's container."""
        bounds = self.bounds
        return replace(
            Limits(),
            wall_seconds=bounds.wall_seconds,
            cpu_seconds=int(bounds.wall_seconds * bounds.cpus) + 1,
            memory_bytes=bounds.memory_bytes,
            processes=bounds.processes,
            output_bytes=bounds.output_bytes,
        )

    @property
    def bounds(self) -> Bounds:
        """The limits as containers take them."""
        return self._options.bounds

    def load(self, selection: Selection) -> CaseSet:
        """The selected instances. Raises ExamError if there are none or they can't be read."""
        table = self._options.difficulty or BUNDLED / "difficulty.json"
        if self._options.difficulty is None and str(selection.source) == "published":
            table = difficulty_path() if difficulty_path().exists() else table
        flaky = flaky_of(self._options.flaky) if self._options.flaky else frozenset[str]()
        return Dataset(selection, self._recipes(), read_difficulty(table), flaky, self._options.config)

    def prepare(self, submission: Path, workplace: Path) -> Prepared:
        """Read the patches, and remove what a killed run of this folder left. Raises Refused."""
        self._run = _run_of(workplace.parent.parent)
        if self._options.logs is None:
            remove_leftovers(self._docker(), self._run)
        if self._options.self_check is not None:
            return prepare_self_check(self._options.self_check, workplace)
        return prepare_patches(submission, workplace, self._options.config)

    def grade(self, prepared: Prepared, case: Case, workplace: Path, isolation: Isolation) -> Verdict:
        """Run the candidate's patch for one instance, as often as `repeat` says, and judge it.

        `isolation` is not used: the tests run in the instance's own container.
        """
        assert isinstance(case, SweCase)
        assert case.record is not None
        home = workplace.parent.parent.parent
        self._run = _run_of(home)
        try:
            recipe = find_recipe(case.record, self._recipes())
        except RecipeError as error:
            return _without_run(case, Outcome.ORACLE_ERROR, "no_recipe", str(error))
        if recipe is None:
            return _without_run(case, Outcome.ORACLE_ERROR, "no_recipe", case.recipe_problem)
        patch = self._patch(prepared, case.record)
        if patch is None:
            return _without_run(case, Outcome.WRONG, "no_patch", "no patch was submitted for this instance")
        runs: list[tuple[Trace, Conclusion]] = []
        try:
            for repetition in range(1, self._options.repeat + 1):
                left = self._left(case.record, recipe, patch, repetition, home)
                runs.append((left, conclude(case.record, recipe, patch, left)))
                if left.stage != "run":
                    break  # nothing random happened yet
        except RecipeError as error:
            return _without_run(case, Outcome.ORACLE_ERROR, "bad_recipe", str(error))
        except NotStored as error:
            return _without_run(case, Outcome.INFRASTRUCTURE, "not_stored", str(error))
        return _verdict(case, runs, is_gold=self._options.self_check == "gold")

    def _left(self, record: Record, recipe: Recipe, patch: str, repetition: int, home: Path) -> Trace:
        """What one run leaves: a stored one where logs are graded again, else a new one, which is stored."""
        name = str(record.id)
        if self._options.logs is not None:
            return TraceStore(self._options.logs / FOLDER).find(name, repetition, patch)
        client = self._docker()
        images = self._open_images(client, home)
        ready = images.ready(recipe)
        gate = MemoryGate(
            cache_folder("multi-swe-bench") / "memory.lock", self._options.memory_total or usable_memory()
        )
        manner = Manner(self._options.strict, self._options.strip)
        with (
            gate.hold(self.bounds.memory_bytes),
            Room(client, ready.image, self._run or "none", self.bounds) as room,
        ):
            if ready.archive is not None:
                room.unpack(ready.archive)
            left = trace(record, recipe, patch, room, manner)
        if (home / "manifest.json").exists():
            TraceStore(home / FOLDER).keep(name, repetition, patch, left)
        if self._options.image_bytes is not None:
            images.clean(self._options.image_bytes)
        return left

    def _patch(self, prepared: Prepared, record: Record) -> str | None:
        if self._options.self_check is not None:
            return record.fix_patch if self._options.self_check == "gold" else ""
        if self._patches is None or self._patches[0] != prepared.root:
            self._patches = (prepared.root, read_patches_of(prepared.root))
        return self._patches[1].patches.get(record.id)

    def _recipes(self) -> list[Recipes]:
        if self._sources is None:
            given = self._options
            self._sources = recipe_sources(given.recipes, official_recipes(given), given.digests)
        return self._sources

    def oracle(self) -> OracleIdentity:
        """The tests, and the Docker that runs them. Raises IsolationUnavailable where there is none."""
        bounds = self.bounds
        share = "1 processor" if bounds.cpus == 1 else f"{bounds.cpus:g} processors"
        size = f"{share}, {bounds.memory_bytes >> 20} MiB, {bounds.processes} processes"
        notes = (
            "tests run in a container of the instance's image, without network, whatever --isolation says",
            f"a container has {size}, {bounds.wall_seconds:g} s",
        )
        if self._options.logs is not None:
            return OracleIdentity("the projects' tests, from stored logs", "")
        version = self._docker().version()
        return OracleIdentity("the projects' tests, in Docker", str(version.get("Version", "")), (), notes)

    def summarise(self, verdicts: Iterable[Verdict]) -> JsonObject:
        """Transitions, kinds of ends, findings, and the rate without flaky instances."""
        return summary(verdicts)

    def close(self) -> None:
        """Remove the containers that killed workers of this run left."""
        if self._client is not None:
            if self._run is not None:
                remove_leftovers(self._client, self._run)
            self._client.close()
            self._client = None

    def _docker(self) -> DockerClient:
        if self._client is None:
            self._client = connect()
        return self._client

    def _open_images(self, client: DockerClient, home: Path) -> Images:
        if self._images is None:
            self._images = Images(
                client, cache_folder("multi-swe-bench"), home / FOLDER / "images.jsonl", self._options.base
            )
        return self._images


def _run_of(home: Path) -> str:
    """The id of the run in a folder: the same when it is resumed."""
    return sha256(os.fsencode(home.resolve())).hexdigest()[:12]


def _without_run(case: SweCase, outcome: Outcome, kind: str, reason: str) -> Verdict:
    evidence: dict[str, Json] = {"kind": kind, "reason": reason[:500]}
    return Verdict(case.name, case.content_hash, outcome, case.tags, evidence=evidence)


def _verdict(case: SweCase, runs: list[tuple[Trace, Conclusion]], is_gold: bool) -> Verdict:
    """One verdict of all repetitions: the worst of them, and flaky where they differ.

    A gold patch that does not resolve its instance shows that the instance can't judge: ours to answer for.
    """
    assert case.record is not None
    left, ended = next((run for run in runs if run[1].outcome is not Outcome.PASSED), runs[0])
    evidence = evidence_of(case.record, left, ended)
    is_flaky = len({one.kind for _, one in runs}) > 1
    outcome = ended.outcome
    if len(runs) > 1:
        evidence["runs"] = [one.kind for _, one in runs]
    if is_flaky:
        evidence["flaky"] = True
        evidence["reason"] = f"flaky: {', '.join(one.kind for _, one in runs)}"
    if is_gold and not outcome.is_ours and outcome is not Outcome.PASSED:
        outcome = Outcome.ORACLE_ERROR
        evidence["reason"] = f"the gold patch does not resolve it: {evidence['reason']}"
    tags = (*case.tags, "flaky") if is_flaky and "flaky" not in case.tags else case.tags
    seconds = sum(one.seconds for one, _ in runs)
    return Verdict(
        case=case.name,
        content_hash=case.content_hash,
        outcome=outcome,
        tags=tags,
        wall_seconds=round(seconds, 3),
        exit_code=left.exit_code,
        evidence=evidence,
    )
