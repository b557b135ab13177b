"""Options that several verbs take."""

from pathlib import Path
from typing import Annotated

import typer

from govern.report.format import Format

ConfigOption = Annotated[
    Path | None,
    typer.Option("--config", "-c", help="govern.toml or pyproject.toml; found upwards from here by default."),
]
LockOption = Annotated[Path | None, typer.Option("--lock", help="The lock; beside the config by default.")]
JsonOption = Annotated[bool, typer.Option("--json", help="For programs.")]
FormatOption = Annotated[Format, typer.Option("--format", "-f", help="What to print.")]
OutputOption = Annotated[Path | None, typer.Option("--output", "-o", help="A file to write to instead.")]
JobsOption = Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Servers at a time; 8 by default.")]
OldArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="OLD",
        help="A lock's path, a git ref or `live`; by default the merge base with the target branch, or HEAD.",
    ),
]
NewArgument = Annotated[
    str | None, typer.Argument(metavar="NEW", help="Likewise; by default the lock in the work tree.")
]
LiveOption = Annotated[
    bool, typer.Option("--live", help="Compare the work tree's lock with the servers as they are now.")
]
