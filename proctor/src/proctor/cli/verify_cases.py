"""``proctor verify-cases``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from proctor.cli.chosen_cases import chosen_cases
from proctor.cli.failures import Failure, one_line
from proctor.core.json_types import Json
from proctor.core.selection import Selection
from proctor.isolation.registry import DEFAULT, NAMES


@click.command("verify-cases")
@click.argument("exam")
@chosen_cases
@click.option(
    "--oracle",
    type=click.Choice(["library", "shell", "wheel"]),
    help="which SQLite replays; default: the first found",
)
@click.option(
    "--against",
    type=click.Choice(["library", "shell", "wheel"]),
    help="also replay with this one, and name the cases whose outcome depends on which",
)
@click.option("--twice/--once", default=True, help="replay each case twice, to find unstable ones")
@click.option("--isolation", type=click.Choice(NAMES), default=DEFAULT, show_default=True)
@click.option("--output", type=click.Path(path_type=Path), help="write the findings as JSON lines")
def command(
    exam: str,
    selection: Selection,
    oracle: str | None,
    against: str | None,
    twice: bool,
    isolation: str,
    output: Path | None,
) -> None:
    """Replay the goldens of EXAM with the real SQLite; name cases that are wrong, unstable, or passed by
    doing nothing.

    Exits with status 1 if a golden is wrong or unstable, or a case is malformed.
    """
    with one_line():
        if exam != "multilangbench":
            raise Failure(f"{exam!r} has no goldens to replay; multilangbench has")
        from proctor.exams.multilangbench.exam import MultiLangBench
        from proctor.exams.multilangbench.verify import verify
        from proctor.reporting.verification import watch

        options: dict[str, Json] = {} if oracle is None else {"oracle": oracle}
        cases = MultiLangBench(options).load(selection)
        findings = watch(verify(cases, options, against, isolation, twice=twice), len(cases.keys()))
        if output is not None:
            with output.open("w") as stream:
                stream.writelines(
                    json.dumps({"case": f.case, "kind": f.kind, "what": f.what}) + "\n" for f in findings
                )
        for bad in cases.malformed:
            click.echo(f"malformed: {bad.where}: {bad.reason}")
        if cases.malformed or any(finding.is_fault for finding in findings):
            sys.exit(1)
