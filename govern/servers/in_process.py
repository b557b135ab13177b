"""Server objects given by a test, run in this process by their own SDK over in-memory streams.

Only the pytest plugin uses this: no time limit interrupts a server that blocks, and it blocks everything else.
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
from govern.servers.messages import MessageReader
from govern.servers.process import OutputTail
from govern.servers.stdio import exception_summary, protocol_server, traceback_tail

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from govern.policy.target import InProcess, Target
    from govern.servers.messages import Message, Wire

_SHUTDOWN = 5.0
_tail: ContextVar[OutputTail | None] = ContextVar("tail", default=None)
_saved_streams: Final[list[tuple[TextIO, TextIO]]] = []


@asynccontextmanager
async def open_object(target: Target) -> AsyncIterator[Wire]:
    """Serve the target's object and yield a wire to it; its lifespan ends with the context."""
    output_tail = OutputTail(target.secrets)
    try:
        with separated_output():
            with output_captured_by(output_tail):
                server = await _resolve_server(target)
            async with _served(server, target, output_tail) as wire:
                yield wire
    except ServerError as error:
        error.evidence = error.evidence or output_tail.text()
        raise


class MemoryWire:
    """A wire to a server task, which converts to and from the SDK's message types."""

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
        """Return the end of its output."""
        return self._output_tail.text()

    async def send(self, message: Message) -> None:
        """Send one message."""
        import anyio

        try:
            await self._outgoing.send(_session_message(message))
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            raise await self._end_error() from None

    async def receive(self) -> Message:
        """Return the next message, parsed from the text that the SDK writes on stdio."""
        import anyio

        while True:
            try:
                got = await self._incoming.receive()
            except (anyio.EndOfStream, anyio.ClosedResourceError):
                raise await self._end_error() from None
            if isinstance(got, Exception):
                raise _error_with_traceback(f"the server failed: {exception_summary(got)}", got)
            if found := await self.reader.read(_sdk_text(got.message).encode("utf-8", "surrogatepass")):
                return found

    async def _end_error(self) -> ServerError:
        await asyncio.wait([self._task])
        error = None if self._task.cancelled() else self._task.exception()
        if error is None:
            return ServerUnreachable("the server stopped")
        if isinstance(error, ServerUnreachable):
            return error
        return _error_with_traceback(f"the server stopped: {exception_summary(error)}", error)


@asynccontextmanager
async def _served(server: Any, target: Target, output_tail: OutputTail) -> AsyncIterator[MemoryWire]:
    from mcp.shared.memory import create_client_server_memory_streams

    async with create_client_server_memory_streams() as ((incoming, outgoing), (theirs_in, theirs_out)):

        async def serve() -> None:
            try:
                with output_captured_by(output_tail):
                    await server.run(theirs_in, theirs_out, server.create_initialization_options())
            except SystemExit as error:
                # In a task this would end the event loop, and the connections of all other servers.
                raise ServerUnreachable(f"the server stopped: it called exit({error.code!r})") from error
            finally:
                await theirs_out.aclose()
                await theirs_in.aclose()

        task = asyncio.create_task(serve())
        try:
            yield MemoryWire(task, incoming, outgoing, target, output_tail)
        finally:
            # The end of its input makes the server end its lifespan; if it does not, it is cancelled.
            await outgoing.aclose()
            await incoming.aclose()
            await asyncio.wait([task], timeout=_SHUTDOWN)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def _resolve_server(target: Target) -> Any:
    """Return the low-level server of the given object, calling it if it is a factory."""
    how = cast("InProcess", target.how)
    try:
        return await protocol_server(how.given, how.reference)
    except (Exception, SystemExit) as error:
        if isinstance(error, ServerError):
            raise
        raise _error_with_traceback(f"cannot create {how.reference}: {exception_summary(error)}", error) from error


def _session_message(message: Message) -> Any:
    import mcp.types
    from mcp.shared.message import SessionMessage

    text = json_text.canonical(message)
    types: Any = mcp.types
    if hasattr(types, "jsonrpc_message_adapter"):
        return SessionMessage(types.jsonrpc_message_adapter.validate_json(text, by_name=False))
    return SessionMessage(types.JSONRPCMessage.model_validate_json(text))


def _sdk_text(message: Any) -> str:
    """Return a message as the SDK's own stdio server writes it."""
    import mcp.types

    is_v2 = hasattr(mcp.types, "jsonrpc_message_adapter")
    return str(message.model_dump_json(by_alias=True, exclude_unset=is_v2, exclude_none=not is_v2))


def _error_with_traceback(message: str, error: BaseException) -> ServerUnreachable:
    return ServerUnreachable(message, evidence=traceback_tail(error))


class _SeparatedStream(io.TextIOBase):
    """A stream that keeps what a server's tasks write, and passes everything else on to `other`."""

    encoding = "utf-8"

    def __init__(self, other: TextIO) -> None:
        self._other = other

    def write(self, text: str) -> int:
        tail = _tail.get()
        if tail is None:
            return self._other.write(text)
        tail.add(text.encode("utf-8", "replace"))
        return len(text)

    def flush(self) -> None:
        self._other.flush()

    def isatty(self) -> bool:
        return _tail.get() is None and self._other.isatty()

    def fileno(self) -> int:
        return self._other.fileno()


@contextmanager
def separated_output() -> Iterator[None]:
    """Separate the output of servers from other output, until the last of these contexts ends.

    Output of a server's own threads still goes to stderr.
    """
    _saved_streams.append((sys.stdout, sys.stderr))
    if len(_saved_streams) == 1:
        sys.stdout = sys.stderr = _SeparatedStream(sys.stderr)
    try:
        yield
    finally:
        first = _saved_streams[0]
        _saved_streams.pop()
        if not _saved_streams:
            sys.stdout, sys.stderr = first


@contextmanager
def output_captured_by(output_tail: OutputTail) -> Iterator[None]:
    """Add what this task, and the tasks that it starts, print to `output_tail`."""
    token = _tail.set(output_tail)
    try:
        yield
    finally:
        _tail.reset(token)
