from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from proctor.isolation.protocol import Isolation
from proctor.isolation.registry import open_isolation

_TABLE = Path(__file__).parents[3] / "benchmarks/cheats.py"


def load_table() -> ModuleType:
    """The command that prints the table of cheats, as a module."""
    if (found := sys.modules.get("cheats_table")) is not None:
        return found
    spec = importlib.util.spec_from_file_location("cheats_table", _TABLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["cheats_table"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def isolation() -> Iterator[Isolation]:
    opened = open_isolation()
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def table() -> ModuleType:
    return load_table()
