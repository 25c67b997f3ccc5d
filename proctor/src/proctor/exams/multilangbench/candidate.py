"""A submission of this exam: a program called as ``EXE DATABASE`` with the query on its standard input.

A submission is an executable file, or a folder. A folder with a ``submission.toml`` (`compliance.manifest`)
that names a language of the catalogue is checked against that language and built from its sources; whatever
else it holds is thrown away. A manifest may instead name a command, and a folder without one is called by its
executable named ``run``, or the only executable file in it: then nothing is known of its language, and the
scorecard says so.
"""

from __future__ import annotations

import os
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path

from proctor.compliance.build import BuildFailed, Built, ToolchainMissing, build
from proctor.compliance.check import CheckImpossible, check
from proctor.compliance.finding import Report
from proctor.compliance.manifest import MANIFEST, BadManifest, Manifest, read_manifest
from proctor.core.json_types import Json
from proctor.grading.exam import Infrastructure, Prepared, Refused
from proctor.grading.submission import digest_of
from proctor.isolation.protocol import IsolationError
from proctor.isolation.registry import open_isolation
from proctor.languages.catalogue import Language, languages

_TOLD = 3


@dataclass(frozen=True, slots=True)
class Rules:
    """How submissions are taken.

    language: the one that the submission must be in; where it is empty the submission says. isolation: in
    which it is parsed and built. hidden: what must not be seen meanwhile. judge: the command of a model that
    is asked too (`compliance.judge`); empty for none.
    """

    language: str = ""
    isolation: str = "bubblewrap"
    hidden: tuple[Path, ...] = ()
    judge: tuple[str, ...] = ()


def _is_executable(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def _as_it_stands(folder: Path, manifest: Manifest | None) -> tuple[tuple[str, ...], list[Json]]:
    """How a folder that is not built is called, and the words that say so on the scorecard."""
    if manifest is not None:
        if not manifest.command:
            raise Refused(f'{MANIFEST} must say: command = ["PROGRAM", …], or language and entry')
        # A word that names a file of the submission means that file, wherever the submission's copy lies.
        argv = tuple(str(folder / word) if (folder / word).is_file() else word for word in manifest.command)
        return argv, list(manifest.command)
    if _is_executable(folder / "run"):
        return (str(folder / "run"),), ["run"]
    found = sorted(path for path in folder.iterdir() if _is_executable(path))
    if len(found) == 1:
        return (str(found[0]),), [found[0].name]
    many = f"{len(found)} executable files" if found else "no executable file"
    raise Refused(f"the folder has {many}, no file named run and no {MANIFEST} to say what to call")


def _copy(submission: Path, target: Path) -> None:
    """Copy with symlinks kept, so that the copy holds what the digest covers."""
    try:
        if submission.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", ".git", "*.pyc")
            shutil.copytree(submission, target, symlinks=True, ignore=ignored)
        else:
            target.mkdir(parents=True)
            shutil.copy2(submission, target / submission.name)
    except shutil.Error as error:
        raise Refused(f"the submission can't be copied: {error.args[0][0][2]}") from error


def _make_readable(root: Path) -> None:
    """Let this user read and enter all of the copy, whatever the modes it came with."""
    for path in (root, *root.rglob("*")):
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | stat.S_IRUSR | (stat.S_IXUSR if path.is_dir() else 0))


def prepare_submission(submission: Path, workplace: Path, rules: Rules) -> Prepared:
    """Make a private copy of a submission, check and build it where it names its language.

    Raises Refused if it breaks a rule, does not build or holds nothing to call, and Infrastructure if the
    copy can't be made or the language's tools are missing.
    """
    if not submission.exists():
        raise Refused(f"there is no submission at {submission}")
    if submission.is_file() and not _is_executable(submission):
        raise Refused(f"{submission} is not executable")
    root = workplace / "submission"
    try:
        _copy(submission, root)
        _make_readable(root)
        digest = digest_of(root)
        manifest = read_manifest(root) if submission.is_dir() else None
        language = _language_of(manifest, rules)
        if language is not None:
            assert manifest is not None
            return _built(root, manifest, language, digest, workplace, rules)
        if submission.is_dir():
            argv, command = _as_it_stands(root, manifest)
        else:
            argv, command = (str(root / submission.name),), [submission.name]
    except BadManifest as error:
        raise Refused(str(error)) from error
    except OSError as error:
        raise Infrastructure(f"the submission can't be copied: {error}") from error
    named = manifest.language if manifest else ""
    details: dict[str, Json] = {"command": command, "language_check": _not_checked(named)}
    if named:
        details["language"] = named
    return Prepared(root=root, argv=argv, digest=digest, details=details)


def _not_checked(named: str) -> str:
    if named:
        return f"not checked: the submission says {named}, for which there are no rules"
    return "not checked: the submission names no language"


def _language_of(manifest: Manifest | None, rules: Rules) -> Language | None:
    """The language to check and build by, or None for a submission that is called as it stands."""
    named = manifest.language if manifest else ""
    if rules.language and named != rules.language:
        said = f"says {named}" if named else "names no language"
        raise Refused(f"the submission must be in {rules.language} and its {MANIFEST} {said}")
    return languages().get(named)


def _built(
    root: Path, manifest: Manifest, language: Language, digest: str, workplace: Path, rules: Rules
) -> Prepared:
    entry = manifest.entry_for(language)
    box = workplace / "built"
    isolation = open_isolation(rules.isolation)
    try:
        report = check(root, language, isolation, workplace / "parsed", rules.judge)
        _refuse(report)
        sources = _in_order(report.sources, manifest.sources, entry)
        built = build(isolation, root, sources, language, entry, box, rules.hidden)
    except BuildFailed as error:
        raise Refused(f"does not build: {error}") from error
    except (ToolchainMissing, CheckImpossible, IsolationError) as error:
        raise Infrastructure(str(error)) from error
    finally:
        isolation.close()
    return Prepared(
        root=box, argv=built.argv, digest=digest, details=_details(report, built, language, entry)
    )


def _refuse(report: Report) -> None:
    """Raise Refused if the report holds a breach."""
    breaches = report.breaches
    if breaches:
        told = "; ".join(str(finding) for finding in breaches[:_TOLD])
        more = f"; and {len(breaches) - _TOLD} more (see proctor check)" if len(breaches) > _TOLD else ""
        raise Refused(f"is not in {report.language} alone: {told}{more}")


def _in_order(sources: tuple[str, ...], first: tuple[str, ...], entry: str) -> list[str]:
    """All sources in the order of the manifest, then of their names, the entry last."""
    if strange := [name for name in (*first, entry) if name not in sources]:
        raise Refused(f"{MANIFEST} names {strange[0]}, which is no source in the folder")
    rest = [name for name in sources if name not in first and name != entry]
    return [*(name for name in first if name != entry), *rest, entry]


def _details(report: Report, built: Built, language: Language, entry: str) -> dict[str, Json]:
    reviews: list[Json] = [finding.to_json() for finding in report.findings]
    relative = [word.replace(f"{built.root}/", "") for word in built.argv]
    return {
        "command": list(relative),
        "language": language.name,
        "entry": entry,
        "language_check": f"checked and built from source ({len(report.sources)} files)",
        "to_review": reviews,
        "set_aside": list(report.aside),
        "unchecked": list(report.unchecked),
        "judge": None if report.judge is None else dict(report.judge),
        "build_seconds": round(built.seconds, 3),
        "shows": [str(path) for path in built.shows],
    }
