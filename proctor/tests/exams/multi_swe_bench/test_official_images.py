"""Images of the published dataset made here: what is generated of recipes, and one that is built."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from local_place import FIX, RECIPE, LocalPlace
from proctor.core.outcome import Outcome
from proctor.exams.cache import cache_folder
from proctor.exams.multi_swe_bench.containers import Bounds, Room, connect
from proctor.exams.multi_swe_bench.images import Images
from proctor.exams.multi_swe_bench.judging import conclude, trace
from proctor.exams.multi_swe_bench.levels import RecipeError
from proctor.exams.multi_swe_bench.names import InstanceId
from proctor.exams.multi_swe_bench.official_images import BuildSettings, levels_of
from proctor.exams.multi_swe_bench.official_recipes import OfficialRecipes
from proctor.exams.multi_swe_bench.record import Record

PREPARE = "set -e\ncd /home/answer\ngit checkout -q {sha}\nsh run.sh || true\ntouch /home/prepared\n"


class Image:
    """An image as the package tells it."""

    def __init__(self, tag: str, below: Any, dockerfile: str, copies: bool = False, **files: str) -> None:
        self._tag, self._below, self._dockerfile = tag, below, dockerfile
        self._files = files
        self.need_copy_code = copies

    def dependency(self) -> Any:
        return self._below

    def image_full_name(self) -> str:
        return f"mswebench/local_m_answer:{self._tag}"

    def image_tag(self) -> str:
        return self._tag

    def dockerfile(self) -> str:
        return self._dockerfile

    def files(self) -> list[Any]:
        return [
            SimpleNamespace(dir=".", name=name.replace("__", "-").replace("_", "."), content=content)
            for name, content in self._files.items()
        ]


def instance(record: Record, root: str = "toolchain:1", copies: bool = False, **more: str) -> Any:
    source = "COPY answer /home/answer" if copies else "RUN git clone https://example.org/answer /home/answer"
    base = Image("base", root, f"FROM {root}\nWORKDIR /home/\n{source}\n", copies)
    top = Image(
        "pr-7", base,
        "FROM mswebench/local_m_answer:base\nCOPY fix.patch /home/\nCOPY test.patch /home/\n"
        "COPY prepare.sh /home/\nRUN sh /home/prepare.sh\n",
        fix_patch=record.fix_patch, test_patch=record.test_patch,
        prepare_sh=PREPARE.format(sha=record.base_sha), **more,
    )  # fmt: skip
    return SimpleNamespace(dependency=lambda: top)


def test_the_patches_are_kept_out_and_levels_build_on_each_other(record: Record) -> None:
    base, top = levels_of(instance(record), record, BuildSettings())
    assert base.name.startswith("proctor/swe-official-local_m_answer:base-")
    assert "git clone" in base.dockerfile and base.files == {}
    assert top.dockerfile == f"FROM {base.name}\nCOPY prepare.sh /home/\nRUN sh /home/prepare.sh\n"
    assert set(top.files) == {"prepare.sh"}
    with tarfile.open(fileobj=io.BytesIO(top.context())) as context:
        assert context.getnames() == ["Dockerfile", "prepare.sh"]


def test_what_changes_below_changes_every_name_above(record: Record) -> None:
    one = levels_of(instance(record), record, BuildSettings())
    other = levels_of(instance(record, "toolchain:2"), record, BuildSettings())
    assert not {level.name for level in one} & {level.name for level in other}
    assert one == levels_of(instance(record), record, BuildSettings())


def test_a_gold_patch_in_a_script_is_refused(record: Record) -> None:
    told = instance(record, fix__run_sh=f"git apply <<'END'\n{record.fix_patch}\nEND\n")
    with pytest.raises(RecipeError, match=r"the gold patch stands in the image's fix-run\.sh"):
        levels_of(told, record, BuildSettings())


def test_a_dockerfile_that_builds_on_something_else_is_refused(record: Record) -> None:
    told = instance(record)
    told.dependency()._dockerfile = "FROM debian:12\n"
    with pytest.raises(RecipeError, match="does not build on mswebench/local_m_answer:base"):
        levels_of(told, record, BuildSettings())


def test_a_local_clone_must_be_there(tmp_path: Path, record: Record) -> None:
    told = instance(record, copies=True)
    with pytest.raises(RecipeError, match="needs repo_dir"):
        levels_of(told, record, BuildSettings(need_clone=False))
    with pytest.raises(RecipeError, match="no clone of local/answer at"):
        levels_of(told, record, BuildSettings(False, tmp_path))
    (tmp_path / "local" / "answer").mkdir(parents=True)
    with pytest.raises(RecipeError, match="no git repository"):
        levels_of(told, record, BuildSettings(False, tmp_path))


@pytest.fixture
def images(tmp_path: Path) -> Iterator[tuple[Any, Images]]:
    client = connect()
    made = Images(client, cache_folder("multi-swe-bench"), tmp_path / "run" / "images.jsonl")
    yield client, made
    made.clean()
    client.close()


@pytest.mark.docker
@pytest.mark.timeout(1800)
@pytest.mark.xdist_group("multi-swe-bench")
def test_a_chain_is_built_from_a_local_clone_and_judges(
    tmp_path: Path, record: Record, images: tuple[Any, Images]
) -> None:
    client, made = images
    clone = LocalPlace(tmp_path / "place").root
    (tmp_path / "clones" / "local").mkdir(parents=True)
    clone.rename(tmp_path / "clones" / "local" / "answer")
    told = instance(record, made.base(), copies=True)
    levels = levels_of(told, record, BuildSettings(False, tmp_path / "clones"))
    recipe = replace(RECIPE, workdir="/home/answer", image=levels[-1].name, levels=levels)
    ready = made.ready(recipe)
    assert ready.image == levels[-1].name and ready.archive is None
    assert made.made_here() == [level.name for level in levels]
    with Room(client, ready.image, "test-official", Bounds(wall_seconds=60)) as room:
        assert room.call(["sh", "-c", "ls /home"])[1].split() == ["answer", "prepare.sh", "prepared"]
        ended = conclude(record, recipe, FIX, trace(record, recipe, FIX, room))
    assert (ended.outcome, ended.kind) == (Outcome.PASSED, "resolved"), ended.reason
    assert made.clean() == [level.name for level in levels]


# -- and of the package itself (requirements/multi-swe-bench.lock)


def real(record: Record, org: str, repo: str, number: int, interval: str = "") -> Record:
    return replace(record, id=InstanceId(org, repo, number), number_interval=interval)


def test_the_package_gives_recipes_without_the_patches(record: Record) -> None:
    recipe = OfficialRecipes(BuildSettings()).find(real(record, "cli", "cli", 10001))
    assert recipe is not None
    base, top = recipe.levels
    assert base.dockerfile.startswith("FROM golang:latest") and f"FROM {base.name}" in top.dockerfile
    assert "RUN bash /home/prepare.sh" in top.dockerfile and ".patch" not in top.dockerfile
    assert not {"fix.patch", "test.patch"} & set(top.files)
    assert (recipe.image, recipe.workdir) == (top.name, "/home/cli")
    assert "git apply" not in recipe.test and "go test -v -count=1 ./..." in recipe.test
    log = "--- PASS: TestLen (0.00s)\n--- FAIL: TestPopEmptyReturnsError (0.00s)\n"
    assert recipe.parse(log) == {"TestLen": "PASS", "TestPopEmptyReturnsError": "FAIL"}


def test_published_images_are_pulled_unless_they_are_to_be_made(record: Record) -> None:
    recipe = OfficialRecipes().find(real(record, "cli", "cli", 10001))
    assert recipe is not None and recipe.levels == ()
    assert recipe.image == "mswebench/cli_m_cli:pr-10001"


def test_the_package_is_asked_with_the_interval(record: Record) -> None:
    recipes = OfficialRecipes()
    wanted = real(record, "LiberTEM", "LiberTEM", 500, "LiberTEM_548_to_336")
    assert recipes.find(wanted) is not None
    with pytest.raises(RecipeError, match="not registered"):
        recipes.find(replace(wanted, number_interval=""))


def test_a_log_that_makes_the_package_raise_is_one_error(record: Record) -> None:
    recipe = OfficialRecipes().find(real(record, "jqlang", "jq", 2650))
    assert recipe is not None
    with pytest.raises(RecipeError, match="its log parser failed"):
        recipe.parse("PASS: tests/jq\nFAIL: tests/jq\n")


def test_a_command_and_an_environment_of_a_configuration_replace_the_recipe_s(record: Record) -> None:
    recipes = OfficialRecipes(test="make check", environment={"A": "b=c"})
    recipe = recipes.find(real(record, "jqlang", "jq", 2650))
    assert recipe is not None
    assert (recipe.test, recipe.environment) == ("bash -c 'make check'", {"A": "b=c"})
