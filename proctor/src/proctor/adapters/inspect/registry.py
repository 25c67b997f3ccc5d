"""What Inspect finds when it looks for Proctor: the tasks, the room, and the hook that records calls."""

from proctor.adapters.inspect.bubblewrap_room import BubblewrapRoom
from proctor.adapters.inspect.calls import RecordCalls
from proctor.adapters.inspect.kinds import SittingKind
from proctor.adapters.inspect.multilangbench import MultiLangBenchSitting, multilangbench

KINDS: dict[str, type[SittingKind]] = {"multilangbench": MultiLangBenchSitting}

__all__ = ["KINDS", "BubblewrapRoom", "RecordCalls", "multilangbench"]
