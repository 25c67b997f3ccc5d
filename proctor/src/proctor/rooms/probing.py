"""Asks every interpreter of a room whether it can load SQLite.

Each question prints `absent` or `present`. An interpreter that prints neither was not asked properly: that is
a finding too, for what can't be probed can't be called clean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from proctor.isolation.protocol import Command, Completed, Isolation, Limits
from proctor.traces.scan import Finding
from proctor.traces.signatures import Kind

ABSENT, PRESENT = "absent", "present"
_FOLDERS = ("usr/bin", "usr/local/bin", "usr/sbin", "opt/bin")
_LIMITS = Limits(wall_seconds=60.0, cpu_seconds=60, memory_bytes=4 << 30)


@dataclass(frozen=True, slots=True)
class Probe:
    """A question to an interpreter.

    programs: globs of its names. modules: what it is asked to load, for the report. argv: what follows the
    program. stdin: the program, where it is read from there.
    """

    programs: tuple[str, ...]
    modules: str
    argv: tuple[str, ...]
    stdin: str = ""


_PYTHON = """\
import importlib
found = []
for name in ("_sqlite3", "sqlite3", "apsw", "pysqlite3", "sqlean"):
    try:
        importlib.import_module(name)
        found.append(name)
    except ImportError:
        pass
import ctypes.util
found += [name for name in ("sqlite3", "sqlcipher") if ctypes.util.find_library(name)]
print("present" if found else "absent", *found)
"""
_PERL = """\
my @found;
for my $name ("DBD::SQLite", "DBD::SQLite2") {
  (my $file = "$name.pm") =~ s{::}{/}g;
  push @found, $name if eval { require $file; 1 };
}
print @found ? "present @found" : "absent";
"""
_PHP = """\
$found = array_filter(["sqlite3", "pdo_sqlite"], "extension_loaded");
$drivers = class_exists("PDO") ? PDO::getAvailableDrivers() : [];
$found = array_merge($found, array_filter($drivers, fn($name) => str_contains($name, "sqlite")));
echo $found ? "present " . implode(" ", $found) : "absent";
"""
_TCL = """\
set found {}
foreach name {sqlite3 sqlite tdbc::sqlite3} {
  if {![catch {package require $name}]} { lappend found $name }
}
puts [expr {[llength $found] ? "present $found" : "absent"}]
"""
_RUBY = """\
found = %w[sqlite3 amalgalite extralite].select do |name|
  require name
  true
rescue LoadError
  false
