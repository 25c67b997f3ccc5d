"""``proctor report RUN…``."""

from __future__ import annotations

from pathlib import Path

import click

from proctor.cli.failures import Failure, one_line
from proctor.grading.run_folder import RunFolder

_FORMATS = ("html", "json", "csv", "junit")


@click.command("report")
@click.argument("runs", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option(
    "--format", "kind", type=click.Choice(_FORMATS), help="default: by the output's ending, else html"
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="default: report.html (or .json, .csv, .xml) in the last run",
)
@click.option(
    "--cases",
    "source",
    type=click.Path(path_type=Path),
    help="where the runs' cases are, if they are not where they were",
)
def command(runs: tuple[Path, ...], kind: str | None, output: Path | None, source: Path | None) -> None:
    """Write RUNS as one self-contained HTML file, or as JSON, CSV or JUnit XML."""
    with one_line():
        endings = {"html": ".html", "json": ".json", "csv": ".csv", "junit": ".xml"}
        if kind is None:
            ending = output.suffix if output is not None else ".html"
            kind = next((name for name, its in endings.items() if its == ending), "html")
        path = output or runs[-1] / f"report{endings[kind]}"
        folders = [RunFolder(run) for run in runs]
        if kind == "html":
            from proctor.cli.texts import failed_texts
            from proctor.reporting.html import write_html

            write_html(folders, path, failed_texts(folders, source))
        else:
            from proctor.reporting.exports import write_csv, write_json, write_junit

            if len(folders) != 1 and kind == "junit":
                raise Failure("JUnit XML holds one run; give one")
            {"json": write_json, "csv": write_csv, "junit": write_junit}[kind](folders, path)
        click.echo(f"written: {path}")
