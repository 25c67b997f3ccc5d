"""Fetching the published dataset, from a server on this machine; and the side table of difficulty."""

from __future__ import annotations

import hashlib
import io
import json
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from proctor.cli import main
from proctor.core.selection import Selection
from proctor.exams.multi_swe_bench.difficulty_table import read_table
from proctor.exams.multi_swe_bench.exam import MultiSweBench
from proctor.exams.multi_swe_bench.names import InstanceId
from proctor.exams.multi_swe_bench.published import fetch, fetched
from proctor.exams.multi_swe_bench.record import Record
from proctor.grading.exam import ExamError


class Hub(BaseHTTPRequestHandler):
    """Answers as the hub does; what it holds is in `held`, path to bytes."""

    def __init__(self, held: dict[str, bytes], asked: list[str], *rest: Any) -> None:
        self._held, self._asked = held, asked
        super().__init__(*rest)

    def do_GET(self) -> None:
        self._asked.append(self.path)
        content = self._held.get(self.path.partition("?")[0])
        self.send_response(200 if content is not None else 404)
        self.send_header("Content-Length", str(len(content or b"")))
        self.end_headers()
        self.wfile.write(content or b"")

    def log_message(self, *_: Any) -> None:
        return


class Server:
    def __init__(self, record: Record) -> None:
        told = record.to_json() | {"lang": "", "instance_id": "x", "hints": ""}
        self.rows = (json.dumps(told) + "\n").encode()
        self.held: dict[str, bytes] = {}
        self.asked: list[str] = []
        self.publish("abc123", {"go/local__answer_dataset.jsonl": self.rows, "README.md": b"# x"})

    def publish(self, sha: str, files: dict[str, bytes], digest: str | None = None) -> None:
        root = "/api/datasets/ByteDance-Seed/Multi-SWE-bench/revision"
        siblings = [
            {"rfilename": name, "size": len(content),
             "lfs": {"sha256": digest or hashlib.sha256(content).hexdigest()}}
            for name, content in files.items()
        ]  # fmt: skip
        answer = json.dumps({"sha": sha, "siblings": siblings}).encode()
        self.held |= {f"{root}/main": answer, f"{root}/{sha}": answer}
        for name, content in files.items():
            self.held[f"/datasets/ByteDance-Seed/Multi-SWE-bench/resolve/{sha}/{name}"] = content


@pytest.fixture
def hub(tmp_path: Path, record: Record, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    served = Server(record)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Hub, served.held, served.asked)) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setenv("PROCTOR_CACHE", str(tmp_path / "cache"))
        yield served
        server.shutdown()
        thread.join()


def called(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["fetch", "multi-swe-bench", *words])
    assert "Traceback" not in done.output
    return done.exit_code, done.output


def test_the_dataset_is_fetched_and_graded_by_language_and_difficulty(hub: Server, tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text("PR,first,second\nhttps://github.com/local/answer/pull/7,hard,easy\n")
    code, said = called("--difficulty", str(tmp_path / "table.csv"))
    assert code == 0, said
    assert "1 files at revision abc123" in said and "1 instances, 1 of them disputed" in said
    assert "no part of the dataset" in said
    cases = MultiSweBench().load(Selection(source=Path("published")))
    (case,) = cases
    assert case.tags == ("language:go", "difficulty:hard")
    assert not cases.malformed and cases.provenance.source == "published, revision abc123"


def test_what_is_there_is_not_fetched_again_and_a_new_revision_is(hub: Server) -> None:
    assert fetched() is None
    first = fetch()
    hub.asked.clear()
    assert fetch() == first == fetched()
    assert [path for path in hub.asked if "/resolve/" in path] == []
    hub.publish("def456", {"go/other.jsonl": hub.rows})
    second = fetch()
    assert second.revision == "def456" and fetched() == second
    assert fetch("abc123") == first


def test_without_network_one_line_says_so(hub: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    code, said = called()
    assert code == 1 and said.startswith("Error: http://127.0.0.1:9/api/datasets/") and "refused" in said
    assert said.count("\n") == 1
    with pytest.raises(ExamError, match="proctor fetch multi-swe-bench"):
        MultiSweBench().load(Selection(source=Path("published")))


@pytest.mark.parametrize(
    ("files", "digest", "told"),
    [
        ({"README.md": b"x"}, None, "holds no .jsonl"),
        ({"../x.jsonl": b"x"}, None, "lead out of it"),
        ({"x.jsonl": b"x"}, "0" * 64, "SHA-256 is not the one"),
    ],
)
def test_a_dataset_that_is_none_is_told(
    hub: Server, files: dict[str, bytes], digest: str | None, told: str
) -> None:
    hub.publish("bad", files, digest)
    code, said = called()
    assert code == 1 and told in said
    assert fetched() is None


@pytest.mark.parametrize("answer", [b"[]", b"{", b'{"sha": "x"}'])
def test_an_answer_that_is_none_is_told(hub: Server, answer: bytes) -> None:
    hub.held["/api/datasets/ByteDance-Seed/Multi-SWE-bench/revision/main"] = answer
    with pytest.raises(ExamError, match=r"not understood|does not say"):
        fetch()


def test_a_revision_that_is_not_there_is_told(hub: Server) -> None:
    code, said = called("--commit", "nowhere")
    assert code == 1 and "404" in said


SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def workbook() -> bytes:
    """Two rows as a spreadsheet program writes them: shared texts, inline texts and numbers."""
    texts = "".join(f"<si><t>{one}</t></si>" for one in ("id", "time", "cli__cli-7", "15 min - 1 hour"))
    rows = (
        '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>'
        '<row><c><v>12</v></c><c t="s"><v>2</v></c><c t="s"><v>3</v></c></row>'
        '<row><c t="inlineStr"><is><t>a/b:pr-1</t></is></c><c t="inlineStr"><is><t>&gt;1 hour</t></is></c></row>'
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as book:
        book.writestr("xl/sharedStrings.xml", f'<sst xmlns="{SHEET}">{texts}</sst>')
        book.writestr(
            "xl/worksheets/sheet1.xml",
            f'<worksheet xmlns="{SHEET}"><sheetData>{rows}</sheetData></worksheet>',
        )
    return buffer.getvalue()


def test_a_table_may_be_a_workbook_csv_or_json() -> None:
    table = read_table(workbook(), "a.xlsx")
    assert table.levels == {InstanceId("cli", "cli", 7): "medium", InstanceId("a", "b", 1): "hard"}
    assert table.disputed == ()
    assert read_table(b'{"cli__cli-7": "easy"}', "a.json").levels == {InstanceId("cli", "cli", 7): "easy"}
    told = b"id,level\ncli/cli:pr-7,<15 min fix\n"
    assert read_table(told, "a.csv").levels == {InstanceId("cli", "cli", 7): "easy"}


@pytest.mark.parametrize(
    ("content", "name"),
    [(b"a,b\n", "t.csv"), (b"\xff", "t.csv"), (b"[]", "t.json"), (b"{", "t.json"), (b"PK", "t.xlsx")],
)
def test_a_table_that_is_none_is_told(content: bytes, name: str) -> None:
    with pytest.raises(ExamError, match="the table of difficulty"):
        read_table(content, name)
