"""The target languages: one data file each, with the commands that build and run a port.

In the commands `{src}` is the folder of the port's sources, `{out}` that of what was built, and `{sources}`,
a word of its own, stands for every source to be compiled. All is offline and standard library only.
"""

from __future__ import annotations

import functools
import shutil
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path

from proctor.exams.cobol_migration.layout import LANGUAGES
from proctor.isolation.launch import PATH

_FOLDER = Path(__file__).with_name("targets")


@dataclass(frozen=True, slots=True)
class Target:
    """One target language.

    extensions: the suffixes of its sources; compiled: of those given to the compiler. main: the file that
    must be there, or empty. shows: paths beyond the system's that its tools need to see. What its sources may
    hold stands in `proctor/compliance/data`.
    """

    name: str
    label: str
    extensions: tuple[str, ...]
    compiled: tuple[str, ...]
    main: str
    build: tuple[str, ...]
    run: tuple[str, ...]
    packages: tuple[str, ...]
    probe: tuple[str, ...]
    shows: tuple[Path, ...]
    build_seconds: float

    def missing_tools(self) -> list[str]:
        """The programs it builds and runs with that isolation's PATH does not hold."""
        wanted = {word for word in (self.build[0], self.run[0]) if not word.startswith("{")}
        return sorted(word for word in wanted if shutil.which(word, path=PATH) is None)

    def version(self) -> str | None:
        """What the toolchain says of itself, or None where it is not installed."""
        program = shutil.which(self.probe[0], path=PATH)
        if program is None or self.missing_tools():
            return None
        done = subprocess.run(
            [program, *self.probe[1:]], capture_output=True, timeout=60, check=False, env={"PATH": PATH}
        )
        lines = (done.stdout + done.stderr).decode("utf-8", "replace").strip().splitlines()
        return next((line for line in lines if "warning" not in line), "works")


@functools.cache
def load_target(name: str) -> Target:
    """Read a target's data file. Raises ValueError for an unknown name."""
    if name not in LANGUAGES:
        raise ValueError(f"no target language is named {name!r}; there are {', '.join(LANGUAGES)}")
    record = tomllib.loads((_FOLDER / f"{name}.toml").read_text())
    return Target(
        name=name,
        label=record["label"],
        extensions=tuple(record["extensions"]),
        compiled=tuple(record["compiled"]),
        main=record["main"],
        build=tuple(record["build"]),
        run=tuple(record["run"]),
        packages=tuple(record["packages"]),
        probe=tuple(record["probe"]),
        shows=tuple(path for path in map(Path, record["shows"]) if path.exists()),
        build_seconds=float(record["build_seconds"]),
    )
