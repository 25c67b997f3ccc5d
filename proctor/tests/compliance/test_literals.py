"""Data is measured by what it holds: honest tables pass, blobs do not, however they are cut."""

from __future__ import annotations

import base64
import random

import pytest

from proctor.compliance.finding import Finding
from proctor.compliance.literals import LARGEST_TABLE, LONGEST_LITERAL, MOST_ENCODED, Amounts
from proctor.compliance.rules import rules_of

NOISE = random.Random(7).randbytes(120_000)


def found_in(text: str, language: str = "python") -> list[Finding]:
    amounts = Amounts()
    spans = list(rules_of(language).syntax.spans(text))
    return [*amounts.add(text, "file", spans), *amounts.findings()]


def rules_in(text: str, language: str = "python") -> set[str]:
    return {finding.rule for finding in found_in(text, language)}


def test_a_literal_up_to_the_limit_passes() -> None:
    assert not rules_in(f'x = "{"ab " * (LONGEST_LITERAL // 3 - 1)}"')
    assert rules_in(f'x = "{"ab " * (LONGEST_LITERAL // 3 + 9)}"') == {"literal"}


@pytest.mark.parametrize("joint", ['" + "', '" "', '" \\\n "'])
def test_pieces_of_a_literal_count_together(joint: str) -> None:
    pieces = joint.join(["words in a row "] * 1_500)
    assert rules_in(f'x = ("{pieces}")') == {"literal"}


def test_a_list_of_short_texts_is_no_long_literal() -> None:
    assert not rules_in("x = [" + ", ".join(f'"keyword number {i}"' for i in range(2_000)) + "]")


def test_case_maps_of_unicode_pass() -> None:
    pairs = [(code, ord(chr(code).lower()[0])) for code in range(0x1E944) if chr(code).lower() != chr(code)]
    assert len(pairs) > 1_300
    assert not rules_in(f"x = ({', '.join(f'{a}, {b}' for a, b in pairs)})")
    assert not rules_in(f"x = ({', '.join(f'0x{a:04X}, 0x{b:04X}' for a, b in pairs)})")


@pytest.mark.parametrize("form", ["{}", "0x{:02x}", "{}u8", "${:02X}", "#x{:02X}"])
def test_a_table_of_noise_does_not(form: str) -> None:
    table = ", ".join(form.format(byte) for byte in NOISE[: LARGEST_TABLE + 2_000])
    assert "literal" in rules_in(f"x = [{table}]")


def test_many_small_tables_count_together() -> None:
    rows = [", ".join(map(str, NOISE[at : at + 64])) for at in range(0, len(NOISE), 64)]
    assert rules_in("\n".join(f"x{i} = [{row}]" for i, row in enumerate(rows))) == {"blob"}


@pytest.mark.parametrize("line", ['x = "{}"', "# {}", 'x += b"{}"'])
def test_encoded_lines_count_together(line: str) -> None:
    text = base64.b64encode(NOISE).decode()
    lines = [line.format(text[at : at + 60]) for at in range(0, len(text), 60)]
    assert rules_in("\n".join(lines)) >= {"blob"}
    few = lines[: MOST_ENCODED // 90]
    assert not rules_in("\n".join(few))


def test_where_all_is_code_encoded_words_count_too() -> None:
    text = base64.b64encode(NOISE).decode()
    assert rules_in("\n".join(f"append x {text[at : at + 64]}" for at in range(0, len(text), 64)), "tcl") == {
        "blob"
    }


def test_words_that_stand_for_bytes_are_too_many_literals() -> None:
    words = [f"w{n}" for n in range(256)]
    said = [" ".join(words[byte] for byte in NOISE[at : at + 200]) for at in range(0, len(NOISE), 200)]
    text = "\n".join(f'x{i} = "{one}"' for i, one in enumerate(said * 1))
    more = random.Random(8).randbytes(400_000)
    text += "\n".join(
        f'y{at} = "{" ".join(words[byte] for byte in more[at : at + 200])}"'
        for at in range(0, len(more), 200)
    )
    assert rules_in(text) == {"blob"}
