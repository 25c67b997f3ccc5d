"""CPython's own ``test.test_sqlite3`` run against Litestone.

The tests must come with the interpreter that runs this (a CPython built from source has them).
The module is swapped in as ``sqlite3`` and ``_sqlite3``, here and in the processes that tests start.
Nothing is left out: what the tests themselves skip is counted and listed.

    python benchmarks/cpython_sqlite3_tests.py [--verbose] [NAME …]

``NAME`` picks test modules (``test_dbapi`` …). Exit status 1 if fewer than ``--floor`` percent pass.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import sys
import tempfile
import time
import unittest
from pathlib import Path

MODULES = (
    "test_backup", "test_dbapi", "test_dump", "test_factory", "test_hooks", "test_regression",
    "test_transactions", "test_types", "test_userfunctions",
)  # fmt: skip
SOURCE = Path(__file__).resolve().parent.parent / "litestone" / "src"
SHIM = "import sys\nimport litestone\nsys.modules[__name__] = litestone\n"


def swap_in(folder: Path) -> None:
    """Let ``sqlite3`` and ``_sqlite3`` be Litestone, in this process and in those it starts."""
    for name in ("sqlite3", "_sqlite3"):
        (folder / f"{name}.py").write_text(SHIM, encoding="utf-8")
    sys.path[:0] = [str(folder), str(SOURCE)]
    os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), str(SOURCE)])
    import sqlite3

    if not sqlite3.connect.__module__.startswith("litestone."):
        raise SystemExit(f"sqlite3 is {sqlite3!r}, not Litestone")


class Count(unittest.TestResult):
    """Counts tests: one whose subtests fail fails once."""

    def __init__(self, verbose: bool) -> None:
        super().__init__()
        self.verbose = verbose
        self.seconds: dict[str, float] = {}
        self.reasons: dict[str, str] = {}
        self.started = 0.0

    def startTest(self, test: unittest.TestCase) -> None:  # noqa: N802 - unittest's name
        """Note when a test starts."""
        super().startTest(test)
        self.started = time.monotonic()
        if self.verbose:
            print(test.id(), flush=True)

    def stopTest(self, test: unittest.TestCase) -> None:  # noqa: N802 - unittest's name
        """Note how long it took."""
        super().stopTest(test)
        self.seconds[test.id()] = time.monotonic() - self.started


def reasons_of(result: unittest.TestResult) -> dict[str, str]:
    """The last line of the trace of each test that failed."""
    found: dict[str, str] = {}
    for test, trace in [*result.failures, *result.errors]:
        name = getattr(test, "test_case", test).id()
        lines = [line for line in trace.strip().splitlines() if line.strip()]
        found.setdefault(name, next((line for line in reversed(lines) if line[0] != " "), lines[-1]))
    return found


def main() -> int:
    """Run the tests and print what became of them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=MODULES, metavar="NAME")
    parser.add_argument("--verbose", action="store_true", help="print each test's name as it starts")
    parser.add_argument("--floor", type=float, default=0.0, metavar="PERCENT")
    parser.add_argument(
        "--timeout", type=float, default=600.0, metavar="SECONDS", help="give up after so long"
    )
    options = parser.parse_args()
    faulthandler.dump_traceback_later(options.timeout, exit=True)
    with tempfile.TemporaryDirectory() as folder:
        swap_in(Path(folder))
        os.chdir(folder)
        result = Count(options.verbose)
        suite = unittest.TestSuite()
        for name in options.names:
            suite.addTests(unittest.defaultTestLoader.loadTestsFromName(f"test.test_sqlite3.{name}"))
        suite.run(result)
        os.chdir("/")
    reasons = reasons_of(result)
    ran = result.testsRun - len(result.skipped)
    for name, reason in sorted(reasons.items()):
        print(f"FAIL {name.removeprefix('test.test_sqlite3.')}: {reason}")
    for test, reason in result.skipped:
        print(f"SKIP {test.id().removeprefix('test.test_sqlite3.')}: {reason}")
    passed = ran - len(reasons)
    share = 100 * passed / ran if ran else 0.0
    print(
        f"{passed} of {ran} tests pass ({share:.1f} %), {len(reasons)} fail, "
        f"{len(result.skipped)} skip themselves"
    )
    return 0 if share >= options.floor else 1


if __name__ == "__main__":
    sys.exit(main())
