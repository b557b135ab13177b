"""The command that shows the help of the others."""

from typing import Annotated

from govern.cli.options import Argument


def help(verb: Annotated[str | None, Argument(metavar="VERB", help="Command. Default: all.")] = None) -> int:  # noqa: A001
    """Show the help of a command, like VERB --help."""
    from govern.cli.typer_app import app

    return int(app()([*filter(None, [verb]), "--help"], standalone_mode=False) or 0)
