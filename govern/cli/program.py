"""The command-line program: its commands, and the exit code of every outcome."""

from __future__ import annotations

import os
import sys
from errno import EINVAL
from importlib import import_module
from typing import TYPE_CHECKING

from govern.cli.quick import parse
from govern.cli.terminal import make_streams_usable, page_of, say, stop_printing, take_colour
from govern.errors import Exit, GovernError, UsageError
from govern.report.terminal.page import error_report

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Each command with the module of this room that holds it, in the order of `--help`.
COMMANDS = {
    "init": "locking",
    "add": "servers",
    "lock": "locking",
    "upgrade": "servers",
    "diff": "deciding",
    "approve": "deciding",
    "gate": "releasing",
    "changelog": "releasing",
    "show": "locking",
    "cost": "locking",
    "explain": "deciding",
    "replay": "evidence",
    "verify": "releasing",
    "sign": "releasing",
    "export": "releasing",
    "report": "evidence",
    "bench": "measuring",
    "eval": "measuring",
    "profile": "measuring",
    "watch": "serving",
    "run": "serving",
    "serve": "serving",
    "hook": "serving",
    "mcp": "serving",
    "login": "servers",
    "logout": "servers",
    "fleet scan": "fleet",
    "fleet merge": "fleet",
    "fleet sql": "fleet",
    "fleet diff": "fleet_results",
    "fleet approve": "fleet_results",
    "fleet show": "fleet_results",
    "fleet report": "fleet_results",
    "fleet export": "fleet_results",
    "help": "typer_app",
}
# The help of each group of commands.
GROUPS = {"fleet": "Scan, compare, query and publish thousands of servers."}
_BROKEN_PIPE = 128 + 13
_SWITCH_INTERVAL = 0.001
_MOST_CHARACTERS = 300
_REPORT = (
    "this is a bug in govern: run the command again with GOVERN_TRACEBACK=1 and report the output at "
    "https://github.com/govern-mcp/govern/issues"
)


def command(name: str) -> Callable[..., int]:
    """Return the function of a command, importing only the module that holds it."""
    function: Callable[..., int] = getattr(import_module(f"govern.cli.{COMMANDS[name]}"), name.rpartition(" ")[2])
    return function


def run() -> None:
    """Run the command line and exit with one of the documented codes, whatever happens."""
    make_streams_usable()
    # The thread that counts tokens needs the interpreter often, for short times.
    sys.setswitchinterval(_SWITCH_INTERVAL)
    try:
        code = _exit_code()
        sys.stdout.flush()
    except Exception as error:  # noqa: BLE001 - no error may end in a traceback
        stop_printing()
        code = _BROKEN_PIPE if _is_broken_pipe(error) else _report_unexpected(error)
    sys.exit(code)


def _is_broken_pipe(error: Exception) -> bool:
    """Return whether the reader of the output is gone, which Windows mostly reports as an invalid argument."""
    is_invalid = isinstance(error, OSError) and error.errno == EINVAL and error.filename is None
    return isinstance(error, BrokenPipeError) or (sys.platform == "win32" and is_invalid)


def _report_unexpected(error: Exception) -> int:
    """Print an error that no command handles, such as a full disk or a bug, and return the exit code."""
    import warnings
    from contextlib import suppress

    if os.environ.get("GOVERN_TRACEBACK"):
        import traceback

        traceback.print_exception(error)
    # Objects that were only half initialised may warn while they are deleted.
    warnings.simplefilter("ignore")
    sys.unraisablehook = lambda _: None
    if isinstance(error, OSError):
        reason = error.strerror or str(error) or type(error).__name__
        problem = UsageError(f"operating system error: {reason}", where=f"{error.filename or ''}")
    elif isinstance(error, MemoryError):
        problem = UsageError(
            "out of memory", hint="free some memory, or lock fewer servers at a time: govern lock NAME"
        )
    else:
        problem = UsageError(f"internal error: {_summary(error)}", where=_error_line(error), hint=_REPORT)
    # Writing to stderr may be the operation that failed.
    with suppress(OSError, ValueError):
        say(error_report(problem, page_of(sys.stderr)), sys.stderr)
        sys.stderr.flush()
    return problem.exit_code


def _summary(error: Exception) -> str:
    """Return the error's class and message, cut to a length that fits on a screen."""
    text = f"{type(error).__name__}: {error}"
    return text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]}…"


def _error_line(error: Exception) -> str:
    """Return the innermost line of govern's own code in the traceback, as `file.py:line`."""
    place, trace = "", error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if f"{os.sep}govern{os.sep}" in code.co_filename:
            place = f"{os.path.basename(code.co_filename)}:{trace.tb_lineno}"  # noqa: PTH119 - avoids an import
        trace = trace.tb_next
    return place


def _exit_code() -> int:
    try:
        return int(_run_command(take_colour(sys.argv[1:])) or Exit.OK)
    except GovernError as error:
        say(error_report(error, page_of(sys.stderr)), sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        from signal import SIGINT

        return _die_of(SIGINT)
    except Exception as error:
        # The classes of typer's errors are in different places in different versions of typer.
        if not (hasattr(error, "format_message") and hasattr(error, "exit_code")):
            raise
        say(_usage_error(error), sys.stderr)
        return Exit.INVALID
    except SystemExit as ended:
        # After a broken pipe typer exits with 1, which means a failed check here.
        raise (ended.__context__ if isinstance(ended.__context__, BrokenPipeError) else ended) from None
    except BaseException as error:
        if not hasattr(error, "signum"):
            raise
        return _die_of(error.signum)


def _usage_error(error: Any) -> str:
    """Return an error of typer's as our own are printed; that of a command group alone is its help."""
    message: str = error.format_message()
    if message.startswith("Usage: "):
        return message + "\n"
    # typer validates choices with pydantic, which puts this before the reason.
    message = message.replace("Value error, ", "").replace(". Did you mean", "; did you mean").removesuffix(".")
    hint = f"run: {error.ctx.command_path} --help" if error.ctx else ""
    return error_report(UsageError(message[:1].lower() + message[1:], hint=hint), page_of(sys.stderr))


def _run_command(words: list[str]) -> int:
    length = 2 if words and words[0] in GROUPS else 1
    name = " ".join(words[:length])
    if name in COMMANDS:
        function = command(name)
        values = parse(function, words[length:])
        if values is not None:
            return function(**values)
    from govern.cli.typer_app import Abort, app

    try:
        return int(app()(words, standalone_mode=False) or Exit.OK)
    except Abort:
        raise KeyboardInterrupt from None


def _die_of(signum: int) -> int:
    """End this process by the signal, as shells expect; elsewhere return 128 plus its number."""
    import signal

    if os.name == "posix":
        signal.signal(signum, signal.SIG_DFL)
        os.kill(os.getpid(), signum)
    return 128 + signum
