"""`proctor/multi_swe_bench`: a model resolves real issues, one a question, each in its own container.

The room is the instance's image with the repository at its base commit. It holds no patch and no test of the
pull request, and none of the history after the base commit: what there is is removed, and it is checked that
it is gone before the model begins. What `git diff` then says is the submission.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Unpack

import anyio.from_thread
import anyio.to_thread
from inspect_ai import Task, task
from inspect_ai.util import SandboxEnvironment

from proctor.adapters.inspect.docker_room import ContainerConfig, Made
from proctor.adapters.inspect.kinds import Output, Question, SittingKind, file_name
from proctor.adapters.inspect.rules import RuleOptions, names_of, rules_from
from proctor.adapters.inspect.sitting import sitting_task
from proctor.core.json_types import Json
from proctor.core.selection import Selection
from proctor.exams.cache import cache_folder
from proctor.exams.multi_swe_bench import anticheat
from proctor.exams.multi_swe_bench.case import SweCase
from proctor.exams.multi_swe_bench.dataset import find_recipe, recipe_sources
from proctor.exams.multi_swe_bench.exam import MultiSweBench
from proctor.exams.multi_swe_bench.names import InstanceId
from proctor.exams.multi_swe_bench.patch_text import examine
from proctor.exams.multi_swe_bench.recipes import Recipe, RecipeError
from proctor.exams.multi_swe_bench.record import Record
from proctor.grading.exam import ExamError, Refused

PATCHES = "patches.jsonl"
_INSTRUCTIONS = """\
You are in {workdir}, the git repository of {repository}. Resolve the issue below by changing its files.

The repository's tests are run like this:

{test}

When you submit, the difference to what you found is your patch, as `git diff` tells it, with the files that
you added and git does not ignore: leave nothing behind that does not belong to it. Hidden tests then say
whether the issue is resolved and nothing else is broken. Test files that you change are put back before
that. There is no network.

{problem}
"""
_START = r"""
set -e
base=$1
shift
rm -f -- "$@"
[ "$(git rev-parse HEAD)" = "$base" ] || git checkout --quiet --force "$base"
"""
# What making the image changed and left behind is no part of anybody's patch: it is kept as a tree.
_MARK = "refs/proctor/start"
_KEEP = rf"""
set -e
export GIT_INDEX_FILE=$(mktemp -u)
git read-tree HEAD
git add --all .
git update-ref {_MARK} "$(git write-tree)"
"""
# An index of its own: what the model staged, or told git not to look at, changes nothing.
_DIFF = rf"""
set -e
export GIT_INDEX_FILE=$(mktemp -u)
git -c core.hooksPath=/dev/null read-tree {_MARK}
git -c core.hooksPath=/dev/null add --all .
git -c core.quotePath=true -c diff.noprefix=false -c diff.mnemonicPrefix=false \
  diff --cached --binary --no-color --no-ext-diff --no-textconv --no-renames {_MARK} | base64
