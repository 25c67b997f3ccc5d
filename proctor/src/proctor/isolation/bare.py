"""No isolation at all: limits only. For a machine that can't do better, and said on every scorecard."""

from __future__ import annotations

import shutil

from proctor.isolation.launch import PATH, Launcher
from proctor.isolation.protocol import Command, Completed, IsolationError


class Bare:
    """Runs programs as they are, with resource limits and an end to their process tree, but without walls."""

    name = "bare"
    warning = (
        "no isolation: the submission could use the network, read the expected answers and change files of "
        "this account; do not trust this figure for a submission you have not read"
    )

    def __init__(self) -> None:
        self._launcher = Launcher()

    def run(self, command: Command) -> Completed:
        """See `Isolation.run`."""
        return self._launcher.run(self.wrap(command), command.workdir or command.writable, command)

    def wrap(self, command: Command) -> list[str]:
        """See `Isolation.wrap`."""
        program, *arguments = command.argv
        found = shutil.which(program, path=command.env.get("PATH", PATH))
        if found is None and "/" not in program:
            raise IsolationError(f"there is no program {program!r} on the PATH")
        return [found or program, *arguments]

    def close(self) -> None:
        """See `Isolation.close`."""
        self._launcher.close()
