"""``litestone DATABASE < script.sql``: behaves as the ``sqlite3`` shell does when it reads a script.

Statements run one by one; one that fails is reported on stderr and the script
goes on; rows are printed in list mode unless a dot command says otherwise
(documentation: ``cli``; wording and excerpts as observed in 3.40.1). The exit
status is 1 if anything failed.
"""

from __future__ import annotations

import sys

from litestone import errors
from litestone.connection import Connection
from litestone.errors import SqlError
from litestone.function.registry import add_shell_functions
from litestone.text.split import Completeness
from litestone.value.numeric_text import real_text
from litestone.virtual.registry import add_shell_modules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import BinaryIO

    from litestone.prepared import Statement
    from litestone.text.tree import Value

    Row = tuple[Value, ...]

STACK_BYTES = 256 << 20
RECURSION_LIMIT = 60_000
"""Room for statements nested as deeply as SQLite's limits allow; the stack is only reserved, not used."""

_BLANKS = " \t\n\f\r\v"


QUIT = 2


class Exit(Exception):
    """A dot command asks to leave the shell with a status of its own."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Shell:
    """One run of the shell: its database, its settings and its output."""

    def __init__(self, path: str, out: BinaryIO) -> None:
        self.path = path
        self.out: BinaryIO = out
        self.once: BinaryIO | None = None
        self.connection = Connection(path)
        self.mode = "list"
        self.column_separator = "|"
        self.row_separator = "\n"
        self.null_text = ""
        self.headers = False
        self.headers_set = False
        self.insert_table = "table"
        self.widths: list[int] = []
        self.echo = False
        self.bail = False
        self.show_changes = False
        self.plan_first = False
        self.output_name = "stdout"
        self.nesting = 0

    def print(self, text: str) -> None:
        """Write ``text`` to where output goes."""
        (self.once or self.out).write(encoded(text))

    def complain(self, text: str) -> None:
        """Write a line to stderr, after the output so far."""
        self.out.flush()
        sys.stderr.buffer.write(encoded(text + "\n"))
        sys.stderr.buffer.flush()

    # -- reading

    def read_script(self, lines: Iterable[bytes]) -> int:
        """Run a script; returns how many statements and commands failed.

        Lines are gathered until they end with a complete statement. A line ``go`` or ``/`` ends one too, and
        a line that starts with a dot between statements is a command.
        """
        failures = 0
        gathered: list[str] = []
        scan = Completeness()
        first = 0
        for number, data in enumerate(lines, 1):
            if failures and self.bail:
                return failures
            line = decoded_line(data)
            if not gathered:
                first = number
                if line[:1] in (".", "#"):
                    if self.echo:
                        self.print(line + "\n")
                    done = self.command(line) if line[0] == "." else 0
                    if done == QUIT:
                        return failures
                    failures += done
                    continue
                line = line.lstrip(_BLANKS)
            if line.rstrip(_BLANKS).lower() in ("/", "go") and terminates("\n".join(gathered)):
                line = ";"
            done = scan.feed(line + "\n")
            if done or scan.blank:
                gathered.append(line)
                sql = "\n".join(gathered)
                gathered = []
                scan = Completeness()
                if self.echo:
                    self.print(sql + "\n")
                if done:
                    failures += self.run(sql, first)
            else:
                gathered.append(line)
        if gathered and not (failures and self.bail):
            sql = "\n".join(gathered)
            if self.echo:
                self.print(sql + "\n")
            failures += self.run(sql, first)
        return failures

    def command(self, line: str) -> int:
        """Run a dot command; returns 1 if it failed, ``QUIT`` if the script ends here. Raises Exit."""
        from litestone.shell_commands import run_command

        return run_command(self, line)

    # -- running

    def run(self, sql: str, line: int | None) -> int:
        """Run the statements of ``sql``, which starts at ``line``; returns 1 if one fails, which ends it."""
        position = 0
        length = len(sql)
        while position < length:
            phase = "in prepare"
            statement = None
            try:
                statement, end = self.connection.prepare(sql, position)
                if statement is not None:
                    phase = "stepping"
                    self.show(statement)
            except SqlError as error:
                if statement is None and error.code == errors.CANTOPEN:
                    self.complain(f'Error: unable to open database "{self.path}": {error.message}')
                    raise Exit(1) from None
                if error.code == errors.ERROR and statement is not None and is_definition(statement):
                    phase = "in prepare"
                excerpt = sql[position:].lstrip(_BLANKS)
                offset = error.offset - (length - len(excerpt)) if error.offset >= 0 else -1
                self.report(error, phase, line, excerpt if phase == "in prepare" else "", offset)
                return 1
            except (MemoryError, RecursionError):
                self.report(SqlError(errors.NOMEM, "out of memory"), phase, line, "", -1)
                return 1
            except Exception as fault:  # noqa: BLE001 - the process's edge: the script goes on after a defect
                message = f"internal error: {type(fault).__name__}: {fault}"
                self.report(SqlError(errors.INTERNAL, message), phase, line, "", -1)
                show_traceback(fault)
                return 1
            position = end
        if self.show_changes:
            connection = self.connection
            self.print(f"changes: {connection.changes}   total_changes: {connection.total_changes}\n")
        return 0

    def report(self, error: SqlError, phase: str, line: int | None, sql: str, offset: int) -> None:
        """Print an error the way the shell words it."""
        message = error.message
        code = error.primary_code
        if code != errors.ERROR:
            message += f" ({code})"
        if line is None:
            message = f"Error: {phase}, {message}"
        else:
            kind = "Parse" if phase == "in prepare" else "Runtime"
            message = f"{kind} error near line {line}: {message}"
        self.complain(message + excerpt_at(sql, offset))

    def show(self, statement: Statement) -> None:
        """Run one statement and print its rows."""
        rows = statement.execute(())
        columns = statement.columns
        if not columns:
            for _ in rows:
                pass
            return
        if self.mode != "list" or columns == PLAN_COLUMNS:
            from litestone.shell_modes import print_rows

            print_rows(self, statement, rows)
        else:
            self.print_list(columns, rows)

    def print_list(self, columns: list[str], rows: Iterator[Row]) -> None:
        """Print rows in list mode, as they come."""
        between = self.column_separator
        end = self.row_separator
        cell = cell_text(self.null_text)
        headers = self.headers
        for row in rows:
            if headers:
                headers = False
                self.print(between.join(columns) + end)
            self.print(between.join([cell(value) for value in row]) + end)

    def close(self) -> None:
        """Close the database and write out what is left."""
        self.connection.close()
        if self.once is not None:
            self.once.close()
        self.out.flush()


def is_definition(statement: Statement) -> bool:
    """Whether SQLite finds such a statement's errors while it prepares it, not while it runs it."""
    return type(statement.tree).__name__ in _DEFINITIONS


