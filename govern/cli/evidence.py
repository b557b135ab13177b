"""The verbs that show evidence: what a contract meant for calls, and everything about a lock on one page."""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from govern.cli.flags import Argument, Option
from govern.cli.options import (
    ConfigFromOption,
    ConfigOption,
    JsonOption,
    LockOption,
    NewArgument,
    OldArgument,
    OutputOption,
    TracesOption,
)
from govern.cli.terminal import Ticker, deliver, say, say_unseen, write
from govern.errors import UsageError
from govern.policy.clock import today
from govern.report.formats import Format
from govern.traces.formats import TraceFormat


class ReplayFormat(StrEnum):
    """What `govern replay --format` takes."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


Form = Annotated[ReplayFormat, Option("--format", "-f", metavar="FORMAT", help="text, json or markdown.")]
Traces = Annotated[
    list[Path] | None, Argument(metavar="TRACE", help="Recordings, or folders of them; gzip is unpacked.")
]
Against = Annotated[
    str | None,
    Option("--against", metavar="LOCK|REF", help="The contract that the calls worked under; only what it took counts."),
]
Live = Annotated[
    bool, Option("--live", help="Hold calls that worked under the lock against the servers as they are now.")
]
Servers = Annotated[
    list[str] | None,
    Option(
        "--server",
        metavar="[RECORDED=]NAME",
        help="Whose calls they are that name no server; or which server goes by another name there.",
    ),
]
TraceFormats = Annotated[
    TraceFormat,
    Option(
        "--trace-format",
        metavar="FORMAT",
        help="What every line is: jsonl, mcp, otlp, openai, anthropic or claude-code; auto finds out.",
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
    verbose: Annotated[bool, Option("--verbose", "-v", help="Every tool, reason and example.")] = False,
) -> int:
    """Say which recorded calls would fail now; exit 1 when one would."""
    from govern.commands.replay import ReplayRequest
    from govern.commands.replay import replay as flow
    from govern.report.formats import replay_text

    if not traces:
        raise UsageError("name a recording", hint="govern replay TRACE…, files or folders of them")
    with Ticker() as ticker:
        request = ReplayRequest(
            tuple(traces), against, live, tuple(server or ()), trace_format, config, config_from, lock_path
        )
        replayed = flow(request, os.environ, ticker.tell)
    say_unseen(replayed.looked)
    wanted = Format.JSON if json else Format(form)
    deliver(lambda page, each: replay_text(replayed, each, page, verbose=verbose), wanted, output)
    return replayed.exit_code


def report(
    old: OldArgument = None,
    new: NewArgument = None,
    output: Annotated[Path, Option("--output", "-o", metavar="FILE", help="The page.")] = PAGE,
    no_history: Annotated[
        bool, Option("--no-history", help="Leave out how the lock grew over its git history.")
    ] = False,
    traces: TracesOption = None,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    lock_path: LockOption = None,
) -> int:
    """Write one HTML page: changes, cost, history, risk, advice."""
    from govern.commands.report import ReportRequest
    from govern.commands.report import report as flow
    from govern.report.html.page import report_html

    with Ticker() as ticker:
        recorded = tuple(traces or ())
        request = ReportRequest(old, new, config, lock_path, not no_history, config_from, recorded)
        reported = flow(request, os.environ, today(), ticker.tell)
    say_unseen(reported.looked)
    write(report_html(reported.contents), output)
    say(f"{output} written\n")
    return reported.exit_code
