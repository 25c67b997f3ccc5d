"""Who sits: Inspect's own ReAct loop, one call alone, or one of inspect-swe's coding agents."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from inspect_ai.agent import Agent, AgentSubmit, as_solver, react
from inspect_ai.solver import Solver, generate
from inspect_ai.tool import Tool, bash

REACT = "react"
SINGLE = "single"
SWE = ("claude_code", "codex_cli", "gemini_cli", "kimi_code", "opencode", "mini_swe_agent")
AGENTS = (REACT, SINGLE, *SWE)
_BASH_SECONDS = 600


def check_agent(name: str, room: str) -> None:
    """Raises ValueError for an unknown agent, one whose package is missing, one that needs another room."""
    if name not in AGENTS:
        raise ValueError(f"no agent is named {name!r}; there are {', '.join(AGENTS)}")
    if name not in SWE:
        return
    if room != "docker":
        raise ValueError(f"the agent {name} keeps a service running in its room: choose the room docker")
    try:
        import_module("inspect_swe")
    except ImportError:
        raise ValueError(f"the agent {name} needs inspect-swe: pip install proctor[inspect]") from None


def open_agent(name: str, room: str, tools: Sequence[Tool], answer_only: bool) -> Solver:
    """The agent as a solver.

    tools: what it gets beside a shell in its room (none for `single`). answer_only: the answer that it
    submits is its whole completion.
    """
    if name == SINGLE:
        return generate(tool_calls="none")
    if name == REACT:
        shell = [] if room == "none" else [bash(timeout=_BASH_SECONDS)]
        return as_solver(react(tools=[*shell, *tools], submit=AgentSubmit(answer_only=answer_only)))
    factory = getattr(import_module("inspect_swe"), name)
    agent: Agent = factory(bridged_tools=list(tools)) if tools else factory()
    return as_solver(agent)
