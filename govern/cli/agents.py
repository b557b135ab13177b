"""The commands for agents: hook, mcp."""

import gc
import os
import sys
from pathlib import Path
from shutil import which
from typing import Annotated

from govern.cli.options import Argument, ConfigOption, LockOption, Option
from govern.cli.terminal import say
from govern.errors import Exit, UsageError
from govern.report.terminal.page import shown
from govern.serve.hook import CLIENTS, LOCK, find_lock

Client = Annotated[str | None, Argument(metavar="CLIENT", help=f"{', '.join(CLIENTS)}.")]
Install = Annotated[bool, Option("--install", help="Add the hook to the client's settings.")]
Uninstall = Annotated[bool, Option("--uninstall", help="Remove the hook from the client's settings.")]
Project = Annotated[bool, Option("--project", help="Change the settings of this project. Default.")]
User = Annotated[bool, Option("--user", help="Change your own settings, for all projects.")]


def hook(
    client: Client = None,
    install: Install = False,
    uninstall: Uninstall = False,
    project: Project = False,
    user: User = False,
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
    folder = Path.home() if user else Path(lock or LOCK).absolute().parent
    file = hook_settings.settings_file(client, folder, os.environ, user=user)
    if not install:
        changed = hook_settings.uninstall(client, file)
        say(f"{'removed the hook from' if changed else 'no hook in'} {shown(str(file))}\n")
    elif which("govern") is None:
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
