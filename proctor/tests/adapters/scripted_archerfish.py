"""Sittings of Archerfish by scripted models, as a program of its own (Inspect warns of things that our tests take
for errors): `scripted_archerfish.py OUT` sits two questions with one call each, then one as an agent.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from inspect_ai.model import ChatMessage, Model, ModelOutput, ModelUsage, get_model

from proctor.adapters.inspect.archerfish import ArcherfishSitting
from proctor.adapters.inspect.hold import hold
from proctor.adapters.inspect.rules import Rules
from proctor.core.selection import Selection
from proctor.core.usage import PriceList

PRICES = PriceList.from_json(
    {
        "dated": "today",
        "source": "a test",
        "models": {"mockllm/model": [{"from_prompt_tokens": 0, "input": 1, "output": 2}]},
    }
)
TRIED = ("SELECT count(*) AS n FROM ship", "DROP TABLE ship", "SELECT nothing FROM ship")


def model(seen: list[str], tried: tuple[str, ...]) -> Model:
    """Tries these queries if it is given the tool; then answers."""

    def answer(messages: list[ChatMessage], tools: Any, *_: Any) -> ModelOutput:
        seen[:] = [message.text for message in messages if message.role in ("user", "tool")]
        said = sum(message.role == "assistant" for message in messages)
        if said < len(tried):
            output = ModelOutput.for_tool_call("mockllm/model", "query", {"sql": tried[said]})
        elif tried:
            output = ModelOutput.for_tool_call(
                "mockllm/model", "submit", {"answer": "SELECT count(*) FROM ship"}
            )
        else:
            told = "It depends." if "Norland" in seen[0] else "```sql\nSELECT count(*) FROM ship\n```"
            output = ModelOutput.from_content("mockllm/model", told)
        output.usage = ModelUsage(input_tokens=1000, output_tokens=100, total_tokens=1100)
        return output

    return get_model("mockllm/model", custom_outputs=answer, memoize=False)


def main(out: Path) -> None:
    told = {}
    for mode, names, tried in (
        ("single", ["harbour_1", "harbour_2"], ()),
        ("agent", ["harbour_1"], TRIED),
    ):
        seen: list[str] = []
        kind = ArcherfishSitting({"mode": mode})
        rules = Rules(out=out / mode, jobs=1, prices=PRICES)
        held = hold(kind, kind.questions(names, Selection()), rules, model(seen, tried))
        told[mode] = {"lines": list(held.lines), "failed": held.failed, "seen": list(seen)}
    print("RESULT " + json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
