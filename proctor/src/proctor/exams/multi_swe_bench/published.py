"""The published dataset: fetched from Hugging Face over HTTPS, kept in the user's cache by its revision.

    PUBLISHED/revision.json                the revision that was fetched last, and its files
    PUBLISHED/REVISION/LANGUAGE/NAME.jsonl as published
    PUBLISHED/difficulty.json              the side table, if one was given

`HF_ENDPOINT` (the hub's own variable) names a mirror.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import os
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from proctor.exams.cache import cache_folder
from proctor.grading.exam import ExamError

DATASET = "ByteDance-Seed/Multi-SWE-bench"
_HUB = "https://huggingface.co"
_SECONDS = 60
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Published:
    """A fetched revision: its folder, its id, and its files, sorted."""

    folder: Path
    revision: str
    files: tuple[Path, ...]


def home() -> Path:
    """Where it is kept."""
    return cache_folder("multi-swe-bench") / "published"


def difficulty_path() -> Path:
    """Where the side table is kept; it is no part of the dataset."""
    return home() / "difficulty.json"


def fetched() -> Published | None:
    """What was fetched last, if anything was."""
    try:
        told = json.loads((home() / "revision.json").read_text("utf-8"))
        folder = home() / told["revision"]
        files = tuple(folder / name for name in told["files"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return Published(folder, told["revision"], files) if all(path.is_file() for path in files) else None


def fetch(revision: str | None = None, dataset: str = DATASET) -> Published:
    """Fetch a revision (the newest unless one is given); files that are there already are not fetched again.

    Raises ExamError with one line that says what went wrong; an older revision stays as it was.
    """
    hub = (os.environ.get("HF_ENDPOINT") or _HUB).rstrip("/")
    wanted = urllib.parse.quote(revision or "main", safe="")
    told = _json(f"{hub}/api/datasets/{dataset}/revision/{wanted}?blobs=true")
    try:
        commit = str(told["sha"])
        files = {str(one["rfilename"]): one for one in told["siblings"]}
    except (KeyError, TypeError) as error:
        raise ExamError(f"{hub} does not say what {dataset} holds: {error!r}") from error
    names = sorted(name for name in files if name.endswith(".jsonl"))
    if not names:
        raise ExamError(f"{dataset} holds no .jsonl file")
    if not commit.isalnum() or any(not _is_inside(name) for name in names):
        raise ExamError(f"{dataset} holds names that lead out of it")
    for name in names:
        target = home() / commit / name
        blob = files[name].get("lfs") or {}
        if not (target.is_file() and target.stat().st_size == files[name].get("size")):
            address = f"{hub}/datasets/{dataset}/resolve/{commit}/{urllib.parse.quote(name)}"
            _download(address, target, blob.get("sha256"))
    state = {"dataset": dataset, "revision": commit, "files": names}
    beside = home() / "revision.json.part"
    beside.write_text(json.dumps(state, indent=1) + "\n", "utf-8")
    beside.rename(home() / "revision.json")
    return Published(home() / commit, commit, tuple(home() / commit / name for name in names))


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts


def open_address(address: str) -> Any:
    """Open an address. Raises ExamError."""
    if not address.startswith(("https://", "http://")):
        raise ExamError(f"{address} is no web address")
    request = urllib.request.Request(address, headers={"User-Agent": "proctor"})
    try:
        return urllib.request.urlopen(request, timeout=_SECONDS)
    except urllib.error.HTTPError as error:
        error.close()
        raise ExamError(f"{address} can't be fetched: {error.code} {error.reason}") from error
    except (OSError, ValueError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        raise ExamError(f"{address} can't be fetched: {reason}") from error


def _json(address: str) -> dict[str, Any]:
    with open_address(address) as answer:
        try:
            told = json.loads(answer.read())
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise ExamError(f"{address} is not understood: {error}") from error
    if not isinstance(told, dict):
        raise ExamError(f"{address} is not understood: no object")
    return told


def _download(address: str, target: Path, digest: str | None) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f"{target.name}.part")
    found = hashlib.sha256()
    try:
        with open_address(address) as answer, beside.open("wb") as file:
            while chunk := answer.read(_CHUNK):
                found.update(chunk)
                file.write(chunk)
    except (OSError, http.client.HTTPException) as error:
        raise ExamError(f"{address} broke off: {error}") from error
    if digest is not None and found.hexdigest() != digest:
        beside.unlink()
        raise ExamError(f"{address} is damaged: its SHA-256 is not the one that the hub tells")
    beside.rename(target)
