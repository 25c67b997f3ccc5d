"""The options of the exam, and the databases they lead to."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from proctor.core.json_types import Json
from proctor.exams.archerfish.bundle import WORKLOAD_PATH, database_statements
from proctor.exams.archerfish.config import load_config
from proctor.exams.archerfish.databases import Allowance, dialect_of
from proctor.exams.archerfish.model import DEFAULT_PROFILE, PROFILES, Implementation, WorkloadError
from proctor.exams.cache import cache_folder
from proctor.grading.exam import ExamError

BUNDLED = "bundled"
_TEXTS = (
    "workload",
    "source",
    "target",
    "config",
    "implementation",
    "profile",
    "system",
    "base_url",
    "model",
)
_NUMBERS = {"seconds": 30.0, "rows": 200_000, "bytes": 128 << 20, "wall_seconds": 120.0, "r_ves": 0}


@dataclass(frozen=True, slots=True)
class Site:
    """Where goldens run and where generated SQL runs: two SQLAlchemy URLs."""

    name: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Settings:
    """What the options say, checked.

    seconds, rows, bytes: limits of each query. wall_seconds: of each call of a command. r_ves: how often both
    queries are timed (0: not at all). intent: False compares rows in order, names included, as Archerfish's
    `--disable_intent_based_match`.
    """

    workload: Path
    site: Site
    instances: Mapping[str, Site] = field(default_factory=dict)
    implementation: Implementation | None = None
    config: Path | None = None
    profile: str = DEFAULT_PROFILE
    system: str = ""
    base_url: str = ""
    model: str = ""
    allowance: Allowance = field(default_factory=Allowance)
    wall_seconds: float = 120.0
    r_ves: int = 0
    intent: bool = True

    @property
    def dialect(self) -> str:
        """The dialect of the goldens."""
        return dialect_of(self.site.source)

    def sites(self, names: tuple[str, ...]) -> list[Site]:
        """Where a question is graded. Raises ExamError for an instance that the config does not have."""
        if unknown := [name for name in names if name not in self.instances]:
            raise ExamError(f"the benchmark config has no database instance {', '.join(unknown)}")
        return [self.instances[name] for name in names] or [self.site]


def settings_of(options: Mapping[str, Json], workload: Path | None = None) -> Settings:
    """Check the options. workload: given otherwise than by an option. Raises ExamError."""
    if unknown := set(options) - {*_TEXTS, *_NUMBERS, "intent"}:
        raise ExamError(f"archerfish has no option {', '.join(sorted(unknown))}")
    texts = {name: _text(options, name) for name in _TEXTS}
    numbers = {name: _number(options, name, default) for name, default in _NUMBERS.items()}
    profile = texts["profile"] or DEFAULT_PROFILE
    if profile not in PROFILES:
        raise ExamError(f"profile is one of {', '.join(PROFILES)}, not {profile!r}")
    path = workload or Path(texts["workload"] or BUNDLED)
    is_bundled = str(path) == BUNDLED
    config = Path(texts["config"]) if texts["config"] else None
    implementation = _implementation(config, texts["implementation"])
    site, instances = _sites(texts, implementation, is_bundled)
    return Settings(
        workload=WORKLOAD_PATH if is_bundled else path,
        site=site,
        instances=instances,
        implementation=implementation,
        config=config,
        profile=profile,
        system=texts["system"],
        base_url=texts["base_url"],
        model=texts["model"],
        allowance=Allowance(float(numbers["seconds"]), int(numbers["rows"]), int(numbers["bytes"])),
        wall_seconds=float(numbers["wall_seconds"]),
        r_ves=int(numbers["r_ves"]),
        intent=options.get("intent", True) is not False,
    )


def _text(options: Mapping[str, Json], name: str) -> str:
    value = options.get(name)
    if value is not None and not isinstance(value, str):
        raise ExamError(f"{name} is a text")
    return value or ""


def _number(options: Mapping[str, Json], name: str, default: float) -> float:
    value = options.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0 or (value == 0 != default):
        raise ExamError(f"{name} is a number above 0")
    return value


def _implementation(config: Path | None, name: str) -> Implementation | None:
    if config is None:
        return None
    try:
        found = load_config(config)
        if name:
            return found.find(name)
    except (WorkloadError, OSError) as fault:
        raise ExamError(str(fault)) from fault
    if len(found.implementations) != 1:
        known = ", ".join(each.name for each in found.implementations)
        raise ExamError(f"{config} has several implementations ({known}): name one")
    return found.implementations[0]


def _sites(
    texts: Mapping[str, str], implementation: Implementation | None, is_bundled: bool
) -> tuple[Site, dict[str, Site]]:
    source, target = resolved(texts["source"]), resolved(texts["target"])
    instances: dict[str, Site] = {}
    if implementation is not None:
        if not source and implementation.source is not None:
            source = resolved(implementation.source.connection)
            if not target and implementation.target is not None:
                target = resolved(implementation.target.connection)
        for name, database in implementation.instances.items():
            url = resolved(database.connection)
            instances[name] = Site(name, url, url)
    if not source and is_bundled:
        source = f"sqlite:///{bundled_database()}"
    if not source:
        raise ExamError("no database: give --source URL (option source), or a benchmark config that has one")
    return Site("", source, target or source), instances


def resolved(url: str) -> str:
    """The URL, or that of an environment variable where it is `env:NAME`, which keeps passwords out of files.

    Raises ExamError if the variable is not set.
    """
    if not url.startswith("env:"):
        return url
    value = os.environ.get(url[4:])
    if not value:
        raise ExamError(f"the environment variable {url[4:]} is not set")
    return value


def bundled_database() -> Path:
    """The bundled database for SQLite, made where it is not there yet."""
    import hashlib

    statements = database_statements()
    digest = hashlib.sha256("\0".join(statements).encode()).hexdigest()[:16]
    path = cache_folder("archerfish") / f"harbour-{digest}.sqlite"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}.part")
        fresh.unlink(missing_ok=True)
        connection = sqlite3.connect(fresh)
        try:
            for statement in statements:
                connection.execute(statement)
            connection.commit()
        finally:
            connection.close()
        fresh.rename(path)
    return path
