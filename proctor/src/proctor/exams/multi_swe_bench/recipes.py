"""How an instance is run: which image, where its repository lies, which command tests it, which parser reads.

Recipes of one's own stand in a TOML file, one table a repository::

    ["org/repo"]
    image = "registry/image:pr-{number}@sha256:…"   # pulled if it is not there; or made here:
    repository = "folder"                           # the base commit's files, beside this file
    workdir = "/home/repo"
    test = "go test -v -count=1 ./..."
    parser = "go"                                   # a name of `parsers.PARSERS`
    environment = { NAME = "value" }
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from proctor.exams.multi_swe_bench.levels import Level, RecipeError
from proctor.exams.multi_swe_bench.parsers import PARSERS, Parser
from proctor.exams.multi_swe_bench.record import Record

__all__ = ["Pinned", "Recipe", "RecipeError", "RecipeFile", "Recipes"]

_KEYS = {"image", "repository", "workdir", "test", "parser", "environment"}


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one instance is run.

    image: what is pulled, or None if the image is made here of `repository`, a folder of files.
    levels: how `image` is made here, if it is not pulled.
    test: a shell script, run in `workdir` with both patches applied. identity: what must change for a stored
    verdict to be of another recipe.
    """

    workdir: str
    test: str
    parser_name: str
    parse: Parser
    image: str | None = None
    repository: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    levels: tuple[Level, ...] = ()

    @property
    def identity(self) -> str:
        """All that decides a verdict beside the record, as one text."""
        image = self.image or f"own:{self.repository.name if self.repository else ''}"
        settings = " ".join(f"{name}={value}" for name, value in sorted(self.environment.items()))
        return "\n".join((image, self.workdir, self.parser_name, settings, self.test))


class Recipes(Protocol):
    """Where recipes come from."""

    def find(self, record: Record) -> Recipe | None:
        """The recipe for an instance; None if this source has none. Raises RecipeError for a bad one."""
        ...


class RecipeFile:
    """Recipes of a TOML file. Raises RecipeError naming the table and the key, and OSError."""

    def __init__(self, path: Path) -> None:
        self._folder = path.parent
        try:
            told = tomllib.loads(path.read_text("utf-8"))
        except ValueError as error:
            raise RecipeError(f"{path.name} can't be read: {error}") from error
        self._tables = {name: self._checked(name, table) for name, table in told.items()}

    def _checked(self, name: str, table: object) -> Mapping[str, Any]:
        if not isinstance(table, dict):
            raise RecipeError(f'recipe {name!r} is no table ["org/repo"]')
        if unknown := sorted(set(table) - _KEYS):
            raise RecipeError(f"recipe {name}: unknown keys {', '.join(unknown)}")
        for key in ("workdir", "test", "parser"):
            if not isinstance(table.get(key), str):
                raise RecipeError(f"recipe {name}: {key} is missing")
        if table["parser"] not in PARSERS:
            raise RecipeError(f"recipe {name}: no parser {table['parser']!r}; known: {', '.join(PARSERS)}")
        if isinstance(table.get("image"), str) == isinstance(table.get("repository"), str):
            raise RecipeError(f"recipe {name} names either an image or a repository")
        return table

    def find(self, record: Record) -> Recipe | None:
        """See `Recipes.find`."""
        table = self._tables.get(f"{record.id.org}/{record.id.repo}")
        if table is None:
            return None
        image = table.get("image")
        return Recipe(
            workdir=table["workdir"],
            test=table["test"],
            parser_name=table["parser"],
            parse=PARSERS[table["parser"]],
            image=image.replace("{number}", str(record.id.number)) if image else None,
            repository=None if image else self._folder / table["repository"],
            environment=dict(table.get("environment", {})),
        )


class Pinned:
    """Recipes of another source whose images are pulled by the digest that is known of them."""

    def __init__(self, source: Recipes, digests: Mapping[str, str]) -> None:
        self._source = source
        self._digests = digests

    def find(self, record: Record) -> Recipe | None:
        """See `Recipes.find`."""
        recipe = self._source.find(record)
        if recipe is None or recipe.image is None or recipe.levels or recipe.image not in self._digests:
            return recipe
        name = re.sub(r":[^/:@]*$", "", recipe.image)
        return replace(recipe, image=f"{name}@{self._digests[recipe.image]}")
