"""The shell's output modes other than list (documentation: ``cli`` section "Changing Output Formats")."""

from __future__ import annotations

from litestone.shell import cell_text
from litestone.text.keyword import KEYWORDS, word_set
from litestone.text.statement import Explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from litestone.prepared import Statement
    from litestone.shell import Shell
    from litestone.text.tree import Value

    Row = tuple[Value, ...]

MODES = word_set("ascii box column csv html insert json line list markdown quote table tabs tcl")
_SEPARATORS = {
    "ascii": ("\x1f", "\x1e"),
    "csv": (",", "\r\n"),
    "list": ("|", "\n"),
    "quote": (",", "\n"),
    "tabs": ("\t", ""),
    "tcl": (" ", "\n"),
    "line": ("", "\n"),
}
_COLUMNAR = frozenset(("box", "column", "markdown", "table"))
_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


def set_mode(shell: Shell, mode: str) -> None:
    """Switch to a mode and to the separators that belong to it."""
    shell.mode = "list" if mode in ("tabs", "ascii") else mode
    between, end = _SEPARATORS.get(mode, ("", ""))
    if between:
        shell.column_separator = between
    if end:
        shell.row_separator = end
    if mode == "column" and not shell.headers_set:
        shell.headers = True


def print_rows(shell: Shell, statement: Statement, rows: Iterator[Row]) -> None:
    """Print a statement's rows in the shell's mode; a query plan always as a tree."""
    tree = statement.tree
    if isinstance(tree, Explain) and tree.query_plan:
        print_plan(shell, list(rows))
    elif shell.mode == "list":
        shell.print_list(statement.columns, rows)
    elif shell.mode in _COLUMNAR:
        print_columns(shell, statement.columns, rows)
    else:
        _PRINTERS[shell.mode](shell, statement.columns, rows)


def print_plan(shell: Shell, rows: list[Row]) -> None:
    """EXPLAIN QUERY PLAN as a tree (``eqp`` section 1)."""
    children: dict[Value, list[Row]] = {}
    for row in rows:
        children.setdefault(row[1], []).append(row)
    lines: list[str] = ["QUERY PLAN"]

    def add(parent: Value, indent: str) -> None:
        below = children.get(parent, [])
        for index, row in enumerate(below):
            last = index == len(below) - 1
            lines.append(f"{indent}{'`' if last else '|'}--{row[3]!s}")
            add(row[0], indent + ("   " if last else "|  "))

    add(0, "")
    shell.print("\n".join(lines) + "\n")


def _print_csv(shell: Shell, columns: list[str], rows: Iterator[Row]) -> None:
    between, end = shell.column_separator, shell.row_separator
    cell = cell_text(shell.null_text)

    def field(text: str) -> str:
        plain = text and between not in text and all("!" < c < "\x7f" and c != "'" and c != '"' for c in text)
        if plain or text == "!":
            return text
        doubled = text.replace('"', '""')
        return f'"{doubled}"'

    headers = shell.headers
    for row in rows:
        if headers:
            headers = False
            shell.print(between.join([field(name) for name in columns]) + end)
        texts = [shell.null_text if value is None else field(cell(value)) for value in row]
        shell.print(between.join(texts) + end)


def _print_line(shell: Shell, columns: list[str], rows: Iterator[Row]) -> None:
    width = max([5, *[len(name) for name in columns]])
    cell = cell_text(shell.null_text)
    for count, row in enumerate(rows):
        if count:
            shell.print(shell.row_separator)
        for name, value in zip(columns, row, strict=True):
            shell.print(f"{name:>{width}} = {cell(value)}{shell.row_separator}")


def sql_text(value: Value, expand: bool = False) -> str:
    """A value as an SQL literal; with ``expand`` line ends in text are spelled with ``char()``."""
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f"X'{value.hex()}'"
    if isinstance(value, float):
        return real_digits(value)
    if not isinstance(value, str):
        return str(value)
    quoted = "'" + value.partition("\0")[0].replace("'", "''") + "'"
    if expand:
        for char, spelled in (("\n", "\\n"), ("\r", "\\r")):
            if char in quoted:
                spelled = _unused(quoted, spelled)
                quoted = f"replace({quoted.replace(char, spelled)},'{spelled}',char({ord(char)}))"
    return quoted


