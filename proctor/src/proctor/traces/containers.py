"""Opens what packs other files: archives and compressed streams, known by their first bytes.

Zip (jar, wheel, jmod and whatever else is one inside), tar, ar (.a, .deb), gzip, xz, lzma, bzip2, zstandard
and zlib are opened. 7-Zip, RAR, SquashFS, LZ4, lzip and compress(1) are known, but can't be opened here.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING, cast

import zstandard

if TYPE_CHECKING:
    from typing_extensions import Buffer

Member = tuple[str, IO[bytes]]

HEAD = 1024  # bytes of the beginning that `kind_of` wants to see
TAIL = 66_000  # and of the end: a zip's comment, behind its directory, has 65,535 at the most
_TAR_AT = 257
_ZIP_END = b"PK\x05\x06"
_AR = b"!<arch>\n"


UNSURE = ("zlib", "lzma")  # their beginnings are so short that other files may have them by chance


class Unopenable(Exception):
    """The container is damaged, encrypted, or of a kind that can't be opened here; the message says which."""


_UNKNOWN = {
    b"7z\xbc\xaf\x27\x1c": "7-Zip",
    b"Rar!\x1a\x07": "RAR",
    b"hsqs": "SquashFS",
    b"\x04\x22\x4d\x18": "LZ4",
    b"LZIP\x01": "lzip",
    b"\x1f\x9d": "compress",
}
_STREAMS = {
    b"\x1f\x8b\x08": "gzip",
    b"\xfd7zXZ\x00": "xz",
    **{b"BZh%d1AY&SY" % level: "bzip2" for level in range(1, 10)},
    b"\x28\xb5\x2f\xfd": "zstandard",
}
_MAGICS: dict[int, list[tuple[bytes, str]]] = {}  # by their first byte
for _magic, _name in (*_UNKNOWN.items(), *_STREAMS.items()):
    _MAGICS.setdefault(_magic[0], []).append((_magic, _name))
