"""The shape of a value that can be written as JSON and read back the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, Union

Json: TypeAlias = Union[bool, int, float, str, Sequence["Json"], Mapping[str, "Json"], None]  # noqa: UP007 - recursive
JsonObject: TypeAlias = Mapping[str, Json]
