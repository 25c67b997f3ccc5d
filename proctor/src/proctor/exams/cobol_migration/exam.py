"""The exam: one case is one program; its port is solved only if every hidden test is equal in every byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from proctor.core.case import Case
from proctor.core.json_types import Json, JsonObject
from proctor.core.outcome import Outcome
from proctor.core.selection import Selection
from proctor.core.statistics import wilson
from proctor.core.verdict import Verdict
from proctor.exams.cobol_migration.build import BuildFailed, NotAllowed, build
from proctor.exams.cobol_migration.caseset import SelectedPrograms
from proctor.exams.cobol_migration.judging import Judged, judge
from proctor.exams.cobol_migration.layout import BUNDLED, LANGUAGES, BadCase, Program
from proctor.exams.cobol_migration.portfolio import ports_in, prepare_portfolio
from proctor.exams.cobol_migration.running import limits_of
from proctor.exams.cobol_migration.target import load_target
from proctor.grading.exam import CaseSet, ExamError, OracleIdentity, Prepared
from proctor.isolation.protocol import Isolation, Limits

_OPTIONS = frozenset({"language", "ported"})
_SECTION = 3_500


class CobolMigration:
    """The exam as the grading floor sees it.

    options: `language` (the target whose ports are graded; needed where a program is ported to several),
    `ported` (a folder of ports: only the programs in it are cases). Raises ExamError for any other.
    """

    name = "cobol-migration"
    version = "1"

    def __init__(self, options: Mapping[str, Json] | None = None) -> None:
        self._options = dict(options or {})
        if unknown := set(self._options) - _OPTIONS:
            raise ExamError(f"cobol-migration has no option {', '.join(sorted(unknown))}")
        language = self._options.get("language")
        if language is not None and language not in LANGUAGES:
            raise ExamError(f"language is one of {', '.join(LANGUAGES)}, not {language!r}")
        self._language = language if isinstance(language, str) else None

    @property
    def options(self) -> Mapping[str, Json]:
        """What the exam was constructed with."""
        return self._options

    @property
    def limits(self) -> Limits:
        """The limits of one test, unless its case says otherwise."""
        return limits_of(10)

    def load(self, selection: Selection) -> CaseSet:
        """The selected programs. Raises ExamError if there are none or they can't be read."""
        ported = self._options.get("ported")
        if ported is None:
            return SelectedPrograms(selection, None)
        ports = ports_in(Path(str(ported)))
        if not ports:
            raise ExamError(f"there is no port in {ported}")
        return SelectedPrograms(selection, frozenset(ports))

    def prepare(self, submission: Path, workplace: Path) -> Prepared:
        """Copy the submission. Raises Refused and Infrastructure."""
        return prepare_portfolio(submission, workplace)

    def oracle(self) -> OracleIdentity:
        """The original's recorded output."""
        return OracleIdentity(
            name="GnuCOBOL original",
            version="3.1.2",
            notes=("recorded goldens, compared byte for byte; no COBOL compiler is used in grading",),
        )

    def grade(self, prepared: Prepared, case: Case, workplace: Path, isolation: Isolation) -> Verdict:
        """Build the port of one program and run its hidden tests."""
        assert isinstance(case, Program)
        ported = [name for name in LANGUAGES if (prepared.root / case.name / name).is_dir()]
        wanted = [name for name in ported if self._language in (None, name)]
        tags = case.tags if self._language is None else (f"language:{self._language}", *case.tags)
        if not wanted:
            where = f" to {self._language}" if self._language else ""
            return _verdict(case, tags, Outcome.WRONG, "no_port", f"the submission holds no port{where}")
        if len(wanted) > 1:
            reason = f"ported to {', '.join(wanted)}: say which with --option language=NAME"
            return _verdict(case, tags, Outcome.REFUSED, "ambiguous", reason)
        language = wanted[0]
        tags = (f"language:{language}", *case.tags)
        target = load_target(language)
        if language not in case.targets:
            return _verdict(
                case, tags, Outcome.REFUSED, "refused", f"{language} is no target of this program"
            )
        if missing := target.missing_tools():
            reason = f"{', '.join(missing)} missing: apt-get install {' '.join(target.packages)}"
            return _verdict(case, tags, Outcome.INFRASTRUCTURE, "toolchain", reason)
        hidden = (BUNDLED,) if Path("/usr") in BUNDLED.parents else ()
        try:
            built = build(
                isolation, prepared.root / case.name / language, target, workplace / "build", hidden
            )
            judged = judge(isolation, case, built, workplace)
        except NotAllowed as error:
            return _told(case, tags, Outcome.REFUSED, "refused", "breaks a rule", str(error))
        except BuildFailed as error:
            return _told(case, tags, Outcome.WRONG, "build_failed", "does not build", str(error))
        except BadCase as error:
            return _verdict(case, tags, Outcome.ORACLE_ERROR, "bad_case", str(error))
        return _summed(case, tags, judged, built.aside)

    def summarise(self, verdicts: Iterable[Verdict]) -> JsonObject:
        """Rates by target language, why ports failed, and the traps they fell into."""
        ended: dict[str, list[Verdict]] = {}
        kinds: Counter[str] = Counter()
        traps: Counter[str] = Counter()
        for verdict in verdicts:
            language = next((tag[9:] for tag in verdict.tags if tag.startswith("language:")), "none")
            if not verdict.outcome.is_ours:
                ended.setdefault(language, []).append(verdict)
            kinds[str(verdict.evidence.get("kind"))] += 1
            if trap := verdict.evidence.get("trap"):
                traps[str(trap)] += 1
        figures: dict[str, Json] = {
            "by target language": {
                "columns": ["target", "programs", "solved", "rate", "95 % interval", "tests equal"],
                "rows": [_language_row(name, ended[name]) for name in sorted(ended)],
            },
            "how ports ended": {
                "columns": ["end", "programs"],
                "rows": [list(pair) for pair in kinds.most_common()],
            },
        }
        if traps:
            figures["likely traps"] = {
                "columns": ["trap", "programs"],
                "rows": [list(pair) for pair in traps.most_common()],
            }
        return figures

    def close(self) -> None:
        """Nothing is held."""


