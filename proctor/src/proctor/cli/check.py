"""``proctor check SUBMISSION``."""

from __future__ import annotations

import json
import shlex
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from proctor.cli.failures import one_line
from proctor.core.printable import printable_line
from proctor.isolation.registry import DEFAULT, NAMES

if TYPE_CHECKING:
    from proctor.compliance.finding import Report

_REFUSED, _BAD_INPUT = 1, 2


class _BadInput(click.ClickException):
    """One line for the person, and exit status 2."""

    exit_code = _BAD_INPUT


@click.command("check")
@click.argument("submission", type=click.Path(path_type=Path))
@click.option("--language", metavar="NAME", help="the language it must be in; default: the one it names")
@click.option("--json", "as_json", is_flag=True, help="print the report as JSON")
@click.option(
    "--judge", metavar="COMMAND", help="a command that asks a model too; its answer decides nothing"
)
@click.option("--isolation", type=click.Choice(NAMES), default=DEFAULT, show_default=True)
def command(submission: Path, language: str | None, as_json: bool, judge: str | None, isolation: str) -> None:
    """Check that SUBMISSION, a folder, is written in its language alone.

    The exit status is 0 where nothing is wrong, 1 where it would be refused, 2 where it can't be checked.
    """
    try:
        with one_line():
            report = _report(submission, language, tuple(shlex.split(judge or "")), isolation)
    except click.ClickException as error:
        raise _BadInput(error.message) from error
    if as_json:
        click.echo(json.dumps(report.to_json(), indent=2, ensure_ascii=False))
    else:
        _print(report)
    sys.exit(_REFUSED if report.breaches else 0)


def _report(submission: Path, named: str | None, judge: tuple[str, ...], isolation: str) -> Report:
    from proctor.compliance.check import CheckImpossible, check
    from proctor.compliance.manifest import read_manifest
    from proctor.isolation.registry import open_isolation
    from proctor.languages.catalogue import language

    if not submission.is_dir():
        raise _BadInput(f"there is no folder {submission}")
    manifest = read_manifest(submission)
    wanted = named or (manifest.language if manifest else "")
    if not wanted:
        raise _BadInput(f"{submission} names no language; say which with --language")
    walls = open_isolation(isolation)
    try:
        with tempfile.TemporaryDirectory(prefix="proctor-check-") as scratch:
            folder = submission.resolve()
            return check(folder, language(wanted), walls, Path(scratch, "cases", "parsed"), judge)
    except CheckImpossible as error:
        raise _BadInput(str(error)) from error
    finally:
        walls.close()


def _print(report: Report) -> None:
    for finding in sorted(report.findings, key=lambda one: not one.refuses):
        mark = click.style("refused", fg="red") if finding.refuses else click.style("look at", fg="yellow")
        click.echo(f"{mark} [{finding.rule}] {printable_line(str(finding))}")
        if finding.mend and finding.refuses:
            click.echo(f"        {printable_line(finding.mend)}")
    if report.aside:
        click.echo(f"set aside, never used: {', '.join(map(printable_line, report.aside))}")
    for what in report.unchecked:
        click.echo(f"not checked: {printable_line(what)}")
    if report.judge is not None:
        said = report.judge.get("failed") or report.judge.get("answer")
        click.echo(f"the model judge, which decides nothing: {printable_line(str(said))}")
    files = f"{len(report.sources)} source file{'' if len(report.sources) == 1 else 's'}"
    breaches = len(report.breaches)
    verdict = f"{breaches} breach{'' if breaches == 1 else 'es'}" if breaches else "nothing wrong"
    click.echo(f"{report.language}: {files}, {verdict}")
