"""Containers for real: limits, clean-up, killed runs, and the bundled set from end to end."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from local_place import FILES, FIX
from proctor.core.outcome import Outcome
from proctor.core.selection import Selection
from proctor.exams.cache import cache_folder
from proctor.exams.multi_swe_bench import anticheat, containers, exam
from proctor.exams.multi_swe_bench.containers import Bounds, Room
from proctor.exams.multi_swe_bench.images import Images, make_repository
from proctor.exams.multi_swe_bench.judging import conclude, trace
from proctor.exams.multi_swe_bench.names import InstanceId
from proctor.exams.multi_swe_bench.parsers import PARSERS
from proctor.exams.multi_swe_bench.recipes import Recipe
from proctor.exams.multi_swe_bench.record import Record
from proctor.exams.registry import open_exam
from proctor.grading.loop import Plan, grade
from proctor.grading.processes import Processes
from proctor.grading.run_folder import RunFolder
from proctor.isolation.protocol import IsolationError

# The first of them makes the base image, which fetches Debian packages.
pytestmark = [pytest.mark.docker, pytest.mark.timeout(1800), pytest.mark.xdist_group("multi-swe-bench")]

RUN = f"test{os.getpid()}"


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    found = containers.connect()
    yield found
    found.close()


@pytest.fixture(scope="module")
def base(client: Any) -> str:
    return Images(client, cache_folder("multi-swe-bench")).base()


Open = Callable[..., Room]


@pytest.fixture
def open_room(client: Any, base: str, request: pytest.FixtureRequest) -> Open:
    """Opens rooms with the tiny repository in them."""

    def make(bounds: Bounds | None = None) -> Room:
        room = Room(client, base, RUN, bounds or Bounds(wall_seconds=60))
        request.addfinalizer(lambda: room.__exit__(None, None, None))
        room.unpack(make_repository(dict(FILES), "/x").archive)
        room.workdir = "/x"
        return room

    return make


def mine(client: Any) -> list[Any]:
    return client.containers.list(all=True, filters={"label": f"{containers.RUN}={RUN}"}, ignore_removed=True)


def running(test: str) -> Recipe:
    return Recipe("/x", test, "lines", PARSERS["lines"])


@pytest.mark.parametrize(
    ("test", "bounds", "outcome", "kind"),
    [
        ("sh run.sh", Bounds(wall_seconds=60), Outcome.PASSED, "resolved"),
        ("echo 'PASS: answer'; sleep 60", Bounds(wall_seconds=1.5), Outcome.TIMED_OUT, "timeout"),
        (
            "sh run.sh; head -c 300M /dev/zero | tail",
            Bounds(60, memory_bytes=64 << 20),
            Outcome.CRASHED,
            "memory",
        ),
        ("yes", Bounds(60, output_bytes=1 << 20), Outcome.REFUSED, "output"),
        ("true", Bounds(60), Outcome.CRASHED, "no_tests"),
        ("printf '\\377\\376\\n'; sh run.sh", Bounds(60), Outcome.PASSED, "resolved"),
        ("echo 'PASS: answer'; echo 'PASS: name'; exit 1", Bounds(60), Outcome.WRONG, "exit_status"),
    ],
    ids=lambda value: value if isinstance(value, str) and value.isidentifier() else "",
)
def test_each_end_of_a_run(
    record: Record, open_room: Open, test: str, bounds: Bounds, outcome: Outcome, kind: str
) -> None:
    left = trace(record, running(test), FIX, open_room(bounds))
    ended = conclude(record, running(test), FIX, left)
    assert (ended.outcome, ended.kind) == (outcome, kind), ended.reason


def lose(client: Any) -> None:
    for one in mine(client):
        one.kill()


def test_a_lost_container_is_our_fault(
    record: Record, open_room: Open, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = open_room()
    loss = threading.Timer(1, lose, (client,))
    run = room.run
    monkeypatch.setattr(room, "run", lambda *words, **named: (loss.start(), run(*words, **named))[1])
    left = trace(record, running("sleep 30; sh run.sh"), FIX, room)
    loss.join()
    ended = conclude(record, running(""), FIX, left)
    assert (ended.outcome, ended.kind) == (Outcome.INFRASTRUCTURE, "lost")


def test_a_container_lost_under_our_own_command_is_no_fault_of_the_patch(
    open_room: Open, client: Any
) -> None:
    room = open_room()
    loss = threading.Timer(1, lose, (client,))
    loss.start()
    with pytest.raises(IsolationError, match="sleep in the container was killed"):
        room.call(["sleep", "30"])
    loss.join()


def test_there_is_no_network_and_processes_are_bounded(open_room: Open) -> None:
    room = open_room(Bounds(wall_seconds=60, processes=16))
    assert room.call(["sh", "-c", "cat /proc/net/dev | grep -vc 'lo:\\|Inter\\|face'"])[1].strip() == "0"
    # At most 40 children, which end by themselves.
    said = room.call(["sh", "-c", "for i in $(seq 40); do sleep 2 & done; wait"])[1]
    assert "fork" in said


def test_the_gold_patch_is_taken_out_and_ours_too(record: Record, open_room: Open) -> None:
    room = open_room()
    room.unpack(containers.archive_of({"home/fix.patch": b"the gold patch"}))
    left = trace(record, running("ls /home /proctor-in; sh run.sh"), FIX, room)
    assert b"fix.patch" not in left.log and b"candidate.patch" not in left.log
    assert b"PASS: answer" in left.log


def test_the_future_is_taken_out_of_a_container(open_room: Open) -> None:
    room = open_room()
    name = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org"]
    base = room.call(["git", "rev-parse", "HEAD"])[1].strip()
    room.call([*name, "commit", "-q", "--allow-empty", "-m", "Fix"])
    room.call([*name, "tag", "-a", "v2", "-m", "v2"])
    room.call(["git", "remote", "add", "origin", "https://example.org"])
    assert len(anticheat.leaks(base, room.call)) >= 3
    anticheat.strip_history(base, room.call)
    assert anticheat.leaks(base, room.call) == []


def test_a_room_is_removed_and_leftovers_of_living_processes_are_not(client: Any, base: str) -> None:
    with Room(client, base, RUN, Bounds(wall_seconds=60)):
        assert len(mine(client)) == 1
        assert containers.remove_leftovers(client, RUN) == 0
    assert mine(client) == []


def forward(client: socket.socket, target: str) -> None:
    """Carry bytes between a client and the daemon's own socket until one of them closes."""
    with client, socket.socket(socket.AF_UNIX) as daemon:
        daemon.connect(target)
        pair = {client: daemon, daemon: client}
        while True:
            for one in select.select(list(pair), [], [])[0]:
                if not (content := one.recv(1 << 16)):
                    return
                pair[one].sendall(content)


