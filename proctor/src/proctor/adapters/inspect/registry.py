"""What Inspect finds when it looks for Proctor: the tasks, the rooms, and the hook that records calls."""

from proctor.adapters.inspect.archerfish import ArcherfishSitting, archerfish
from proctor.adapters.inspect.bubblewrap_room import BubblewrapRoom
from proctor.adapters.inspect.calls import RecordCalls
from proctor.adapters.inspect.cobol_migration import CobolMigrationSitting, cobol_migration
from proctor.adapters.inspect.docker_room import DockerRoom
from proctor.adapters.inspect.kinds import SittingKind
from proctor.adapters.inspect.multi_swe_bench import MultiSweBenchSitting, multi_swe_bench
from proctor.adapters.inspect.multilangbench import MultiLangBenchSitting, multilangbench

# One import and one line here for each kind of sitting; the task's name is what Inspect calls it by.
KINDS: dict[str, type[SittingKind]] = {
    "archerfish": ArcherfishSitting,
    "cobol-migration": CobolMigrationSitting,
    "multi-swe-bench": MultiSweBenchSitting,
    "multilangbench": MultiLangBenchSitting,
}

__all__ = [
    "KINDS",
    "BubblewrapRoom",
    "DockerRoom",
    "RecordCalls",
    "archerfish",
    "cobol_migration",
    "multi_swe_bench",
    "multilangbench",
]
