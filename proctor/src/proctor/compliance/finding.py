"""What a check found, one line a fault, and what it amounts to."""

from __future__ import annotations

from dataclasses import dataclass

from proctor.core.json_types import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of one file.

    rule: the short name that docs/compliance.md explains. file: its path in the submission. line: from 1, or
    None where it concerns the file as a whole. text: what was found. mend: how to put it right.
    refuses: whether it alone refuses the submission; otherwise it is for a person to look at.
    """

    rule: str
    file: str
    line: int | None
    text: str
    mend: str = ""
    refuses: bool = True

    @property
    def place(self) -> str:
        """File and line as editors know them."""
        return self.file if self.line is None else f"{self.file}:{self.line}"

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"

    def to_json(self) -> JsonObject:
        """The finding as a JSON object."""
        return {
            "rule": self.rule,
            "file": self.file,
            "line": self.line,
            "text": self.text,
            "mend": self.mend,
            "refuses": self.refuses,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """All that a check found.

    sources: the files that are built. aside: what is not looked at any further and never reaches the build.
    unchecked: what could not be checked here, and why. judge: what the model judge answered, if one was
    asked; it decides nothing.
    """

    language: str
    findings: tuple[Finding, ...]
    sources: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    judge: JsonObject | None = None

    @property
    def breaches(self) -> tuple[Finding, ...]:
        """The findings that refuse the submission."""
        return tuple(finding for finding in self.findings if finding.refuses)

    def to_json(self) -> JsonObject:
        """The report as a JSON object."""
        findings: list[Json] = [finding.to_json() for finding in self.findings]
        return {
            "language": self.language,
            "refused": bool(self.breaches),
            "findings": findings,
            "sources": list(self.sources),
            "set_aside": list(self.aside),
            "unchecked": list(self.unchecked),
            "judge": self.judge,
        }
