"""One row of the dataset: an issue, its base commit, the two patches, and what the tests said of them.

Fields after the format that the `multi-swe-bench` package 1.1.2 reads (`harness/pull_request.py`,
`harness/dataset.py`); keys that it does not know (`instance_id`, `hints`) are kept and never read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from proctor.exams.multi_swe_bench.names import InstanceId
from proctor.exams.multi_swe_bench.transitions import Results, Status, Transition

_TRANSITIONS = ("fixed_tests", "p2p_tests", "f2p_tests", "s2p_tests", "n2p_tests")
_RESULTS = ("run_result", "test_patch_result", "fix_patch_result")
_PARTS = (("passed", Status.PASS), ("failed", Status.FAIL), ("skipped", Status.SKIP))


class RecordError(ValueError):
    """A row is no record; the message names the field."""


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue that the pull request resolves."""

    number: int
    title: str
    body: str | None


@dataclass(frozen=True, slots=True)
class Record:
    """See the module. `base_sha` is the commit the solver starts from; `lang` is "" where not given.

    run, test, fix: what the tests said of the base commit, with the test patch, and with both patches.
    transitions: `fixed`, `p2p`, `f2p`, `s2p` and `n2p`, each a mapping from a test's name to its states.
    extra: keys the format does not know, as they came.
    """

    id: InstanceId
    state: str
    title: str
    body: str | None
    base_label: str
    base_ref: str
    base_sha: str
    resolved_issues: tuple[Issue, ...]
    fix_patch: str
    test_patch: str
    run: Results
    test: Results
    fix: Results
    transitions: Mapping[str, Mapping[str, Transition]] = field(default_factory=dict)
    tag: str = ""
    number_interval: str = ""
    lang: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def content_hash(self) -> str:
        """Hex SHA-256 over all that can change the verdict: base, patches, recorded results, recipe keys."""
        told = self.to_json()
        for text_only in ("title", "body", "state", "resolved_issues", *self.extra):
            told.pop(text_only, None)
        return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()

    @property
    def problem(self) -> str:
        """What the solver is told: the issues' titles and bodies, or the pull request's without any."""
        told = [(issue.title, issue.body) for issue in self.resolved_issues] or [(self.title, self.body)]
        return "\n\n".join(f"# {title}\n\n{body or ''}".strip() for title, body in told)

    def to_json(self) -> dict[str, Any]:
        """The record in the published form; `from_json` reads it back equal."""
        told: dict[str, Any] = {
            "org": self.id.org,
            "repo": self.id.repo,
            "number": self.id.number,
            "state": self.state,
            "title": self.title,
            "body": self.body,
            "base": {"label": self.base_label, "ref": self.base_ref, "sha": self.base_sha},
            "resolved_issues": [
                {"number": one.number, "title": one.title, "body": one.body} for one in self.resolved_issues
            ],
            "fix_patch": self.fix_patch,
            "test_patch": self.test_patch,
            "tag": self.tag,
            "number_interval": self.number_interval,
            "lang": self.lang,
        }
        for name in _TRANSITIONS:
            tests = self.transitions.get(name.removesuffix("_tests"), {})
            told[name] = {test: states.to_json() for test, states in sorted(tests.items())}
        for name, results in zip(_RESULTS, (self.run, self.test, self.fix), strict=True):
            told[name] = results_to_json(results)
        return told | dict(self.extra)

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Record:
        """Read a row. Raises RecordError naming the first field that is missing or of the wrong kind."""
        base = _object(row, "base")
        known = {
            "org", "repo", "number", "state", "title", "body", "base", "resolved_issues", "fix_patch",
            "test_patch", "tag", "number_interval", "lang", *_TRANSITIONS, *_RESULTS,
        }  # fmt: skip
        return cls(
            id=InstanceId(_text(row, "org"), _text(row, "repo"), _number(row, "number")),
            state=_text(row, "state"),
            title=_text(row, "title"),
            body=_text_or_none(row, "body"),
            base_label=_text(base, "label", "base."),
            base_ref=_text(base, "ref", "base."),
            base_sha=_text(base, "sha", "base."),
            resolved_issues=tuple(_issues(row)),
            fix_patch=_text(row, "fix_patch"),
            test_patch=_text(row, "test_patch"),
            run=results_from_json(_object(row, "run_result"), "run_result"),
            test=results_from_json(_object(row, "test_patch_result"), "test_patch_result"),
            fix=results_from_json(_object(row, "fix_patch_result"), "fix_patch_result"),
            transitions={
                name.removesuffix("_tests"): _transitions(row[name], name)
                for name in _TRANSITIONS
                if row.get(name)
            },
            tag=_text(row, "tag", default=""),
            number_interval=_text(row, "number_interval", default=""),
            lang=_text(row, "lang", default=""),
            extra={name: value for name, value in row.items() if name not in known},
        )


