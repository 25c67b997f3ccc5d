"""A case on disk, layout version 1: one folder a program.

    <id>/case.json        what the case is (below)
         src/*.cob        the sources; `main` first, the others are its subprograms
         copy/*.cpy       copybooks                                        (optional)
         docs/README.md   notes for the porter                             (optional)
         waivers.json     mutants that no test kills, each with a reason   (optional)
         public/tNN/      tests that the porter sees
         hidden/tNN/      tests that decide; never shown where the port is written or run

A test is a folder; all of it is optional but the recorded golden:

    args.json     a list of strings: the arguments                (default: none)
    stdin         the bytes on standard input                     (default: none)
    env.json      an object of strings: the environment           (default: none)
    in/…          files laid into the working folder before the run, same relative paths
    golden/       recorded by the oracle, never by hand:
        stdout        the bytes on standard output
        stderr        those on standard error, only where the case compares them
        exit          the exit status, a decimal number and a newline
        out/…         every file that is new or changed in the working folder after the run
        manifest.json digests, the files gone after the run, versions of compiler and runtime

case.json, where a `?` marks what may be left out:

    {"layout": 1, "id": "…", "version": 1, "title": "…", "licence": "Apache-2.0",
     "cobc": {"version": "3.1.2", "flags": ["-std=default"]},
     "main": "src/MAIN.cob",
     "traps": ["truncation", …],             names of `traps.TRAPS`
     "targets"?: ["cpp", …],                 default: all five
     "limits"?: {"seconds": 10},             for one test of a port
     "stderr"?: "exact",                     default: "ignore"
     "internal"?: ["MASTER.IDX*"],           patterns of files never compared: indexed and work files
     "records"?: {"OUT.DAT": "copy/OUT.cpy"} where a record of it is described
     "cobol_in_room"?: true}                 GnuCOBOL stands where the port is written
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from proctor.core.case import Case
from proctor.exams.cobol_migration.traps import TRAPS

LAYOUT = 1
LANGUAGES = ("cpp", "java", "kotlin", "python", "rust")
BUNDLED = Path(__file__).with_name("cases")
_KNOWN = frozenset(
    {
        *("layout", "id", "version", "title", "licence", "provenance", "cobc", "main", "traps", "targets"),
        *("limits", "stderr", "internal", "records", "cobol_in_room"),
    }
)


class BadCase(ValueError):
    """A case folder does not keep to the layout; the message says where and how."""


@dataclass(frozen=True, slots=True)
class Test:
    """One test: what goes in."""

    folder: Path

    @property
    def name(self) -> str:
        """`hidden/t01`, say."""
        return f"{self.folder.parent.name}/{self.folder.name}"

    @property
    def golden(self) -> Path:
        """The folder of what must come out."""
        return self.folder / "golden"

    def args(self) -> tuple[str, ...]:
        """The arguments."""
        return tuple(_strings(_json_of(self.folder / "args.json", []), self.folder / "args.json"))

    def env(self) -> dict[str, str]:
        """The environment beyond what isolation sets."""
        found = _json_of(self.folder / "env.json", {})
        if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
            raise BadCase(f"{self.folder / 'env.json'} must be an object of strings")
        return cast("dict[str, str]", found)

    def stdin(self) -> bytes:
        """The bytes on standard input."""
        path = self.folder / "stdin"
        return path.read_bytes() if path.is_file() else b""

    def inputs(self) -> dict[str, bytes]:
        """The files laid into the working folder, by relative path."""
        return files_below(self.folder / "in")


@dataclass(frozen=True, slots=True)
class Program(Case):
    """One COBOL program and its tests: the case."""

    folder: Path = Path()
    version: int = 1
    title: str = ""
    licence: str = ""
    main: str = ""
    flags: tuple[str, ...] = ()
    compiler: str = ""
    targets: tuple[str, ...] = LANGUAGES
    traps: tuple[str, ...] = ()
    seconds: float = 10.0
    compares_stderr: bool = False
    internal: tuple[str, ...] = ()
    records: Mapping[str, str] = field(default_factory=dict)
    cobol_in_room: bool = False

    def sources(self) -> list[Path]:
        """The sources, `main` first."""
        main = self.folder / self.main
        return [main, *(path for path in sorted((self.folder / "src").glob("*.cob")) if path != main)]

    def copybooks(self) -> list[Path]:
        """The copybooks."""
        return sorted((self.folder / "copy").glob("*.cpy"))

    def tests(self, kind: str) -> list[Test]:
        """The tests of a kind, `public` or `hidden`, by name."""
        return [Test(path) for path in sorted((self.folder / kind).glob("t*")) if path.is_dir()]

    def all_tests(self) -> list[Test]:
        """The public tests, then the hidden ones."""
        return [*self.tests("public"), *self.tests("hidden")]

    def texts(self) -> Mapping[str, str]:
        """The notes, the sources and the copybooks."""
        paths = [self.folder / "docs" / "README.md", *self.sources(), *self.copybooks()]
        return {
            path.relative_to(self.folder).as_posix(): path.read_text("utf-8", "replace")
            for path in paths
            if path.is_file()
        }


def files_below(folder: Path) -> dict[str, bytes]:
    """Every regular file below a folder, by relative path; empty where there is no folder."""
    if not folder.is_dir():
        return {}
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def case_folders(root: Path) -> list[Path]:
    """The case folders below `root`; `root` itself, if it is one."""
    if (root / "case.json").is_file():
        return [root]
    return [path for path in sorted(root.iterdir()) if (path / "case.json").is_file()]


def load_program(folder: Path) -> Program:
    """Read a case folder. Raises BadCase where it does not keep to the layout, goldens aside."""
    record = _json_of(folder / "case.json", None)
    if not isinstance(record, dict):
        raise BadCase(f"{folder / 'case.json'} must be an object")
    try:
        return _program(folder, record)
    except (KeyError, TypeError, AttributeError) as error:
        raise BadCase(f"{folder / 'case.json'}: {error!r}") from error


def _program(folder: Path, record: dict[str, Any]) -> Program:
    where = folder / "case.json"
    if record["layout"] != LAYOUT:
        raise BadCase(f"{where}: layout {record['layout']!r} is not {LAYOUT}")
    if unknown := sorted(set(record) - _KNOWN):
        raise BadCase(f"{where}: unknown {', '.join(unknown)}")
    if record["id"] != folder.name:
        raise BadCase(f"{where}: the id {record['id']!r} is not the folder's name")
    traps = tuple(_strings(record["traps"], where))
    if strange := [trap for trap in traps if trap not in TRAPS]:
        raise BadCase(f"{where}: no trap is named {', '.join(strange)}")
    targets = tuple(_strings(record.get("targets", list(LANGUAGES)), where))
    if strange := [target for target in targets if target not in LANGUAGES]:
        raise BadCase(f"{where}: no target is named {', '.join(strange)}")
    if record.get("stderr", "ignore") not in ("ignore", "exact"):
        raise BadCase(f'{where}: stderr is "ignore" or "exact"')
    if not (folder / record["main"]).is_file():
        raise BadCase(f"{where}: there is no {record['main']}")
    program = Program(
        name=folder.name,
        content_hash=_digest(folder),
        tags=tuple(f"trap:{trap}" for trap in traps),
        folder=folder,
        version=int(record["version"]),
        title=str(record["title"]),
        licence=str(record["licence"]),
        main=str(record["main"]),
        flags=tuple(_strings(record["cobc"]["flags"], where)),
        compiler=str(record["cobc"]["version"]),
        targets=targets,
        traps=traps,
        seconds=float(record.get("limits", {}).get("seconds", 10)),
        compares_stderr=record.get("stderr") == "exact",
        internal=tuple(_strings(record.get("internal", []), where)),
        records=dict(record.get("records", {})),
        cobol_in_room=bool(record.get("cobol_in_room", False)),
    )
    if not program.tests("hidden"):
        raise BadCase(f"{folder} has no hidden test")
    return program


def _digest(folder: Path) -> str:
    """Hex SHA-256 over all that decides a verdict: the description, the sources, the hidden tests."""
    digest = hashlib.sha256()
    for path in sorted(_deciding(folder)):
        content = path.read_bytes()
        name = path.relative_to(folder).as_posix().encode()
        digest.update(f"{len(name)} {len(content)}\n".encode() + name + content)
    return digest.hexdigest()


def _deciding(folder: Path) -> Iterator[Path]:
    yield folder / "case.json"
    for part in ("src", "copy", "hidden"):
        yield from (path for path in (folder / part).rglob("*") if path.is_file())


def _json_of(path: Path, default: Any) -> Any:
    if not path.is_file() and default is not None:
        return default
    try:
        return json.loads(path.read_bytes())
    except OSError as error:
        raise BadCase(f"{path} can't be read: {error.strerror}") from error
    except ValueError as error:
        raise BadCase(f"{path} is no JSON: {error}") from error


def _strings(found: Any, where: Path) -> list[str]:
    if not isinstance(found, list) or not all(isinstance(value, str) for value in found):
        raise BadCase(f"{where}: expected a list of strings, found {found!r}")
    return cast("list[str]", found)
