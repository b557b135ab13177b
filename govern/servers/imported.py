"""Servers named as `module:object`, imported and served by their own SDK in a child interpreter of ours.

What the module prints, how long it takes and how it ends stays there: to us it is a server over stdio like any other.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

from govern.errors import ServerError, ServerUnreachable
from govern.policy.target import Command
from govern.servers.objects import imported, last_lines, server_of, summary
from govern.servers.spawning import own_interpreter
from govern.servers.stdio import StdioWire, open_child

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from govern.policy.target import InProcess, Target
    from govern.servers.wire import Message, Wire

# Sent by the child in place of an answer: why it has none.
_FAILED = "govern/failed"
_LONGEST_REASON = 2_000


@asynccontextmanager
async def open_imported(target: Target) -> AsyncIterator[Wire]:
    """Start an interpreter that imports the target's object with our environment, and yield a wire to it."""
    how = cast("InProcess", target.how)
    argv = (*own_interpreter(__name__), how.reference, str(how.root))
    async with open_child(target, Command(argv, Path.cwd(), dict(os.environ)), ImportedWire) as wire:
        yield wire


class ImportedWire(StdioWire):
    """A wire to the child, which also says why it cannot serve."""

    async def receive(self) -> Message:
        """Return the next message."""
        message = await super().receive()
        if message.get("method") == _FAILED:
            raise ServerUnreachable(**message["params"])
        return message


def main() -> None:
    """Serve the object named on the command line; its own standard streams are /dev/null and our stderr."""
    reference, root = sys.argv[1:]
    del sys.argv[1:]
    with (
        os.fdopen(os.dup(0), encoding="utf-8") as incoming,
        os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n") as outgoing,
    ):
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        # Lines are heard also of a process that is killed.
        cast("Any", sys.stdout).reconfigure(line_buffering=True)
        asyncio.run(_serve(reference, root, incoming, outgoing))


async def _serve(reference: str, root: str, incoming: TextIO, outgoing: TextIO) -> None:
    def fail(reason: str, error: BaseException | None = None, hint: str = "") -> None:
        params = {"message": reason[:_LONGEST_REASON], "hint": hint}
        # The module may have closed any stream.
        with suppress(OSError, ValueError):
            if error is not None and not isinstance(error, ServerError):
                os.write(2, last_lines(error).encode("utf-8", "replace"))
            outgoing.write(json.dumps({"jsonrpc": "2.0", "method": _FAILED, "params": params}) + "\n")
            outgoing.flush()

    try:
        with imported(reference, root) as found:
            server = await server_of(found, reference)
    except ServerError as error:
        return fail(error.message, error, error.hint)
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is told
        looked = f"Modules are looked for in {root} first, then where govern is installed."
        hint = looked if isinstance(error, ModuleNotFoundError) else ""
        return fail(f"{reference} cannot be imported: {summary(error)}", error, hint)

    import anyio
    from mcp.server.stdio import stdio_server

    async with stdio_server(cast("Any", anyio.wrap_file(incoming)), cast("Any", anyio.wrap_file(outgoing))) as streams:
        try:
            await server.run(*streams, server.create_initialization_options())
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is told
            fail(f"it stopped serving: {summary(error)}", error)
        else:
            fail("it stopped serving")
