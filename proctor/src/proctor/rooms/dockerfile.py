"""The Dockerfile of a language's room."""

from __future__ import annotations

import json

from proctor.languages.catalogue import Language

DEBIAN = "debian:12-slim"
# Beside all that bears SQLite's name: what holds or binds it under another, in Debian's images.
_PURGED = (
    "*sqlite*",
    "*/gpg", "*/keyboxd", "*/libsoftokn3*", "*/fossil", "*/litecli", "*/cargo", "*/libdb*sql*",
    "*/packagekitd",
)  # fmt: skip
_TOOLS = "bash coreutils sed grep mawk findutils diffutils tar gzip libc-bin xxd"
DOCUMENTS, INSTRUCTIONS, PURGE = "docs", "INSTRUCTIONS.md", "purge.sh"  # of the build's context

_TEXT = """\
# The room of {title}: its tools, SQLite's documentation, and nothing of SQLite.
# Made by `proctor rooms build`; to be run without network: docker run --network none
FROM {base}
{install}{steps}COPY {purge} /tmp/{purge}
RUN sh /tmp/{purge}
COPY {documents} /usr/share/doc/sqlite3
COPY {instructions} /usr/share/doc/proctor/{instructions}
LABEL proctor.language={label}
ENV LANG=C.UTF-8
WORKDIR /work
CMD ["sleep", "infinity"]
"""
_INSTALL = """\
RUN apt-get update \\
 && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends {packages} \\
 && rm -rf /var/lib/apt/lists /var/cache/apt
"""


def base_of(language: Language, base: str | None) -> str:
    """The base image: the one given, the language's own, or Debian's."""
    return base or language.image or DEBIAN


def dockerfile_of(language: Language, base: str | None = None) -> str:
    """The Dockerfile's text; its context holds the documentation, the instructions and `purge_script`."""
    packages = f"{_TOOLS} {' '.join(language.packages)}" if language.packages else ""
    return _TEXT.format(
        title=language.title,
        base=base_of(language, base),
        install=_INSTALL.format(packages=packages) if packages else "",
        steps="".join(f"RUN {step}\n" for step in language.steps),
        purge=PURGE,
        documents=DOCUMENTS,
        instructions=INSTRUCTIONS,
        label=json.dumps(language.name),
    )


def purge_script(language: Language) -> str:
    """A shell script that removes SQLite from the system it runs in, and then itself."""
    globs = dict.fromkeys((*_PURGED, *language.purge))
    tests = " -o ".join(f"-ipath '{glob}'" for glob in globs)
    return f"""\
set -eu
find / -xdev -depth \\( -path /proc -o -path /sys \\) -prune -o \\( {tests} \\) \\
  -not -path '/proc/*' -not -path '/sys/*' -exec rm -rf {{}} +
rm -rf /usr/share/doc/*sqlite* /var/lib/dpkg/info/*sqlite* /tmp/{PURGE}
"""
