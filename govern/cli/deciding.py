"""The commands that classify changes and approve them: diff, approve, explain."""

import os
import sys
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

from govern.cli.options import (
    Argument,
    ConfigFromOption,
    ConfigOption,
    FailOnOption,
    FormatOption,
    IntentsOption,
    IntentsTopOption,
    JobsOption,
    JsonOption,
    LiveOption,
    LockOption,
    NewArgument,
    OldArgument,
    Option,
    OutputOption,
    QuietOption,
    ReportsOption,
    ShowApprovedOption,
    TracesOption,
)
from govern.cli.terminal import Ticker, deliver, page_of, parse_reports, print_json, print_unreachable, say
from govern.errors import Exit, UsageError
from govern.report import documents, terminal
from govern.report.formats import Detail, Format, diff_text
from govern.report.terminal.page import shown

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from govern.commands.approve import ApproveRequest
    from govern.commands.diff import DiffRequest, DiffResult
    from govern.policy.approvals_writing import ApproveOutcome
    from govern.report.terminal.page import Page
    from govern.verdict import Verdict

Ids = Annotated[
    list[str] | None,
    Argument(metavar="ID", help="Change IDs from `govern diff`. Default: review the open changes one by one."),
]
Server = Annotated[
    list[str] | None,
    Option(
        "--server", metavar="NAME", help="Approve the open changes of this server. `*` matches anything. Repeatable."
    ),
]
Tool = Annotated[
    list[str] | None,
    Option("--tool", metavar="NAME", help="Approve the open changes of this tool, prompt or resource. Repeatable."),
]
Rule = Annotated[
    list[str] | None, Option("--rule", metavar="RULE", help="Approve the open changes of this rule. Repeatable.")
]
ByGate = Annotated[
    bool, Option("--gate", help="Approve what blocks `govern gate`: changes since the last release, and weaker policy.")
]
Day = Annotated[
    datetime | None,
    Option("--until", metavar="YYYY-MM-DD", formats=["%Y-%m-%d"], help="Let the approval expire after this day."),
]
By = Annotated[str | None, Option("--by", metavar="NAME", help="Approve as this person. Default: git's user.email.")]
Against = Annotated[str | None, Option("--against", metavar="OLD", help="Compare with this OLD, as in `govern diff`.")]
MergeOption = Annotated[
    bool,
    Option("--merge", help="Resolve a merge conflict in the approvals file. As a git merge driver: BASE OURS THEIRS."),
]
PruneOption = Annotated[bool, Option("--prune", help="Remove approvals that expired or match no change.")]
AllRiskyOption = Annotated[
    bool,
    Option("--all-risky", help="Approve all open changes except BREAKING ones and text that may steer a model."),
]
DryRunOption = Annotated[bool, Option("--dry-run", help="List the approvals to add or remove, and write nothing.")]
ServersOption = Annotated[
    list[str] | None,
    Option(
        "--server",
        metavar="NAME",
        help="Show only changes of this server, and start no other. `*` matches anything. Repeatable.",
    ),
]
ToolsOption = Annotated[
    list[str] | None,
    Option(
        "--tool",
        metavar="NAME",
        help="Show only changes of this tool, prompt or resource. `*` matches anything. Repeatable.",
    ),
]
RulesOption = Annotated[
    list[str] | None,
    Option("--rule", metavar="RULE", help="Show only changes of this rule. `*` matches anything. Repeatable."),
]
ReasonOption = Annotated[str, Option("--reason", "-m", metavar="TEXT", help="Record this reason with the approval.")]
YesOption = Annotated[bool, Option("--yes", "-y", help="Do not ask before writing several approvals.")]


def diff(
    old: OldArgument = None,
    new: NewArgument = None,
    live: LiveOption = False,
    form: FormatOption = Format.TEXT,
    output: OutputOption = None,
    reports: ReportsOption = None,
    fail_on: FailOnOption = None,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    lock_path: LockOption = None,
    traces: TracesOption = None,
    intents: IntentsOption = None,
    intents_top: IntentsTopOption = 5,
    jobs: JobsOption = None,
    json: JsonOption = False,
    verbose: Annotated[bool, Option("--verbose", "-v", help="Show every change by itself, with full texts.")] = False,
    show_approved: ShowApprovedOption = False,
    quiet: QuietOption = False,
    servers: ServersOption = None,
    tools: ToolsOption = None,
    rules: RulesOption = None,
) -> int:
    """Classify every change; exit 1 if one needs approval."""
    from govern.commands.diff import DiffRequest
    from govern.commands.diff import diff as flow
    from govern.policy.change_filter import ChangeFilter

    also = parse_reports(reports)
    request = DiffRequest(
        old=old,
        new=new,
        live=live,
        fail_on=fail_on,
        config=config,
        lock=lock_path,
        jobs=jobs,
        config_from=config_from,
        traces=tuple(traces or ()),
        only=ChangeFilter(servers=tuple(servers or ()), tools=tuple(tools or ()), rules=tuple(rules or ())),
        intents=intents,
        intents_top=intents_top,
    )
    with Ticker() as ticker:
        diffed = flow(request, os.environ, None, ticker.update)
    _print_notes(diffed)
    detail = Detail(verbose, show_approved)

    def text(page: "Page", form: Format) -> str:
        verdict, lines = diffed.verdict, diffed.lines
        return diff_text(verdict, lambda: diffed.shown_path, lines, form, page, detail=detail, quiet=quiet)

    deliver(text, Format.JSON if json else form, output, also)
    return diffed.exit_code


def _print_notes(diffed: "DiffResult") -> None:
    print_unreachable(diffed.preview)
    if diffed.notes:
        say(terminal.lock.notes_report(diffed.notes, page_of()), sys.stderr)


