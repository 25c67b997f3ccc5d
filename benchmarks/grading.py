"""What grading costs, against the floor and against the recipe of the benchmark's README.

Prints, for the real sqlite3 on the same bundled cases, in one run:

    spawn      copy the input, fork/exec the candidate, wait: the floor
    bare       the same through Proctor's launcher, with limits but no walls
    bubblewrap the same with walls
    grade      all of Proctor with bubblewrap and one worker: oracle, integrity check and verdicts too
    docker     the README's recipe to the letter: a container a case, copy in, exec, copy out, validate

CPU is of all processes together: for docker, whose daemon is not our child, it is what the whole machine
spent, so nothing else may run meanwhile. --docker needs root, dockerd and debootstrap; its base image is
kept in the user's cache.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from proctor.core.selection import Selection
from proctor.exams.registry import open_exam
from proctor.grading.loop import Plan, grade
from proctor.grading.processes import Processes
from proctor.isolation.protocol import Command
from proctor.isolation.registry import open_isolation

ROOT = Path(__file__).resolve().parent.parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "proctor"
SQLITE = shutil.which("sqlite3") or "/usr/bin/sqlite3"
IMAGE = "proctor-benchmark"


@dataclass(frozen=True, slots=True)
class Item:
    """One case with its input database built."""

    database: Path
    user_query: bytes
    validation_query: bytes
    expected: bytes


def items(scratch: Path, count: int) -> list[Item]:
    """The first cases of the bundled set, inputs built by the sqlite3 shell."""
    exam = open_exam("multilangbench")
    found: list[Item] = []
    for number, case in enumerate(exam.load(Selection(everything=True, source=Path("bundled")))):
        if number == count:
            break
        database = scratch / f"input{number}.db"
        database.touch()
        initial, user, validation, expected = (
            text if isinstance(text, bytes) else str(text).encode()
            for text in (getattr(case, name) for name in FIELDS)
        )
        subprocess.run([SQLITE, database], input=initial, capture_output=True, check=False)
        found.append(Item(database, user, validation, expected))
    return found


FIELDS = ("initial_database", "user_query", "validation_query", "expected_output")


def spawn_loop(work: list[Item], scratch: Path) -> None:
    """The floor."""
    database = scratch / "output.db"
    query = scratch / "query"
    null = os.open(os.devnull, os.O_RDWR)
    for item in work:
        shutil.copyfile(item.database, database)
        query.write_bytes(item.user_query)
        stdin = os.open(query, os.O_RDONLY)
        actions = [
            (os.POSIX_SPAWN_DUP2, stdin, 0),
            (os.POSIX_SPAWN_DUP2, null, 1),
            (os.POSIX_SPAWN_DUP2, null, 2),
        ]
        os.waitpid(os.posix_spawn(SQLITE, [SQLITE, str(database)], {"TZ": "UTC"}, file_actions=actions), 0)
        os.close(stdin)
    os.close(null)


def isolated_loop(backend: str, work: list[Item], scratch: Path) -> None:
    """The floor's work through an isolation backend."""
    isolation = open_isolation(backend)
    box = scratch / "box"
    box.mkdir()
    database = box / "output.db"
    for item in work:
        shutil.copyfile(item.database, database)
        isolation.run(Command((SQLITE, str(database)), box, stdin=item.user_query))
    isolation.close()


def graded(count: int, scratch: Path) -> None:
    """Proctor as a whole, one worker."""
    names = [
        case.name
        for case in open_exam("multilangbench").load(Selection(everything=True, source=Path("bundled")))
    ]
    plan = Plan(
        exam=partial(open_exam, "multilangbench", {"allow_sqlite": True}),
        submission=ROOT / "submissions" / "sqlite3",
        folder=scratch / "run",
        selection=Selection(source=Path("bundled"), names=tuple(names[:count])),
    )
    card = grade(plan, Processes(1))
    if card.tally.passed != count:
        raise SystemExit(f"only {card.tally.passed} of {count} cases pass: {dict(card.outcomes)}")


def docker_loop(work: list[Item], scratch: Path) -> None:
    """The README's recipe, to the letter."""

    def docker(*arguments: str, stdin: bytes = b"") -> None:
        done = subprocess.run(["docker", *arguments], input=stdin, capture_output=True, check=False)
        if done.returncode == 125 or (done.returncode and arguments[0] != "exec"):
            raise SystemExit(f"docker {arguments[0]} failed: {done.stderr.decode()[-300:]}")

    wrong = 0
    for number, item in enumerate(work):
        name = f"proctor-benchmark-{os.getpid()}-{number}"
        output = scratch / "output.db"
        docker("run", "--detach", "--network", "none", "--name", name, IMAGE, "sleep", "600")
        docker("cp", str(item.database), f"{name}:/input.db")
        docker("exec", "-i", name, "sqlite3", "/input.db", stdin=item.user_query)
        docker("cp", f"{name}:/input.db", str(output))
        docker("rm", "--force", name)
        judged = subprocess.run(
            [SQLITE, output], input=item.validation_query, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={"TZ": "UTC"}, check=False,
        )  # fmt: skip
        wrong += judged.stdout != item.expected
    if wrong:
        print(f"docker: {wrong} of {len(work)} cases did not pass")


