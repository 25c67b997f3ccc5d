"""The rules of each language: one data file in `data/`, beside the catalogue's entry of the same name.

::

    comments = ['--[^\\n]*']            # patterns of whole comments
    nested = [["{-", "-}"]]            # block comments that nest
    strings = ['"(?:\\\\.|[^"\\\\])*"']     # patterns of whole literals
    atoms = []                         # quoted names, which rules read as code
    strings_in_comments = false        # whether literals in block comments are read as such
    template = ['^"', '#\\{']           # strings that begin so hold code after that, up to its closing brace
    parse = ["ghc", "-fno-code", "{files}"]   # the compiler's own reading, in isolation
    reader = ""                        # what stands for {reader} in it, and in the file {reader_file}
    fragments = [".cpy"]               # files that can't be read by themselves

    [bans]                             # what is wrong = patterns that must not begin in code
    [words]                            # … = patterns of names that may be neither code nor a whole literal
    [raw]                              # … = patterns that must be nowhere at all, not even in a literal
    [modules]                          # Python alone: … = modules
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from proctor.compliance.source import Syntax

_LISTS = ("comments", "strings", "atoms", "fixed", "parse", "fragments", "labels", "template")
_TEXTS = ("free", "reader")
_TABLES = ("bans", "words", "raw", "modules")


class RulesError(ValueError):
    """A data file is malformed; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one language.

    parse: argv of the compiler's own reading of a file, `{file}`, of all, `{files}`, or from the main one,
    `{entry}`; empty where there is none. reader: a program that does so in the language itself, where its
    tools have no command for it. fragments: endings of files that are no whole by themselves. bans, words,
    raw: patterns with what is wrong. modules: Python's modules with what is wrong. labels: the names by which
    magika knows the language.
    """

    name: str
    syntax: Syntax
    parse: tuple[str, ...]
    reader: str
    fragments: tuple[str, ...]
    bans: tuple[tuple[re.Pattern[str], str], ...]
    words: tuple[tuple[re.Pattern[str], str], ...]
    raw: tuple[tuple[re.Pattern[str], str], ...]
    modules: Mapping[str, str]
    labels: tuple[str, ...]


def _strings(name: str, key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise RulesError(f"rules of {name}: {key} must be a list of strings")
    return tuple(value)


def _table(name: str, key: str, value: object) -> list[tuple[str, str]]:
    """Pairs of a pattern and what is wrong with it."""
    if not isinstance(value, dict):
        raise RulesError(f"rules of {name}: [{key}] must be a table")
    return [(pattern, what) for what, some in value.items() for pattern in _strings(name, key, some)]


def _compiled(name: str, pairs: list[tuple[str, str]]) -> tuple[tuple[re.Pattern[str], str], ...]:
    try:
        return tuple((re.compile(pattern, re.M), what) for pattern, what in pairs)
    except re.error as error:
        raise RulesError(f"rules of {name}: {error}: {error.pattern!r}") from error


def parse_rules(name: str, text: str) -> Rules:
    """Read one data file. Raises RulesError if it is malformed."""
    try:
        record = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"rules of {name}: {error}") from error
    if unknown := set(record) - {*_LISTS, *_TEXTS, *_TABLES, "nested", "strings_in_comments"}:
        raise RulesError(f"rules of {name}: unknown key {', '.join(sorted(unknown))}")
    lists = {key: _strings(name, key, record.get(key, [])) for key in _LISTS}
    tables = {key: _table(name, key, record.get(key, {})) for key in _TABLES}
    nested = tuple(_strings(name, "nested", pair) for pair in record.get("nested", []))
    if not all(len(pair) == 2 for pair in nested):
        raise RulesError(f"rules of {name}: nested takes pairs")
    return Rules(
        name=name,
        syntax=Syntax(
            comments=lists["comments"],
            nested=tuple((opener, closer) for opener, closer in nested),
            strings=lists["strings"],
            atoms=lists["atoms"],
            strings_in_comments=bool(record.get("strings_in_comments", False)),
            template=lists["template"],
            fixed=lists["fixed"],
            free=str(record.get("free", "")),
        ),
        parse=lists["parse"],
        reader=str(record.get("reader", "")),
        fragments=lists["fragments"],
        bans=_compiled(name, tables["bans"]),
        words=_compiled(name, tables["words"]),
        raw=_compiled(name, tables["raw"]),
        modules=dict(tables["modules"]),
        labels=lists["labels"],
    )


@cache
def rules_of(name: str) -> Rules:
    """The rules of a language. Raises RulesError if there are none or they are malformed."""
    path = files("proctor.compliance").joinpath("data", f"{name}.toml")
    if not path.is_file():
        raise RulesError(f"there are no rules for {name!r}")
    return parse_rules(name, path.read_text("utf-8"))
