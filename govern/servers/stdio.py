"""The stdio transport: one JSON-RPC message per line on the stdin and stdout of a child process."""

from __future__ import annotations

from contextlib import asynccontextmanager
from shlex import quote
from typing import TYPE_CHECKING

from govern.errors import ServerError, ServerMisbehaved, ServerUnreachable
from govern.policy.target import Command
from govern.servers.messages import MessageReader, encode_message
from govern.servers.process import Child, OutputTail

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from contextlib import AbstractAsyncContextManager

    from govern.policy.target import Target
    from govern.servers.messages import Message, Wire

_LOG_TO_STDERR = "a stdio server must write its logs to stderr"


class StdioWire:
    """A wire to one child process; output outside the protocol is kept as evidence."""

    protocol: str | None = None

    def __init__(self, child: Child, target: Target, output_tail: OutputTail) -> None:
        self._child = child
        self.reader = MessageReader(target.limits)
        self._limits = target.limits
        self._output_tail = output_tail
        self._stray_bytes = 0

    @property
    def evidence(self) -> str:
        """Return the end of its output outside the protocol."""
        return self._output_tail.text()

    @property
    def pid(self) -> int | None:
        """Return the id of the process."""
        return self._child.pid

    @property
    def advice(self) -> str:
        """Return a hint if the server wrote something other than messages to stdout, else an empty string."""
        return f"it wrote non-protocol output to stdout; {_LOG_TO_STDERR}" if self._stray_bytes else ""

    async def send(self, message: Message) -> None:
        """Write one message as a line."""
        await self._child.write(encode_message(message) + b"\n")

    async def receive(self) -> Message:
        """Return the next line that is a message."""
        while True:
            line = await self._child.line()
            if found := await self.reader.read(line.strip()):
                return found
            self._output_tail.add(line + b"\n")
            self._stray_bytes += len(line) + 1
            if self._stray_bytes > self._limits.bytes:
                raise ServerMisbehaved(
                    f"more than {self._limits.bytes} bytes of non-protocol output on stdout",
                    hint=_LOG_TO_STDERR,
                )


def open_stdio(target: Target) -> AbstractAsyncContextManager[Wire]:
    """Return a context manager that starts the target's command and ends everything it started."""
    if not isinstance(target.how, Command):
        raise TypeError(target.how)
    return open_child(target, target.how, StdioWire)


@asynccontextmanager
async def open_child(target: Target, command: Command, wire: type[StdioWire]) -> AsyncIterator[Wire]:
    """Start a command that serves the target, and yield a wire of the given class to it."""
    started = command
    if command.bundle:
        from govern.servers.bundles import provide_bundle

        await provide_bundle(command.bundle)
    if target.sandbox:
        from govern.servers.sandbox import sandboxed

        command = sandboxed(command, target.sandbox)
    output_tail = OutputTail(target.secrets)
    child = Child(target.limits, output_tail)
    failure: BaseException | None = None
    try:
        await child.start(command)
        yield wire(child, target, output_tail)
    except BaseException as error:
        failure = error
        raise
    finally:
        await child.stop(failed=failure is not None)
        # Only now is its stderr complete.
        if isinstance(failure, ServerError):
            failure.evidence = failure.evidence or output_tail.text()
            _name_hidden_path(failure, started, target)


def _name_hidden_path(failure: ServerError, command: Command, target: Target) -> None:
    """Add to the failure of a sandboxed server the file that its command names and that it cannot read."""
    if target.sandbox is None or not isinstance(failure, ServerUnreachable) or not isinstance(target.how, Command):
        return
    from govern.servers.sandbox import hidden_path

    if hidden := hidden_path(command, target.sandbox):
        folder = hidden if hidden.is_dir() else hidden.parent
        # In the message, since a fleet stores no hints.
        failure.message = f"{failure.message}; the sandbox hides {hidden}, --sandbox-read {quote(str(folder))} shows it"