def _unused(text: str, wanted: str) -> str:
    """A spelling for a line end that does not occur in ``text``."""
    found = wanted
    number = 0
    while found in text:
        found = f"({wanted}{number})"
        number += 1
    return found


def real_digits(value: float) -> str:
    """A REAL with all the digits the shell gives it where it writes SQL or JSON."""
    if value in (float("inf"), float("-inf")):
        return "1e999" if value > 0 else "-1e999"
    from litestone.function.printf import printf

    return printf("%!.20g", value) or ""


def _print_quote(shell: Shell, columns: list[str], rows: Iterator[Row]) -> None:
    between, end = shell.column_separator, shell.row_separator
    headers = shell.headers
    for row in rows:
        if headers:
            headers = False
            shell.print(between.join([sql_text(name) for name in columns]) + end)
        shell.print(between.join([sql_text(value) for value in row]) + end)


def quoted_name(name: str) -> str:
    """A name as it may stand in SQL: in quotes where it must."""
    plain = name and name[0] not in "0123456789" and all(c in _WORD for c in name)
    if plain and name.upper() not in KEYWORDS:
        return name
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def _print_insert(shell: Shell, columns: list[str], rows: Iterator[Row]) -> None:
    start = f"INSERT INTO {quoted_name(shell.insert_table)}"
    if shell.headers:
        start += "(" + ",".join([quoted_name(name) for name in columns]) + ")"
    for row in rows:
        shell.print(f"{start} VALUES({','.join([sql_text(value, True) for value in row])});\n")


_JSON_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _json_text(text: str) -> str:
    return "".join(
        [_JSON_ESCAPES.get(c) or (f"\\u{ord(c):04x}" if c < " " else c) for c in text.partition("\0")[0]]
    )


def _json_value(value: Value) -> str:
    if value is None:
        return "null"
    if isinstance(value, float):
        return real_digits(value)
    if isinstance(value, int):
        return str(value)
    text = value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value
    return f'"{_json_text(text)}"'


def _print_json(shell: Shell, columns: list[str], rows: Iterator[Row]) -> None:
    before = "["
    names = [f'"{_json_text(name)}":' for name in columns]
    for row in rows:
        fields = [name + _json_value(value) for name, value in zip(names, row, strict=True)]
        shell.print(before + "{" + ",".join(fields) + "}")
        before = ",\n"
    if before != "[":
        shell.print("]\n")


def _html_text(text: str) -> str:
    for char, entity in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot"), ("'", "#39")):
        text = text.replace(char, f"&{entity};")
    return text


def _print_html(shell: Shell, columns: list[str], rows: Iterator[Row]) -> None:
    cell = cell_text(shell.null_text)
    headers = shell.headers
    for row in rows:
        if headers:
            headers = False
            shell.print("<TR>" + "".join([f"<TH>{_html_text(name)}</TH>\n" for name in columns]) + "</TR>\n")
        shell.print("<TR>" + "".join([f"<TD>{_html_text(cell(value))}</TD>\n" for value in row]) + "</TR>\n")


def _tcl_text(text: str) -> str:
    out = ['"']
    for byte in text.encode("utf-8", "surrogateescape"):
        char = chr(byte)
        if char in '"\\':
            out.append("\\" + char)
        elif char in "\n\r\t":
            out.append({"\n": "\\n", "\r": "\\r", "\t": "\\t"}[char])
        else:
            out.append(char if " " <= char < "\x7f" else f"\\{byte:03o}")
    return "".join(out) + '"'


def _print_tcl(shell: Shell, columns: list[str], rows: Iterator[Row]) -> None:
    between, end = shell.column_separator, shell.row_separator
    cell = cell_text(shell.null_text)
    headers = shell.headers
    for row in rows:
        if headers:
            headers = False
            shell.print(between.join([_tcl_text(name) for name in columns]) + end)
        shell.print(between.join([_tcl_text(cell(value)) for value in row]) + end)


