"""Which system a submission is, its private copy, and opening it in a worker.

FILE.json .jsonl .csv .sql      predicted SQL
an executable, or a folder      a command; a folder holds an executable `run`
FILE.yaml                       a benchmark config: the class of its implementation
option system=module:Class      a plug-in class; the submission is the folder it lies in
option system=model             an OpenAI-compatible model (options base_url, model); any submission
"""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from proctor.core.json_types import Json
from proctor.exams.archerfish.config import load_config
from proctor.exams.archerfish.model import WorkloadError
from proctor.exams.archerfish.settings import Settings
from proctor.exams.archerfish.systems import System
from proctor.exams.archerfish.systems.predictions import SUFFIXES, PredictionsError, read_predictions
from proctor.grading.exam import ExamError, Infrastructure, Prepared, Refused
from proctor.grading.submission import digest_of
from proctor.isolation.protocol import Limits

CONFIGS = (".yaml", ".yml")
_ROOT = "submission"


def prepare_system(submission: Path, workplace: Path, settings: Settings, names: Sequence[str]) -> Prepared:
    """Copy what is submitted, and say in `details` what kind of system it is.

    names: the workload's questions in its order. Raises Refused and Infrastructure.
    """
    root = workplace / _ROOT
    try:
        return _prepare(submission, root, settings, names)
    except (shutil.Error, OSError) as fault:
        raise Infrastructure(f"the submission can't be copied: {fault}") from fault


def _prepare(submission: Path, root: Path, settings: Settings, names: Sequence[str]) -> Prepared:
    root.mkdir()
    kind = settings.system if settings.system == "model" else "plugin" if settings.system else ""
    if not kind and not submission.exists():
        raise Refused(f"there is no submission at {submission}")
    details: dict[str, Json] = {}
    argv: tuple[str, ...] = ()
    if kind == "model":
        details |= {"system": "model", "model": settings.model, "base_url": settings.base_url}
    elif kind == "plugin" or submission.suffix in CONFIGS:
        details |= {"system": "plugin", "class": _class_path(submission, settings)}
        details["folder"] = str((submission if submission.is_dir() else submission.parent).resolve())
    elif submission.is_file() and submission.suffix in SUFFIXES and not os.access(submission, os.X_OK):
        shutil.copy2(submission, root / submission.name)
        try:
            read_predictions(root / submission.name, names)
        except PredictionsError as fault:
            raise Refused(str(fault)) from fault
        details |= {"system": "predictions", "file": submission.name}
    else:
        argv = _command(submission, root)
        details |= {"system": "command", "command": [Path(argv[0]).name]}
    if kind == "plugin" or details["system"] in ("plugin", "model"):
        # The digest covers what names the system; what a service answers, no digest can cover.
        (root / "system.json").write_text(json.dumps(details, sort_keys=True))
        if submission.is_file():
            (root / "config.sha256").write_text(digest_of(submission))
    held_by = "none: a plug-in runs as a library does" if details["system"] == "plugin" else None
    return Prepared(root, argv, digest_of(root), details, held_by)


def _class_path(submission: Path, settings: Settings) -> str:
    if settings.system:
        return settings.system
    if settings.implementation is not None:
        return settings.implementation.class_path
    try:
        implementations = load_config(submission).implementations
    except WorkloadError as fault:
        raise Refused(str(fault)) from fault
    if len(implementations) != 1:
        raise Refused(f"{submission.name} has several implementations: name one")
    return implementations[0].class_path


def _command(submission: Path, root: Path) -> tuple[str, ...]:
    if submission.is_dir():
        folder = root / "folder"
        shutil.copytree(
            submission, folder, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", ".git")
        )
        program = folder / "run"
    else:
        program = root / submission.name
        shutil.copy2(submission, program)
    if not program.is_file() or not os.access(program, os.X_OK):
        raise Refused(
            f"{submission.name} is neither predictions ({', '.join(SUFFIXES)}), a benchmark config, "
            "an executable, nor a folder with an executable named run"
        )
    return (str(program),)


def open_system(prepared: Prepared, settings: Settings, names: Sequence[str]) -> System:
    """Open the system in this process. Raises ExamError."""
    details = prepared.details
    kind = details["system"]
    if kind == "predictions":
        from proctor.exams.archerfish.systems.predictions import Predictions

        return Predictions(prepared.root / str(details["file"]), names)
    if kind == "command":
        from proctor.exams.archerfish.systems.command import CommandSystem

        limits = dataclasses.replace(
            Limits(), wall_seconds=settings.wall_seconds, cpu_seconds=max(1, round(settings.wall_seconds))
        )
        return CommandSystem(prepared.argv, prepared.root, limits)
    if kind == "model":
        from proctor.exams.archerfish.systems.chat import ChatModel

        if not settings.model:
            raise ExamError("option model names the model")
        return ChatModel(settings.base_url, settings.model, settings.wall_seconds)
    from proctor.exams.archerfish.systems.plugin import Plugin

    implementation = settings.implementation
    entry = dict(implementation.settings) if implementation is not None else {}
    return Plugin(str(details["class"]), entry, Path(str(details["folder"])), intent=settings.intent)
