"""What becomes of an exception that a callback raises: SQL goes on or fails, and the trace may be shown."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any


class Tracebacks:
    """Whether exceptions of callbacks are shown (``enable_callback_tracebacks``)."""

    enabled = False


def enable_callback_tracebacks(enable: Any, /) -> None:
    """Show, or no longer show, the exceptions that callbacks raise, through ``sys.unraisablehook``."""
    Tracebacks.enabled = bool(enable)


class Unraisable:
    """What ``sys.unraisablehook`` is given."""

    __slots__ = ("err_msg", "exc_traceback", "exc_type", "exc_value", "object")

    def __init__(self, error: BaseException, callback: Any) -> None:
        self.exc_type: type[BaseException] = type(error)
        self.exc_value = error
        self.exc_traceback: TracebackType | None = error.__traceback__
        self.err_msg: str | None = None
        self.object = callback


def report(error: BaseException, callback: Any) -> None:
    """Show ``error``, which ``callback`` raised, if that is wanted."""
    if not Tracebacks.enabled:
        return
    if sys.unraisablehook is not sys.__unraisablehook__:
        sys.unraisablehook(Unraisable(error, callback))  # type: ignore[arg-type]
        return
    # The interpreter's own hook takes nothing but the interpreter's own argument object.
    from traceback import print_exception

    print(f"Exception ignored in: {callback!r}", file=sys.stderr)
    print_exception(error, file=sys.stderr)
