"""Writes the wrong and the naive ports: each is a right port with a line or two changed, by `twins.toml`.

    python submissions/cobol/build.py --into FOLDER        makes FOLDER/wrong and FOLDER/naive

`twins.toml` holds, for each twin: `from` and `to` (paths of a source, relative to the file and to FOLDER),
the `trap` it falls into, `why`, and `replace`, a list of `old` and `new`. What lies under naive/ is copied.
"""

from __future__ import annotations

import argparse
import shutil
import tomllib
from pathlib import Path


class BadTwin(ValueError):
    """A replacement does not fit its right port; the message says which."""


def changed(text: str, replacements: list[dict[str, str]], where: str) -> str:
    """The source of a twin. Raises BadTwin where an `old` is not found exactly once."""
    for one in replacements:
        if (times := text.count(one["old"])) != 1:
            raise BadTwin(f"{where}: found {times} times, not once: {one['old']!r}")
        text = text.replace(one["old"], one["new"])
    return text


def build(twins: Path, into: Path) -> dict[str, str]:
    """Write every twin of a file below `into`; gives the trap of each, by its path. Raises BadTwin."""
    traps: dict[str, str] = {}
    for twin in tomllib.loads(twins.read_text())["twin"]:
        source = (twins.parent / twin["from"]).read_text()
        target = into / twin["to"]
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(changed(source, twin["replace"], twin["to"]))
        traps[twin["to"]] = twin["trap"]
    return traps


def main() -> None:
    """Build all that lies beside this file."""
    parser = argparse.ArgumentParser(description="write the wrong and the naive ports")
    parser.add_argument("--into", type=Path, required=True, metavar="FOLDER")
    into = parser.parse_args().into
    here = Path(__file__).parent
    shutil.copytree(here / "naive", into / "naive", dirs_exist_ok=True)
    for path, trap in build(here / "twins.toml", into).items():
        print(f"{into / path}: {trap}")


if __name__ == "__main__":
    main()
