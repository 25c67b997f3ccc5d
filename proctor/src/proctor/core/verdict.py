"""What became of one case, and the evidence for it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from proctor.core.json_types import JsonObject
from proctor.core.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of one case.

    wall_seconds, cpu_seconds, peak_rss_bytes and exit_code are those of the submission's process tree alone
    (not of the oracle), and None where it never ran. `evidence` holds what the exam found, bounded in size,
    as JSON values; texts in it are raw and pass through `core.printable` before a person sees them.
    """

    case: str
    content_hash: str
    outcome: Outcome
    tags: tuple[str, ...] = ()
    wall_seconds: float | None = None
    cpu_seconds: float | None = None
    peak_rss_bytes: int | None = None
    exit_code: int | None = None
    evidence: JsonObject = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The verdict as a JSON object; `from_json` reads it back equal."""
        return {
            "case": self.case,
            "content_hash": self.content_hash,
            "outcome": self.outcome.value,
            "tags": list(self.tags),
            "wall_seconds": self.wall_seconds,
            "cpu_seconds": self.cpu_seconds,
            "peak_rss_bytes": self.peak_rss_bytes,
            "exit_code": self.exit_code,
            "evidence": dict(self.evidence),
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Verdict:
        """Read what `to_json` wrote.

        Raises KeyError for a missing field and ValueError for an unknown outcome.
        """
        return cls(
            case=record["case"],
            content_hash=record["content_hash"],
            outcome=Outcome(record["outcome"]),
            tags=tuple(record["tags"]),
            wall_seconds=record["wall_seconds"],
            cpu_seconds=record["cpu_seconds"],
            peak_rss_bytes=record["peak_rss_bytes"],
            exit_code=record["exit_code"],
            evidence=record["evidence"],
        )

    def to_line(self) -> bytes:
        """One line of a verdict file: compact JSON, ASCII, ended by a newline."""
        return json.dumps(self.to_json(), separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"