def _language_row(name: str, verdicts: list[Verdict]) -> list[Json]:
    solved = sum(verdict.outcome is Outcome.PASSED for verdict in verdicts)
    interval = wilson(solved, len(verdicts))
    equal = tests = 0
    for verdict in verdicts:
        counted = verdict.evidence.get("tests")
        if isinstance(counted, Mapping):
            equal += int(str(counted["equal"]))
            tests += int(str(counted["all"]))
    return [
        name,
        len(verdicts),
        solved,
        f"{solved / len(verdicts):.1%}",
        f"{interval.low:.1%}–{interval.high:.1%}",
        f"{equal}/{tests}",
    ]


def _told(case: Case, tags: tuple[str, ...], outcome: Outcome, kind: str, head: str, said: str) -> Verdict:
    """A verdict whose reason is what someone printed: one line as reason, all as a section."""
    lines = said.splitlines() or [""]
    first = next((line for line in lines if "error" in line), lines[0])
    sections: list[Json] = [{"title": head, "text": said[:_SECTION]}]
    return _verdict(case, tags, outcome, kind, f"{head}: {first.strip()}", {"sections": sections})


def _summed(case: Program, tags: tuple[str, ...], judged: list[Judged], aside: tuple[str, ...]) -> Verdict:
    failed = [one for one in judged if one.outcome is not Outcome.PASSED]
    equal = len(judged) - len(failed)
    rows: list[Json] = [
        [
            one.test.folder.name,
            "equal" if one.outcome is Outcome.PASSED else one.outcome.value,
            one.reason,
            one.trap or "",
        ]
        for one in judged
    ]
    sections: list[Json] = [
        {
            "title": "hidden tests",
            "columns": ["test", "outcome", "first difference", "likely trap"],
            "rows": rows,
        }
    ]
    evidence: dict[str, Json] = {
        "tests": {"equal": equal, "all": len(judged)},
        "fraction": equal / len(judged),
    }
    if aside:
        evidence["set_aside"] = list(aside[:20])
    runs = [one.completed for one in judged if one.completed is not None]
    measured: dict[str, Json] = {}
    if not failed:
        outcome, kind, reason = (
            Outcome.PASSED,
            "solved",
            f"all {len(judged)} hidden tests equal in every byte",
        )
    else:
        first = failed[0]
        outcome = first.outcome
        kind = {Outcome.WRONG: "differs"}.get(outcome, outcome.value)
        trap = _most_likely(failed)
        reason = f"{equal}/{len(judged)} tests equal; {first.test.folder.name}: {first.reason}"
        like = next((one.like for one in failed if one.like), None)
        if trap:
            measured["trap"] = trap
            reason += f"; likely trap: {trap}"
        if like:
            measured["like"] = like
            reason += f" ({like})"
        if first.field:
            measured["field"] = first.field
        sections += _first_sections(first)
    return Verdict(
        case=case.name,
        content_hash=case.content_hash,
        outcome=outcome,
        tags=tags,
        wall_seconds=round(sum(run.wall_seconds for run in runs), 6),
        cpu_seconds=round(sum(run.cpu_seconds or 0.0 for run in runs), 6),
        peak_rss_bytes=max((run.peak_rss_bytes or 0 for run in runs), default=None),
        exit_code=failed[0].completed.exit_code if failed and failed[0].completed else None,
        evidence={"reason": reason, "kind": kind, **evidence, **measured, "sections": sections},
    )