_ZLIB = (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
# What starts a stream somewhere inside a file: long enough not to be there by chance too often.
PLAIN_BINARIES = (b"\x7fELF", b"\xca\xfe\xba\xbe", b"\xda\xda\xfe\xca", b"!<arch>\n")  # not searched for them
EMBEDDED = {
    b"\x1f\x8b\x08": "gzip",
    b"\xfd7zXZ": "xz",
    b"\x28\xb5\x2f\xfd": "zstandard",
    b"BZh91AY&SY": "bzip2",
}


def kind_of(head: bytes, tail: bytes, size: int) -> str | None:
    """The kind of container that a file of this size with this beginning and end is, or None.

    tail: the file's last bytes, for zips that stand behind something else.
    """
    for magic, name in _MAGICS.get(head[0], ()) if head else ():
        if head.startswith(magic):
            return name
    if head[:4] in (b"PK\x03\x04", _ZIP_END):
        return "zip"
    if head[_TAR_AT : _TAR_AT + 5] == b"ustar":
        return "tar"
    if head.startswith(_AR):
        return "ar"
    if _ends_as_zip(tail, size):
        return "zip"
    if head[:2] in _ZLIB and int.from_bytes(head[:2], "big") % 31 == 0 and _inflates(head):
        return "zlib"
    if head.startswith(b"]\0\0") and (
        head[5:13] == b"\xff" * 8 or int.from_bytes(head[5:13], "little") < 1 << 40
    ):
        return "lzma"
    return None


def _ends_as_zip(tail: bytes, size: int) -> bool:
    """Whether a zip's end record is there, and not only its magic, which programs that read zips hold too."""
    at = tail.rfind(_ZIP_END)
    if at < 0 or len(tail) < at + 22:
        return False
    disk, first, here, entries, length, offset = struct.unpack_from("<4H2I", tail, at + 4)
    return bool(disk == first == 0 and here == entries > 0 and length > 0 and offset + length <= size)


def _inflates(head: bytes) -> bool:
    try:
        return len(zlib.decompressobj().decompress(head, 1 << 16)) > 0
    except zlib.error:
        return False


def members(kind: str, file: IO[bytes]) -> Iterator[Member]:
    """What the container holds: names and readable streams, each to be read before the next is asked for.

    file: read from where it stands, which for archives has to be its beginning.
    Raises Unopenable; so may reading a stream, through `reading`.
    """
    if kind in _UNKNOWN.values():
        raise Unopenable(f"a {kind} archive")
    return _OPENERS[kind](file)


def reading(stream: IO[bytes], count: int, damaged: bool) -> bytes:
    """Read up to so many bytes from a member; little at a time if it may be damaged, to lose less of it.

    Raises Unopenable where the packed data is damaged or encrypted.
    """
    try:
        read: Callable[[int], bytes] = getattr(stream, "read1", stream.read) if damaged else stream.read
        return read(count)
    except _DAMAGE as error:
        raise Unopenable(f"can't be unpacked: {error}") from error


_DAMAGE = (
    OSError, EOFError, ValueError, RuntimeError, NotImplementedError, lzma.LZMAError, zlib.error,
    zipfile.BadZipFile, tarfile.TarError, zstandard.ZstdError,
)  # fmt: skip


def _zip(file: IO[bytes]) -> Iterator[Member]:
    try:
        archive = zipfile.ZipFile(file)
    except _DAMAGE as error:
        raise Unopenable(f"a damaged zip: {error}") from error
    with archive:
        for info in archive.infolist():
            if info.is_dir():
                continue
            try:
                stream = archive.open(info)
            except _DAMAGE as error:
                raise Unopenable(f"{info.filename}: {error}") from error
            with stream:
                yield info.filename, stream


def _tar(file: IO[bytes]) -> Iterator[Member]:
    try:
        with tarfile.open(fileobj=file, mode="r:") as archive:
            for info in archive:
                if info.isreg() and (stream := archive.extractfile(info)) is not None:
                    yield info.name, stream
    except tarfile.TarError as error:
        raise Unopenable(f"a damaged tar: {error}") from error


def _ar(file: IO[bytes]) -> Iterator[Member]:
    """Members of ar(5). A static library's objects are members, a Debian package's archives too."""
    file.seek(len(_AR))
    while len(header := file.read(60)) == 60:
        try:
            size = int(header[48:58])
        except ValueError as error:
            raise Unopenable("a damaged ar archive") from error
        at = file.tell()
        part = cast("IO[bytes]", Part(file, at, size))
        yield header[:16].decode("latin-1").strip().rstrip("/"), part
        file.seek(at + size + size % 2)


class Part(io.RawIOBase):
    """A stretch of a file, read without reading it whole."""

    def __init__(self, file: IO[bytes], at: int, size: int) -> None:
        super().__init__()
        self._file, self._at, self._left = file, at, size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer).cast("B")
        self._file.seek(self._at)
        data = self._file.read(min(len(view), self._left))
        view[: len(data)] = data
        self._at += len(data)
        self._left -= len(data)
        return len(data)


def _single(opener: Callable[[IO[bytes]], IO[bytes]]) -> Callable[[IO[bytes]], Iterator[Member]]:
    def opened(file: IO[bytes]) -> Iterator[Member]:
        with opener(file) as stream:
            yield "", stream

    return opened


class _Inflated(io.RawIOBase):
    """A zlib stream, unpacked; what follows its end is ignored."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__()
        self._file, self._object = file, zlib.decompressobj()

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        wanted = 1 << 20 if size < 0 else size
        while not self._object.eof:
            packed = self._object.unconsumed_tail or self._file.read(1 << 16)
            data = self._object.decompress(packed, wanted)
            if data or not packed:
                return data
        return b""


def _zstandard(file: IO[bytes]) -> IO[bytes]:
    return cast("IO[bytes]", zstandard.ZstdDecompressor().stream_reader(file, closefd=False))


_OPENERS: dict[str, Callable[[IO[bytes]], Iterator[Member]]] = {
    "zip": _zip,
    "tar": _tar,
    "ar": _ar,
    "gzip": _single(lambda file: cast("IO[bytes]", gzip.GzipFile(fileobj=file, mode="rb"))),
    "xz": _single(lambda file: cast("IO[bytes]", lzma.LZMAFile(file))),  # noqa: SIM115
    "lzma": _single(lambda file: cast("IO[bytes]", lzma.LZMAFile(file))),  # noqa: SIM115
    "bzip2": _single(lambda file: cast("IO[bytes]", bz2.BZ2File(file))),
    "zstandard": _single(_zstandard),
    "zlib": _single(lambda file: cast("IO[bytes]", _Inflated(file))),
}
