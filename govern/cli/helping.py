"""The command that shows the help of the others."""

from typing import Annotated

from govern.cli.options import Argument
from govern.errors import UsageError


def help(  # noqa: A001
    verb: Annotated[
        list[str] | None, Argument(metavar="COMMAND", help="Command, such as `fleet merge`. Default: all.")
    ] = None,
) -> int:
    """Show the help of a command, as COMMAND --help does."""
    from govern.cli.program import COMMANDS
    from govern.cli.typer_app import app

    words = verb or []
    if len(words) > 1 and " ".join(words) not in COMMANDS:
        raise UsageError(f"no command {' '.join(words)!r}", hint="list all commands: govern help")
    return int(app()([*words, "--help"], standalone_mode=False) or 0)
