"""generate_series, in the shell's library only: expectations observed with the real shell 3.40.1."""

from __future__ import annotations

import pytest

from litestone.connection import Connection
from litestone.errors import SqlError
from litestone.virtual import registry


@pytest.fixture(autouse=True)
def _shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "LAZY", dict(registry.LAZY))
    registry.add_shell_modules()


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        ("1,9,3", [(1, 1), (2, 4), (3, 7)]),
        ("1,10,-4", [(1, 9), (2, 5), (3, 1)]),
        ("1,1,-4", [(1, 1)]),
        ("10,1,-4", []),
        ("10,7.9,-4", [(1, 10)]),
        ("10,1,4", []),
        ("1,3,0", [(1, 1), (2, 2), (3, 3)]),
        ("'2x',7.9,4", [(1, 2), (2, 6)]),
        ("'2x',1,-4", [(1, 2)]),
        ("NULL,1", []),
        ("1,3,NULL", []),
        ("9223372036854775806,9223372036854775807", [(1, 2**63 - 2), (2, 2**63 - 1)]),
    ],
)
def test_values(arguments: str, wanted: list[tuple[int, int]]) -> None:
    """Row numbers and values, whatever the signs and sizes."""
    connection = Connection(":memory:")
    assert connection.execute(f"SELECT rowid, value FROM generate_series({arguments})") == wanted


@pytest.mark.parametrize(
    ("sql", "wanted"),
    [
        (
            "SELECT rowid, * FROM generate_series(0,32,5) ORDER BY value DESC LIMIT 3",
            [(1, 30), (2, 25), (3, 20)],
        ),
        ("SELECT rowid, value FROM generate_series(1,10,-4) ORDER BY value", [(1, 1), (2, 5), (3, 9)]),
        ("SELECT value FROM generate_series(1,3) ORDER BY rowid DESC", [(3,), (2,), (1,)]),
        ("SELECT * FROM generate_series(0) LIMIT 2", [(0,), (1,)]),
        ("SELECT value, start, stop, step FROM generate_series('1','5.9',4.5)", [(1, 1, 5, 4), (5, 1, 5, 4)]),
        (
            "SELECT n.i, value FROM (SELECT 1 AS i UNION ALL SELECT 2) AS n, generate_series(1, n.i)",
            [(1, 1), (2, 1), (2, 2)],
        ),
    ],
)
def test_queries(sql: str, wanted: list[tuple[int, ...]]) -> None:
    """Order, hidden columns, joins."""
    assert Connection(":memory:").execute(sql) == wanted


def test_start_is_required() -> None:
    """The shell's error text."""
    with pytest.raises(SqlError, match=r'first argument to "generate_series\(\)" missing or unusable'):
        Connection(":memory:").execute("SELECT * FROM generate_series")
