"""The model calls that verdicts tell of: systems that are asked once a case report them with each answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from proctor.core.usage import PriceList, Usage
from proctor.grading.manifest import RunError
from proctor.grading.run_folder import RunFolder, write_whole
from proctor.reporting.bill import CALLS, Bill, write_bill


def calls_in(folder: RunFolder) -> Iterator[Usage]:
    """The calls in `evidence["usage"]` of the run's verdicts. Raises RunError for damaged ones."""
    for verdict in folder.verdicts():
        found = verdict.evidence.get("usage")
        for call in found if isinstance(found, list) else ():
            try:
                yield Usage.from_json(call if isinstance(call, Mapping) else {})
            except (ValueError, KeyError, TypeError) as error:
                raise RunError(f"{folder.path}, case {verdict.case}: usage is damaged: {error}") from error


def bill_verdicts(folder: RunFolder, prices: PriceList) -> Bill | None:
    """Record the calls that the run's verdicts tell of, and price them; None if they tell of none.

    Raises RunError for damaged ones.
    """
    calls = [json.dumps(call.to_json()) + "\n" for call in calls_in(folder)]
    if not calls:
        return None
    write_whole(folder.path / CALLS, "".join(calls))
    return write_bill(folder.path, prices)
