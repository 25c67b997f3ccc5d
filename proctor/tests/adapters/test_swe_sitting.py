"""A model sits Multi-SWE-bench: what is in its room, what is not, and how its diff is graded; in Docker."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from local_place import FIX, TEST_PATCH, LocalPlace, record_the_answer
from proctor.cli import main
from proctor.exams.cache import cache_folder
from proctor.exams.multi_swe_bench import images
from proctor.exams.multi_swe_bench.containers import connect
from proctor.exams.multi_swe_bench.names import InstanceId
from proctor.exams.multi_swe_bench.record import Issue, Record
from proctor.grading.run_folder import RunFolder

PROGRAM = Path(__file__).with_name("scripted_swe.py")
IMAGE = "proctor-test-leaking-answer"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Record:
    return record_the_answer(tmp_path_factory.mktemp)


@pytest.fixture(scope="module")
def image(record: Record, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An image as published ones are: with both patches, and with what came after the base commit."""
    place = LocalPlace(tmp_path_factory.mktemp("leaking"))
    assert place.call(["git", "apply", place.put("fix.patch", FIX.encode())])[0] == 0
    place.call(["git", "commit", "-qam", "Fix the answer"])
    place.call(["git", "tag", "-a", "v2", "-m", "v2"])
    place.call(["git", "remote", "add", "origin", "https://example.org"])
    place.call(["git", "checkout", "-q", record.base_sha])
    context = io.BytesIO()
    client = connect()
    base = images.Images(client, cache_folder("multi-swe-bench")).base()
    with tarfile.open(fileobj=context, mode="w") as archive:
        dockerfile = f"FROM {base}\nCOPY . /\n"
        told = {"Dockerfile": dockerfile, "home/fix.patch": FIX, "home/test.patch": TEST_PATCH}
        for name, text in told.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text.encode()))
        archive.add(place.root, "x", filter=images._as_root)
    context.seek(0)
    client.images.build(fileobj=context, custom_context=True, tag=IMAGE, rm=True, forcerm=True)
    yield IMAGE
    client.images.remove(IMAGE, force=True)
    client.close()


def held(*arguments: Path) -> dict[str, Any]:
    command = [sys.executable, str(PROGRAM), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("RESULT ")] or [done.stderr]
    told: dict[str, Any] = json.loads(line.removeprefix("RESULT "))
    return told


@pytest.mark.docker
@pytest.mark.timeout(1800)
@pytest.mark.xdist_group("multi-swe-bench")
def test_a_fix_resolves_nothing_does_not_and_the_room_tells_nothing(
    tmp_path: Path, record: Record, image: str
) -> None:
    other = replace(
        record, id=InstanceId("local", "answer", 8), resolved_issues=(Issue(8, "Other", "Same."),)
    )
    cases, recipes, out = tmp_path / "cases.jsonl", tmp_path / "recipes.toml", tmp_path / "out"
    cases.write_text("".join(json.dumps(one.to_json()) + "\n" for one in (record, other)))
    recipes.write_text(
        f'["local/answer"]\nimage = "{image}"\nworkdir = "/x"\ntest = "sh run.sh"\nparser = "lines"\n'
    )
    result = held(out, cases, recipes)
    assert not result["failed"], result
    told, room = result["seen"][0], result["seen"][1].split("\n")
    assert "    sh run.sh" in told and "It should be 42." in told and "echo 42" not in told
    shown = [line for line in room if line]
    assert shown == ["commit Base", "/home:", "tests:", "name.sh", "1", "PASS: name"], room
    ends = {}
    for number in (7, 8):
        (verdict,) = RunFolder(out / f"local__answer-{number}-1" / "run").verdicts()
        ends[number] = (verdict.outcome.value, verdict.evidence["kind"], verdict.evidence.get("way"))
    assert ends == {7: ("passed", "resolved", "exact"), 8: ("wrong", "empty_patch", None)}


def test_a_name_that_is_neither_language_nor_instance_is_told() -> None:
    words = ["sit", "multi-swe-bench", "--model", "mockllm/model", "--language", "cobol"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code != 0 and "no language 'cobol'; there are c, cpp, go, java" in done.output
