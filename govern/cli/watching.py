"""The verb that stays: it watches servers until somebody ends it."""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from govern.cli.flags import Argument, Option
from govern.cli.options import ConfigOption, FailOnOption, JobsOption, LockOption
from govern.cli.terminal import say, spare_what_govern_reads
from govern.errors import UsageError
from govern.policy.clock import now
from govern.report.terminal.page import shown

Interval = Annotated[
    str | None,
    Option(
        "--interval", "-i", metavar="TIME", help="The time between two looks, such as 90s, 5m or 1h; 5m by default."
    ),
]
Lasting = Annotated[str | None, Option("--for", metavar="TIME", help="End after this time, such as 90s, 5m or 1h.")]
Webhook = Annotated[
    str | None, Option("--webhook", metavar="URL", help="Post each event there; ${NAME} is filled in by govern.")
]
Command = Annotated[
    str | None,
    Option("--command", metavar="CMD", help="Run this for each event, which it reads on stdin; not in a shell."),
]
Output = Annotated[
    Path | None, Option("--output", "-o", metavar="FILE", help="Add the events to this file instead of printing them.")
]


def watch(
    names: Annotated[list[str] | None, Argument(metavar="NAME", help="Servers; all by default.")] = None,
    interval: Interval = None,
    once: Annotated[bool, Option("--once", help="Look at each server once, and end.")] = False,
    lasting: Lasting = None,
    webhook: Webhook = None,
    command: Command = None,
    output: Output = None,
    fail_on: FailOnOption = None,
    config: ConfigOption = None,
    lock_path: LockOption = None,
    jobs: JobsOption = None,
) -> int:
    """Watch servers; tell each drift once, as a line of JSON."""
    from govern.commands.watch import WatchOutput, WatchRequest
    from govern.commands.watch import watch as flow

    # This run is not short, so what the program saves by not looking for cycles would be lost memory here.
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
    return flow(request, os.environ, WatchOutput(_sayer(output), _warner(), now))


def _sayer(output: Path | None) -> Callable[[str], None]:
    """Where lines go. The file is opened for each, so that it may be moved away meanwhile."""
    if output is None:
        # A server in this process may be kept from stdout; we are not.
        stdout = sys.stdout
        return lambda line: print(line, end="", file=stdout, flush=True)
    spare_what_govern_reads(output)

    def add(line: str) -> None:
        try:
            with output.open("a", encoding="utf-8", newline="\n") as file:
                file.write(line)
        except OSError as error:
            raise UsageError(f"cannot be written: {error.strerror}", where=str(output)) from None

    return add


def _warner() -> Callable[[str], None]:
    stderr = sys.stderr
    return lambda text: say(f"{shown(text)}\n", stderr)
