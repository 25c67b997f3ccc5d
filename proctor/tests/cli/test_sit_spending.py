"""What `proctor sit` says while a model works, and what it asks of a limit on money."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from proctor.cli.sit import _Spending, command
from proctor.core.usage import Usage
from proctor.reporting.bill import append_call, load_prices


def test_spending_counts_attempts_apart_and_what_was_spent_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prices = load_prices()
    model = min(prices.tiers)
    call = Usage(model, 1000, 100)
    one = prices.cost(call)
    assert one is not None
    before = tmp_path / "ocaml-1"
    before.mkdir()
    append_call(before, call)
    spending = _Spending(prices, tmp_path)
    spending.on_call("ocaml", 1, call)
    spending.on_call("lua", 1, call)
    spending.on_call("lua", 1, Usage("nobody/x", 1, 1))
    lines = capsys.readouterr().err.splitlines()
    assert (
        lines[0]
        == f"ocaml, attempt 1: 2 calls, 2200 tokens, {2 * one:.4f} USD; all attempts: 2 calls, 2200 tokens, {2 * one:.4f} USD"
    )
    assert lines[1].startswith(f"lua, attempt 1: 1 calls, 1100 tokens, {one:.4f} USD; all attempts: 3 calls")
    assert lines[2].startswith("lua, attempt 1: 2 calls, 1102 tokens, cost unknown; all attempts: 4 calls")
    assert lines[2].endswith("cost unknown")


@pytest.mark.parametrize("money", ["0", "-1", "nan", "five", "inf"])
def test_a_limit_on_money_is_a_sum_above_nothing(money: str) -> None:
    done = CliRunner().invoke(command, ["multilangbench", "--model", "a/b", "--money", money])
    assert done.exit_code == 2 and "Traceback" not in done.output
