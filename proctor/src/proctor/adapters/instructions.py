"""What models are told, whichever framework holds the sitting."""

from __future__ import annotations

_MULTILANGBENCH = """\
Implement SQLite version 3.40.1 in {language}, and in no other language.

The documentation of SQLite 3.40.1 is under /usr/share/doc/sqlite3 where this room has it. There is no
network.

Leave your work in a folder named `submission` in the folder you start in. It must hold:
- the source, all of it in {language};
- `submission.toml`, which says how it is called:
      language = "{language}"
      command = ["PROGRAM", "ARGUMENT"]
  A word that names a file of the folder means that file; others are looked up on the PATH.

The command is called with one more argument, the path of a database file, and an SQL script on standard
input. It
must run the script on that database and leave the file so that the real SQLite 3.40.1 reads it. A call
has 60 s.
It is judged by the file alone: hidden scripts are run, and the real SQLite then queries the file.

Not allowed: any existing SQLite, in whole or in part, as library, program or code; a database engine of
somebody
else; another language than {language}; the network. A submission that breaks this scores 0.
Submit when you are done.
"""


def multilangbench(language: str) -> str:
    """The contract of a submission in this language."""
    return _MULTILANGBENCH.format(language=language)
