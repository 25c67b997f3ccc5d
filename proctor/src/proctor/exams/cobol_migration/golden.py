"""Goldens: what must come out of a test, as files with digests beside them.

manifest.json::

    {"layout": 1, "inputs": SHA-256 of what goes in, "sources": SHA-256 of what was compiled,
     "cobc": "…", "runtime": "…", "gone": [names], "sha256": {"stdout": "…", "out/NAME": "…"}}
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping
from typing import Any, cast

from proctor.exams.cobol_migration.layout import LAYOUT, BadCase, Program, Test, files_below
from proctor.exams.cobol_migration.running import Observed


def digest_of_files(files: Mapping[str, bytes]) -> str:
    """Hex SHA-256 over names and contents."""
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{len(name.encode())} {len(content)}\n".encode() + name.encode() + content)
    return digest.hexdigest()


def inputs_digest(test: Test) -> str:
    """Hex SHA-256 over all that goes into a test."""
    fixed = {
        "args": json.dumps(test.args()).encode(),
        "env": json.dumps(test.env(), sort_keys=True).encode(),
        "stdin": test.stdin(),
    }
    return digest_of_files(fixed | {f"in/{name}": content for name, content in test.inputs().items()})


def sources_digest(program: Program) -> str:
    """Hex SHA-256 over the flags, the sources and the copybooks, and what is left out of a comparison."""
    files = {
        path.relative_to(program.folder).as_posix(): path.read_bytes()
        for path in (*program.sources(), *program.copybooks())
    }
    how = [program.main, *program.flags, "--", *program.internal, "--", str(program.compares_stderr)]
    return digest_of_files(files | {"": "\0".join(how).encode()})


def write_golden(test: Test, program: Program, seen: Observed, versions: Mapping[str, str]) -> None:
    """Store what the original gave, replacing an older golden."""
    folder = test.golden
    if folder.exists():
        shutil.rmtree(folder)
    contents = {"stdout": seen.stdout, "exit": f"{seen.exit_code}\n".encode()}
    if program.compares_stderr:
        contents["stderr"] = seen.stderr
    contents |= {f"out/{name}": content for name, content in seen.files.items()}
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    manifest = {
        "layout": LAYOUT,
        "inputs": inputs_digest(test),
        "sources": sources_digest(program),
        **versions,
        "gone": list(seen.gone),
        "sha256": {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()},
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")


def read_golden(test: Test) -> Observed:
    """What must come out of a test.

    Raises BadCase where there is no golden, or where it or the test was changed since it was recorded.
    """
    manifest = manifest_of(test)
    contents = files_below(test.golden)
    contents.pop("manifest.json", None)
    found = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    if found != manifest["sha256"]:
        raise BadCase(f"{test.golden} is not as it was recorded")
    if manifest["inputs"] != inputs_digest(test):
        raise BadCase(f"the inputs of {test.folder} were changed after its golden was recorded")
    return Observed(
        stdout=contents["stdout"],
        stderr=contents.get("stderr", b""),
        exit_code=int(contents["exit"]),
        files={name[4:]: content for name, content in contents.items() if name.startswith("out/")},
        gone=tuple(manifest["gone"]),
    )


def manifest_of(test: Test) -> dict[str, Any]:
    """The manifest beside a golden. Raises BadCase where there is none."""
    path = test.golden / "manifest.json"
    if not path.is_file():
        raise BadCase(f"{test.folder} has no golden; make it with `proctor cobol record`")
    try:
        return cast("dict[str, Any]", json.loads(path.read_bytes()))
    except ValueError as error:
        raise BadCase(f"{path} is no JSON: {error}") from error
