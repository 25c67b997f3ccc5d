"""Images: pulled once, or made here from the base image and the files of a base commit; and removed again.

An image of our own holds a repository with one commit and no other history. Its name carries the hash of all
that went into it, so that one that is there is the right one. What a run pulled or made is written down in
the run's ledger, and only that is ever removed.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from proctor.exams.multi_swe_bench import base_image
from proctor.exams.multi_swe_bench.containers import EXAM, LABEL
from proctor.exams.multi_swe_bench.levels import Level
from proctor.exams.multi_swe_bench.recipes import Recipe, RecipeError
from proctor.grading.exam import ExamError
from proctor.isolation.protocol import IsolationError

if TYPE_CHECKING:
    from docker import DockerClient

BASE = "proctor/swe-base"
OWN = "proctor/swe"
_FILE = "=== "
_GIT_ENV = {
    "GIT_AUTHOR_NAME": "Proctor", "GIT_AUTHOR_EMAIL": "proctor@example.org",
    "GIT_AUTHOR_DATE": "1700000000 +0000", "GIT_COMMITTER_NAME": "Proctor",
    "GIT_COMMITTER_EMAIL": "proctor@example.org", "GIT_COMMITTER_DATE": "1700000000 +0000",
    "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
}  # fmt: skip


def read_repository(path: Path) -> dict[str, bytes]:
    """The files of a base commit by path: a folder, or a text file of them.

    In a text file each begins with a line `=== PATH`. Raises RecipeError if there is neither.
    """
    if path.is_dir():
        return {
            file.relative_to(path).as_posix(): file.read_bytes()
            for file in sorted(path.rglob("*"))
            if file.is_file() and ".git" not in file.relative_to(path).parts
        }
    if not path.is_file():
        raise RecipeError(f"there is no repository at {path}")
    files: dict[str, list[str]] = {}
    at: list[str] | None = None
    for line in path.read_text("utf-8").splitlines(keepends=True):
        if line.startswith(_FILE):
            at = files.setdefault(line[len(_FILE) :].strip(), [])
        elif at is None:
            raise RecipeError(f"{path.name} does not begin with a line {_FILE}PATH")
        else:
            at.append(line)
    return {name: "".join(lines).encode() for name, lines in files.items()}


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository of one commit: its hash, and an archive of the working folder with `.git`."""

    commit: str
    archive: bytes


def make_repository(files: dict[str, bytes], workdir: str) -> Repository:
    """Commit files; the same files give the same commit. `workdir` is where the archive puts them.

    Raises ExamError without git.
    """
    with tempfile.TemporaryDirectory(prefix="repository-") as folder:
        root = Path(folder)
        for name, content in files.items():
            target = root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        for command in (
            ("init", "--quiet", "--initial-branch=main"),
            ("add", "--all", "--force"),
            ("commit", "--quiet", "--message", "Base"),
        ):
            _git(root, *command)
        commit = _git(root, "rev-parse", "HEAD").strip()
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w") as archive:
            archive.add(root, arcname=workdir.lstrip("/"), filter=_as_root)
    return Repository(commit, buffer.getvalue())


