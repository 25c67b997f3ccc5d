"""The ban list of Python, read from the syntax tree: names are followed to the modules they stand for."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

_PROCESS = re.compile(r"^(system|popen\w*|fork|forkpty|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?|startfile)$")
_UNMISTAKABLE = re.compile(r"^(popen|forkpty|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?)$")
_SYSTEMS = frozenset({"os", "posix", "nt"})
_REACHING = frozenset({"__subclasses__", "__globals__", "__builtins__", "__loader__"})
_STARTS = "starts another program"


@dataclass(frozen=True, slots=True)
class PythonRules:
    """modules: what is wrong with importing each. names: what may not be used at all. own: the submission's
    own top-level modules. strict: whether no attribute at all may be reached by a computed name.
    """

    modules: Mapping[str, str]
    names: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    strict: bool = False


def breaches(text: str, rules: PythonRules) -> Iterator[tuple[int, str]]:
    """What a file of Python does that it may not, each with its line."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        yield getattr(error, "lineno", None) or 1, f"is not Python: {error}"
        return
    reading = _Reading(rules, _bound_modules(tree))
    for node in ast.walk(tree):
        for what in reading.of(node):
            yield getattr(node, "lineno", 1), what


def _bound_modules(tree: ast.AST) -> dict[str, str]:
    """The names that imports bind to modules."""
    bound: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.split(".")[0]
                bound[alias.asname or top] = alias.name if alias.asname else top
    return bound


@dataclass(frozen=True, slots=True)
class _Reading:
    rules: PythonRules
    bound: Mapping[str, str] = field(default_factory=dict)

    def of(self, node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from self._imported(alias.name)
        elif isinstance(node, ast.ImportFrom):
            yield from self._imported_from(node)
        elif isinstance(node, ast.Attribute):
            yield from self._attribute(node)
        elif isinstance(node, ast.Name):
            if node.id in self.rules.names or node.id in ("__builtins__", "__loader__"):
                yield f"uses {node.id}"
        elif isinstance(node, ast.Call):
            yield from self._call(node)

    def _imported(self, module: str) -> Iterator[str]:
        if (what := self.rules.modules.get(module.split(".")[0])) is not None:
            yield f"{what}: imports {module}"

    def _imported_from(self, node: ast.ImportFrom) -> Iterator[str]:
        module = node.module or ""
        if node.level == 0:
            yield from self._imported(module)
        if node.level == 0 and module in _SYSTEMS:
            for alias in node.names:
                if _PROCESS.match(alias.name) or alias.name == "*":
                    yield f"{_STARTS}: imports {alias.name} of {module}"

    def _attribute(self, node: ast.Attribute) -> Iterator[str]:
        owner = self._module_of(node.value)
        if _UNMISTAKABLE.match(node.attr) or (owner in _SYSTEMS and _PROCESS.match(node.attr)):
            yield f"{_STARTS}: {node.attr}"
        elif node.attr in _REACHING or (self.rules.strict and node.attr == "modules"):
            yield f"reaches for {node.attr}"

    def _module_of(self, node: ast.expr) -> str | None:
        """The module that an expression is, as far as can be told."""
        if isinstance(node, ast.Name):
            return self.bound.get(node.id)
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute):
            # sys.modules["os"], or whatever it is by another key
            if node.value.attr != "modules":
                return None
            key = node.slice.value if isinstance(node.slice, ast.Constant) else None
            return key if isinstance(key, str) else "os"
        return None

    def _call(self, node: ast.Call) -> Iterator[str]:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if isinstance(node.func, ast.Attribute) and node.func.attr == "import_module":
            name = "import_module"
        if name in ("__import__", "import_module") and node.args:
            yield from self._import_call(name, node.args[0])
        elif name == "getattr" and len(node.args) > 1:
            yield from self._getattr(node.args[0], node.args[1])

    def _import_call(self, name: str, wanted: ast.expr) -> Iterator[str]:
        start = wanted
        if isinstance(wanted, ast.JoinedStr) and wanted.values:
            start = wanted.values[0]
        if isinstance(start, ast.FormattedValue) and ast.unparse(start.value) == "__package__":
            return
        said = start.value if isinstance(start, ast.Constant) and isinstance(start.value, str) else None
        if said is None or (start is not wanted and "." not in said):
            yield f"hides what it calls: {name} of a computed name"
        elif said.split(".")[0] not in self.rules.own:
            yield from self._imported(said)

    def _getattr(self, owner: ast.expr, name: ast.expr) -> Iterator[str]:
        if not isinstance(name, ast.Constant):
            if self.rules.strict or self._module_of(owner) is not None:
                yield "hides what it calls: gets an attribute by a computed name"
            return
        said = str(name.value) if isinstance(name.value, str) else ""
        private = self.rules.strict and said.startswith("__")
        if private or _PROCESS.match(said) or said in _REACHING:
            yield f"reaches for {said}"
