"""The command that adds a server of an MCP registry: add."""

import os
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Literal

from govern.cli.options import Argument, ConfigOption, JsonOption, Option
from govern.cli.terminal import page_of, print_json, say
from govern.errors import Exit, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.commands.add import AddRequest
    from govern.policy.addition import AddPlan
    from govern.policy.installations import Installation
    from govern.policy.server_inputs import ServerInput


class PackageKind(StrEnum):
    """The ways in which a registry offers a server."""

    NPM = "npm"
    PYPI = "pypi"
    OCI = "oci"
    MCPB = "mcpb"
    REMOTE = "remote"


def add(
    name: Annotated[
        str | None, Argument(metavar="NAME[@VERSION]", help="Server of the registry, such as io.github.user/server.")
    ] = None,
    package: Annotated[
        PackageKind | None, Option("--package", metavar="KIND", help="Use this one: npm, pypi, oci, mcpb or remote.")
    ] = None,
    values: Annotated[
        list[str] | None,
        Option("--set", metavar="NAME[=VALUE]", help="Set a value; without VALUE it is read from ${NAME}. Repeatable."),
    ] = None,
    alias: Annotated[
        str | None, Option("--name", metavar="NAME", help="Name in govern.toml. Default: the part after the slash.")
    ] = None,
    registry: Annotated[
        str | None, Option("--registry", metavar="URL", help="MCP registry. Default: the official one.")
    ] = None,
    dry_run: Annotated[bool, Option("--dry-run", help="Show what would be written, and write nothing.")] = False,
    yes: Annotated[bool, Option("--yes", "-y", help="Ask nothing; leave out what is optional.")] = False,
    config: ConfigOption = None,
    json: JsonOption = False,
) -> int:
    """Add a server of an MCP registry to govern.toml, pinned."""
    from govern.cli.keyboard import on_terminal
    from govern.commands.add import AddRequest
    from govern.registries.mcp_registry import OFFICIAL

    if not name:
        raise UsageError("no server named", hint="run: govern add NAME, such as io.github.user/server")
    asks = not (yes or dry_run or json) and on_terminal()
    if not (yes or dry_run or asks):
        raise UsageError("govern add asks before it writes, and cannot ask here", hint="add --yes, or --dry-run")
    request = AddRequest(
        name, registry or OFFICIAL, package.value if package else None, alias, tuple(values or ()), config
    )
    _add(request, asks=asks, dry_run=dry_run, json=json)
    return Exit.OK


def _add(request: "AddRequest", *, asks: bool, dry_run: bool, json: bool) -> None:
    from govern.cli.keyboard import confirmed
    from govern.commands.add import plan_addition, write_addition

    plan = plan_addition(request, os.environ, _Questions() if asks else None)
    if asks and not plan.present:
        _show(plan, "ask")
        if not confirmed(f"add it to {plan.place}?"):
            say("nothing was written\n")
            return
    if not dry_run:
        write_addition(plan)
    if json:
        _print(plan, written=not (dry_run or plan.present))
    else:
        _show(plan, "dry-run" if dry_run else "asked" if asks else "written")


def _print(plan: "AddPlan", *, written: bool) -> None:
    from govern.report.documents.add import add_document

    print_json(add_document(plan, written=written))


def _show(plan: "AddPlan", stage: Literal["ask", "asked", "dry-run", "written"]) -> None:
    from govern.report.terminal.add import add_report

    say(add_report(plan, page_of(), stage))


class _Questions:
    """Asks the person on the terminal; what a registry wrote is shown with hidden characters made visible."""

    def choose(self, offered: "Sequence[Installation]") -> "Installation":
        from govern.report.terminal.add import offered_lines

        say("\n".join(offered_lines(offered)) + "\n")
        while True:
            answer = _typed_line(f"which one? [1-{len(offered)}, default 1] ") or "1"
            if answer.isdecimal() and 0 < int(answer) <= len(offered):
                return offered[int(answer) - 1]

    def value(self, wanted: "ServerInput") -> str | None:
        from govern.commands.add import value_problem
        from govern.report.terminal.add import input_line

        say(f"{input_line(wanted)}\n")
        while True:
            answer = _typed_line("  value (Enter keeps the default, $ reads it from the environment): ")
            if not answer:
                return None
            value = wanted.placeholder if answer == "$" else answer
            if (problem := value_problem(wanted, value)) is None:
                return value
            say(f"  {problem}\n")


def _typed_line(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except EOFError:
        # The next output must begin on a new line.
        print()
        raise UsageError("the input ended; nothing was written") from None