end
puts found.empty? ? "absent" : "present " + found.join(" ")
"""
_NODE = """\
const found = ["node:sqlite", "better-sqlite3", "sqlite3", "sql.js"].filter((name) => {
  try { require(name); return true; } catch (error) { return false; }
});
console.log(found.length ? "present " + found.join(" ") : "absent");
"""
_LUA = """\
local found = {}
for _, name in ipairs({"lsqlite3", "lsqlite3complete", "luasql.sqlite3", "dbd.sqlite3", "sqlite"}) do
  if pcall(require, name) then found[#found + 1] = name end
end
print(#found > 0 and "present " .. table.concat(found, " ") or "absent")
"""
_R = """\
found <- Filter(function(name) requireNamespace(name, quietly = TRUE), c("RSQLite", "sqldf", "duckdb"))
cat(if (length(found)) "present" else "absent", found)
"""
_RACKET = """\
(define found (with-handlers ([void (lambda (e) #f)])
  ((dynamic-require 'db 'sqlite3-available?))))
(display (if found "present db" "absent"))
"""
_LISP = """\
(let ((found nil))
  (dolist (name '("sqlite" "cl-sqlite" "dbd-sqlite3"))
    (when (ignore-errors (require name)) (push name found)))
  (format t "~:[absent~;present ~:*~{~a ~}~]" found))
"""
_PROLOG = """\
(catch((use_module(library(prosqlite)), write(present)), _, write(absent)))
"""
_ERLANG = """\
Found = [M || M <- [sqlite3, esqlite3, p1_sqlite3, 'Elixir.Exqlite'], code:which(M) =/= non_existing],
io:format("~s ~p", [case Found of [] -> absent; _ -> present end, Found]), halt().
"""
_JAVA = """\
public class Probe {
  public static void main(String[] words) {
    try {
      Class.forName("org.sqlite.JDBC");
      System.out.println("present org.sqlite.JDBC");
    } catch (ClassNotFoundException error) {
      System.out.println("absent");
    }
  }
}
"""
_GUILE = """\
(display (if (false-if-exception (resolve-interface '(sqlite3))) "present" "absent"))
"""

PROBES = (
    Probe(("python[23]", "python[23].[0-9]*", "pypy*"), "sqlite3, _sqlite3, apsw", ("-c", _PYTHON)),
    Probe(("perl", "perl5.*"), "DBD::SQLite", ("-e", _PERL)),
    Probe(("php", "php[0-9]*"), "sqlite3, pdo_sqlite", ("-r", _PHP)),
    Probe(("tclsh", "tclsh[0-9]*", "wish*"), "sqlite3", ("/dev/stdin",), _TCL),
    Probe(("ruby", "ruby[0-9]*"), "sqlite3", ("-e", _RUBY)),
    Probe(("node", "nodejs"), "node:sqlite, better-sqlite3", ("-e", _NODE)),
    Probe(("lua", "lua5.[0-9]", "luajit*", "texlua"), "lsqlite3, luasql", ("-",), _LUA),
    Probe(("Rscript",), "RSQLite", ("--vanilla", "-e", _R)),
    Probe(("racket",), "db", ("-e", _RACKET)),
    Probe(("sbcl",), "sqlite", ("--script", "/dev/stdin"), _LISP),
    Probe(("swipl",), "prosqlite", ("-q", "-g", _PROLOG.strip(), "-t", "halt")),
    Probe(("erl",), "esqlite3, p1_sqlite3", ("-noshell", "-eval", _ERLANG)),
    Probe(("java",), "org.sqlite.JDBC", ("--source", "11", "/dev/stdin"), _JAVA),
    Probe(
        ("guile", "guile-[0-9]*"),
        "sqlite3",
        (
            "-c",
            '(display (if (false-if-exception (resolve-interface (quote (sqlite3)))) "present" "absent"))',
        ),
    ),
)


def interpreters(root: Path) -> list[tuple[str, Probe]]:
    """The interpreters in a room's root: their paths inside, each file once, with what to ask."""
    found: dict[Path, tuple[str, Probe]] = {}
    for folder in _FOLDERS:
        for path in sorted((root / folder).glob("*")):
            for probe in PROBES:
                if any(fnmatchcase(path.name, pattern) for pattern in probe.programs):
                    found.setdefault(_inside(root, path), (f"/{path.relative_to(root)}", probe))
    return list(found.values())


def _inside(root: Path, path: Path) -> Path:
    """The file that a link in the root stands for, absolute links taken as the room sees them."""
    for _ in range(40):
        if not path.is_symlink():
            return path
        target = path.readlink()
        path = root / str(target).lstrip("/") if target.is_absolute() else path.parent / target
    return path


def probe_room(
    root: Path, isolation: Isolation, box: Path, progress: Callable[[str], None] | None = None
) -> list[Finding]:
    """What the room's interpreters answer that is not `absent`.

    isolation: shows the root. box: a writable folder for it, two below one of its own. Raises IsolationError.
    """
    found: list[Finding] = []
    for program, probe in interpreters(root):
        if progress is not None:
            progress(program)
        command = Command((program, *probe.argv), box, stdin=probe.stdin.encode(), limits=_LIMITS)
        completed = isolation.run(command)
        if (finding := _judged(program, probe, completed)) is not None:
            found.append(finding)
    return found


def _judged(program: str, probe: Probe, completed: Completed) -> Finding | None:
    answer = completed.stdout.decode("utf-8", "replace").strip()
    word, _, loaded = answer.partition(" ")
    place = program.lstrip("/")
    if word == PRESENT:
        return Finding(place, (), Kind.ANSWERED, (f"loads {loaded or probe.modules}",))
    if word == ABSENT and completed.limit is None:
        return None
    said = (completed.stderr.decode("utf-8", "replace").strip() or answer).splitlines()
    why = said[-1] if said else f"ended with {completed.exit_code}"
    reason = f"did not answer whether it loads {probe.modules}: {why}"
    return Finding(place, (), Kind.UNOPENED, (reason,))
