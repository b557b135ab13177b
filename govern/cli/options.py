"""Declarations of options and arguments, and those that several commands share.

A command is a function whose parameters are annotated with these, as in `Annotated[bool, Option("--live")]`. Both
readers of the command line, typer and `quick.py`, read the annotations.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

from govern.errors import UsageError
from govern.policy.server_settings import SandboxKind
from govern.report.formats import Format


class Option:
    """An option with its names; a `bool` option takes no value. `callback` replaces the value that was given."""

    def __init__(self, *names: str, **settings: Any) -> None:
        self.names = names
        self.settings = settings


class Argument:
    """A positional argument."""

    def __init__(self, **settings: Any) -> None:
        self.settings = settings


def alternatives(values: Iterable[str]) -> str:
    """Return the values as text, such as `text, json or markdown`."""
    *others, last = values
    return f"{', '.join(others)} or {last}"


def home_folder() -> Path:
    """Return the home folder of the user, or raise UsageError."""
    try:
        return Path.home()
    except RuntimeError:
        raise UsageError("the home folder is not known", hint="export HOME=FOLDER") from None


def _config_in_folder(config: Path | None) -> Path | None:
    """Return the config that a folder holds, and any other path unchanged."""
    if config is None or not os.path.isdir(config):  # noqa: PTH112 - Path.is_dir raises for a name that is too long
        return config
    from govern.files import path_exists
    from govern.policy.config import FILE, PYPROJECT, has_govern_table

    in_pyproject = not path_exists(config / FILE) and has_govern_table(config / PYPROJECT)
    return config / (PYPROJECT if in_pyproject else FILE)


ConfigOption = Annotated[
    Path | None,
    Option(
        "--config",
        "-c",
        metavar="FILE|DIR",
        callback=_config_in_folder,
        help="Read this govern.toml or pyproject.toml, or the one in this folder. Default: the nearest, upwards from "
        "here.",
    ),
]
ConfigFromOption = Annotated[
    str | None,
    Option(
        "--config-from",
        metavar="REF",
        help="Read the config from this commit; REF? falls back to the work tree if the commit has none.",
    ),
]
LockOption = Annotated[
    Path | None, Option("--lock", metavar="FILE", help="Use this lock. Default: capability.lock beside the config.")
]
JsonOption = Annotated[bool, Option("--json", help="Print JSON.")]
FormatOption = Annotated[
    Format,
    Option(
        "--format",
        "-f",
        metavar="FORMAT",
        help=f"Print {alternatives(Format)}.".replace("codequality", "codequality (GitLab)"),
    ),
]
OutputOption = Annotated[
    Path | None, Option("--output", "-o", metavar="FILE", help="Write to this file instead of stdout.")
]
JobsOption = Annotated[
    int | None, Option("--jobs", "-j", metavar="N", min=1, help="Connect to at most N servers at a time. Default: 8.")
]
SandboxOption = Annotated[
    SandboxKind | None,
    Option(
        "--sandbox",
        metavar="KIND",
        help=f"Start servers in a sandbox: {alternatives(SandboxKind)}.",
    ),
]
SandboxReadOption = Annotated[
    list[Path] | None,
    Option("--sandbox-read", metavar="PATH", help="Let sandboxed servers read this file or folder. Repeatable."),
]
ReportsOption = Annotated[
    list[str] | None,
    Option("--report", metavar="FORMAT=FILE", help="Also write this format to a file. Repeatable."),
]
TracesOption = Annotated[
    list[Path] | None,
    Option("--traces", metavar="PATH", help="Count the recorded calls that each change affects. Repeatable."),
]
IntentsOption = Annotated[
    Path | None,
    Option("--intents", metavar="FILE", help="Report each intent of this suite whose tool a search no longer finds."),
]
IntentsTopOption = Annotated[
    int,
    Option("--intents-top", metavar="N", min=1, max=50, help="Count a tool as found if it ranks among the first N."),
]
FailOnOption = Annotated[
    str | None,
    Option(
        "--fail-on",
        metavar="SEVERITY",
        help="Fail on changes of this severity and above: safe, risky, breaking or never. Default: policy.fail-on.",
    ),
]
ShowApprovedOption = Annotated[bool, Option("--show-approved", help="Also list the changes that are approved.")]
AuditOption = Annotated[
    Path | None, Option("--audit", metavar="FILE", help="Append a JSON line for each request to this file.")
]
RecordOption = Annotated[
    bool,
    Option("--record", help="Also write arguments and answers to the audit log, for `govern replay` and `profile`."),
]
QuietOption = Annotated[bool, Option("--quiet", "-q", help="Print only the verdict.")]
OldArgument = Annotated[
    str | None,
    Argument(
        metavar="OLD",
        help="Lock file, git ref or `live`. Default: the merge base with origin's default branch, else HEAD; in CI the "
        "merge base or the commit before the push.",
    ),
]
NewArgument = Annotated[
    str | None, Argument(metavar="NEW", help="Lock file, git ref or `live`. Default: the lock in the work tree.")
]
LiveOption = Annotated[bool, Option("--live", help="Compare the lock in the work tree with the running servers.")]
