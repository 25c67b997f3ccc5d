"""A model behind an OpenAI-compatible HTTP interface, asked with the schema in its prompt."""

from __future__ import annotations

import json
import os
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

from proctor.core.usage import Usage
from proctor.exams.archerfish.systems import Asked, Generated, SystemFailed
from proctor.grading.exam import ExamError
from proctor.isolation.protocol import Isolation

KEY_VARIABLES = ("PROCTOR_MODEL_API_KEY", "OPENAI_API_KEY")
_FENCE = re.compile(r"```(?:[A-Za-z]*)\s*\n(.*?)```", re.DOTALL)
_MOST = 1 << 20
_OPENAI = "api.openai.com"

SYSTEM_PROMPT = """You write one SQL query in the {dialect} dialect that answers the user's question.
Use only the tables below. Answer with the query alone, in a ```sql block. If the question can be understood
in several ways and you cannot tell which is meant, give one block for each.

{schema}"""


class ChatModel:
    """Asks the model question by question; follow-ups stay in one conversation."""

    def __init__(self, base_url: str, model: str, seconds: float = 120.0) -> None:
        """base_url: up to but without `/chat/completions`. Raises ExamError for what is no HTTP address."""
        if not base_url.startswith(("http://", "https://")):
            raise ExamError("base_url begins with http:// or https://")
        self._url = base_url.rstrip("/") + "/chat/completions"
        self._model = model
        # Prices are known by provider; of other servers of this interface nothing can be said.
        own = urllib.parse.urlsplit(base_url).hostname == _OPENAI and "/" not in model
        self._priced_as = f"openai/{model}" if own else model
        self._seconds = seconds

    def generate(self, asked: Asked, workplace: Path, isolation: Isolation) -> Generated:
        """See `System.generate`."""
        system = SYSTEM_PROMPT.format(dialect=asked.dialect, schema=asked.schema)
        messages = [{"role": "system", "content": system}]
        usage: list[Usage] = []
        started = time.perf_counter()
        text = ""
        for prompt in asked.prompts:
            messages.append({"role": "user", "content": prompt})
            text = self._complete(messages, usage)
            messages.append({"role": "assistant", "content": text})
        queries = queries_of(text)
        if not queries:
            raise SystemFailed("the model gave no SQL", usage=usage)
        return Generated(queries, time.perf_counter() - started, usage=tuple(usage))

    def close(self) -> None:
        """See `System.close`."""

    def _complete(self, messages: list[dict[str, str]], usage: list[Usage]) -> str:
        body = json.dumps({"model": self._model, "messages": messages, "temperature": 0}).encode()
        headers = {"Content-Type": "application/json"}
        key = next((os.environ[name] for name in KEY_VARIABLES if os.environ.get(name)), None)
        if key is not None:
            headers["Authorization"] = f"Bearer {key}"
        request = urllib.request.Request(self._url, body, headers)
        try:
            with urllib.request.urlopen(request, timeout=self._seconds) as reply:
                record: Any = json.loads(reply.read(_MOST))
            text = record["choices"][0]["message"]["content"] or ""
        except TimeoutError as fault:
            raise SystemFailed("the model did not answer in time", timed_out=True, usage=usage) from fault
        except (urllib.error.URLError, OSError, ValueError, LookupError, TypeError) as fault:
            raise SystemFailed(
                f"the model could not be asked: {type(fault).__name__}: {fault}", usage=usage
            ) from fault
        counted = record.get("usage") or {}
        cached = (counted.get("prompt_tokens_details") or {}).get("cached_tokens") or 0
        usage.append(
            Usage(
                self._priced_as,
                max(0, int(counted.get("prompt_tokens") or 0) - cached),
                int(counted.get("completion_tokens") or 0),
                cached,
            )
        )
        return str(text)


def queries_of(text: str) -> tuple[str, ...]:
    """The queries in a model's answer: each fenced block, or the whole text if it looks like a query."""
    blocks = [block.strip() for block in _FENCE.findall(text) if block.strip()]
    if blocks:
        return tuple(blocks)
    bare = text.strip()
    return (bare,) if re.match(r"(?i)(select|with|values|\()", bare) else ()