@pytest.fixture
def remote(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The daemon behind a TCP address, as one on another machine is."""
    target = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock").removeprefix("unix://")
    with socket.create_server(("127.0.0.1", 0)) as server:
        threads: list[threading.Thread] = []

        def serve() -> None:
            while True:
                try:
                    client, _ = server.accept()
                except OSError:  # closed
                    return
                threads.append(threading.Thread(target=forward, args=(client, target), daemon=True))
                threads[-1].start()

        accepting = threading.Thread(target=serve, daemon=True)
        accepting.start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        monkeypatch.setenv("DOCKER_HOST", address)
        yield address
        server.shutdown(socket.SHUT_RDWR)
        accepting.join(10)
        for thread in threads:
            thread.join(10)


def test_a_remote_daemon_judges_as_well(record: Record, base: str, remote: str) -> None:
    client = containers.connect()
    assert client.api.base_url.startswith(remote.replace("tcp", "http"))
    with Room(client, base, RUN, Bounds(wall_seconds=60)) as room:
        room.unpack(make_repository(dict(FILES), "/x").archive)
        room.workdir = "/x"
        left = trace(record, running("sh run.sh"), FIX, room)
    client.close()
    assert conclude(record, running(""), FIX, left).kind == "resolved"


def dataset(tmp_path: Path, record: Record, count: int, test: str) -> tuple[Path, Path, Path]:
    """So many instances of the tiny repository: dataset, recipes and patches."""
    for name, content in FILES.items():
        (tmp_path / "answer" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "answer" / name).write_bytes(content)
    records = [replace(record, id=InstanceId("local", "answer", number)) for number in range(1, count + 1)]
    (tmp_path / "dataset.jsonl").write_text("".join(json.dumps(one.to_json()) + "\n" for one in records))
    rows = [{"instance_id": str(one.id), "model_patch": FIX} for one in records]
    (tmp_path / "patches.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    recipe = f'["local/answer"]\nrepository = "answer"\nworkdir = "/x"\ntest = "{test}"\nparser = "lines"\n'
    (tmp_path / "recipes.toml").write_text(recipe)
    return tmp_path / "dataset.jsonl", tmp_path / "recipes.toml", tmp_path / "patches.jsonl"


def test_a_killed_run_loses_nothing_grades_nothing_twice_and_leaves_no_container(
    tmp_path: Path, record: Record, client: Any, base: str
) -> None:
    source, recipes, patches = dataset(tmp_path, record, 4, "sleep 2; sh run.sh")
    run = tmp_path / "run"
    command = [
        sys.executable, "-c", "from proctor.cli import main; main()", "grade", "multi-swe-bench", str(patches),
        "--cases", str(source), "--option", f"recipes={recipes}", "--run", str(run), "--jobs", "2",
        "--isolation", "bare",
    ]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    verdicts = run / "verdicts.jsonl"
    deadline = time.monotonic() + 240
    while not verdicts.exists() or not verdicts.read_bytes():
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.05)
    time.sleep(1)  # the next instances are in their containers now
    process.send_signal(signal.SIGKILL)
    process.communicate()
    done = verdicts.read_bytes().count(b"\n")
    assert 1 <= done < 4
    again = subprocess.run(command, capture_output=True, timeout=240)
    assert again.returncode == 0, again.stderr
    counts = Counter(verdict.case for verdict in RunFolder(run).verdicts())
    assert counts == {f"local__answer-{number}": 1 for number in range(1, 5)}
    assert all(verdict.outcome is Outcome.PASSED for verdict in RunFolder(run).verdicts())
    label = f"{containers.RUN}={exam._run_of(run)}"
    assert client.containers.list(all=True, filters={"label": label}, ignore_removed=True) == []


def graded(folder: Path, submission: Path, selection: Selection, jobs: int = 2, **options: Any) -> RunFolder:
    plan = Plan(
        exam=partial(open_exam, "multi-swe-bench", options),
        submission=submission,
        folder=folder,
        selection=selection,
        isolation="bare",
    )
    grade(plan, Processes(jobs))
    return RunFolder(folder)


def test_images_of_this_run_are_removed_and_no_others(
    tmp_path: Path, record: Record, client: Any, base: str
) -> None:
    if client.info()["Driver"] == "vfs":  # no image is made there
        assert Images(client, cache_folder("multi-swe-bench"), tmp_path / "ledger").made_here() == []
        return
    source, recipes, patches = dataset(tmp_path, record, 1, f"# {tmp_path.name}\\nsh run.sh")
    (tmp_path / "answer" / "more.txt").write_text(str(time.time()))  # so that the image is new
    files = {**FILES, "more.txt": (tmp_path / "answer" / "more.txt").read_bytes()}
    told = replace(record, id=InstanceId("local", "answer", 1), base_sha=make_repository(files, "/x").commit)
    source.write_text(json.dumps(told.to_json()) + "\n")
    before = {tag for image in client.images.list() for tag in image.tags}
    run = graded(tmp_path / "run", patches, Selection(source=source), recipes=str(recipes), image_gib=0)
    assert [verdict.outcome for verdict in run.verdicts()] == [Outcome.PASSED]
    made = (tmp_path / "run" / "logs" / "images.jsonl").read_text()
    assert "proctor/swe-answer:" in made
    assert {tag for image in client.images.list() for tag in image.tags} == before


def test_every_gold_patch_of_the_bundled_set_resolves(tmp_path: Path, base: str) -> None:
    run = graded(tmp_path / "run", Path("gold"), Selection(), gold=True)
    found = {verdict.case: verdict.evidence.get("reason") for verdict in run.verdicts()}
    assert len(found) == 16
    assert [
        (verdict.case, verdict.evidence) for verdict in run.verdicts() if verdict.outcome != "passed"
    ] == []
    # And from the logs it left, without Docker.
    again = graded(tmp_path / "again", Path("gold"), Selection(), gold=True, logs=str(tmp_path / "run"))
    assert {verdict.case: verdict.evidence.get("reason") for verdict in again.verdicts()} == found


def test_no_empty_patch_resolves_anything(tmp_path: Path, base: str) -> None:
    run = graded(tmp_path / "run", Path("empty"), Selection(), empty=True)
    ends = Counter((verdict.outcome, verdict.evidence["kind"]) for verdict in run.verdicts())
    assert ends == {(Outcome.WRONG, "empty_patch"): 16}


def test_the_printed_patch_of_the_example_is_malformed(tmp_path: Path, base: str) -> None:
    printed = (
        "--- a/stack.go\n+++ b/stack.go\n@@ func (s *Stack[T]) Pop() (T, error) {\n+\tif len(s.items) == 0 {\n"
        "+\t\tvar zero T\n+\t\treturn zero, ErrEmpty\n+\t}\n \tn := len(s.items)\n \tv := s.items[n-1]\n"
        " \ts.items = s.items[:n-1]\n \treturn v, nil\n }\n"
    )
    patches = tmp_path / "patches.jsonl"
    row = {"org": "proctor", "repo": "go-stack", "number": "1", "fix_patch": printed}
    patches.write_text(json.dumps(row) + "\n")
    (verdict,) = graded(
        tmp_path / "run", patches, Selection(names=("proctor__go-stack-1",)), jobs=1
    ).verdicts()
    assert (verdict.outcome, verdict.evidence["kind"]) == (Outcome.REFUSED, "malformed_patch")
    assert "malformed hunk header in line 3" in str(verdict.evidence["reason"])
