"""The command line: one module a command, imported when it is called."""

from __future__ import annotations

from importlib import import_module

import click

_COMMANDS = {
    "archerfish": "grade NL2SQL with Archerfish's configs and workloads; lint workloads",
    "board": "a leaderboard of runs: model by language, with cost",
    "export": "write an exam in another framework's form",
    "regrade": "grade stored submissions of sittings again, without a model",
    "reprice": "price the recorded calls of runs anew",
    "sit": "have a model take an exam",
    "check": "is a submission in its language alone?",
    "cobol": "make, check and strengthen cases of COBOL migration",
    "compare": "what one run passes and the other does not",
    "doctor": "what is installed, what is missing, how to get it",
    "fetch": "fetch an exam's published cases",
    "grade": "grade a submission",
    "merge": "make one run of several shards",
    "rooms": "rooms for sittings: list languages, build rooms, scan them for SQLite",
    "report": "write runs as one HTML file, or as JSON, CSV or JUnit XML",
    "show": "one case of a run: its texts, what went wrong, how to reproduce it",
    "swe": "Multi-SWE-bench: official files, images, leftovers",
    "verify-cases": "replay an exam's goldens",
}


class _Lazy(click.Group):
    """A group that imports a command's module only when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"proctor.cli.{cmd_name.replace('-', '_')}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(_COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="proctor", message="%(package)s %(version)s")
def main() -> None:
    """Grade what a model wrote, case by case, isolated, with figures that can be trusted."""
