"""Recipes and log parsers of the `multi-swe-bench` package (Apache-2.0), wrapped: it is used, never trusted.

Install it without its heavy dependencies::

    pip install --no-deps --require-hashes -r requirements/multi-swe-bench.lock

What is not left to it: its classes raise all kinds of errors, print, drop `number_interval` and `tag`, put
the gold patch into the image and apply patches inside the test script. So whatever it raises becomes one
error, what it prints is thrown away, both keys are passed on, the published image is used with the gold patch
taken out, and of its script only the test command is kept.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import io
import json
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from proctor.exams.multi_swe_bench.official_images import BuildSettings, levels_of
from proctor.exams.multi_swe_bench.parsers import Parser, merged
from proctor.exams.multi_swe_bench.recipes import Recipe, RecipeError
from proctor.exams.multi_swe_bench.record import Record
from proctor.exams.multi_swe_bench.transitions import Results, Status

PIN = "1.1.2"
_APPLY = re.compile(r"\bgit\b(?:\s+-[cC]\s+\S+)*\s+apply\b[^;&|\n]*")
_FOLDER = re.compile(r"^\s*cd\s+[\"']?(/[^\s\"';&]+)", re.MULTILINE)
_SCRIPT = re.compile(r"(?:ba|z|da)?sh\s+(?:-\S+\s+)*(?:\S*/)?(\S+\.sh)\b")


@dataclass(frozen=True, slots=True)
class _Package:
    create: Callable[[Any, Any], Any]
    read: Callable[[str], Any]
    config: Callable[[BuildSettings], Any]


@functools.cache
def _package() -> _Package | None:
    """The package's three entry points; None if it is not installed. Raises RecipeError if it is broken."""
    root = "multi_swe_bench.harness"
    try:
        with _silence():
            dataset = importlib.import_module(f"{root}.dataset")
            instance = importlib.import_module(f"{root}.instance")
            image = importlib.import_module(f"{root}.image")
            importlib.import_module(f"{root}.repos")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "multi_swe_bench":
            return None
        raise RecipeError(f"multi-swe-bench needs the package {error.name}: pip install it beside") from error

    def config(settings: BuildSettings) -> Any:
        environment = dict(settings.environment) or None
        return image.Config(need_clone=settings.need_clone, global_env=environment, clear_env=True)

    return _Package(instance.Instance.create, dataset.Dataset.from_json, config)


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextlib.contextmanager
def _distrusted(what: str) -> Iterator[None]:
    """Whatever the package raises is its own failure, and what it prints is nobody's."""
    try:
        with _silence():
            yield
    except RecipeError:
        raise
    except Exception as error:  # another's code, run on data it was not made for: it may raise anything
        raise RecipeError(f"multi-swe-bench: {what} failed: {type(error).__name__}: {error}") from error


class OfficialRecipes:
    """The package's recipes; it has none where the package is not installed.

    build: how images are made here; None: the published ones are pulled. test: a command in place of each
    recipe's own. environment: set while tests run.
    """

    def __init__(
        self,
        build: BuildSettings | None = None,
        test: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._build = build
        self._test = test
        self._environment = dict(environment or {})

    def find(self, record: Record) -> Recipe | None:
        """See `Recipes.find`."""
        package = _package()
        if package is None:
            return None
        told = record.to_json() | {"lang": record.lang}
        for name in record.extra:
            told.pop(name, None)
        with _distrusted("its recipe"):
            config = package.config(self._build or BuildSettings())
            instance = package.create(package.read(json.dumps(told)), config)
            image = instance.dependency()
            scripts = {file.name: file.content for file in image.files()}
            command = self._test or instance.fix_patch_run()
            levels = levels_of(instance, record, self._build) if self._build is not None else ()
        workdir, test = test_script(command, scripts)
        if workdir is None:
            workdir = f"/home/{record.id.repo}"
        return Recipe(
            workdir=workdir,
            test=test,
            parser_name=f"multi-swe-bench {PIN} {type(instance).__module__}.{type(instance).__qualname__}",
            parse=_parser(instance),
            image=levels[-1].name if levels else record.id.image,
            environment=self._environment,
            levels=levels,
        )


def test_script(command: str, scripts: dict[str, str]) -> tuple[str | None, str]:
    """The folder and the test command of a recipe: its script for the fix run with the patching taken out.

    Raises RecipeError if the command names a script that the recipe does not have.
    """
    found = _SCRIPT.search(command)
    if found is None:
        text = command
    elif found[1] in scripts:
        text = scripts[found[1]]
    else:
        raise RecipeError(f"multi-swe-bench: the recipe has no script {found[1]}")
    folder = _FOLDER.search(text)
    quoted = text.replace("'", "'\\''")
    script = _APPLY.sub("true", quoted)
    return (folder[1] if folder else None), f"bash -c '{script}'"


test_script.__test__ = False  # type: ignore[attr-defined]


def _parser(instance: Any) -> Parser:
    def parse(text: str) -> Results:
        with _distrusted("its log parser"):
            found = instance.parse_log(text)
            parts = (
                (found.failed_tests, Status.FAIL),
                (found.passed_tests, Status.PASS),
                (found.skipped_tests, Status.SKIP),
            )
            return merged((str(test), status) for tests, status in parts for test in tests)

    return parse
