"""The commands of the group `fleet` that judge and publish what scans found."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from govern.cli.deciding import (
    AllRiskyOption,
    By,
    Day,
    DryRunOption,
    ReasonOption,
    Rule,
    RulesOption,
    Server,
    Tool,
    ToolsOption,
    YesOption,
    approve_changes,
)
from govern.cli.fleet import StoreOption, required_store
from govern.cli.options import (
    Argument,
    ConfigFromOption,
    ConfigOption,
    FailOnOption,
    FormatOption,
    JsonOption,
    Option,
    OutputOption,
    QuietOption,
    ReportsOption,
    ShowApprovedOption,
    alternatives,
)
from govern.cli.terminal import deliver, page_of, parse_reports, print_json, say, write_page
from govern.errors import Exit, UsageError
from govern.fleet.publishing import ExportPart
from govern.report import documents, terminal
from govern.report.formats import Detail, Format, fleet_diff_text

FromArgument = Annotated[
    str | None, Argument(metavar="FROM", help="Earlier scan. Default: the last finished one before TO.")
]
ToArgument = Annotated[str | None, Argument(metavar="TO", help="Later scan. Default: the last finished one.")]
Earlier = Annotated[
    str | None, Option("--against", metavar="FROM", help="Earlier scan. Default: the last finished one before TO.")
]
Later = Annotated[str | None, Option("--to", metavar="TO", help="Later scan. Default: the last finished one.")]
ChangesOf = Annotated[
    list[str] | None,
    Option("--server", metavar="NAME", help="Show only changes of this server. `*` matches anything. Repeatable."),
]
PAGE = Path("govern-fleet-report.html")
VerboseOption = Annotated[bool, Option("--verbose", "-v", help="List every change, with full texts.")]


def diff(
    old: FromArgument = None,
    new: ToArgument = None,
    store: StoreOption = None,
    form: FormatOption = Format.TEXT,
    output: OutputOption = None,
    reports: ReportsOption = None,
    fail_on: FailOnOption = None,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    json: JsonOption = False,
    verbose: VerboseOption = False,
    show_approved: ShowApprovedOption = False,
    quiet: QuietOption = False,
    servers: ChangesOf = None,
    tools: ToolsOption = None,
    rules: RulesOption = None,
) -> int:
    """Classify changes between two scans; exit 1 if one needs approval."""
    from govern.commands.fleet_diff import FleetDiffRequest, fleet_diff
    from govern.policy.change_filter import ChangeFilter

    also, url = parse_reports(reports), required_store(store)
    only = ChangeFilter(servers=tuple(servers or ()), tools=tuple(tools or ()), rules=tuple(rules or ()))
    diffed = fleet_diff(
        FleetDiffRequest(
            store=url, old=old, new=new, fail_on=fail_on, config=config, config_from=config_from, only=only
        ),
        None,
    )
    if diffed.note:
        say(f"note: {diffed.note}\n", sys.stderr)
    detail = Detail(verbose, show_approved)
    deliver(
        lambda page, each: fleet_diff_text(diffed.diff, each, page, detail=detail, quiet=quiet),
        Format.JSON if json else form,
        output,
        also,
    )
    return diffed.exit_code


def approve(
    ids: Annotated[
        list[str] | None,
        Argument(
            metavar="ID",
            help="Change IDs from `govern fleet diff`. An ID stands for all members of a family.",
        ),
    ] = None,
    reason: ReasonOption = "",
    store: StoreOption = None,
    against: Earlier = None,
    to: Later = None,
    server: Server = None,
    tool: Tool = None,
    rule: Rule = None,
    all_risky: AllRiskyOption = False,
    until: Day = None,
    by: By = None,
    dry_run: DryRunOption = False,
    yes: YesOption = False,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    json: JsonOption = False,
) -> int:
    """Approve changes between two scans; a family is approved once."""
    from govern.commands.approve import ApproveRequest, ChangeSelection, with_members
    from govern.commands.fleet_diff import FleetDiffRequest, fleet_diff
    from govern.policy.clock import today
    from govern.report.wording import approve_command

    url = required_store(store)
    selection = ChangeSelection(
        server=tuple(server or ()), tool=tuple(tool or ()), rule=tuple(rule or ()), risky=all_risky
    )
    request = ApproveRequest(
        ids=tuple(ids or ()), selection=selection, reason=reason, by=by, until=until.date() if until else None
    )
    if not (request.ids or selection):
        raise UsageError("no change selected", hint=f"list them: govern fleet diff --store {url}")
    diffed = fleet_diff(
        FleetDiffRequest(store=url, old=against, new=to, config=config, config_from=config_from), today()
    )
    request = replace(with_members(request, diffed.diff), command=approve_command(diffed.diff))
    approve_changes(diffed.by_server, diffed.lock, request, dry_run=dry_run, ask=not yes, json=json)
    return Exit.OK


def show(
    server: Annotated[str | None, Argument(metavar="SERVER", help="Name of the server in the inventory.")] = None,
    store: StoreOption = None,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """Show the history of one server: each state, and what changed."""
    from govern.commands.fleet_results import FleetShowRequest, fleet_show

    url = required_store(store)
    if not server:
        raise UsageError("no server given", hint="run: govern fleet show SERVER --store URL")
    shown = fleet_show(FleetShowRequest(store=url, server=server, config=config, config_from=config_from))
    if json:
        print_json(documents.fleet.fleet_show_document(shown.history))
    else:
        say(terminal.fleet.fleet_show_report(shown.history, page_of(), shown.approve, verbose=verbose))
    return Exit.OK


def export(
    store: StoreOption = None,
    output: Annotated[
        str | None, Option("--output", "-o", metavar="URL", help="Write to this folder or URL. Default: the store.")
    ] = None,
    part: Annotated[
        list[ExportPart] | None,
        Option("--part", metavar="PART", help=f"Write only {alternatives(ExportPart)}. Repeatable. Default: all."),
    ] = None,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    json: JsonOption = False,
) -> int:
    """Write Parquet tables, an Atom feed of changes, and badges."""
    from govern.commands.fleet_results import FleetExportRequest, fleet_export

    parts = tuple(dict.fromkeys(part or ExportPart))
    exported = fleet_export(
        FleetExportRequest(
            store=required_store(store), output=output, parts=parts, config=config, config_from=config_from
        )
    )
    if json:
        print_json(documents.fleet.fleet_export_document(exported))
    else:
        say(terminal.fleet.fleet_export_report(exported))
    return Exit.OK


def report(
    store: StoreOption = None,
    output: Annotated[Path, Option("--output", "-o", metavar="FILE", help="Write the page to this file.")] = PAGE,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
) -> int:
    """Write an HTML report: changes, history, cost, risk, families."""
    from govern.commands.fleet_diff import FleetRequest
    from govern.commands.fleet_results import fleet_report
    from govern.policy.clock import today
    from govern.report.html.fleet import fleet_html

    overview = fleet_report(FleetRequest(store=required_store(store), config=config, config_from=config_from), today())
    write_page(output, PAGE, fleet_html(overview))
    say(f"wrote {output}\n")
    return Exit.OK
