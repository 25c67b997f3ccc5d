"""Opens a backend by its name."""

from __future__ import annotations

from proctor.isolation.protocol import Isolation

NAMES = ("bubblewrap", "docker", "bare")
DEFAULT = "bubblewrap"


def open_isolation(name: str = DEFAULT) -> Isolation:
    """Open the backend `name`.

    Raises IsolationUnavailable, with how to install it, where it can't run, and ValueError for an unknown
    name. There is no fallback from one to another: a figure must not depend on what happened to be installed.
    """
    if name == "bubblewrap":
        from proctor.isolation.bubblewrap import Bubblewrap

        return Bubblewrap()
    if name == "docker":
        from proctor.isolation.docker import Docker

        return Docker()
    if name == "bare":
        from proctor.isolation.bare import Bare

        return Bare()
    raise ValueError(f"no isolation is named {name!r}; there are {', '.join(NAMES)}")
