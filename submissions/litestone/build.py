"""Fill this folder with what ``run`` needs: Litestone's sources and an image of their compiled code.

The image saves a submission that was copied without ``__pycache__`` from compiling at every start. It is
written for the Python that runs this script; ``run`` falls back to the sources under another one.

    python3 submissions/litestone/build.py [--codegen 0|always --into FOLDER]

With ``--into`` the submission is written there instead, with generated code switched off or used for every
loop that it can do, to be graded beside this one.

Format of ``litestone.image``: the interpreter's 4-byte magic number, 4 bytes 0, the marshalled code of the
loader, and the marshalled code of every module, which the loader finds by an index of offsets.
"""

from __future__ import annotations
import __future__

import argparse
import ast
import importlib.util
import marshal
import shutil
from pathlib import Path
from types import CodeType

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parent.parent / "litestone" / "src" / "litestone"

LOADER = """
class Loader:
    index = {index!r}
    start = len(image) - {size}

    def find_spec(self, name, path=None, target=None):
        entry = self.index.get(name)
        if entry is None:
            return None
        return Spec(name, self, origin=here + "/" + entry[2], is_package=entry[3])

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        first, after = self.index[module.__name__][:2]
        exec(marshal.loads(image[self.start + first : self.start + after]), module.__dict__)

Spec = type(sys.__spec__)
sys.meta_path.insert(0, Loader())
import gc
gc.disable()  # until all is loaded: nothing of it will ever be garbage
"""


def modules() -> list[tuple[str, Path, bool]]:
    """Name, file and whether it is a package, of every module of Litestone."""
    found = []
    for path in sorted(SOURCES.rglob("*.py")):
        parts = ("litestone", *path.relative_to(SOURCES).with_suffix("").parts)
        is_package = parts[-1] == "__init__"
        found.append((".".join(parts[:-1] if is_package else parts), path, is_package))
    return found


class Bare(ast.NodeTransformer):
    """Takes away what only type checkers read: annotations and the import that postpones them."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom | None:
        """Drop ``from __future__ import annotations``."""
        return None if node.module == "__future__" else node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Drop the annotations of a function."""
        node.returns = None
        self.generic_visit(node)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """Drop the annotation of a parameter."""
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Make an annotated assignment a plain one, and a mere declaration nothing."""
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(ast.Assign([node.target], node.value), node)


def compiled(source: bytes, shown: str) -> CodeType:
    """The code of a module without docstrings, assertions, annotations and line numbers."""
    tree = Bare().visit(ast.parse(source, shown))
    flags = __future__.annotations.compiler_flag
    code: CodeType = compile(tree, shown, "exec", flags, dont_inherit=True, optimize=2)
    return without_places(code)


def without_places(code: CodeType) -> CodeType:
    """The code without the tables that give each instruction its line: a third of what a start reads."""
    constants = (without_places(part) if isinstance(part, CodeType) else part for part in code.co_consts)
    return code.replace(co_consts=tuple(constants), co_linetable=b"", co_filename="litestone")


def packages(known: list[tuple[str, Path, bool]]) -> set[str]:
    """Folders without ``__init__.py`` that are packages all the same."""
    names = {name for name, _, is_package in known if is_package}
    return {name.rpartition(".")[0] for name, _, _ in known} - names - {""}


def image() -> bytes:
    """The image of all modules."""
    known = modules()
    index: dict[str, tuple[int, int, str, bool]] = {}
    body = bytearray()
    for name, path, is_package in known:
        shown = path.relative_to(SOURCES.parent).as_posix()
        code = marshal.dumps(compiled(path.read_bytes(), shown))
        index[name] = (len(body), len(body) + len(code), shown, is_package)
        body += code
    empty = marshal.dumps(compile("", "litestone", "exec"))
    for name in sorted(packages(known)):
        index[name] = (len(body), len(body) + len(empty), name.replace(".", "/"), True)
    body += empty
    loader = compile(LOADER.format(index=index, size=len(body)), "loader", "exec", optimize=2)
    return importlib.util.MAGIC_NUMBER + bytes(4) + marshal.dumps(loader) + bytes(body)


def write(folder: Path) -> None:
    """Write the sources and the image."""
    target = folder / "litestone"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(SOURCES, target, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    fresh = folder / "litestone.image.new"
    fresh.write_bytes(image())
    fresh.replace(folder / "litestone.image")


def main() -> None:
    """Write this submission, or a variant of it."""
    parser = argparse.ArgumentParser(description="Fill a folder with what `run` needs.")
    parser.add_argument("--into", type=Path, metavar="FOLDER")
    parser.add_argument("--codegen", choices=["0", "always"], help="only with --into")
    arguments = parser.parse_args()
    if arguments.into is None:
        if arguments.codegen:
            parser.error("--codegen makes a variant: say with --into where")
        write(HERE)
        return
    arguments.into.mkdir(parents=True, exist_ok=True)
    first, rest = (HERE / "run").read_text("utf-8").split("\n", 1)
    switch = ""
    if arguments.codegen:
        switch = f"import os\nos.environ['LITESTONE_CODEGEN'] = {arguments.codegen!r}\n"
    program = arguments.into / "run"
    program.write_text(f"{first}\n{switch}{rest}", "utf-8")
    program.chmod(0o755)
    write(arguments.into)


if __name__ == "__main__":
    main()
