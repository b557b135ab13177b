"""The typer app: `--help`, the command `help`, and every command line that `quick.py` leaves to typer."""

import inspect
from collections.abc import Callable
from typing import Annotated, Any, get_args

import typer
import typer.core

from govern import __version__
from govern.cli.options import Argument, Option, alternatives
from govern.cli.program import COMMANDS, GROUPS, command
from govern.cli.terminal import COLOURS
from govern.errors import EXIT_MEANINGS, UsageError

Abort = typer.Abort
_EPILOG = "Exit codes: " + "; ".join(f"{code.value} {meaning}" for code, meaning in EXIT_MEANINGS.items()) + "."
_EPILOG += "\n\nDocumentation: https://github.com/govern-mcp/govern"


def app() -> typer.Typer:
    """Return the typer app with every command."""
    made = _group("govern", "The lockfile and contract diff for MCP servers.", epilog=_EPILOG)
    made.callback(invoke_without_command=True)(_main)
    groups = {name: _group(name, text) for name, text in GROUPS.items()}
    for name in COMMANDS:
        group, _, verb = name.rpartition(" ")
        groups.get(group, made).command(verb, cls=_Untyped)(with_typer_options(command(name)))
    for each in groups.values():
        made.add_typer(each)
    return made


class _Untyped(typer.core.TyperCommand):
    """A command whose help names its arguments without their Python types."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        for each in self.params:
            if isinstance(each, typer.core.TyperArgument):
                each.display_type_rich = _no_type  # type: ignore[method-assign]
        super().format_options(ctx, formatter)


def _no_type(ctx: Any) -> None:
    """Return no type."""


class _InOrder(typer.core.TyperGroup):
    """A group that lists its commands in the order of COMMANDS; typer lists groups first."""

    def list_commands(self, ctx: Any) -> list[str]:
        own = f"{self.name} " if self.name in GROUPS else ""
        order = [name.removeprefix(own).partition(" ")[0] for name in COMMANDS if name.startswith(own)]
        return sorted(super().list_commands(ctx), key=order.index)


def _group(name: str, text: str, **settings: Any) -> typer.Typer:
    return typer.Typer(
        name=name,
        cls=_InOrder,
        help=text,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        **settings,
    )


def _main(
    version: Annotated[bool, typer.Option("--version", "-V", help="Print the version.")] = False,
    color: Annotated[  # noqa: ARG001 - `take_colour` applied it, since it may also follow the command
        str, typer.Option("--color", metavar="WHEN", help=f"Colour the output: {alternatives(COLOURS)}.")
    ] = COLOURS[0],
) -> None:
    if version:
        print(f"govern {__version__}")
        raise typer.Exit


def with_typer_options(function: Callable[..., int]) -> Callable[..., int]:
    """Return the command with its parameters declared as typer's own options and arguments."""

    def called(**values: Any) -> int:
        return function(**values)

    signature = inspect.signature(function)
    parameters = [each.replace(annotation=_annotated(each.annotation)) for each in signature.parameters.values()]
    called.__doc__ = function.__doc__
    called.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {each.name: each.annotation for each in parameters}
    return called


def _annotated(annotation: Any) -> Any:
    """Return the annotation with typer's declaration in place of ours."""
    kind, declared = get_args(annotation)
    if isinstance(declared, Option):
        return Annotated[kind, typer.Option(*declared.names, **declared.settings)]
    return Annotated[kind, typer.Argument(**declared.settings)]


def help(  # noqa: A001
    verb: Annotated[
        list[str] | None, Argument(metavar="COMMAND", help="Command, such as `fleet merge`. Default: all.")
    ] = None,
) -> int:
    """Show the help of a command, as COMMAND --help does."""
    words = verb or []
    if len(words) > 1 and " ".join(words) not in COMMANDS:
        raise UsageError(f"no command {' '.join(words)!r}", hint="list all commands: govern help")
    return int(app()([*words, "--help"], standalone_mode=False) or 0)
