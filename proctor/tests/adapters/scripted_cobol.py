"""A sitting of the COBOL exam by a scripted model, as a program of its own (Inspect warns of things that our
tests take for errors): `scripted_cobol.py OUT CASES PORT` prints how it ended, then what the model saw.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from inspect_ai.model import ChatMessage, ModelOutput, ModelUsage, get_model

from proctor.adapters.inspect.cobol_migration import CobolMigrationSitting
from proctor.adapters.inspect.hold import hold
from proctor.adapters.inspect.rules import Rules
from proctor.core.selection import Selection

LOOK = """
find . -type f | sort; find / -name hidden -not -path '/proc/*' 2>/dev/null | head -3
for tool in cobc g++ python3; do t=$(command -v $tool) && test -s $t && echo has $tool; done; true
"""


def main(out: Path, cases: Path, port: Path) -> None:
    commands = [LOOK, f"cat > submission/loan-interest/python/main.py <<'END'\n{port.read_text()}\nEND"]
    seen: list[str] = []

    def answer(messages: list[ChatMessage], *_: Any) -> ModelOutput:
        seen[:] = [message.text for message in messages if message.role in ("user", "tool")]
        said = sum(message.role == "assistant" for message in messages)
        tool, arguments = ("submit", {"answer": "done"})
        if said < len(commands):
            tool, arguments = ("bash", {"command": commands[said]})
        output = ModelOutput.for_tool_call("mockllm/model", tool, arguments)
        output.usage = ModelUsage(input_tokens=1000, output_tokens=100, total_tokens=1100)
        return output

    kind = CobolMigrationSitting()
    model = get_model("mockllm/model", custom_outputs=answer, memoize=False)
    held = hold(kind, kind.questions(["python"], Selection(cases)), Rules(out=out, jobs=1), model)
    print("RESULT " + json.dumps({"lines": list(held.lines), "failed": held.failed, "seen": seen}))


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:4]))
