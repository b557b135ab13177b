"""The verbs that judge what changed and decide whether it may pass."""

import os
import sys
from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from govern.cli.options import (
    ConfigOption,
    FormatOption,
    JobsOption,
    JsonOption,
    LiveOption,
    LockOption,
    NewArgument,
    OldArgument,
    OutputOption,
)
from govern.cli.terminal import Ticker, deliver, page_of, say
from govern.errors import Exit
from govern.report.format import Format

if TYPE_CHECKING:
    from govern.commands.approve import ApproveRequest
    from govern.commands.diff import Diffed, DiffRequest
    from govern.policy.approve_outcome import ApproveOutcome

Day = Annotated[datetime | None, typer.Option("--until", formats=["%Y-%m-%d"], help="The last day that it counts.")]


def diff(
    old: OldArgument = None,
    new: NewArgument = None,
    live: LiveOption = False,
    form: FormatOption = Format.TEXT,
    output: OutputOption = None,
    fail_on: Annotated[
        str | None, typer.Option("--fail-on", metavar="safe|risky|breaking|never", help="Overrides policy.fail-on.")
    ] = None,
    config: ConfigOption = None,
    lock_path: LockOption = None,
    jobs: JobsOption = None,
    json: JsonOption = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="SAFE changes too, and all of each text.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="The verdict alone.")] = False,
) -> int:
    """Classify every change; exit 1 when one that needs approval has none."""
    from govern.commands.diff import DiffRequest
    from govern.commands.diff import diff as flow
    from govern.report.diff import diff_text
    from govern.report.terminal.lock import unseen_report

    with Ticker() as ticker:
        request = DiffRequest(old, new, live, fail_on, config, lock_path, jobs)
        diffed = flow(request, os.environ, _today(), ticker.tell)
    if diffed.looked:
        say(unseen_report(diffed.looked, page_of()), sys.stderr)
    form = Format.JSON if json else form
    deliver(
        lambda page, wanted: diff_text(
            diffed.verdict, diffed.shown_path, diffed.lines, wanted, page, verbose=verbose, quiet=quiet
        ),
        form,
        output,
    )
    return diffed.exit_code


def approve(
    ids: Annotated[list[str] | None, typer.Argument(metavar="ID", help="Changes; none walks through them.")] = None,
    reason: Annotated[str, typer.Option("--reason", "-m", help="Why; whoever reads the file will ask.")] = "",
    server: Annotated[
        str | None, typer.Option("--server", help="All open changes of this server (`*` fits any).")
    ] = None,
    tool: Annotated[str | None, typer.Option("--tool", help="… of this tool.")] = None,
    rule: Annotated[str | None, typer.Option("--rule", help="… of this rule.")] = None,
    until: Day = None,
    by: Annotated[str | None, typer.Option("--by", help="Who approves; git's user.email by default.")] = None,
    against: Annotated[
        str | None, typer.Option("--against", metavar="OLD", help="What the lock is compared with, as for diff.")
    ] = None,
    to: Annotated[str | None, typer.Option("--to", metavar="NEW", help="And with what, as for diff.")] = None,
    live: LiveOption = False,
    config: ConfigOption = None,
    lock_path: LockOption = None,
) -> int:
    """Record approvals; with no ID, walk through the open changes one key at a time."""
    from govern.commands.approve import ApproveRequest, Selection
    from govern.commands.diff import DiffRequest
    from govern.report.terminal.approve import approve_report

    last = until.date() if until else None
    request = ApproveRequest(tuple(ids or ()), Selection(server, tool, rule), reason, by, last)
    diffed, outcome = _approved(DiffRequest(old=against, new=to, live=live, config=config, lock=lock_path), request)
    say(approve_report(outcome, page_of()))
    if outcome.interrupted:
        raise KeyboardInterrupt
    return diffed.exit_code if diffed.exit_code is Exit.COULD_NOT_SEE else Exit.DONE


def _approved(compared: "DiffRequest", request: "ApproveRequest") -> "tuple[Diffed, ApproveOutcome]":
    from govern.cli.walking import walk
    from govern.commands.approve import approve as by_name
    from govern.commands.diff import diff as compare
    from govern.policy.approvals_writing import FILE

    with Ticker() as ticker:
        diffed = compare(compared, os.environ, _today(), ticker.tell)
    named = request.ids or request.selection
    return diffed, (by_name if named else walk)(diffed.verdict, diffed.path.with_name(FILE), request, _today())


def explain(
    rule: Annotated[str | None, typer.Argument(metavar="RULE", help="All rules by default.")] = None,
) -> int:
    """Say what a rule means, why, how to fix it, with an example."""
    from govern.commands.explain import explain as flow
    from govern.report.terminal.explain import explain_report

    say(explain_report(flow(rule), page_of()))
    return Exit.DONE


def _today() -> date:
    return datetime.now().astimezone().date()
