"""DOORWAY: words in, exit code out; the only place that prints, and the only one that knows typer."""

import os
import shutil
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, Self

import typer

from govern import __version__
from govern.errors import EXIT_MEANINGS, Exit, GovernError, UsageError
from govern.report.format import Format
from govern.report.terminal.page import Page
from govern.report.terminal.problem import problem_report
from govern.report.terminal.progress import progress_line

_BROKEN_PIPE = 128 + 13
_EPILOG = "Exit codes: " + "; ".join(f"{code.value} {meaning}" for code, meaning in EXIT_MEANINGS.items()) + "."

app = typer.Typer(
    name="govern",
    help="The lockfile and contract diff for MCP servers.",
    epilog=_EPILOG,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

ConfigOption = Annotated[
    Path | None,
    typer.Option("--config", "-c", help="govern.toml or pyproject.toml; found upwards from here by default."),
]
LockOption = Annotated[Path | None, typer.Option("--lock", help="The lock; beside the config by default.")]
JsonOption = Annotated[bool, typer.Option("--json", help="For programs.")]


def run() -> None:
    """The program: whatever happens ends in an exit code of ours."""
    _encodable_streams()
    try:
        code = _exit_code()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = _BROKEN_PIPE
    sys.exit(code)


def _exit_code() -> int:
    try:
        return int(app(standalone_mode=False) or Exit.DONE)
    except GovernError as error:
        print(problem_report(error, _page(sys.stderr)), end="", file=sys.stderr)
        return error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return _die_of(signal.SIGINT)
    except Exception as error:
        # typer's own errors know how to show themselves; it has moved their classes between its versions.
        if not (hasattr(error, "show") and hasattr(error, "exit_code")):
            raise
        error.show()
        return Exit.ASKED_WRONGLY
    except BaseException as error:
        if not hasattr(error, "signum"):
            raise
        return _die_of(error.signum)


@app.callback(invoke_without_command=True)
def _main(version: Annotated[bool, typer.Option("--version", "-V", help="Print the version.")] = False) -> None:
    if version:
        print(f"govern {__version__}")
        raise typer.Exit


@app.command("init")
def init() -> int:
    """Find the MCP servers that this machine's clients know, and write govern.toml."""
    from govern.commands.init import init as flow
    from govern.report.terminal.init import init_report

    report = flow(Path.home(), Path.cwd(), sys.platform, os.environ)
    print(init_report(report, _page()), end="")
    return Exit.DONE


@app.command("lock")
def lock(
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Servers; all by default.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit 1 when the lock is stale.")] = False,
    twice: Annotated[bool, typer.Option("--twice", help="See each server twice and name what differs.")] = False,
    accept_empty: Annotated[
        list[str] | None,
        typer.Option("--accept-empty", metavar="NAME", help="This server may have lost all its tools."),
    ] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Servers at a time; 8 by default.")] = None,
    merge: Annotated[
        bool, typer.Option("--merge", help="Merge a conflicted lock; with three paths (BASE OURS THEIRS), write OURS.")
    ] = False,
    config: ConfigOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Name everything that moved.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say only what failed.")] = False,
) -> int:
    """See every configured server, and write what it promises to capability.lock."""
    if merge:
        return _merge(names or [], config, lock_path)
    from govern.commands.lock import LockRequest
    from govern.commands.lock import lock as flow

    request = LockRequest(tuple(names or ()), check, twice, frozenset(accept_empty or ()), jobs, config, lock_path)
    with _Ticker() as ticker:
        outcome = flow(request, os.environ, ticker.tell)
    if json:
        from govern.report.json_documents import json_text, lock_document

        print(json_text(lock_document(outcome)), end="")
    elif not quiet or outcome.exit_code:
        from govern.report.terminal.lock import lock_report

        print(lock_report(outcome, _page(), verbose=verbose), end="")
    return outcome.exit_code


@app.command("show")
def show(
    what: Annotated[str | None, typer.Argument(metavar="[SERVER[/TOOL]]", help="All servers by default.")] = None,
    config: ConfigOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
) -> int:
    """Print what is locked: text, schema, digests, economics."""
    from govern.commands.show import show as flow

    shown = flow(what, config, lock_path)
    if json:
        from govern.report.json_documents import json_text, show_document

        print(json_text(show_document(shown)), end="")
    else:
        from govern.report.terminal.show import show_report

        print(show_report(shown, _page()), end="")
    return Exit.DONE


@app.command("cost")
def cost(
    servers: Annotated[list[str] | None, typer.Argument(metavar="[SERVER]...", help="All by default.")] = None,
    form: Annotated[Format, typer.Option("--format", "-f", help="What to print.")] = Format.TEXT,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A file to write to instead.")] = None,
    against: Annotated[
        str | None, typer.Option("--against", metavar="LOCK|REF", help="What growth is measured from; HEAD by default.")
    ] = None,
    window: Annotated[
        int | None, typer.Option("--window", min=1, help="Tokens of the context to state a share of.")
    ] = None,
    prices: Annotated[Path | None, typer.Option("--prices", help="Another table of prices (TOML).")] = None,
    config: ConfigOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Every tool and all advice.")] = False,
) -> int:
    """Token economics: what each tool and server costs, risk, boundedness, budgets, advice."""
    from govern.commands.cost import CostRequest
    from govern.commands.cost import cost as flow
    from govern.report.cost import cost_text

    priced = flow(CostRequest(tuple(servers or ()), config, lock_path, against, window, prices))
    form = Format.JSON if json else form
    _deliver(lambda page, wanted: cost_text(priced, wanted, page, verbose=verbose), form, output)
    return Exit.REFUSED if priced.bill.broken else Exit.DONE


@app.command("verify")
def verify(
    path: Annotated[
        Path | None, typer.Argument(metavar="[LOCK]", help="The lock; beside the config by default.")
    ] = None,
    config: ConfigOption = None,
    lock_path: LockOption = None,
) -> int:
    """Recompute everything that a lock says from its bodies."""
    from govern.commands.verify import verify as flow
    from govern.report.terminal.verify import verify_report

    print(verify_report(flow(path or lock_path, config), _page()), end="")
    return Exit.DONE


def _merge(paths: list[str], config: Path | None, lock_path: Path | None) -> int:
    from govern.commands.merge import merge_locks
    from govern.report.terminal.merge import merge_report

    merged = merge_locks(tuple(map(Path, paths)), config, lock_path)
    print(merge_report(merged, _page()), end="")
    return Exit.REFUSED if merged.conflicts else Exit.DONE


class _Ticker:
    """The progress line: on a terminal's stderr, and nowhere else."""

    def __init__(self) -> None:
        self._stages: dict[str, str] = {}
        self._page = _page(sys.stderr)
        self._visible = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._draw("")

    def tell(self, progress: Any) -> None:
        """Another step of one server."""
        self._stages[progress.name] = progress.stage
        self._draw(progress_line(self._stages, self._page))

    def _draw(self, line: str) -> None:
        if self._visible:
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


def _page(stream: Any = None) -> Page:
    """What the stream can show, as far as it and the environment tell."""
    stream = stream or sys.stdout
    environ = os.environ
    terminal = stream.isatty() and environ.get("TERM") != "dumb"
    colour = (terminal or bool(environ.get("FORCE_COLOR"))) and not environ.get("NO_COLOR")
    ascii_only = not str(stream.encoding).lower().startswith("utf")
    return Page(width=shutil.get_terminal_size((100, 24)).columns, colour=colour, ascii=ascii_only)


def _deliver(text: Callable[[Page, Format], str], form: Format, output: Path | None) -> None:
    """Print the report, or write it to a file; in GitHub Actions its markdown goes to the job summary as well."""
    if output:
        try:
            output.write_text(text(Page(), form), encoding="utf-8", newline="\n")
        except OSError as error:
            raise UsageError(f"cannot be written: {error.strerror}", where=str(output)) from None
    else:
        print(text(_page(), form), end="")
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        with suppress(OSError), Path(summary).open("a", encoding="utf-8") as file:
            file.write(text(Page(), Format.MARKDOWN))


def _encodable_streams() -> None:
    """A stream that cannot show a character shows its escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _die_of(signum: int) -> int:
    """End as a shell expects of a program that a signal ended."""
    if os.name == "posix":
        signal.signal(signum, signal.SIG_DFL)
        os.kill(os.getpid(), signum)
    return 128 + signum
