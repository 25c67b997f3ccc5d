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
def harbor(
    exam: str, folder: Path, language: str, wheel: Path, packages: tuple[str, ...], cases: Path | None
) -> None:
    """Write EXAM as a Harbor task into FOLDER."""
    with one_line():
        from proctor.adapters.harbor import HarborTask, export_multilangbench
        from proctor.exams.multilangbench.sources import BUNDLED
        from proctor.languages.catalogue import languages
        from proctor.rooms.contract import contract

        known = languages()
        if language not in known:
            raise Failure(f"no language {language!r}; there are {', '.join(known)}")
        task = HarborTask(known[language], contract(known[language]), wheel, packages, cases or BUNDLED)
        export_multilangbench(task, folder)
        click.echo(f"written: {folder}")
