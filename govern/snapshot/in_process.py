"""Servers that are an object in Python: imported here and run by their own SDK, over memory instead of a pipe.

Importing runs the module's code in our process and thread, so no time limit interrupts a module that blocks while it is
imported, and nothing else goes on meanwhile.
"""

from __future__ import annotations

import asyncio
import inspect
import traceback
from contextlib import asynccontextmanager, nullcontext
from typing import cast

from govern.contract import json_text
from govern.errors import ServerUnreachable, SnapshotError
from govern.snapshot.imported import imported
from govern.snapshot.last_words import LastWords
from govern.snapshot.messages import MessageReader
from govern.snapshot.prints import divided_output, heard_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Any

    from govern.policy.target import InProcess, Target
    from govern.snapshot.wire import Message, Wire

# What an SDK's servers for people keep their protocol server in: MCPServer (v2), FastMCP (v1).
_INNER = ("_lowlevel_server", "_mcp_server")
_FAREWELL = 5.0
_TRACEBACK = 12


@asynccontextmanager
async def open_object(target: Target) -> AsyncIterator[Wire]:
    """Import the target's object, serve it, and yield a wire to it; its lifespan is left at the end."""
    last_words = LastWords(target.secrets)
    try:
        with divided_output():
            with heard_by(last_words):
                server = await _server(target)
            async with _served(server, target, last_words) as wire:
                yield wire
    except SnapshotError as error:
        error.evidence = error.evidence or last_words.text()
        raise


class MemoryWire:
    """Messages to and from a server task, in and out of the SDK's own message types."""

    protocol: str | None = None

    def __init__(
        self, task: asyncio.Task[None], incoming: Any, outgoing: Any, target: Target, last_words: LastWords
    ) -> None:
        self._task = task
        self._incoming = incoming
        self._outgoing = outgoing
        self._target = target
        self._last_words = last_words
        self.reader = MessageReader(target.limits)

    @property
    def evidence(self) -> str:
        """The end of what it printed."""
        return self._last_words.text()

    async def send(self, message: Message) -> None:
        """Hand over one message."""
        import anyio

        try:
            await self._outgoing.send(_session_message(message))
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            raise await self._gone() from None

    async def receive(self) -> Message:
        """The next message, through the same text as on stdio, so that both say the same."""
        import anyio

        while True:
            try:
                got = await self._incoming.receive()
            except (anyio.EndOfStream, anyio.ClosedResourceError):
                raise await self._gone() from None
            if isinstance(got, Exception):
                raise _failed(self._target, f"it cannot go on: {_summary(got)}", got)
            if found := await self.reader.read(_text(got.message).encode("utf-8", "surrogatepass")):
                return found

    async def _gone(self) -> SnapshotError:
        await asyncio.wait([self._task])
        error = None if self._task.cancelled() else self._task.exception()
        if error is None:
            return ServerUnreachable("it stopped serving")
        if isinstance(error, ServerUnreachable):
            return error
        return _failed(self._target, f"it stopped serving: {_summary(error)}", error)


@asynccontextmanager
async def _served(server: Any, target: Target, last_words: LastWords) -> AsyncIterator[MemoryWire]:
    from mcp.shared.memory import create_client_server_memory_streams

    async with create_client_server_memory_streams() as ((incoming, outgoing), (theirs_in, theirs_out)):

        async def serve() -> None:
            try:
                with heard_by(last_words):
                    await server.run(theirs_in, theirs_out, server.create_initialization_options())
            except SystemExit as error:
                # From a task this would end the event loop, and with it every other server's visit.
                raise ServerUnreachable(f"it called exit({error.code!r})") from error
            finally:
                await theirs_out.aclose()
                await theirs_in.aclose()

        task = asyncio.create_task(serve())
        try:
            yield MemoryWire(task, incoming, outgoing, target, last_words)
        finally:
            # The end of its input lets it leave its lifespan; only one that does not is cancelled.
            await outgoing.aclose()
            await incoming.aclose()
            await _ended(task)


async def _ended(task: asyncio.Task[None]) -> None:
    await asyncio.wait([task], timeout=_FAREWELL)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def _server(target: Target) -> Any:
    """The protocol server that the reference means, made by calling where it is a factory."""
    how = cast("InProcess", target.how)
    try:
        with nullcontext(how.given) if how.given is not None else imported(how.reference, how.root) as found:
            made = found if _protocol_server(found) or not callable(found) else found()
            if inspect.isawaitable(made):
                made = await made
    except (Exception, SystemExit) as error:
        if isinstance(error, SnapshotError):
            raise
        raise _failed(target, f"{how.reference} cannot be imported: {_summary(error)}", error) from error
    if server := _protocol_server(made):
        return server
    raise ServerUnreachable(
        f"{how.reference} is {_described(made)}, not an MCP server",
        hint="Name an MCPServer, FastMCP or low-level Server object, or a function without arguments that makes one.",
    )


def _protocol_server(found: Any) -> Any:
    if isinstance(found, type):
        return None
    inner = next((getattr(found, name) for name in _INNER if hasattr(found, name)), found)
    return inner if hasattr(inner, "run") and hasattr(inner, "create_initialization_options") else None


def _session_message(message: Message) -> Any:
    import mcp.types
    from mcp.shared.message import SessionMessage

    text = json_text.canonical(message)
    types: Any = mcp.types
    if hasattr(types, "jsonrpc_message_adapter"):
        return SessionMessage(types.jsonrpc_message_adapter.validate_json(text, by_name=False))
    return SessionMessage(types.JSONRPCMessage.model_validate_json(text))


def _text(message: Any) -> str:
    """As the SDK's own stdio server writes it."""
    import mcp.types

    second = hasattr(mcp.types, "jsonrpc_message_adapter")
    return str(message.model_dump_json(by_alias=True, exclude_unset=second, exclude_none=not second))


def _failed(target: Target, message: str, error: BaseException) -> ServerUnreachable:
    hint = ""
    if isinstance(error, ModuleNotFoundError):
        hint = f"Modules are looked for in {cast('InProcess', target.how).root} first, then where govern is installed."
    lines = "".join(traceback.format_exception(error)).splitlines()[-_TRACEBACK:]
    return ServerUnreachable(message, hint=hint, evidence="\n".join(lines))


def _summary(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def _described(found: object) -> str:
    return f"the class {found.__name__}" if isinstance(found, type) else f"of type {type(found).__name__}"
