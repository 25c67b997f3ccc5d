"""A tiny repository with an issue, and a place on this machine that stands in for its container."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from proctor.exams.multi_swe_bench import images, recording
from proctor.exams.multi_swe_bench.containers import Ran
from proctor.exams.multi_swe_bench.names import InstanceId
from proctor.exams.multi_swe_bench.parsers import PARSERS
from proctor.exams.multi_swe_bench.recipes import Recipe
from proctor.exams.multi_swe_bench.record import Issue, Record

FILES = {
    "answer.sh": b"# The answer.\nanswer() {\n  echo 41\n}\n\nname() {\n  echo deep\n}\n",
    "run.sh": b". ./answer.sh\nfor test in tests/*.sh; do\n  . ./$test\ndone\nexit ${failed:-0}\n",
    "tests/name.sh": (
        b'if [ "$(name)" = deep ]; then echo "PASS: name"; else echo "FAIL: name"; failed=1; fi\n'
    ),
}
TEST = b'if [ "$(answer)" = 42 ]; then echo "PASS: answer"; else echo "FAIL: answer"; failed=1; fi\n'
FIX = """diff --git a/answer.sh b/answer.sh
--- a/answer.sh
+++ b/answer.sh
@@ -1,4 +1,4 @@
 # The answer.
 answer() {
-  echo 41
+  echo 42
 }
"""
TEST_PATCH = f"""diff --git a/tests/answer.sh b/tests/answer.sh
new file mode 100644
--- /dev/null
+++ b/tests/answer.sh
@@ -0,0 +1 @@
+{TEST.decode()}"""


class LocalPlace:
    """A copy of the repository in a folder of its own; `Place` for judging."""

    def __init__(self, root: Path, files: Mapping[str, bytes] | None = None) -> None:
        self.root = root / "repository"
        self.inbox = root / "inbox"
        self.inbox.mkdir(parents=True)
        self.commit = images.make_repository(dict(files or FILES), "/x").commit
        self.root.mkdir()
        for name, content in (files or FILES).items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        for words in (("init", "-q", "-b", "main"), ("add", "-Af"), ("commit", "-qm", "Base")):
            images._git(self.root, *words)
        self.workdir = "/"
        self.ended = ""

    def put(self, name: str, content: bytes) -> str:
        path = self.inbox / name
        path.write_bytes(content)
        return str(path)

    def call(self, command: Sequence[str]) -> tuple[int, str]:
        if command[0] == "rm" and command[-1] == "/proctor-in":
            return 0, ""
        env = {**os.environ, **images._GIT_ENV, "LC_ALL": "C"}
        done = subprocess.run(
            command, cwd=self.root, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60
        )
        return done.returncode, done.stdout.decode("utf-8", "replace")

    def run(
        self, command: Sequence[str], seconds: float | None = None, env: Mapping[str, str] | None = None
    ) -> Ran:
        if self.ended:
            return Ran(None, self.ended, b"PASS: answer\n", 1.0)
        done = subprocess.run(
            command, cwd=self.root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=20, check=False
        )
        return Ran(done.returncode, "", done.stdout, 0.1)


RECIPE = Recipe("/x", "sh run.sh", "lines", PARSERS["lines"])


def record_the_answer(new_folder: Callable[[str], Path]) -> Record:
    """The record of the answer, its results recorded by running it in new folders."""
    commit = LocalPlace(new_folder("base")).commit
    issue = Issue(7, "The answer is off by one", "It should be 42.")
    draft = Record(
        InstanceId("local", "answer", 7), "closed", "Answer", None, "l", "main", commit, (issue,), FIX, TEST_PATCH,
        {}, {}, {}, lang="sh",
    )  # fmt: skip

    @contextmanager
    def fresh() -> Iterator[LocalPlace]:
        yield LocalPlace(new_folder("run"))

    return recording.record_results(draft, RECIPE, fresh)
