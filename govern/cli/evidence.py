"""The commands that show evidence: replay recorded calls, and write the HTML report."""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from govern.cli.options import (
    Argument,
    ConfigFromOption,
    ConfigOption,
    JsonOption,
    LockOption,
    NewArgument,
    OldArgument,
    Option,
    OutputOption,
    TracesOption,
    alternatives,
)
from govern.cli.terminal import Ticker, deliver, print_unreachable, say, write_page
from govern.errors import UsageError
from govern.policy.clock import today
from govern.report.formats import Format, replay_text
from govern.traces.recording import TraceFormat


class ReplayFormat(StrEnum):
    """Formats of `--format` of `govern replay` and `govern profile`."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


Form = Annotated[ReplayFormat, Option("--format", "-f", metavar="FORMAT", help=f"Print {alternatives(ReplayFormat)}.")]
Traces = Annotated[
    list[Path] | None, Argument(metavar="TRACE", help="Recordings or folders of recordings; may be gzipped.")
]
Against = Annotated[
    str | None,
    Option("--against", metavar="LOCK|REF", help="Replay only calls that were valid under this lock or git ref."),
]
Live = Annotated[
    bool, Option("--live", help="Replay calls that were valid under the lock against the running servers.")
]
Servers = Annotated[
    list[str] | None,
    Option(
        "--server",
        metavar="[RECORDED=]NAME",
        help="Server for calls recorded without one; RECORDED=NAME maps a recorded server name. Repeatable.",
    ),
]
TraceFormats = Annotated[
    TraceFormat,
    Option(
        "--trace-format",
        metavar="FORMAT",
        help=f"Read the recordings as {alternatives(TraceFormat)}.",
    ),
]
PAGE = Path("govern-report.html")


def replay(
    traces: Traces = None,
    against: Against = None,
    live: Live = False,
    server: Servers = None,
    trace_format: TraceFormats = TraceFormat.AUTO,
    form: Form = ReplayFormat.TEXT,
    output: OutputOption = None,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
    verbose: Annotated[bool, Option("--verbose", "-v", help="Show every tool, reason and example.")] = False,
) -> int:
    """Replay recorded calls; exit 1 if one would fail now."""
    from govern.commands.recordings import ReplayRequest
    from govern.commands.recordings import replay as flow

    if not traces:
        raise UsageError("no recording given", hint="run: govern replay TRACE…, where TRACE is a file or a folder")
    with Ticker() as ticker:
        request = ReplayRequest(
            traces=tuple(traces),
            against=against,
            live=live,
            servers=tuple(server or ()),
            form=trace_format,
            config=config,
            config_from=config_from,
            lock=lock_path,
        )
        replayed = flow(request, os.environ, ticker.update)
    print_unreachable(replayed.looked)
    wanted = Format.JSON if json else Format(form)
    deliver(lambda page, each: replay_text(replayed, each, page, verbose=verbose), wanted, output)
    return replayed.exit_code


def report(
    old: OldArgument = None,
    new: NewArgument = None,
    output: Annotated[Path, Option("--output", "-o", metavar="FILE", help="Write the page to this file.")] = PAGE,
    no_history: Annotated[bool, Option("--no-history", help="Omit the charts of the lock's git history.")] = False,
    traces: TracesOption = None,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    lock_path: LockOption = None,
) -> int:
    """Write an HTML report: changes, cost, history, advice."""
    from govern.commands.report import ReportRequest
    from govern.commands.report import report as flow
    from govern.report.html.page import report_html

    with Ticker() as ticker:
        recorded = tuple(traces or ())
        request = ReportRequest(
            old=old,
            new=new,
            config=config,
            lock=lock_path,
            history=not no_history,
            config_from=config_from,
            traces=recorded,
        )
        reported = flow(request, os.environ, today(), ticker.update)
    print_unreachable(reported.preview)
    write_page(output, PAGE, report_html(reported.contents))
    say(f"wrote {output}\n")
    return reported.exit_code
