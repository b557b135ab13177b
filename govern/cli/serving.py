"""The commands that enforce the lock at run time: run."""

import gc
import os
from typing import Annotated

from govern.cli.options import Argument, ConfigOption, LockOption
from govern.errors import UsageError


def run(
    name: Annotated[str | None, Argument(metavar="NAME", help="Server in the config and the lock.")] = None,
    config: ConfigOption = None,
    lock_path: LockOption = None,
) -> int:
    """Serve one locked server over stdio; refuse what differs from the lock."""
    from govern.commands.run import RunRequest
    from govern.commands.run import run as flow

    if not name:
        raise UsageError("no server named", hint="run: govern run NAME")
    # `main` switches the garbage collector off for short runs; this one is long.
    gc.enable()
    return flow(RunRequest(name, config, lock_path), os.environ)
