"""``python -m litestone DATABASE < script.sql``."""

from __future__ import annotations

import sys

from litestone.shell import main

if __name__ == "__main__":
    sys.exit(main())
