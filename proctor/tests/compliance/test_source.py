"""Comments and literals are told from code, also where a text tries to confuse the two."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.compliance.rules import rules_of
from proctor.compliance.source import Kind, blanked
from proctor.languages.catalogue import languages

PIECES = st.sampled_from(
    [
        '"',
        "'",
        "`",
        "\\",
        "\n",
        "(*",
        "*)",
        "{-",
        "-}",
        "--",
        "//",
        "/*",
        "*/",
        "#",
        "#|",
        "|#",
        "#[",
        "]#",
        "%",
        ";",
        "!",
        "*>",
        "${",
        "#{",
        "{",
        "}",
        "[[",
        "]]",
        '"""',
        'q"(',
        'R"(',
        "{|",
        "|}",
        "<?php",
        "?>",
        " ",
        "a",
        "x1",
        "0'",
        "$",
    ]
)


def code_of(language: str, text: str) -> str:
    spans = list(rules_of(language).syntax.spans(text))
    return blanked(text, spans, Kind.COMMENT, Kind.STRING)


@given(st.sampled_from(sorted(languages())), st.lists(PIECES, max_size=30).map("".join))
def test_spans_lie_in_order_and_blanking_moves_nothing(language: str, text: str) -> None:
    spans = list(rules_of(language).syntax.spans(text))
    at = 0
    for span in spans:
        assert at <= span.start <= span.end <= len(text)
        at = span.end
    code = blanked(text, spans, Kind.COMMENT, Kind.STRING)
    assert len(code) == len(text)
    assert [i for i, c in enumerate(code) if c == "\n"] == [i for i, c in enumerate(text) if c == "\n"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ocaml", '(* "(*" *) BAD'),
        ("ocaml", "(* '\"' *) BAD (* ' *)"),
        ("ocaml", '{q|" |q} BAD "'),
        ("haskell", "{- {- -} -} BAD"),
        ("haskell", "{-# BAD #-}"),
        ("haskell", "x' = '\"' BAD '\"'"),
        ("lua", "--[==[ ]] ]==] BAD"),
        ("lua", "[[ \" ]] BAD [[ \" ]]"),
        ("nim", "##[ x ]## BAD"),
        ("nim", 'x = r"\\" BAD "'),
        ("nim", 'fmt"{BAD}"'),
        ("kotlin", '"${BAD}"'),
        ("kotlin", "/* /* */ */ BAD"),
        ("javascript", "`${BAD}`"),
        ("javascript", "x = {}/1; BAD; y = 1/1"),
        ("csharp", '@"\\" BAD "'),
        ("csharp", '$"{BAD}"'),
        ("elixir", '"#{BAD}"'),
        ("elixir", "~s(\") BAD"),
        ("php", "<?php // x ?> don't <?php BAD // '"),
        ("php", '<?php "${BAD}"'),
        ("d", 'q"(a " b)" BAD "'),
        ("d", "`\"` BAD `\"`"),
        ("fortran", '"a &\n  &b"; BAD "'),
        ("cobol", ">>SOURCE FREE\n      * BAD"),
        ("cobol", "       DISPLAY \"x\" *> note\n       BAD"),
        ("ada", "Character'('\"') & BAD & '\"'"),
        ("rust", 'r#" " "# BAD'),
        ("rust", "'\"' BAD '\"'"),
        ("prolog", "0'\" BAD 0'\""),
        ("prolog", "'BAD'"),
        ("erlang", '$" BAD $"'),
        ("common-lisp", '#\\" BAD #\\"'),
        ("racket", '#\\" BAD #\\"'),
        ("tcl", '"BAD"'),
        ("ruby", '"#{BAD}"'),
        ("pascal", "{$BAD}"),
    ],
)  # fmt: skip
def test_code_is_seen(language: str, text: str) -> None:
    assert "BAD" in code_of(language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ocaml", "(* a (* BAD *) BAD *)"),
        ("ocaml", '"(*" ^ "BAD"'),
        ("haskell", "-- BAD\nx = \"BAD\""),
        ("lua", "--[[ BAD ]] x = [=[ BAD ]=]"),
        ("nim", "#[ BAD #[ BAD ]# BAD ]#"),
        ("kotlin", '"$x BAD"'),
        ("javascript", "/* BAD */ 'BAD' // BAD"),
        ("php", "<?php # BAD\n'BAD'; /* BAD */"),
        ("fortran", "! BAD\nx = 'it''s BAD'"),
        ("cobol", "      * BAD\n           DISPLAY 'BAD'. *> BAD"),
        ("rust", "/* /* BAD */ BAD */ \"BAD\""),
        ("prolog", '% BAD\nx :- "BAD".'),
        ("erlang", '% BAD\n"BAD"'),
        ("tcl", "# BAD\nset x 1 ;# BAD"),
        ("ada", '-- BAD\n"x ""BAD"""'),
        ("pascal", "{ BAD } (* BAD *) 'BAD'"),
    ],
)  # fmt: skip
def test_what_is_only_said_is_no_code(language: str, text: str) -> None:
    assert "BAD" not in code_of(language, text)
