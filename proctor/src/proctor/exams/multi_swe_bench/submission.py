"""What is submitted: a JSONL file of patches, or a folder of them; or nothing, for the two self-checks."""

from __future__ import annotations

import shutil
from pathlib import Path

from proctor.core.json_types import Json
from proctor.exams.multi_swe_bench.official_config import ConfigError, OfficialConfig
from proctor.exams.multi_swe_bench.patch_file import PatchFile, PatchFileError, read_patch_files
from proctor.grading.exam import Infrastructure, Prepared, Refused
from proctor.grading.submission import digest_of

HELD_BY = "docker: a container of each instance's image"
_MARK = "submission.txt"


def prepare_patches(submission: Path, workplace: Path, config: OfficialConfig | None = None) -> Prepared:
    """Copy the files and read them once; those that `config` names, if it names any.

    Raises Refused if they are none, Infrastructure if copying fails.
    """
    if config is not None and config.patch_files:
        try:
            files = config.files("patch_files")
        except ConfigError as error:
            raise Refused(str(error)) from error
    elif submission.is_dir():
        files = sorted(submission.glob("*.jsonl"))
    else:
        files = [submission] if submission.is_file() else []
    if not files:
        raise Refused(f"there is no file of patches (JSONL) at {submission}")
    root = workplace / "submission"
    try:
        root.mkdir(parents=True)
        for number, path in enumerate(files, 1):
            plain = path.name.removesuffix(".jsonl")
            shutil.copyfile(path, root / f"{number:03}-{plain}.jsonl")
        found = read_patches_of(root)
        digest = digest_of(root)
    except PatchFileError as error:
        raise Refused(str(error)) from error
    except OSError as error:
        raise Infrastructure(f"the patches can't be copied: {error}") from error
    details: dict[str, Json] = {"patches": len(found.patches), "models": list(found.models)}
    return Prepared(root, (), digest, details, HELD_BY)


def prepare_self_check(kind: str, workplace: Path) -> Prepared:
    """The submission that stands for every gold patch (`gold`) or for empty ones (`empty`)."""
    root = workplace / "submission"
    root.mkdir(parents=True)
    (root / _MARK).write_text(f"{kind}\n", "utf-8")
    return Prepared(root, (), digest_of(root), {"self-check": kind}, HELD_BY)


def read_patches_of(root: Path) -> PatchFile:
    """The patches of a prepared submission. Raises PatchFileError and OSError."""
    return read_patch_files(sorted(root.glob("*.jsonl")))
