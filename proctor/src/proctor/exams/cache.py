"""Where exams keep what they can make or fetch again."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder(exam: str) -> Path:
    """`proctor/EXAM` in `$PROCTOR_CACHE`, else `$XDG_CACHE_HOME`, else `~/.cache`; it need not exist."""
    base = os.environ.get("PROCTOR_CACHE") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "proctor" / exam
