"""Guesses which trap a port fell into: naive variants of the expected bytes are tried until one gives the
found bytes. A guess explains a failure; it never decides one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from proctor.exams.cobol_migration.compare import Difference

_NUMBER = re.compile(rb"[-+$*]{0,3}[0-9][0-9,.]*(?:[eE][-+]?[0-9]+)?(?:[-+]|CR|DB)?")
_EBCDIC = "cp037"
_OVERPUNCH = {ord("p") + digit: ord("0") + digit for digit in range(10)}


def likely_trap(difference: Difference, declared: Iterable[str]) -> str | None:
    """The name of the likely trap, or None. `declared`, the case's own traps, settle what bytes alone
    can't.
    """
    known = frozenset(declared)
    if difference.part == "exit status":
        return "return-code" if "return-code" in known else None
    if difference.kind != "differs":
        return "file-status" if "file-status" in known else None
    expected, found = difference.expected, difference.found
    return (
        _by_order(expected, found, known)
        or _by_spaces(expected, found, known)
        or _by_number(difference, known)
        or _by_bytes(difference, known)
        or _by_declaration(difference, known)
    )


def _by_order(expected: bytes, found: bytes, known: frozenset[str]) -> str | None:
    """The same lines in another order: of the two traps the one declared, else what the moved lines tell."""
    wanted, got = expected.split(b"\n"), found.split(b"\n")
    if len(wanted) < 2 or sorted(wanted) != sorted(got):
        return None
    moved = [(one, other) for one, other in zip(wanted, got, strict=True) if one != other and one and other]
    if not moved:
        return None
    declared = known & {"collation", "stable-sort"}
    if len(declared) == 1:
        return next(iter(declared))
    return "collation" if any(_collates(one, other) for one, other in moved) else "stable-sort"


def _collates(one: bytes, other: bytes) -> bool:
    """Whether some word of two lines, at the same place, is ordered one way in EBCDIC, the other in ASCII."""
    return any(
        mine != yours and (mine < yours) != (_ebcdic(mine) < _ebcdic(yours))
        for mine, yours in zip(one.split(), other.split(), strict=False)
        if not (mine.isdigit() and yours.isdigit())
    )


def _ebcdic(text: bytes) -> bytes:
    return text.decode("latin-1").encode(_EBCDIC, "replace")


def _by_spaces(expected: bytes, found: bytes, known: frozenset[str]) -> str | None:
    if expected.rstrip(b"\n") == found.rstrip(b"\n"):
        return "line-sequential"
    wanted, got = expected.split(b"\n"), found.split(b"\n")
    if [line.rstrip(b" ") for line in wanted] == [line.rstrip(b" ") for line in got]:
        # LINE SEQUENTIAL drops what a port keeps; a DISPLAY keeps what a port drops.
        kept = sum(map(len, got)) > sum(map(len, wanted))
        return "line-sequential" if kept and "line-sequential" in known else "padding"
    if expected.translate(None, b" ") == found.translate(None, b" "):
        return "padding"
    if expected.translate(None, b" \n\0") == found.translate(None, b" \n\0"):
        return "line-sequential"
    return None


def _by_number(difference: Difference, known: frozenset[str]) -> str | None:
    """Variants of the number at the first differing byte."""
    one = _number_at(difference.expected, difference.offset)
    other = _number_at(difference.found, difference.offset)
    if one is None or other is None:
        return None
    if len(other) > len(one) + 4 or re.search(rb"[eE]", other):
        return "float"
    value, got = _value(one), _value(other)
    if value is None or got is None:
        return None
    if value == got and one != other:
        return "lost-sign" if not value and _signed(one) != _signed(other) else "editing"
    if value == -got:
        return "sign"
    return _by_value(value, got, known)


def _by_value(value: Decimal, got: Decimal, known: frozenset[str]) -> str | None:
    exponent = value.as_tuple().exponent
    step = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
    if abs(got - value) == step:
        # One unit in the last place: the port rounded where the original cuts off, or the other way.
        if "rounding-mode" in known:
            return "rounding-mode"
        grew = abs(got) > abs(value)
        wanted, instead = ("truncation", "rounding") if grew else ("rounding", "truncation")
        return instead if wanted not in known and instead in known else wanted
    digits, more = _digits(value), _digits(got)
    if len(more) > len(digits.rstrip("0") or "0") and more.endswith(digits):
        return "size-error" if "size-error" in known else "high-order"
    if abs(got - value) <= 9 * step and known & {"truncation", "rounding"}:
        return "truncation" if "truncation" in known else "rounding"
    return None


def _by_bytes(difference: Difference, known: frozenset[str]) -> str | None:
    """Signs in the last digit (zone p to y for minus), and packed bytes."""
    at = difference.offset
    one, other = difference.expected[at : at + 1], difference.found[at : at + 1]
    if not one or not other:
        return None
    if one[0] in _OVERPUNCH or other[0] in _OVERPUNCH:
        return "sign" if _OVERPUNCH.get(one[0], one[0]) == _OVERPUNCH.get(other[0], other[0]) else None
    around = difference.expected[max(0, at - 4) : at + 4] + difference.found[max(0, at - 4) : at + 4]
    if "packed" in known and any((byte < 32 or byte > 126) and byte != 10 for byte in around):
        return "packed"
    if {one, other} & {b"-", b"+"} and "sign" in known:
        return "sign"
    return None


def _by_declaration(difference: Difference, known: frozenset[str]) -> str | None:
    """What the case alone suggests: a wrong number where sizes overflow, a wrong length where counts vary."""
    numeric = _number_at(difference.expected, difference.offset) is not None
    if numeric and "size-error" in known:
        return "size-error"
    if numeric and "divide-by-zero" in known:
        return "divide-by-zero"
    for trap in ("collation", "odo", "control-break", "fall-through", "string", "truncation", "rounding"):
        if trap in known:
            return trap
    return None


def _number_at(content: bytes, offset: int) -> bytes | None:
    start = content.rfind(b"\n", 0, offset) + 1
    end = content.find(b"\n", offset)
    line = content[start : end if end >= 0 else len(content)]
    for match in _NUMBER.finditer(line):
        if match.start() - 1 <= offset - start <= match.end():
            return match[0]
    return None


def _value(text: bytes) -> Decimal | None:
    plain = text.decode("ascii").strip("$*+").replace(",", "").replace("$", "").replace("*", "")
    negative = _signed(text)
    plain = plain.removesuffix("CR").removesuffix("DB").strip("+-").rstrip(".")
    if plain.count(".") > 1 or not plain:
        return None
    return -Decimal(plain) if negative else Decimal(plain)


def _signed(text: bytes) -> bool:
    return b"-" in text or text.endswith((b"CR", b"DB"))


def _digits(value: Decimal) -> str:
    return "".join(map(str, value.as_tuple().digits))
