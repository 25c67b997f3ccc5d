"""Input databases: built once for each distinct text by the oracle, and kept by content."""

from __future__ import annotations

import os
import shutil
from hashlib import sha256
from pathlib import Path

from proctor.exams.multilangbench.oracle.find import Oracle
from proctor.exams.multilangbench.oracle.session import Allowance, OracleFault, Session

_ALLOWANCE = Allowance(wall_seconds=300, cpu_seconds=240)


class InputCache:
    """The built databases in a folder that several workers may share."""

    def __init__(self, folder: Path, oracle: Oracle) -> None:
        self._folder = folder
        maker = "\n".join((oracle.kind, oracle.version, oracle.source_id, *oracle.options))
        self._maker = sha256(maker.encode()).digest()

    def path_of(self, initial_database: bytes) -> Path:
        """Where the database of this text lies, whether built or not."""
        key = sha256(self._maker + initial_database).hexdigest()
        return self._folder / key[:2] / f"{key}.db"

    def get(self, initial_database: bytes, session: Session) -> Path:
        """The database of this text, built if it is not there yet.

        Raises OracleFault if the oracle can't run the text to its end.
        """
        path = self.path_of(initial_database)
        if path.exists():
            return path
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}.part")
        try:
            if initial_database.strip():
                answer = session.run(None, initial_database, _ALLOWANCE, keep=fresh)
                if not answer.done:
                    raise OracleFault(f"the initial database can't be built: {answer.status} {answer.detail}")
            else:
                fresh.touch()
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
        return path


def copy_database(source: Path, target: Path) -> None:
    """A private, writable copy of a database file."""
    shutil.copyfile(source, target)
    target.chmod(0o644)
