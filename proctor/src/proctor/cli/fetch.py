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
        if exam != "multilangbench":
            raise Failure(f"{exam!r} has nothing to fetch; multilangbench has")
        from proctor.exams.multilangbench.fetch import cache_folder, fetch

        clone = fetch(cache_folder(), commit)
        click.echo(f"{clone.address} at commit {clone.commit} is in {clone.folder}")
