"""The program: its verbs, and the exit code that everything ends in."""

from __future__ import annotations

import os
import sys

from govern.cli.quick import read
from govern.cli.terminal import make_streams_usable, page_of, say, stop_printing
from govern.cli.verbs import VERBS, verb
from govern.errors import Exit, GovernError, UsageError
from govern.report.terminal.problem import problem_report

_BROKEN_PIPE = 128 + 13
_HANDS_OVER = 0.001


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
    except OSError as error:
        # Whatever no verb expects of the system: a full disk behind stdout, a working directory that is gone.
        stop_printing()
        problem = UsageError(f"the system refuses: {error.strerror}", where=str(error.filename or ""))
        say(problem_report(problem, page_of(sys.stderr)), sys.stderr)
        code = problem.exit_code
    sys.exit(code)


def _exit_code() -> int:
    try:
        return int(_carried_out(sys.argv[1:]) or Exit.DONE)
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
        return Exit.ASKED_WRONGLY
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
        return int(app()(standalone_mode=False) or Exit.DONE)
    except Abort:
        raise KeyboardInterrupt from None


def _die_of(signum: int) -> int:
    """End as a shell expects of a program that a signal ended."""
    import signal

    if os.name == "posix":
        signal.signal(signum, signal.SIG_DFL)
        os.kill(os.getpid(), signum)
    return 128 + signum
