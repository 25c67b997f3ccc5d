"""Who works in the room: Inspect's own ReAct loop, or one of inspect-swe's coding agents."""

from __future__ import annotations

from importlib import import_module

from inspect_ai.agent import Agent, react
from inspect_ai.tool import bash

REACT = "react"
SWE = ("claude_code", "codex_cli", "gemini_cli", "kimi_code", "opencode", "mini_swe_agent")
AGENTS = (REACT, *SWE)
_SECONDS = 600


def open_agent(name: str, room: str) -> Agent:
    """The agent `name`.

    Raises ValueError for an unknown one, one whose package is missing, and one that needs another room.
    """
    if name == REACT:
        return react(tools=[bash(timeout=_SECONDS)])
    if name not in SWE:
        raise ValueError(f"no agent is named {name!r}; there are {', '.join(AGENTS)}")
    if room != "docker":
        raise ValueError(f"the agent {name} keeps a service running in its room: choose the room docker")
    try:
        package = import_module("inspect_swe")
    except ImportError:
        raise ValueError(f"the agent {name} needs inspect-swe: pip install proctor[inspect]") from None
    agent: Agent = getattr(package, name)()
    return agent