def _as_root(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
    if entry.name.endswith(".git/hooks") or "/.git/logs" in entry.name:
        return None
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry


def _git(folder: Path, *words: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", folder, *words],
            env={**os.environ, **_GIT_ENV},
            capture_output=True,
            text=True,
            check=True,
        )
    except FileNotFoundError:
        raise ExamError("git is needed; on Debian: apt-get install git") from None
    except subprocess.CalledProcessError as error:
        raise ExamError(f"git {words[0]} failed: {error.stderr.strip()[-300:]}") from error
    return done.stdout


@dataclass(frozen=True, slots=True)
class Ready:
    """An image to start from, and what must be unpacked at its root first (None if it holds everything)."""

    image: str
    archive: bytes | None = None


class Images:
    """The images of one run. `ledger` is the file in which it writes down what it pulled or made.

    base: an image that has the toolchains, in place of the one that is made here.
    """

    def __init__(
        self, client: DockerClient, cache: Path, ledger: Path | None = None, base: str | None = None
    ) -> None:
        self._client = client
        self._cache = cache
        self._ledger = ledger
        self._base = base

    def base(self) -> str:
        """The base image, made and imported if it is not there. Raises ExamError and IsolationError."""
        from docker.errors import DockerException

        if self._base is not None:
            self._pull(self._base)
            return self._base
        name = f"{BASE}:{base_image.key()}"
        if self.has(name):
            return name
        archive = base_image.archive(self._cache)
        with base_image.locked(self._cache / "import.lock"):
            if not self.has(name):
                try:
                    self._client.api.import_image_from_file(
                        str(archive), repository=BASE, tag=base_image.key(), changes=[f"LABEL {LABEL}={EXAM}"]
                    )
                    if not self.has(name):  # podman 4.3 leaves the tag out
                        self._client.images.get(f"{BASE}:latest").tag(BASE, base_image.key())
                except DockerException as error:
                    raise IsolationError(f"the base image can't be imported: {error}") from error
        return name

    def has(self, name: str) -> bool:
        """Whether the daemon has an image. Raises IsolationError."""
        from docker.errors import DockerException, ImageNotFound

        try:
            self._client.images.get(name)
        except ImageNotFound:
            return False
        except DockerException as error:
            raise IsolationError(f"the daemon does not answer: {error}") from error
        return True

    def ready(self, recipe: Recipe) -> Ready:
        """The image of an instance. Raises ExamError, RecipeError and IsolationError.

        Where the storage driver copies whole images (vfs), no image is made of a repository: it is unpacked
        in each container.
        """
        if recipe.levels:
            for level in recipe.levels:
                self._make(level)
            return Ready(recipe.levels[-1].name)
        if recipe.image is not None:
            self._pull(recipe.image)
            return Ready(recipe.image)
        if recipe.repository is None:
            raise RecipeError("the recipe names neither an image nor a repository")
        base = self.base()
        files = read_repository(recipe.repository)
        repository = make_repository(files, recipe.workdir)
        if self._copies_whole():
            return Ready(base, repository.archive)
        digest = sha256(f"{base}\n{recipe.workdir}\n{repository.commit}".encode()).hexdigest()[:12]
        name = f"{OWN}-{recipe.repository.stem.lower()}:{digest}"
        dockerfile = f"FROM {base}\nADD repository.tar /\n"
        self._make(Level(name, dockerfile, {"repository.tar": repository.archive}), network="none")
        return Ready(name)

    def _copies_whole(self) -> bool:
        return bool(self._client.info().get("Driver") == "vfs")

    def _make(self, level: Level, network: str = "default") -> None:
        """Make an image if it is not there. One at a time on a machine, so that none is made twice."""
        from docker.errors import BuildError, DockerException

        if self.has(level.name):
            return
        with base_image.locked(self._cache / "build.lock"):
            if self.has(level.name):
                return
            try:
                self._client.images.build(
                    fileobj=io.BytesIO(level.context()), custom_context=True, tag=level.name,
                    labels={LABEL: EXAM}, network_mode=network, rm=True, forcerm=True,
                )  # fmt: skip
            except BuildError as error:
                said = [str(line.get("stream", "")).strip() for line in error.build_log]
                last = next((line for line in reversed(said) if line), "")
                raise IsolationError(
                    f"the image {level.name} can't be built: {error.msg}; last: {last}"
                ) from error
            except (DockerException, TypeError) as error:
                raise IsolationError(f"the image {level.name} can't be built: {error}") from error
            self._note(level.name)

    def _pull(self, name: str) -> None:
        from docker.errors import DockerException

        if self.has(name):
            return
        with base_image.locked(self._cache / "pull.lock"):
            if self.has(name):
                return
            try:
                self._client.images.pull(name)
            except DockerException as error:
                raise IsolationError(f"the image {name} can't be pulled: {error}") from error
            self._note(name, self._digest_of(name))

    def _digest_of(self, name: str) -> str | None:
        """The digest that the registry has of an image."""
        told = self._client.images.get(name).attrs.get("RepoDigests") or []
        return next((str(one).partition("@")[2] for one in told), None)

    def _note(self, name: str, digest: str | None = None) -> None:
        if self._ledger is not None:
            self._ledger.parent.mkdir(parents=True, exist_ok=True)
            with self._ledger.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps({"image": name, "digest": digest}) + "\n")

    def made_here(self) -> list[str]:
        """The images that this run pulled or made, the oldest first."""
        if self._ledger is None or not self._ledger.exists():
            return []
        lines = self._ledger.read_text("utf-8").splitlines()
        return list(dict.fromkeys(json.loads(line)["image"] for line in lines))

    def clean(self, keep_bytes: int = 0) -> list[str]:
        """Remove this run's own images, the oldest first, until the rest fit into `keep_bytes`; which went.

        An image that a container still uses stays. Sizes are the daemon's: layers that images share count in
        each of them.
        """
        from docker.errors import APIError, ImageNotFound

        sizes: dict[str, int] = {}
        for name in self.made_here():
            try:
                sizes[name] = int(self._client.images.get(name).attrs["Size"])
            except ImageNotFound:
                continue
        total = sum(sizes.values())
        gone: list[str] = []
        for name, size in sizes.items():
            if total <= keep_bytes:
                break
            try:
                self._client.images.remove(name)
            except APIError as error:
                if error.response.status_code not in (404, 409):
                    raise IsolationError(f"the image {name} can't be removed: {error.explanation}") from error
                continue
            total -= size
            gone.append(name)
        return gone
