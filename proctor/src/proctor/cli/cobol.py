"""``proctor cobol``: making and checking cases of the COBOL migration exam."""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from proctor.cli.failures import Failure, one_line
from proctor.exams.cobol_migration.layout import BUNDLED, LAYOUT, Program, case_folders, load_program
from proctor.exams.cobol_migration.traps import TRAPS
from proctor.isolation.registry import DEFAULT, NAMES, open_isolation

if TYPE_CHECKING:
    from proctor.exams.cobol_migration.mutate import Fate

_FOLDER = click.option(
    "--cases",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=BUNDLED,
    help="a folder of cases, or one case; default: the bundled ones",
)
_ISOLATION = click.option("--isolation", type=click.Choice(NAMES), default=DEFAULT, show_default=True)


@click.group("cobol")
def command() -> None:
    """Make, check and strengthen cases of the exam cobol-migration."""


def _programs(cases: Path, names: tuple[str, ...]) -> list[Program]:
    folders = case_folders(cases.resolve())
    known = {folder.name for folder in folders}
    if missing := [name for name in names if name not in known]:
        raise Failure(f"there is no case {', '.join(missing)} in {cases}")
    chosen = [load_program(folder) for folder in folders if not names or folder.name in names]
    if not chosen:
        raise Failure(f"there is no case in {cases}")
    return chosen


@command.command("record")
@click.argument("names", nargs=-1)
@_FOLDER
@click.option("--verify", is_flag=True, help="change nothing; say whether the goldens still hold")
@_ISOLATION
def record_command(names: tuple[str, ...], cases: Path, verify: bool, isolation: str) -> None:
    """Record the goldens of the named cases (default: all): compile the original, run each test twice.

    Exits with status 1 where a test is unstable, a golden does not hold, or a program does not compile.
    """
    from proctor.exams.cobol_migration.oracle import CompileError, record

    bad = tests = 0
    with one_line():
        programs = _programs(cases, names)
        walls = open_isolation(isolation)
        try:
            for program in programs:
                with tempfile.TemporaryDirectory(prefix="proctor-cobol-") as workplace:
                    try:
                        results = record(walls, program, Path(workplace), verify=verify)
                    except CompileError as error:
                        bad += 1
                        click.echo(f"{program.name}: does not compile\n{error}")
                        continue
                problems = [result for result in results if result.problem]
                tests += len(results)
                bad += len(problems)
                click.echo(f"{program.name}: {len(results) - len(problems)}/{len(results)} tests")
                for result in problems:
                    click.echo(f"  {result.test}: {result.problem}")
        finally:
            walls.close()
    done = "verified" if verify else "recorded"
    click.echo(f"{len(programs)} programs, {tests} tests {done}, {bad} problems")
    if bad:
        sys.exit(1)


@command.command("mutate")
@click.argument("names", nargs=-1)
@_FOLDER
@click.option("--jobs", type=click.IntRange(min=1), default=2, show_default=True)
@click.option("--matrix", is_flag=True, help="run every test on every mutant, and print which kill which")
@click.option("--floor", type=click.FloatRange(0, 100), default=90, show_default=True, help="per cent")
@click.option("--record", "how", flag_value="record", help="store what mutants gave: variants.json")
@click.option("--recorded", "how", flag_value="recorded", help="compile nothing; show what was stored")
@_ISOLATION
def mutate_command(
    names: tuple[str, ...],
    cases: Path,
    jobs: int,
    matrix: bool,
    floor: float,
    how: str | None,
    isolation: str,
) -> None:
    """Make mutants of the named cases' programs (default: all) and see which the hidden tests kill.

    Survivors are listed; those waived in the case's waivers.json do not count. Exits with status 1 where
    fewer than the floor are killed in any of the programs.
    """
    from proctor.exams.cobol_migration.mutate import idle_waivers, mutate, record_of, recorded
    from proctor.exams.cobol_migration.variants import write_record

    totals: Counter[str] = Counter()
    by_operator: dict[str, Counter[str]] = {}
    weak = []
    with one_line():
        for program in _programs(cases, names):
            fates: list[Fate] = []
            source = (
                iter(recorded(program))
                if how == "recorded"
                else mutate(program, jobs, isolation, matrix=matrix or how == "record")
            )
            for fate in source:
                fates.append(fate)
                by_operator.setdefault(fate.mutant.operator, Counter())[fate.fate] += 1
                _tell(fate, matrix)
            counts = Counter(fate.fate for fate in fates)
            totals += counts
            weak += [program.name] if _share(counts) < floor else []
            click.echo(f"{program.name}: {_rate(counts)}")
            for name in idle_waivers(program, fates):
                click.echo(f"  waived for nothing: {name}")
            if how == "record":
                write_record(program, record_of(fates))
    for operator, counts in sorted(by_operator.items()):
        click.echo(f"{operator:20} {_rate(counts)}")
    click.echo(f"all: {_rate(totals)}")
    if weak:
        click.echo(f"fewer than {floor:g} % killed: {', '.join(weak)}")
        sys.exit(1)


