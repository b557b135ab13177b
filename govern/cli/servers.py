"""The commands for servers from registries and a user's login to hosted ones: add, upgrade, login, logout."""

import os
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Literal

from govern.cli.options import (
    Argument,
    ConfigOption,
    JobsOption,
    JsonOption,
    LockOption,
    Option,
    SandboxOption,
    SandboxReadOption,
)
from govern.cli.terminal import Ticker, page_of, print_json, print_utf8, say
from govern.errors import Exit, UsageError
from govern.report import documents, terminal
from govern.report.terminal.page import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.commands.add import AddRequest
    from govern.commands.login import LoginOutcome
    from govern.commands.upgrade import UpgradeRequest
    from govern.policy.config_writing import AddPlan
    from govern.policy.installations import Installation
    from govern.policy.server_inputs import ServerInput
    from govern.report.upgrades import Upgrade, UpgradeOutcome

CANNOT_ASK = "asks before it writes, and cannot ask here"


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
        raise UsageError(f"govern add {CANNOT_ASK}", hint="add --yes, or --dry-run")
    request = AddRequest(
        name=name,
        registry=registry or OFFICIAL,
        kind=package.value if package else None,
        alias=alias,
        answers=tuple(values or ()),
        config=config,
    )
    _add(request, asks=asks, dry_run=dry_run, json=json)
    return Exit.OK


class Worst(StrEnum):
    """A severity, as `--max-severity` spells it."""

    SAFE = "safe"
    RISKY = "risky"
    BREAKING = "breaking"


def upgrade(
    names: Annotated[list[str] | None, Argument(metavar="NAME", help="Servers to upgrade. Default: all.")] = None,
    max_severity: Annotated[
        Worst | None,
        Option(
            "--max-severity",
            metavar="SEVERITY",
            help="Accept without asking what is at most this severe: safe, risky or breaking.",
        ),
    ] = None,
    yes: Annotated[bool, Option("--yes", "-y", help="Accept every newer version without asking.")] = False,
    dry_run: Annotated[bool, Option("--dry-run", help="Show what would be written, and write nothing.")] = False,
    sandbox: SandboxOption = None,
    sandbox_read: SandboxReadOption = None,
    pr: Annotated[bool, Option("--pr", help="Print the body of a pull request, in Markdown.")] = False,
    jobs: JobsOption = None,
    config: ConfigOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
    verbose: Annotated[bool, Option("--verbose", "-v", help="Show everything that changed.")] = False,
) -> int:
    """Upgrade pinned servers, lock them, and show what changes."""
    from govern.cli.keyboard import on_terminal
    from govern.commands.upgrade import UpgradeRequest
    from govern.rules.rule import Severity

    if yes and max_severity:
        raise UsageError("--yes and --max-severity cannot be combined", hint="--max-severity asks nothing by itself")
    asks = not (yes or dry_run or json or pr) and on_terminal()
    if not (yes or dry_run or max_severity or asks):
        raise UsageError(f"govern upgrade {CANNOT_ASK}", hint="add --yes, --max-severity SEVERITY or --dry-run")
    limit = Severity(max_severity.upper()) if max_severity else None
    request = UpgradeRequest(
        names=tuple(names or ()),
        yes=yes,
        dry_run=dry_run,
        limit=limit,
        config=config,
        lock=lock_path,
        jobs=jobs,
        sandbox=sandbox,
        sandbox_read=tuple(sandbox_read or ()),
    )
    return _upgrade(request, asks=asks, pr=pr, json=json, verbose=verbose)


def _upgrade(request: "UpgradeRequest", *, asks: bool, pr: bool, json: bool, verbose: bool) -> int:
    from govern.commands.upgrade import upgrade as flow

    with Ticker() as ticker:
        outcome = flow(request, os.environ, _accepts if asks else None, ticker.update)
    _print_upgrades(outcome, pr=pr, json=json, verbose=verbose, asked=asks)
    return Exit.UNREACHABLE if outcome.failed else Exit.OK


def _accepts(found: "Upgrade") -> bool:
    from govern.cli.keyboard import confirmed
    from govern.report.upgrades import judged_lines

    say("\n".join(judged_lines(found, page_of())) + "\n")
    return confirmed(f"upgrade {found.server}?")


