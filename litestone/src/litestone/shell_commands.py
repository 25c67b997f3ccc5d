"""The shell's dot commands (documentation: ``cli`` section "Special commands to sqlite3")."""

from __future__ import annotations

from litestone.errors import SqlError
from litestone.shell import QUIT, Exit
from litestone.shell_modes import MODES, quoted_name, set_mode, sql_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from litestone.shell import Shell
    from litestone.text.tree import Value

    Row = tuple[Value, ...]

MAX_READS = 25
_TRUE = frozenset(("on", "yes", "true"))
_FALSE = frozenset(("off", "no", "false"))
_ESCAPES = {"a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}


def run_command(shell: Shell, line: str) -> int:
    """Run one dot command; returns 1 if it failed, ``QUIT`` for the end. Raises Exit for a status."""
    words = split_words(line[1:])
    if not words:
        return 0
    name = words[0]
    found = [command for command in _COMMANDS if command.startswith(name)]
    exact = _COMMANDS.get(name)
    if exact is None and found and len(name) >= _SHORTEST[found[0]]:
        exact = _COMMANDS[found[0]]
    if exact is None:
        shell.complain(f'Error: unknown command or invalid arguments:  "{name}". Enter ".help" for help')
        return 1
    try:
        return exact(shell, words)
    except SqlError as error:
        shell.complain(f"Error: {error.message}")
        return 1


def split_words(text: str) -> list[str]:
    """The words of a command; quotes keep blanks, double quotes know backslash escapes."""
    words: list[str] = []
    position = 0
    while True:
        while text[position : position + 1].isspace():
            position += 1
        if position >= len(text):
            return words
        quote = text[position]
        if quote in "'\"":
            end = position + 1
            while end < len(text) and text[end] != quote:
                end += 2 if quote == '"' and text[end] == "\\" else 1
            word = text[position + 1 : end]
            words.append(_unescaped(word) if quote == '"' else word)
            position = end + 1
        else:
            end = position
            while end < len(text) and not text[end].isspace():
                end += 1
            words.append(_unescaped(text[position:end]))
            position = end


def _unescaped(text: str) -> str:
    """Backslash escapes as in C strings."""
    if "\\" not in text:
        return text
    out: list[str] = []
    position = 0
    while position < len(text):
        char = text[position]
        position += 1
        if char != "\\" or position >= len(text):
            out.append(char)
            continue
        char = text[position]
        position += 1
        if char in "01234567":
            digits = char
            while len(digits) < 3 and text[position : position + 1] in tuple("01234567"):
                digits += text[position]
                position += 1
            out.append(chr(int(digits, 8) & 0xFF))
        else:
            out.append(_ESCAPES.get(char, char))
    return "".join(out)


def _truth(shell: Shell, text: str) -> bool:
    word = text.lower()
    if word.isdigit():
        return int(word) != 0
    if word not in _TRUE and word not in _FALSE:
        shell.complain(f'ERROR: Not a boolean value: "{text}". Assuming "no".')
    return word in _TRUE


def _usage(shell: Shell, text: str) -> int:
    shell.complain(f"Usage: {text}")
    return 1


def _switch(attribute: str, usage: str) -> Callable[[Shell, list[str]], int]:
    """A command that turns one setting on or off."""

    def command(shell: Shell, words: list[str]) -> int:
        if len(words) != 2:
            return _usage(shell, usage)
        setattr(shell, attribute, _truth(shell, words[1]))
        if attribute == "headers":
            shell.headers_set = True
        return 0

    return command


def _nothing(shell: Shell, words: list[str]) -> int:
    """A command that has no meaning for a script: accepted and ignored."""
    return 0


def _mode(shell: Shell, words: list[str]) -> int:
    if len(words) == 1:
        shell.print(f"current output mode: {shell.mode}\n")
        return 0
    found = sorted(mode for mode in MODES if mode.startswith(words[1]))
    if words[1] in ("lines", "columns"):
        found = [words[1][:-1]]
    if not found:
        shell.complain(
            "Error: mode should be one of: ascii box column csv html insert json line list markdown qbox "
            "quote table tabs tcl"
        )
        return 1
    set_mode(shell, found[0])
    if found[0] == "insert":
        shell.insert_table = words[2] if len(words) > 2 else "table"
    return 0


def _separator(shell: Shell, words: list[str]) -> int:
    if not 2 <= len(words) <= 3:
        return _usage(shell, ".separator COL ?ROW?")
    shell.column_separator = words[1]
    if len(words) == 3:
        shell.row_separator = words[2]
    return 0


def _null_value(shell: Shell, words: list[str]) -> int:
    if len(words) != 2:
        return _usage(shell, ".nullvalue STRING")
    shell.null_text = words[1]
    return 0


def _print(shell: Shell, words: list[str]) -> int:
    shell.print(" ".join(words[1:]) + "\n")
    return 0


def _quit(shell: Shell, words: list[str]) -> int:
    return QUIT


def _exit(shell: Shell, words: list[str]) -> int:
    text = words[1] if len(words) > 1 else "0"
    status = int(text) & 0xFF if text.lstrip("-").isdigit() else 0
    if status == 0:
        return QUIT
    raise Exit(status)


def _read(shell: Shell, words: list[str]) -> int:
    if len(words) != 2:
        return _usage(shell, ".read FILE")
    if shell.nesting >= MAX_READS:
        shell.complain(f"Input nesting limit ({MAX_READS}) reached at line 1. Check recursion.")
        return 1
    try:
        file = open(words[1], "rb")  # noqa: SIM115 - closed below
    except OSError:
        shell.complain(f'Error: cannot open "{words[1]}"')
        return 1
    shell.nesting += 1
    with file:
        failed = shell.read_script(file)
    shell.nesting -= 1
    return 1 if failed else 0


def _output(shell: Shell, words: list[str]) -> int:
    """``.output`` and ``.once``: where rows go."""
    if shell.once is not None:
        shell.once.close()
        shell.once = None
        shell.output_name = "stdout"
    if len(words) > 1 and words[1] not in ("stdout", "off"):
        try:
            shell.once = open(words[1], "wb")  # noqa: SIM115 - closed when output goes elsewhere
        except OSError:
            shell.complain(f'Error: cannot open "{words[1]}"')
            return 1
        shell.output_name = words[1]
    return 0


def _width(shell: Shell, words: list[str]) -> int:
    shell.widths = [int(word) if word.lstrip("-").isdigit() else 0 for word in words[1:]]
    return 0


def _timeout(shell: Shell, words: list[str]) -> int:
    word = words[1] if len(words) > 1 else "0"
    shell.connection.execute(f"PRAGMA busy_timeout={int(word) if word.isdigit() else 0}")
    return 0


def _open(shell: Shell, words: list[str]) -> int:
    from litestone.connection import Connection

    path = words[-1] if len(words) > 1 else ":memory:"
    shell.connection.close()
    shell.connection = Connection(path)
    shell.path = path
    return 0


def _change_directory(shell: Shell, words: list[str]) -> int:
    import os

    if len(words) != 2:
        return _usage(shell, ".cd DIRECTORY")
    try:
        os.chdir(words[1])
    except OSError:
        shell.complain(f'Cannot change to directory "{words[1]}"')
        return 1
    return 0


def _show(shell: Shell, words: list[str]) -> int:
    def on(value: bool) -> str:
        return "on" if value else "off"

    def spelled(text: str) -> str:
        escapes = (("\\", "\\\\"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t"), ('"', '\\"'))
        for char, escape in escapes:
            text = text.replace(char, escape)
        return f'"{text}"'

    widths = "".join(f"{width} " for width in shell.widths)
    for label, value in (
        ("echo", on(shell.echo)),
        ("eqp", on(shell.plan_first)),
        ("explain", "auto"),
        ("headers", on(shell.headers)),
        ("mode", shell.mode),
        ("nullvalue", spelled(shell.null_text)),
        ("output", shell.output_name),
        ("colseparator", spelled(shell.column_separator)),
        ("rowseparator", spelled(shell.row_separator)),
        ("stats", "off"),
        ("width", widths),
        ("filename", shell.path),
    ):
        shell.print(f"{label:>12}: {value}\n")
    return 0


def _databases(shell: Shell, words: list[str]) -> int:
    for row in shell.connection.execute("PRAGMA database_list"):
        shell.print(f"{row[1]!s}: {row[2] or chr(34) * 2!s} r/w\n")
    return 0


def _names(shell: Shell, kinds: str, pattern: str) -> list[str]:
    """The names of schema objects that match, of every database but temp under its own name."""
    found: list[str] = []
    for row in shell.connection.execute("PRAGMA database_list"):
        schema = quoted_name(str(row[1]))
        prefix = "" if row[1] == "main" else f"{row[1]!s}."
        sql = (
            f"SELECT name FROM {schema}.sqlite_schema WHERE type IN ({kinds})"
            f" AND name NOT LIKE 'sqlite__%' ESCAPE '_' AND name LIKE {sql_text(pattern)}"
        )
        found += [prefix + str(name) for (name,) in shell.connection.execute(sql)]
    return sorted(found)


def _tables(shell: Shell, words: list[str]) -> int:
    names = _names(shell, "'table','view'", words[1] if len(words) > 1 else "%")
    _print_names(shell, names)
    return 0


def _print_names(shell: Shell, names: list[str]) -> None:
    """Names in columns of equal width, down each column, 80 wide."""
    if not names:
        return
    width = max(len(name) for name in names)
    across = max(1, 80 // (width + 2))
    down = (len(names) + across - 1) // across
    for line in range(down):
        shell.print("  ".join([f"{name:<{width}}" for name in names[line::down]]) + "\n")


def _indexes(shell: Shell, words: list[str]) -> int:
    where = f" AND tbl_name LIKE {sql_text(words[1])}" if len(words) > 1 else ""
    sql = f"SELECT name FROM sqlite_schema WHERE type='index'{where} ORDER BY 1"
    _print_names(shell, [str(name) for (name,) in shell.connection.execute(sql)])
    return 0


def _schema(shell: Shell, words: list[str]) -> int:
    where = f" AND lower(tbl_name) LIKE {sql_text(words[1].lower())}" if len(words) > 1 else ""
    sql = "SELECT sql, type, name FROM sqlite_schema WHERE sql IS NOT NULL" + where + " ORDER BY rowid"
    for text, kind, name in shell.connection.execute(sql):
        shell.print(f"{text!s}{_view_columns(shell, str(name)) if kind == 'view' else ''};\n")
    return 0


def _view_columns(shell: Shell, view: str) -> str:
    """The comment with a view's columns that ``.schema`` puts behind it."""
    rows = shell.connection.execute(f"PRAGMA table_info({sql_text(view)})")
    return f"\n/* {view}({','.join([quoted_name(str(row[1])) for row in rows])}) */"


def _dump(shell: Shell, words: list[str]) -> int:
    """The database as SQL that makes it anew."""
    connection = shell.connection
    patterns = words[1:]
    likes = " OR ".join([f"name LIKE {sql_text(pattern)}" for pattern in patterns]) or "1"
    shell.print("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n")
    tables = connection.execute(
        f"SELECT name, sql FROM sqlite_schema WHERE ({likes}) AND type=='table' AND sql NOT NULL"
        " ORDER BY tbl_name='sqlite_sequence', rowid"
    )
    virtual = False
    for name, sql in tables:
        virtual = _dump_table(shell, str(name), str(sql), virtual)
    related = " OR ".join([f"tbl_name LIKE {sql_text(pattern)}" for pattern in patterns]) or "1"
    rest = connection.execute(
        f"SELECT sql FROM sqlite_schema WHERE ({related}) AND sql NOT NULL"
        " AND type IN ('index','trigger','view')"
    )
    for (sql,) in rest:
        shell.print(f"{sql!s};\n")
    if virtual:
        shell.print("PRAGMA writable_schema=OFF;\n")
    shell.print("COMMIT;\n")
    return 0


def _dump_table(shell: Shell, name: str, sql: str, virtual: bool) -> bool:
    """One table; returns whether the schema has been opened for writing by the dump so far."""
    if name == "sqlite_sequence":
        shell.print("DELETE FROM sqlite_sequence;\n")
    elif name.startswith("sqlite_stat"):
        shell.print("ANALYZE sqlite_schema;\n")
    elif name.startswith("sqlite_"):
        return virtual
    elif sql.upper().startswith("CREATE VIRTUAL TABLE"):
        if not virtual:
            shell.print("PRAGMA writable_schema=ON;\n")
        shell.print(
            "INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)"
            f"VALUES('table',{sql_text(name)},{sql_text(name)},0,{sql_text(sql)});\n"
        )
        return True
    else:
        start = sql[:13]
        if_missing = "CREATE TABLE IF NOT EXISTS " if start == "CREATE TABLE " and sql[13] in "'\"" else ""
        shell.print(f"{if_missing + sql[13:] if if_missing else sql};\n")
    columns = shell.connection.execute(f"PRAGMA table_info({sql_text(name)})")
    names = ",".join([quoted_name(str(row[1])) for row in columns])
    table = quoted_name(name)
    for row in shell.connection.execute(f"SELECT {names} FROM {table}"):
        shell.print(f"INSERT INTO {table} VALUES({','.join([sql_text(v, True) for v in row])});\n")
    return virtual


def _version(shell: Shell, words: list[str]) -> int:
    from litestone.shell_options import VERSION

    shell.print(f"SQLite {VERSION} in Python (Litestone)\n")
    return 0


def _help(shell: Shell, words: list[str]) -> int:
    for name in sorted(_COMMANDS):
        shell.print(f".{name}\n")
    return 0


_COMMANDS: dict[str, Callable[[Shell, list[str]], int]] = {
    "bail": _switch("bail", ".bail on|off"),
    "binary": _nothing,
    "cd": _change_directory,
    "changes": _switch("show_changes", ".changes on|off"),
    "databases": _databases,
    "dump": _dump,
    "echo": _switch("echo", ".echo on|off"),
    "exit": _exit,
    "explain": _nothing,
    "headers": _switch("headers", ".headers on|off"),
    "help": _help,
    "indexes": _indexes,
    "indices": _indexes,
    "log": _nothing,
    "mode": _mode,
    "nullvalue": _null_value,
    "once": _output,
    "open": _open,
    "output": _output,
    "print": _print,
    "prompt": _nothing,
    "quit": _quit,
    "read": _read,
    "schema": _schema,
    "separator": _separator,
    "show": _show,
    "stats": _nothing,
    "tables": _tables,
    "timeout": _timeout,
    "timer": _nothing,
    "version": _version,
    "width": _width,
}
# How many letters of a command are enough.
_SHORTEST = {name: 4 if name in ("separator", "stats") else 3 for name in _COMMANDS} | {"exit": 1, "quit": 1}