_DEFINITIONS = frozenset(("CreateIndex", "CreateTable", "CreateTrigger", "CreateView", "Drop"))
PLAN_COLUMNS = ["id", "parent", "notused", "detail"]


def cell_text(null_text: str) -> Callable[[Value], str]:
    """A function from a value to its text in the plain modes: up to a NUL, blobs as if they were text."""

    def text(value: Value) -> str:
        if value.__class__ is int:
            return str(value)
        if value is None:
            return null_text
        if isinstance(value, float):
            return real_text(value)
        found = value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)
        return found.partition("\0")[0] if "\0" in found else found

    return text


def encoded(text: str) -> bytes:
    """``text`` as the bytes it came from; a lone UTF-16 surrogate as three bytes."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def decoded_line(data: bytes) -> str:
    """A line of the script without its end; the shell sees nothing behind a NUL."""
    if data[-1:] == b"\n":
        data = data[:-2] if data[-2:] == b"\r\n" else data[:-1]
    if b"\0" in data:
        data = data[: data.index(b"\0")]
    return data.decode("utf-8", "surrogateescape")


def terminates(sql: str) -> bool:
    """Whether ``sql`` lacks nothing but its ``;``."""
    return Completeness().feed(sql + "\n;")


def excerpt_at(sql: str, offset: int) -> str:
    """The lines that show where in ``sql`` an error lies: at most 78 bytes, the place not far right."""
    if offset < 0 or offset >= len(sql):
        return ""
    data = encoded(sql)
    place = len(encoded(sql[:offset]))
    start = 0
    while place - start > 50 or (start and data[start] & 0xC0 == 0x80):
        start += 1
    end = start + 78
    if end < len(data):
        while data[end] & 0xC0 == 0x80:
            end -= 1
    shown = data[start:end].decode("utf-8", "surrogateescape")
    for blank in "\t\n\f\r\v":
        shown = shown.replace(blank, " ")
    place -= start
    if place < 25:
        return f"\n  {shown}\n  {' ' * place}^--- error here"
    return f"\n  {shown}\n  {' ' * (place - 14)}error here ---^"


def show_traceback(fault: Exception) -> None:
    """Print where a defect lies, if ``LITESTONE_TRACEBACK`` is set."""
    import os

    if os.environ.get("LITESTONE_TRACEBACK"):
        import traceback

        traceback.print_exception(fault)


def main(arguments: list[str] | None = None) -> int:
    """Run the shell with the command line's arguments; returns its exit status."""
    import _thread

    status: list[int] = []
    given = sys.argv[1:] if arguments is None else arguments
    running = _thread.allocate_lock()
    running.acquire()

    def run() -> None:
        try:
            status.append(run_arguments(given))
        finally:
            running.release()

    sys.setrecursionlimit(RECURSION_LIMIT)
    previous = _thread.stack_size(STACK_BYTES)
    try:
        _thread.start_new_thread(run, ())
    except RuntimeError:
        # No room for such a stack here: the deepest statements will be refused.
        run()
    finally:
        _thread.stack_size(previous)
    running.acquire()
    return status[0] if status else 1


def run_and_leave() -> None:
    """Run the shell and end the process at once, without the interpreter's clearing up."""
    import gc
    from posix import _exit

    # What is loaded stays: the collector need not look at it again, and rarely at all in so short a life.
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()
    status = main()
    sys.stderr.flush()
    _exit(status)


def run_arguments(arguments: list[str]) -> int:
    """Do what the command line says."""
    from litestone.shell_options import parse_options

    with open(1, "wb", 1 << 16, closefd=False) as out:
        options = parse_options(arguments, out)
        if options is None:
            return 0
        add_shell_functions()
        add_shell_modules()
        shell = Shell(options.path, out)
        options.apply(shell)
        try:
            status = run_input(shell, options.commands, options.sql)
        except Exit as request:
            status = request.status
        except BrokenPipeError:
            return 1
        shell.close()
        return status


def run_input(shell: Shell, commands: list[str], sql: list[str]) -> int:
    """Run what the command line gave, or else standard input; the exit status."""
    for text in commands + sql:
        done = shell.command(text) if text[:1] == "." else shell.run(text, None)
        if done == QUIT:
            return 0
        if done and (shell.bail or text in sql):
            return 1
    if sql:
        return 0
    with open(0, "rb", 1 << 16, closefd=False) as script:
        return 1 if shell.read_script(script) else 0
