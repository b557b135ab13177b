"""The program: its verbs, and the exit code that everything ends in."""

import gc
import os
import signal
import sys
from typing import Annotated

import typer

from govern import __version__
from govern.cli import deciding, locking
from govern.cli.terminal import make_streams_usable, page_of, say, stop_printing
from govern.errors import EXIT_MEANINGS, Exit, GovernError, UsageError
from govern.report.terminal.problem import problem_report

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
for _verb in (
    locking.init,
    locking.lock,
    deciding.diff,
    deciding.approve,
    locking.show,
    locking.cost,
    deciding.explain,
    locking.verify,
):
    app.command(_verb.__name__)(_verb)


def run() -> None:
    """The program: whatever happens ends in an exit code of ours."""
    make_streams_usable()
    # A run is short and makes few cycles; looking for them would take a tenth of a large lock's time.
    gc.disable()
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
        return int(app(standalone_mode=False) or Exit.DONE)
    except GovernError as error:
        say(problem_report(error, page_of(sys.stderr)), sys.stderr)
        return error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return _die_of(signal.SIGINT)
    except Exception as error:
        # typer's own errors know how to show themselves; it has moved their classes between its versions.
        if not (hasattr(error, "show") and hasattr(error, "exit_code")):
            raise
        error.show()
        return Exit.ASKED_WRONGLY
    except SystemExit as ended:
        # typer ends with 1, which is a code of ours, where nobody reads on.
        raise (ended.__context__ if isinstance(ended.__context__, BrokenPipeError) else ended) from None
    except BaseException as error:
        if not hasattr(error, "signum"):
            raise
        return _die_of(error.signum)


@app.callback(invoke_without_command=True)
def _main(version: Annotated[bool, typer.Option("--version", "-V", help="Print the version.")] = False) -> None:
    if version:
        print(f"govern {__version__}")
        raise typer.Exit


def _die_of(signum: int) -> int:
    """End as a shell expects of a program that a signal ended."""
    if os.name == "posix":
        signal.signal(signum, signal.SIG_DFL)
        os.kill(os.getpid(), signum)
    return 128 + signum
