"""The base image of the bundled instances: Debian's toolchains of eight languages, put together here.

Debian packages are fetched with this machine's apt and their files copied into one tar archive that Docker
imports: nothing is installed, no script of a package runs, no root is needed. What no test needs stays out
(manuals, link-time optimisers, the JDK's modules for linking). The archive is kept in the user's cache.
"""

from __future__ import annotations

import fcntl
import hashlib
import io
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path

from proctor.grading.exam import ExamError

PACKAGES = (
    "dash", "bash", "coreutils", "tar", "grep", "sed", "gzip", "findutils", "diffutils", "mawk", "libc-bin",
    "git", "make", "gcc", "g++", "libc6-dev", "cmake", "golang-1.19-go", "rustc", "cargo", "nodejs",
    "node-typescript", "openjdk-17-jdk-headless", "python3",
)  # fmt: skip
_NEEDLESS_PACKAGES = (
    "perl*", "libperl*", "git-man", "debconf", "dpkg", "adduser", "fonts-*", "fontconfig-config",
    "libsystemd*",
    "ca-certificates*", "libasan*", "libtsan*", "libubsan*", "liblsan*", "libhwasan*", "libgprofng*",
    "libavahi*",
    "libcups*", "libharfbuzz*", "libfreetype*", "libpython3*-dev", "cpp", "media-types",
)  # fmt: skip
_NEEDLESS_FILES = (
    "usr/share/doc/*", "usr/share/man/*", "usr/share/locale/*", "usr/share/info/*", "usr/share/lintian/*",
    "usr/share/bug/*", "usr/share/bash-completion/*", "usr/share/i18n/*", "usr/share/gdb/*",
    "usr/share/emacs/*",
    "usr/share/cmake-*/Help/*", "usr/share/go-*/test/*", "usr/share/go-*/src/cmd/*", "usr/share/go-*/api/*",
    "usr/share/go-*/src/*/testdata/*", "usr/share/go-*/src/*_test.go", "usr/lib/go-*/pkg/*_race/*",
    "usr/lib/go-*/pkg/*_dynlink/*", "usr/lib/jvm/*/jmods/*", "usr/lib/jvm/*/lib/src.zip",
    "usr/lib/jvm/*/man/*",
    "usr/lib/gcc/*/lto1", "usr/lib/gcc/*/libasan*", "usr/lib/gcc/*/libtsan*", "usr/lib/gcc/*/*san*.a",
    "usr/share/nodejs/typescript/lib/tsserver*", "usr/share/nodejs/typescript/lib/typescript*.js",
    "usr/share/nodejs/typescript/lib/typingsInstaller.js", "usr/lib/git-core/git-http*",
    "usr/lib/git-core/git-imap*", "usr/lib/git-core/git-remote-*", "usr/share/nodejs/npm/*",
    "usr/include/node/*",
    "usr/lib/x86_64-linux-gnu/perl*", "usr/bin/*lto-dump*", "usr/bin/gp-*", "usr/bin/cpack",
    "usr/lib/go-*/pkg/tool/*/pprof",
    "usr/lib/go-*/pkg/tool/*/trace", "usr/lib/go-*/pkg/linux_amd64/cmd/*", "*/goboringcrypto_*.syso",
    "*/race_*.syso",
    "usr/lib/jvm/*/lib/ct.sym", "usr/lib/jvm/*/lib/server/classes*.jsa", "usr/bin/rustdoc", "usr/bin/*-dwp",
    "usr/lib/x86_64-linux-gnu/gconv/*", "usr/bin/scalar", "usr/lib/git-core/scalar", "usr/bin/git-shell",
)  # fmt: skip
_LINKS = {
    "bin": "usr/bin", "sbin": "usr/sbin", "lib": "usr/lib", "lib64": "usr/lib64", "usr/bin/sh": "dash",
    "usr/bin/awk": "mawk", "usr/bin/cc": "gcc", "usr/bin/c++": "g++", "usr/bin/go": "../lib/go-1.19/bin/go",
    "usr/bin/java": "../lib/jvm/java-17-openjdk-amd64/bin/java", "usr/bin/which": "which.debianutils",
    "usr/bin/javac": "../lib/jvm/java-17-openjdk-amd64/bin/javac",
}  # fmt: skip
_FILES = {
    "etc/passwd": b"root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n",
    "etc/group": b"root:x:0:\nnogroup:x:65534:\n",
    "etc/os-release": b'PRETTY_NAME="Debian packages, put together by Proctor"\nID=debian\n',
}
_FOLDERS = (
    "dev",
    "etc",
    "home",
    "proc",
    "root",
    "run",
    "sys",
    "tmp",
    "var",
    "var/tmp",
    "usr",
    "usr/bin",
    "usr/lib",
)
_MERGED = ("bin/", "sbin/", "lib/", "lib64/")
_APT_SECONDS = 1200
_FORMAT = 1  # counts up when the code below makes another archive of the same packages


