"""Authoriser, progress handler and trace callback as the engine calls them."""

from __future__ import annotations

from litestone import errors
from litestone.dbapi.callback import report
from litestone.dbapi.constant import ANSWERS
from litestone.errors import SqlError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_DENY = ANSWERS["DENY"]
_INT_MAX = (1 << 31) - 1
OPERATIONS_PER_ROW = 8
"""About how many of SQLite's virtual machine instructions one row examined stands for."""


def authorizer(callback: Callable[..., Any]) -> Callable[..., int]:
    """An authoriser that denies where ``callback`` fails or gives no integer."""

    def ask(*question: object) -> int:
        try:
            answer = callback(*question)
        except Exception as error:  # noqa: BLE001 - whatever a callback raises is a refusal
            report(error, callback)
            return _DENY
        if not isinstance(answer, int):
            return _DENY
        if not -_INT_MAX - 1 <= answer <= _INT_MAX:
            report(OverflowError("Python int too large to convert to C int"), callback)
            return _DENY
        return int(answer)

    return ask


class Progress:
    """Counts what the engine does and asks ``callback`` every ``interval`` operations whether to go on."""

    __slots__ = ("callback", "count", "interval")

    def __init__(self, callback: Callable[[], Any], interval: int) -> None:
        self.callback = callback
        self.interval = interval
        self.count = 0

    def tick(self) -> None:
        """A row has been examined, or a statement started. Raises SqlError "interrupted"."""
        self.count += OPERATIONS_PER_ROW
        if self.count < self.interval:
            return
        self.count = 0
        try:
            stop = bool(self.callback())
        except Exception as error:  # noqa: BLE001 - whatever a callback raises stops the statement
            report(error, self.callback)
            stop = True
        if stop:
            raise interrupted()


def interrupted() -> SqlError:
    """The error of a statement that was stopped."""
    return SqlError(errors.INTERRUPT, "interrupted")
