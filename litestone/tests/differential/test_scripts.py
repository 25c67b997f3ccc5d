"""Every script of ``scripts/`` does the same on Litestone and on the real SQLite."""

from __future__ import annotations

from pathlib import Path

import pytest

from .replay import picture, run_litestone, run_real, statements

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.sql"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_script_does_the_same(script: Path, tmp_path: Path) -> None:
    """Rows and error text of each statement are equal, and so is the file left behind."""
    parts = statements(script.read_text())
    ours = run_litestone(tmp_path / "ours.db", parts)
    real = run_real(tmp_path / "real.db", parts)
    for sql, found, wanted in zip(parts, ours, real, strict=True):
        assert (sql, found) == (sql, wanted)
    assert picture(tmp_path / "ours.db") == picture(tmp_path / "real.db")


def test_there_are_scripts() -> None:
    """An empty folder would pass unseen."""
    assert len(SCRIPTS) >= 5
