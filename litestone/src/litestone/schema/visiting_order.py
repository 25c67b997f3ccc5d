"""The order in which SQLite visits all tables of a schema.

Nothing documents it, but it shows: in the rows that ANALYZE writes and in what
PRAGMA table_list, foreign_key_check and integrity_check report. As observed in
3.40.1, a schema of few tables is visited from its newest to its oldest; from
ten on, tables are spread over buckets by a multiplicative hash of their names,
and a table stands just before those that already are in its bucket, or else
before all others.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from litestone.schema.objects import Schema, Table

_SPREAD_FROM = 10
_MOST_BUCKETS = 64
_FACTOR = 0x9E3779B1


def visiting_order(schema: Schema) -> list[Table]:
    """Tables and views of a schema, the schema table included, in the order in which SQLite visits them."""
    return [schema.tables[name] for name in visited_names(schema.tables)]


def visited_names(names: Iterable[str]) -> list[str]:
    """All names of a schema's tables, given oldest first (the schema table is the oldest), as visited."""
    order: list[str] = []
    buckets = 0
    heads: dict[int, str] = {}
    for count, name in enumerate(names, 1):
        if count >= _SPREAD_FROM and count > 2 * buckets and buckets != _MOST_BUCKETS:
            buckets = min(2 * count, _MOST_BUCKETS)
            earlier, order, heads = order, [], {}
            for other in earlier:
                _place(order, heads, other, buckets)
        _place(order, heads, name, buckets)
    return order


def _place(order: list[str], heads: dict[int, str], name: str, buckets: int) -> None:
    """Put one name in front of those of its bucket, or of all."""
    if not buckets:
        order.insert(0, name)
        return
    bucket = _hash(name) % buckets
    head = heads.get(bucket)
    order.insert(0 if head is None else order.index(head), name)
    heads[bucket] = name


def _hash(name: str) -> int:
    """The 32-bit hash of a name, which ignores the case of ASCII letters."""
    value = 0
    for byte in name.encode("utf-8", "surrogateescape"):
        value = (value + (byte + 32 if 65 <= byte <= 90 else byte)) * _FACTOR & 0xFFFFFFFF
    return value
