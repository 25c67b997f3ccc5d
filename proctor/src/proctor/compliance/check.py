"""The check of a submission against its language: every rule, one report."""

from __future__ import annotations

from pathlib import Path

from proctor.compliance.finding import Finding, Report
from proctor.compliance.folder import survey
from proctor.isolation.protocol import Isolation
from proctor.languages.catalogue import Language


class CheckImpossible(Exception):
    """The check can't be made on this machine; the message says what to install."""


def check(
    root: Path, language: Language, isolation: Isolation, scratch: Path, judge: tuple[str, ...] = ()
) -> Report:
    """Check the folder of a submission.

    scratch: a new folder for the compilers' own reading. judge: a command to ask too. Raises OSError,
    CheckImpossible, and IsolationError where a compiler could not be run.
    """
    found = survey(root, language.endings, language.title)
    findings: list[Finding] = list(found.findings)
    return Report(language.name, tuple(findings), tuple(found.sources), tuple(found.aside))
