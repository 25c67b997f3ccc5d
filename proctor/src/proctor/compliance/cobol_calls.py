"""What a COBOL program calls by name: its own programs and the runtime's file routines, nothing of C."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from proctor.compliance.finding import Finding
from proctor.compliance.source import Kind, Span, blanked, line_of

# Routines of the runtime that touch nothing but data and files (GnuCOBOL Programmer's Guide, "Built-in
# System Routines").
_ROUTINES = re.compile(
    r"(?i)CBL_(?:AND|OR|XOR|NOT|EQ|IMP|NOR|NIMP|TOLOWER|TOUPPER|ALLOC_MEM|FREE_MEM|ERROR_PROC|EXIT_PROC"
    r"|OPEN_FILE|CREATE_FILE|CLOSE_FILE|READ_FILE|WRITE_FILE|FLUSH_FILE|DELETE_FILE|RENAME_FILE|COPY_FILE"
    r"|CHECK_FILE_EXIST|GET_CURRENT_DIR)|C\$(?:NARG|PARAMSIZE|TOLOWER|TOUPPER|FILEINFO|DELETE|JUSTIFY)"
    r"|X\"?(?:91|F4|F5)"
)
_DEFINED = re.compile(r"(?i)\b(?:program-id|function-id)\s*\.?\s*[\"']?([\w$-]+)|\bentry\s+[\"']([\w$-]+)")
_CALL = re.compile(r"(?i)(?<![\w-])call\s+(?:(\"[^\"\n]*\"|'[^'\n]*')(\s*&)?|([\w-]+))")


def found_in(texts: Iterable[tuple[str, str, list[Span]]]) -> Iterator[Finding]:
    """The calls that leave COBOL, of all files: (file, text, spans)."""
    files = [(name, blanked(text, spans, Kind.COMMENT), spans) for name, text, spans in texts]
    own = {(one or other).upper() for _, text, _ in files for one, other in _DEFINED.findall(text)}
    for name, text, spans in files:
        code = blanked(text, spans, Kind.COMMENT, Kind.STRING)
        for match in _CALL.finditer(text):
            if code[match.start()].isspace():
                continue
            literal, joined, variable = match.groups()
            called = (literal or variable)[1 if literal else 0 : -1 if literal else None].strip()
            if literal and not joined and (called.upper() in own or _ROUTINES.fullmatch(called)):
                continue
            what = "calls another language" if literal and not joined else "hides what it calls"
            mend = "call programs of the submission by literal names"
            yield Finding("call", name, line_of(text, match.start()), f"{what}: CALL {called}", mend)
