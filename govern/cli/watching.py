"""The command that keeps running: watch."""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from govern.cli.options import Argument, ConfigOption, FailOnOption, JobsOption, LockOption, Option
from govern.cli.terminal import page_of, require_not_read_by_govern, say
from govern.errors import UsageError
from govern.policy.clock import now
from govern.report.terminal.page import shown

if TYPE_CHECKING:
    from govern.report.documents.serve import WatchEvent

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
    json: Annotated[bool, Option("--json", help="Print JSON lines, as to anything but a terminal.")] = False,
) -> int:
    """Watch servers; print each drift once."""
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
    warn = _warning_writer()
    note = (lambda _: None) if once else _note_writer(warn)
    return flow(request, os.environ, WatchOutput(_event_writer(output, json=json), warn, note, now))


def _event_writer(output: Path | None, *, json: bool) -> "Callable[[WatchEvent], None]":
    """Return the function that writes an event: for people on a terminal, else as a JSON line."""
    from govern.report.documents.serve import event_line

    if output is not None:
        return _line_adder(output)
    # An in-process server may have stdout redirected while it runs.
    stdout = sys.stdout
    if json or not stdout.isatty():
        return lambda event: print(event_line(event), end="", file=stdout, flush=True)
    from govern.report.terminal.diff import event_report

    def show(event: "WatchEvent") -> None:
        say(event_report(event, page_of(stdout)), stdout)
        stdout.flush()

    return show


def _line_adder(output: Path) -> "Callable[[WatchEvent], None]":
    """Return a function that adds an event to a file. It opens the file each time, so that it may be rotated."""
    from govern.report.documents.serve import event_line

    require_not_read_by_govern(output)

    def add(event: "WatchEvent") -> None:
        try:
            with output.open("a", encoding="utf-8", newline="\n") as file:
                file.write(event_line(event))
        except OSError as error:
            raise UsageError(f"cannot be written: {error.strerror}", where=str(output)) from None

    return add


def _note_writer(warn: Callable[[str], None]) -> Callable[[str], None]:
    """Return a function that writes the result of the first check, if somebody watches the terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        return lambda _: None
    return lambda text: warn(f"{now().astimezone():%H:%M:%S}  checked  {text}")


def _warning_writer() -> Callable[[str], None]:
    stderr = sys.stderr
    return lambda text: say(f"{shown(text)}\n", stderr)
