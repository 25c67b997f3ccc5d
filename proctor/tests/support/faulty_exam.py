"""The toy exam with a fault of ours in its fourth case."""

from __future__ import annotations

import os
from pathlib import Path

from proctor.core.case import Case
from proctor.core.verdict import Verdict
from proctor.grading.exam import Prepared
from proctor.isolation.protocol import Isolation
from toy_exam import ToyExam


class FaultyExam(ToyExam):
    def grade(self, prepared: Prepared, case: Case, workplace: Path, isolation: Isolation) -> Verdict:
        if case.name == "n3":
            fault = self.options["fault"]
            if fault == "die":
                os._exit(9)
            if fault == "bug":
                raise KeyError("a bug in the exam")
            raise OSError(28, "No space left on device")
        return super().grade(prepared, case, workplace, isolation)
