"""Database names that are URIs: ``file:path?mode=ro`` (documentation: ``uri``)."""

from __future__ import annotations

from litestone import errors
from litestone.errors import SqlError
from litestone.storage.store import Store

_shared: set[str] = set()
_HEX = frozenset("0123456789abcdefABCDEF")
_MODES = ("ro", "rw", "rwc", "memory")


def unescaped(text: str) -> str:
    """``text`` with its ``%HH`` sequences decoded; what is not UTF-8 stays as escaped bytes."""
    if "%" not in text:
        return text
    data = bytearray()
    place = 0
    while place < len(text):
        if text[place] == "%" and len(text) >= place + 3 and _HEX.issuperset(text[place + 1 : place + 3]):
            data.append(int(text[place + 1 : place + 3], 16))
            place += 3
        else:
            data += text[place].encode("utf-8", "surrogateescape")
            place += 1
    return data.split(b"\0")[0].decode("utf-8", "surrogateescape")


def split_uri(uri: str) -> tuple[str, dict[str, str]]:
    """The path and the parameters of a ``file:`` URI; what stands behind ``#`` is left out.

    Raises SqlError for an authority that is neither empty nor ``localhost``.
    """
    rest = uri[5:].split("#", 1)[0]
    rest, _, query = rest.partition("?")
    if rest.startswith("//"):
        authority, slash, path = rest[2:].partition("/")
        if authority not in ("", "localhost"):
            raise SqlError(errors.ERROR, f"invalid uri authority: {authority}")
        rest = slash + path
    parameters: dict[str, str] = {}
    for item in query.split("&"):
        name, _, value = item.partition("=")
        if name:
            parameters[unescaped(name)] = unescaped(value)
    return unescaped(rest), parameters


class SharedStore(Store):
    """A database in memory that others may ask for by its name. Here it belongs to one connection alone."""

    def __init__(self, name: str) -> None:
        """Raises SqlError where the name is in use: better than two databases where one was meant."""
        if name in _shared:
            raise SqlError(errors.CANTOPEN, "a database in memory cannot be shared between connections")
        super().__init__(None)
        self.name = name
        _shared.add(name)

    def close(self) -> None:
        """Forget the database and its name."""
        super().close()
        _shared.discard(self.name)


def open_uri(uri: str) -> Store:
    """The store that a ``file:`` URI names.

    Raises SqlError "no such access mode: …", "no such cache mode: …" or "no such vfs: …".
    """
    path, parameters = split_uri(uri)
    mode = parameters.get("mode", "rwc")
    if mode not in _MODES:
        raise SqlError(errors.ERROR, f"no such access mode: {mode}")
    cache = parameters.get("cache")
    if cache is not None and cache not in ("shared", "private"):
        raise SqlError(errors.ERROR, f"no such cache mode: {cache}")
    vfs = parameters.get("vfs")
    if vfs is not None and not vfs.startswith("unix"):
        raise SqlError(errors.ERROR, f"no such vfs: {vfs}")
    if mode == "memory" or path in ("", ":memory:"):
        return SharedStore(path) if cache == "shared" else Store.open(None)
    immutable = parameters.get("immutable", "").lower() in ("1", "yes", "true", "on")
    return Store.open(path, readonly=mode == "ro" or immutable, create=mode == "rwc")
