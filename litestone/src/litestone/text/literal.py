"""The values of numeric literals (documentation: ``lang_expr`` section 3, ``datatype3`` section 2)."""

from __future__ import annotations

from litestone.value.numeric_text import parse_literal


def integer_value(text: str) -> int | float | None:
    """The value of an integer literal: a REAL if too big for 64 bits, None if hexadecimal and too big."""
    if len(text) < 19 and text.isdigit():
        return int(text)
    return parse_literal(text)


def real_value(text: str) -> float:
    """The value of a literal with a fraction or an exponent."""
    value = parse_literal(text)
    assert value is not None
    return float(value)
