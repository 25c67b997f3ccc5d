"""Vanna's `generate_sql` behind Archerfish's plug-in contract (extra: `vanna`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from proctor.core.json_types import Json
from proctor.exams.archerfish.systems.plugin import BenchmarkBase, TaskResult
from proctor.grading.exam import ExamError


class VannaBenchmark(BenchmarkBase):
    """Trains Vanna on the context file's statements and asks it. A subclass may replace `make_client`."""

    def setup(self, config: Mapping[str, Json]) -> None:
        """Open the client by `vanna_configs` (open_ai_key, context_file, model). Raises ExamError."""
        settings = config.get("vanna_configs")
        if not isinstance(settings, Mapping):
            raise ExamError("VannaBenchmark needs vanna_configs")
        self.client = self.make_client(settings)
        context = settings.get("context_file")
        if isinstance(context, str) and context:
            for entry in json.loads(Path(context).read_text("utf-8")):
                self.client.train(documentation=entry["statement"])

    def make_client(self, settings: Mapping[str, Json]) -> Any:
        """A client with `train(documentation=…)` and `generate_sql(question)`."""
        try:
            chat = __import__("vanna.openai", fromlist=["OpenAI_Chat"])
            store = __import__("vanna.chromadb", fromlist=["ChromaDB_VectorStore"])
        except ImportError as missing:
            raise ExamError("VannaBenchmark needs: pip install 'proctor[vanna]'") from missing

        def construct(self: Any, config: Mapping[str, Any]) -> None:
            store.ChromaDB_VectorStore.__init__(self, config=config)
            chat.OpenAI_Chat.__init__(self, config=config)

        both = (store.ChromaDB_VectorStore, chat.OpenAI_Chat)
        client = type("Client", both, {"__init__": construct})
        return client(
            {"api_key": settings.get("open_ai_key"), "model": settings.get("model") or "gpt-4o-mini"}
        )

    def generate_query(self, query_info: Any) -> TaskResult:
        """The SQL for the question, its follow-ups beneath it."""
        return TaskResult(
            str(self.client.generate_sql("\n".join((query_info.question, *query_info.tweaks))) or "")
        )
