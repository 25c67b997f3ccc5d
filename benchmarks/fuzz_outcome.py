"""What one engine makes of a list of statements: for each ``ok``, an error's primary result code, or a fault.

Both engines run here, in this process, under a limit of time; the caller sets the limit of memory.
"""

from __future__ import annotations

import signal
import sqlite3
import sys
import time
import traceback
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT / "litestone" / "src") not in sys.path:
    sys.path.insert(0, str(ROOT / "litestone" / "src"))

from litestone.connection import Connection  # noqa: E402
from litestone.errors import SqlError  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType

OK = "ok"
TIME = "time"
MEMORY = "memory"
UNKNOWN = "?"
NOMEM = "7"
INTERRUPTED = "9"


class OutOfTime(BaseException):
    """The limit of time is over; not an Exception, so that nothing on the way takes it for its own."""


class Outcome:
    """What became of a list of statements: ``codes``, one for each done, and the ``fault`` at the end.

    ``kind`` names a fault by its class and place, so that a thousand cases of one fault count as one kind.
    """

    def __init__(self) -> None:
        self.codes: list[str] = []
        self.fault = ""
        self.kind = ""
        self.trace = ""

    def failed(self, fault: str, error: BaseException) -> None:
        """Note the fault that ended the run."""
        self.fault = fault
        places = traceback.extract_tb(error.__traceback__)
        own = [place for place in places if "litestone" in Path(place.filename).parts] or list(places)
        where = f"{Path(own[-1].filename).name}:{own[-1].lineno}"
        self.kind = f"{type(error).__name__} at {where}"
        self.trace = "".join(traceback.format_exception(error)[-24:])


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise ``OutOfTime`` after so much CPU time, or six times as much by the clock."""

    def over(number: int, frame: FrameType | None) -> None:
        raise OutOfTime

    before = [signal.signal(each, over) for each in (signal.SIGPROF, signal.SIGALRM)]
    # Again and again: a generator that is being closed swallows the first.
    signal.setitimer(signal.ITIMER_PROF, seconds, 1)
    signal.setitimer(signal.ITIMER_REAL, 6 * seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGPROF, before[0])
        signal.signal(signal.SIGALRM, before[1])


def run_ours(path: str, statements: Sequence[str], seconds: float) -> Outcome:
    """Litestone's outcome; anything but SqlError ends the run as a fault."""
    outcome = Outcome()
    try:
        with time_limit(seconds):
            connection = Connection(path)
            try:
                for sql in statements:
                    outcome.codes.append(our_code(connection, sql))
            finally:
                connection.close()
    except OutOfTime as error:
        outcome.failed(TIME, error)
    except MemoryError as error:
        outcome.failed(MEMORY, error)
    except SqlError:
        outcome.codes.append("close")
    except Exception as error:  # noqa: BLE001 - to catch what nobody foresaw is what this program is for
        outcome.failed("exception", error)
    return outcome


def our_code(connection: Connection, sql: str) -> str:
    """``ok`` or the primary result code of one statement."""
    place = 0
    try:
        while True:
            statement, place = connection.prepare(sql, place)
            if statement is None:
                return OK
            for _ in statement.execute(()):
                pass
    except SqlError as error:
        return str(error.primary_code)


def run_real(path: str, statements: Sequence[str], seconds: float) -> Outcome:
    """The outcome of real SQLite; out of time, the codes of the statements before."""
    outcome = Outcome()
    connection = sqlite3.connect(path, isolation_level=None, timeout=0)
    connection.text_factory = bytes
    end = time.process_time() + seconds
    connection.set_progress_handler(lambda: time.process_time() > end, 20000)
    for sql in statements:
        code = real_code(connection, sql)
        if code == INTERRUPTED or time.process_time() > end:
            outcome.fault = TIME
            break
        outcome.codes.append(code)
    connection.close()
    return outcome


def real_code(connection: sqlite3.Connection, sql: str) -> str:
    """``ok`` or the primary result code of one statement; ``?`` where Python's module cannot tell it."""
    try:
        for _ in connection.execute(sql):
            pass
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        return UNKNOWN if code is None else str(code & 0xFF)
    except MemoryError:
        return NOMEM
    except (UnicodeDecodeError, OverflowError, ValueError):
        return UNKNOWN
    return OK


def agree(ours: Outcome, real: Outcome) -> tuple[int, int]:
    """How many statements both engines ran, and of how many of them the outcome is the same."""
    pairs = [pair for pair in zip(ours.codes, real.codes, strict=False) if UNKNOWN not in pair]
    return len(pairs), sum(our == their for our, their in pairs)
