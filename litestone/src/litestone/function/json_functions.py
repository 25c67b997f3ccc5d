"""JSON functions and operators (documentation: ``json1.html`` sections 4.1 to 4.14)."""

from __future__ import annotations

from collections import deque

from litestone.errors import ERROR, SqlError
from litestone.value.cast import to_text
from litestone.value.json_text import JsonText

from .json_node import (
    ARRAY,
    REPLACED,
    TYPE_NAMES,
    MalformedError,
    Node,
    parse,
    parse_shared,
    quoted,
    read,
    render,
    to_json,
    to_sql,
)
from .json_patch import merge
from .json_path import Place, lookup
from .registry import Aggregate, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from litestone.value.affinity import Value

    from .context import Context


def _json(x: Value) -> JsonText | None:
    text = to_text(x)
    return None if text is None else JsonText(render(parse(text)))


def _valid(x: Value) -> int:
    text = to_text(x)
    if text is None:
        return 0
    try:
        read(text)
    except MalformedError:
        return 0
    return 1


def _quote(x: Value) -> JsonText:
    return JsonText(to_json(x))


def _array(*args: Value) -> JsonText:
    return JsonText(f"[{','.join(map(to_json, args))}]")


def _object(*args: Value) -> JsonText:
    if len(args) % 2:
        raise SqlError(ERROR, "json_object() requires an even number of arguments")
    labels = []
    for label in args[::2]:
        if not isinstance(label, str):
            raise SqlError(ERROR, "json_object() labels must be TEXT")
        labels.append(quoted(label))
    members = [f"{label}:{to_json(value)}" for label, value in zip(labels, args[1::2], strict=True)]
    return JsonText("{" + ",".join(members) + "}")


def _find(x: Value, path: tuple[Value, ...]) -> Node | None:
    """The node of the JSON ``x`` at a path, if one is given, else its root; None for NULL or nowhere."""
    text = to_text(x)
    if text is None:
        return None
    root = parse_shared(text)
    return _at(root, path[0]) if path else root


def _at(root: Node, path: Value) -> Node | None:
    steps = to_text(path)
    place = None if steps is None else lookup(root, steps)
    return None if place is None else place.node


def _array_length(x: Value, *path: Value) -> int | None:
    node = _find(x, path)
    if node is None:
        return None
    return len(node.items) if node.kind == ARRAY else 0


def _type(x: Value, *path: Value) -> str | None:
    node = _find(x, path)
    return None if node is None else TYPE_NAMES[node.kind]


def _extract(x: Value = None, *paths: Value) -> Value:
    if len(paths) < 2:
        node = _find(x, paths) if paths else None
        return None if node is None else to_sql(node)
    text = to_text(x)
    if text is None:
        return None
    root = parse_shared(text)
    found = [_at(root, path) for path in paths]
    return JsonText("[" + ",".join("null" if node is None else render(node) for node in found) + "]")


def _arrow_node(x: Value, path: Value) -> Node | None:
    """The operators take a label or number for a path: ``'a'`` for ``'$.a'``, ``2`` for ``'$[2]'``."""
    text, steps = to_text(x), to_text(path)
    if text is None:
        return None
    root = parse_shared(text)
    if steps is None:
        return None
    steps = steps.partition("\0")[0]
    if steps[:1] != "$":
        if "0" <= steps[:1] <= "9":
            steps = f"$[{steps}]"
        else:
            steps = "$" + steps if steps[:1] == "[" else "$." + steps
    return _at(root, steps)


def _arrow(x: Value, path: Value) -> JsonText | None:
    node = _arrow_node(x, path)
    return None if node is None else JsonText(render(node))


def _arrow_to_sql(x: Value, path: Value) -> Value:
    node = _arrow_node(x, path)
    if node is None:
        return None
    value = to_sql(node)
    return str(value) if isinstance(value, JsonText) else value


