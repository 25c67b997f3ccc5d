"""A submission: a folder of ports, `<program>/<language>/…`."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

from proctor.core.json_types import Json
from proctor.exams.cobol_migration.layout import LANGUAGES
from proctor.grading.exam import Infrastructure, Prepared, Refused
from proctor.grading.submission import digest_of


def ports_in(root: Path) -> dict[str, list[str]]:
    """The languages in which each program is ported, by the folders there are."""
    if not root.is_dir():
        return {}
    found = {
        program.name: [name for name in LANGUAGES if (program / name).is_dir()]
        for program in sorted(root.iterdir())
        if program.is_dir()
    }
    return {program: languages for program, languages in found.items() if languages}


def prepare_portfolio(submission: Path, workplace: Path) -> Prepared:
    """Make a private copy. Raises Refused if it holds no port, and Infrastructure if we failed."""
    if not submission.is_dir():
        raise Refused(f"{submission} is no folder; a submission is a folder of <program>/<language>/")
    root = workplace / "submission"
    try:
        shutil.copytree(submission, root, symlinks=True, ignore=shutil.ignore_patterns(".git", "__pycache__"))
        for path in (root, *root.rglob("*")):
            if not path.is_symlink():
                mode = path.stat().st_mode
                path.chmod(mode | stat.S_IRUSR | (stat.S_IXUSR if path.is_dir() else 0))
        ports = ports_in(root)
        digest = digest_of(root)
    except shutil.Error as error:
        raise Refused(f"the submission can't be copied: {error.args[0][0][2]}") from error
    except OSError as error:
        raise Infrastructure(f"the submission can't be copied: {error}") from error
    if not ports:
        raise Refused(
            f"{submission} holds no <program>/<language>/ with a language of {', '.join(LANGUAGES)}"
        )
    listed: dict[str, Json] = {program: list(languages) for program, languages in ports.items()}
    return Prepared(
        root=root, argv=(), digest=digest, details={"ports": sum(map(len, ports.values())), **_short(listed)}
    )


def _short(listed: dict[str, Json]) -> dict[str, Json]:
    languages = sorted({name for names in listed.values() if isinstance(names, list) for name in names})
    return {"programs": len(listed), "languages": languages}
