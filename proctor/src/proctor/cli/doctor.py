"""``proctor doctor``."""

from __future__ import annotations

import sys

import click


@click.command("doctor")
def command() -> None:
    """Say what is installed, what is missing, and how to get it. Exits with status 1 if grading can't
    work.
    """
    from proctor.cli.findings import examine
    from proctor.reporting.terminal import console, print_findings

    findings = examine()
    print_findings(console(), findings)
    if any(finding.needed and not finding.found for finding in findings):
        sys.exit(1)
