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
        if exam == "archerfish":
            _fetch_archerfish(commit)
            return
        if exam != "multilangbench":
            raise Failure(f"{exam!r} has nothing to fetch; archerfish and multilangbench have")
        from proctor.exams.multilangbench.fetch import cache_folder, fetch

        clone = fetch(cache_folder(), commit)
        click.echo(f"{clone.address} at commit {clone.commit} is in {clone.folder}")


def _fetch_archerfish(commit: str | None) -> None:
    from proctor.exams.archerfish.fetch import fetch, workloads_in
    from proctor.exams.archerfish.settings import cache_folder

    clone = fetch(cache_folder(), commit)
    click.echo(f"{clone.address} at commit {clone.commit} is in {clone.folder}; its workloads:")
    for path in workloads_in(clone.folder):
        click.echo(f"  {path}")
