"""What one execution of a statement knows; also the context its functions get."""

from __future__ import annotations

from litestone.function.context import Context

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from litestone.connection import Connection
    from litestone.text.tree import Value


class Runtime(Context):
    """The connection and the bound parameters of one execution."""

    __slots__ = ("connection", "parameters")

    def __init__(self, connection: Connection, parameters: Sequence[Value] = ()) -> None:
        self.connection = connection
        self.parameters = parameters
        self.encoding = connection.encoding
        self.like_case_sensitive = connection.settings.case_sensitive_like
        self.length_limit = 1_000_000_000
        self._now = None

    @property
    def changes(self) -> int:  # type: ignore[override]
        """Rows changed by the last finished change."""
        return self.connection.changes

    @property
    def total_changes(self) -> int:  # type: ignore[override]
        """Rows changed since the connection was opened."""
        return self.connection.total_changes

    @property
    def last_insert_rowid(self) -> int:  # type: ignore[override]
        """Rowid of the last row inserted."""
        return self.connection.last_insert_rowid

    def parameter(self, number: int) -> Value:
        """The value bound to parameter ``number`` (1-based), NULL where none is."""
        parameters = self.parameters
        return parameters[number - 1] if number <= len(parameters) else None
