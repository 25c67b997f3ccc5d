"""A copy of a database that a model may try queries on."""

from __future__ import annotations

import atexit
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from proctor.exams.archerfish.comparison.explain import text_of
from proctor.exams.archerfish.databases import Allowance, Answer, QueryProcess

_SHOWN_ROWS = 50
_SHOWN_CELL = 200
_SHOWN = 8000


class ReadOnlyCopy:
    """A copy of a database that queries are tried on, one at a time, guarded and limited as answers are."""

    def __init__(self, url: str, allowance: Allowance) -> None:
        """The copy is made once the first query comes; OSError or sqlite3.Error then if it can't be."""
        self._url = url
        self._queries = QueryProcess(allowance)
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def run(self, sql: str, schema: str | None = None) -> str:
        """What a model is shown of a query's result, or why there is none."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="proctor-archerfish-")
            atexit.register(self.close)
            self._url = copied(self._url, Path(self._folder.name))
        return shown(self._queries.run(self._url, sql, schema))

    def close(self) -> None:
        """End the queries and remove the copy."""
        self._queries.close()
        if self._folder is not None:
            self._folder.cleanup()


def copied(url: str, folder: Path) -> str:
    """The URL of a copy in that folder, where the database is a file; the URL itself where it is a server."""
    from sqlalchemy.engine import make_url

    address = make_url(url)
    name = address.get_backend_name()
    if name not in ("sqlite", "duckdb") or not address.database or address.database.startswith("file:"):
        return url
    source, copy = Path(address.database), folder / Path(address.database).name
    if name == "sqlite":  # whole, whatever its journal holds
        uri = f"{source.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as old, closing(sqlite3.connect(copy)) as new:
            old.backup(new)
    else:
        shutil.copyfile(source, copy)
    return address.set(database=str(copy)).render_as_string(hide_password=False)


def shown(answer: Answer) -> str:
    """A result as a text of bounded size: a line for the columns, one for each of the first rows."""
    if answer.result is None:
        return f"{answer.status}: {answer.message}"
    rows = answer.result.rows
    lines = [" | ".join(answer.result.columns)]
    lines += [" | ".join(text_of(value)[:_SHOWN_CELL] for value in row) for row in rows[:_SHOWN_ROWS]]
    lines.append(f"({len(rows)} row{'' if len(rows) == 1 else 's'})")
    text = "\n".join(lines)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}\n… ({len(rows)} rows)"
