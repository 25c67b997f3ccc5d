"""A MultiLangBench case: three SQL texts and the golden output."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from proctor.core.case import Case

_NAME = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class SqlCase(Case):
    """One case with its payload; texts are bytes, as the shell would read and print them.

    initial_database builds the input file, user_query is what the candidate runs on it, validation_query is
    what the real SQLite runs on the file left behind, and expected_output is what that must print.
    """

    initial_database: bytes = b""
    user_query: bytes = b""
    validation_query: bytes = b""
    expected_output: bytes = b""
    source: str = ""

    @property
    def shard_key(self) -> str:
        """The first two digits of the name, which is a hash itself."""
        return self.name[:2]

    def texts(self) -> Mapping[str, str]:
        """The four texts."""
        return {
            name: getattr(self, name).decode("utf-8", "surrogateescape")
            for name in ("user_query", "validation_query", "expected_output", "initial_database")
        }

    def by_hand(self, program: str) -> str:
        """The three steps with the shell, from the texts as files."""
        commands = ["cd $(mktemp -d)"]
        commands += [f"printf %s {shlex.quote(text)} > {name}" for name, text in self.texts().items()]
        commands += [
            "sqlite3 output.db < initial_database",
            f'{program} "$PWD/output.db" < user_query',
            "TZ=UTC sqlite3 output.db < validation_query | diff expected_output -",
        ]
        return "\n".join(commands)


def name_of(initial_database: bytes, user_query: bytes, validation_query: bytes) -> str:
    """The name of a case: hex SHA-256 of its three texts with a NUL after the first and after the second."""
    return sha256(b"\0".join((initial_database, user_query, validation_query))).hexdigest()


def is_name(text: str) -> bool:
    """Whether a text is 64 lower-case hex digits."""
    return _NAME.fullmatch(text) is not None


def content_hash_of(texts: tuple[bytes, bytes, bytes, bytes]) -> str:
    """Hex SHA-256 over the four texts, each with its length before it."""
    digest = sha256()
    for text in texts:
        digest.update(b"%d:" % len(text))
        digest.update(text)
    return digest.hexdigest()


def make_case(
    name: str, texts: tuple[bytes, bytes, bytes, bytes], tags: tuple[str, ...] = (), source: str = ""
) -> SqlCase:
    """A case from initial database, user query, validation query and expected output."""
    return SqlCase(name, content_hash_of(texts), tags, *texts, source=source)
