"""``proctor archerfish``: Archerfish's command line, and the workload linter."""

from __future__ import annotations

import functools
import re
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from proctor.cli.failures import Failure, one_line
from proctor.core.json_types import Json
from proctor.core.selection import Selection
from proctor.exams.archerfish.filters import Filters
from proctor.exams.archerfish.model import PROFILES, Question, ResultSet, Workload, WorkloadError
from proctor.isolation.registry import DEFAULT, NAMES

_FORMATS = ("html", "csv", "json")


class _BothSpellings(click.Command):
    """Takes every long option with underscores as with hyphens."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """See `click.Command.parse_args`."""
        return super().parse_args(ctx, [_hyphenated(arg) for arg in args])


def _hyphenated(argument: str) -> str:
    if not argument.startswith("--"):
        return argument
    name, equals, value = argument.partition("=")
    return name.replace("_", "-") + equals + value


@click.group("archerfish")
def command() -> None:
    """Grade NL2SQL systems with Archerfish's configs and workloads, and check workloads."""


_DATABASE = [
    click.option("-b", "--benchmark-config", type=click.Path(path_type=Path), help="a benchmark config file"),
    click.option("-n", "--benchmark-name", default="", help="which of its implementations"),
    click.option(
        "-w",
        "--workload-config",
        type=click.Path(path_type=Path),
        help="a workload file; default: the bundled",
    ),
    click.option(
        "--source", default="", metavar="URL", help="where goldens run (SQLAlchemy; env:NAME reads it)"
    ),
    click.option("--profile", type=click.Choice(PROFILES), help="how results are compared"),
    click.option("--seconds", type=click.FloatRange(min=0.1), help="limit of each query"),
]


