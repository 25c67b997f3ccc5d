"""What a port may hold: its target language and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.exams.cobol_migration.compliance import breaches, sources_of
from proctor.exams.cobol_migration.target import load_target


def found_in(tmp_path: Path, language: str, name: str, text: str | bytes) -> list[str]:
    target = load_target(language)
    (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    sources, _, wrong = sources_of(tmp_path, target)
    return wrong + breaches(sources, tmp_path, target)


@pytest.mark.parametrize(
    ("language", "name", "text", "what"),
    [
        ("cpp", "main.cpp", 'int main() { return system("x"); }', "starts another program"),
        ("cpp", "main.cpp", 'extern "C" void cob_init(int, char**);', "calls another language"),
        ("cpp", "main.cpp", 'const char* s = "       PROCEDURE DIVISION.";', "carries COBOL"),
        ("cpp", "main.cpp", 'int x; auto s = R"(IDENTIFICATION DIVISION.)";', "carries COBOL"),
        ("cpp", "main.cpp", 'int main() { asm("nop"); }', "assembler"),
        ("cpp", "main.cpp", b"\xff\xfe", "not UTF-8"),
        ("java", "Main.java", 'class Main { { new ProcessBuilder("x"); } }', "starts another program"),
        ("java", "Main.java", "class Main { native void x(); }", "calls another language"),
        ("java", "Main.java", 'class Main { String s = "' + "a" * 20_000 + '"; }', "literal of 20002"),
        ("kotlin", "Main.kt", 'val x = "${Runtime.getRuntime().exec("x")}"', "starts another program"),
        ("rust", "main.rs", "use std::process::{exit, Command};", "starts another program"),
        ("rust", "main.rs", 'extern "C" { fn x(); }', "calls another language"),
        ("rust", "main.rs", 'const X: &[u8] = include_bytes!("x");', "no source"),
        ("python", "main.py", "import subprocess", "imports subprocess"),
        ("python", "main.py", "from os import system", "starts another program"),
        ("python", "main.py", "import os\nos.execv('x', [])", "main.py:2: starts another program"),
        ("python", "main.py", "import ctypes.util", "imports ctypes.util"),
        ("python", "main.py", "eval('1')", "uses eval"),
        ("python", "main.py", "import os\ngetattr(os, 'sys' + 'tem')", "computed name"),
        ("python", "main.py", "f'{__import__(chr(111))}'", "uses __import__"),
        ("python", "main.py", "int main() { return 0; }", "is not Python"),
        ("rust", "other.py", "print(1)", "other.py is not Rust"),
        ("rust", "legacy.cob", "x", "legacy.cob is not Rust"),
        ("cpp", "run", "#!/bin/sh\n", "run is not C++"),
        ("java", "Other.java", "class Other {}", "there is no Main.java"),
    ],
)
def test_what_is_refused(tmp_path, language, name, text, what):
    assert what in "\n".join(found_in(tmp_path, language, name, text))


@pytest.mark.parametrize(
    ("language", "name", "text"),
    [
        (
            "cpp",
            "main.cpp",
            "// the original's PROCEDURE DIVISION. calls system(x)\nint main() { return 1'000; }",
        ),
        ("cpp", "main.cpp", 'const char* s = "FILE SYSTEM (system(x))"; char c = \'"\';'),
        ("java", "Main.java", 'class Main { /* native */ String s = "native"; }'),
        ("kotlin", "Main.kt", "import kotlin.system.exitProcess\nfun main() { exitProcess(0) }"),
        ("rust", "main.rs", "fn f<'a>(x: &'a str) -> &'a str { std::process::exit(0) } // extern"),
        ("python", "main.py", "import os, sys\n# import subprocess\nprint(os.environ, 'os.system')"),
    ],
)
def test_what_is_allowed(tmp_path, language, name, text):
    assert found_in(tmp_path, language, name, text) == []


def test_a_link_is_refused(tmp_path):
    (tmp_path / "main.py").write_text("print(1)\n")
    (tmp_path / "more.py").symlink_to("/etc/passwd")
    assert sources_of(tmp_path, load_target("python"))[2] == ["more.py is a link"]
