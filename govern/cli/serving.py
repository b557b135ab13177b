"""The commands that keep running or serve agents: run, serve, watch, hook, mcp."""

import gc
import os
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from govern.cli.options import (
    Argument,
    AuditOption,
    ConfigOption,
    FailOnOption,
    JobsOption,
    LockOption,
    Option,
    RecordOption,
    alternatives,
    home_folder,
)
from govern.cli.terminal import page_of, print_json, require_not_read_by_govern, say
from govern.errors import Exit, UsageError
from govern.policy.clock import now
from govern.programs import find_program
from govern.report import documents, terminal
from govern.report.terminal.page import shown
from govern.serve.hook import CLIENTS, LOCK, find_lock

if TYPE_CHECKING:
    from govern.commands.serve import ServeRequest
    from govern.report.documents.serve import WatchEvent

Certificate = Annotated[Path | None, Option("--tls-cert", metavar="FILE", help="TLS certificate chain (PEM).")]
PrivateKey = Annotated[Path | None, Option("--tls-key", metavar="FILE", help="TLS private key (PEM).")]

TokenFile = Annotated[
    Path | None, Option("--token-file", metavar="FILE", help="File with the bearer tokens that clients may use.")
]


class CheckFormat(StrEnum):
    """Formats of `govern serve --check --format`."""

    TEXT = "text"
    JSON = "json"


CheckForm = Annotated[
    CheckFormat, Option("--format", "-f", metavar="FORMAT", help=f"Print --check as {alternatives(CheckFormat)}.")
]


class ServedTools(StrEnum):
    """The tools that clients are offered, as in `serve.surface`."""

    ALL = "all"
    COMPACT = "compact"


SurfaceOption = Annotated[
    ServedTools | None,
    Option("--surface", help="Offer all locked tools, or seven that find and call them. Default: `serve.surface`."),
]


def run(
    name: Annotated[str | None, Argument(metavar="NAME", help="Server in the config and the lock.")] = None,
    config: ConfigOption = None,
    lock_path: LockOption = None,
    audit: AuditOption = None,
    record: RecordOption = False,
) -> int:
    """Serve one locked server over stdio; refuse what changed."""
    from govern.commands.serve import ServeRequest
    from govern.commands.serve import run as flow

    if not name:
        raise UsageError("no server named", hint="run: govern run NAME")
    # `main` switches the garbage collector off for short runs; this one is long.
    gc.enable()
    request = ServeRequest(names=(name,), config=config, lock=lock_path, audit=audit, record=record)
    return flow(request, os.environ, _announce)


def serve(
    names: Annotated[
        list[str] | None,
        Argument(metavar="NAME", help="Servers to serve. Default: all. `release NAME` ends a server's quarantine."),
    ] = None,
    http: Annotated[
        str | None, Option("--http", metavar="HOST:PORT", help="Serve HTTP at this address. Default: stdin and stdout.")
    ] = None,
    check: Annotated[bool, Option("--check", help="Print what would be refused now, and exit.")] = False,
    surface: SurfaceOption = None,
    token_env: Annotated[
        str | None,
        Option("--token-env", metavar="NAME", help="Environment variable with the bearer tokens that clients may use."),
    ] = None,
    token_file: TokenFile = None,
    certificate: Certificate = None,
    key: PrivateKey = None,
    output_format: CheckForm = CheckFormat.TEXT,
    audit: AuditOption = None,
    record: RecordOption = False,
    config: ConfigOption = None,
    lock_path: LockOption = None,
    json: Annotated[bool, Option("--json", help="Print --check as JSON.")] = False,
) -> int:
    """Serve locked servers to MCP clients; refuse what changed."""
    from govern.commands.serve import ServeRequest

    words = tuple(names or ())
    if words[:1] == ("release",):
        return _release(words[1:], config, lock_path)
    request = ServeRequest(
        names=words,
        http=http,
        token_env=token_env,
        token_file=token_file,
        certificate=certificate,
        key=key,
        config=config,
        lock=lock_path,
        audit=audit,
        record=record,
        surface=surface,
    )
    if check:
        return _check(request, json=json or output_format is CheckFormat.JSON)
    from govern.commands.serve import serve as flow

    # `main` switches the garbage collector off for short runs; this one is long.
    gc.enable()
    return flow(request, os.environ, _announce)


