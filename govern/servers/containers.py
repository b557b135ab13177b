"""Put a command into a container of Docker or Podman: read-only, without rights, with limits.

The container is not a child of govern's process, so it has a name, and a command that removes it by this name.
"""

from __future__ import annotations

import os
import re
from pathlib import PurePath
from typing import TYPE_CHECKING

from govern.contract.launchers import launch_of
from govern.errors import ServerNotStarted
from govern.policy.environment import holds_secret
from govern.policy.server_settings import IMAGE, SandboxKind
from govern.policy.target import Command
from govern.servers.bubblewrap import LIMITS, is_below, needs_network

if TYPE_CHECKING:
    from pathlib import Path

    from govern.contract.launchers import Launch
    from govern.policy.target import Sandbox

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
_LOADER = re.compile(r"(?:LD|DYLD)_")


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
    whole = [
        "--pids-limit",
        str(LIMITS["nproc"]),
        "--memory",
        memory,
        "--memory-swap",
        memory,
        "--oom-score-adj",
        "1000",
    ]
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
        if holds_secret(name, value) and not _LOADER.match(name) and name not in os.environ:
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
