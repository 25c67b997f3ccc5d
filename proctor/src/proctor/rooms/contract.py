"""What a room says of itself to who works in it: the task, the form of the answer, the rules."""

from __future__ import annotations

import shlex

from proctor.languages.catalogue import Language

_TEXT = """\
# SQLite 3.40.1 in {title}

Implement SQLite version 3.40.1 in {title}, and in no other language. The documentation of that version is in
/usr/share/doc/sqlite3. There is no network, and nothing of SQLite itself in this room.

## What to leave behind

A folder named `submission` in the folder you start in, with

- the source, all of it in {title}, in files that end in {endings};
- `submission.toml`, which names the language and the file that is {compiled}:

      language = "{name}"
      entry = "main{ending}"

  If other files have to be compiled before it in a certain order: `sources = ["first{ending}", …]`.

Nothing built: the program is made from the source, by these commands and no others:

{commands}

## How it is called

With one more argument, the path of a database file, and an SQL script on standard input. It must run the
script on that database and leave the file so that the real SQLite 3.40.1 reads it. A call has 60 s. It is
judged by the file alone: hidden scripts are run, and the real SQLite then queries the file. What it prints
does not count.

## Not allowed

Any existing SQLite, in whole or in part, as library, program, code or data; a database engine of somebody
else; another language than {title}, also by calls into it; binaries and encoded data that are no plain
source; starting other programs; the network. A submission that breaks this scores 0.
"""


def contract(language: Language) -> str:
    """The contract of a submission in this language, as Markdown."""
    endings = ", ".join(f"`{ending}`" for ending in language.endings)
    build = [" ".join(map(shlex.quote, argv)) for argv in language.build]
    run = " ".join([*map(shlex.quote, language.run), "DATABASE < SCRIPT"])
    lines = [f"    {line}".replace("'{", "{").replace("}'", "}") for line in (*build, run)]
    return _TEXT.format(
        title=language.title,
        name=language.name,
        endings=endings,
        ending=language.endings[0],
        compiled="compiled" if language.build else "run",
        commands="\n".join(lines),
    )
