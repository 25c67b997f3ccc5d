"""A room as a Docker image, built from the generated Dockerfile, and its scan."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from proctor.isolation.docker import find_docker
from proctor.languages.catalogue import Language
from proctor.rooms.contract import contract
from proctor.rooms.dockerfile import DOCUMENTS, INSTRUCTIONS, PURGE, base_of, dockerfile_of, purge_script
from proctor.rooms.documents import find_documents, lay_documents
from proctor.rooms.room import rooms_folder
from proctor.rooms.scanning import RoomRefused, Scan, scan_root
from proctor.rooms.store import Store

DEBOOTSTRAP = "debootstrap"  # the name of a base image that is made here
_MADE_BASE = "proctor-debian-12"
_SECONDS = 3600


class ImageError(Exception):
    """Docker, or what it needs, did not do what was asked; the message says why and what helps."""


def image_name(language: Language) -> str:
    """The name that the image of the language's room gets."""
    return f"proctor-room-{language.name}"


def build_image(language: Language, base: str | None = None, documents: Path | None = None) -> str:
    """Build the image and return its name.

    base: a base image; `debootstrap` for a Debian 12 made here of its packages; without it the language's own
    or debian:12-slim. Raises ImageError, NoDocuments, OSError, and IsolationUnavailable without Docker.
    """
    docker = find_docker()
    if base == DEBOOTSTRAP:
        base = _debootstrapped(docker)
    pages = find_documents(documents)
    with tempfile.TemporaryDirectory(prefix="proctor-room-") as folder:
        context = Path(folder)
        lay_documents(pages, context / DOCUMENTS, Store(context / "files"))
        shutil.rmtree(context / "files", ignore_errors=True)
        (context / "Dockerfile").write_text(dockerfile_of(language, base), encoding="utf-8")
        (context / PURGE).write_text(purge_script(language), encoding="utf-8")
        (context / INSTRUCTIONS).write_text(contract(language), encoding="utf-8")
        name = image_name(language)
        help_ = f"is the base image {base_of(language, base)} to be had? `--base IMAGE` names another, "
        help_ += f"`--base {DEBOOTSTRAP}` makes one of Debian's packages"
        # The network of the build is the host's, for apt; rooms are run without any.
        _run([docker, "build", "--network", "host", "--tag", name, str(context)], help_)
    return name


def scan_image(image: str) -> Scan:
    """Scan an image: its files, their names, and its interpreters, which are asked in bubblewrap.

    Raises ImageError, IsolationError and OSError.
    """
    docker = find_docker()
    with tempfile.TemporaryDirectory(prefix="image-", dir=_scratch()) as folder:
        root = Path(folder, "root")
        root.mkdir()
        container = _run([docker, "create", image, "/nothing"], f"there is no image {image}").strip()
        try:
            _export(docker, container, root)
        finally:
            _run([docker, "rm", container], "")
        return scan_root(root, remembered=False)


def ready_image(language: Language, base: str | None = None, documents: Path | None = None) -> str:
    """Build the image, scan it, and return its name. Raises RoomRefused if a trace of SQLite is in it."""
    name = build_image(language, base, documents)
    scan = scan_image(name)
    if scan.findings:
        raise RoomRefused(language.title, scan.findings)
    return name


def _scratch() -> Path:
    folder = rooms_folder() / "scratch"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _export(docker: str, container: str, root: Path) -> None:
    unpack = [
        "tar",
        "--extract",
        "--file",
        "-",
        "--directory",
        str(root),
        "--no-same-owner",
        "--exclude",
        "dev",
    ]
    with subprocess.Popen([docker, "export", container], stdout=subprocess.PIPE) as source:
        done = subprocess.run(unpack, stdin=source.stdout, capture_output=True, text=True, check=False)
    if source.returncode or done.returncode:
        raise ImageError(f"the image can't be unpacked: {done.stderr.strip() or source.returncode}")
    _run(["chmod", "-R", "u+rwX", str(root)], "")


def _debootstrapped(docker: str) -> str:
    """A Debian 12 of its required packages, made by debootstrap(8) and kept as an image."""
    if (
        subprocess.run([docker, "image", "inspect", _MADE_BASE], capture_output=True, check=False).returncode
        == 0
    ):
        return _MADE_BASE
    program = shutil.which(DEBOOTSTRAP) or shutil.which(DEBOOTSTRAP, path="/usr/sbin")
    if program is None:
        raise ImageError("debootstrap is missing: `apt-get install debootstrap`, or give `--base IMAGE`")
    with tempfile.TemporaryDirectory(prefix="base-", dir=_scratch()) as folder:
        root = Path(folder, "root")
        _run([program, "--variant=minbase", "bookworm", str(root)], "it needs root and Debian's archive")
        archive = Path(folder, "root.tar")
        _run(["tar", "--create", "--file", str(archive), "--directory", str(root), "."], "")
        _run([docker, "import", str(archive), _MADE_BASE], "")
    return _MADE_BASE


def _run(argv: Sequence[str], help_: str) -> str:
    """Run a command and return what it printed. Raises ImageError with its last words."""
    try:
        done = subprocess.run(
            argv, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise ImageError(f"{' '.join(argv[:2])} takes more than {_SECONDS} s") from None
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        words = f"{Path(argv[0]).name} {argv[1]} failed: {said[-1] if said else done.returncode}"
        raise ImageError(f"{words}; {help_}" if help_ else words)
    return done.stdout
