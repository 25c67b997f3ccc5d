"""Where SQL comes from: files, models, and the clients of others, the latter played by stand-ins."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar, cast

import pytest

from proctor.core.usage import Usage
from proctor.exams.archerfish.systems import Asked, SystemFailed
from proctor.exams.archerfish.systems.chat import ChatModel, queries_of
from proctor.exams.archerfish.systems.llama_index import LlamaIndexBenchmark
from proctor.exams.archerfish.systems.plugin import Plugin, QueryInfo, find_class
from proctor.exams.archerfish.systems.predictions import Predictions, PredictionsError, read_predictions
from proctor.exams.archerfish.systems.vanna import VannaBenchmark
from proctor.grading.exam import ExamError
from proctor.isolation.protocol import Isolation

ASKED = Asked("q", "How many?", ("s",), "sqlite", "CREATE TABLE t (a INTEGER);", ("By year.",))
NOWHERE = cast(Isolation, None)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("p.json", '{"a": "SELECT 1", "b": ["SELECT 2", "SELECT 3"]}'),
        (
            "p.jsonl",
            '{"query_name": "a", "sql": "SELECT 1"}\n\n{"query_name": "b", "sql": ["SELECT 2", "SELECT 3"]}\n',
        ),
        ("p.csv", 'query_name,sql\na,SELECT 1\nb,SELECT 2\nb,"SELECT 3"\n'),
    ],
)
def test_files_of_predictions(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    found = read_predictions(tmp_path / name, ["a", "b"])
    assert {name: each.queries for name, each in found.items()} == {
        "a": ("SELECT 1",),
        "b": ("SELECT 2", "SELECT 3"),
    }


def test_spider_files_go_by_line(tmp_path: Path) -> None:
    (tmp_path / "p.sql").write_text("SELECT 1\tworld_1\nSELECT 2\n")
    found = read_predictions(tmp_path / "p.sql", ["a", "b"])
    assert found["a"].queries == ("SELECT 1",) and found["b"].queries == ("SELECT 2",)
    with pytest.raises(PredictionsError, match="2 lines for 3 questions"):
        read_predictions(tmp_path / "p.sql", ["a", "b", "c"])


def test_bad_files_are_named_by_line(tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").write_text('{"query_name": "a", "sql": ""}\n{"sql": 1}\n')
    with pytest.raises(PredictionsError, match=r"p\.jsonl:2"):
        read_predictions(tmp_path / "p.jsonl", ["a"])


class _Model(BaseHTTPRequestHandler):
    requests: ClassVar[list[dict[str, Any]]] = []

    def do_POST(self) -> None:
        self.requests.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        answer = {
            "choices": [{"message": {"content": f"Here:\n```sql\nSELECT {len(self.requests)}\n```"}}],
            "usage": {
                "prompt_tokens": 100,
                "completion_tokens": 7,
                "prompt_tokens_details": {"cached_tokens": 40},
            },
        }
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def model_url() -> Iterator[str]:
    _Model.requests = []
    server = HTTPServer(("127.0.0.1", 0), _Model)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_model_is_asked_in_one_conversation_and_the_last_answer_counts(
    model_url: str, tmp_path: Path
) -> None:
    found = ChatModel(model_url, "m").generate(ASKED, tmp_path, NOWHERE)
    assert found.queries == ("SELECT 2",)
    assert found.usage == (Usage("m", 60, 7, 40),) * 2
    last = _Model.requests[-1]["messages"]
    assert [each["role"] for each in last] == ["system", "user", "assistant", "user"]
    assert "CREATE TABLE t" in last[0]["content"]


def test_a_model_that_can_not_be_reached_is_a_failure_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(SystemFailed, match="could not be asked"):
        ChatModel("http://127.0.0.1:1", "m").generate(ASKED, tmp_path, NOWHERE)


def test_queries_in_an_answer() -> None:
    assert queries_of("```\nSELECT 1\n```or\n```SQL\nSELECT 2\n```") == ("SELECT 1", "SELECT 2")
    assert queries_of("  with a as (select 1) select * from a") != ()
    assert queries_of("I can't tell.") == ()


def test_llama_index_by_a_stand_in() -> None:
    asked: list[str] = []

    class Faked(LlamaIndexBenchmark):
        def make_engine(self, address: str) -> Any:
            def query(text: str) -> Any:
                asked.append(text)
                return SimpleNamespace(metadata={"sql_query": f"SELECT {len(asked)}"})

            assert address == "sqlite:///x"
            return SimpleNamespace(query=query)

    system = Faked()
    system.setup({"db_connection": "sqlite:///x"})
    assert system.generate_query(QueryInfo(ASKED.to_json())).generated_query == "SELECT 2"
    assert asked == ["How many?", "By year."]
    with pytest.raises(ExamError):
        Faked().setup({})


def test_vanna_by_a_stand_in(tmp_path: Path) -> None:
    trained: list[str] = []

    class Faked(VannaBenchmark):
        def make_client(self, settings: Any) -> Any:
            return SimpleNamespace(
                train=lambda documentation: trained.extend([documentation]),
                generate_sql=lambda text: f"SELECT '{text}'",
            )

    context = tmp_path / "context.json"
    context.write_text('[{"id": 1, "statement": "t holds all"}]')
    system = Faked()
    system.setup({"vanna_configs": {"context_file": str(context)}})
    assert system.generate_query(QueryInfo(ASKED.to_json())).generated_query == "SELECT 'How many?\nBy year.'"
    assert trained == ["t holds all"]


def test_llama_index_is_called_as_its_documentation_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, Any] = {}

    class SQLDatabase:
        @classmethod
        def from_uri(cls, uri: str) -> SQLDatabase:
            made["uri"] = uri
            return cls()

        def get_usable_table_names(self) -> set[str]:
            return {"ship"}

    class NLSQLTableQueryEngine:
        def __init__(self, **options: Any) -> None:
            made.update(options)

        def query(self, text: str) -> Any:
            return SimpleNamespace(metadata=None if "year" in text else {"sql_query": "SELECT 1"})

    for name, content in (
        ("llama_index", {}),
        ("llama_index.core", {"SQLDatabase": SQLDatabase}),
        ("llama_index.core.query_engine", {"NLSQLTableQueryEngine": NLSQLTableQueryEngine}),
    ):
        monkeypatch.setitem(sys.modules, name, cast(ModuleType, SimpleNamespace(**content)))
    plugin = Plugin("llama_index_benchmark.LlamaIndexBenchmark", {"db_connection": "sqlite:///x"})
    assert made["uri"] == "sqlite:///x"
    assert (made["tables"], made["sql_only"]) == (["ship"], True)
    plain = Asked("q", "How many?", (), "sqlite", "")
    assert plugin.generate(plain, Path(), NOWHERE).queries == ("SELECT 1",)
    with pytest.raises(SystemFailed, match="returned no SQL"):
        plugin.generate(ASKED, Path(), NOWHERE)
    plugin.close()


def test_vanna_is_called_as_its_documentation_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, Any]] = []

    class ChromaDB_VectorStore:  # noqa: N801 - Vanna's own name
        def __init__(self, config: Any = None) -> None:
            made.append(("store", config))

    class OpenAI_Chat:  # noqa: N801 - Vanna's own name
        def __init__(self, client: Any = None, config: Any = None) -> None:
            made.append(("chat", config))

        def generate_sql(self, question: str) -> str:
            return f"SELECT '{question}'"

    for name, content in (
        ("vanna", {}),
        ("vanna.openai", {"OpenAI_Chat": OpenAI_Chat}),
        ("vanna.chromadb", {"ChromaDB_VectorStore": ChromaDB_VectorStore}),
    ):
        monkeypatch.setitem(sys.modules, name, cast(ModuleType, SimpleNamespace(**content)))
    plugin = Plugin("vanna_benchmark.VannaBenchmark", {"vanna_configs": {"open_ai_key": "k", "model": "m"}})
    assert made == [("store", {"api_key": "k", "model": "m"}), ("chat", {"api_key": "k", "model": "m"})]
    assert plugin.generate(ASKED, Path(), NOWHERE).queries == ("SELECT 'How many?\nBy year.'",)
    plugin.close()


@pytest.mark.parametrize(
    ("path", "config", "extra"),
    [
        ("llama_index_benchmark.LlamaIndexBenchmark", {"db_connection": "sqlite:///x"}, "llama-index"),
        ("vanna_benchmark.VannaBenchmark", {"vanna_configs": {}}, "vanna"),
    ],
)
def test_what_is_missing_is_said(
    path: str, config: dict[str, Any], extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("llama_index", "llama_index.core", "vanna", "vanna.openai"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ExamError, match=rf"proctor\[{extra}\]"):
        Plugin(path, config)


def test_what_was_used_in_vain_is_told(tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text('{"q": {"sql": "", "usage": [{"model": "m", "input_tokens": 7}]}}')
    with pytest.raises(SystemFailed) as failed:
        Predictions(tmp_path / "p.json", ["q"]).generate(ASKED, tmp_path, NOWHERE)
    assert failed.value.usage == (Usage("m", 7),)


def test_only_openais_own_prices_are_known_by_the_models_name(
    model_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = ChatModel(model_url, "gpt-5").generate(ASKED, tmp_path, NOWHERE)
    assert {call.model for call in found.usage} == {"gpt-5"}
    monkeypatch.setattr("proctor.exams.archerfish.systems.chat._OPENAI", "127.0.0.1")
    found = ChatModel(model_url, "gpt-5").generate(ASKED, tmp_path, NOWHERE)
    assert {call.model for call in found.usage} == {"openai/gpt-5"}


def test_classes_are_found_as_the_original_names_them() -> None:
    assert find_class("vanna_benchmark.VannaBenchmark") is VannaBenchmark
    assert find_class("proctor.exams.archerfish.systems.vanna:VannaBenchmark") is VannaBenchmark
    for path in ("nowhere:Nothing", "json:JSONDecoder", "json:nothing"):
        with pytest.raises(ExamError):
            find_class(path)
