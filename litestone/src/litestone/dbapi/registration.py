"""What a program registers with a connection: functions, collations, hooks, limits."""

from __future__ import annotations

from litestone.dbapi import function, hooks
from litestone.dbapi.callback import report
from litestone.dbapi.constant import LIMITS
from litestone.dbapi.exception import (
    DataError,
    NotSupportedError,
    OperationalError,
    ProgrammingError,
    kind_of,
)
from litestone.dbapi.statement import LENGTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from litestone.connection import Connection as Engine
    from litestone.dbapi.statement import Statement
    from litestone.function.registry import Aggregate, Scalar
    from litestone.text.tree import Value

_FUNCTION_ARGUMENTS = 6


class Registration:
    """The part of a connection that takes callbacks and settings."""

    _initialised = False
    _engine_or_none: Engine | None = None
    _cache: dict[str, Statement]
    _limits: dict[int, int]
    _progress: hooks.Progress | None
    _stopped: bool
    _trace_callback: Callable[[str], Any] | None

    if TYPE_CHECKING:

        @property
        def _engine(self) -> Engine: ...

        def _check(self) -> None: ...

    # -- functions

    def create_function(
        self, name: str, narg: int, func: Callable[..., Any] | None, *, deterministic: bool = False
    ) -> None:
        """Let SQL call ``func`` as ``name`` with ``narg`` arguments (-1 any number); None takes it away."""
        self._check()
        made = None
        if func is not None:
            made = function.scalar(name, narg, func, bool(deterministic))
        self._enter(name, narg, made, OperationalError("Error creating function"))

    def create_aggregate(self, name: str, n_arg: int, aggregate_class: Callable[[], Any] | None) -> None:
        """Let SQL aggregate with objects of a class with ``step`` and ``finalize``; None takes it away."""
        self._check()
        made = None
        if aggregate_class is not None:
            made = function.aggregate(name, n_arg, aggregate_class, False)
        self._enter(name, n_arg, made, OperationalError("Error creating aggregate"))

    def create_window_function(
        self, name: str, num_params: int, aggregate_class: Callable[[], Any] | None, /
    ) -> None:
        """As ``create_aggregate`` for a class that has ``value`` and ``inverse`` too, for use with OVER."""
        self._check()
        made = None
        if aggregate_class is not None:
            made = function.aggregate(name, num_params, aggregate_class, True)
        self._enter(name, num_params, made, ProgrammingError("bad parameter or other API misuse"))

    def _enter(
        self,
        name: str,
        nargs: int,
        made: Scalar | Aggregate | None,
        refusal: OperationalError | ProgrammingError,
    ) -> None:
        if not isinstance(name, str):
            raise TypeError(f"argument 'name' must be str, not {type(name).__name__}")
        if not -1 <= nargs <= function.MOST_ARGUMENTS or len(name.encode()) > 255:
            raise refusal
        key = (name.lower(), int(nargs))
        if made is None:
            self._engine.functions.pop(key, None)
        else:
            self._engine.functions[key] = made
        self._engine.schema_changed()

    def create_collation(self, name: str, callback: Callable[[str, str], Any] | None, /) -> None:
        """Let ``callback(one, other)`` compare text under the collation ``name``; None takes it away."""
        self._check()
        if not isinstance(name, str):
            raise TypeError(f"create_collation() argument 1 must be str, not {kind_of(name)}")
        name.encode()
        key = str.upper(name)
        if callback is None:
            self._engine.user_collations.pop(key, None)
        elif callable(callback):
            self._engine.user_collations[key] = function.collation(callback)
        else:
            raise TypeError("parameter must be callable")
        self._engine.schema_changed()

    # -- hooks

    def set_authorizer(self, authorizer_callback: Callable[..., Any] | None) -> None:
        """Ask ``authorizer_callback(action, one, other, database, source)`` of all that a statement will do.

        It answers SQLITE_OK, SQLITE_DENY or SQLITE_IGNORE; None allows everything again.
        """
        self._check()
        callback = authorizer_callback
        self._engine.authorizer = None if callback is None else hooks.authorizer(callback)
        self._cache.clear()
        self._engine.schema_changed()

    def set_progress_handler(self, progress_handler: Callable[[], Any] | None, n: int) -> None:
        """Call ``progress_handler()`` every ``n`` operations; what is true in its eyes stops the statement.

        Litestone has no virtual machine: a row examined counts for eight operations, as does a statement.
        """
        self._check()
        made = None
        if progress_handler is not None and n > 0:
            made = hooks.Progress(progress_handler, n)
        self._progress = made
        self._watch()

    def _watch(self) -> None:
        """Let the engine call what is to be called as it goes on."""
        self._engine.watch = None if self._progress is None else self._progress.tick

    def set_trace_callback(self, trace_callback: Callable[[str], Any] | None) -> None:
        """Call ``trace_callback(sql)`` with each statement that runs, parameters put in; None ends that."""
        self._check()
        self._trace_callback = trace_callback

    def _trace(self, statement: Statement, values: Sequence[Value]) -> None:
        callback = self._trace_callback
        assert callback is not None
        sql = statement.sql
        if statement.parameters.places:
            sql = statement.parameters.expanded(sql, values)
            if len(sql.encode("utf-8", "surrogatepass")) > self._limits[LENGTH]:
                report(DataError("Expanded SQL string exceeds the maximum string length"), callback)
                sql = statement.sql
        try:
            callback(sql)
        except Exception as error:  # noqa: BLE001 - a trace never stops what it traces
            report(error, callback)

    # -- limits and extensions

    def getlimit(self, category: int, /) -> int:
        """A limit of the connection, one of SQLITE_LIMIT_…; raises ProgrammingError for an unknown one."""
        return self.setlimit(category, -1)

    def setlimit(self, category: int, limit: int, /) -> int:
        """Lower or raise a limit, not above what it was at first; a negative one changes nothing.

        Gives the old one. Raises ProgrammingError for an unknown category.
        """
        from litestone.dbapi.constant import DEFAULT_LIMITS

        self._check()
        if category not in LIMITS.values():
            raise ProgrammingError("'category' is out of bounds")
        old = self._limits[category]
        if limit >= 0:
            self._limits[category] = min(limit, DEFAULT_LIMITS[category])
            if category == _FUNCTION_ARGUMENTS:
                self._engine.most_arguments = self._limits[category]
        return old

    def enable_load_extension(self, enable: Any, /) -> None:
        """Raises NotSupportedError if ``enable`` is true: an extension is machine code."""
        self._check()
        if enable:
            raise NotSupportedError("Litestone cannot load extensions")

    def load_extension(self, path: Any, /) -> None:
        """Raises OperationalError, as SQLite does where extensions are not enabled."""
        self._check()
        raise OperationalError("not authorized")
