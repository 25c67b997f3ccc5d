"""``python -m litestone DATABASE < script.sql``."""

from __future__ import annotations

from litestone.shell import run_and_leave

if __name__ == "__main__":
    run_and_leave()
