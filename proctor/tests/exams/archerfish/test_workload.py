"""Workloads and configs: Archerfish's own form unmodified, Proctor's keys, and complaints that name the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.exams.archerfish.config import load_config
from proctor.exams.archerfish.model import Database, Reading, Rule, WorkloadError
from proctor.exams.archerfish.workload import load_workload

README = """\
spider_1:
  query_name: spider_1
  question: How many singers do we have? Display as num_singers.
  golden_query: SELECT count(*) as num_singers FROM spider_dev.concert_singer.singer
  tables:
  - singer
  comparison_rules:
  - columns:
    - num_singers
    match: exact
  auto_select_schema: 'false'
  schemas:
  - concert_singer
"""
EXTENDED = """\
q1:
  question: Which?
  golden_query: SELECT 1 AS no
  golden_queries: [SELECT 2 AS no]
  tables: []
  comparison_rules:
  - {columns: [no, 1], match: exact}
  - {columns: [a, b], match: oneof}
  schemas: [one, two]
  auto_select_schema: true
  tweaks: [only the first, and the second]
  profile: strict
  database_instances: [small, large]
  tags: [tie]
  note: ours
q2:
  question: Ambiguous?
  readings:
  - {name: first, golden_query: SELECT 1}
  - golden_queries: [SELECT 2, SELECT 3]
    comparison_rules: [{columns: ['*'], match: exact}]
  readings_score: all
"""


def _write(folder: Path, text: str) -> Path:
    path = folder / "file.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_readmes_example(tmp_path: Path) -> None:
    workload = load_workload(_write(tmp_path, README))
    assert len(workload.digest) == 64
    (question,) = workload.questions
    assert question.name == "spider_1"
    assert question.goldens == ("SELECT count(*) as num_singers FROM spider_dev.concert_singer.singer",)
    assert question.rules == (Rule("exact", ("num_singers",)),)
    assert (question.tables, question.schemas) == (("singer",), ("concert_singer",))
    assert question.auto_select_schema is False
    assert (question.line, question.unknown_keys) == (2, ())


def test_every_key_of_ours(tmp_path: Path) -> None:
    first, second = load_workload(_write(tmp_path, EXTENDED)).questions
    assert first.name == "q1"
    assert first.goldens == ("SELECT 1 AS no", "SELECT 2 AS no")
    assert first.rules == (Rule("exact", ("no", "1")), Rule("oneof", ("a", "b")))
    assert first.tables == ()
    assert first.schemas == ("one", "two")
    assert first.auto_select_schema is True
    assert first.tweaks == ("only the first", "and the second")
    assert (first.profile, first.databases, first.tags) == ("strict", ("small", "large"), ("tie",))
    assert first.unknown_keys == ("note",)
    assert second.rules is None
    assert second.tables is None
    assert second.readings == (
        Reading("first", ("SELECT 1",)),
        Reading("reading 2", ("SELECT 2", "SELECT 3"), (Rule("exact", ("*",)),)),
    )
    assert second.goldens == ("SELECT 1", "SELECT 2", "SELECT 3")
    assert second.readings_score == "all"


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("q:\n  golden_query: SELECT 1\n", 2, "has no question"),
        ("q:\n  question: Which?\n", 2, "has no golden_query"),
        ("q:\n  question: Which?\n  golden_query: [a]\n", 3, "golden_query is a text"),
        ("q:\n  question: W?\n  golden_query: S\n  schemas: one\n", 4, "schemas is a list"),
        ("q:\n  question: W?\n  golden_query: S\n  profile: lax\n", 4, "profile is one of"),
        (
            "q:\n  question: W?\n  golden_query: S\n  comparison_rules:\n  - columns: [a]\n    match: some\n",
            6,
            "exact or oneof",
        ),
        ("q:\n  question: W?\n  golden_query: S\n  comparison_rules:\n  - match: exact\n", 5, "has columns"),
        ("q:\n  question: W?\n  golden_query: S\n  auto_select_schema: maybe\n", 4, "true or false"),
        ("q:\n  question: W?\n  question: X?\n", 3, "'question' twice"),
        ("q: {question: W, golden_query: S}\nq: {question: W, golden_query: S}\n", 2, "'q' twice"),
        (
            "a: {query_name: q, question: W, golden_query: S}\nb: {query_name: q, question: W, golden_query: S}\n",
            2,
            "stands on line 1 already",
        ),
        ("q:\n  question: 'W\n", 3, "end of stream"),
        ("- q\n", 1, "is a mapping"),
        ("", 1, "empty"),
        ("q:\n  question: W\n  golden_query: S\n  readings: []\n", 4, "at least one"),
        ("q:\n  question: W\n  readings:\n  - name: a\n", 4, "a reading has a golden_query"),
    ],
)
def test_complaints_name_file_and_line(tmp_path: Path, text: str, line: int, says: str) -> None:
    path = _write(tmp_path, text)
    with pytest.raises(WorkloadError) as caught:
        load_workload(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_and_bad_bytes(tmp_path: Path) -> None:
    with pytest.raises(WorkloadError, match="No such file"):
        load_workload(tmp_path / "none.yaml")
    path = tmp_path / "latin.yaml"
    path.write_bytes(b"q:\n  question: caf\xe9\n")
    with pytest.raises(WorkloadError, match=r"latin\.yaml:2: not UTF-8"):
        load_workload(path)


CONFIG = """\
implementations:
  # as Archerfish ships it
  - name: WaiiBenchmark
    class: waii_benchmark.WaiiBenchmark
    description: Using Waii API.
    threads_count: 3
    waii_configs:
      url: 'http://localhost:9859/api/'
      api_key: ''
    databases:
      source:
        type: sqlalchemy
        connection: 'snowflake://<username>:<password>@<account>/<database>?role=<ROLE>'
      target:
        same_as_source: true
  - name: LlamaIndexBenchmark
    class: llama_index_benchmark.LlamaIndexBenchmark
    description: Llama index sample benchmark.
    db_connection: 'sqlite:///world_1.sqlite'
  - name: Ours
    class: ours.systems:Ours
    databases:
      source: {type: sqlalchemy, connection: 'sqlite:///a.db'}
      target: {type: sqlalchemy, connection: 'duckdb:///b.db'}
      instances:
        large: {connection: 'sqlite:///large.db'}
