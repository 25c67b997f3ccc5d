"""LlamaIndex's `NLSQLTableQueryEngine` behind Archerfish's plug-in contract (extra: `llama-index`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proctor.core.json_types import Json
from proctor.exams.archerfish.systems.plugin import BenchmarkBase, TaskResult
from proctor.grading.exam import ExamError


class LlamaIndexBenchmark(BenchmarkBase):
    """Asks the engine for SQL without having it run. `make_engine` can be replaced in a subclass."""

    def setup(self, config: Mapping[str, Json]) -> None:
        """Open the engine on `databases.source.connection`, else `db_connection`. Raises ExamError."""
        databases = config.get("databases")
        source = databases.get("source") if isinstance(databases, Mapping) else None
        address = source.get("connection") if isinstance(source, Mapping) else config.get("db_connection")
        if not isinstance(address, str):
            raise ExamError("LlamaIndexBenchmark needs databases.source.connection")
        self.engine = self.make_engine(address)

    def make_engine(self, address: str) -> Any:
        """A query engine whose `query(text)` gives a response with `metadata["sql_query"]`."""
        try:
            core = __import__("llama_index.core", fromlist=["SQLDatabase"])
            query_engine = __import__("llama_index.core.query_engine", fromlist=["NLSQLTableQueryEngine"])
        except ImportError as missing:
            raise ExamError("LlamaIndexBenchmark needs: pip install 'proctor[llama-index]'") from missing
        database = core.SQLDatabase.from_uri(address)
        tables = list(database.get_usable_table_names())
        return query_engine.NLSQLTableQueryEngine(sql_database=database, tables=tables, sql_only=True)

    def generate_query(self, query_info: Any) -> TaskResult:
        """The SQL of the last prompt's response."""
        sql = ""
        for prompt in (query_info.question, *query_info.tweaks):
            response = self.engine.query(prompt)
            sql = str((response.metadata or {}).get("sql_query") or "")
        return TaskResult(sql)
