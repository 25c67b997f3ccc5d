"""The shell's command line (documentation: ``cli`` section "Command-line Options")."""

from __future__ import annotations

import sys

from litestone.text.keyword import word_set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

    from litestone.shell import Shell

VERSION = "3.40.1"
_MODES = word_set("ascii box column csv html insert json line list markdown quote table tabs")
_WITH_VALUE = frozenset(("separator", "nullvalue", "newline", "cmd", "init"))

USAGE = """\
Usage: litestone [OPTIONS] FILENAME [SQL]
FILENAME is the name of an SQLite database. A new database is created
if the file does not previously exist.
OPTIONS include:
   -ascii               set output mode to 'ascii'
   -bail                stop after hitting an error
   -batch               accepted; input is always read as a script
   -box                 set output mode to 'box'
   -column              set output mode to 'column'
   -cmd COMMAND         run "COMMAND" before reading stdin
   -csv                 set output mode to 'csv'
   -echo                print inputs before execution
   -init FILENAME       read/process named file
   -[no]header          turn headers on or off
   -help                show this message
   -html                set output mode to HTML
   -json                set output mode to 'json'
   -line                set output mode to 'line'
   -list                set output mode to 'list'
   -markdown            set output mode to 'markdown'
   -newline SEP         set output row separator. Default: '\\n'
   -nullvalue TEXT      set text string for NULL values. Default ''
   -quote               set output mode to 'quote'
   -separator SEP       set output column separator. Default: '|'
   -table               set output mode to 'table'
   -tabs                set output mode to 'tabs'
   -version             show SQLite version
"""


class Options:
    """What the command line asks for."""

    def __init__(self) -> None:
        self.path = ":memory:"
        self.sql: list[str] = []
        self.commands: list[str] = []
        self.settings: list[tuple[str, str]] = []

    def apply(self, shell: Shell) -> None:
        """Set the shell up."""
        for name, value in self.settings:
            if name in _MODES:
                from litestone.shell_modes import set_mode

                set_mode(shell, name)
                if name == "csv":
                    shell.row_separator = "\n"
            elif name == "separator":
                shell.column_separator = value
            elif name == "newline":
                shell.row_separator = value
            elif name == "nullvalue":
                shell.null_text = value
            elif name == "init":
                shell.command(f".read {value}")
            elif name == "header" or name == "noheader":
                shell.headers = name == "header"
                shell.headers_set = True
            else:
                setattr(shell, name, True)


def parse_options(arguments: list[str], out: BinaryIO) -> Options | None:
    """Read the arguments; None if nothing is left to do. Exits with status 1 on an unknown option."""
    options = Options()
    rest = list(arguments)
    plain: list[str] = []
    while rest:
        word = rest.pop(0)
        if word[:1] != "-" or word == "-" or plain[1:]:
            plain.append(word)
            continue
        name = word[2:] if word[:2] == "--" else word[1:]
        if name in _WITH_VALUE:
            if not rest:
                raise SystemExit(f"litestone: Error: missing argument to {word}")
            value = rest.pop(0)
            if name == "cmd":
                options.commands.append(value)
            else:
                options.settings.append((name, value))
        elif name in _MODES or name in ("header", "noheader", "echo", "bail"):
            options.settings.append((name, ""))
        elif name == "version":
            out.write(f"{VERSION} litestone\n".encode())
            return None
        elif name == "help":
            out.write(USAGE.encode())
            return None
        elif name != "batch":
            sys.stderr.write(f"litestone: Error: unknown option: {word}\nUse -help for a list of options.\n")
            raise SystemExit(1)
    if plain:
        options.path = plain[0]
        options.sql = plain[1:]
    return options
