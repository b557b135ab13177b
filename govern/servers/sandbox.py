"""Start servers in a sandbox: choose one that works on this machine, and put the command of a server into it."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
import uuid
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from govern.contract import characters
from govern.errors import ServerError, UsageError, docs_url
from govern.files import path_exists
from govern.policy.server_settings import SandboxKind
from govern.policy.target import Command, Incomplete, InProcess, Sandbox

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.policy.target import Target

_CHECKING = 20.0
_MAX_REASON = 300


def find_sandbox(kind: SandboxKind | None, read: Sequence[Path] = ()) -> Sandbox | None:
    """Return the sandbox of this kind, or raise UsageError if it does not work here.

    Without a kind it is bubblewrap, or None if that does not work here.
    """
    wanted = kind or SandboxKind.BWRAP
    reason = sandbox_problem(wanted)
    if reason and kind is None:
        return None
    if reason:
        raise UsageError(f"--sandbox {wanted} does not work on this machine: {reason}", hint=_hint(wanted))
    missing = next((path for path in read if not path.exists()), None)
    if missing is not None:
        raise UsageError("--sandbox-read: the path does not exist", where=str(missing))
    if _is_root() and (private := next((path for path in read if not path.stat().st_mode & stat.S_IROTH), None)):
        reason = "--sandbox-read: root starts servers as another user, who may not read this"
        raise UsageError(reason, where=str(private), hint=f"chmod -R o+rX {private}")
    return Sandbox(wanted, tuple(path.absolute() for path in read))


def confine(target: Target, sandbox: Sandbox | None, *, trusted: bool = False) -> Target:
    """Return a target whose process runs in the sandbox; without one an untrusted process is not started at all."""
    if not isinstance(target.how, Command | InProcess) or (sandbox and sandbox.kind == SandboxKind.NONE):
        return target
    if sandbox:
        return replace(target, sandbox=sandbox)
    if trusted:
        return target
    reason = "it is not started: no sandbox works on this machine, and the server is not marked as trusted"
    hint = f"{_hint(SandboxKind.BWRAP)}; or set `trusted = true` for this server"
    return replace(target, how=Incomplete(reason, "", hint, untrusted=True))


def sandboxed(command: Command, sandbox: Sandbox | None) -> Command:
    """Return the command that runs a command in a sandbox; raise ServerNotStarted if that cannot work."""
    if sandbox is None or sandbox.kind == SandboxKind.NONE:
        return command
    if command.bundle:
        sandbox = replace(sandbox, read=(*sandbox.read, command.bundle.folder))
    if sandbox.kind == SandboxKind.BWRAP:
        from govern.servers.bubblewrap import bubblewrapped, needs_network, with_filter
        from govern.servers.watchdog import announcement

        boxed = bubblewrapped(command, sandbox.read, os.environ, root=_is_root())
        words = with_filter(boxed, network=needs_network(command), before=f"{announcement()} && ")
        return replace(boxed, argv=words)
    from govern.servers.containers import contained

    return contained(command, sandbox, f"govern-{uuid.uuid4().hex}")


def hidden_path(command: Command, sandbox: Sandbox) -> Path | None:
    """Return the first file or folder that a command names, that exists, and that the sandbox does not show."""
    from govern.servers.bubblewrap import SYSTEM, is_below

    shown = [*sandbox.read, *(SYSTEM if sandbox.kind == SandboxKind.BWRAP else ())]
    # A word without a separator or suffix is rather a subcommand than a file.
    words = [word for word in command.argv[1:] if not word.startswith("-") and re.search(r"[/.]", word)]
    paths = [Path(os.path.normpath(command.cwd / word)) for word in words]
    return next((path for path in paths if path_exists(path) and not is_below(path, shown)), None)


@cache
def sandbox_problem(kind: SandboxKind) -> str | None:
    """Return why a sandbox does not work on this machine, or None; it is tried once."""
    if kind == SandboxKind.NONE:
        return None
    if kind != SandboxKind.BWRAP:
        return _run([str(kind), "version", "--format", "{{.Server.Version}}"])
    from govern.servers.bubblewrap import bubblewrapped, with_filter

    if sys.platform != "linux":
        return "bubblewrap needs Linux"
    # The shell starts a second process, which a limit that also counted other processes would refuse.
    trial = Command(("/bin/sh", "-c", ": $(:)"), Path("/"))
    try:
        command = bubblewrapped(trial, (), os.environ, root=_is_root())
    except ServerError as error:
        return error.message
    return _run(with_filter(command, network=False), dict(command.env))


def _run(argv: Sequence[str], env: dict[str, str] | None = None) -> str | None:
    """Return the last line of stderr if a command fails, else None."""
    from govern.servers.spawning import find_executable

    program = find_executable(argv[0]) or argv[0]
    try:
        done = subprocess.run(  # noqa: S603 - no shell, and the program is on PATH
            (program, *argv[1:]),
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_CHECKING,
            check=False,
        )
    except FileNotFoundError:
        return f"{argv[0]} is not installed"
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{argv[0]} cannot run: {error}"
    if done.returncode == 0:
        return None
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines() or [f"exit code {done.returncode}"]
    return characters.visible(lines[-1])[:_MAX_REASON]


def _hint(kind: SandboxKind) -> str:
    if kind == SandboxKind.BWRAP:
        return (
            "install bubblewrap 0.8 or later (`apt install bubblewrap util-linux`), and let users create user "
            f"namespaces: see {docs_url('sandbox.md#if-bubblewrap-does-not-work')}"
        )
    return f"start {kind}, or choose another --sandbox"


def _is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0
