"""The names of the module: all of the standard library's, the same numbers, and nothing loaded too early."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Sequence

import pytest

import litestone

# Not names of the interface: the module's own imports and its submodule.
OTHERS = {"collections", "datetime", "dbapi2", "dump", "time"}


def test_every_public_name_exists() -> None:
    names = {name for name in dir(sqlite3) if not name.startswith("_")} - OTHERS
    assert {name for name in names if not hasattr(litestone, name)} == set()


def test_numbers_are_equal() -> None:
    names = [name for name in dir(sqlite3) if name.startswith(("SQLITE_", "PARSE_"))]
    assert {name: getattr(litestone, name) for name in names} == {name: getattr(sqlite3, name) for name in names}


@pytest.mark.parametrize(
    "name", ["apilevel", "paramstyle", "threadsafety", "version", "version_info", "sqlite_version", "sqlite_version_info"]
)
def test_module_values_are_equal(name: str) -> None:
    assert getattr(litestone, name) == getattr(sqlite3, name)


def test_exception_classes_have_the_same_bases() -> None:
    for name in dir(sqlite3):
        real = getattr(sqlite3, name)
        if isinstance(real, type) and issubclass(real, Exception):
            ours = getattr(litestone, name)
            assert [base.__name__ for base in ours.__mro__] == [base.__name__ for base in real.__mro__]
            assert getattr(litestone.Connection, name) is ours


@pytest.mark.parametrize("kind", ["Connection", "Cursor", "Row", "Blob"])
def test_classes_have_every_public_attribute(kind: str) -> None:
    real = {name for name in dir(getattr(sqlite3, kind)) if not name.startswith("_")}
    assert real - set(dir(getattr(litestone, kind))) - {"arraysize", "row_factory", "text_factory"} == set()


def test_unknown_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = litestone.nothing


def test_optimized_unicode_warns() -> None:
    with pytest.warns(DeprecationWarning, match="OptimizedUnicode") as caught:
        assert litestone.OptimizedUnicode is str
    assert caught[0].filename == __file__


def test_row_is_a_sequence() -> None:
    assert issubclass(litestone.Row, Sequence)


def test_the_command_line_does_not_load_the_interface() -> None:
    program = "import sys, litestone.shell; print(any(name.startswith('litestone.dbapi') for name in sys.modules))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, env={"PYTHONPATH": ":".join(sys.path)})
    assert (run.stdout, run.stderr) == ("False\n", "")


def test_star_import_gives_the_names() -> None:
    names: dict[str, object] = {}
    exec("from litestone import *", names)
    assert names["connect"] is litestone.connect and names["SQLITE_DENY"] == 1
