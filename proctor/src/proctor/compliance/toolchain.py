"""Where the tools of the languages lie on this machine, as isolation sees them."""

from __future__ import annotations

import shutil
import sys
from functools import cache
from pathlib import Path

from proctor.isolation.launch import PATH
from proctor.languages.catalogue import Language, languages

# Settings that the tools read beside what the catalogue names: links of their packages lead to them.
_SETTINGS = (
    *("/etc/R", "/etc/erlang", "/etc/fpc.cfg", "/etc/fpc-3.2.2.cfg", "/etc/gnucobol", "/etc/java-17-openjdk"),
    *("/etc/mono", "/etc/nim", "/etc/php", "/etc/racket", "/etc/sbclrc", "/var/lib/ghc", "/etc/go"),
)


@cache
def shown_paths(language: Language) -> tuple[Path, ...]:
    """What its tools need to see beyond the system's folders."""
    return tuple(path for path in map(Path, sorted({*language.shows, *_SETTINGS})) if path.exists())


def missing_programs(language: Language) -> list[str]:
    """The programs that it builds and runs with and that isolation's PATH does not hold."""
    wanted = {argv[0] for argv in (*language.build, language.run) if not argv[0].startswith("{")}
    return sorted(word for word in wanted if shutil.which(word, path=PATH) is None)


# Interpreters and compilers that are no language of the catalogue, or lie beside one.
_OTHERS = (
    *("awk", "gawk", "mawk", "bash", "busybox", "perl", "ruby", "guile", "m4", "bc", "dc", "gdb", "psql"),
    *("cc", "gcc", "g++", "c++", "cpp", "clang", "tcc", "as", "ld", "go", "cargo", "python3-config"),
    *("ocaml", "ocamlc", "ocamlrun", "ghci", "runghc", "luajit", "wish", "jshell", "jrunscript", "cobcrun"),
)


# Names that carry a version: python3.11, perl5.36.0, x86_64-linux-gnu-gcc-12.
_VERSIONED = (
    *("python3.[0-9]*", "perl5*", "ruby[0-9]*", "lua5*", "tclsh8*", "php8*"),
    *("*-gcc-[0-9]*", "*-g++-[0-9]*"),
)


@cache
def foreign_programs(language: Language) -> tuple[Path, ...]:
    """The programs of this machine that run or compile other languages than this one.

    Hidden from a program in the language while it runs. The shell is not among them, as wrappers and
    isolation itself need it, nor is the Python that runs this.
    """
    commands = [
        argv for other in languages().values() for argv in (*other.build, other.run, other.probe) if argv
    ]
    found = {_real(name) for name in (*_OTHERS, *(argv[0] for argv in commands if argv[0][0] != "{"))}
    for folder in PATH.split(":"):
        found.update(path.resolve() for pattern in _VERSIONED for path in Path(folder).glob(pattern))
    this = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
    kept = {this, _real("sh"), _real(language.run[0])}
    return tuple(sorted(path for path in found - kept if path is not None and path.is_file()))


def _real(name: str) -> Path | None:
    found = shutil.which(name, path=PATH)
    return Path(found).resolve() if found else None
