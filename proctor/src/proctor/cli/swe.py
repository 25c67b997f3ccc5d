"""``proctor swe``: what belongs to Multi-SWE-bench alone."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import click

from proctor.cli.failures import Failure, one_line


@click.group("swe")
def command() -> None:
    """Multi-SWE-bench: official files, images, leftovers."""


@command.command("report")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--output", "-o", type=click.Path(path_type=Path), help="default: RUN/final_report.json")
def report(run: Path, output: Path | None) -> None:
    """Write RUN as the official final_report.json."""
    with one_line():
        from proctor.exams.multi_swe_bench.final_report import final_report
        from proctor.grading.run_folder import RunFolder, write_whole

        folder = RunFolder(run)
        if folder.manifest.exam != "multi-swe-bench":
            raise Failure(f"{run} is a run of {folder.manifest.exam}")
        target = output or run / "final_report.json"
        told = final_report(folder.verdicts(), folder.manifest.selected)
        write_whole(target, json.dumps(told, indent=4) + "\n")
        click.echo(f"{told['resolved_instances']} of {told['total_instances']} resolved: {target}")


@command.command("config")
@click.argument("file", type=click.Path(path_type=Path))
def config(file: Path) -> None:
    """Read an official configuration FILE and print the command that does the same."""
    with one_line():
        from proctor.exams.multi_swe_bench.official_config import read_config

        found = read_config(file)
        if found.mode != "evaluation":
            raise Failure(f"mode {found.mode!r} makes images or records; only evaluation grades")
        for name in ("patch_files", "dataset_files"):
            found.files(name)
        for name, why in found.ignored.items():
            click.echo(f"{name} has no meaning here: {why}", err=True)
        words = ["proctor", "grade", "multi-swe-bench", str(file), "--option", f"config={file}"]
        if found.output_dir:
            words += ["--run", found.output_dir]
        click.echo(shlex.join([*words, "--jobs", str(found.max_workers)]))


@command.command("base")
def base() -> None:
    """Make the base image of the bundled instances, if it is not there."""
    with one_line():
        from proctor.exams.cache import cache_folder
        from proctor.exams.multi_swe_bench.containers import connect
        from proctor.exams.multi_swe_bench.images import Images

        client = connect()
        try:
            click.echo(Images(client, cache_folder("multi-swe-bench")).base())
        finally:
            client.close()


@command.command("clean")
def clean() -> None:
    """Remove containers that killed runs left."""
    with one_line():
        from proctor.exams.multi_swe_bench.containers import connect, remove_leftovers

        client = connect()
        try:
            click.echo(f"{remove_leftovers(client)} containers removed")
        finally:
            client.close()
