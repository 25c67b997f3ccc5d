"""The catalogue of target languages: what each needs, and how its programs are built and called.

A language is one TOML file in `data/`. Commands are lists of words in which `{entry}` is the submission's
entry file and `{program}` the file that the build makes. `{sources}`, a word of its own in a build command,
stands for all files that are compiled, the entry last (`compliance.build` fills it in).
"""

from __future__ import annotations

import shutil
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


class CatalogueError(ValueError):
    """A language is unknown, or its data file is malformed; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Language:
    """One target language.

    packages: Debian 12 packages its room installs. image: the base image of its Docker room, where that is
    not Debian's; steps: shell lines run in it to make the toolchain ready. shows: files and folders, beside
    those of the packages, that the toolchain needs to see: what its installation made. endings: file endings
    of its sources, with the dot. build: argv lists run in order, none for an interpreted language. run: argv
    of the built candidate, to which the database's path is added. probe: argv that ends with status 0 if the
    toolchain is there. purge: names (globs) removed from its room because they hold or bind SQLite. enry: the
    label GitHub's linguist gives its files. What its sources may hold: `proctor/compliance/data`.
    """

    name: str
    title: str
    enry: str
    packages: tuple[str, ...]
    image: str
    steps: tuple[str, ...]
    shows: tuple[str, ...]
    endings: tuple[str, ...]
    build: tuple[tuple[str, ...], ...]
    run: tuple[str, ...]
    probe: tuple[str, ...]
    purge: tuple[str, ...]
    note: str

    def is_available(self) -> bool:
        """Whether the programs of its build, run and probe commands are on this machine's PATH."""
        words = [argv[0] for argv in (*self.build, self.run, self.probe)]
        return all(shutil.which(word) for word in words if not word.startswith("{"))

    def build_commands(self, entry: str, program: str) -> list[list[str]]:
        """The build's argv lists for an entry file and the path of the program to make."""
        return [_filled(argv, entry, program) for argv in self.build]

    def run_command(self, entry: str, program: str) -> list[str]:
        """The argv that calls the built candidate, without the database's path."""
        return _filled(self.run, entry, program)


def _filled(argv: tuple[str, ...], entry: str, program: str) -> list[str]:
    return [word.replace("{entry}", entry).replace("{program}", program) for word in argv]


def _words(name: str, key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise CatalogueError(f"language {name}: {key} must be a list of strings")
    return tuple(value)


def parse_language(name: str, text: str) -> Language:
    """Read one data file. Raises CatalogueError if it is malformed."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError(f"language {name}: {error}") from error
    texts = {key: table.get(key, "") for key in ("title", "enry", "note", "image")}
    if not all(isinstance(value, str) for value in texts.values()) or not texts["title"]:
        raise CatalogueError(
            f"language {name}: title, enry, image and note must be strings, and title is needed"
        )
    lists = ("packages", "steps", "shows", "endings", "run", "probe", "purge")
    words = {key: _words(name, key, table.get(key, [])) for key in lists}
    build = table.get("build", [])
    if not isinstance(build, list):
        raise CatalogueError(f"language {name}: build must be a list of commands")
    commands = tuple(_words(name, "build", argv) for argv in build)
    if not all((words["endings"], words["run"], words["probe"], *commands)):
        raise CatalogueError(f"language {name}: endings, run, probe and each build command can't be empty")
    if not words["packages"] and not texts["image"]:
        raise CatalogueError(f"language {name}: packages or an image must say where its toolchain comes from")
    if unknown := set(table) - set(texts) - set(lists) - {"build"}:
        raise CatalogueError(f"language {name}: unknown key {', '.join(sorted(unknown))}")
    return Language(
        name=name,
        build=commands,
        title=texts["title"],
        enry=texts["enry"],
        note=texts["note"],
        packages=words["packages"],
        image=texts["image"],
        steps=words["steps"],
        shows=words["shows"],
        endings=words["endings"],
        run=words["run"],
        probe=words["probe"],
        purge=words["purge"],
    )


@cache
def languages() -> dict[str, Language]:
    """All languages by name, in order. Raises CatalogueError if a data file is malformed."""
    found = sorted(files("proctor.languages").joinpath("data").iterdir(), key=lambda path: path.name)
    named = [(path.name.removesuffix(".toml"), path) for path in found if path.name.endswith(".toml")]
    return {name: parse_language(name, path.read_text("utf-8")) for name, path in named}


def language(name: str) -> Language:
    """One language by its name. Raises CatalogueError, naming those there are, if it is unknown."""
    try:
        return languages()[name]
    except KeyError:
        raise CatalogueError(f"no language {name!r}; there are: {', '.join(languages())}") from None
