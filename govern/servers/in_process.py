"""Server objects that a test holds in its hands, run in our process by their own SDK, over memory instead of a pipe.

Only the pytest plugin does this: no time limit interrupts a server that blocks, and nothing else goes on meanwhile.
"""

from __future__ import annotations

import asyncio
import io
import sys
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final, TextIO, cast

from govern.contract import json_text
from govern.errors import ServerError, ServerUnreachable
from govern.servers.imported import exception_summary, protocol_server, traceback_tail
from govern.servers.messages import MessageReader
from govern.servers.process import OutputTail

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from govern.policy.target import InProcess, Target
    from govern.servers.messages import Message, Wire

_FAREWELL = 5.0


@asynccontextmanager
async def open_object(target: Target) -> AsyncIterator[Wire]:
    """Serve the target's object and yield a wire to it; its lifespan is left at the end."""
    output_tail = OutputTail(target.secrets)
    try:
        with redirected_output():
            with output_kept_in(output_tail):
                server = await _server(target)
            async with _served(server, target, output_tail) as wire:
                yield wire
    except ServerError as error:
        error.evidence = error.evidence or output_tail.text()
        raise


class MemoryWire:
    """Messages to and from a server task, in and out of the SDK's own message types."""

    protocol: str | None = None

    def __init__(
        self, task: asyncio.Task[None], incoming: Any, outgoing: Any, target: Target, output_tail: OutputTail
    ) -> None:
        self._task = task
        self._incoming = incoming
        self._outgoing = outgoing
        self._output_tail = output_tail
        self.reader = MessageReader(target.limits)

    @property
    def evidence(self) -> str:
        """The end of what it printed."""
        return self._output_tail.text()

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
                raise _failed(f"it cannot go on: {exception_summary(got)}", got)
            if found := await self.reader.read(_text(got.message).encode("utf-8", "surrogatepass")):
                return found

    async def _gone(self) -> ServerError:
        await asyncio.wait([self._task])
        error = None if self._task.cancelled() else self._task.exception()
        if error is None:
            return ServerUnreachable("it stopped serving")
        if isinstance(error, ServerUnreachable):
            return error
        return _failed(f"it stopped serving: {exception_summary(error)}", error)


@asynccontextmanager
async def _served(server: Any, target: Target, output_tail: OutputTail) -> AsyncIterator[MemoryWire]:
    from mcp.shared.memory import create_client_server_memory_streams

    async with create_client_server_memory_streams() as ((incoming, outgoing), (theirs_in, theirs_out)):

        async def serve() -> None:
            try:
                with output_kept_in(output_tail):
                    await server.run(theirs_in, theirs_out, server.create_initialization_options())
            except SystemExit as error:
                # From a task this would end the event loop, and with it every other server's visit.
                raise ServerUnreachable(f"it called exit({error.code!r})") from error
            finally:
                await theirs_out.aclose()
                await theirs_in.aclose()

        task = asyncio.create_task(serve())
        try:
            yield MemoryWire(task, incoming, outgoing, target, output_tail)
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
    """Return the protocol server of the given object, made by calling it where it is a factory."""
    how = cast("InProcess", target.how)
    try:
        return await protocol_server(how.given, how.reference)
    except (Exception, SystemExit) as error:
        if isinstance(error, ServerError):
            raise
        raise _failed(f"{how.reference} cannot be made: {exception_summary(error)}", error) from error


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


def _failed(message: str, error: BaseException) -> ServerUnreachable:
    return ServerUnreachable(message, evidence=traceback_tail(error))


_listening: ContextVar[OutputTail | None] = ContextVar("listening", default=None)
_ours: Final[list[tuple[TextIO, TextIO]]] = []


class _Divided(io.TextIOBase):
    """What a server's tasks write is overheard; what anyone else writes goes through to `elsewhere`."""

    encoding = "utf-8"

    def __init__(self, elsewhere: TextIO) -> None:
        self._elsewhere = elsewhere

    def write(self, text: str) -> int:
        listening = _listening.get()
        if listening is None:
            return self._elsewhere.write(text)
        listening.add(text.encode("utf-8", "replace"))
        return len(text)

    def flush(self) -> None:
        self._elsewhere.flush()

    def isatty(self) -> bool:
        return _listening.get() is None and self._elsewhere.isatty()

    def fileno(self) -> int:
        return self._elsewhere.fileno()


@contextmanager
def redirected_output() -> Iterator[None]:
    """Until the last of these is left, who prints decides where it goes; a server's own threads reach our stderr."""
    _ours.append((sys.stdout, sys.stderr))
    if len(_ours) == 1:
        sys.stdout = sys.stderr = _Divided(sys.stderr)
    try:
        yield
    finally:
        first = _ours[0]
        _ours.pop()
        if not _ours:
            sys.stdout, sys.stderr = first


@contextmanager
def output_kept_in(output_tail: OutputTail) -> Iterator[None]:
    """Let `output_tail` hear what this task prints in here, and the tasks that it starts."""
    token = _listening.set(output_tail)
    try:
        yield
    finally:
        _listening.reset(token)
