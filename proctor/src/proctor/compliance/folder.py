"""What a submission's folder holds: its sources, what is set aside, and what may not be there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from proctor.compliance.finding import Finding
from proctor.compliance.manifest import MANIFEST

# What builds leave behind. It is never used: programs are built from their sources.
BUILT = frozenset(
    {
        *(".o", ".a", ".so", ".obj", ".dll", ".exe", ".dylib", ".out", ".dbg", ".d.o"),
        *(".cmi", ".cmo", ".cmx", ".cmxa", ".cma", ".cmt", ".cmti"),
        *(".hi", ".dyn_hi", ".dyn_o", ".ali", ".mod", ".smod", ".ppu", ".rlib", ".rmeta"),
        *(
            ".class",
            ".jar",
            ".kotlin_module",
            ".pyc",
            ".pyo",
            ".beam",
            ".fasl",
            ".zo",
            ".dep",
            ".luac",
            ".qlf",
        ),
        *(".pdb", ".mdb", ".rds", ".RData", ".tmp"),
    }
)
# Notes and project files that no build here reads.
NOTES = frozenset(
    {
        *(".md", ".txt", ".rst", ".org", ".toml", ".json", ".lock", ".yml", ".yaml", ".xml", ".cfg", ".ini"),
        *(
            ".gitignore",
            ".gitattributes",
            ".editorconfig",
            ".csproj",
            ".sln",
            ".cabal",
            ".opam",
            ".nimble",
            ".gpr",
        ),
        *(".lpi", ".nimble", ".asd", ".gradle", ".kts", ".log", ".sql"),
    }
)
_NOTE_NAMES = frozenset(
    {
        "Makefile",
        "makefile",
        "GNUmakefile",
        "README",
        "LICENSE",
        "NOTES",
        "dune",
        "dune-project",
        ".gitignore",
    }
)
_MAGIC = {
    b"\x7fELF": "a program (ELF)",
    b"MZ": "a program (PE)",
    b"\0asm": "WebAssembly",
    b"\xca\xfe\xba\xbe": "Java bytecode",
    b"\xfe\xed\xfa": "a program (Mach-O)",
    b"\xcf\xfa\xed\xfe": "a program (Mach-O)",
    b"BC\xc0\xde": "LLVM bytecode",
    b"\x1bLua": "Lua bytecode",
    b"FOR1": "Erlang bytecode",
    b"SQLite format 3\0": "an SQLite database",
    b"PK\x03\x04": "an archive (zip)",
    b"\x1f\x8b": "packed data (gzip)",
    b"BZh": "packed data (bzip2)",
    b"\xfd7zXZ": "packed data (xz)",
    b"\x28\xb5\x2f\xfd": "packed data (zstd)",
    b"7z\xbc\xaf": "an archive (7z)",
    b"!<arch>\n": "a library (ar)",
}
_KEPT_BY_TOOLS = frozenset({".git", "__pycache__"})
_LONGEST = 4 << 20
_MOST = 4_000


@dataclass(slots=True)
class Survey:
    """sources: files with an ending of the language, as paths in the folder. aside: what is thrown away."""

    root: Path
    sources: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def files_in(root: Path) -> Iterator[tuple[Path, str]]:
    """Every entry below the root that is no folder, with its name there; links are not followed.

    What version control and Python keep for themselves is left out, as it is when a submission is copied.
    """
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root)
        if (path.is_symlink() or not path.is_dir()) and not _KEPT_BY_TOOLS.intersection(name.parts):
            yield path, name.as_posix()


def binary_kind(head: bytes) -> str | None:
    """What kind of binary the first bytes of a file say it is."""
    return next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), None)


def survey(root: Path, endings: tuple[str, ...], title: str) -> Survey:
    """Sort the files of a folder. Raises OSError if one can't be read."""
    found = Survey(root)
    for number, (path, name) in enumerate(files_in(root)):
        if number >= _MOST:
            found.findings.append(
                Finding("folder", ".", None, f"holds more than {_MOST:,} files", "submit the sources alone")
            )
            break
        _sort_in(found, path, name, endings, title)
    if not found.sources:
        found.findings.append(
            Finding(
                "folder", ".", None, f"holds no source in {title}", f"sources end in {', '.join(endings)}"
            )
        )
    return found


def _sort_in(found: Survey, path: Path, name: str, endings: tuple[str, ...], title: str) -> None:
    def fault(rule: str, text: str, mend: str) -> None:
        found.findings.append(Finding(rule, name, None, text, mend))

    if path.is_symlink():
        fault("link", "is a link", f"it leads to {path.readlink()}; submit the file itself")
        return
    if not path.is_file():
        fault("folder", "is no regular file", "submit files alone")
        return
    with path.open("rb") as file:
        head = file.read(512)
    if path.suffix in endings:
        size = path.stat().st_size
        if kind := binary_kind(head):
            fault("binary", f"is {kind}, not source", "submit what it was built from")
        elif size > _LONGEST:
            fault("size", f"has {size:,} bytes, more than {_LONGEST:,}", "split it: no source is that long")
        else:
            found.sources.append(name)
    elif name == MANIFEST:
        return
    elif _is_aside(path, head):
        found.aside.append(name)
    else:
        what = binary_kind(head) or ("a script" if head[:2] == b"#!" else "")
        fault(
            "ending",
            f"is not {title}" + f" but {what}" * bool(what),
            f"all sources of {title} end in {', '.join(endings)}; remove the rest",
        )


def _is_aside(path: Path, head: bytes) -> bool:
    if path.suffix in BUILT or head.startswith((b"\x7fELF", b"MZ")):
        return True
    if head[:2] == b"#!" or b"\0" in head:
        return False
    return path.suffix in NOTES or path.name in _NOTE_NAMES
