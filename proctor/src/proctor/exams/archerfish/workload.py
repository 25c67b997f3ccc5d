"""The workload file: Archerfish's format, read unmodified, and what Proctor adds to it.

Archerfish's keys (README, "Workload Configuration Format", and its program): query_name, question,
golden_query, tables, comparison_rules (columns, match), auto_select_schema, schemas, tweaks. Proctor's:

    golden_queries      further acceptable golden queries
    readings            what an ambiguous question may mean: name, golden_query or golden_queries,
                        comparison_rules
    readings_score      any (default): one reading suffices; all: the system must find every one
    database_instances  names of database instances of the benchmark config to grade on
    profile             the comparison profile of this question
    tags                what to break figures down by

Other keys are kept out but remembered: the linter names them.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from proctor.exams.archerfish.model import PROFILES, Question, Reading, Rule, Workload
from proctor.exams.archerfish.yaml_nodes import Node, compose, read

_KEYS = frozenset(
    {
        *("query_name", "question", "golden_query", "tables", "comparison_rules", "auto_select_schema"),
        *("schemas", "tweaks", "golden_queries", "readings", "readings_score", "database_instances"),
        *("profile", "tags"),
    }
)
_MATCHES = ("exact", "oneof")
_SCORES = ("any", "all")


def load_workload(path: Path | str) -> Workload:
    """Read a workload. Raises WorkloadError, naming file and line."""
    path = Path(path)
    data = read(path)
    root = compose(path, data)
    questions: list[Question] = []
    seen: dict[str, int] = {}
    for key, node in root.entries("a workload").items():
        question = _question(key, node)
        if question.name in seen:
            raise node.error(f"query_name {question.name!r} stands on line {seen[question.name]} already")
        seen[question.name] = question.line
        questions.append(question)
    return Workload(str(path), hashlib.sha256(data).hexdigest(), tuple(questions))


def _question(key: str, node: Node) -> Question:
    entries = node.entries(f"entry {key!r}")
    present = {name: value for name, value in entries.items() if not value.is_null}
    if "question" not in present:
        raise node.error(f"entry {key!r} has no question")
    readings = _readings(present["readings"]) if "readings" in present else ()
    goldens = _goldens(present)
    if not goldens:
        goldens = tuple(golden for reading in readings for golden in reading.goldens)
    if not goldens:
        raise node.error(f"entry {key!r} has no golden_query")
    return Question(
        name=present["query_name"].text("query_name") if "query_name" in present else key,
        question=present["question"].text("question"),
        goldens=goldens,
        rules=_rules(present["comparison_rules"]) if "comparison_rules" in present else None,
        tables=present["tables"].texts("tables") if "tables" in present else None,
        schemas=_texts(present, "schemas"),
        auto_select_schema="auto_select_schema" in present
        and present["auto_select_schema"].truth("auto_select_schema"),
        tweaks=_texts(present, "tweaks"),
        profile=_choice(present, "profile", PROFILES),
        readings=readings,
        readings_score=_choice(present, "readings_score", _SCORES) or "any",
        databases=_texts(present, "database_instances"),
        tags=_texts(present, "tags"),
        unknown_keys=tuple(name for name in entries if name not in _KEYS),
        source=node.source,
        line=node.line,
    )


def _texts(present: dict[str, Node], key: str) -> tuple[str, ...]:
    return present[key].texts(key) if key in present else ()


def _choice(present: dict[str, Node], key: str, choices: tuple[str, ...]) -> str | None:
    if key not in present:
        return None
    value = present[key].text(key)
    if value not in choices:
        raise present[key].error(f"{key} is one of {', '.join(choices)}, not {value!r}")
    return value


def _goldens(present: dict[str, Node]) -> tuple[str, ...]:
    first = (present["golden_query"].text("golden_query"),) if "golden_query" in present else ()
    return (*first, *_texts(present, "golden_queries"))


def _rules(node: Node) -> tuple[Rule, ...]:
    rules: list[Rule] = []
    for each in node.items("comparison_rules"):
        entries = each.entries("a comparison rule")
        for needed in ("columns", "match"):
            if needed not in entries:
                raise each.error(f"a comparison rule has {needed}")
        match = entries["match"].text("match")
        if match not in _MATCHES:
            raise entries["match"].error(f"match is exact or oneof, not {match!r}")
        rules.append(Rule(match, entries["columns"].texts("columns")))
    return tuple(rules)


def _readings(node: Node) -> tuple[Reading, ...]:
    readings: list[Reading] = []
    for each in node.items("readings"):
        entries = each.entries("a reading")
        goldens = _goldens(entries)
        if not goldens:
            raise each.error("a reading has a golden_query")
        name = entries["name"].text("name") if "name" in entries else f"reading {len(readings) + 1}"
        if name in {reading.name for reading in readings}:
            raise each.error(f"there are two readings named {name!r}")
        rules = _rules(entries["comparison_rules"]) if "comparison_rules" in entries else None
        readings.append(Reading(name, goldens, rules))
    if not readings:
        raise node.error("readings is a list of at least one")
    return tuple(readings)
