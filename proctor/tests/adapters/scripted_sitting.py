"""A sitting by a scripted model, as a program: OUT WHAT [killed]. WHAT is a kind of submission it writes."""

from __future__ import annotations

import os
import signal
import sys
from decimal import Decimal
from pathlib import Path

from inspect_ai.model import ChatMessage, GenerateConfig, ModelOutput, ModelUsage, get_model
from inspect_ai.tool import ToolChoice, ToolInfo

from proctor.adapters.inspect.hold import hold, kind_of
from proctor.adapters.inspect.rules import Rules
from proctor.core.selection import Selection
from proctor.reporting.bill import load_prices

HONEST = """mkdir submission && cd submission
printf 'import sys\\nopen(sys.argv[1], "ab").close()\\n' > engine.py
printf 'language = "python"\\ncommand = ["python3", "-I", "engine.py"]\\n' > submission.toml"""
SCRIPTS = {"honest": HONEST, "nothing": "true", "escape": "ln -s /etc submission"}


def main() -> None:
    out, what, end = Path(sys.argv[1]), sys.argv[2], sys.argv[3]

    def answer(
        messages: list[ChatMessage], tools: list[ToolInfo], choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        said = sum(message.role == "assistant" for message in messages)
        if said == 1 and end == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if said and end != "spend":
            output = ModelOutput.for_tool_call("mockllm/model", "submit", {"answer": "done"})
        else:
            command = SCRIPTS[what] if not said else "true"
            output = ModelOutput.for_tool_call("mockllm/model", "bash", {"command": command})
        output.usage = ModelUsage(
            input_tokens=1000, output_tokens=100, total_tokens=1600, input_tokens_cache_read=500
        )
        return output

    kind = kind_of("multilangbench")
    isolation = "no-such-isolation" if end == "our-fault" else "bubblewrap"
    rules = Rules(
        out=out, jobs=1, isolation=isolation,
        prices=load_prices(out.parent / "prices.toml"), money=Decimal("0.01") if end == "spend" else None,
    )  # fmt: skip
    selection = Selection(Path("bundled"), prefixes=("00", "01"))
    held = hold(
        kind, kind.questions(["python"], selection), rules, get_model("mockllm/model", custom_outputs=answer)
    )
    print("\n".join(held.lines))
    sys.exit(1 if held.failed else 0)


if __name__ == "__main__":
    main()
