"""What real SQLite says of a file: its trees page by page, its freelist, its soundness."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any


def freelist(path: Path) -> list[tuple[int, list[int]]]:
    """Each trunk page with its leaves."""
    data = path.read_bytes()
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else size

    def number(at: int) -> int:
        return int.from_bytes(data[at:at + 4], "big")

    found = []
    trunk = number(32)
    while trunk:
        at = (trunk - 1) * size
        found.append((trunk, [number(at + 8 + 4 * i) for i in range(number(at + 4))]))
        trunk = number(at)
    return found


def layout(path: Path) -> Any:
    """Everything that depends on how trees are balanced and pages are chosen."""
    connection = sqlite3.connect(path)
    try:
        pages = connection.execute(
            "SELECT name, path, pageno, pagetype, ncell, payload, unused FROM dbstat ORDER BY pageno"
        ).fetchall()
        count = connection.execute("PRAGMA page_count").fetchone()
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()
    return pages, count, freelist(path)
