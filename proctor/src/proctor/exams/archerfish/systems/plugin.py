"""Archerfish's plug-in contract: a class with `setup`, `generate_query` and `cleanup`, named `module:Class`.

`setup(config)` is given the implementation's whole entry of the benchmark config, once in each worker
process. `generate_query(query_info)` is given the question as a mapping whose keys can also be read as
attributes, never with the golden, and returns a TaskResult, a text, or a list of texts. `cleanup()` ends it.
The constructor is called with those of Archerfish's arguments that it names: workload_data, halt_on_error,
intent_based_match.
"""

from __future__ import annotations

import inspect
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from proctor.core.json_types import Json
from proctor.core.usage import Usage
from proctor.exams.archerfish.systems import Asked, Generated, SystemFailed, queries_in
from proctor.grading.exam import ExamError
from proctor.isolation.protocol import Isolation

SHIPPED = {
    "LlamaIndexBenchmark": "proctor.exams.archerfish.systems.llama_index",
    "VannaBenchmark": "proctor.exams.archerfish.systems.vanna",
}


@dataclass(slots=True)
class TaskResult:
    """What `generate_query` returns. tables: those the system says it used."""

    generated_query: str | list[str] = ""
    query_id: str | None = None
    generated_query_tables: list[str] | None = None
    usage: list[Usage] = field(default_factory=list)


class BenchmarkBase(ABC):
    """A base for plug-ins; any class with the three methods will do."""

    def __init__(
        self, workload_data: object = None, halt_on_error: bool = False, intent_based_match: bool = True
    ) -> None:
        self.workload_data = workload_data
        self.halt_on_error = halt_on_error
        self.intent_based_match = intent_based_match

    def setup(self, config: Mapping[str, Json]) -> None:  # noqa: B027 - many have nothing to make ready
        """Make ready. config: the implementation's entry of the benchmark config."""

    @abstractmethod
    def generate_query(self, query_info: Any) -> TaskResult:
        """Turn `query_info.question` into SQL."""

    def cleanup(self) -> None:  # noqa: B027 - many have nothing to let go of
        """Let go of what `setup` opened."""


class QueryInfo(dict[str, Any]):
    """A question's entry: keys and attributes are the same."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def find_class(path: str, folder: Path | None = None) -> type[Any]:
    """The class of `module:Class` or `module.Class`; `folder` is looked in too. Raises ExamError."""
    module, _, name = path.replace(":", ".").rpartition(".")
    if folder is not None and str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    try:
        found = getattr(import_module(module), name)
    except ModuleNotFoundError as fault:
        own = module == fault.name or module.startswith(f"{fault.name}.")
        if not own or name not in SHIPPED:
            raise ExamError(f"the class {path} can't be loaded: {fault}") from fault
        found = getattr(import_module(SHIPPED[name]), name)
    except (ImportError, AttributeError, ValueError) as fault:
        raise ExamError(f"the class {path} can't be loaded: {fault}") from fault
    for method in ("setup", "generate_query", "cleanup"):
        if not callable(getattr(found, method, None)):
            raise ExamError(f"the class {path} has no method {method}")
    assert isinstance(found, type)
    return found


class Plugin:
    """Calls a plug-in class. It runs in this process: a plug-in is trusted as any library is."""

    def __init__(
        self, path: str, config: Mapping[str, Json], folder: Path | None = None, *, intent: bool = True
    ) -> None:
        """Raises ExamError if the class can't be loaded or set up."""
        found = find_class(path, folder)
        offered = {"workload_data": {}, "halt_on_error": False, "intent_based_match": intent}
        parameters = inspect.signature(found).parameters
        try:
            self._plugin = found(**{name: value for name, value in offered.items() if name in parameters})
            self._plugin.setup(dict(config))
        except Exception as fault:  # a plug-in is another's code: whatever it raises is told in one line
            raise ExamError(f"setup of {path} failed: {type(fault).__name__}: {fault}") from fault

    def generate(self, asked: Asked, workplace: Path, isolation: Isolation) -> Generated:
        """See `System.generate`."""
        info = QueryInfo(asked.to_json(), auto_select_schema=False)
        started = time.perf_counter()
        try:
            result = self._plugin.generate_query(info)
        except Exception as fault:  # as above: it costs the plug-in this question, not the run
            raise SystemFailed(
                f"generate_query failed: {type(fault).__name__}: {fault}", crashed=True
            ) from fault
        seconds = time.perf_counter() - started
        queries = queries_in(
            result if isinstance(result, str | list | tuple) else _of(result, "generated_query")
        )
        usage = tuple(call for call in _of(result, "usage") or () if isinstance(call, Usage))
        if not queries:
            raise SystemFailed("generate_query returned no SQL", usage=usage)
        tables = _of(result, "generated_query_tables")
        return Generated(
            queries,
            seconds,
            tuple(map(str, tables)) if isinstance(tables, list | tuple) else None,
            usage,
        )

    def close(self) -> None:
        """See `System.close`."""
        self._plugin.cleanup()


def _of(result: object, name: str) -> Any:
    return result.get(name) if isinstance(result, Mapping) else getattr(result, name, None)