def read_records(lines: Iterable[bytes]) -> Iterator[tuple[int, Record | RecordError]]:
    """Each line of a JSONL file that is not empty, by its number: a record, or why it is none."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            if not isinstance(row, dict):
                raise RecordError("the line is no JSON object")
            yield number, Record.from_json(row)
        except RecordError as error:
            yield number, error
        except ValueError as error:
            yield number, RecordError(f"the line is no JSON: {error}")


def results_to_json(results: Results) -> dict[str, Any]:
    """The published form of one run's results: counts and sorted lists."""
    told: dict[str, Any] = {}
    for name, status in _PARTS:
        told[f"{name}_count"] = sum(found is status for found in results.values())
    for name, status in _PARTS:
        told[f"{name}_tests"] = sorted(test for test, found in results.items() if found is status)
    return told


def results_from_json(told: Mapping[str, Any], where: str = "result") -> Results:
    """Read the published form. Raises RecordError if counts and lists disagree, or lists overlap."""
    found: dict[str, Status] = {}
    for name, status in _PARTS:
        tests = told.get(f"{name}_tests")
        if not isinstance(tests, list) or not all(isinstance(test, str) for test in tests):
            raise RecordError(f"{where}.{name}_tests is no list of names")
        count = _number(told, f"{name}_count", f"{where}.")
        if count != len(set(tests)):
            raise RecordError(f"{where}.{name}_count is {count}, but {len(set(tests))} names are listed")
        for test in tests:
            if found.get(test, status) is not status:
                raise RecordError(f"{where}: the test {test!r} is both {found[test]} and {status}")
            found[test] = status
    return found


def _transitions(told: object, where: str) -> dict[str, Transition]:
    if not isinstance(told, dict):
        raise RecordError(f"{where} is no object")
    try:
        return {test: Transition.from_json(states) for test, states in told.items()}
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"{where}: a test's states are not run, test and fix: {error}") from error


def _issues(row: Mapping[str, Any]) -> Iterator[Issue]:
    told = row.get("resolved_issues")
    if not isinstance(told, list) or not all(isinstance(one, dict) for one in told):
        raise RecordError("resolved_issues is no list of objects")
    where = "resolved_issues."
    for one in told:
        yield Issue(
            _number(one, "number", where), _text(one, "title", where), _text_or_none(one, "body", where)
        )


def _object(row: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = row.get(name)
    if not isinstance(value, dict):
        raise RecordError(f"{name} is missing" if value is None else f"{name} is no object")
    return value


def _text(row: Mapping[str, Any], name: str, where: str = "", default: str | None = None) -> str:
    value = row.get(name)
    if value is None and default is not None:
        return default
    if not isinstance(value, str):
        raise RecordError(f"{where}{name} is missing" if value is None else f"{where}{name} is no text")
    return value


def _text_or_none(row: Mapping[str, Any], name: str, where: str = "") -> str | None:
    return None if row.get(name) is None else _text(row, name, where)


def _number(row: Mapping[str, Any], name: str, where: str = "") -> int:
    value = row.get(name)
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value)  # the published README writes "10001"
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(f"{where}{name} is missing" if value is None else f"{where}{name} is no number")
    return value
