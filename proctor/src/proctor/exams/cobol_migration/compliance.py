"""Whether a port is in its target language alone: no COBOL carried or called, no other language, no program
started, no library but the standard one. The compiler's own reading of every file is the last word; this
looks for what a compiler would let pass.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from proctor.exams.cobol_migration.target import Target

_LONGEST_LITERAL = 16_384
_NOTES = frozenset({".md", ".txt", ".toml", ".gradle", ".kts", ".lock", ".json", ""})
_BUILT = frozenset({".o", ".a", ".so", ".class", ".jar", ".pyc", ".exe", ".rlib", ".rmeta", ".dll"})
_COBOL = (
    (re.compile(r"\b(IDENTIFICATION|ID|PROCEDURE|DATA|ENVIRONMENT)\s+DIVISION\s*\.", re.I), "carries COBOL"),
    (re.compile(r"\b(libcob|cob_init|cob_call|cobcrun|cobc)\b", re.I), "calls COBOL"),
)
_COMMON = r"//[^\n]*|/\*.*?\*/"
_STRING = r'"(?:\\.|[^"\\\n])*"'
_CHARACTER = r"'(?:\\.|[^'\\\n])+'"
_SYNTAX = {
    "c": re.compile(rf'{_COMMON}|R"(\w*)\(.*?\)\1"|{_STRING}|\b\d[\d\']*|{_CHARACTER}', re.S),
    "java": re.compile(rf'{_COMMON}|""".*?"""|{_STRING}|{_CHARACTER}', re.S),
    "kotlin": re.compile(rf'{_COMMON}|""".*?"""|{_STRING}|{_CHARACTER}', re.S),
    "rust": re.compile(
        rf"{_COMMON}|b?r(#*)\".*?\"\1|b?\"(?:\\.|[^\"\\])*\"|b?'(?:\\[^']+|\\'|[^'\\\n])'", re.S
    ),
}
_PYTHON_MODULES = frozenset(
    {
        *("ctypes", "cffi", "subprocess", "multiprocessing", "pty", "socket", "importlib", "imp", "marshal"),
        *("pickle", "runpy", "code", "codeop", "concurrent", "_ctypes", "_posixsubprocess", "posix"),
        *("distutils", "zipimport", "pkgutil", "builtins", "gc", "inspect"),
    }
)
_PYTHON_CALLS = frozenset({"eval", "exec", "compile", "__import__", "globals", "vars", "breakpoint"})
_PYTHON_OS = re.compile(r"^(system|popen|fork|forkpty|exec.*|spawn.*|posix_spawn.*|startfile)$")


def sources_of(folder: Path, target: Target) -> tuple[list[Path], list[str], list[str]]:
    """What a port's folder holds: its sources, what is set aside (notes, built files), what is not allowed.

    Files set aside are never copied into the build.
    """
    sources: list[Path] = []
    aside: list[str] = []
    wrong: list[str] = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            wrong.append(f"{name} is a link")
        elif not path.is_file():
            continue
        elif path.suffix in target.extensions:
            sources.append(path)
        elif _set_aside(path):
            aside.append(name)
        else:
            wrong.append(f"{name} is not {target.label}")
    if not sources:
        wrong.append(f"there is no source in {target.label}")
    elif target.main and not (folder / target.main).is_file():
        wrong.append(f"there is no {target.main}")
    return sources, aside, wrong


def _set_aside(path: Path) -> bool:
    """Whether a file is something built, or notes and project files that no build here reads."""
    head = path.read_bytes()[:4]
    return path.suffix in _BUILT or head == b"\x7fELF" or (path.suffix in _NOTES and head[:2] != b"#!")


def breaches(sources: list[Path], folder: Path, target: Target) -> list[str]:
    """Every rule that the sources break, each as a line with file and line number."""
    found: list[str] = []
    for path in sources:
        name = path.relative_to(folder).as_posix()
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            found.append(f"{name} is not UTF-8 text")
            continue
        checks = _python_breaches(text) if target.syntax == "python" else _pattern_breaches(text, target)
        found += [f"{name}:{line}: {what}" for line, what in checks]
    return found


def _pattern_breaches(text: str, target: Target) -> Iterator[tuple[int, str]]:
    with_strings = _blank(text, target.syntax, keep_strings=True)
    # Kotlin's string templates hold code; everywhere else a string is only text.
    code = with_strings if target.syntax == "kotlin" else _blank(text, target.syntax, keep_strings=False)
    for pattern, what in target.forbidden:
        yield from ((_line(code, match.start()), what) for match in re.finditer(pattern, code))
    yield from _cobol_in(with_strings)
    for match in _SYNTAX[target.syntax].finditer(text):
        if len(match[0]) > _LONGEST_LITERAL and not match[0].startswith("/"):
            yield _line(text, match.start()), f"holds a literal of {len(match[0])} characters"


def _cobol_in(text: str) -> Iterator[tuple[int, str]]:
    for pattern, what in _COBOL:
        yield from ((_line(text, match.start()), what) for match in pattern.finditer(text))


def _blank(text: str, syntax: str, *, keep_strings: bool) -> str:
    """The text without comments, and without what strings say; line numbers stay."""

    def replacement(match: re.Match[str]) -> str:
        token = match[0]
        if token.startswith(("//", "/*")):
            return " " + "\n" * token.count("\n")
        if keep_strings or token[0].isdigit():
            return token
        return " LITERAL " + "\n" * token.count("\n")

    return _SYNTAX[syntax].sub(replacement, text)


def _line(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _python_breaches(text: str) -> Iterator[tuple[int, str]]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError) as error:
        yield getattr(error, "lineno", None) or 1, f"is not Python: {error}"
        return
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 1)
        yield from ((line, what) for what in _python_node(node))


def _python_node(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        modules = (
            [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        )
        for module in modules:
            if module.split(".")[0] in _PYTHON_MODULES:
                yield f"imports {module}"
        if isinstance(node, ast.ImportFrom) and node.module == "os":
            yield from (
                "starts another program"
                for alias in node.names
                if _PYTHON_OS.match(alias.name) or alias.name == "*"
            )
    elif isinstance(node, ast.Attribute):
        if _PYTHON_OS.match(node.attr) and isinstance(node.value, ast.Name) and node.value.id == "os":
            yield "starts another program"
        elif node.attr in ("__subclasses__", "__globals__", "__builtins__", "modules"):
            yield f"reaches for {node.attr}"
    elif isinstance(node, ast.Name) and node.id in (*_PYTHON_CALLS, "__builtins__", "__loader__"):
        yield f"uses {node.id}"
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
        if len(node.args) > 1 and not isinstance(node.args[1], ast.Constant):
            yield "gets an attribute by a computed name"
        elif len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
            name = str(node.args[1].value)
            if _PYTHON_OS.match(name) or name.startswith("__"):
                yield f"reaches for {name}"
    elif isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
        said = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
        if len(said) > _LONGEST_LITERAL:
            yield f"holds a literal of {len(said)} characters"
        yield from (what for _, what in _cobol_in(said))
