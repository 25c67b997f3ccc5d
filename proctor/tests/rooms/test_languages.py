"""A room of each language is clean, and a tiny honest candidate is built and run in it."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from proctor.isolation.bubblewrap import Bubblewrap
from proctor.isolation.protocol import Command, Limits
from proctor.languages.catalogue import language, languages
from proctor.rooms.room import INSTRUCTIONS
from proctor.rooms.scanning import ready_room

_SAMPLES = Path(__file__).parent / "samples"
# Of those whose tools the tests' setup installs. JDK, Rust, Go and Kotlin bring files by the hundred megabytes:
# their rooms are built and tried by benchmarks/rooms.py.
_TESTED = (
    "ada",
    "cobol",
    "common-lisp",
    "cpp",
    "fortran",
    "javascript",
    "lua",
    "pascal",
    "php",
    "python",
    "tcl",
)
_LIMITS = Limits(wall_seconds=120, cpu_seconds=120, processes=256)


def test_every_language_has_a_sample() -> None:
    assert {path.name for path in _SAMPLES.iterdir()} == set(languages())


@pytest.mark.parametrize("name", _TESTED)
def test_candidate_is_built_and_run_in_a_clean_room(name: str, tmp_path: Path) -> None:
    chosen = language(name)
    room = ready_room(chosen)
    box = tmp_path / "room" / "box"
    source = box / "src"
    shutil.copytree(_SAMPLES / name, source)
    entry, program = str(next(source.iterdir())), str(box / "program")
    database = box / "output.db"
    database.write_bytes(b"to be emptied")
    build = [
        [entry if word == "{sources}" else word for word in argv]
        for argv in chosen.build_commands(entry, program)
    ]
    isolation = Bubblewrap(room.root)
    try:
        for argv in (list(chosen.probe), *build, [*chosen.run_command(entry, program), str(database)]):
            completed = isolation.run(Command(tuple(argv), box, workdir=source, limits=_LIMITS))
            assert completed.ok, (argv, completed.stderr, completed.stdout)
    finally:
        isolation.close()
    assert database.read_bytes() == b""
    opened = sqlite3.connect(database)
    assert opened.execute("SELECT count(*) FROM sqlite_schema").fetchall() == [(0,)]
    opened.close()


def test_room_holds_documentation_and_contract_and_no_other_interpreter(tmp_path: Path) -> None:
    room = ready_room(language("lua"))
    box = tmp_path / "room" / "box"
    box.mkdir(parents=True)
    asked = (
        """
        for program in python3 perl sqlite3 gcc node; do command -v $program && exit 1; done
        grep -q 'SELECT' /usr/share/doc/sqlite3/lang_select.html || exit 2
        grep -q 'language = "lua"' /%s || exit 3
        touch /usr/bin/x /etc/x 2>/dev/null && exit 4
        cat /proc/net/dev | grep -v -e lo: -e '|' && exit 5
        ls /.proctor /root /home /work 2>/dev/null && exit 6
        exit 0
    """
        % INSTRUCTIONS
    )
    isolation = Bubblewrap(room.root)
    try:
        completed = isolation.run(Command(("/bin/bash", "-c", asked), box))
        wrapped = isolation.wrap(Command(("/bin/bash", "-c", asked), box))
    finally:
        isolation.close()
    assert completed.exit_code == 0, (completed.stdout, completed.stderr)
    import subprocess

    alone = subprocess.run(wrapped, capture_output=True, text=True, timeout=60)
    assert alone.returncode == 0, (alone.stdout, alone.stderr)
