"""The figures of this exam's own: kinds of ends, times, tables, tokens, readings, R-VES."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping

from proctor.core.json_types import Json, JsonObject
from proctor.core.verdict import Verdict

_TIMES = {
    "generation_seconds": "generation",
    "generated_seconds": "generated query",
    "golden_seconds": "golden query",
}
_TOKENS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")


def figures_of(verdicts: Iterable[Verdict]) -> JsonObject:
    """Sum verdicts up, reading them once."""
    kinds: Counter[str] = Counter()
    times: dict[str, list[float]] = {name: [] for name in _TIMES}
    tokens: Counter[str] = Counter()
    tables = [0, 0]
    rewards: list[float] = []
    recalls: list[float] = []
    all_found = 0
    for verdict in verdicts:
        evidence = verdict.evidence
        kinds[str(evidence.get("kind", verdict.outcome.value))] += 1
        for name, found in times.items():
            if isinstance(value := evidence.get(name), int | float):
                found.append(value)
        if evidence.get("generated_tables"):
            tables[0] += evidence.get("table_check") is True
            tables[1] += 1
        if isinstance(reward := evidence.get("r_ves_reward"), int | float):
            rewards.append(reward)
        if isinstance(readings := evidence.get("readings"), Mapping):
            recalls.append(float(str(readings["recall"])))
            all_found += not readings["missed"]
        _count_tokens(evidence.get("usage"), tokens)
    rows: list[Json] = [[kind, count] for kind, count in sorted(kinds.items())]
    figures: dict[str, Json] = {"ends": {"columns": ["kind", "questions"], "rows": rows}}
    if any(times.values()):
        figures["times_in_seconds"] = {"columns": ["of", "median", "largest", "sum"], "rows": _times(times)}
    figures["same_tables_as_golden"] = f"{tables[0]} of {tables[1]}"
    if tokens:
        figures["tokens"] = {"columns": ["kind", "tokens"], "rows": [[name, n] for name, n in tokens.items()]}
    if recalls:
        figures["ambiguous_questions"] = len(recalls)
        figures["readings_found_on_average"] = round(statistics.fmean(recalls), 4)
        figures["all_readings_found"] = all_found
    if rewards:
        # BIRD sums the square roots of the rewards.
        figures["r_ves"] = round(100 * statistics.fmean(math.sqrt(each) for each in rewards), 2)
    return figures


def _times(times: Mapping[str, list[float]]) -> list[Json]:
    return [
        [_TIMES[name], round(statistics.median(found), 4), round(max(found), 4), round(sum(found), 4)]
        for name, found in times.items()
        if found
    ]


def _count_tokens(usage: object, tokens: Counter[str]) -> None:
    for call in usage if isinstance(usage, list) else ():
        for name in _TOKENS:
            if call.get(name):
                tokens[name] += int(call[name])
