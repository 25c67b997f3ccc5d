"""ON DELETE and ON UPDATE actions of foreign keys as triggers on the parent (``foreignkeys`` section 4.3)."""

from __future__ import annotations

from litestone.change.trigger_program import TriggerProgram
from litestone.schema.objects import Trigger
from litestone.text.statement import Assignment, CreateTrigger, Delete, Update
from litestone.text.tree import (
    Binary,
    Core,
    FromTerm,
    Literal,
    Name,
    Raise,
    ResultColumn,
    Select,
    TableRef,
    Unary,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.change.key_parent import ParentKey
    from litestone.connection import Connection
    from litestone.schema.objects import Table
    from litestone.text.statement import ForeignKey, Insert
    from litestone.text.tree import Expression

MESSAGE = "FOREIGN KEY constraint failed"


def parent_name(row: str, parent: ParentKey, place: int) -> Expression:
    """``OLD.column`` or ``NEW.column`` of one column of the parent key."""
    number = parent.columns[place]
    return Name(None, row, parent.table.columns[number].name, False)


def key_matches(parent: ParentKey, key: ForeignKey, row: str, child: str | None) -> Expression:
    """The condition that a child row refers to the parent key in ``row``, compared as the parent compares."""
    condition: Expression | None = None
    for place, name in enumerate(key.columns):
        term = Binary("=", parent_name(row, parent, place), Name(None, child, name, False))
        condition = term if condition is None else Binary("AND", condition, term)
    assert condition is not None
    return condition


def key_unchanged(parent: ParentKey, key: ForeignKey) -> Expression:
    """The condition that OLD and NEW have one parent key."""
    condition: Expression | None = None
    for place in range(len(key.columns)):
        term = Binary("IS", parent_name("old", parent, place), parent_name("new", parent, place))
        condition = term if condition is None else Binary("AND", condition, term)
    assert condition is not None
    return condition


def action_program(
    connection: Connection, parent: ParentKey, child: Table, key: ForeignKey, event: str
) -> TriggerProgram | None:
    """The program that carries out the action of ``key`` on DELETE or UPDATE of a parent row.

    None for NO ACTION, and for RESTRICT while foreign keys are deferred.
    """
    action = key.on_delete if event == "DELETE" else key.on_update
    if action == "NO ACTION" or (action == "RESTRICT" and connection.settings.defer_foreign_keys):
        return None
    target = TableRef(child.database, child.name, None, None, None, False)
    where = key_matches(parent, key, "old", None)
    step: Insert | Update | Delete | Select
    if action == "RESTRICT":
        outputs = [ResultColumn(Raise("ABORT", MESSAGE), None, "")]
        core = Core(
            False, list(outputs), [FromTerm(target, frozenset(), False, None, None)], where, [], None, []
        )
        step = Select(None, [core], [], [], None, None)
    elif action == "CASCADE" and event == "DELETE":
        step = Delete(None, target, where, [], None, None, None)
    else:
        assignments = [
            Assignment([name], new_value(action, parent, child, place, name))
            for place, name in enumerate(key.columns)
        ]
        step = Update(None, None, target, assignments, [], where, [], None, None, None)
    when = Unary("NOT", key_unchanged(parent, key)) if event == "UPDATE" else None
    definition = CreateTrigger(
        False, False, None, "", "AFTER", event, None, None, parent.table.name, True, when, [step], 0, 0
    )
    trigger = Trigger("", parent.table.database, parent.table.name, definition, "")
    return TriggerProgram(connection, trigger, parent.table, None)


def new_value(action: str, parent: ParentKey, child: Table, place: int, name: str) -> Expression:
    """What an action puts into one column of the child."""
    if action == "CASCADE":
        return parent_name("new", parent, place)
    if action == "SET DEFAULT":
        default = child.columns[child.find_column(name)].default
        if default is not None:
            return default
    return Literal(None, "NULL")
