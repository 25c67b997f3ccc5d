"""Merging one JSON value into another (documentation: ``json1.html`` section 4.9; RFC 7396)."""

from __future__ import annotations

from .json_node import NULL, OBJECT, Node


def merge(target: Node, patch: Node) -> Node:
    """``target`` with ``patch`` applied; parts of either tree are used, and changed.

    Of members of the target that have the same key the first is meant.  One
    that a patch has replaced or removed is not patched again.
    """
    if patch.kind != OBJECT or target.kind != OBJECT:
        return without_nulls(patch)
    # Pairs of objects to be merged; a list, for they may be nested deeply.
    todo = [(target, patch)]
    while todo:
        _merge_members(*todo.pop(), todo)
    return target


def _merge_members(target: Node, patch: Node, todo: list[tuple[Node, Node]]) -> None:
    first_place: dict[str, int] = {}
    for place, key in enumerate(target.keys):
        first_place.setdefault(key, place)
    settled: set[int] = set()
    removed: set[int] = set()
    for key, label, value in zip(patch.keys, patch.labels, patch.items, strict=True):
        place = first_place.get(key, -1)
        if place < 0:
            if value.kind != NULL:
                target.add(key, label, without_nulls(value))
        elif place in settled:
            continue
        elif value.kind == NULL:
            settled.add(place)
            removed.add(place)
        elif value.kind == OBJECT and target.items[place].kind == OBJECT:
            todo.append((target.items[place], value))
        else:
            settled.add(place)
            target.items[place] = without_nulls(value)
    for place in sorted(removed, reverse=True):
        del target.keys[place], target.labels[place], target.items[place]


def without_nulls(node: Node) -> Node:
    """``node``, its members that are null removed, and theirs; arrays stay as they are."""
    todo = [node]
    while todo:
        part = todo.pop()
        if part.kind != OBJECT:
            continue
        kept = [i for i, item in enumerate(part.items) if item.kind != NULL]
        if len(kept) < len(part.items):
            part.keys = [part.keys[i] for i in kept]
            part.labels = [part.labels[i] for i in kept]
            part.items = [part.items[i] for i in kept]
        todo += part.items
    return node