def _print_upgrades(outcome: "UpgradeOutcome", *, pr: bool, json: bool, verbose: bool, asked: bool) -> None:
    if json:
        print_json(documents.servers.upgrade_document(outcome))
    elif pr:
        from govern.report.upgrades import upgrade_markdown

        print_utf8()
        say(upgrade_markdown(outcome))
    else:
        from govern.report.formats import Detail
        from govern.report.upgrades import upgrade_report

        say(upgrade_report(outcome, page_of(), Detail(verbose), asked=asked))


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
        print_json(documents.servers.add_document(plan, written=not (dry_run or plan.present)))
    else:
        _show(plan, "dry-run" if dry_run else "asked" if asks else "written")


def _show(plan: "AddPlan", stage: Literal["ask", "asked", "dry-run", "written"]) -> None:
    say(terminal.servers.add_report(plan, page_of(), stage))


class _Questions:
    """Asks the person on the terminal; what a registry wrote is shown with hidden characters made visible."""

    def choose(self, offered: "Sequence[Installation]") -> "Installation":
        say("\n".join(terminal.servers.offered_lines(offered)) + "\n")
        while True:
            answer = _typed_line(f"which one? [1-{len(offered)}, default 1] ") or "1"
            if answer.isdecimal() and 0 < int(answer) <= len(offered):
                return offered[int(answer) - 1]

    def value(self, wanted: "ServerInput") -> str | None:
        from govern.commands.add import value_problem

        say(f"{terminal.servers.input_line(wanted)}\n")
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


NAME_IT = "no server named"


def login(
    name: Annotated[str | None, Argument(metavar="NAME", help="Server with a `url` in the config.")] = None,
    no_browser: Annotated[bool, Option("--no-browser", help="Print the page's URL instead of opening it.")] = False,
    client_id: Annotated[
        str | None,
        Option(
            "--client-id",
            metavar="ID|URL",
            help="Registered OAuth client, or the URL of a client ID metadata document. Default: register one.",
        ),
    ] = None,
    port: Annotated[
        int | None, Option("--port", min=1, metavar="N", help="Port of the redirect URI. Default: a free one.")
    ] = None,
    config: ConfigOption = None,
    json: JsonOption = False,
) -> int:
    """Log in to a hosted server in the browser."""
    from govern.commands.login import LoginRequest
    from govern.commands.login import login as flow

    if not name:
        raise UsageError(NAME_IT, hint="run: govern login NAME")
    interactive = sys.stderr.isatty()
    request = LoginRequest(
        name=name, config=config, browser=not no_browser, client_id=client_id, port=port or 0, interactive=interactive
    )
    outcome = flow(request, os.environ, _show_page)
    if json:
        _print_outcome(outcome)
    elif outcome.issuer is None:
        say(f"{shown(name)} requires no login\n")
    else:
        say(f"logged in to {shown(name)} at {shown(outcome.issuer)}; the token is in {shown(str(outcome.path))}\n")
    return Exit.OK


def _show_page(url: str, opened: bool) -> None:
    say(f"{'your browser shows' if opened else 'open'} this page to log in:\n  {shown(url)}\n", sys.stderr)
    sys.stderr.flush()


def logout(
    name: Annotated[
        str | None, Argument(metavar="NAME|URL", help="Server, by its name in the config or its URL.")
    ] = None,
    config: ConfigOption = None,
    json: JsonOption = False,
) -> int:
    """Forget the login to a hosted server."""
    from govern.commands.login import logout as flow

    if not name:
        raise UsageError(NAME_IT, hint="run: govern logout NAME")
    outcome = flow(name, config, os.environ)
    url = shown(outcome.url)
    if json:
        _print_outcome(outcome)
    elif outcome.issuer is None:
        say(f"there was no login to {url}\n")
    else:
        say(f"logged out of {url}; its token may stay valid at {shown(outcome.issuer)} until it expires\n")
    return Exit.OK


def _print_outcome(outcome: "LoginOutcome") -> None:
    print_json(documents.servers.login_document(outcome.url, outcome.issuer, outcome.path))
