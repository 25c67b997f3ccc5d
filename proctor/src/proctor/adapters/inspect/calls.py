"""Records every call's usage as it ends, so that a killed sitting still knows what it spent."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from inspect_ai.hooks import Hooks, ModelUsageData, hooks
from inspect_ai.model import ModelUsage

from proctor.core.usage import Usage
from proctor.reporting.bill import append_call


@dataclass(frozen=True, slots=True)
class CallLog:
    """Where the calls of the sitting that runs in this context go; on_call is told of each."""

    folder: Path
    batch: bool = False
    on_call: Callable[[Usage], None] | None = None


CURRENT: ContextVar[CallLog | None] = ContextVar("proctor_call_log", default=None)


def usage_of(model: str, usage: ModelUsage, batch: bool = False) -> Usage:
    """Inspect's figures as ours. Both count cached tokens apart from the other input tokens."""
    return Usage(
        model=model,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cache_read_tokens=usage.input_tokens_cache_read or 0,
        cache_write_tokens=usage.input_tokens_cache_write or 0,
        batch=batch,
    )


@hooks(name="proctor_calls", description="keeps each call's usage beside the sitting's submission")
class RecordCalls(Hooks):
    """Inspect tells it of each call that reached a provider; calls answered by Inspect's own cache cost
    nothing.
    """

    async def on_model_usage(self, data: ModelUsageData) -> None:
        """Append the call to the record of the sitting it belongs to; calls of other tasks are left alone."""
        log = CURRENT.get()
        if log is None:
            return
        call = usage_of(data.model_name, data.usage, log.batch)
        append_call(log.folder, call)
        if log.on_call is not None:
            log.on_call(call)