def key() -> str:
    """Changes with what this module would make."""
    told = (_FORMAT, PACKAGES, _NEEDLESS_PACKAGES, _NEEDLESS_FILES, _LINKS, _FILES, _FOLDERS)
    return hashlib.sha256(repr(told).encode()).hexdigest()[:12]


def archive(cache: Path) -> Path:
    """The base image as a tar archive, made if it is not in the cache yet.

    Raises ExamError where this is no Debian, or its packages can't be had.
    """
    made = cache / f"base-{key()}.tar"
    cache.mkdir(parents=True, exist_ok=True)
    with locked(cache / "base.lock"):
        if not made.exists():
            _make(made, cache)
    return made


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock among processes, so that two workers don't make one thing twice."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _make(made: Path, cache: Path) -> None:
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        raise ExamError(
            "the base image is put together from Debian packages, and this is no Debian: name an image that "
            "has the toolchains with --option base=IMAGE"
        )
    with tempfile.TemporaryDirectory(prefix="packages-", dir=cache) as folder:
        packages = _fetch(Path(folder))
        beside = made.with_suffix(".part")
        with tarfile.open(beside, "w") as target:
            _assemble(packages, target)
        beside.rename(made)


def _fetch(folder: Path) -> list[Path]:
    """The packages and all they depend on, whatever is installed here."""
    (folder / "partial").mkdir()
    (folder / "status").touch()
    command = [
        "apt-get", "install", "--yes", "--quiet", "--download-only", "--no-install-recommends",
        "-o", f"Dir::State::status={folder}/status", "-o", f"Dir::Cache::archives={folder}/",
        "-o", "Debug::NoLocking=1", "-o", "APT::Sandbox::User=", *PACKAGES,
    ]  # fmt: skip
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_APT_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise ExamError("fetching Debian's packages for the base image takes too long") from None
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise ExamError(
            f"Debian's packages for the base image can't be had: {said[-1] if said else done.returncode}"
        )
    found = sorted(folder.glob("*.deb"))
    return [path for path in found if not _matches(path.name.partition("_")[0], _NEEDLESS_PACKAGES)]


def _assemble(packages: list[Path], target: tarfile.TarFile) -> None:
    done: set[str] = set()
    for name in _FOLDERS:
        _folder(name, target, done)
    for name, link in _LINKS.items():
        entry = tarfile.TarInfo(name)
        entry.type, entry.linkname = tarfile.SYMTYPE, link
        target.addfile(entry)
        done.add(name)
    for name, content in _FILES.items():
        entry = tarfile.TarInfo(name)
        entry.size, entry.mode = len(content), 0o644
        target.addfile(entry, io.BytesIO(content))
        done.add(name)
    for package in packages:
        unpack = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE)
        with unpack, tarfile.open(fileobj=unpack.stdout, mode="r|") as files:
            _copy(files, target, done)


def _copy(files: tarfile.TarFile, target: tarfile.TarFile, done: set[str]) -> None:
    for entry in files:
        name = _place(entry.name)
        if not name or name in done or _matches(name, _NEEDLESS_FILES):
            continue
        done.add(name)
        content = files.extractfile(entry) if entry.isreg() else None
        entry.name = name
        if entry.islnk():
            entry.linkname = _place(entry.linkname)
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        target.addfile(entry, content)


def _folder(name: str, target: tarfile.TarFile, done: set[str]) -> None:
    entry = tarfile.TarInfo(name)
    entry.type, entry.mode = tarfile.DIRTYPE, 0o1777 if name.endswith("tmp") else 0o755
    target.addfile(entry)
    done.add(name)


def _place(name: str) -> str:
    """Where a package's file lies in a system whose /bin and /lib are links into /usr."""
    name = name.removeprefix("./").rstrip("/")
    if name in ("bin", "sbin", "lib", "lib64", "."):
        return "" if name == "." else f"usr/{name}"
    return f"usr/{name}" if name.startswith(_MERGED) else name


def _matches(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)
