"""Values of expressions that need no row."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.connection import Connection
    from litestone.run.runtime import Runtime
    from litestone.text.tree import Expression, Value


def constant_value(connection: Connection, expression: Expression | None) -> Value:
    """The value of an expression of a schema, such as a DEFAULT clause; None without one."""
    if expression is None:
        return None
    from litestone.run.runtime import Runtime

    return evaluate(connection, expression, Runtime(connection))


def evaluate(connection: Connection, expression: Expression, runtime: Runtime) -> Value:
    """The value of an unresolved expression that reads no table.

    Raises SqlError for a name in it, or what evaluating it raises.
    """
    from litestone.run.compile import Compiler
    from litestone.schema.resolve import Resolver
    from litestone.schema.scope import Scope

    compiler = Compiler(connection)
    closure = compiler.expression(Resolver(connection).scalar(expression, Scope()))
    frame: list[object] = [None] * compiler.frame_size
    frame[0] = runtime
    return closure(frame)  # type: ignore[no-any-return]
