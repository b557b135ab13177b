"""The wire to a child process: one JSON-RPC message a line, on its stdin and stdout."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from govern.errors import ServerError, ServerMisbehaved
from govern.policy.target import Command
from govern.servers.messages import MessageReader, encoded
from govern.servers.process import Child, OutputTail

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from contextlib import AbstractAsyncContextManager

    from govern.policy.target import Target
    from govern.servers.messages import Message, Wire

_KEEP_OFF = "A stdio server must keep its logs off stdout."


class StdioWire:
    """Messages to and from one child; what else it prints is remembered as its last words."""

    protocol: str | None = None

    def __init__(self, child: Child, target: Target, output_tail: OutputTail) -> None:
        self._child = child
        self.reader = MessageReader(target.limits)
        self._limits = target.limits
        self._output_tail = output_tail
        self._junk = 0

    @property
    def evidence(self) -> str:
        """The end of what it said beside the protocol."""
        return self._output_tail.text()

    @property
    def advice(self) -> str:
        """What to do about what it said on stdout, where it said anything there that is no message."""
        return f"It prints to stdout what is no message. {_KEEP_OFF}" if self._junk else ""

    async def send(self, message: Message) -> None:
        """Write one line."""
        await self._child.write(encoded(message) + b"\n")

    async def receive(self) -> Message:
        """The next line that is a message."""
        while True:
            line = await self._child.line()
            if found := await self.reader.read(line.strip()):
                return found
            self._output_tail.add(line + b"\n", "stdout")
            self._junk += len(line) + 1
            if self._junk > self._limits.bytes:
                raise ServerMisbehaved(
                    f"more than {self._limits.bytes} bytes on stdout are no messages",
                    hint=_KEEP_OFF,
                )


def open_stdio(target: Target) -> AbstractAsyncContextManager[Wire]:
    """Start the target's command, and leave nothing of it running."""
    if not isinstance(target.how, Command):
        raise TypeError(target.how)
    return open_child(target, target.how, StdioWire)


@asynccontextmanager
async def open_child(target: Target, command: Command, made: type[StdioWire]) -> AsyncIterator[Wire]:
    """Start a command that serves the target, and yield the wire that is made for it."""
    output_tail = OutputTail(target.secrets)
    child = Child(target.limits, output_tail)
    failure: BaseException | None = None
    try:
        await child.start(command)
        yield made(child, target, output_tail)
    except BaseException as error:
        failure = error
        raise
    finally:
        await child.stop(failed=failure is not None)
        # Only now is all of its stderr heard.
        if isinstance(failure, ServerError):
            failure.evidence = failure.evidence or output_tail.text()