def _announce(text: str) -> None:
    say(f"{shown(text)}\n", sys.stderr)


def _check(request: "ServeRequest", *, json: bool) -> int:
    from govern.commands.serve import check

    document, code = check(request, os.environ, _announce)
    if json:
        print_json(document)
    else:
        say(terminal.lock.serve_check_report(document, page_of()))
    return code


def _release(names: tuple[str, ...], config: Path | None, lock: Path | None) -> int:
    from govern.commands.serve import release
    from govern.policy.config import load_config

    if len(names) != 1:
        raise UsageError("name one server to release", hint="run: govern serve release NAME")
    loaded = load_config(config, Path.cwd())
    released = release(loaded, lock or loaded.lock, names[0])
    say(f"{shown(names[0])}: {'released' if released else 'not quarantined'}\n")
    return 0


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
    if output is not None:
        return _line_adder(output)
    # An in-process server may have stdout redirected while it runs.
    stdout = sys.stdout
    if json or not stdout.isatty():
        return lambda event: print(documents.serve.event_line(event), end="", file=stdout, flush=True)

    def show(event: "WatchEvent") -> None:
        say(terminal.diff.event_report(event, page_of(stdout)), stdout)
        stdout.flush()

    return show


def _line_adder(output: Path) -> "Callable[[WatchEvent], None]":
    """Return a function that adds an event to a file. It opens the file each time, so that it may be rotated."""
    require_not_read_by_govern(output)

    def add(event: "WatchEvent") -> None:
        try:
            with output.open("a", encoding="utf-8", newline="\n") as file:
                file.write(documents.serve.event_line(event))
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


Client = Annotated[str | None, Argument(metavar="CLIENT", help=f"{', '.join(CLIENTS)}.")]
Install = Annotated[bool, Option("--install", help="Add the hook to the client's settings.")]
Uninstall = Annotated[bool, Option("--uninstall", help="Remove the hook from the client's settings.")]
ProjectOption = Annotated[bool, Option("--project", help="Change the settings of this project. Default.")]
UserOption = Annotated[bool, Option("--user", help="Change your own settings, for all projects.")]


def hook(
    client: Client = None,
    install: Install = False,
    uninstall: Uninstall = False,
    project: ProjectOption = False,
    user: UserOption = False,
    lock_path: LockOption = None,
) -> int:
    """Block an agent's calls of tools that are not in the lock."""
    if client not in CLIENTS:
        raise UsageError(
            f"no client {client!r}" if client else "no client named", hint=f"clients: {', '.join(CLIENTS)}"
        )
    if (install and uninstall) or (project and user):
        raise UsageError("--install and --uninstall, or --project and --user, exclude each other")
    if install or uninstall:
        return _change_settings(client, install=install, user=user)
    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError(
            "no hook input on stdin", hint=f"the client runs this command; add it with: govern hook {client} --install"
        )
    from govern.serve.hook_decision import answer

    content = sys.stdin.buffer.read()
    print(answer(client, content, str(lock_path) if lock_path else None, os.environ), end="")
    return Exit.OK


def _change_settings(client: str, *, install: bool, user: bool) -> int:
    from govern.serve import hook_settings

    lock = find_lock((os.getcwd(),))  # noqa: PTH109
    folder = home_folder() if user else Path(lock or LOCK).absolute().parent
    file = hook_settings.settings_file(client, folder, os.environ, user=user)
    if not install:
        changed = hook_settings.uninstall(client, file)
        say(f"{'removed the hook from' if changed else 'no hook in'} {shown(str(file))}\n")
    elif find_program("govern") is None:
        raise UsageError(
            "govern is not on PATH, so the client could not run the hook",
            hint="install it, such as with: uv tool install govern-mcp",
        )
    else:
        changed = hook_settings.install(client, file)
        say(f"{'added the hook to' if changed else 'the hook is already in'} {shown(str(file))}\n")
    return Exit.OK


def mcp(config: ConfigOption = None, lock_path: LockOption = None) -> int:
    """Answer an agent's questions about the lock over MCP, on stdio. It cannot approve or write."""
    from govern.commands.own_server import serve_answers

    gc.enable()
    serve_answers(config, lock_path, os.environ)
    return Exit.OK
