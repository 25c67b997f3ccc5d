"""JSON text as a tree of nodes (documentation: ``json1.html``; RFC 8259).

Strings and numbers keep the text they were written in, so that what is not
changed is given back as it came.  A NUL ends the text.
"""

from __future__ import annotations

from litestone.errors import ERROR, SqlError
from litestone.value.json_text import JsonText
from litestone.value.numeric_text import parse_number, real_text
from litestone.value.text import normal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from litestone.value.affinity import Value

NULL, TRUE, FALSE, INTEGER, REAL, STRING, ARRAY, OBJECT = range(8)
# A value that an edit has put in: no path leads into it.
REPLACED = -1
TYPE_NAMES = ("null", "true", "false", "integer", "real", "text", "array", "object")

_MAX_DEPTH = 2000
_MAX_CACHED = 8
_SPACES = " \t\n\r"
_HEX = "0123456789abcdefABCDEF"
_WORDS = {"n": ("null", NULL), "t": ("true", TRUE), "f": ("false", FALSE)}
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_SHORT = {"\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\"}
_QUOTING = str.maketrans({**{chr(code): f"\\u{code:04x}" for code in range(32)}, **_SHORT})


class Node:
    """A JSON value: its kind, its text if it is a scalar, its elements if it is an array or object.

    An object has a key for each element, as written between its quotes, and
    the label that it is rendered with.  ``number`` counts nodes and labels in
    the order of the text.  ``parent`` is None for the root.
    """

    __slots__ = ("grown", "items", "keys", "kind", "labels", "number", "parent", "text", "value")

    def __init__(self, kind: int, text: str = "", number: int = 0, parent: Node | None = None) -> None:
        self.kind = kind
        self.text = text
        self.items: list[Node] = []
        self.keys: list[str] = []
        self.labels: list[str] = []
        self.number = number
        self.parent = parent
        # An array that an edit has appended to.
        self.grown = False
        # What an edit has put in, which is made JSON only if it is still there at the end.
        self.value: Value = None

    def add(self, key: str, label: str, item: Node) -> None:
        """Append a member to an object."""
        self.keys.append(key)
        self.labels.append(label)
        self.items.append(item)


class MalformedError(Exception):
    """The text is not JSON."""


class _Reader:
    """Builds the tree; no recursion, for texts may be nested 2,000 deep."""

    __slots__ = ("at", "count", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.count = 0

    def next(self) -> str:
        """The character behind spaces, "" at the end."""
        text, at = self.text, self.at
        end = len(text)
        while at < end and text[at] in _SPACES:
            at += 1
        self.at = at
        return text[at] if at < end else ""

    def read(self) -> Node:
        root = self._value(None)
        stack = [root] if root.kind >= ARRAY else []
        while stack:
            parent = stack[-1]
            close = "]" if parent.kind == ARRAY else "}"
            c = self.next()
            if c == close:
                self.at += 1
                stack.pop()
                continue
            if parent.items:
                if c != ",":
                    raise MalformedError
                self.at += 1
            label = self._label() if parent.kind == OBJECT else ""
            item = self._value(parent)
            if label:
                parent.keys.append(label[1:-1])
                parent.labels.append(label)
            parent.items.append(item)
            if item.kind >= ARRAY:
                stack.append(item)
                if len(stack) > _MAX_DEPTH:
                    raise MalformedError
        if self.next():
            raise MalformedError
        return root

    def _number(self) -> int:
        number = self.count
        self.count = number + 1
        return number

    def _label(self) -> str:
        if self.next() != '"':
            raise MalformedError
        label = self._string()
        self._number()
        if self.next() != ":":
            raise MalformedError
        self.at += 1
        return label

    def _value(self, parent: Node | None) -> Node:
        c = self.next()
        if c == '"':
            return Node(STRING, self._string(), self._number(), parent)
        if c == "{" or c == "[":
            self.at += 1
            return Node(OBJECT if c == "{" else ARRAY, "", self._number(), parent)
        if c in _WORDS:
            word, kind = _WORDS[c]
            end = self.at + len(word)
            following = self.text[end : end + 1]
            if not self.text.startswith(word, self.at) or (following.isascii() and following.isalnum()):
                raise MalformedError
            self.at = end
            return Node(kind, word, self._number(), parent)
        return self._numeral(parent)

    def _string(self) -> str:
        text, start = self.text, self.at
        at = start + 1
        while True:
            end = text.find('"', at)
            if end < 0:
                raise MalformedError
            escape = text.find("\\", at, end)
            if escape < 0:
                break
            following = text[escape + 1 : escape + 2]
            if following == "u":
                if not _is_hex(text[escape + 2 : escape + 6]):
                    raise MalformedError
            elif not following or following not in '"\\/bfnrt':
                raise MalformedError
            at = escape + 2
        found = text[start : end + 1]
        # Control characters, all below the space, are not allowed.
        if min(found) < " ":
            raise MalformedError
        self.at = end + 1
        return found

    def _digits(self) -> None:
        text, at = self.text, self.at
        while text[at : at + 1] in _DIGITS:
            at += 1
        if at == self.at:
            raise MalformedError
        self.at = at

    def _numeral(self, parent: Node | None) -> Node:
        text, start = self.text, self.at
        if text[start : start + 1] == "-":
            self.at += 1
        zero = text[self.at : self.at + 1] == "0"
        whole = self.at
        self._digits()
        if zero and self.at > whole + 1:
            raise MalformedError
        kind = INTEGER
        if text[self.at : self.at + 1] == ".":
            kind = REAL
            self.at += 1
            self._digits()
        if text[self.at : self.at + 1] in _EXPONENTS:
            kind = REAL
            self.at += 1
            if text[self.at : self.at + 1] in _SIGNS:
                self.at += 1
            self._digits()
        return Node(kind, text[start : self.at], self._number(), parent)


# Sets, because the empty string at the end of a text is in every string.
_DIGITS = frozenset("0123456789")
_EXPONENTS = frozenset("eE")
_SIGNS = frozenset("+-")


def _is_hex(digits: str) -> bool:
    return len(digits) == 4 and all(c in _HEX for c in digits)


def read(text: str) -> Node:
    """The tree of a JSON text; raises MalformedError if it is none."""
    return _Reader(text.partition("\0")[0]).read()


_cache: dict[str, Node] = {}


def parse(text: str) -> Node:
    """The tree of a JSON text, to be changed by the caller.

    Raises:
        SqlError: "malformed JSON".
    """
    try:
        return read(text)
    except MalformedError:
        raise SqlError(ERROR, "malformed JSON") from None


def parse_shared(text: str) -> Node:
    """As `parse`, but from a small cache: the tree must not be changed."""
    node = _cache.get(text)
    if node is None:
        node = parse(text)
        if len(_cache) >= _MAX_CACHED:
            _cache.clear()
        _cache[str(text)] = node
    return node


def render(node: Node) -> str:
    """The minified text of a node."""
    if node.kind < ARRAY:
        return node.text
    out: list[str] = []
    # Pieces of text and nodes yet to be rendered, last first.
    todo: list[Node | str] = [node]
    while todo:
        part = todo.pop()
        if isinstance(part, str):
            out.append(part)
        elif part.kind < ARRAY:
            out.append(part.text if part.kind >= 0 else to_json(part.value))
        else:
            _open(part, todo)
    return "".join(out)


def _open(node: Node, todo: list[Node | str]) -> None:
    todo.append("]" if node.kind == ARRAY else "}")
    for i in range(len(node.items) - 1, -1, -1):
        todo.append(node.items[i])
        comma = "," if i else ""
        if node.kind == OBJECT:
            todo.append(f"{comma}{node.labels[i]}:")
        elif i:
            todo.append(comma)
    todo.append("[" if node.kind == ARRAY else "{")


def quoted(text: str) -> str:
    """A JSON string of any text."""
    return f'"{text.translate(_QUOTING)}"'


def to_json(value: Value) -> str:
    """An SQL value as JSON; text from a JSON function stays what it is.

    Raises:
        SqlError: the value is a BLOB.
    """
    if value is None:
        return "null"
    if isinstance(value, JsonText):
        return str(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, float):
        return real_text(value)
    if isinstance(value, bytes):
        raise SqlError(ERROR, "JSON cannot hold BLOB values")
    return str(value)


def to_sql(node: Node) -> Value:
    """A node as an SQL value: arrays and objects as their text."""
    kind = node.kind
    if kind == STRING:
        return unquoted(node.text)
    if kind in (INTEGER, REAL):
        return parse_number(node.text)
    if kind >= ARRAY:
        return JsonText(render(node))
    return (None, 1, 0)[kind]


def unquoted(text: str) -> str:
    """The text that a JSON string stands for; it ends at an escaped NUL."""
    inner = text[1:-1]
    if "\\" not in inner:
        return inner
    out = []
    at = 0
    surrogates = False
    while True:
        escape = inner.find("\\", at)
        if escape < 0:
            out.append(inner[at:])
            break
        out.append(inner[at:escape])
        c = inner[escape + 1]
        at = escape + 2
        if c != "u":
            out.append(_ESCAPES.get(c, c))
            continue
        code = int(inner[at : at + 4], 16)
        at += 4
        if not code:
            break
        if code & 0xFC00 == 0xD800 and inner[at : at + 2] == "\\u":
            low = int(inner[at + 2 : at + 6], 16)
            if low & 0xFC00 == 0xDC00:
                code = 0x10000 + ((code & 0x3FF) << 10) + (low & 0x3FF)
                at += 6
        surrogates = surrogates or 0xD800 <= code <= 0xDFFF
        out.append(_character(code))
    result = "".join(out)
    return normal(result) if surrogates else result


def _character(code: int) -> str:
    if 0xD800 <= code <= 0xDFFF:
        # A lone surrogate: the three bytes that UTF-8 would have for it.
        return chr(code).encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")
    return chr(code)
