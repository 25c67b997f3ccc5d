"""CREATE, DROP and ALTER (documentation: ``lang_create*``, ``lang_drop*``, ``lang_altertable``)."""

from __future__ import annotations

from litestone.text.parse_table import TableParser
from litestone.text.statement import (
    AddColumn,
    CreateIndex,
    CreateTable,
    CreateTrigger,
    CreateView,
    CreateVirtualTable,
    Delete,
    Drop,
    DropColumn,
    Insert,
    RenameColumn,
    RenameTable,
    Update,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Union

    from litestone.text.tree import Select

    Create = Union[CreateTable, CreateIndex, CreateView, CreateTrigger, CreateVirtualTable]
    Alter = Union[RenameTable, RenameColumn, AddColumn, DropColumn]

_DROPPED = frozenset(("TABLE", "INDEX", "VIEW", "TRIGGER"))
_EVENTS = frozenset(("INSERT", "UPDATE", "DELETE"))
_BODY_SELECTS = frozenset(("SELECT", "VALUES", "WITH"))


class SchemaParser(TableParser):
    """Parses the statements that change the schema."""

    __slots__ = ()

    def create(self) -> Create:
        """A CREATE statement, behind its first word."""
        temporary = self.accept("TEMP") or self.accept("TEMPORARY")
        kind = self.kinds[self.pos]
        self.pos += 1
        if kind == "TABLE":
            return self.create_table(temporary, self._if_not_exists(), self._schema())
        if kind == "VIEW":
            return self._create_view(temporary)
        if kind == "TRIGGER":
            return self._create_trigger(temporary)
        if not temporary:
            if kind == "INDEX":
                return self._create_index(False)
            if kind == "UNIQUE":
                self.expect("INDEX")
                return self._create_index(True)
            if kind == "VIRTUAL":
                self.expect("TABLE")
                return self._create_virtual_table()
        self.pos -= 1
        raise self.fail()

    def _if_not_exists(self) -> bool:
        if not self.accept("IF"):
            return False
        self.expect("NOT")
        self.expect("EXISTS")
        return True

    def _if_exists(self) -> bool:
        if not self.accept("IF"):
            return False
        self.expect("EXISTS")
        return True

    def _schema(self) -> str | None:
        """``schema.`` before a name; the cursor stays on the name."""
        name = self.name()
        if self.accept("."):
            return name
        self.pos -= 1
        return None

    def _end(self) -> int:
        return self.ends[self.pos - 1]

    def _create_index(self, unique: bool) -> CreateIndex:
        if_not_exists = self._if_not_exists()
        schema = self._schema()
        body_start = self.starts[self.pos]
        name = self.name()
        self.expect("ON")
        table = self.name()
        self.expect("(")
        self.depth += 9
        columns = self.order_terms()
        self.expect(")")
        self.depth += 2
        where = self.where()
        self.depth -= 11
        self.forbid_nulls_order(columns)
        return CreateIndex(
            unique, if_not_exists, schema, name, table, columns, where, body_start, self.starts[self.pos]
        )

    def _create_view(self, temporary: bool) -> CreateView:
        if_not_exists = self._if_not_exists()
        schema = self._schema()
        body_start = self.starts[self.pos]
        name = self.name()
        columns = self.column_names() if self.kinds[self.pos] == "(" else None
        self.expect("AS")
        select_start = self.starts[self.pos]
        self.depth += 8
        select = self.select()
        self.depth -= 8
        if self.last_variable:
            self.fault("parameters are not allowed in views")
        # The text that is kept has the comments before the semicolon, not the blanks.
        end = len(self.sql[: self.starts[self.pos]].rstrip(" \t\n\f\r\v"))
        return CreateView(
            temporary, if_not_exists, schema, name, columns, select, body_start, end, select_start
        )

    def _create_trigger(self, temporary: bool) -> CreateTrigger:
        if_not_exists = self._if_not_exists()
        schema = self._schema()
        body_start = self.starts[self.pos]
        name = self.name()
        timing = "BEFORE"
        if self.accept("INSTEAD"):
            self.expect("OF")
            timing = "INSTEAD OF"
        elif self.accept("AFTER"):
            timing = "AFTER"
        else:
            self.accept("BEFORE")
        event = self.expect_any(_EVENTS)
        of = self.name_list() if event == "UPDATE" and self.accept("OF") else None
        self.expect("ON")
        table_schema, table = self.qualified_name()
        for_each_row = self.accept("FOR")
        if for_each_row:
            self.expect("EACH")
            self.expect("ROW")
        self.depth += 12
        when = self.expression() if self.accept("WHEN") else None
        self.expect("BEGIN")
        self.depth -= 9
        body = self._trigger_body()
        self.depth -= 3
        end = self._end()
        return CreateTrigger(
            temporary,
            if_not_exists,
            schema,
            name,
            timing,
            event,
            of,
            table_schema,
            table,
            for_each_row,
            when,
            body,
            body_start,
            end,
        )

    def _trigger_body(self) -> list[Insert | Update | Delete | Select]:
        """The statements of a trigger, each with its ``;``, and END."""
        body: list[Insert | Update | Delete | Select] = []
        while True:
            statement = self.change(None, True)
            if statement is None:
                if self.kinds[self.pos] not in _BODY_SELECTS:
                    raise self.fail()
                self.depth += 1
                body.append(self.select())
                self.depth -= 1
            else:
                body.append(statement)
            if len(body) == 1:
                self.depth += 1
            self.expect(";")
            self.read_on()
            if self.accept("END"):
                self.depth -= 1
                return body

    def _create_virtual_table(self) -> CreateVirtualTable:
        if_not_exists = self._if_not_exists()
        schema = self._schema()
        body_start = self.starts[self.pos]
        name = self.name()
        self.expect("USING")
        module = self.name()
        arguments: list[str] = []
        if self.accept("("):
            arguments = self._module_arguments()
        return CreateVirtualTable(if_not_exists, schema, name, module, arguments, body_start, self._end())

    def _module_arguments(self) -> list[str]:
        """The raw texts between the commas, behind the opening parenthesis."""
        arguments: list[str] = []
        nesting = 0
        first = self.pos
        while True:
            kind = self.kinds[self.pos]
            if kind == "EOF" or kind == "ILLEGAL":
                raise self.fail()
            if kind == "(":
                nesting += 1
            elif nesting == 0 and (kind == "," or kind == ")"):
                text = self.sql[self.starts[first] : self.ends[self.pos - 1]] if first < self.pos else ""
                if kind == "," or arguments or text:
                    arguments.append(text)
                first = self.pos + 1
                if kind == ")":
                    self.pos += 1
                    return arguments
            elif kind == ")":
                nesting -= 1
            elif kind == ";":
                self.read_on()
            self.pos += 1

    def drop(self) -> Drop:
        """A DROP statement, behind its first word."""
        kind = self.expect_any(_DROPPED)
        if_exists = self._if_exists()
        schema, name = self.qualified_name()
        return Drop(kind, if_exists, schema, name)

    def alter(self) -> Alter:
        """An ALTER TABLE statement, behind its first word."""
        self.expect("TABLE")
        schema, table = self.qualified_name()
        if self.accept("RENAME"):
            if self.accept("TO"):
                return RenameTable(schema, table, self.name())
            self.accept("COLUMN")
            column = self.name()
            self.expect("TO")
            new_name = self.name()
            quoted = self.sql[self.starts[self.pos - 1]] in "\"'`["
            return RenameColumn(schema, table, column, new_name, quoted)
        if self.accept("ADD"):
            self.accept("COLUMN")
            start = self.starts[self.pos]
            self.depth += 5
            definition = self.column()
            self.depth -= 5
            return AddColumn(schema, table, definition, self.sql[start : definition.end])
        self.expect("DROP")
        self.accept("COLUMN")
        return DropColumn(schema, table, self.name())
