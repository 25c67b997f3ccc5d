"""``proctor fetch``."""

from __future__ import annotations

import click

from proctor.cli.failures import Failure, one_line


@click.command("fetch")
@click.argument("exam")
@click.option("--commit", help="check this commit out instead of the newest")
@click.option(
    "--difficulty",
    metavar="FILE",
    help="multi-swe-bench: a table of difficulty beside the dataset, a file or a web address",
)
def command(exam: str, commit: str | None, difficulty: str | None) -> None:
    """Fetch the published cases of EXAM into the cache; `grade` then uses them."""
    with one_line():
        if exam == "multi-swe-bench":
            _fetch_instances(commit, difficulty)
            return
        if difficulty is not None:
            raise Failure("--difficulty is for multi-swe-bench")
        from proctor.exams.archerfish import public_workloads
        from proctor.exams.cache import cache_folder
        from proctor.exams.multilangbench import sources
        from proctor.exams.public_repository import fetch

        addresses = {"archerfish": public_workloads.ADDRESS, "multilangbench": sources.ADDRESS}
        if exam not in addresses:
            raise Failure(f"{exam!r} has nothing to fetch; {', '.join((*addresses, 'multi-swe-bench'))} have")
        clone = fetch(cache_folder(exam), addresses[exam], commit)
        click.echo(f"{clone.address} at commit {clone.commit} is in {clone.folder}")
        if exam == "archerfish":
            click.echo("its workloads:")
            for path in public_workloads.workloads_in(clone.folder):
                click.echo(f"  {path}")


def _fetch_instances(revision: str | None, difficulty: str | None) -> None:
    from proctor.exams.multi_swe_bench.difficulty_table import keep_table
    from proctor.exams.multi_swe_bench.published import fetch

    found = fetch(revision)
    click.echo(f"{len(found.files)} files at revision {found.revision} are in {found.folder}")
    if difficulty is not None:
        table = keep_table(difficulty)
        click.echo(f"difficulty of {len(table.levels)} instances, {len(table.disputed)} of them disputed")
        click.echo("it is no part of the dataset, and reports say so")
    click.echo("to grade: proctor grade multi-swe-bench PATCHES --cases published")
