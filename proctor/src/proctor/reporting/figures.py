"""How figures are written for a person."""

from __future__ import annotations

import re
from collections.abc import Mapping

from proctor.core.printable import printable_line
from proctor.core.scorecard import Tally


def percent(fraction: float | None) -> str:
    """A fraction in per cent with one decimal; never rounded up to 100 or down to 0."""
    if fraction is None:
        return "—"
    value = fraction * 100
    if 99.95 <= value < 100:
        return ">99.9 %"
    if 0 < value < 0.05:
        return "<0.1 %"
    return f"{value:.1f} %"


def score_line(tally: Tally) -> str:
    """Passed of counted, the rate and its interval, in one line."""
    interval = tally.interval
    return (
        f"{tally.passed:,} of {tally.counted:,} = {percent(tally.rate)}"
        f" (95 %: {percent(interval.low)} to {percent(interval.high)})"
    )


def seconds(value: float | None) -> str:
    """A time from milliseconds to hours."""
    if value is None:
        return "—"
    if value < 1:
        return f"{value * 1000:.0f} ms"
    if value < 120:
        return f"{value:.1f} s"
    minutes, rest = divmod(round(value), 60)
    if minutes < 120:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"


def size(value: int | None) -> str:
    """A number of bytes."""
    if value is None:
        return "—"
    amount = float(value)
    for unit in ("B", "KiB", "MiB"):
        if amount < 1024:
            return f"{amount:.0f} {unit}"
        amount /= 1024
    return f"{amount:.1f} GiB"


def short_name(name: str) -> str:
    """A case's name as it is listed: a hash by its first digits, anything else in full."""
    return name[:12] if re.fullmatch("[0-9a-f]{40,}", name) else name


def by_kind(tallies: Mapping[str, Tally]) -> list[tuple[str, list[tuple[str, Tally]]]]:
    """Tallies by tag, sorted into kinds: a tag `language:rust` is `rust` of the kind "by language".

    Tags without a kind are features. Within a kind the worst come first.
    """
    kinds: dict[str, list[tuple[str, Tally]]] = {}
    for tag, tally in tallies.items():
        kind, colon, name = tag.partition(":")
        title = f"by {kind}" if colon else "by feature"
        kinds.setdefault(title, []).append((name if colon else tag, tally))
    for found in kinds.values():
        found.sort(key=lambda item: (item[1].rate or 0, -item[1].counted))
    return sorted(kinds.items())


def language_line(details: Mapping[str, object]) -> str | None:
    """What a run's manifest says of the submission's language and whether it was checked; None if nothing."""
    checked = details.get("language_check")
    if checked is None:
        return None
    named = details.get("language")
    return printable_line(f"{named}, {checked}" if named else str(checked))