def approve(
    ids: Ids = None,
    reason: ReasonOption = "",
    server: Server = None,
    tool: Tool = None,
    rule: Rule = None,
    all_risky: AllRiskyOption = False,
    until: Day = None,
    by: By = None,
    against: Against = None,
    to: Annotated[str | None, Option("--to", metavar="NEW", help="Compare with this NEW, as in `govern diff`.")] = None,
    live: LiveOption = False,
    by_gate: ByGate = False,
    prune: PruneOption = False,
    intents: IntentsOption = None,
    intents_top: IntentsTopOption = 5,
    merge: MergeOption = False,
    dry_run: DryRunOption = False,
    yes: YesOption = False,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
) -> int:
    """Approve changes, by ID or one by one."""
    from govern.commands.approve import ApproveRequest, ChangeSelection
    from govern.commands.diff import DiffRequest

    selection = ChangeSelection(
        server=tuple(server or ()), tool=tuple(tool or ()), rule=tuple(rule or ()), risky=all_risky
    )
    request = ApproveRequest(
        ids=tuple(ids or ()), selection=selection, reason=reason, by=by, until=until.date() if until else None
    )
    compared = DiffRequest(
        old=against,
        new=to,
        live=live,
        config=config,
        lock=lock_path,
        config_from=config_from,
        intents=intents,
        intents_top=intents_top,
    )
    if merge:
        return _merged(request.ids, compared)
    if prune:
        alone = not (request.ids or selection or reason or to or by_gate)
        return _pruned(compared, alone=alone, dry_run=dry_run, json=json)
    code, outcome = _approved(compared, request, by_gate=by_gate, dry_run=dry_run, ask=not yes, json=json)
    _print_approved(outcome, json=json)
    return code if code is Exit.UNREACHABLE else Exit.OK


def _print_approved(outcome: "ApproveOutcome", *, json: bool) -> None:
    if json:
        print_json(documents.approve.approve_document(outcome))
    else:
        say(terminal.approve.approve_report(outcome, page_of()))
    if outcome.interrupted:
        raise KeyboardInterrupt


def _approved(
    compared: "DiffRequest", request: "ApproveRequest", *, by_gate: bool, dry_run: bool, ask: bool, json: bool
) -> "tuple[Exit, ApproveOutcome]":
    _require_answers(request, dry_run=dry_run, ask=ask, json=json)
    from govern.commands.approve import approvable_changes

    with Ticker() as ticker:
        verdict, path, code = approvable_changes(
            compared, request.ids, os.environ, _today(), ticker.update, by_gate=by_gate
        )
    return code, _written(verdict, path, request, dry_run=dry_run, ask=ask)


def approve_changes(
    verdict: "Verdict", lock: "Path", request: "ApproveRequest", *, dry_run: bool, ask: bool, json: bool
) -> None:
    """Approve changes of a verdict beside a lock, and print what was approved."""
    _require_answers(request, dry_run=dry_run, ask=ask, json=json)
    _print_approved(_written(verdict, lock, request, dry_run=dry_run, ask=ask), json=json)


def _require_answers(request: "ApproveRequest", *, dry_run: bool, ask: bool, json: bool) -> None:
    if json and not (request.ids or dry_run or (request.selection and not ask)):
        raise UsageError("--json asks no questions", hint="name IDs, or add --yes or --dry-run to a selection")


def _written(
    verdict: "Verdict", lock: "Path", request: "ApproveRequest", *, dry_run: bool, ask: bool
) -> "ApproveOutcome":
    from govern.cli.keyboard import approve_listed, walk
    from govern.commands.approve import approve, preview
    from govern.policy.approvals import FILE

    if request.selection and ask and not dry_run:
        approve = approve_listed
    named = request.ids or request.selection
    flow = preview if dry_run else approve if named else walk
    return flow(verdict, lock.with_name(FILE), request, _today())


def _merged(paths: tuple[str, ...], compared: "DiffRequest") -> int:
    from govern.commands.upkeep import merge_approvals

    path = merge_approvals(paths, compared.config, compared.lock)
    say(f"merged {shown(str(path))}\n")
    return Exit.OK


def _pruned(compared: "DiffRequest", *, alone: bool, dry_run: bool, json: bool) -> int:
    from govern.commands.diff import diff as compare
    from govern.commands.upkeep import prune

    if not alone:
        raise UsageError(
            "--prune adds no approvals; it can be combined only with --dry-run, --against, --live, --intents, --config "
            "and --lock"
        )
    with Ticker() as ticker:
        diffed = compare(compared, os.environ, _today(), ticker.update)
    if diffed.exit_code is Exit.UNREACHABLE:
        # An approval may be for a change of a server that is unreachable now.
        print_unreachable(diffed.preview)
        return diffed.exit_code
    verdicts = [diffed.verdict]
    if compared.live:
        # An approval may also be for a change that is locked and not committed yet.
        verdicts.append(compare(replace(compared, old=None, live=False), os.environ, _today()).verdict)
    pruned = prune(verdicts, diffed.path, dry_run=dry_run)
    if json:
        print_json(documents.approve.prune_document(pruned))
    else:
        say(terminal.approve.prune_report(pruned, page_of()))
    return Exit.OK


def explain(
    rule: Annotated[str | None, Argument(metavar="RULE", help="Rule ID. Default: list all rules.")] = None,
    json: JsonOption = False,
) -> int:
    """Explain a rule: meaning, reason, fix, example."""
    from govern.commands.show import explain as flow

    found = flow(rule)
    if json:
        from govern.rules.rule import Rule

        print_json(documents.approve.explain_document([found] if isinstance(found, Rule) else found.values()))
    else:
        say(terminal.show.explain_report(found, page_of()))
    return Exit.OK


def _today() -> "date":
    from govern.policy.clock import today

    return today()
