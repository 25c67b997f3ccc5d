"""The selected instances of a dataset: JSONL files, or the bundled set."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from proctor.core.case import Malformed
from proctor.core.selection import Selection
from proctor.exams.multi_swe_bench.case import SweCase, make_case
from proctor.exams.multi_swe_bench.names import InstanceId
from proctor.exams.multi_swe_bench.official_config import ConfigError, OfficialConfig
from proctor.exams.multi_swe_bench.published import fetched
from proctor.exams.multi_swe_bench.recipes import Pinned, Recipe, RecipeError, RecipeFile, Recipes
from proctor.exams.multi_swe_bench.record import Record, RecordError, read_records
from proctor.grading.case_set import HeldCases
from proctor.grading.exam import ExamError, Provenance

BUNDLED = Path(__file__).parent / "bundled"
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
# The published files stand in a folder a language; their rows don't name it.
_LANGUAGES = frozenset({"c", "cpp", "go", "java", "js", "rust", "ts", "python"})
_LEVELS = frozenset({"easy", "medium", "hard"})


def find_recipe(record: Record, sources: Sequence[Recipes]) -> Recipe | None:
    """The first recipe that a source has. Raises RecipeError for a bad one."""
    return next((recipe for source in sources if (recipe := source.find(record)) is not None), None)


def recipe_sources(
    given: Path | None, official: Recipes | None = None, digests: Path | None = None
) -> list[Recipes]:
    """The user's own recipes, the bundled ones, and those of the `multi-swe-bench` package if it is there.

    official: in place of the package's recipes as they are. digests: see `read_digests`.
    Raises ExamError for a file that holds none.
    """
    from proctor.exams.multi_swe_bench.official_recipes import OfficialRecipes

    sources: list[Recipes] = []
    try:
        if given is not None:
            sources.append(RecipeFile(given))
        sources.append(RecipeFile(BUNDLED / "recipes.toml"))
    except (RecipeError, OSError) as error:
        raise ExamError(f"recipes: {error}") from error
    sources.append(official or OfficialRecipes())
    known = read_digests(digests) if digests is not None else {}
    return [Pinned(source, known) for source in sources] if known else sources


def read_digests(path: Path) -> dict[str, str]:
    """Digests (`sha256:…`) by image: a JSON object, or what a run folder says that its run pulled.

    Raises ExamError.
    """
    try:
        if path.is_dir():
            lines = (path / "logs" / "images.jsonl").read_text("utf-8").splitlines()
            told = {row["image"]: row.get("digest") for row in map(json.loads, lines)}
        else:
            told = json.loads(path.read_text("utf-8"))
        found = {str(name): str(digest) for name, digest in told.items() if digest}
    except (OSError, ValueError, AttributeError, KeyError, TypeError) as error:
        raise ExamError(f"the digests of {path} can't be read: {error}") from error
    if wrong := next((one for one in found.values() if not _DIGEST.fullmatch(one)), None):
        raise ExamError(f"{path}: {wrong!r} is no digest")
    return found


def read_difficulty(path: Path) -> dict[InstanceId, str]:
    """The side table of difficulty: a JSON object from instance to easy, medium or hard.

    It is no part of the published dataset. Raises ExamError.
    """
    try:
        told = json.loads(path.read_text("utf-8"))
        table = {InstanceId.parse(name): level for name, level in told.items()}
    except (OSError, ValueError, AttributeError) as error:
        raise ExamError(f"the table of difficulty {path} can't be read: {error}") from error
    if wrong := next((level for level in table.values() if level not in _LEVELS), None):
        raise ExamError(f"the table of difficulty {path} has {wrong!r}, not easy, medium or hard")
    return table


class Dataset(HeldCases[SweCase]):
    """The records a selection takes, of those that `config` lets through.

    Raises ExamError if it takes none, or a file can't be read.
    Of two records with one id the second counts as malformed, and so does a line that is no record.
    """

    def __init__(
        self,
        selection: Selection,
        sources: Sequence[Recipes],
        difficulty: Mapping[InstanceId, str],
        flaky: frozenset[str] = frozenset(),
        config: OfficialConfig | None = None,
    ) -> None:
        cases: list[SweCase] = []
        malformed: list[Malformed] = []
        files, name = _files(selection.source, config)
        digest = sha256()
        seen: set[InstanceId] = set()
        for path in files:
            digest.update(path.read_bytes())
            with path.open("rb") as lines:
                for number, record in read_records(lines):
                    where = f"{path.name}, line {number}"
                    if isinstance(record, RecordError):
                        malformed.append(Malformed(where, str(record)))
                    elif record.id in seen:
                        malformed.append(Malformed(where, f"a second record of {record.id}"))
                    else:
                        seen.add(record.id)
                        if not record.lang and path.parent.name in _LANGUAGES:
                            record = replace(record, lang=path.parent.name)
                        cases.append(
                            _case(record, sources, difficulty.get(record.id, ""), str(record.id) in flaky)
                        )
        super().__init__(
            [
                case
                for case in cases
                if selection.takes(case, _WholeIds(), _means) and _is_chosen(case, config)
            ],
            Provenance(name, digest.hexdigest()),
            selection.describe("all instances" if config is None else "as the configuration says"),
            len(seen),
            malformed,
            noun="instance",
        )


def _is_chosen(case: SweCase, config: OfficialConfig | None) -> bool:
    return config is None or (case.record is not None and config.selects(case.record.id))


def _files(source: Path | None, config: OfficialConfig | None) -> tuple[list[Path], str]:
    if source is None and config is not None and config.dataset_files:
        try:
            files = config.files("dataset_files")
        except ConfigError as error:
            raise ExamError(str(error)) from error
        return files, ", ".join(path.name for path in files)
    if source is None or str(source) == "bundled":
        return [BUNDLED / "instances.jsonl"], "bundled"
    if str(source) == "published":
        found = fetched()
        if found is None:
            raise ExamError("the published dataset is not here: proctor fetch multi-swe-bench")
        return list(found.files), f"published, revision {found.revision[:12]}"
    if source.is_dir():
        files = sorted(source.glob("*.jsonl"))
        if not files:
            raise ExamError(f"{source} holds no .jsonl file")
        return files, source.name
    if not source.is_file():
        raise ExamError(f"there is no dataset at {source}")
    return [source], source.name


def _case(record: Record, sources: Sequence[Recipes], difficulty: str, is_flaky: bool) -> SweCase:
    try:
        recipe = find_recipe(record, sources)
    except RecipeError as error:
        return make_case(record, None, difficulty, is_flaky, str(error))
    problem = "" if recipe is not None else f"there is no recipe for {record.id.org}/{record.id.repo}"
    return make_case(record, recipe, difficulty, is_flaky, problem)


class _WholeIds:
    """Every text that is a whole id: none of them stands for ids that begin so (`org__repo-1` for `…-12`)."""

    def __contains__(self, given: object) -> bool:
        try:
            InstanceId.parse(str(given))
        except ValueError:
            return False
        return True


def _means(given: str, name: str) -> bool:
    """Whether an id, in any of its forms, is that of the case."""
    try:
        return str(InstanceId.parse(given)) == name
    except ValueError:
        return False
