"""Start servers in a sandbox: choose one that works on this machine, and put the command of a server into it.

In a container of Docker or Podman it is read-only, without rights, with limits. The container is not a child of
govern's process, so it has a name, and a command that removes it by this name.
"""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
import uuid
from dataclasses import replace
from functools import cache
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from govern.contract import characters
from govern.contract.launchers import launch_of
from govern.errors import ServerError, ServerNotStarted, UsageError, docs_url
from govern.files import path_exists
from govern.policy.environment import holds_secret
from govern.policy.server_settings import IMAGE, SandboxKind
from govern.policy.target import Command, Incomplete, InProcess, Sandbox
from govern.servers.bubblewrap import LIMITS, SYSTEM, bubblewrapped, is_below, needs_network, with_filter
from govern.servers.spawning import find_executable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.contract.launchers import Launch
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
    if sys.platform != "win32" and sandbox.kind == SandboxKind.BWRAP:
        from govern.servers.watchdog import announcement

        boxed = bubblewrapped(command, sandbox.read, os.environ, root=_is_root())
        words = with_filter(boxed, network=needs_network(command), before=f"{announcement()} && ")
        return replace(boxed, argv=words)

    return contained(command, sandbox, f"govern-{uuid.uuid4().hex}")


def hidden_path(command: Command, sandbox: Sandbox) -> Path | None:
    """Return the first file or folder that a command names, that exists, and that the sandbox does not show."""
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
    if kind == SandboxKind.BWRAP and sys.platform != "linux":
        return "start servers in containers: --sandbox docker or --sandbox podman"
    if kind == SandboxKind.BWRAP:
        return (
            "install bubblewrap 0.8 or later (`apt install bubblewrap util-linux`), and let users create user "
            f"namespaces: see {docs_url('sandbox.md#if-bubblewrap-does-not-work')}"
        )
    return f"start {kind}, or choose another --sandbox"


def _is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0


_IMAGES = {
    **dict.fromkeys(("npx", "npm", "node"), "node:lts-slim"),
    **dict.fromkeys(("uvx", "uv"), "astral/uv:python3.12-bookworm-slim"),
    **dict.fromkeys(("python", "python3"), "python:3.12-slim"),
    **dict.fromkeys(("bunx", "bun"), "oven/bun:slim"),
    "deno": "denoland/deno:latest",
}
_WALLS = (
    "run --rm --interactive --init --read-only --cap-drop ALL --security-opt no-new-privileges --user 65534:65534 "
    "--hostname sandbox --log-driver none --env HOME=/tmp"
)
_HOME = "/tmp:rw,exec,nosuid,nodev,mode=1777,size=1g"  # noqa: S108 - the container's own
# Podman would first copy what the image has there.
_HOMES = {SandboxKind.DOCKER: _HOME, SandboxKind.PODMAN: f"{_HOME},notmpcopyup"}
# Of the options of a server's own `docker run`, those that do not reach beyond its container.
_KEPT = frozenset({"--entrypoint", "--platform"})
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
# Variables by which the client itself would be loaded, or reach another host.
_OF_THE_CLIENT = re.compile(r"(?:LD|DYLD|DOCKER|CONTAINERS?)_|(?:HTTPS?|ALL)_PROXY$", re.IGNORECASE)


def contained(command: Command, sandbox: Sandbox, name: str) -> Command:
    """Return the command that runs a command in a container of this name."""
    engine = str(sandbox.kind)
    launch = launch_of(list(command.argv))
    own = launch if launch and launch.launcher.kind == "image" and launch.main else None
    folder = str(command.cwd) if is_below(command.cwd, sandbox.read) else "/tmp"  # noqa: S108 - the container's own
    words = [engine, *_WALLS.split(), "--tmpfs", _HOMES[sandbox.kind], "--workdir", folder, "--name", name, *_limits()]
    words += ["--network", "bridge" if _networked(command, own) else "none"]
    words += [word for path in sandbox.read for word in ("--mount", _mount(path))]
    variables = {**(_own_variables(own) if own else {}), **command.env}
    passed, arguments = _variables(variables)
    words += arguments
    if own:
        kept = [word for option, value in own.options if option in _KEPT for word in (option, value)]
        words += [*kept, _named_image(command.image or own.main[0]), *own.rest]
    else:
        words += [_named_image(command.image or _default_image(command.argv[0])), *command.argv]
    return Command(tuple(words), command.cwd, passed, cleanup=(engine, "rm", "--force", name))


def _limits() -> list[str]:
    memory = str(LIMITS["data"])
    whole = ["--pids-limit", str(LIMITS["nproc"]), "--memory", memory, "--memory-swap", memory]
    whole += ["--oom-score-adj", "1000"]
    single = [("--ulimit", f"{name}={LIMITS[name]}:{LIMITS[name]}") for name in ("cpu", "fsize", "core")]
    return [*whole, *(word for pair in single for word in pair)]


def _networked(command: Command, own: Launch | None) -> bool:
    """Return whether the container gets a network; an image is fetched by the engine, and not by the container."""
    return bool(command.network) if own else needs_network(command)


def _mount(path: Path) -> str:
    if re.search(r"[,\"\n]", str(path)):
        raise ServerNotStarted(f"a container cannot read {str(path)!r}: the path has a comma or a quote")
    return f"type=bind,source={path},target={path},readonly"


def _own_variables(launch: Launch) -> dict[str, str]:
    """Return the variables that the server's own `docker run` sets; those without a value are in its table."""
    pairs = [value.partition("=") for option, value in launch.options if option in ("-e", "--env")]
    return {name: value for name, sign, value in pairs if sign}


def _variables(variables: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return the environment of the engine's client, and the arguments that pass variables to the container.

    Other users can read arguments, so a secret goes through the client's environment; nothing else does, because the
    client itself reads variables such as DOCKER_HOST.
    """
    hidden: dict[str, str] = {}
    arguments: list[str] = []
    for name, value in variables.items():
        if not _NAME.fullmatch(name):
            raise ServerNotStarted(f"a sandbox cannot set the variable {name!r}", hint="rename it in `env`")
        if holds_secret(name, value) and not _OF_THE_CLIENT.match(name) and name not in os.environ:
            hidden[name] = value
            arguments += ["--env", name]
        else:
            arguments += ["--env", f"{name}={value}"]
    return hidden, arguments


def _named_image(name: str) -> str:
    """Return the name of an image; what the engine would read as one of its options takes the walls down."""
    if not IMAGE.fullmatch(name):
        raise ServerNotStarted(f"{name!r} is not the name of an image, such as acme/books:1.2")
    return name


def _default_image(program: str) -> str:
    found = _IMAGES.get(PurePath(program).name)
    if found is None:
        raise ServerNotStarted(
            f"no image is known for {program!r}", hint='name one for this server: sandbox = { image = "IMAGE" }'
        )
    return found
