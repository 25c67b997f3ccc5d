"""As many containers at once as the memory holds, among all worker processes of this machine.

Memory is counted in tokens, one byte of a lock file each. A worker locks as many as its container may use;
the kernel gives them back when it ends, however it ends.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TOKEN_BYTES = 256 << 20
_POLL_SECONDS = 0.05


def usable_memory() -> int:
    """Four fifths of this machine's memory, in bytes (proc(5), meminfo)."""
    for line in Path("/proc/meminfo").read_text("ascii").splitlines():
        if line.startswith("MemTotal:"):
            return int(line.split()[1]) * 1024 * 4 // 5
    return TOKEN_BYTES


class MemoryGate:
    """Lets work through while its memory fits into `total_bytes`. `path` is the lock file that all share."""

    def __init__(self, path: Path, total_bytes: int) -> None:
        self._path = path
        self._tokens = max(1, total_bytes // TOKEN_BYTES)

    @contextmanager
    def hold(self, wanted_bytes: int) -> Iterator[None]:
        """Wait until so much is free, and hold it. More than there is counts as all there is."""
        wanted = min(self._tokens, max(1, -(-wanted_bytes // TOKEN_BYTES)))
        self._path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            # One at a time collects, so that two that each hold half can't wait for each other.
            fcntl.lockf(file, fcntl.LOCK_EX, 1, self._tokens)
            self._collect(file, wanted)
            fcntl.lockf(file, fcntl.LOCK_UN, 1, self._tokens)
            yield
        finally:
            os.close(file)

    def _collect(self, file: int, wanted: int) -> None:
        held: set[int] = set()
        while True:
            for token in range(self._tokens):
                if len(held) == wanted:
                    return
                if token not in held and _take(file, token):
                    held.add(token)
            if len(held) < wanted:
                time.sleep(_POLL_SECONDS)


def _take(file: int, token: int) -> bool:
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, token)
    except (BlockingIOError, PermissionError):
        return False
    return True
