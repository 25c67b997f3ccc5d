"""The options of the exam (`proctor grade multi-swe-bench … --option NAME=VALUE`), checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from proctor.core.json_types import Json
from proctor.exams.multi_swe_bench.containers import Bounds
from proctor.exams.multi_swe_bench.official_config import ConfigError, OfficialConfig, read_config
from proctor.exams.multi_swe_bench.official_images import BuildSettings
from proctor.exams.multi_swe_bench.official_recipes import OfficialRecipes
from proctor.grading.exam import ExamError

_GIB = 1 << 30


@dataclass(frozen=True, slots=True)
class ExamOptions:
    """What the options say.

    self_check: `gold` (`gold=true`: the gold patches are graded) or `empty` (`empty=true`), else None.
    repeat: how often each instance is run; one that ends in different ways is flaky.
    flaky: a run folder in which flaky instances were found, or a JSON list of ids.
    logs: a run folder whose stored logs are graded again, without Docker.
    strict (`apply=strict`): apply patches in the official harness's one way.
    strip (`strip=true`): remove the history after the base commit before grading.
    config: an official configuration file: it names patches, dataset and instances.
    build: make the images of the published dataset here (`images=build`), else they are pulled, by the
    digests that `digests` names (a JSON object by image, or a run folder that pulled them).
    recipes, difficulty: files of one's own. base: an image with the toolchains.
    bounds: `wall_seconds`, `memory_gib`, `cpus`, `processes`. memory_total (`memory_total_gib`): what all
    containers together may have. image_bytes (`image_gib`): how much of the images that this run pulled or
    made may stay; None keeps all.
    """

    bounds: Bounds
    self_check: str | None = None
    repeat: int = 1
    flaky: Path | None = None
    logs: Path | None = None
    strict: bool = False
    strip: bool = False
    config: OfficialConfig | None = None
    build: bool = False
    digests: Path | None = None
    recipes: Path | None = None
    difficulty: Path | None = None
    base: str | None = None
    memory_total: int | None = None
    image_bytes: int | None = None


_KNOWN = frozenset({
    "gold", "empty", "config", "images", "digests", "repeat", "flaky", "logs", "apply", "strip",
    "recipes", "difficulty", "base", "wall_seconds",
    "memory_gib", "cpus", "processes", "memory_total_gib", "image_gib",
})  # fmt: skip


def read_options(given: Mapping[str, Json]) -> ExamOptions:
    """Check every option. Raises ExamError naming the one that is unknown or makes no sense."""
    if unknown := sorted(set(given) - _KNOWN):
        raise ExamError(
            f"multi-swe-bench has no option {', '.join(unknown)}; it has {', '.join(sorted(_KNOWN))}"
        )
    gold, empty = _flag(given, "gold"), _flag(given, "empty")
    if gold and empty:
        raise ExamError("gold and empty exclude each other")
    apply = given.get("apply", "lenient")
    if apply not in ("strict", "lenient"):
        raise ExamError("apply is strict or lenient")
    if given.get("images", "pull") not in ("pull", "build"):
        raise ExamError("images is pull or build")
    config = _config(given)
    memory, total, images = (_size(given, name) for name in ("memory_gib", "memory_total_gib", "image_gib"))
    plain = Bounds()
    return ExamOptions(
        bounds=Bounds(
            wall_seconds=_number(given, "wall_seconds", plain.wall_seconds),
            memory_bytes=memory or plain.memory_bytes,
            cpus=_number(given, "cpus", plain.cpus),
            processes=int(_number(given, "processes", plain.processes)),
        ),
        self_check="gold" if gold else "empty" if empty else None,
        repeat=int(_number(given, "repeat", 1)),
        flaky=_path(given, "flaky"),
        logs=_path(given, "logs"),
        strict=apply == "strict",
        strip=_flag(given, "strip"),
        config=config,
        build=given.get("images") == "build" or (config is not None and not config.need_clone),
        digests=_path(given, "digests"),
        recipes=_path(given, "recipes"),
        difficulty=_path(given, "difficulty"),
        base=_text(given, "base"),
        memory_total=total,
        image_bytes=images,
    )


def _config(given: Mapping[str, Json]) -> OfficialConfig | None:
    path = _path(given, "config")
    if path is None:
        return None
    try:
        return read_config(path)
    except (ConfigError, OSError) as error:
        raise ExamError(str(error)) from error


def _flag(given: Mapping[str, Json], name: str) -> bool:
    value = given.get(name, False)
    if not isinstance(value, bool):
        raise ExamError(f"{name} is true or false")
    return value


def _number(given: Mapping[str, Json], name: str, default: float) -> float:
    value = given.get(name, default)
    if not isinstance(value, int | float) or isinstance(value, bool) or value <= 0:
        raise ExamError(f"{name} is a number above 0")
    return value


def _size(given: Mapping[str, Json], name: str) -> int | None:
    if name not in given:
        return None
    value = given[name]
    if not isinstance(value, int | float) or isinstance(value, bool) or value < 0:
        raise ExamError(f"{name} is a number of GiB")
    return int(value * _GIB)


def _text(given: Mapping[str, Json], name: str) -> str | None:
    value = given.get(name)
    if value is not None and (not isinstance(value, str) or not value):
        raise ExamError(f"{name} is a text")
    return value


def _path(given: Mapping[str, Json], name: str) -> Path | None:
    value = _text(given, name)
    if value is None:
        return None
    path = Path(value).expanduser().resolve()
    if not path.exists():
        raise ExamError(f"{name}: there is nothing at {value}")
    return path


def official_recipes(options: ExamOptions) -> OfficialRecipes:
    """The recipes of the `multi-swe-bench` package as the options and the configuration want them."""
    config = options.config or OfficialConfig()
    build = None
    if options.build:
        repositories = Path(config.repo_dir) if config.repo_dir else None
        build = BuildSettings(config.need_clone, repositories, config.environment)
    return OfficialRecipes(build, config.fix_patch_run_cmd, config.environment)