def _with_database(function: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(_DATABASE):
        function = option(function)
    return function


_PRICES = click.option(
    "--prices", type=click.Path(path_type=Path, exists=True), help="a price list (TOML) that extends ours"
)


@command.command("run", cls=_BothSpellings)
@_with_database
@click.option("-r", "--run-queries", "--queries", "--include-filter", "include", default="*",
              help="names of questions, with commas")  # fmt: skip
@click.option("--exclude-queries", "--exclude-filter", "exclude", default="", help="names to leave out")
@click.option("--schema-filter", "--filter-schema", default="", help="schemas, with commas")
@click.option("-i", "--run-id", default=None, help="names the run folder and the reports")
@click.option("-d", "--disable-intent-based-match", "literal", is_flag=True,
              help="compare rows in order, names included")  # fmt: skip
@click.option("--halt-on-error", is_flag=False, flag_value="true", default="false", metavar="[BOOLEAN]",
              help="stop at the first question that does not pass; the run can be resumed")  # fmt: skip
@click.option("--report-format", default="html", help="html, csv, json; several with commas")
@click.option("--reports", type=click.Path(path_type=Path), default=Path("reports"), show_default=True)
@click.option("--submission", type=click.Path(path_type=Path), help="predicted SQL, a command, or a folder")
@click.option("--target", default="", metavar="URL", help="where generated SQL runs; default: the source")
@click.option("--system", default="", metavar="MODULE:CLASS", help="a plug-in class, or `model`")
@click.option("--base-url", default="", help="of an OpenAI-compatible model")
@click.option("--model", default="", help="the model's name")
@click.option(
    "--r-ves", type=click.IntRange(min=0), default=0, help="time both queries so often (BIRD's R-VES)"
)
@click.option("--jobs", type=click.IntRange(min=1), help="workers; default: threads_count of the config")
@click.option("--isolation", type=click.Choice(NAMES), default=DEFAULT, show_default=True)
@_PRICES
def run_command(**given: Any) -> None:
    """Grade a system. Takes all flags of Archerfish's run_benchmark.sh and driver, in both spellings.

    Exits with 0 once every question has a verdict, whatever the verdicts are.
    """
    with one_line():
        formats = _formats(given["report_format"])
        options = _options(given)
        exam_options, workload, threads = _resolve(options, given["workload_config"])
        names = _chosen(workload, given["include"], given["exclude"], given["schema_filter"])
        _run(given, exam_options, names, formats, threads, [each.name for each in workload.questions])


def _options(given: dict[str, Any]) -> dict[str, Json]:
    config = given["benchmark_config"]
    found: dict[str, Json] = {
        "config": str(config.resolve()) if config is not None else None,
        "implementation": given["benchmark_name"],
        "workload": str(given["workload_config"].resolve()) if given["workload_config"] else None,
        "source": given["source"],
        "profile": given["profile"],
        "seconds": given["seconds"],
        **{name: given.get(name) for name in ("target", "system", "base_url", "model", "r_ves")},
    }
    options: dict[str, Json] = {name: value for name, value in found.items() if value}
    if given.get("literal"):
        options["intent"] = False
    return options


def _resolve(options: dict[str, Json], workload_path: Path | None) -> tuple[dict[str, Json], Workload, int]:
    """The options, the workload they lead to, and how many workers the config asks for."""
    from proctor.exams.archerfish.exam import Archerfish

    exam = Archerfish(options)
    try:
        implementation = exam.settings.implementation
        return options, exam.workload, implementation.threads_count if implementation is not None else 0
    finally:
        exam.close()


def _formats(text: str) -> list[str]:
    found = [each.strip().lower() for each in text.split(",") if each.strip()]
    if unknown := [each for each in found if each not in _FORMATS]:
        raise Failure(f"--report-format is html, csv or json, not {', '.join(unknown)}")
    return found


def _listed(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


def _chosen(workload: Workload, include: str, exclude: str, schemas: str) -> tuple[str, ...]:
    """Names that are left by the filters: schema, then include, then exclude. Unknown names are said."""
    filters = Filters(_listed(include), _listed(exclude), _listed(schemas))
    for what, unknown in filters.unknown(workload.questions):
        click.echo(f"warning: the workload has no {what} {', '.join(sorted(unknown))}", err=True)
    names = tuple(question.name for question in filters.chosen(workload.questions))
    if not names:
        raise Failure("the filters leave no question")
    return names if len(names) < len(workload.questions) else ()


def _run(
    given: dict[str, Any],
    options: dict[str, Json],
    names: Sequence[str],
    formats: Sequence[str],
    threads: int,
    order: Sequence[str],
) -> None:
    from proctor.exams.archerfish.report import write_report
    from proctor.exams.registry import open_exam
    from proctor.grading.loop import Plan, grade
    from proctor.grading.processes import Processes
    from proctor.grading.run_folder import RunFolder
    from proctor.reporting.bill import load_prices
    from proctor.reporting.card import full_scorecard
    from proctor.reporting.terminal import console, print_scorecard
    from proctor.reporting.verdict_calls import bill_verdicts

    prices = load_prices(given["prices"])
    submission = given["submission"] or given["benchmark_config"]
    if submission is None:
        if not (given["system"] or given["model"]):
            raise Failure(
                "what to grade? --benchmark-config FILE, or --submission FILE, or --system MODULE:CLASS"
            )
        submission = Path()
    run_id = given["run_id"] or str(time.time())
    if re.search(r"[/\\\0]", run_id) or run_id in (".", ".."):
        raise Failure("--run-id names a folder: it has no slashes")
    folder = Path("runs") / run_id
    plan = Plan(
        exam=functools.partial(open_exam, "archerfish", options),
        submission=submission.resolve(),
        folder=folder.resolve(),
        selection=Selection(names=tuple(names)),
        isolation=given["isolation"],
    )
    observer = _observer(console(), halt=given["halt_on_error"].lower() in ("true", "1", "yes"))
    try:
        grade(plan, Processes(given["jobs"] or threads or None), observer)
    except KeyboardInterrupt:
        click.echo(f"stopped; nothing is lost. The same command with -i {run_id} goes on", err=True)
        sys.exit(130)
    run = RunFolder(plan.folder)
    bill_verdicts(run, prices)
    card = full_scorecard(run)
    print_scorecard(card, run, folder)
    stamp = datetime.now(UTC).astimezone().strftime("%Y%m%d_%H%M%S")
    for form in formats:
        path = given["reports"] / f"{run_id}_{stamp}.{form}"
        _write(path, write_report(card, run.verdicts(), order, form, prices))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    click.echo(f"report: {path}")


@command.command("report")
@click.argument("runs", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--report-format", default="html", help="html, csv, json; several with commas")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    default=Path("reports/archerfish"),
    show_default=True,
    help="without its ending",
)
@_PRICES
def report_command(runs: tuple[Path, ...], report_format: str, output: Path, prices: Path | None) -> None:
    """Write the report of a run; of several, how each question ended in each of them, side by side."""
    from proctor.exams.archerfish.report import write_report
    from proctor.exams.archerfish.side_by_side import Side, write_side_by_side
    from proctor.grading.run_folder import RunFolder
    from proctor.reporting.bill import load_prices
    from proctor.reporting.card import full_scorecard
    from proctor.reporting.verdict_calls import bill_verdicts

    with one_line():
        formats, listed = _formats(report_format), load_prices(prices)
        sides: list[Side] = []
        order: dict[str, None] = {}
        for path in runs:
            folder = RunFolder(path)
            if folder.manifest.exam != "archerfish":
                raise Failure(f"{path} is a run of {folder.manifest.exam}, not of archerfish")
            bill_verdicts(folder, listed)
            found = {verdict.case: verdict for verdict in folder.verdicts()}
            order.update(dict.fromkeys(name for name, _ in folder.cases()))
            name = path.name if path.name not in [side.name for side in sides] else str(path)
            sides.append(Side(name, full_scorecard(folder), found))
        for form in formats:
            if len(sides) == 1:
                text = write_report(sides[0].card, sides[0].verdicts.values(), list(order), form, listed)
            else:
                text = write_side_by_side(sides, list(order), form)
            _write(output.parent / f"{output.name}.{form}", text)


def _observer(console: Any, halt: bool) -> Any:
    from proctor.core.verdict import Verdict
    from proctor.reporting.progress import LiveProgress

    class Halting(LiveProgress):
        """Stops as Ctrl-C would: what is graded stays, and the run can go on."""

        def on_verdict(self, verdict: Verdict) -> None:
            super().on_verdict(verdict)
            if halt and verdict.outcome != "passed":
                click.echo(f"halted: {verdict.case} ended {verdict.outcome.value}", err=True)
                raise KeyboardInterrupt

    return Halting(console)


@command.command("lint", cls=_BothSpellings)
@_with_database
@click.option("--no-database", is_flag=True, help="check only what needs no database")
@click.option("--dialect", default="", help="of the goldens, without a database")
def lint_command(no_database: bool, dialect: str, **given: Any) -> None:
    """Check a workload: goldens that fail, cut ties, name missing columns, questions asked twice, …

    Exits with status 1 if a question can't be won.
    """
    from proctor.exams.archerfish.lint import lint
    from proctor.exams.archerfish.workload import load_workload

    with one_line():
        if no_database:
            if given["workload_config"] is None:
                raise Failure("--no-database needs --workload-config FILE")
            try:
                workload = load_workload(given["workload_config"])
            except WorkloadError as fault:
                raise Failure(str(fault)) from fault
            findings: Sequence[Any] = lint(workload, dialect)
        else:
            workload, findings = _lint_on_database(_options(given))
    for finding in findings:
        mark = "error" if finding.is_error else "note"
        place = f"{finding.source}:{finding.line}"
        click.echo(f"{place}: {mark}: {finding.question}: {finding.kind}: {finding.message}")
    errors = sum(finding.is_error for finding in findings)
    click.echo(f"{len(workload.questions)} questions, {errors} errors, {len(findings) - errors} notes")
    if not no_database:
        unwinnable = {finding.question for finding in findings if finding.is_self_check}
        click.echo(f"goldens as their own answers: {len(workload.questions) - len(unwinnable)} pass")
    sys.exit(1 if errors else 0)


def _lint_on_database(options: dict[str, Json]) -> tuple[Workload, Sequence[Any]]:
    from proctor.exams.archerfish.databases import QueryProcess
    from proctor.exams.archerfish.exam import Archerfish
    from proctor.exams.archerfish.lint import GoldenFailed, lint

    exam = Archerfish(options)
    settings = exam.settings
    process = QueryProcess(settings.allowance)

    def run(question: Question, sql: str) -> ResultSet:
        schema = question.schemas[0] if question.schemas else None
        answer = process.run(settings.sites(question.databases)[0].source, sql, schema, trusted=True)
        if answer.result is None:
            raise GoldenFailed(f"{answer.status}: {answer.message}")
        return answer.result

    try:
        return exam.workload, lint(exam.workload, settings.dialect, run, settings.profile)
    finally:
        process.close()
        exam.close()
