"""Python's imports and calls are followed to what they stand for."""

from __future__ import annotations

import pytest

from proctor.compliance.python_source import PythonRules, breaches
from proctor.compliance.rules import rules_of

RULES = PythonRules(rules_of("python").modules, own=frozenset({"engine"}))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("import sqlite3", "uses a database engine: imports sqlite3"),
        ("from ctypes import *", "calls another language: imports ctypes"),
        ("import os as o\no.system('x')", "starts another program: system"),
        ("import posix\nposix.fork()", "starts another program: fork"),
        ("from os import *", "imports * of os"),
        ("import sys\nsys.modules['os'].system('x')", "starts another program: system"),
        ("import sys\nsys.modules[name].system('x')", "starts another program: system"),
        ("x.y.posix_spawn('a', [], {})", "starts another program: posix_spawn"),
        ("import os\ngetattr(os, name)", "computed name"),
        ("getattr(x, 'execve')", "reaches for execve"),
        ("().__class__.__subclasses__()", "reaches for __subclasses__"),
        ("__import__('sqlite3')", "imports sqlite3"),
        ("__import__('sql' + 'ite3')", "computed name"),
        ("import importlib\nimportlib.import_module(f'sql{x}')", "computed name"),
        ("__builtins__['eval']", "uses __builtins__"),
        ("def f(:", "is not Python"),
        ("(" * 10_000, "is not Python"),
    ],
)
def test_what_is_found(text: str, what: str) -> None:
    assert what in "\n".join(said for _, said in breaches(text, RULES))


@pytest.mark.parametrize(
    "text",
    [
        "import os\nos.fsync(3)\nos.path.join('a')",
        "getattr(self, 'visit_' + name)",
        "import importlib\nimportlib.import_module(f'engine.{x}')",
        "__import__(f'{__package__}.{x}', fromlist=('A',))",
        "plan.system('x')\nplan.fork()",
        "exec(compile(text, 'generated', 'exec'), {})",
        "'import sqlite3'\nx = '\\d'",
    ],
)
def test_what_is_not(text: str) -> None:
    assert list(breaches(text, RULES)) == []
