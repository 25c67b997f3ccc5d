"""The COBOL exam's ports: right ones lie in the tree, wrong and naive ones are written from them."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType

EXAM = Path(__file__).parents[1] / "exams" / "cobol_migration"
SUBMISSIONS = Path(__file__).parents[3] / "submissions" / "cobol"


def twin_builder() -> ModuleType:
    """The program that writes wrong ports from right ones."""
    spec = importlib.util.spec_from_file_location("cobol_twins", SUBMISSIONS / "build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def ports_of(folder: Path, into: Path) -> Path:
    """A copy of a folder of ports, with the twins beside the right ones."""
    shutil.copytree(folder, into, dirs_exist_ok=True)
    twin_builder().build(into / "twins.toml", into)
    return into
