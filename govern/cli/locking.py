"""The commands that write a lock and show its contents: init, lock, show, cost."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from govern.cli.options import (
    Argument,
    ConfigFromOption,
    ConfigOption,
    FormatOption,
    JobsOption,
    JsonOption,
    LockOption,
    Option,
    OutputOption,
    ReportsOption,
    SandboxOption,
    SandboxReadOption,
    home_folder,
)
from govern.cli.terminal import Ticker, deliver, page_of, parse_reports, print_json, say
from govern.errors import Exit, UsageError
from govern.report import documents, terminal
from govern.report.formats import Format, cost_text

if TYPE_CHECKING:
    from govern.lockfile.outcome import LockOutcome
    from govern.policy.client_files import Level

WrapOption = Annotated[
    bool,
    Option(
        "--wrap",
        help="Make MCP clients start each locked server with `govern run NAME`. --from and --user choose the clients.",
    ),
]
UnwrapOption = Annotated[bool, Option("--unwrap", help="Undo --wrap: restore the clients' configs.")]


def init(
    project: Annotated[
        bool, Option("--project", help="Read the project's client configs. Default in a repository.")
    ] = False,
    user: Annotated[bool, Option("--user", help="Read the client configs in your home folder.")] = False,
    source: Annotated[
        str | None, Option("--from", metavar="CLIENT|FILE", help="Read only this client's configs, or this file.")
    ] = None,
    dry_run: Annotated[bool, Option("--dry-run", help="Show what would be written, and write nothing.")] = False,
    check: Annotated[
        bool,
        Option(
            "--check", help="Write nothing; exit 1 if a client config of the project names what govern.toml does not."
        ),
    ] = False,
    wrap: WrapOption = False,
    unwrap: UnwrapOption = False,
    json: JsonOption = False,
) -> int:
    """Write govern.toml from the configs of your MCP clients."""
    if wrap or unwrap:
        if (wrap and unwrap) or check or json:
            raise UsageError("--wrap and --unwrap take only --project, --user, --from and --dry-run")
        return _wrap(_levels(project=project, user=user), source or "", dry_run=dry_run, back=unwrap)
    if check:
        if project or user or source or dry_run:
            raise UsageError("--check judges every client config of the project, so it takes no option but --json")
        return _check_coverage(json=json)
    return _init(_levels(project=project, user=user), source or "", dry_run=dry_run, json=json)


def _init(levels: "tuple[Level, ...]", source: str, *, dry_run: bool, json: bool) -> int:
    from govern.commands.init import InitRequest
    from govern.commands.init import init as flow

    request = InitRequest(levels=levels, source=source, dry_run=dry_run)
    report = flow(request, home_folder(), Path.cwd(), sys.platform, os.environ)
    if json:
        print_json(documents.servers.init_document(report))
    else:
        say(terminal.servers.init_report(report, page_of(), dry_run=dry_run))
    return Exit.INVALID if report.discovery.unreadable else Exit.OK


def _levels(*, project: bool, user: bool) -> "tuple[Level, ...]":
    return (*(("project",) if project else ()), *(("user",) if user else ()))


def _wrap(levels: "tuple[Level, ...]", source: str, *, dry_run: bool, back: bool) -> int:
    from govern.commands.init import InitRequest, requested_files, unwrap, wrap

    files = requested_files(
        InitRequest(levels=levels, source=source), home_folder(), Path.cwd(), sys.platform, os.environ
    )
    outcomes = unwrap(files, dry_run=dry_run) if back else wrap(files, Path.cwd(), dry_run=dry_run)
    say(terminal.servers.wrap_report(outcomes, page_of(), back=back, dry_run=dry_run))
    return Exit.INVALID if any(each.reason for each in outcomes) else Exit.OK


def _check_coverage(*, json: bool) -> int:
    from govern.commands.coverage import covered_here
    from govern.commands.project import find_config

    config = find_config(None, None)
    files = covered_here(config, config.policy)
    if json:
        print_json(documents.servers.coverage_document(files, config.file.name))
    else:
        say(terminal.servers.coverage_report(files, config.file.name, page_of()))
    return Exit.FAILED if any(file.uncovered for file in files) else Exit.OK


def lock(
    names: Annotated[list[str] | None, Argument(metavar="NAME", help="Servers to lock. Default: all.")] = None,
    check: Annotated[bool, Option("--check", help="Write nothing; exit 1 if the lock is stale.")] = False,
    twice: Annotated[bool, Option("--twice", help="List each server twice and report what differs.")] = False,
    accept_empty: Annotated[
        list[str] | None,
        Option("--accept-empty", metavar="NAME", help="Lock the server even if it lists no tools. Repeatable."),
    ] = None,
    jobs: JobsOption = None,
    sandbox: SandboxOption = None,
    sandbox_read: SandboxReadOption = None,
    merge: Annotated[
        bool, Option("--merge", help="Resolve a merge conflict in the lock. As a git merge driver: BASE OURS THEIRS.")
    ] = False,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
    verbose: Annotated[bool, Option("--verbose", "-v", help="Show everything that changed.")] = False,
    quiet: Annotated[bool, Option("--quiet", "-q", help="Print only failures.")] = False,
) -> int:
    """Connect to every server and write capability.lock."""
    if sandbox_read and not sandbox:
        raise UsageError("--sandbox-read needs --sandbox")
    if merge and (check or twice or accept_empty or jobs or sandbox or json or config_from):
        raise UsageError("--merge connects to no server; it can be combined only with --config and --lock")
    if merge:
        return _merge(names or [], config, lock_path)
    from govern.commands.lock import LockRequest
    from govern.commands.lock import lock as flow

    request = LockRequest(
        names=tuple(names or ()),
        check=check,
        twice=twice,
        accept_empty=frozenset(accept_empty or ()),
        jobs=jobs,
        config=config,
        lock=lock_path,
        config_from=config_from,
        sandbox=sandbox,
        sandbox_read=tuple(sandbox_read or ()),
    )
    with Ticker() as ticker:
        outcome = flow(request, os.environ, ticker.update)
    _print_outcome(outcome, json=json, verbose=verbose, quiet=quiet)
    return outcome.exit_code


def _print_outcome(outcome: "LockOutcome", *, json: bool, verbose: bool, quiet: bool) -> None:
    if json:
        print_json(documents.lock.lock_document(outcome))
    elif not quiet or outcome.exit_code:
        say(terminal.lock.lock_report(outcome, page_of(), verbose=verbose, quiet=quiet))


def show(
    what: Annotated[
        str | None, Argument(metavar="SERVER[/TOOL]", help="Server, or one of its items. Default: all servers.")
    ] = None,
    config: ConfigOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
) -> int:
    """Show the lock: texts, schemas, digests, token cost."""
    from govern.commands.show import show as flow

    shown = flow(what, config, lock_path)
    print_json(documents.lock.show_document(shown)) if json else say(terminal.show.show_report(shown, page_of()))
    return Exit.OK


def cost(
    servers: Annotated[list[str] | None, Argument(metavar="SERVER", help="Servers to show. Default: all.")] = None,
    form: FormatOption = Format.TEXT,
    output: OutputOption = None,
    reports: ReportsOption = None,
    against: Annotated[
        str | None,
        Option("--against", metavar="LOCK|REF", help="Measure growth from this lock or git ref. Default: HEAD."),
    ] = None,
    window: Annotated[
        int | None,
        Option("--window", min=1, metavar="N", help="Size of the model's context in tokens. Default: 200,000."),
    ] = None,
    prices: Annotated[Path | None, Option("--prices", metavar="FILE", help="Read prices from this TOML file.")] = None,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
    verbose: Annotated[
        bool, Option("--verbose", "-v", help="Show every tool, all advice, and tokens by part.")
    ] = False,
) -> int:
    """Show token cost per tool; exit 1 if over budget."""
    from govern.commands.cost import CostRequest
    from govern.commands.cost import cost as flow

    also = parse_reports(reports)
    priced = flow(
        CostRequest(
            servers=tuple(servers or ()),
            config=config,
            lock=lock_path,
            against=against,
            window=window,
            prices=prices,
            config_from=config_from,
        )
    )
    form = Format.JSON if json else form
    deliver(lambda page, wanted: cost_text(priced, wanted, page, verbose=verbose), form, output, also)
    return Exit.FAILED if priced.bill.broken else Exit.OK


def _merge(paths: list[str], config: Path | None, lock_path: Path | None) -> int:
    from govern.commands.upkeep import merge_locks

    merged = merge_locks(tuple(map(Path, paths)), config, lock_path)
    say(terminal.lock.merge_report(merged, page_of()))
    return Exit.FAILED if merged.conflicts else Exit.OK
