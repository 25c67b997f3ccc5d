"""The ids of an instance, as the published data and the official harness write them.

org/repo:pr-N     the official harness
org__repo-N       the Hugging Face rows, and SWE-bench
org__repo_N       older Hugging Face rows
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_HARNESS = re.compile(r"(?P<org>[^/\s]+)/(?P<repo>[^/:\s]+):pr-(?P<number>[0-9]+)")
_UNDERSCORES = re.compile(r"(?P<org>\S+?)__(?P<repo>\S+)[-_](?P<number>[0-9]+)")


@dataclass(frozen=True, slots=True, order=True)
class InstanceId:
    """Which pull request of which repository. `str()` is the Hugging Face form."""

    org: str
    repo: str
    number: int

    @classmethod
    def parse(cls, text: str) -> InstanceId:
        """Read any of the three forms. Raises ValueError for anything else."""
        found = _HARNESS.fullmatch(text) or _UNDERSCORES.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is no instance id: org/repo:pr-N or org__repo-N")
        return cls(found["org"], found["repo"], int(found["number"]))

    @property
    def official(self) -> str:
        """The official harness's form, `org/repo:pr-N`."""
        return f"{self.org}/{self.repo}:pr-{self.number}"

    @property
    def image(self) -> str:
        """The published image's name: lower case, as Docker demands, whatever the published lists say."""
        return f"mswebench/{self.org}_m_{self.repo}:pr-{self.number}".lower()

    def __str__(self) -> str:
        return f"{self.org}__{self.repo}-{self.number}"
