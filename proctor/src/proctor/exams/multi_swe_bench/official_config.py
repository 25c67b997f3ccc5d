"""The official harness's configuration file: 21 keys, as JSON, TOML or YAML.

Keys and defaults after `harness/run_evaluation.py` of `multi-swe-bench` 1.1.2. What the official harness gets
wrong here is done right: a value stands against the environment, `global_env` keeps `A=b=c`, and an id in
`specifics` or `skips` selects that instance alone.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from proctor.exams.multi_swe_bench.names import InstanceId

MODES = ("evaluation", "instance", "instance_only", "image")


class ConfigError(ValueError):
    """The file is no official configuration; the message names the key."""


@dataclass(frozen=True, slots=True)
class OfficialConfig:
    """The 21 keys under their own names.

    `ignored` says which keys that the file sets have no meaning here, and why.
    """

    mode: str = "evaluation"
    workdir: str | None = None
    patch_files: tuple[str, ...] = ()
    dataset_files: tuple[str, ...] = ()
    force_build: bool = False
    output_dir: str | None = None
    specifics: tuple[str, ...] = ()
    skips: tuple[str, ...] = ()
    repo_dir: str | None = None
    need_clone: bool = True
    global_env: tuple[str, ...] = ()
    clear_env: bool = True
    stop_on_error: bool = True
    max_workers: int = 8
    max_workers_build_image: int = 8
    max_workers_run_instance: int = 8
    fix_patch_run_cmd: str = ""
    log_dir: str | None = None
    log_level: str = "INFO"
    log_to_console: bool = True
    human_mode: bool = True
    ignored: Mapping[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        """`global_env` by name; a value may hold "=" itself."""
        return dict(assignment.split("=", 1) for assignment in self.global_env)

    def files(self, name: str) -> list[Path]:
        """The files that `patch_files` or `dataset_files` name, as patterns against the working folder.

        Raises ConfigError for a pattern that fits none, as the official harness does.
        """
        found: dict[Path, None] = {}
        for pattern in getattr(self, name):
            wanted = Path(pattern).expanduser()
            rest = wanted.relative_to(wanted.anchor)
            fitting = sorted(Path(wanted.anchor).glob(str(rest))) if rest.parts else []
            if not fitting:
                raise ConfigError(f"{name}: nothing fits {pattern!r}")
            found.update((Path(one), None) for one in fitting)
        if not found:
            raise ConfigError(f"the configuration names no {name}")
        return list(found)

    def selects(self, instance: InstanceId) -> bool:
        """Whether `specifics` and `skips` let the instance through.

        An entry is an id in any form, or `org/repo`, or an org; never the beginning of a longer id.
        """
        if any(_means(entry, instance) for entry in self.skips):
            return False
        return not self.specifics or any(_means(entry, instance) for entry in self.specifics)


KEYS = tuple(item.name for item in fields(OfficialConfig) if item.name != "ignored")
_LISTS = {"patch_files", "dataset_files", "specifics", "skips", "global_env"}
_FLAGS = {"force_build", "need_clone", "clear_env", "stop_on_error", "log_to_console", "human_mode"}
_COUNTS = {"max_workers", "max_workers_build_image", "max_workers_run_instance"}
_WITHOUT_MEANING = {
    "workdir": "everything of a run stands in its run folder",
    "force_build": "an image is named by its content: one that is there is the right one",
    "stop_on_error": "what goes wrong costs one instance and is shown as such",
    "clear_env": "global_env is given to the container and never stays in an image",
    "log_dir": "logs stand in the run folder",
    "log_level": "logs stand in the run folder",
    "log_to_console": "logs stand in the run folder",
    "human_mode": "instances always run in their own image",
    "max_workers_build_image": "--jobs says how many instances are in work",
    "max_workers_run_instance": "--jobs says how many instances are in work",
}


def read_config(path: Path) -> OfficialConfig:
    """Read a file by its suffix. Raises ConfigError naming every unknown key, and OSError."""
    text = path.read_text("utf-8")
    try:
        told = _parse(path.suffix.lower(), text)
    except ValueError as error:
        raise ConfigError(f"{path.name} can't be read: {error}") from error
    if not isinstance(told, dict):
        raise ConfigError(f"{path.name} holds no keys")
    return from_mapping(told)


def _parse(suffix: str, text: str) -> object:
    if suffix == ".toml":
        return tomllib.loads(text)
    if suffix in (".yaml", ".yml"):
        try:
            from ruamel.yaml import YAML
            from ruamel.yaml.error import YAMLError
        except ImportError:
            raise ConfigError("YAML needs ruamel.yaml: pip install ruamel.yaml") from None
        try:
            return YAML(typ="safe", pure=True).load(text)
        except YAMLError as error:
            raise ConfigError(str(error).splitlines()[0]) from error
    return json.loads(text)


def from_mapping(told: Mapping[str, Any]) -> OfficialConfig:
    """Check keys and kinds. Raises ConfigError."""
    if unknown := sorted(set(told) - set(KEYS)):
        raise ConfigError(f"unknown keys: {', '.join(unknown)} (known are {', '.join(KEYS)})")
    values = {name: _checked(name, value) for name, value in told.items() if value is not None}
    if values.get("mode", "evaluation") not in MODES:
        raise ConfigError(f"mode is {values['mode']!r}, not one of {', '.join(MODES)}")
    for assignment in values.get("global_env", ()):
        if not assignment.partition("=")[0].strip() or "=" not in assignment:
            raise ConfigError(f"global_env: {assignment!r} is not NAME=VALUE")
    ignored = {name: _WITHOUT_MEANING[name] for name in values if name in _WITHOUT_MEANING}
    return OfficialConfig(**values, ignored=ignored)


def _checked(name: str, value: object) -> Any:
    if name in _LISTS:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise ConfigError(f"{name} is no list of texts")
        return tuple(value)
    if name in _FLAGS:
        if not isinstance(value, bool):
            raise ConfigError(f"{name} is neither true nor false")
        return value
    if name in _COUNTS:
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise ConfigError(f"{name} is no number above 0")
        return value
    if not isinstance(value, str):
        raise ConfigError(f"{name} is no text")
    return value


def _means(entry: str, instance: InstanceId) -> bool:
    try:
        return InstanceId.parse(entry) == instance
    except ValueError:
        return entry in (instance.org, f"{instance.org}/{instance.repo}")
