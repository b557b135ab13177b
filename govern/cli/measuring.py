"""The commands that measure how tools are found, chosen and paid for."""

import os
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from govern.cli.evidence import Form, ReplayFormat, Servers, TraceFormats, Traces
from govern.cli.options import (
    Argument,
    ConfigFromOption,
    ConfigOption,
    JsonOption,
    LockOption,
    Option,
    OutputOption,
    alternatives,
)
from govern.cli.terminal import Ticker, deliver, write
from govern.errors import Exit, UsageError
from govern.report.formats import Format, bench_text, dashboard, eval_text, profile_text
from govern.traces.recording import TraceFormat

if TYPE_CHECKING:
    from govern.commands.eval import LiveOptions


class EvalFormat(StrEnum):
    """Formats of `govern bench --format` and `govern eval --format`."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    SARIF = "sarif"
    JUNIT = "junit"
    GITHUB = "github"


Corpus = Annotated[
    Path | None,
    Option("--corpus", metavar="FILE", help="Read the tools from a corpus file instead of the lock."),
]
Golden = Annotated[
    Path | None,
    Option("--golden", metavar="FILE", help="Measure how well the tools for these labelled queries are found."),
]
Modes = Annotated[
    list[str] | None,
    Option(
        "--mode",
        metavar="NAME=FILE",
        help="Also count the definitions in a tools/list result, or fastmcp-search or fastmcp-code. Repeatable.",
    ),
]
Gateways = Annotated[
    list[str] | None,
    Option("--gateway", metavar="SERVER", help="Also count the definitions of this running server. Repeatable."),
]
SearchTools = Annotated[
    list[str] | None,
    Option("--search-tool", metavar="NAME", help="The gateway's search tool, asked for each query. Repeatable."),
]
QueryArg = Annotated[
    str | None, Option("--query-arg", metavar="NAME", help="The search tool's argument. Default: query.")
]
ModeTraces = Annotated[
    list[str] | None,
    Option("--traces", metavar="MODE=PATH", help="Count the recorded sessions of a mode. Repeatable."),
]
Against = Annotated[
    Path | None,
    Option("--against", metavar="FILE", help="Compare retrieval with another lock or corpus, query by query."),
]
Baseline = Annotated[
    Path | None,
    Option("--baseline", metavar="FILE", help="Fail if a metric is lower than in this earlier `govern bench --json`."),
]
Tolerances = Annotated[
    list[str] | None,
    Option("--tolerance", metavar="METRIC=SHARE", help="Let a metric be lower than the baseline by this. Repeatable."),
]
Encoding = Annotated[
    str | None,
    Option(
        "--encoding",
        metavar="NAME",
        help="Count tokens in this encoding: cl100k_base or o200k_base. Default: the lock's.",
    ),
]
Html = Annotated[Path | None, Option("--html", metavar="FILE", help="Also write an HTML page to this file.")]
MaxP95 = Annotated[
    int | None,
    Option(
        "--max-p95", metavar="TOKENS", min=0, help="Fail if 95% of a tool's answers do not fit into this many tokens."
    ),
]
FailOverBound = Annotated[
    bool, Option("--fail-over-bound", help="Fail if a tool's p95 is above the bound that it declares.")
]
OverheadBlocks = Annotated[
    int, Option("--overhead-blocks", metavar="N", min=0, help="Count the first N blocks of each answer as overhead.")
]
EvalForm = Annotated[EvalFormat, Option("--format", "-f", metavar="FORMAT", help=f"Print {alternatives(EvalFormat)}.")]
Suites = Annotated[list[Path] | None, Argument(metavar="SUITE", help="Suites of agent tests in YAML.")]
RunTraces = Annotated[
    list[str] | None,
    Option("--traces", metavar="[AGENT=]PATH", help="Recordings or folders of them, a file for each run. Repeatable."),
]
OtherSurface = Annotated[
    bool, Option("--allow-other-surface", help="Accept recordings that were made with another lock.")
]
Live = Annotated[bool, Option("--live", help="Run the agents now: a model calls the tools of the live servers.")]
Record = Annotated[
    Path | None,
    Option(
        "--record",
        metavar="DIR",
        help="Record live runs in this folder; recorded runs are not repeated. Default: runs.",
    ),
]
LiveModels = Annotated[
    list[str] | None, Option("--model", metavar="NAME", help="Use this model instead of the suite's. Repeatable.")
]
BaseUrl = Annotated[
    str | None, Option("--base-url", metavar="URL", help="Reach the model at this OpenAI-compatible server.")
]
MaxCost = Annotated[float | None, Option("--max-cost", metavar="USD", help="Stop when the models have cost this much.")]
RunTimeout = Annotated[
    float | None, Option("--run-timeout", metavar="SECONDS", help="End a live run after this time. Default: 300.")
]
RunJobs = Annotated[
    int | None, Option("--jobs", "-j", metavar="N", min=1, help="Make at most N live runs at a time. Default: 4.")
]
SkipUnknown = Annotated[bool, Option("--skip-unknown", help="Leave out unknown parts of a suite, and report them.")]


def bench(
    corpus: Corpus = None,
    golden: Golden = None,
    mode: Modes = None,
    gateway: Gateways = None,
    search_tool: SearchTools = None,
    query_arg: QueryArg = None,
    traces: ModeTraces = None,
    against: Against = None,
    baseline: Baseline = None,
    tolerance: Tolerances = None,
    encoding: Encoding = None,
    form: EvalForm = EvalFormat.TEXT,
    output: OutputOption = None,
    html: Html = None,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
    verbose: Annotated[bool, Option("--verbose", "-v", help="Show every query.")] = False,
) -> int:
    """Compare ways of offering tools: token cost, and what is found."""
    from govern.commands.bench import BenchRequest
    from govern.commands.bench import bench as flow

    request = BenchRequest(
        corpus=corpus,
        golden=golden,
        modes=tuple(mode or ()),
        gateways=tuple(gateway or ()),
        search_tools=tuple(search_tool or ()),
        query_arg=query_arg,
        traces=tuple(traces or ()),
        against=against,
        baseline=baseline,
        tolerances=tuple(tolerance or ()),
        encoding=encoding,
        config=config,
        config_from=config_from,
        lock=lock_path,
    )
    measured = flow(request, os.environ)
    return _finish(measured, bench_text, Format.JSON if json else Format(form), output, html, verbose=verbose)


def profile(
    traces: Traces = None,
    max_p95: MaxP95 = None,
    fail_over_bound: FailOverBound = False,
    overhead_blocks: OverheadBlocks = 0,
    server: Servers = None,
    trace_format: TraceFormats = TraceFormat.AUTO,
    form: Form = ReplayFormat.TEXT,
    output: OutputOption = None,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
    verbose: Annotated[bool, Option("--verbose", "-v", help="Show every tool.")] = False,
) -> int:
    """Show what recorded answers cost in tokens, by tool."""
    from govern.commands.recordings import ProfileRequest
    from govern.commands.recordings import profile as flow

    if not traces:
        raise UsageError("no recording given", hint="run: govern profile TRACE…, where TRACE is a file or a folder")
    request = ProfileRequest(
        traces=tuple(traces),
        overhead_blocks=overhead_blocks,
        max_p95=max_p95,
        fail_over_bound=fail_over_bound,
        servers=tuple(server or ()),
        form=trace_format,
        config=config,
        config_from=config_from,
        lock=lock_path,
    )
    measured = flow(request)
    return _finish(measured, profile_text, Format.JSON if json else Format(form), output, verbose=verbose)


def eval(  # noqa: A001
    suites: Suites = None,
    traces: RunTraces = None,
    server: Servers = None,
    trace_format: TraceFormats = TraceFormat.AUTO,
    allow_other_surface: OtherSurface = False,
    skip_unknown: SkipUnknown = False,
    live: Live = False,
    record: Record = None,
    model: LiveModels = None,
    base_url: BaseUrl = None,
    max_cost: MaxCost = None,
    run_timeout: RunTimeout = None,
    jobs: RunJobs = None,
    form: EvalForm = EvalFormat.TEXT,
    output: OutputOption = None,
    html: Html = None,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
    verbose: Annotated[bool, Option("--verbose", "-v", help="Show every figure.")] = False,
) -> int:
    """Check which tools agents chose; exit 1 if a gate fails."""
    from govern.commands.eval import EvalRequest, run_eval

    options = _live_options(
        live, record=record, models=model, base_url=base_url, max_cost=max_cost, seconds=run_timeout, jobs=jobs
    )
    request = EvalRequest(
        suites=tuple(suites or ()),
        traces=tuple(traces or ()),
        servers=tuple(server or ()),
        form=trace_format,
        allow_other_surface=allow_other_surface,
        skip_unknown=skip_unknown,
        live=options,
        config=config,
        config_from=config_from,
        lock=lock_path,
    )
    with Ticker() as ticker:
        evaluation = run_eval(request, os.environ, ticker.update)
    return _finish(evaluation, eval_text, Format.JSON if json else Format(form), output, html, verbose=verbose)


def _live_options(live: bool, **options: Any) -> "LiveOptions | None":
    """Return the options of live runs that were given; None for recorded runs."""
    from govern.commands.eval import LiveOptions

    given = {name: value for name, value in options.items() if value is not None}
    if given and not live:
        raise UsageError("--record, --model, --base-url, --max-cost, --run-timeout and --jobs need --live")
    return LiveOptions(**given) if live else None


def _finish(
    result: Any,
    text: Callable[..., str],
    form: Format,
    output: Path | None,
    html: Path | None = None,
    *,
    verbose: bool,
) -> int:
    """Print a result, write its HTML page, and return the exit code of its gate."""
    if html:
        write(html, [dashboard(result)])
    deliver(lambda page, each: text(result, each, page, verbose=verbose), form, output)
    return Exit.OK if result.passes else Exit.FAILED
