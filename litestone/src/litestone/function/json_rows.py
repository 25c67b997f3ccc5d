"""Rows of the table-valued functions json_each and json_tree (documentation: ``json1.html`` section 4.15)."""

from __future__ import annotations

from litestone.value.cast import to_text

from .json_node import ARRAY, OBJECT, TYPE_NAMES, Node, parse, to_sql, unquoted
from .json_path import lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestone.value.affinity import Value

    Row = tuple[Value, ...]

COLUMNS = ("key", "value", "type", "atom", "id", "parent", "fullkey", "path", "json", "root")


def _start(json: Value, root: Value) -> tuple[Node, str, str] | None:
    """The node to begin with, the JSON text and the path to the node; None where there are no rows.

    Raises:
        SqlError: "malformed JSON", or a malformed path.
    """
    text, path = to_text(json), to_text(root)
    if text is None:
        return None
    text = text.partition("\0")[0]
    tree = parse(text)
    if path is None:
        return None
    place = lookup(tree, path)
    return None if place is None else (place.node, text, path.partition("\0")[0])


def _atom(node: Node) -> Value:
    return to_sql(node) if node.kind < ARRAY else None


def _member_step(label: str) -> str:
    """A member's step of a path: the label without its quotes if it is a plain word."""
    word = label[1:-1]
    if word.isascii() and word.isalnum() and word[0].isalpha():
        label = word
    return "." + label


def each(json: Value, root: Value = "$") -> Iterator[Row]:
    """One row for each element of an array or object, or for a scalar itself; the rowid comes last."""
    start = _start(json, root)
    if start is None:
        return
    node, text, path = start
    if node.kind < ARRAY:
        value = to_sql(node)
        yield None, value, TYPE_NAMES[node.kind], value, node.number, None, path, path, text, path, 0
        return
    for i, item in enumerate(node.items):
        key: Value = i
        step = f"[{i}]"
        if node.kind == OBJECT:
            key = unquoted(node.labels[i])
            step = _member_step(node.labels[i])
        kind = TYPE_NAMES[item.kind]
        yield key, to_sql(item), kind, _atom(item), item.number, None, path + step, path, text, path, i


def _full_key(node: Node) -> str:
    """The path from the root to a node; SQLite takes arrays above the walk to be at their first."""
    steps = []
    while node.parent is not None:
        parent = node.parent
        if parent.kind == ARRAY:
            steps.append("[0]")
        else:
            steps.append(_member_step(parent.labels[parent.items.index(node)]))
        node = parent
    return "$" + "".join(reversed(steps))


def tree(json: Value, root: Value = "$") -> Iterator[Row]:
    """One row for a node and each below it, in the order of the text; the rowid comes last."""
    start = _start(json, root)
    if start is None:
        return
    top, text, path = start
    key: Value = None
    if top.kind >= ARRAY and top.parent is not None and top.parent.kind == OBJECT:
        key = unquoted(top.parent.labels[top.parent.items.index(top)])
    above = "$" if top.parent is None else _full_key(top.parent)
    # Nodes to come, last first: node, key, path to it and to its parent.
    todo: list[tuple[Node, Value, str, str]] = [(top, key, _full_key(top), above)]
    number = 0
    while todo:
        node, key, here, above = todo.pop()
        parent = None if node is top or node.parent is None else node.parent.number
        kind = TYPE_NAMES[node.kind]
        yield key, to_sql(node), kind, _atom(node), node.number, parent, here, above, text, path, number
        number += 1
        for i in range(len(node.items) - 1, -1, -1):
            item = node.items[i]
            if node.kind == OBJECT:
                label = node.labels[i]
                todo.append((item, unquoted(label), here + _member_step(label), here))
            else:
                todo.append((item, i, f"{here}[{i}]", here))
