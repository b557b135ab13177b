"""The program: its verbs, and the exit code that everything ends in."""

from __future__ import annotations

import os
import sys

from govern.cli.quick import read
from govern.cli.terminal import make_streams_usable, page_of, say, stop_printing
from govern.cli.verbs import VERBS, verb
from govern.errors import Exit, GovernError, UsageError
from govern.report.terminal.page import problem_report

_BROKEN_PIPE = 128 + 13
_HANDS_OVER = 0.001
_LONGEST = 300
_REPORT = (
    "This is a bug of govern. Run the command again with GOVERN_TRACEBACK=1 set, and report what it prints at "
    "https://github.com/govern-mcp/govern/issues."
)


def run() -> None:
    """The program: whatever happens ends in an exit code of ours."""
    make_streams_usable()
    # The thread that counts tokens needs the interpreter often and shortly.
    sys.setswitchinterval(_HANDS_OVER)
    try:
        code = _exit_code()
        sys.stdout.flush()
    except BrokenPipeError:
        stop_printing()
        code = _BROKEN_PIPE
    except Exception as error:  # noqa: BLE001 - the last net: nobody is shown a traceback
        stop_printing()
        code = _unforeseen(error)
    sys.exit(code)


def _unforeseen(error: Exception) -> int:
    """Say what no verb expected: of the system, such as a full disk, or of govern itself."""
    import warnings
    from contextlib import suppress

    if os.environ.get("GOVERN_TRACEBACK"):
        import traceback

        traceback.print_exception(error)
    # What was left half made complains when it is taken apart.
    warnings.simplefilter("ignore")
    sys.unraisablehook = lambda _: None
    if isinstance(error, OSError):
        reason = error.strerror or str(error) or type(error).__name__
        problem = UsageError(f"the system refuses: {reason}", where=f"{error.filename or ''}")
    elif isinstance(error, MemoryError):
        problem = UsageError("out of memory", hint="Give it more memory, or lock fewer servers at once.")
    else:
        problem = UsageError(f"internal error: {_summary(error)}", where=_place(error), hint=_REPORT)
    # stderr may be what the system refuses.
    with suppress(OSError, ValueError):
        say(problem_report(problem, page_of(sys.stderr)), sys.stderr)
        sys.stderr.flush()
    return problem.exit_code


def _summary(error: Exception) -> str:
    """Return the error's name and its text, which may be as long as a file."""
    text = f"{type(error).__name__}: {error}"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _place(error: Exception) -> str:
    """Return the innermost line of govern's own that the error came through."""
    place, trace = "", error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if f"{os.sep}govern{os.sep}" in code.co_filename:
            place = f"{os.path.basename(code.co_filename)}:{trace.tb_lineno}"  # noqa: PTH119 - no import for it
        trace = trace.tb_next
    return place


def _exit_code() -> int:
    try:
        return int(_carried_out(sys.argv[1:]) or Exit.OK)
    except GovernError as error:
        say(problem_report(error, page_of(sys.stderr)), sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        from signal import SIGINT

        return _die_of(SIGINT)
    except Exception as error:
        # typer's own errors know how to show themselves; it has moved their classes between its versions.
        if not (hasattr(error, "show") and hasattr(error, "exit_code")):
            raise
        # typer reads a choice with pydantic, which says before the reason that it is one.
        if isinstance(message := getattr(error, "message", None), str):
            error.message = message.removeprefix("Value error, ")  # type: ignore[attr-defined]
        error.show()
        return Exit.INVALID
    except SystemExit as ended:
        # typer ends with 1, which is a code of ours, where nobody reads on.
        raise (ended.__context__ if isinstance(ended.__context__, BrokenPipeError) else ended) from None
    except BaseException as error:
        if not hasattr(error, "signum"):
            raise
        return _die_of(error.signum)


def _carried_out(words: list[str]) -> int:
    if words and words[0] in VERBS:
        function = verb(words[0])
        values = read(function, words[1:])
        if values is not None:
            return function(**values)
    from govern.cli.explained import Abort, app

    try:
        return int(app()(standalone_mode=False) or Exit.OK)
    except Abort:
        raise KeyboardInterrupt from None


def _die_of(signum: int) -> int:
    """End as a shell expects of a program that a signal ended."""
    import signal

    if os.name == "posix":
        signal.signal(signum, signal.SIG_DFL)
        os.kill(os.getpid(), signum)
    return 128 + signum
