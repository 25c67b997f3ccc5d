"""The file of patches that is submitted: JSONL, one candidate patch a line, in either published form.

{"org": …, "repo": …, "number": … or "…", "fix_patch": …}       Multi-SWE-bench
{"instance_id": …, "model_patch": …, "model_name_or_path": …}   SWE-bench
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from proctor.exams.multi_swe_bench.names import InstanceId


class PatchFileError(ValueError):
    """The file can't be taken as it is; the message names the line."""


@dataclass(frozen=True, slots=True)
class PatchFile:
    """The patches by instance. `models` are the names that the lines give, sorted."""

    patches: Mapping[InstanceId, str] = field(default_factory=dict)
    models: tuple[str, ...] = ()


def read_patches(lines: Iterable[bytes], name: str = "patch file") -> PatchFile:
    """Read a file whole.

    Matches by org, repo and number together, never by number alone. Raises PatchFileError for a line that is
    in neither form, and for a second patch for one instance: which of them counts is not ours to guess.
    """
    patches: dict[InstanceId, str] = {}
    models: set[str] = set()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{name}, line {number}"
        try:
            told = json.loads(line)
        except ValueError as error:
            raise PatchFileError(f"{where} is no JSON: {error}") from error
        if not isinstance(told, dict):
            raise PatchFileError(f"{where} is no JSON object")
        instance, patch = _read(told, where)
        if instance in patches:
            raise PatchFileError(f"{where}: a second patch for {instance}")
        patches[instance] = patch
        if isinstance(model := told.get("model_name_or_path"), str):
            models.add(model)
    return PatchFile(patches, tuple(sorted(models)))


def read_patch_files(paths: Iterable[Path]) -> PatchFile:
    """Read several files as one. Raises PatchFileError as `read_patches` does, and OSError."""
    patches: dict[InstanceId, str] = {}
    models: set[str] = set()
    for path in paths:
        with path.open("rb") as lines:
            found = read_patches(lines, path.name)
        if twice := patches.keys() & found.patches.keys():
            raise PatchFileError(f"{path.name}: a second patch for {min(twice)}")
        patches.update(found.patches)
        models.update(found.models)
    return PatchFile(patches, tuple(sorted(models)))


def _read(told: Mapping[str, Any], where: str) -> tuple[InstanceId, str]:
    if "instance_id" in told and "org" not in told:
        name, patch = told["instance_id"], told.get("model_patch", told.get("fix_patch"))
        if not isinstance(name, str):
            raise PatchFileError(f"{where}: instance_id is no text")
        try:
            return InstanceId.parse(name), _patch(patch, "model_patch", where)
        except PatchFileError:
            raise
        except ValueError as error:
            raise PatchFileError(f"{where}: {error}") from error
    org, repo, number = told.get("org"), told.get("repo"), told.get("number")
    if not isinstance(org, str) or not isinstance(repo, str) or isinstance(number, bool):
        raise PatchFileError(f"{where} has neither org, repo and number nor instance_id")
    if not isinstance(number, int) and not (
        isinstance(number, str) and number.isascii() and number.isdigit()
    ):
        raise PatchFileError(f"{where}: number is no number")
    return InstanceId(org, repo, int(number)), _patch(told.get("fix_patch"), "fix_patch", where)


def _patch(value: object, field_name: str, where: str) -> str:
    """A patch; null, as agents write for "nothing submitted", is the empty one."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise PatchFileError(f"{where}: {field_name} is no text")
    return value
