"""The verbs that make a lock and tell what is in it."""

import os
import sys
from pathlib import Path
from typing import Annotated

from govern.cli.flags import Argument, Option
from govern.cli.options import (
    ConfigFromOption,
    ConfigOption,
    FormatOption,
    JobsOption,
    JsonOption,
    LockOption,
    OutputOption,
    ReportsOption,
)
from govern.cli.terminal import Ticker, deliver, page_of, reports_in, say
from govern.errors import Exit, UsageError
from govern.report.documents import json_text
from govern.report.formats import Format


def init() -> int:
    """Write govern.toml, with the servers that MCP clients here know."""
    from govern.commands.init import init as flow
    from govern.report.terminal.lock import init_report

    report = flow(Path.home(), Path.cwd(), sys.platform, os.environ)
    say(init_report(report, page_of()))
    return Exit.OK


def lock(
    names: Annotated[list[str] | None, Argument(metavar="NAME", help="Servers; all by default.")] = None,
    check: Annotated[bool, Option("--check", help="Write nothing; exit 1 when the lock is stale.")] = False,
    twice: Annotated[bool, Option("--twice", help="Look at each server twice, and name what differs.")] = False,
    accept_empty: Annotated[
        list[str] | None,
        Option("--accept-empty", metavar="NAME", help="Lock this server also where it lost all its tools."),
    ] = None,
    jobs: JobsOption = None,
    merge: Annotated[
        bool, Option("--merge", help="Merge a conflicted lock; with three paths (BASE OURS THEIRS), write OURS.")
    ] = False,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
    verbose: Annotated[bool, Option("--verbose", "-v", help="Name everything that moved.")] = False,
    quiet: Annotated[bool, Option("--quiet", "-q", help="Say only what failed.")] = False,
) -> int:
    """Look at every server, and write capability.lock."""
    if merge and (check or twice or accept_empty or jobs or json or config_from):
        raise UsageError("--merge asks no server, so no other flag but --config and --lock goes with it")
    if merge:
        return _merge(names or [], config, lock_path)
    from govern.commands.lock import LockRequest
    from govern.commands.lock import lock as flow

    empty = frozenset(accept_empty or ())
    request = LockRequest(tuple(names or ()), check, twice, empty, jobs, config, lock_path, config_from)
    with Ticker() as ticker:
        outcome = flow(request, os.environ, ticker.tell)
    if json:
        from govern.report.documents.lock import lock_document

        print(json_text(lock_document(outcome)), end="")
    elif not quiet or outcome.exit_code:
        from govern.report.terminal.lock import lock_report

        say(lock_report(outcome, page_of(), verbose=verbose))
    return outcome.exit_code


def show(
    what: Annotated[str | None, Argument(metavar="SERVER[/TOOL]", help="All servers by default.")] = None,
    config: ConfigOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
) -> int:
    """Print what is locked: text, schema, digests, economics."""
    from govern.commands.show import show as flow

    shown = flow(what, config, lock_path)
    if json:
        from govern.report.documents.lock import show_document

        print(json_text(show_document(shown)), end="")
    else:
        from govern.report.terminal.show import show_report

        say(show_report(shown, page_of()))
    return Exit.OK


def cost(
    servers: Annotated[list[str] | None, Argument(metavar="SERVER", help="All by default.")] = None,
    form: FormatOption = Format.TEXT,
    output: OutputOption = None,
    reports: ReportsOption = None,
    against: Annotated[
        str | None, Option("--against", metavar="LOCK|REF", help="What growth is measured from; HEAD by default.")
    ] = None,
    window: Annotated[
        int | None, Option("--window", min=1, metavar="N", help="Tokens of the model's context; 200,000 by default.")
    ] = None,
    prices: Annotated[Path | None, Option("--prices", metavar="FILE", help="A price table of your own (TOML).")] = None,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
    verbose: Annotated[bool, Option("--verbose", "-v", help="Every tool and all advice.")] = False,
) -> int:
    """Tell what tools cost in tokens; exit 1 when a budget is broken."""
    from govern.commands.cost import CostRequest
    from govern.commands.cost import cost as flow
    from govern.report.formats import cost_text

    also = reports_in(reports)
    priced = flow(CostRequest(tuple(servers or ()), config, lock_path, against, window, prices, config_from))
    form = Format.JSON if json else form
    deliver(lambda page, wanted: cost_text(priced, wanted, page, verbose=verbose), form, output, also)
    return Exit.FAILED if priced.bill.broken else Exit.OK


def _merge(paths: list[str], config: Path | None, lock_path: Path | None) -> int:
    from govern.commands.merge import merge_locks
    from govern.report.terminal.lock import merge_report

    merged = merge_locks(tuple(map(Path, paths)), config, lock_path)
    say(merge_report(merged, page_of()))
    return Exit.FAILED if merged.conflicts else Exit.OK
