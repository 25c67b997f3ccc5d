"""Whether a port is in its target language alone: the rules of `proctor.compliance`, and no COBOL carried or
called. The compiler's own reading of every file is the last word; this looks for what a compiler would let
pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from proctor.compliance import bans, python_source
from proctor.compliance.folder import survey
from proctor.compliance.literals import Amounts
from proctor.compliance.rules import Rules, rules_of
from proctor.compliance.source import Kind, Span, blanked, line_of
from proctor.exams.cobol_migration.target import Target

_COBOL = (
    (re.compile(r"\b(IDENTIFICATION|ID|PROCEDURE|DATA|ENVIRONMENT)\s+DIVISION\s*\.", re.I), "carries COBOL"),
    (re.compile(r"\b(libcob|cob_init|cob_call|cobcrun|cobc)\b", re.I), "calls COBOL"),
)
# A port needs none of these, and each would let it hide what it calls.
_PYTHON_MODULES = (
    *("importlib", "pickle", "runpy", "code", "codeop", "concurrent", "posix", "pkgutil", "builtins"),
    *("gc", "inspect"),
)
_PYTHON_NAMES = frozenset({"eval", "exec", "compile", "__import__", "globals", "vars", "breakpoint"})


def sources_of(folder: Path, target: Target) -> tuple[list[Path], list[str], list[str]]:
    """What a port's folder holds: its sources, what is set aside (notes, built files), what is not allowed.

    Files set aside are never copied into the build.
    """
    found = survey(folder, target.extensions, target.label)
    wrong = [f"{one.file} {one.text}" for one in found.findings if one.file != "."]
    if not found.sources:
        wrong.append(f"there is no source in {target.label}")
    elif target.main and target.main not in found.sources:
        wrong.append(f"there is no {target.main}")
    return [folder / name for name in found.sources], found.aside, wrong


def breaches(sources: list[Path], folder: Path, target: Target) -> list[str]:
    """Every rule that the sources break, each as a line with file and line number."""
    found: list[str] = []
    rules, amounts = rules_of(target.name), Amounts()
    for path in sources:
        name = path.relative_to(folder).as_posix()
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            found.append(f"{name} is not UTF-8 text")
            continue
        spans = list(rules.syntax.spans(text))
        found += [str(one) for one in bans.found_in(text, name, rules, spans)]
        found += [str(one) for one in amounts.add(text, name, spans)]
        others = (*_python_in(text, rules), *_cobol_in(text, spans))
        found += [f"{name}:{line}: {what}" for line, what in others]
    return found + [str(one) for one in amounts.findings()]


def _cobol_in(text: str, spans: list[Span]) -> Iterator[tuple[int, str]]:
    said = blanked(text, spans, Kind.COMMENT)
    for pattern, what in _COBOL:
        yield from ((line_of(text, match.start()), what) for match in pattern.finditer(said))


def _python_in(text: str, rules: Rules) -> Iterator[tuple[int, str]]:
    if rules.modules:
        modules = {**rules.modules, **dict.fromkeys(_PYTHON_MODULES, "hides what it calls")}
        yield from python_source.breaches(
            text, python_source.PythonRules(modules, names=_PYTHON_NAMES, strict=True)
        )
