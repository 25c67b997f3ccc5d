"""``proctor export harbor multilangbench --language L DIR``."""

from __future__ import annotations

from pathlib import Path

import click

from proctor.cli.failures import Failure, one_line


@click.group("export")
def command() -> None:
    """Write an exam in another framework's form."""


@command.command("harbor")
@click.argument("exam", type=click.Choice(["multilangbench"]))
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--language", required=True)
@click.option(
    "--wheel", type=click.Path(path_type=Path), required=True, help="Proctor's wheel, for the verifier"
)
@click.option("--package", "packages", multiple=True, help="a Debian package of the toolchain")
@click.option("--cases", type=click.Path(path_type=Path), help="JSON lines; default: the built-in ones")
@click.option("--all", "everything", is_flag=True, help="grade all cases instead of the official slice")
@click.option("--base", help="the image that both sides are built on")
@click.option("--docs", type=click.Path(path_type=Path), help="SQLite's documentation; default: Debian's")
@click.option("--solution", type=click.Path(path_type=Path), help="a folder that the oracle agent submits")
def harbor(
    exam: str,
    folder: Path,
    language: str,
    wheel: Path,
    packages: tuple[str, ...],
    cases: Path | None,
    everything: bool,
    base: str | None,
    docs: Path | None,
    solution: Path | None,
) -> None:
    """Write EXAM as a Harbor task into FOLDER."""
    with one_line():
        from proctor.adapters.harbor import HarborTask, export_multilangbench
        from proctor.exams.multilangbench.sources import BUNDLED
        from proctor.languages.catalogue import languages
        from proctor.rooms.documents import NoDocuments

        known = languages()
        if language not in known:
            raise Failure(f"no language {language!r}; there are {', '.join(known)}")
        task = HarborTask(
            known[language], wheel, packages, cases or BUNDLED, base, docs, solution, everything
        )
        try:
            export_multilangbench(task, folder)
        except NoDocuments as error:
            raise Failure(str(error)) from error
        click.echo(f"written: {folder}")
