"""The benchmark config: Archerfish's format, read unmodified, and named database instances beside it.

Archerfish's keys of an implementation: name, class, description, threads_count, databases (source: type,
connection; target: same_as_source, or type and connection), and settings that only the plug-in reads
(waii_configs, vanna_configs, db_connection, …). Where an implementation has no databases, db_connection is
the source, as its author meant it. Proctor's: databases.instances, a mapping from a name to type and
connection.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from proctor.core.json_types import Json
from proctor.exams.archerfish.model import BenchmarkConfig, Database, Implementation
from proctor.exams.archerfish.yaml_nodes import Node, compose, read

CONNECTOR = "sqlalchemy"


def load_config(path: Path | str) -> BenchmarkConfig:
    """Read a benchmark config. Raises WorkloadError, naming file and line."""
    path = Path(path)
    data = read(path)
    root = compose(path, data)
    entries = root.entries("a benchmark config")
    if "implementations" not in entries:
        raise root.error("a benchmark config has implementations")
    implementations: list[Implementation] = []
    seen: dict[str, int] = {}
    for node in entries["implementations"].items("implementations"):
        implementation = _implementation(node)
        if implementation.name in seen:
            raise node.error(
                f"implementation {implementation.name!r} stands on line {seen[implementation.name]} already"
            )
        seen[implementation.name] = node.line
        implementations.append(implementation)
    return BenchmarkConfig(str(path), hashlib.sha256(data).hexdigest(), tuple(implementations))


def _implementation(node: Node) -> Implementation:
    entries = {key: value for key, value in node.entries("an implementation").items() if not value.is_null}
    for needed in ("name", "class"):
        if needed not in entries:
            raise node.error(f"an implementation has a {needed}")
    class_path = entries["class"].text("class")
    if "." not in class_path and ":" not in class_path:
        raise entries["class"].error(f"class is module.Class or module:Class, not {class_path!r}")
    source: Database | None = None
    target: Database | None = None
    instances: dict[str, Database] = {}
    if "databases" in entries:
        source, target, instances = _databases(entries["databases"])
    elif "db_connection" in entries:
        source = Database(CONNECTOR, entries["db_connection"].text("db_connection"))
    settings: dict[str, Json] = {key: value.plain() for key, value in entries.items()}
    return Implementation(
        entries["name"].text("name"),
        class_path,
        entries["description"].text("description") if "description" in entries else "",
        entries["threads_count"].count("threads_count") if "threads_count" in entries else 1,
        source,
        target,
        instances,
        settings,
        node.line,
    )


def _databases(node: Node) -> tuple[Database, Database | None, dict[str, Database]]:
    entries = node.entries("databases")
    if unknown := set(entries) - {"source", "target", "instances"}:
        raise node.error(f"databases has source, target and instances, not {', '.join(sorted(unknown))}")
    if "source" not in entries:
        raise node.error("databases has a source")
    source = _database(entries["source"], "source")
    target: Database | None = None
    if "target" in entries and not entries["target"].is_null:
        same = entries["target"].entries("target").get("same_as_source")
        if same is None or not same.truth("same_as_source"):
            target = _database(entries["target"], "target")
    instances: dict[str, Database] = {}
    if "instances" in entries:
        for name, each in entries["instances"].entries("instances").items():
            instances[name] = _database(each, f"instance {name!r}")
    return source, target, instances


def _database(node: Node, what: str) -> Database:
    entries = node.entries(what)
    if "connection" not in entries:
        raise node.error(f"{what} has a connection")
    kind = entries["type"].text("type") if "type" in entries else CONNECTOR
    if kind != CONNECTOR:
        raise entries["type"].error(f"the type of a database is {CONNECTOR}, not {kind!r}")
    return Database(kind, entries["connection"].text("connection"))
