"""A sitting of Multi-SWE-bench by a scripted model, as a program of its own (Inspect warns of things that our
tests take for errors): `scripted_swe.py OUT CASES RECIPES` resolves the issue about the answer and leaves any
other alone; prints how it ended, then what the model saw of the first.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from inspect_ai.model import ChatMessage, ModelOutput, ModelUsage, get_model

from proctor.adapters.inspect.hold import hold
from proctor.adapters.inspect.multi_swe_bench import MultiSweBenchSitting
from proctor.adapters.inspect.rules import Rules
from proctor.core.selection import Selection

LOOK = r"""
git log --format='commit %s' --all; git tag; git remote; git reflog --all; ls /home tests
git cat-file --batch-check='object %(objecttype)' --batch-all-objects | grep -c commit
sh run.sh
"""
# A commit, a staged file, and a byte that is no UTF-8: what git was told on the way changes nothing.
FIX = r"""
sed -i s/41/42/ answer.sh && git -c user.name=m -c user.email=m@example.org commit -qam wip
printf 'caf\351\n' > note.txt && git add note.txt
"""


def main(out: Path, cases: Path, recipes: Path) -> None:
    seen: list[str] = []

    def answer(messages: list[ChatMessage], *_: Any) -> ModelOutput:
        commands: list[str] = []
        if any("# The answer is off by one" in message.text for message in messages):
            commands = [LOOK, FIX]
            seen[:] = [message.text for message in messages if message.role in ("user", "tool")]
        said = sum(message.role == "assistant" for message in messages)
        tool, arguments = ("submit", {"answer": "done"})
        if said < len(commands):
            tool, arguments = ("bash", {"command": commands[said]})
        output = ModelOutput.for_tool_call("mockllm/model", tool, arguments)
        output.usage = ModelUsage(input_tokens=1000, output_tokens=100, total_tokens=1100)
        return output

    kind = MultiSweBenchSitting({"recipes": str(recipes)})
    model = get_model("mockllm/model", custom_outputs=answer, memoize=False)
    held = hold(kind, kind.questions([], Selection(cases)), Rules(out=out, jobs=1), model)
    print("RESULT " + json.dumps({"lines": list(held.lines), "failed": held.failed, "seen": seen}))


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:4]))
