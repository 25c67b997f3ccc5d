"""The check of a submission against its language: every rule, one report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from proctor.compliance import bans, cobol_calls, engine, judge, python_source
from proctor.compliance.finding import Finding, Report
from proctor.compliance.folder import Survey, survey
from proctor.compliance.labels import DetectorMissing, linguist_label, magika_label
from proctor.compliance.literals import Amounts
from proctor.compliance.parse import Parsed, parse
from proctor.compliance.rules import Rules, rules_of
from proctor.compliance.source import Span
from proctor.core.json_types import JsonObject
from proctor.isolation.protocol import Isolation
from proctor.languages.catalogue import Language

_MOST_PER_FILE = 20
_MOST_HINTED = 50  # files that the compiler has read already: a large project need not wait for hints


class CheckImpossible(Exception):
    """The check can't be made on this machine; the message says what to install."""


@dataclass(slots=True)
class _Sources:
    """The sources as text, with their comments and literals."""

    texts: dict[str, str] = field(default_factory=dict)
    spans: dict[str, list[Span]] = field(default_factory=dict)


def check(
    root: Path, language: Language, isolation: Isolation, scratch: Path, judged_by: tuple[str, ...] = ()
) -> Report:
    """Check the folder of a submission.

    scratch: a new folder for the compilers' own reading. judged_by: the command of a model to ask too. Raises
    OSError, CheckImpossible, and IsolationError where a compiler could not be run.
    """
    rules = rules_of(language.name)
    found = survey(root, language.endings, language.title)
    sources = _Sources()
    findings = [*found.findings, *engine.found_in(root), *_read(found, rules, sources)]
    parsed = Parsed()
    reads_itself = bool(rules.modules)  # Python, whose syntax tree is what its rules are about
    if sources.texts and not reads_itself:
        parsed = parse(isolation, root, list(sources.texts), language, rules, scratch)
    findings += [*parsed.findings, *_by_rule(rules, sources)]
    read = set(sources.texts) if reads_itself else parsed.read
    unchecked = [parsed.unchecked] if parsed.unchecked else []
    findings += _by_detectors(language, rules, sources, read, unchecked)
    opinion: JsonObject | None = judge.ask(judged_by, language.name, sources.texts) if judged_by else None
    return Report(
        language=language.name,
        findings=tuple(_shortened(findings)),
        sources=tuple(found.sources),
        aside=tuple(found.aside),
        unchecked=tuple(unchecked),
        judge=opinion,
    )


def _read(found: Survey, rules: Rules, sources: _Sources) -> Iterator[Finding]:
    for name in found.sources:
        try:
            text = (found.root / name).read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            yield Finding("encoding", name, None, "is not UTF-8 text", "save it as UTF-8")
            continue
        if "\0" in text:
            yield Finding("binary", name, None, "holds NUL bytes", "source is text")
            continue
        sources.texts[name] = text
        sources.spans[name] = list(rules.syntax.spans(text))


def _by_rule(rules: Rules, sources: _Sources) -> Iterator[Finding]:
    amounts, names = Amounts(), engine.InternalNames()
    own = frozenset(PurePosixPath(name).parts[0].removesuffix(".py") for name in sources.texts)
    python = python_source.PythonRules(rules.modules, own=own)
    for name, text in sources.texts.items():
        yield from bans.found_in(text, name, rules, sources.spans[name])
        if rules.modules:
            for line, what in python_source.breaches(text, python):
                rule = "parse" if what.startswith("is not Python") else "call"
                yield Finding(rule, name, line, what, bans.mend(what))
        yield from amounts.add(text, name, sources.spans[name])
        names.add(text)
    if rules.name == "cobol":
        yield from cobol_calls.found_in(
            (name, text, sources.spans[name]) for name, text in sources.texts.items()
        )
    yield from amounts.findings()
    yield from names.findings()


def _by_detectors(
    language: Language, rules: Rules, sources: _Sources, read: set[str], unchecked: list[str]
) -> Iterator[Finding]:
    """What others take the files for. Where the compiler itself has read a file, that is a hint alone."""
    magika_works = True
    largest = sorted(sources.texts, key=lambda name: -len(sources.texts[name]))[:_MOST_HINTED]
    hinted = {*largest, *(sources.texts.keys() - read)}
    for name, text in sources.texts.items():
        content = text.encode()
        try:
            label = linguist_label(name, content)
        except DetectorMissing as error:
            raise CheckImpossible(str(error)) from error
        if label != language.enry:
            said = label or "nothing it knows"
            yield Finding(
                "language", name, None, f"linguist takes it for {said}, not {language.enry}",
                f"write all of it in {language.title}", refuses=name not in read,
            )  # fmt: skip
        if not magika_works or name not in hinted:
            continue
        try:
            sure = magika_label(content)
        except DetectorMissing as error:
            magika_works = False
            unchecked.append(str(error))
            continue
        if sure is not None and sure not in rules.labels:
            yield Finding(
                "disguise", name, None, f"magika is sure that it is {sure}, not {language.title}",
                f"write all of it in {language.title}", refuses=name not in read,
            )  # fmt: skip


def _shortened(findings: list[Finding]) -> Iterator[Finding]:
    """The findings without repetition, and no more of one rule in one file than a person wants to read."""
    counts: dict[tuple[str, str], int] = {}
    for finding in dict.fromkeys(findings):
        key = (finding.rule, finding.file)
        counts[key] = counts.get(key, 0) + 1
        if counts[key] <= _MOST_PER_FILE:
            yield finding
