"""Options that several verbs take."""

from pathlib import Path
from typing import Annotated

from govern.cli.flags import Argument, Option
from govern.report.formats import Format

ConfigOption = Annotated[
    Path | None,
    Option(
        "--config",
        "-c",
        metavar="FILE",
        help="govern.toml or pyproject.toml; the nearest upwards from here by default.",
    ),
]
ConfigFromOption = Annotated[
    str | None,
    Option(
        "--config-from",
        metavar="REF",
        help="Read the config from this commit; with `?` behind it, from the work tree where the commit has none.",
    ),
]
LockOption = Annotated[Path | None, Option("--lock", metavar="FILE", help="The lock; beside the config by default.")]
JsonOption = Annotated[bool, Option("--json", help="Print JSON, for programs.")]
FormatOption = Annotated[
    Format,
    Option(
        "--format",
        "-f",
        metavar="FORMAT",
        help="text, json, markdown, sarif, junit, github, or codequality (GitLab's).",
    ),
]
OutputOption = Annotated[Path | None, Option("--output", "-o", metavar="FILE", help="Write to this file instead.")]
JobsOption = Annotated[int | None, Option("--jobs", "-j", metavar="N", min=1, help="Servers at a time; 8 by default.")]
ReportsOption = Annotated[
    list[str] | None,
    Option("--report", metavar="FORMAT=FILE", help="Write this format to a file as well; may be repeated."),
]
TracesOption = Annotated[
    list[Path] | None,
    Option("--traces", metavar="PATH", help="Recorded calls; say how many each change hits; may be repeated."),
]
FailOnOption = Annotated[
    str | None,
    Option("--fail-on", metavar="SEVERITY", help="safe, risky, breaking or never, instead of policy.fail-on."),
]
QuietOption = Annotated[bool, Option("--quiet", "-q", help="The verdict alone.")]
OldArgument = Annotated[
    str | None,
    Argument(
        metavar="OLD",
        help="A lock's path, a git ref or `live`; by default HEAD, in CI the merge base or the commit before.",
    ),
]
NewArgument = Annotated[str | None, Argument(metavar="NEW", help="The same; by default the lock in the work tree.")]
LiveOption = Annotated[
    bool, Option("--live", help="Compare the lock in the work tree with the servers as they are now.")
]
