"""Sittings by a scripted model, as a program: the scenarios of a JSON file one after another (see `run`).

A program of its own, because Inspect warns of things that our tests take for errors, and one for several
scenarios, because importing Inspect is the dearest part of each.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from inspect_ai.model import ChatMessage, GenerateConfig, ModelOutput, ModelUsage, get_model
from inspect_ai.tool import ToolChoice, ToolInfo
from inspect_ai.util import SandboxEnvironment

from proctor.adapters.inspect.docker_room import ContainerConfig
from proctor.adapters.inspect.hold import hold, kind_of
from proctor.adapters.inspect.kinds import Answer, Output, Question, Taking
from proctor.adapters.inspect.multilangbench import MultiLangBenchSitting
from proctor.adapters.inspect.rules import Rules
from proctor.core.selection import Selection
from proctor.grading.exam import Refused
from proctor.isolation.process_owner import owner
from proctor.reporting.bill import load_prices

MANIFEST = 'language = "python"\nentry = "engine.py"\n'


def write_engine(question: Question, text: str, folder: Path) -> None:
    if "import" not in text:
        raise Refused("the answer holds no program")
    (folder / "engine.py").write_text(text)
    (folder / "submission.toml").write_text(MANIFEST)


class Variants(MultiLangBenchSitting):
    """The exam sat in other manners. how: `folder`, `answer`, `output`, or `refused` for a room with a trace."""

    rooms = ("bubblewrap", "docker", "none")
    how = "folder"
    image = ""

    def questions(self, chosen: Any, selection: Selection) -> list[Question]:
        found = super().questions(chosen, selection)
        return [
            replace(one, files={"hint.txt": b"a hint"}, setup=[["test", "-f", "hint.txt"]]) for one in found
        ]

    def taking(self, question: Question) -> Taking:
        if self.how == "answer":
            return Answer(write_engine)
        if self.how == "output":
            return Output(["cat", "engine.py"], write_engine)
        return super().taking(question)

    def container(self, question: Question) -> ContainerConfig:
        return ContainerConfig(image=self.image, memory_bytes=256 << 20, processes=64)

    async def check(self, question: Question, room: SandboxEnvironment) -> str | None:
        assert await room.read_file("hint.txt") == "a hint"
        return "a trace of SQLite: /usr/lib/libsqlite3.so" if self.how == "refused" else None


def answers(scenario: dict[str, Any]) -> Callable[..., ModelOutput]:
    """The model: a command a call, then its answer; each call used the same.

    kill: the call at which this process dies; lose: the one at which its container goes.
    """
    calls = 0

    def answer(
        messages: list[ChatMessage], tools: list[ToolInfo], choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        nonlocal calls
        calls += 1
        if scenario.get("kill") == calls:
            os.kill(os.getpid(), signal.SIGKILL)
        if scenario.get("lose") == calls:
            lose_container()
        said = sum(message.role == "assistant" for message in messages)
        if said < len(scenario["commands"]):
            command = scenario["commands"][said].replace("CALL", str(calls))
            output = ModelOutput.for_tool_call("mockllm/model", "bash", {"command": command})
        elif scenario.get("agent") == "single":
            output = ModelOutput.from_content("mockllm/model", scenario["answer"])
        else:
            text = scenario.get("answer", "done")
            output = ModelOutput.for_tool_call("mockllm/model", "submit", {"answer": text})
        output.usage = ModelUsage(
            input_tokens=1000, output_tokens=100, total_tokens=1600, input_tokens_cache_read=500
        )
        return output

    return answer


def lose_container() -> None:
    """What a daemon does that restarts, or an operator who tidies up."""
    listed = ["docker", "ps", "--quiet", "--filter", f"label=proctor.owner={owner()}"]
    found = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split()
    subprocess.run(["docker", "rm", "--force", *found], check=True, capture_output=True)


def run(scenario: dict[str, Any]) -> dict[str, Any]:
    """Hold the sitting that a scenario describes."""
    if scenario.get("exam"):
        kind = kind_of(scenario["exam"], scenario.get("options"))
    else:
        kind = Variants()
        kind.how, kind.image = scenario.get("how", "folder"), scenario.get("image", "")
    money = scenario.get("money")
    rules = Rules(
        out=Path(scenario["out"]), room=scenario.get("room"), agent=scenario.get("agent"), jobs=1,
        isolation=scenario.get("isolation", "bubblewrap"), prices=load_prices(Path(scenario["prices"])),
        money=Decimal(money) if money else None, tokens=scenario.get("tokens"),
        image=scenario.get("own_image"), seconds=scenario.get("seconds"), epochs=scenario.get("epochs", 1),
    )  # fmt: skip
    selection = Selection(Path(scenario["cases"]), everything=True)
    model = get_model("mockllm/model", custom_outputs=answers(scenario), memoize=False)
    held = hold(kind, kind.questions(scenario.get("languages", ["python"]), selection), rules, model)
    return {"lines": list(held.lines), "failed": held.failed}


def main() -> None:
    for scenario in json.loads(Path(sys.argv[1]).read_text()):
        print("RESULT " + json.dumps({"name": scenario["name"], **run(scenario)}), flush=True)


if __name__ == "__main__":
    main()
