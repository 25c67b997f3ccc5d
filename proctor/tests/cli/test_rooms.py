"""``proctor rooms`` as a person types it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_MAIN = "from proctor.cli import main; main(prog_name='proctor')"


def rooms(*arguments: str, status: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-c", _MAIN, "rooms", *arguments], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == status, done.stderr + done.stdout
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_list_names_every_language_and_how_to_get_it() -> None:
    text = rooms("list")
    assert "cobol" in text and "visual-basic" in text and "found" in text and "missing" in text


def test_build_and_scan_of_a_language() -> None:
    assert "lua: clean" in rooms("build", "lua")
    scanned = rooms("scan", "lua")
    assert scanned.startswith("lua: clean (") and "asked lua" in scanned


def test_scan_of_a_folder_with_a_trace(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/honest").write_text("honest")
    assert "clean (1 files" in rooms("scan", str(tmp_path))
    (tmp_path / "etc/sqlite3.so").write_text("honest")
    text = rooms("scan", str(tmp_path), status=1)
    assert "refused, 1 traces of SQLite" in text and "name: etc/sqlite3.so" in text


def test_dockerfile_is_printed() -> None:
    assert "FROM other:1" in rooms("build", "cobol", "--dockerfile", "--base", "other:1")


def test_one_line_for_what_cannot_be() -> None:
    assert "no language 'klingon'" in rooms("build", "klingon", status=1)
    assert "neither a language nor a folder" in rooms("scan", "klingon", status=1)