def _remove(x: Value = None, *paths: Value) -> JsonText | None:
    text = to_text(x)
    if text is None:
        return None
    root = parse(text)
    members: list[Place] = []
    gone = False
    for path in paths:
        steps = to_text(path)
        if steps is None:
            return None
        place = lookup(root, steps)
        if place is None:
            continue
        if place.parent is None:
            gone = True
        elif place.parent.kind == ARRAY:
            # Later paths count the elements that are left; members of objects they may name again.
            del place.parent.items[place.index]
        else:
            members.append(place)
    for place in members:
        _remove_member(place)
    return None if gone else JsonText(render(root))


def _remove_member(place: Place) -> None:
    parent = place.parent
    if parent is not None and place.node in parent.items:
        index = parent.items.index(place.node)
        del parent.items[index], parent.keys[index], parent.labels[index]


def _editing(name: str, create: bool, overwrite: bool) -> Callable[..., Value]:
    """``json_insert`` creates, ``json_replace`` overwrites, ``json_set`` does both."""

    def call(x: Value = None, *edits: Value) -> Value:
        if len(edits) % 2:
            raise SqlError(ERROR, f"{name}() needs an odd number of arguments")
        text = to_text(x)
        if text is None:
            return None
        root = parse(text)
        whole: tuple[Value, ...] = ()
        for i in range(0, len(edits), 2):
            steps = to_text(edits[i])
            if steps is None:
                continue
            place = lookup(root, steps, create)
            if place is None or not (place.created or overwrite):
                continue
            if place.parent is None:
                whole = (edits[i + 1],)
                root = Node(REPLACED)
            else:
                edited = Node(REPLACED)
                edited.value = edits[i + 1]
                place.parent.items[place.index] = edited
        if whole:
            return whole[0]
        return JsonText(render(root))

    return call


def _patch(target: Value, patch: Value) -> JsonText | None:
    text, changes = to_text(target), to_text(patch)
    if text is None:
        return None
    root = parse(text)
    return None if changes is None else JsonText(render(merge(root, parse(changes))))


class GroupArray:
    """``json_group_array(X)``."""

    __slots__ = ("parts",)

    opening, closing = "[", "]"

    def __init__(self, context: Context | None = None) -> None:
        self.parts: deque[str] = deque()

    def step(self, x: Value) -> None:
        """Append an element."""
        self.parts.append(to_json(x))

    def inverse(self, *args: Value) -> None:
        """Take the oldest element out."""
        self.parts.popleft()

    def value(self) -> JsonText:
        """The elements as JSON."""
        return JsonText(self.opening + ",".join(self.parts) + self.closing)

    final = value


class GroupObject(GroupArray):
    """``json_group_object(NAME, VALUE)``."""

    __slots__ = ()

    opening, closing = "{", "}"

    def step(self, name: Value, x: Value) -> None:  # type: ignore[override]
        """Append a member; a NULL name is written as nothing."""
        text = to_text(name)
        label = "" if text is None else quoted(text)
        self.parts.append(f"{label}:{to_json(x)}")


FUNCTIONS = (
    Scalar("->", 2, _arrow, returns_json=True),
    Scalar("->>", 2, _arrow_to_sql),
    Scalar("json", 1, _json, returns_json=True),
    Scalar("json_array", -1, _array, takes_json=True, returns_json=True),
    Scalar("json_array_length", 1, _array_length),
    Scalar("json_array_length", 2, _array_length),
    Scalar("json_extract", -1, _extract, returns_json=True),
    Aggregate("json_group_array", 1, GroupArray, takes_json=True, returns_json=True),
    Aggregate("json_group_object", 2, GroupObject, takes_json=True, returns_json=True),
    Scalar("json_insert", -1, _editing("json_insert", True, False), takes_json=True, returns_json=True),
    Scalar("json_object", -1, _object, takes_json=True, returns_json=True),
    Scalar("json_patch", 2, _patch, returns_json=True),
    Scalar("json_quote", 1, _quote, takes_json=True, returns_json=True),
    Scalar("json_remove", -1, _remove, returns_json=True),
    Scalar("json_replace", -1, _editing("json_replace", False, True), takes_json=True, returns_json=True),
    Scalar("json_set", -1, _editing("json_set", True, True), takes_json=True, returns_json=True),
    Scalar("json_type", 1, _type),
    Scalar("json_type", 2, _type),
    Scalar("json_valid", 1, _valid),
)
