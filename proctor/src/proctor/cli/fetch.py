"""``proctor fetch``."""

from __future__ import annotations

import click

from proctor.cli.failures import Failure, one_line


@click.command("fetch")
@click.argument("exam")
@click.option("--commit", help="check this commit out instead of the newest")
def command(exam: str, commit: str | None) -> None:
    """Fetch the published cases of EXAM into the cache; `grade` then uses them."""
    with one_line():
        from proctor.exams.archerfish import public_workloads
        from proctor.exams.cache import cache_folder
        from proctor.exams.multilangbench import sources
        from proctor.exams.public_repository import fetch

        addresses = {"archerfish": public_workloads.ADDRESS, "multilangbench": sources.ADDRESS}
        if exam not in addresses:
            raise Failure(f"{exam!r} has nothing to fetch; {' and '.join(addresses)} have")
        clone = fetch(cache_folder(exam), addresses[exam], commit)
        click.echo(f"{clone.address} at commit {clone.commit} is in {clone.folder}")
        if exam == "archerfish":
            click.echo("its workloads:")
            for path in public_workloads.workloads_in(clone.folder):
                click.echo(f"  {path}")