_PRINTERS: dict[str, Callable[[Shell, list[str], Iterator[Row]], None]] = {
    "csv": _print_csv,
    "html": _print_html,
    "insert": _print_insert,
    "json": _print_json,
    "line": _print_line,
    "quote": _print_quote,
    "tcl": _print_tcl,
}


def _lines(text: str, width: int) -> list[str]:
    """The lines of a cell: split at line ends, tabs set out to eighths, cut where they pass ``width``."""
    found: list[str] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        line = line.expandtabs(8)
        while width and len(line) > width:
            found.append(line[:width])
            line = line[width:]
        found.append(line)
    if len(found) > 1 and not found[-1]:
        found.pop()
    return found


def print_columns(shell: Shell, columns: list[str], rows: Iterator[Row]) -> None:
    """The modes that know all rows before they print the first: column, table, box and markdown."""
    cell = cell_text(shell.null_text)
    wanted = [shell.widths[i] if i < len(shell.widths) else 0 for i in range(len(columns))]
    table = [[_lines(cell(value), abs(w)) for value, w in zip(row, wanted, strict=True)] for row in rows]
    if not table:
        return
    names = [_lines(name, abs(w)) for name, w in zip(columns, wanted, strict=True)]
    widths = [
        max(abs(wanted[i]), *[len(line) for cells in [names, *table] for line in cells[i]])
        for i in range(len(columns))
    ]
    draw = _Frame(shell.mode, widths, wanted)
    several = any(len(lines) > 1 for cells in table for lines in cells)
    parts = [draw.rule("top")]
    if shell.headers or shell.mode != "column":
        parts.append(draw.row(names, shell.mode != "column"))
        parts.append(draw.rule("head"))
    for index, cells in enumerate(table):
        if index and several:
            parts.append("\n" if shell.mode == "column" else draw.rule("between"))
        parts.append(draw.row(cells, False))
    parts.append(draw.rule("bottom"))
    shell.print("".join(parts))


# Left end, line, crossing and right end of each horizontal rule.
_RULES: dict[str, dict[str, tuple[str, str, str, str]]] = {
    "box": {
        "top": ("┌", "─", "┬", "┐"),
        "head": ("├", "─", "┼", "┤"),
        "between": ("├", "─", "┼", "┤"),
        "bottom": ("└", "─", "┴", "┘"),
    },
    "table": dict.fromkeys(("top", "head", "between", "bottom"), ("+", "-", "+", "+")),
    "markdown": {"head": ("|", "-", "|", "|")},
}


class _Frame:
    """How one columnar mode draws its lines."""

    def __init__(self, mode: str, widths: list[int], wanted: list[int]) -> None:
        self.mode = mode
        self.widths = widths
        self.right = [width < 0 for width in wanted]
        self.bar = {"box": "│", "table": "|", "markdown": "|", "column": ""}[mode]

    def rule(self, place: str) -> str:
        """A horizontal line, or nothing."""
        if self.mode == "column":
            return "  ".join(["-" * width for width in self.widths]) + "\n" if place == "head" else ""
        chars = _RULES[self.mode].get(place)
        if chars is None:
            return ""
        left, line, cross, right = chars
        return left + cross.join([line * (width + 2) for width in self.widths]) + right + "\n"

    def row(self, cells: list[list[str]], centred: bool) -> str:
        """One row, of as many lines as its highest cell."""
        out = []
        for index in range(max(len(lines) for lines in cells)):
            texts = []
            for lines, width, right in zip(cells, self.widths, self.right, strict=True):
                text = lines[index] if index < len(lines) else ""
                if centred:
                    left = (width - len(text)) // 2
                    text = " " * left + text
                texts.append(text.rjust(width) if right and not centred else text.ljust(width))
            if self.mode == "column":
                out.append("  ".join(texts) + "\n")
            else:
                out.append(f"{self.bar} " + f" {self.bar} ".join(texts) + f" {self.bar}\n")
        return "".join(out)
