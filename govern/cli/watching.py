"""The command that keeps running: watch."""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from govern.cli.options import Argument, ConfigOption, FailOnOption, JobsOption, LockOption, Option
from govern.cli.terminal import require_not_read_by_govern, say
from govern.errors import UsageError
from govern.policy.clock import now
from govern.report.terminal.page import shown

Interval = Annotated[
    str | None,
    Option(
        "--interval",
        "-i",
        metavar="TIME",
        help="Check the servers at this interval, such as 90s, 5m or 1h. Default: 5m.",
    ),
]
Lasting = Annotated[str | None, Option("--for", metavar="TIME", help="Stop after this time, such as 90s, 5m or 1h.")]
Webhook = Annotated[
    str | None,
    Option("--webhook", metavar="URL", help="Post each event to this URL. `${NAME}` is read from the environment."),
]
Command = Annotated[
    str | None,
    Option("--command", metavar="CMD", help="Run this command for each event, without a shell; the event is on stdin."),
]
Output = Annotated[
    Path | None, Option("--output", "-o", metavar="FILE", help="Append events to this file instead of printing them.")
]


def watch(
    names: Annotated[list[str] | None, Argument(metavar="NAME", help="Servers to watch. Default: all.")] = None,
    interval: Interval = None,
    once: Annotated[bool, Option("--once", help="Check each server once and exit.")] = False,
    lasting: Lasting = None,
    webhook: Webhook = None,
    command: Command = None,
    output: Output = None,
    fail_on: FailOnOption = None,
    config: ConfigOption = None,
    lock_path: LockOption = None,
    jobs: JobsOption = None,
) -> int:
    """Watch servers; print each drift once, as a JSON line."""
    from govern.commands.watch import WatchOutput, WatchRequest
    from govern.commands.watch import watch as flow

    # `main` switches the garbage collector off for short runs; this one is long.
    gc.enable()
    request = WatchRequest(
        names=tuple(names or ()),
        interval=interval,
        once=once,
        lasting=lasting,
        jobs=jobs,
        webhook=webhook,
        command=command,
        config=config,
        lock=lock_path,
        fail_on=fail_on,
        hangup=any(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr) if stream),
    )
    return flow(request, os.environ, WatchOutput(_event_writer(output), _warning_writer(), now))


def _event_writer(output: Path | None) -> Callable[[str], None]:
    """Return the function that writes an event. It opens the file each time, so that the file may be rotated."""
    if output is None:
        # An in-process server may have stdout redirected while it runs.
        stdout = sys.stdout
        return lambda line: print(line, end="", file=stdout, flush=True)
    require_not_read_by_govern(output)

    def add(line: str) -> None:
        try:
            with output.open("a", encoding="utf-8", newline="\n") as file:
                file.write(line)
        except OSError as error:
            raise UsageError(f"cannot be written: {error.strerror}", where=str(output)) from None

    return add


def _warning_writer() -> Callable[[str], None]:
    stderr = sys.stderr
    return lambda text: say(f"{shown(text)}\n", stderr)
