"""Paths into JSON (documentation: ``json1.html`` section 3.3).

$          the root
.key       a member; ."key" where it holds a point or bracket
[N]        an element; [#-N] counted from the end; [#] the place behind it
"""

from __future__ import annotations

from litestone.errors import ERROR, SqlError

from .json_node import ARRAY, NULL, OBJECT, REPLACED, Node, quoted

_DIGITS = frozenset("0123456789")


class Place:
    """Where a path leads: an element of a container (or the root), there already or to be appended."""

    __slots__ = ("created", "index", "node", "parent")

    def __init__(self, node: Node, parent: Node | None, index: int, created: bool = False) -> None:
        self.node = node
        self.parent = parent
        self.index = index
        self.created = created


def _error(rest: str) -> SqlError:
    text = rest.replace("'", "''")
    return SqlError(ERROR, f"JSON path error near '{text}'")


def steps(path: str) -> str:
    """The steps of a path behind its ``$``; raises SqlError for a path that does not begin so."""
    path = path.partition("\0")[0]
    if path[:1] != "$":
        raise _error(path)
    return path[1:]


def lookup(root: Node, path: str, create: bool = False) -> Place | None:
    """Where ``path`` leads; None if nowhere.

    With ``create`` a missing last part, and what it needs, is appended as null; nothing is changed if
    that is not possible.

    Raises:
        SqlError: the path is malformed as far as it was followed.
    """
    rest = steps(path)
    place = Place(root, None, 0)
    while rest:
        node = place.node
        if node.kind == REPLACED:
            return None
        if rest[0] == ".":
            found = _member(node, rest, create)
        elif rest[0] == "[":
            found = _element(node, rest, create)
        else:
            raise _error(rest)
        if found is None:
            return None
        place, rest = found
    return place


def _member(node: Node, rest: str, create: bool) -> tuple[Place, str] | None:
    if node.kind != OBJECT:
        return None
    key, after = _key(rest[1:])
    if key in node.keys:
        index = node.keys.index(key)
        return Place(node.items[index], node, index), after
    return _appended(node, key, after) if create else None


def _key(rest: str) -> tuple[str, str]:
    """The key at the start of a step behind its point, and what follows it."""
    if rest[:1] == '"':
        end = rest.find('"', 1)
        if end < 0:
            raise _error(rest)
        return rest[1:end], rest[end + 1 :]
    end = 0
    while end < len(rest) and rest[end] not in ".[":
        end += 1
    if not end:
        raise _error(rest)
    return rest[:end], rest[end:]


def _wrapped(digits: str) -> int:
    """A number in 32 bits, to which only its last 32 digits can matter."""
    return int(digits[-32:]) & 0xFFFFFFFF


def _element(node: Node, rest: str, create: bool) -> tuple[Place, str] | None:
    at = 1
    while rest[at : at + 1] in _DIGITS:
        at += 1
    if at > 1 and rest[at : at + 1] == "]":
        index = _wrapped(rest[1:at])
    elif rest[1:2] == "#":
        if node.kind != ARRAY:
            return None
        index = len(node.items)
        at = 2
        if rest[2:3] == "-" and rest[3:4] in _DIGITS:
            at = 4
            while rest[at : at + 1] in _DIGITS:
                at += 1
            index -= _wrapped(rest[3:at])
            if index < 0:
                return None
        if rest[at : at + 1] != "]":
            raise _error(rest)
    else:
        raise _error(rest)
    if node.kind != ARRAY:
        return None
    after = rest[at + 1 :]
    if index < len(node.items):
        if node.grown:
            # SQLite's search runs on into what was appended, whatever the index.
            index = len(node.items) - 1
        return Place(node.items[index], node, index), after
    return _appended(node, "", after) if create and index == len(node.items) else None


def _appended(node: Node, key: str, rest: str) -> tuple[Place, str] | None:
    """Append to a container what the remaining steps need, with a null at their end.

    None if they can't be followed in something new, where an element must be ``[0]``.
    """
    chain = [(node, key)]
    while rest:
        if rest[0] == ".":
            key, rest = _key(rest[1:])
            chain.append((Node(OBJECT), key))
        elif rest.startswith("[0]"):
            rest = rest[3:]
            chain.append((Node(ARRAY), ""))
        else:
            return None
    end = item = Node(NULL, "null")
    for container, key in reversed(chain):
        if container.kind == OBJECT:
            container.add(key, quoted(key), item)
        else:
            container.items.append(item)
            container.grown = True
        item = container
    parent = chain[-1][0]
    return Place(end, parent, len(parent.items) - 1, True), ""
