"""Where a run lives on disk, so that nothing is lost.

manifest.json   what the run is (`grading.manifest`), written whole or not at all
cases.jsonl     [name, content hash] of each case to grade, one a line
verdicts.jsonl  one verdict a line, appended as it falls; a line without its end is no verdict
.work/          where cases are graded; empty between runs
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType

from proctor.core.case import Case
from proctor.core.verdict import Verdict
from proctor.grading.manifest import Manifest, RunError
from proctor.grading.submission import remove_tree

WORKPLACE = ".work"
_OWN = frozenset({WORKPLACE, "cases.jsonl", "cases.jsonl.new", "verdicts.jsonl", "manifest.json.new"})


class RunFolder:
    """A run folder for reading; `RunFolder.create` makes one, `writer` appends to it."""

    def __init__(self, path: Path) -> None:
        """Open the run folder at `path`. Raises RunError if there is none."""
        self.path = path
        try:
            record = json.loads((path / "manifest.json").read_text("utf-8"))
        except FileNotFoundError:
            raise RunError(f"{path} is not a run folder: it has no manifest.json") from None
        except ValueError as error:
            raise RunError(f"{path / 'manifest.json'} is damaged: {error}") from error
        self.manifest = Manifest.from_json(record)

    @staticmethod
    def exists(path: Path) -> bool:
        """Whether a run folder stands at `path`."""
        return (path / "manifest.json").is_file()

    @staticmethod
    def is_free(path: Path) -> bool:
        """Whether a run folder can be made here: nothing is there, or only a run killed while it was made."""
        return not path.exists() or all(entry.name in _OWN for entry in path.iterdir())

    @classmethod
    def create(cls, path: Path, manifest: Manifest, cases: Iterable[Case]) -> RunFolder:
        """Make a run folder. Raises RunError if something stands there already."""
        if cls.exists(path) or not cls.is_free(path):
            raise RunError(f"{path} exists and is not empty")
        path.mkdir(parents=True, exist_ok=True)
        listing = "".join(json.dumps([case.name, case.content_hash]) + "\n" for case in cases)
        write_whole(path / "cases.jsonl", listing)
        (path / "verdicts.jsonl").write_bytes(b"")
        # Last, for it is what makes the folder a run folder.
        write_whole(path / "manifest.json", json.dumps(manifest.to_json(), indent=2) + "\n")
        return cls(path)

    def replace_manifest(self, manifest: Manifest) -> None:
        """Write another manifest in place of this one."""
        write_whole(self.path / "manifest.json", json.dumps(manifest.to_json(), indent=2) + "\n")
        self.manifest = manifest

    @property
    def workplace(self) -> Path:
        """Where cases are graded."""
        return self.path / WORKPLACE

    def cases(self) -> Iterator[tuple[str, str]]:
        """Name and content hash of each case the run is to grade."""
        with (self.path / "cases.jsonl").open("r", encoding="utf-8") as lines:
            for line in lines:
                name, content_hash = json.loads(line)
                yield name, content_hash

    def verdicts(self) -> Iterator[Verdict]:
        """The verdicts so far, in the order they fell. Raises RunError for a damaged line."""
        with (self.path / "verdicts.jsonl").open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if not line.endswith(b"\n"):
                    return  # cut off when the run was killed: as if it had never been graded
                try:
                    yield Verdict.from_json(json.loads(line))
                except (ValueError, KeyError) as error:
                    raise RunError(
                        f"{self.path / 'verdicts.jsonl'}, line {number} is damaged: {error}"
                    ) from error

    def verdict(self, name: str) -> Verdict:
        """The verdict on the case whose name begins so. Raises RunError for none, or for more than one."""
        found = [verdict for verdict in self.verdicts() if verdict.case.startswith(name)]
        if len(found) != 1:
            what = "no case" if not found else f"{len(found)} cases"
            raise RunError(f"{what} of this run has a name that begins with {name!r}")
        return found[0]

    def writer(self) -> VerdictWriter:
        """Take the run for writing."""
        return VerdictWriter(self)


class VerdictWriter:
    """The one writer of a run's verdicts; a context manager.

    Raises RunError, on entry, if another process writes to the same run.
    """

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder
        self._fd = -1
        self.done: set[str] = set()

    def __enter__(self) -> VerdictWriter:
        path = self._folder.path / "verdicts.jsonl"
        self._fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._fd)
            raise RunError(f"another process is grading into {self._folder.path}") from None
        self._cut_torn_end(path)
        for verdict in self._folder.verdicts():
            if verdict.content_hash in self.done:
                raise RunError(f"case {verdict.case} has two verdicts in {path}")
            self.done.add(verdict.content_hash)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.fsync(self._fd)
        os.close(self._fd)

    @staticmethod
    def _cut_torn_end(path: Path) -> None:
        with path.open("r+b") as file:
            size = file.seek(0, os.SEEK_END)
            position = size
            while position > 0:
                start = max(position - (1 << 16), 0)
                file.seek(start)
                end = file.read(position - start).rfind(b"\n")
                if end >= 0:
                    file.truncate(start + end + 1)
                    return
                position = start
            file.truncate(0)

    def append(self, verdict: Verdict) -> None:
        """Keep a verdict: once this returns, killing the process can't lose it.

        Raises RunError for a case that has one already.
        """
        if verdict.content_hash in self.done:
            raise RunError(f"case {verdict.case} was graded twice")
        line = verdict.to_line()
        if os.write(self._fd, line) != len(line):
            raise OSError(
                f"{self._folder.path / 'verdicts.jsonl'} could not be written whole: is the disk full?"
            )
        self.done.add(verdict.content_hash)

    def forget_ours(self) -> int:
        """Drop the verdicts that were our fault, so that their cases are graded anew; how many there were."""
        kept = [verdict for verdict in self._folder.verdicts() if not verdict.outcome.is_ours]
        dropped = len(self.done) - len(kept)
        if dropped:
            path = self._folder.path / "verdicts.jsonl"
            write_whole(path, b"".join(verdict.to_line() for verdict in kept).decode("ascii"))
            self.__exit__(None, None, None)
            self.done.clear()
            self.__enter__()
        return dropped


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a reader finds the old content or the new, whole, even after a crash."""
    beside = path.with_name(path.name + ".new")
    with beside.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def clear_workplace(path: Path) -> None:
    """Remove what an earlier, killed run left in the run folder's workplace."""
    if (path / WORKPLACE).exists():
        remove_tree(path / WORKPLACE)
