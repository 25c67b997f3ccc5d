"""What evidence shows, whatever an exam or a hostile submission put into it."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from proctor.core.scorecard import Tally
from proctor.reporting.evidence import Section, Table, cell, sections, table_of
from proctor.reporting.figures import by_kind, short_name

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def test_sections_keep_their_order_and_kind() -> None:
    evidence: dict[str, Any] = {
        "difference": {"line": 3, "diff": ["-a", "+b"]},
        "sections": [
            {"title": "first byte", "text": "30 31"},
            {"title": "rows", "columns": ["a", "b"], "rows": [[1, None], [2.5, "x\ny"]]},
            {"title": "output", "diff": ["-1", "+2", " 3"]},
        ],
        "stderr": "oops",
    }
    found = list(sections(evidence))
    assert [section.title.split(":")[0] for section in found] == [
        "first difference", "first byte", "rows", "output", "standard error of the submission",
    ]  # fmt: skip
    assert found[2].table is not None
    assert found[2].table.columns == ["a", "b"]
    assert found[2].table.rows[0] == ["1", "–"]
    assert "\n" not in found[2].table.rows[1][1]
    assert found[3].diff == ["-1", "+2", " 3"]


def test_long_evidence_is_cut_and_says_so() -> None:
    evidence: dict[str, Any] = {
        "sections": [
            {"title": "t", "text": "x" * 100_000},
            {"title": "d", "diff": ["-x"] * 1000},
            {"title": "r", "columns": ["a", "b"], "rows": [[1, 2]] * 1000},
        ]
    }
    text, diff, rows = sections(evidence)
    assert text.text is not None and len(text.text) < 7000 and text.text.endswith("more")
    assert diff.diff is not None and "more lines" in diff.diff[-1]
    assert rows.table is not None and rows.table.rows[-1] == ["… 940 more", ""]


@given(st.dictionaries(st.sampled_from(["sections", "difference", "stderr", "validation_errors"]), JSON))
def test_no_evidence_breaks_a_report(evidence: dict[str, Any]) -> None:
    for section in sections(evidence):
        assert json.loads(json.dumps(section.to_json()))["title"] == section.title


def test_only_an_object_with_columns_and_rows_is_a_table() -> None:
    assert table_of({"columns": ["a"], "rows": [[1]]}) == Table(["a"], [["1"]])
    assert table_of({"columns": ["a"]}) is None
    assert table_of(7) is None


def test_a_terminal_escape_becomes_harmless() -> None:
    (section,) = sections({"sections": [{"title": "\x1b[31m", "text": "\x1b]0;x\x07"}]})
    assert section == Section("␛[31m", text="␛]0;x␇")
    assert cell("\x1b") == "␛"


def test_tags_are_sorted_into_kinds_worst_first() -> None:
    tallies = {"json": Tally(1, 2), "language:rust": Tally(1, 1), "language:java": Tally(0, 1)}
    assert [(title, [name for name, _ in found]) for title, found in by_kind(tallies)] == [
        ("by feature", ["json"]),
        ("by language", ["java", "rust"]),
    ]


def test_only_a_hash_is_listed_by_its_first_digits() -> None:
    assert short_name("0123456789abcdef" * 4) == "0123456789ab"
    assert short_name("payroll-brackets/java") == "payroll-brackets/java"
