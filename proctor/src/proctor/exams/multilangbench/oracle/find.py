"""Finding an SQLite that may judge, and saying exactly which one it is."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from proctor.exams.multilangbench.oracle.library import Library
from proctor.exams.multilangbench.oracle.wheel import Wheel
from proctor.grading.exam import ExamError, OracleIdentity

WANTED = "3.40.1"
KINDS = ("library", "shell", "wheel")
_NAMES = {
    "library": "SQLite of Python's sqlite3 module",
    "shell": "sqlite3 shell",
    "wheel": "SQLite of the apsw wheel",
}
_HOW = (
    f"no SQLite {WANTED} was found to judge with. Any of these will do: Debian 12's python3 (its module is "
    f"that version), a sqlite3 shell of that version on the PATH (Debian 12: apt-get install sqlite3), or "
    f"Python 3.11 with: pip install apsw==3.40.1.0"
)


@dataclass(frozen=True, slots=True)
class Oracle:
    """An SQLite found on this machine.

    kind: one of KINDS. path: the library to load (empty: this Python itself), the shell, or the folder to
    import apsw from. shell: a sqlite3 shell of the same version for scripts that only the shell can run, if
    there is one.
    """

    kind: str
    path: str
    version: str
    source_id: str
    options: tuple[str, ...]
    shell: str | None

    def identity(self) -> OracleIdentity:
        """What stands on the scorecard."""
        notes = [f"check-in {self.source_id}"]
        if self.version != WANTED:
            notes.append(f"not {WANTED}: asked for with --oracle-version {self.version}")
        if self.shell is None:
            notes.append(
                "no sqlite3 shell of this version: cases that need the shell's own functions can't be judged"
            )
        return OracleIdentity(_NAMES[self.kind], self.version, self.options, tuple(notes))


def _module_library() -> Library | None:
    try:
        import _sqlite3  # the extension module's file leads to the library it is linked with
    except ImportError:
        return None
    try:
        return Library(getattr(_sqlite3, "__file__", None))
    except (OSError, AttributeError):
        return None


def _module_path() -> str:
    import _sqlite3

    return str(getattr(_sqlite3, "__file__", "") or "")


def _ask_shell(path: str, text: str) -> str:
    """What a shell prints for an SQL text; empty if it cannot be run."""
    try:
        done = subprocess.run(
            [path, "-batch", "-init", "/dev/null", ":memory:"], input=text, capture_output=True, text=True,
            timeout=10, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def find_shell(version: str, path: str | None = None) -> str | None:
    """The sqlite3 shell, if it is of that version."""
    found = path or shutil.which("sqlite3")
    if found is None or _ask_shell(found, "SELECT sqlite_version();").strip() != version:
        return None
    return str(Path(found).resolve())


def _try(kind: str, version: str) -> Oracle | None:
    shell = find_shell(version)
    if kind == "library":
        library = _module_library()
        if library is None or library.version != version:
            return None
        return Oracle(kind, _module_path(), version, library.source_id, tuple(library.options), shell)
    if kind == "shell":
        if shell is None:
            return None
        text = "SELECT sqlite_source_id(); PRAGMA compile_options;"
        source_id, *options = _ask_shell(shell, text).splitlines()
        return Oracle(kind, shell, version, source_id, tuple(sorted(options)), shell)
    spec = find_spec("apsw")
    if spec is None or spec.origin is None:
        return None
    wheel = Wheel()
    if wheel.version != version:
        return None
    package = Path(spec.origin).parent
    folder = package.parent if package.name == "apsw" else package
    # The wheel's build has not the options of the shell beside it, so the shell may not stand in for it.
    return Oracle(kind, str(folder), version, wheel.source_id, tuple(wheel.options), None)


def find_oracle(kind: str | None = None, version: str = WANTED) -> Oracle:
    """The first of library, shell and wheel that is of the wanted version, or the one of the kind asked for.

    Raises ExamError, saying how to get one, if there is none.
    """
    if kind is not None and kind not in KINDS:
        raise ExamError(f"an oracle is one of {', '.join(KINDS)}, not {kind!r}")
    for candidate in KINDS if kind is None else (kind,):
        found = _try(candidate, version)
        if found is not None:
            return found
    if version != WANTED:
        raise ExamError(f"no SQLite {version} was found on this machine")
    raise ExamError(
        _HOW if kind is None else f"the {kind} oracle is missing, or is not SQLite {version}. {_HOW}"
    )


def python_folders() -> tuple[Path, ...]:
    """What the oracle's process must be able to read beside the system folders: this Python and this
    package.
    """
    folders = {Path(sys.base_prefix), Path(sys.prefix), Path(__file__).parents[3]}
    return tuple(sorted(folder for folder in folders if folder.is_dir()))
