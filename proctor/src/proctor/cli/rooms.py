"""``proctor rooms``: where models write, with their language's tools and without SQLite."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from proctor.cli.failures import Failure, one_line

if TYPE_CHECKING:
    from proctor.rooms.scanning import Scan

_SHOWN = 40  # findings printed


@click.group("rooms")
def command() -> None:
    """Rooms for sittings: list languages, build rooms, scan them for SQLite."""


@command.command("list")
def list_languages() -> None:
    """Say which languages there are, whether their tools are here, and how to get them."""
    with one_line():
        from rich.table import Table

        from proctor.languages.catalogue import languages
        from proctor.reporting.terminal import console
        from proctor.rooms.toolchains import standing

        table = Table(box=None, pad_edge=False)
        for title in ("language", "files", "build and run", "here", "how to get it; note"):
            table.add_column(title, overflow="fold")
        for language in languages().values():
            state, how = standing(language)
            words = [language.build[0][0]] if language.build else []
            command = " → ".join([*words, language.run[0].replace("{program}", "the program")])
            hint = "; ".join(part for part in (how, language.note) if part)
            table.add_row(language.name, " ".join(language.endings), command, state, hint)
        console().print(table)


@command.command("build")
@click.argument("languages", nargs=-1, required=True)
@click.option("--docker", is_flag=True, help="a Docker image instead of a root for bubblewrap")
@click.option("--base", help="base image; `debootstrap`: one made here; default: debian:12-slim")
@click.option(
    "--docs", type=click.Path(path_type=Path, exists=True), help="SQLite's documentation: folder or zip"
)
@click.option("--dockerfile", is_flag=True, help="print the Dockerfile and build nothing")
def build(
    languages: tuple[str, ...], docker: bool, base: str | None, docs: Path | None, dockerfile: bool
) -> None:
    """Build the rooms of LANGUAGES and scan them; exits with status 1 if a trace of SQLite is left in one."""
    with one_line():
        from proctor.languages.catalogue import language

        chosen = [language(name) for name in languages]
        clean = True
        for one in chosen:
            if dockerfile:
                from proctor.rooms.dockerfile import dockerfile_of

                click.echo(dockerfile_of(one, base), nl=False)
            elif docker:
                clean &= _build_image(one.name, base, docs)
            else:
                clean &= _build_root(one.name, docs)
    if not clean:
        sys.exit(1)


def _build_root(name: str, docs: Path | None) -> bool:
    from proctor.languages.catalogue import language
    from proctor.rooms.documents import NoDocuments
    from proctor.rooms.packages import NotInstalled
    from proctor.rooms.room import build_room
    from proctor.rooms.scanning import scan_root

    try:
        room = build_room(language(name), docs)
    except (NoDocuments, NotInstalled) as error:
        raise Failure(f"{name}: {error}") from error
    click.echo(f"{name}: {len(room.packages)} packages at {room.root}")
    return _tell(name, scan_root(room.root))


def _build_image(name: str, base: str | None, docs: Path | None) -> bool:
    from proctor.languages.catalogue import language
    from proctor.rooms.documents import NoDocuments
    from proctor.rooms.image import ImageError, build_image, scan_image

    try:
        image = build_image(language(name), base, docs)
        click.echo(f"{name}: image {image}")
        return _tell(name, scan_image(image))
    except (ImageError, NoDocuments) as error:
        raise Failure(f"{name}: {error}") from error


@command.command("scan")
@click.argument("rooms", nargs=-1, required=True)
@click.option("--image", is_flag=True, help="ROOMS are Docker images")
@click.option("--fresh", is_flag=True, help="look into every file, also those known from earlier scans")
def scan(rooms: tuple[str, ...], image: bool, fresh: bool) -> None:
    """Scan ROOMS (languages, or folders laid out as a system's root) for traces of SQLite.

    Looks into every file and what is packed in it, at every name, and asks every interpreter. Exits with
    status 1 and lists what was found if a room has to be refused.
    """
    clean = True
    with one_line():
        for room in rooms:
            clean &= _tell(room, _scan(room, image, fresh))
    if not clean:
        sys.exit(1)


def _scan(room: str, image: bool, fresh: bool) -> Scan:
    from proctor.languages.catalogue import languages
    from proctor.rooms.documents import NoDocuments
    from proctor.rooms.packages import NotInstalled
    from proctor.rooms.room import build_room
    from proctor.rooms.scanning import scan_root

    if image:
        from proctor.rooms.image import ImageError, scan_image

        try:
            return scan_image(room)
        except ImageError as error:
            raise Failure(str(error)) from error
    if room in languages():
        try:
            return scan_root(build_room(languages()[room]).root, remembered=not fresh)
        except (NoDocuments, NotInstalled) as error:
            raise Failure(f"{room}: {error}") from error
    if not Path(room).is_dir():
        raise Failure(f"{room} is neither a language nor a folder")
    return scan_root(Path(room).resolve(), remembered=not fresh)


def _tell(room: str, scan: Scan) -> bool:
    looked = f"{scan.files:,} files, {scan.bytes / 1e6:,.0f} MB, {scan.seconds:.1f} s"
    asked = _listed(scan.programs) if scan.programs else "no interpreter"
    if not scan.findings:
        click.echo(f"{room}: clean ({looked}; asked {asked})")
        return True
    click.echo(f"{room}: refused, {len(scan.findings)} traces of SQLite ({looked}; asked {asked})")
    for finding in scan.findings[:_SHOWN]:
        click.echo(f"  {finding}")
    if len(scan.findings) > _SHOWN:
        click.echo(f"  … {len(scan.findings) - _SHOWN} more")
    return False


def _listed(programs: Sequence[str]) -> str:
    return ", ".join(Path(program).name for program in programs)


@command.command("clean")
def clean() -> None:
    """Remove all rooms of bubblewrap, and the copies of files they share."""
    with one_line():
        from proctor.rooms.room import remove_rooms

        click.echo(f"{remove_rooms()} rooms removed")
