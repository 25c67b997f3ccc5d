"""Which areas of SQL a case touches, told by the words of its texts where the source does not say it."""

from __future__ import annotations

import re

_PATTERNS = {
    "aggregate": r"\b(count|sum|total|avg|min|max|group_concat)\s*\(",
    "alter": r"\balter\s+table\b",
    "analyze": r"\banalyze\b",
    "attach": r"\battach\b",
    "autoincrement": r"\bautoincrement\b",
    "autovacuum": r"\b(auto_vacuum|incremental_vacuum)\b",
    "blob": r"\bx'[0-9a-f]*'|\bzeroblob\s*\(|\bblob\b",
    "case": r"\bcase\b.*\bend\b",
    "cast": r"\bcast\s*\(",
    "check": r"\bcheck\s*\(",
    "collate": r"\bcollate\b",
    "compound": r"\b(union|intersect|except)\b",
    "create_as": r"\bcreate\s+(temp\s+|temporary\s+)?table\s+\S+\s+as\b",
    "cte": r"\bwith\s+(recursive\s+)?\w+\s*(\([^)]*\)\s*)?as\s*(not\s+)?(materialized\s*)?\(",
    "date": r"\b(date|time|datetime|julianday|unixepoch|strftime)\s*\(",
    "dbstat": r"\bdbstat\b",
    "delete": r"\bdelete\s+from\b",
    "distinct": r"\bdistinct\b",
    "drop": r"\bdrop\s+(table|index|view|trigger)\b",
    "fk": r"\b(foreign\s+key|references|foreign_keys)\b",
    "fts3": r"\busing\s+fts[34]\b",
    "fts5": r"\bfts5\b",
    "generated": r"\bgenerated\s+always\b|\)\s*(stored|virtual)\b",
    "geopoly": r"\bgeopoly",
    "group_by": r"\bgroup\s+by\b",
    "index_expr": r"\bcreate\s+(unique\s+)?index\s+[^;]*\([^;]*\(",
    "indexed_by": r"\b(not\s+indexed|indexed\s+by)\b",
    "insert": r"\binsert\b",
    "integrity_check": r"\bintegrity_check\b",
    "join": r"\bjoin\b",
    "json": r"\bjson\w*\s*\(|->>?",
    "left_join": r"\b(left|right|full)\s+(outer\s+)?join\b",
    "like_glob": r"\b(like|glob)\b",
    "limit": r"\blimit\b",
    "match": r"\bmatch\b",
    "math": r"\b(a?(sin|cos|tan)|atan2|exp|ln|log(10|2)?|pow(er)?|sqrt|mod|pi|ceil|floor|trunc|degrees)\s*\(",
    "order_by": r"\border\s+by\b",
    "partial_index": r"\bcreate\s+(unique\s+)?index\s[^;]*\)\s*where\b",
    "pragma": r"\bpragma\b",
    "printf": r"\b(printf|format)\s*\(",
    "reindex": r"\breindex\b",
    "replace": r"\breplace\b",
    "returning": r"\breturning\b",
    "rowvalue": r"\([^()]*,[^()]*\)\s*(=|<|>|<=|>=|<>|!=|\bis\b|\bin\b|\bbetween\b)\s*\(",
    "rtree": r"\brtree",
    "savepoint": r"\b(savepoint|release)\b",
    "strict": r"\)\s*(without\s+rowid\s*,\s*)?strict\b",
    "subquery": r"\(\s*select\b",
    "temp": r"\b(temp|temporary)\b",
    "transaction": r"\b(begin|commit|rollback)\b\s*(;|transaction|immediate|exclusive|deferred)",
    "trigger": r"\btrigger\b",
    "update": r"\bupdate\b",
    "update_from": r"\bupdate\b[^;]*\bset\b[^;]*\bfrom\b",
    "upsert": r"\bon\s+conflict\s*(\([^)]*\)\s*)?(where\b[^;]*)?\bdo\b",
    "utf16": r"\butf-?16",
    "vacuum": r"\bvacuum\b",
    "views": r"\bview\b",
    "wal": r"\b(journal_mode\s*=\s*'?wal|wal_checkpoint)\b",
    "window": r"\bover\s*(\(|\w)",
    "without_rowid": r"\bwithout\s+rowid\b",
    "writable_schema": r"\bwritable_schema\b",
}
_COMPILED = {
    tag: re.compile(pattern.encode(), re.IGNORECASE | re.DOTALL) for tag, pattern in sorted(_PATTERNS.items())
}
FEATURES = tuple(_COMPILED)


def features_of(user_query: bytes, validation_query: bytes, initial_database: bytes = b"") -> tuple[str, ...]:
    """The features found in the texts, sorted. Give the initial database only if it is about the case's
    subject.
    """
    text = b"\n".join((initial_database, user_query, validation_query))
    return tuple(tag for tag, pattern in _COMPILED.items() if pattern.search(text))
