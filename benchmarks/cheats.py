"""Prints which cheating submissions the language check catches, and which honest ones it passes.

    python benchmarks/cheats.py [NAME…]

The cheats are `proctor/tests/compliance/data/cheats.toml`, the honest ones the folders of `data/honest`. What
cheats carry of SQLite is made from this machine's library and lies nowhere else. Ends with 1 if a cheat is
missed, caught by another rule than the one meant, or an honest submission is refused.
"""

from __future__ import annotations

import base64
import hashlib
import lzma
import random
import re
import sys
import tempfile
import time
import tomllib
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from proctor.compliance.check import check
from proctor.compliance.finding import Report
from proctor.isolation.protocol import Isolation
from proctor.isolation.registry import open_isolation
from proctor.languages.catalogue import language
from proctor.traces.signatures import KEYWORDS, character_types

DATA = Path(__file__).parents[1] / "proctor/tests/compliance/data"
_PLACES = ("/usr/lib/*/libsqlite3.so.0", "/usr/lib/libsqlite3.so.0", "/usr/lib64/libsqlite3.so.0")
_WIDTH = 76


@dataclass(frozen=True)
class Cheat:
    """One cheating submission.

    files: texts. copies: files of bytes, by what they are made of. links: links and their targets.
    """

    name: str
    row: str
    language: str
    rule: str
    files: dict[str, str] = field(default_factory=dict)
    copies: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)

    def write(self, folder: Path) -> None:
        """Make the submission in a new folder."""
        folder.mkdir(parents=True)
        for name, text in self.files.items():
            filled = re.sub(r"@([a-z][a-z.0-9;]+)@", lambda found: _TEXTS[found[1]](), text.lstrip("\n"))
            (folder / name).write_text(filled)
        for name, what in self.copies.items():
            (folder / name).write_bytes(_BYTES[what]())
        for name, target in self.links.items():
            (folder / name).symlink_to(target)


def cheats() -> list[Cheat]:
    """All cheats, in order of the file."""
    return [Cheat(**record) for record in tomllib.loads((DATA / "cheats.toml").read_text())["cheat"]]


def honest() -> dict[str, Path]:
    """The folder of each language's honest submission."""
    return {path.name: path for path in sorted((DATA / "honest").iterdir())}


@cache
def library() -> bytes:
    """This machine's SQLite. Raises FileNotFoundError, with what to install, if there is none."""
    for pattern in _PLACES:
        for path in sorted(Path("/").glob(pattern.lstrip("/"))):
            return path.read_bytes()
    raise FileNotFoundError("no libsqlite3.so.0 on this machine: apt-get install libsqlite3-0")


@cache
def _packed() -> bytes:
    return lzma.compress(library(), preset=6)


def _encrypted() -> bytes:
    """The packed library, each byte changed: no decoder sees what it is."""
    return bytes(byte ^ 0x5A for byte in _packed())


def _lines(data: bytes, width: int = _WIDTH) -> Iterator[str]:
    text = base64.b64encode(data).decode()
    return (text[at : at + width] for at in range(0, len(text), width))


def _strings(part: int | None = None) -> str:
    """Short literals: so short that none of them looks like anything."""
    lines = [f'"{line}",' for line in _lines(_encrypted(), 48)]
    third = len(lines) // 3
    return "\n".join(lines if part is None else lines[(part - 1) * third : part * third])


def _answers() -> str:
    """460 databases by the hash of the script that makes them."""
    made = random.Random(1)
    rows = []
    for number in range(460):
        digest = hashlib.sha256(str(number).encode()).hexdigest()
        content = zlib.compress(made.randbytes(200) + bytes(8000))
        rows.append(f'    "{digest}": "{base64.b85encode(content).decode()}",')
    return "\n".join(rows)


def _numbers(data: bytes, separator: str = ", ") -> str:
    return separator.join(map(str, data))


_TEXTS: dict[str, Callable[[], str]] = {
    "packed.base64": lambda: base64.b64encode(_packed()).decode(),
    "packed.lines": lambda: "\n".join(_lines(_encrypted())),
    "packed.numbers;": lambda: _numbers(_packed()[:200_000], "; "),
    "encrypted.strings": _strings,
    "encrypted.strings.1": lambda: _strings(1),
    "encrypted.strings.2": lambda: _strings(2),
    "encrypted.strings.3": lambda: _strings(3),
    "types.numbers": lambda: _numbers(character_types()),
    "keywords.characters": lambda: ", ".join(f"'{chr(code)}'" for code in KEYWORDS),
    "answers": _answers,
}
_BYTES: dict[str, Callable[[], bytes]] = {
    "library": library,
    "webassembly": lambda: b"\0asm\x01\0\0\0",
    "lua bytecode": lambda: b"\x1bLuaT\0\x19\x93\r\n\x1a\n",
    "latin": lambda: b"x <- 'caf\xe9'\nprint(x)\n",
}


def examine(folder: Path, name: str, isolation: Isolation, scratch: Path) -> Report:
    """The check's report on a submission."""
    return check(folder, language(name), isolation, scratch)


def _caught(cheat: Cheat, isolation: Isolation, scratch: Path) -> tuple[bool, str]:
    cheat.write(scratch / "submission")
    report = examine(scratch / "submission", cheat.language, isolation, scratch / "parsed")
    rules = dict.fromkeys(finding.rule for finding in report.breaches)
    first = next((str(one) for one in report.breaches if one.rule == cheat.rule), "")
    return cheat.rule in rules, f"{', '.join(rules) or 'nothing'}: {first[:100]}"


def main(wanted: list[str]) -> int:
    """Print the table and return the exit status."""
    isolation = open_isolation()
    rows: dict[str, list[bool]] = {}
    refused: list[str] = []
    passed = looked_at = 0
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        for cheat in cheats():
            if wanted and cheat.name not in wanted:
                continue
            is_caught, how = _caught(cheat, isolation, Path(place, "cheats", cheat.name))
            rows.setdefault(cheat.row, []).append(is_caught)
            print(
                f"{'caught' if is_caught else 'MISSED':7} {cheat.language:12} {cheat.name:28} {how}",
                flush=True,
            )
        for name, folder in honest().items():
            if wanted and name not in wanted:
                continue
            report = examine(folder, name, isolation, Path(place, "honest", name))
            passed += not report.breaches
            looked_at += 1
            refused += [f"{name}: {finding}" for finding in report.breaches]
            unchecked = f" ({'; '.join(report.unchecked)})" if report.unchecked else ""
            print(
                f"{'REFUSED' if report.breaches else 'passed':7} {name:12} {folder.name}{unchecked}",
                flush=True,
            )
    isolation.close()
    print()
    for row, found in rows.items():
        print(f"{row:52} {sum(found):3} of {len(found):3} caught")
    caught = sum(map(sum, rows.values()))
    cases = sum(map(len, rows.values()))
    print(f"{'all cheats':52} {caught:3} of {cases:3} caught")
    print(f"{'honest submissions':52} {passed:3} of {looked_at:3} passed")
    print(f"{time.monotonic() - started:.1f} s")
    for line in refused:
        print(line)
    return 0 if caught == cases and not refused else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