"""
_GIT = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}
_SECONDS = 120


class MultiSweBenchSitting(SittingKind):
    """A question an instance; the submission is a diff.

    Options: recipes (a TOML file of one's own) and base (an image that has the toolchains), as the exam has
    them.
    """

    exam = "multi-swe-bench"
    rooms = ("docker",)
    option_names = frozenset({"recipes", "base"})

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self._asked: dict[str, tuple[Record, Recipe]] = {}

    def questions(self, chosen: Sequence[str], selection: Selection) -> list[Question]:
        """One question for each instance of the languages named (all for none); an id names an instance.

        Raises ValueError for a name that is neither, ExamError without instances or without a recipe.
        """
        cases = MultiSweBench(self._exam_options()).load(selection)
        if cases.malformed:
            raise ExamError(f"{cases.malformed[0].where}: {cases.malformed[0].reason}")
        found = [case for case in cases if isinstance(case, SweCase)]
        languages = {_language(case) for case in found}
        wanted = {str(InstanceId.parse(name)) if "__" in name or ":" in name else name for name in chosen}
        if strange := sorted(wanted - languages - {case.name for case in found}):
            raise ValueError(f"no language {strange[0]!r}; there are {', '.join(sorted(languages))}")
        return [
            self._question(case, selection)
            for case in found
            if not wanted or wanted & {_language(case), case.name}
        ]

    def _question(self, case: SweCase, selection: Selection) -> Question:
        assert case.record is not None
        recipes = self.options.get("recipes")
        try:
            recipe = find_recipe(case.record, recipe_sources(Path(recipes) if recipes else None))
        except RecipeError as error:
            raise ExamError(str(error)) from error
        if recipe is None:
            raise ExamError(case.recipe_problem)
        name = file_name(case.name)
        record = case.record
        self._asked[name] = (record, recipe)
        told = _INSTRUCTIONS.format(
            workdir=recipe.workdir,
            repository=f"{record.id.org}/{record.id.repo}",
            test="\n".join(f"    {line}" for line in recipe.test.strip().splitlines()),
            problem=record.problem,
        )
        start = ("sh", "-c", _START, "start", record.base_sha, *anticheat.INSIDE)
        strip = ("sh", "-c", anticheat.STRIP_HISTORY, "strip", record.base_sha)
        return Question(
            name,
            _language(case),
            told,
            setup=(start, strip, ("sh", "-c", _KEEP)),
            exam_options=self._exam_options(),
            selection=Selection(selection.source, names=(case.name,)),
        )

    def _exam_options(self) -> dict[str, Json]:
        return dict(self.options)

    def taking(self, question: Question) -> Output:
        """The diff against what the model found."""
        record, _ = self._asked[question.name]
        command = ("bash", "-o", "pipefail", "-c", _DIFF)
        return Output(command, partial(_write_patch, record.id), _SECONDS)

    def graded_path(self, folder: Path) -> Path:
        """The file of patches."""
        return folder / PATCHES

    def container(self, question: Question) -> ContainerConfig:
        """The instance's image, pulled or made when the room is needed."""
        _, recipe = self._asked[question.name]
        return ContainerConfig(
            workdir=recipe.workdir,
            env=tuple({**_GIT, **recipe.environment}.items()),
            make=partial(_make, recipe, self.options.get("base")),
        )

    async def check(self, question: Question, room: SandboxEnvironment) -> str | None:
        """Nothing of the pull request and nothing after the base commit may be in sight."""
        record, _ = self._asked[question.name]

        def run(command: Sequence[str]) -> tuple[int, str]:
            done = anyio.from_thread.run(room.exec, list(command))
            return done.returncode, done.stdout + done.stderr

        return await anyio.to_thread.run_sync(_what_is_in_sight, record, run)


def _what_is_in_sight(record: Record, run: anticheat.Run) -> str | None:
    for path in anticheat.INSIDE:
        if run(["test", "-e", path])[0] == 0:
            return f"it has {path}"
    head = run(["git", "rev-parse", "HEAD"])[1].strip()
    if head != record.base_sha:
        return f"the repository is at {head[:60]}, not at {record.base_sha}"
    tests = examine(record.test_patch).files
    if changed := run(["git", "status", "--porcelain", "--ignored", "--", *tests])[1].strip():
        return f"tests of the pull request are in it: {changed.splitlines()[0]}"
    found = anticheat.leaks(record.base_sha, run)
    return f"it shows what came after the base commit: {'; '.join(found)}" if found else None


def _make(recipe: Recipe, base: str | None) -> Made:
    from proctor.exams.multi_swe_bench.containers import connect
    from proctor.exams.multi_swe_bench.images import Images

    client = connect()
    try:
        ready = Images(client, cache_folder("multi-swe-bench"), base=base).ready(recipe)
    except RecipeError as error:
        raise ExamError(str(error)) from error
    finally:
        client.close()
    return Made(ready.image, ready.archive)


def _write_patch(instance: InstanceId, question: Question, printed: str, folder: Path) -> None:
    """The file of patches that a diff stands for. Raises Refused for what is no base64: the room was bent."""
    try:
        diff = base64.b64decode("".join(printed.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise Refused(f"what git diff printed can't be read: {error}") from error
    row = {
        "org": instance.org,
        "repo": instance.repo,
        "number": instance.number,
        "fix_patch": diff.decode("utf-8", "surrogateescape"),
    }
    (folder / PATCHES).write_text(json.dumps(row) + "\n", "ascii")


def _language(case: SweCase) -> str:
    tag = next(tag for tag in case.tags if tag.startswith("language:"))
    return tag.removeprefix("language:")


@task
def multi_swe_bench(
    language: str = "",
    cases: str | None = None,
    prefix: str | None = None,
    everything: bool = False,
    recipes: str | None = None,
    base: str | None = None,
    **rules: Unpack[RuleOptions],
) -> Task:
    """Issues of real repositories: all, or those of a language or of several with commas between."""
    given = {name: value for name, value in (("recipes", recipes), ("base", base)) if value}
    kind = MultiSweBenchSitting(given)
    selection = Selection(Path(cases) if cases else None, everything, (prefix,) if prefix else ())
    return sitting_task(kind, kind.questions(names_of(language), selection), rules_from(kind, rules))
