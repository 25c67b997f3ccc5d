"""Build, scan and try the rooms of languages: a tiny candidate is built and run in each.

    .venv/bin/python benchmarks/rooms.py [--fresh] [LANGUAGE …]

Prints a row for each language: packages, files, size, seconds to build the room, to scan it (and those of the
CPU), and to build and run the candidate. --fresh: look into every file, also those known from earlier scans.
Exits with status 1 if a room is refused or a candidate does not do its work.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from time import monotonic, process_time

from proctor.isolation.bubblewrap import Bubblewrap
from proctor.isolation.protocol import Command, Limits
from proctor.languages.catalogue import Language, languages
from proctor.rooms.packages import NotInstalled
from proctor.rooms.room import Room, build_room
from proctor.rooms.scanning import scan_root

_SAMPLES = Path(__file__).parents[1] / "proctor" / "tests" / "rooms" / "samples"
_LIMITS = Limits(wall_seconds=300, cpu_seconds=300, memory_bytes=3 << 30, processes=256)


def try_candidate(language: Language, room: Room) -> str:
    """Build and run the language's sample in its room; returns `ok`, or what went wrong."""
    with tempfile.TemporaryDirectory(prefix="proctor-try-") as folder:
        box = Path(folder, "room", "box")
        source = box / "src"
        shutil.copytree(_SAMPLES / language.name, source)
        entry, program, database = str(next(source.iterdir())), str(box / "program"), box / "output.db"
        database.write_bytes(b"to be emptied")
        run = [*language.run_command(entry, program), str(database)]
        isolation = Bubblewrap(room.root)
        try:
            for argv in (*language.build_commands(entry, program), run):
                words = tuple(entry if word == "{sources}" else word for word in argv)
                completed = isolation.run(Command(words, box, workdir=source, limits=_LIMITS))
                if not completed.ok:
                    said = completed.stderr.decode("utf-8", "replace").strip().splitlines()
                    return f"{argv[0]}: {said[-1] if said else completed.exit_code}"
        finally:
            isolation.close()
        return "ok" if database.read_bytes() == b"" else "the database was not emptied"


def main(words: list[str]) -> int:
    """Print the rows; the exit status."""
    fresh = "--fresh" in words
    chosen = [word for word in words if word != "--fresh"] or list(languages())
    failed = False
    titles = f"{'language':14}{'packages':>9}{'files':>8}{'MB':>6}{'build':>8}{'scan':>8}{'CPU':>8}{'try':>8}"
    print(f"{titles}  result")
    for name in chosen:
        language = languages()[name]
        begun = monotonic()
        try:
            room = build_room(language)
        except NotInstalled as error:
            print(f"{name:14}{'':>47}  {error}", flush=True)
            continue
        built, cpu = monotonic(), process_time()
        scan = scan_root(room.root, remembered=not fresh)
        scanned, cpu = monotonic(), process_time() - cpu
        result = str(scan.findings[0]) if scan.findings else try_candidate(language, room)
        tried = monotonic()
        failed = failed or result != "ok"
        print(
            f"{name:14}{len(room.packages):9}{scan.files:8}{scan.bytes / 1e6:6.0f}{built - begun:8.1f}"
            f"{scanned - built:8.1f}{cpu:8.1f}{tried - scanned:8.1f}  {result}",
            flush=True,
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