"""


def test_a_benchmark_config(tmp_path: Path) -> None:
    config = load_config(_write(tmp_path, CONFIG))
    waii = config.find("WaiiBenchmark")
    assert waii.class_path == "waii_benchmark.WaiiBenchmark"
    assert (waii.threads_count, waii.target) == (3, None)
    assert waii.source is not None
    assert waii.source.connection.startswith("snowflake://")
    assert waii.settings["waii_configs"] == {"url": "http://localhost:9859/api/", "api_key": ""}
    llama = config.find("LlamaIndexBenchmark")
    assert (llama.threads_count, llama.source) == (1, Database("sqlalchemy", "sqlite:///world_1.sqlite"))
    ours = config.find("Ours")
    assert ours.target == Database("sqlalchemy", "duckdb:///b.db")
    assert ours.instances == {"large": Database("sqlalchemy", "sqlite:///large.db")}
    with pytest.raises(WorkloadError, match="no implementation 'Other'; it has WaiiBenchmark"):
        config.find("Other")


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("name: x\n", 1, "has implementations"),
        ("implementations:\n- class: a.B\n", 2, "has a name"),
        ("implementations:\n- name: a\n  class: B\n", 3, "module.Class"),
        ("implementations:\n- name: a\n  class: a.B\n  threads_count: 0\n", 4, "above 0"),
        ("implementations:\n- name: a\n  class: a.B\n  databases: {}\n", 4, "has a source"),
        (
            "implementations:\n- name: a\n  class: a.B\n  databases:\n    source: {type: jdbc, connection: x}\n",
            5,
            "jdbc",
        ),
        (
            "implementations:\n- name: a\n  class: a.B\n- name: a\n  class: a.B\n",
            4,
            "stands on line 2 already",
        ),
    ],
)
def test_complaints_about_a_config(tmp_path: Path, text: str, line: int, says: str) -> None:
    path = _write(tmp_path, text)
    with pytest.raises(WorkloadError) as caught:
        load_config(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert says in str(caught.value)
