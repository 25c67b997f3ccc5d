"""The public workloads: where they are, and which files of a clone they are."""

from __future__ import annotations

from pathlib import Path

ADDRESS = "https://github.com/archerfish-bench/benchmark"


def workloads_in(folder: Path) -> list[Path]:
    """The workload files of a clone, sorted: YAML files in a folder named `workloads`, at whatever depth."""
    return sorted(path for path in folder.rglob("workloads/**/*.y*ml") if ".git" not in path.parts)