def _most_likely(failed: list[Judged]) -> str | None:
    """The trap that most of the failed tests name; those that a recorded variant explains go first."""
    explained = [one for one in failed if one.like and one.trap]
    named = Counter(one.trap for one in explained or failed if one.trap)
    return named.most_common(1)[0][0] if named else None


def _first_sections(first: Judged) -> list[Json]:
    sections: list[Json] = []
    name = first.test.folder.name
    for difference in first.differences[:3]:
        sections.append({"title": f"{name}: {difference.headline()}", "text": difference.view()[:_SECTION]})
    if first.differences and first.differences[0].kind == "differs":
        one = first.differences[0]
        sections.append(
            {"title": f"{name}: lines of {one.part}", "diff": _lines(one.expected, one.found, one.line)}
        )
    if first.completed is not None and first.completed.stderr:
        said = first.completed.stderr[-1500:].decode("utf-8", "replace")
        sections.append({"title": f"{name}: standard error of the port", "text": said})
    return sections


def _lines(expected: bytes, found: bytes, line: int) -> list[Json]:
    """The lines around the first difference: golden with a minus, found with a plus, equal with a space."""
    wanted, got = (side.decode("latin-1").split("\n") for side in (expected, found))
    shown: list[Json] = []
    for at in range(max(0, line - 3), line + 4):
        one = wanted[at][:160] if at < len(wanted) else None
        other = got[at][:160] if at < len(got) else None
        if one == other and one is not None:
            shown.append(f" {one}")
            continue
        shown += [f"-{one}"] if one is not None else []
        shown += [f"+{other}"] if other is not None else []
    return shown


def _verdict(
    case: Case,
    tags: tuple[str, ...],
    outcome: Outcome,
    kind: str,
    reason: str,
    more: JsonObject | None = None,
) -> Verdict:
    return Verdict(
        case=case.name,
        content_hash=case.content_hash,
        outcome=outcome,
        tags=tags,
        evidence={"reason": reason, "kind": kind, **(more or {})},
    )
