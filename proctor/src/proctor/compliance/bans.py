"""Imports and calls that leave the language, found in source with its comments and literals understood."""

from __future__ import annotations

from collections.abc import Iterator

from proctor.compliance.finding import Finding
from proctor.compliance.rules import Rules
from proctor.compliance.source import Kind, Span, blanked, line_of

_MENDS = {
    "starts another program": "do it in the program itself",
    "calls another language": "write that part in the language itself",
    "loads another library": "use the standard library alone",
    "holds assembler": "write that part in the language itself",
    "carries what is no source": "write the data as source, or make it at run time",
    "uses the network": "there is none while the program runs",
    "uses a database engine": "write that part yourself: no engine of somebody else may be used",
    "runs code that is no source": "write that part as source",
    "changes how it is built": "the build command is fixed",
    "hides what it calls": "name what is called where it is called",
}
_SHOWN = 80


def found_in(text: str, file: str, rules: Rules, spans: list[Span]) -> Iterator[Finding]:
    """The bans that a file of source breaks."""
    readable = blanked(text, spans, Kind.COMMENT)
    strings = [span for span in spans if span.kind is Kind.STRING]
    code = blanked(text, spans, Kind.COMMENT, Kind.STRING)
    for pattern, what in rules.bans:
        for match in pattern.finditer(readable):
            # It may reach into a literal, but what a literal only speaks of is no call.
            if _begins_in_code(match[0], code[match.start() : match.end()]):
                yield _finding(text, file, match.start(), match[0], what)
    for pattern, what in rules.raw:
        for match in pattern.finditer(text):
            yield _finding(text, file, match.start(), match[0], what)
    for pattern, what in rules.words:
        for match in pattern.finditer(code):
            yield _finding(text, file, match.start(), match[0], what)
        for span in strings:
            content = text[span.start : span.end].strip("\"'`@$rRbs")
            if pattern.fullmatch(content):
                yield _finding(text, file, span.start, content, what)


def _begins_in_code(found: str, code: str) -> bool:
    at = len(found) - len(found.lstrip())
    return not code[at : at + 1].isspace()


def mend(what: str) -> str:
    """How to mend what a rule of calls found."""
    return _MENDS.get(what.partition(":")[0], "")


def _finding(text: str, file: str, offset: int, found: str, what: str) -> Finding:
    shown = " ".join(found.split())[:_SHOWN]
    return Finding("call", file, line_of(text, offset), f"{what}: {shown}", mend(what))