def _tell(fate: Fate, matrix: bool) -> None:
    if fate.fate == "survived":
        click.echo(f"  survived: {fate.mutant.name}: {fate.mutant.change}")
    elif matrix and fate.killers:
        click.echo(f"  {fate.mutant.name}: {fate.mutant.change}: {' '.join(fate.killers)}")


def _share(counts: Counter[str]) -> float:
    """Killed of those that count, in per cent."""
    counted = counts["killed"] + counts["survived"]
    return 100 * counts["killed"] / counted if counted else 100.0


def _rate(counts: Counter[str]) -> str:
    counted = counts["killed"] + counts["survived"]
    share = f" = {counts['killed'] / counted:.1%}" if counted else ""
    return (
        f"{counts['killed']} of {counted} killed{share}, "
        f"{counts['waived']} waived, {counts['stillborn']} do not compile"
    )


@command.command("list")
@_FOLDER
@click.option("--traps", is_flag=True, help="by trap: which programs hold it")
def list_command(cases: Path, traps: bool) -> None:
    """List the programs with their lines of COBOL and hidden tests, or the traps with their programs."""
    with one_line():
        programs = _programs(cases, ())
    if not traps:
        for program in programs:
            texts = (*program.sources(), *program.copybooks())
            lines = sum(len(path.read_bytes().splitlines()) for path in texts)
            tests = len(program.tests("hidden"))
            click.echo(f"{program.name:24} {lines:4} lines {tests:3} hidden tests  {program.title}")
        return
    for trap in TRAPS:
        names = [program.name for program in programs if trap in program.traps]
        click.echo(f"{trap:16} {len(names):3}  {', '.join(names)}")


@command.command("new")
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("source", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--title", default="", help="what the program does, in a few words")
@click.option("--std", default="default", show_default=True, help="the dialect, as cobc -std takes it")
@click.option("--free", is_flag=True, help="the source is in free format")
def new_command(folder: Path, source: Path, title: str, std: str, free: bool) -> None:
    """Make a case at FOLDER from the COBOL program SOURCE, with one public and one hidden test to fill in."""
    from proctor.exams.cobol_migration.oracle import versions

    with one_line():
        if folder.exists():
            raise Failure(f"{folder} exists")
        version = versions()["cobc"].split()[-1].removesuffix(".0")
        main = f"src/{source.stem}.cob"
        record = {
            "layout": LAYOUT,
            "id": folder.name,
            "version": 1,
            "title": title or source.stem,
            "licence": "Apache-2.0",
            "cobc": {"version": version, "flags": [f"-std={std}", *(["-free"] if free else [])]},
            "main": main,
            "traps": [],
        }
        for part in ("src", "docs", "public/t01/in", "hidden/t01/in"):
            (folder / part).mkdir(parents=True)
        (folder / main).write_bytes(source.read_bytes())
        (folder / "case.json").write_text(json.dumps(record, indent=1) + "\n")
        (folder / "docs" / "README.md").write_text(f"# {record['title']}\n")
    click.echo(f"made {folder}; fill in public/ and hidden/, name its traps in case.json, then:")
    click.echo(f"  proctor cobol record --cases {folder}")
