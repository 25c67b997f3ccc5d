"""Says which process made something that outlives it, so that what a killed one left can be told."""

from __future__ import annotations

import os
import socket
from pathlib import Path


def owner() -> str:
    """This process, so that no other is taken for it: host, process id and its start (proc(5), stat)."""
    return f"{socket.gethostname()}:{os.getpid()}:{_started(os.getpid())}"


def is_alive(told: str) -> bool:
    """Whether the owner lives; one on another host is taken to."""
    host, _, rest = told.partition(":")
    pid, _, started = rest.partition(":")
    return host != socket.gethostname() or (pid.isdigit() and _started(int(pid)) == started)


def _started(pid: int) -> str:
    try:
        told = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return "gone"
    return told.rpartition(")")[2].split()[19]