@contextmanager
def daemon() -> Iterator[None]:
    """A Docker daemon started by hand, with a Debian base image, unless one runs already."""
    with tempfile.TemporaryDirectory(prefix="dockerd-") as folder:
        home = Path(folder)
        os.environ["DOCKER_HOST"] = f"unix://{home}/docker.sock"
        dockerd = shutil.which("dockerd") or "/usr/sbin/dockerd"
        with (home / "log").open("wb") as log:
            process = subprocess.Popen(
                [dockerd, "--host", os.environ["DOCKER_HOST"], "--data-root", str(home / "data"),
                "--exec-root",
                 str(home / "exec"), "--pidfile", str(home / "pid"), "--iptables=false", "--ip6tables=false",
                 "--bridge=none"],
                stdout=log, stderr=log,
            )  # fmt: skip
        try:
            deadline = time.monotonic() + 60
            while subprocess.run(["docker", "info"], capture_output=True, check=False).returncode:
                if time.monotonic() > deadline or process.poll() is not None:
                    raise SystemExit("dockerd does not start: " + (home / "log").read_text()[-500:])
                time.sleep(0.5)
            with base_image().open("rb") as archive:
                subprocess.run(
                    ["docker", "import", "-", IMAGE], stdin=archive, stdout=subprocess.DEVNULL, check=True
                )
            yield
        finally:
            process.terminate()
            process.wait()


def _mirror() -> str:
    """Where this machine gets Debian's packages from."""
    targets = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(RELEASE) $(REPO_URI)", "Created-By: Packages"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return next(line.split()[1] for line in targets.stdout.splitlines() if line.startswith("bookworm "))


def base_image() -> Path:
    """A minimal Debian 12 with sqlite3, as a tar archive, made once."""
    archive = CACHE / "debian-12-sqlite3.tar"
    if not archive.exists():
        print("making the base image with debootstrap (once) …", flush=True)
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="debootstrap-") as root:
            subprocess.run(
                ["debootstrap", "--variant=minbase", "--include=sqlite3", "bookworm", root, _mirror()],
                stdout=subprocess.DEVNULL, check=True,
            )  # fmt: skip
            partial_archive = archive.with_suffix(".part")
            subprocess.run(["tar", "--one-file-system", "-cf", partial_archive, "-C", root, "."], check=True)
            partial_archive.rename(archive)
    return archive


def machine_seconds() -> float:
    """CPU seconds that the whole machine has spent at work since it started (proc(5), stat)."""
    fields = Path("/proc/stat").read_text().splitlines()[0].split()[1:]
    user, nice, system, _, _, irq, softirq = map(int, fields[:7])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def tree_seconds() -> float:
    """CPU seconds of this process and of all that it has waited for."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    )


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds a case."""

    wall: float
    cpu: float
    machine: float


def measure(what: Callable[[Path], None], count: int) -> Cost:
    """Run it in an empty folder and divide by the number of cases."""
    with tempfile.TemporaryDirectory(prefix="grading-") as folder:
        wall, cpu, machine = time.monotonic(), tree_seconds(), machine_seconds()
        what(Path(folder))
        spent = (time.monotonic() - wall, tree_seconds() - cpu, machine_seconds() - machine)
    return Cost(*(seconds * 1000 / count for seconds in spent))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=300, help="cases")
    parser.add_argument("--rounds", type=int, default=3, help="the best of so many rounds counts")
    parser.add_argument(
        "--docker", type=int, default=0, metavar="CASES", help="also the README's recipe, on so many"
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="grading-items-") as folder:
        work = items(Path(folder), arguments.count)
        count = len(work)
        modes: dict[str, Callable[[Path], None]] = {
            "spawn": partial(spawn_loop, work),
            "bare": partial(isolated_loop, "bare", work),
            "bubblewrap": partial(isolated_loop, "bubblewrap", work),
            "grade": partial(graded, count),
        }
        costs = {
            name: min((measure(mode, count) for _ in range(arguments.rounds)), key=lambda cost: cost.cpu)
            for name, mode in modes.items()
        }
        if arguments.docker:
            with daemon():
                some = work[: arguments.docker]
                costs["docker"] = measure(partial(docker_loop, some), len(some))
    print(f"{count} cases, best of {arguments.rounds} rounds, milliseconds a case, one at a time")
    print(f"{'':12}{'wall':>9}{'CPU':>9}{'machine':>9}{'over spawn':>12}{'cases/s':>9}")
    floor = costs["spawn"].cpu
    for name, cost in costs.items():
        cpu = cost.machine if name == "docker" else cost.cpu
        rate = 1000 / cost.wall
        print(f"{name:12}{cost.wall:9.2f}{cpu:9.2f}{cost.machine:9.2f}{cpu - floor:12.2f}{rate:9.1f}")
    if "docker" in costs:
        times = costs["docker"].wall / costs["grade"].wall
        print(f"proctor grades {times:.1f} times as many cases a second as docker")
    return 0


if __name__ == "__main__":
    sys.exit(main())
