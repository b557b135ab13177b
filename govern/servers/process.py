"""A server's own process: started in a group of its own, heard line by line, gone at the end with all it started."""

from __future__ import annotations

import asyncio
import re
import signal
from collections import deque
from typing import TYPE_CHECKING

from govern.contract import characters
from govern.errors import ServerUnreachable, SurfaceTooLarge
from govern.servers import spawning
from govern.servers.spawning import SPAWN_OPTIONS, Group, has_ended_within

if TYPE_CHECKING:
    from govern.policy.settings import Limits
    from govern.policy.target import Command, Secrets

# Nearly all servers stop within 0.3 s of their stdin's end; one that takes longer has had its chance.
_AFTER_STDIN = 1.0
_AFTER_FAILURE = 0.1
_AFTER_SIGTERM = 0.5
_AFTER_SIGKILL = 1.0
# What may still arrive once the process, or its stdout, has ended.
_AFTERMATH = 0.3
_READ_AHEAD = 1024 * 1024
# After so many lines that were there already other tasks have their turn, and time limits are heard.
_LINES_AT_ONCE = 256


class Child(asyncio.SubprocessProtocol):
    """One running server. asyncio's Process will not do: its `wait` is for pipes that a grandchild may hold open."""

    def __init__(self, limits: Limits, output_tail: OutputTail) -> None:
        self._limits = limits
        self._output_tail = output_tail
        self._transport: asyncio.SubprocessTransport | None = None
        self._group: Group | None = None
        self._lines: deque[bytes] = deque()
        self._partial = bytearray()
        self._waiting = self._taken = 0
        self._deaf = self._too_much = self._stdout_ended = self._over = False
        self._news, self._writable = asyncio.Event(), asyncio.Event()
        self._exited, self._released = asyncio.Event(), asyncio.Event()
        self._writable.set()

    async def start(self, command: Command) -> None:
        """Run the command; raises ServerUnreachable where it cannot be."""
        env = spawning.server_environment(command.env)
        argv = (spawning.resolve_program(command, env), *command.argv[1:])
        loop = asyncio.get_running_loop()
        starting = asyncio.ensure_future(
            loop.subprocess_exec(lambda: self, *argv, cwd=command.cwd, env=env, **SPAWN_OPTIONS)
        )
        try:
            # Cancelled half-way, asyncio may wait for ever for pipes that it has not connected yet; so it never is.
            await asyncio.shield(starting)
        except asyncio.CancelledError:
            await asyncio.wait([starting])
            raise
        except (OSError, ValueError) as error:
            raise spawning.start_error(command, error) from None

    async def write(self, data: bytes) -> None:
        """Say something, and wait while the server does not listen; if it is gone, `line` will say why."""
        stdin = self._stdin()
        if stdin is not None and not stdin.is_closing():
            stdin.write(data)
            await self._writable.wait()

    async def line(self) -> bytes:
        """The next line of its stdout, never longer than an answer may be."""
        while not self._lines:
            if self._too_much:
                raise SurfaceTooLarge(
                    f"one answer is longer than the limit of {self._limits.bytes} bytes",
                    limit="bytes",
                )
            if self._over:
                hint = f"The end of its {self._output_tail.where} may say why."
                raise ServerUnreachable(self._how_it_ended(), hint=hint)
            self._news.clear()
            await self._news.wait()
        line = self._lines.popleft()
        self._taken += 1
        if self._taken % _LINES_AT_ONCE == 0:
            await asyncio.sleep(0)
        self._waiting -= len(line) + 1
        if self._waiting < _READ_AHEAD:
            self._listen(on=True)
        return line

    async def stop(self, *, failed: bool) -> None:
        """Ask it to go, tell it to, force it; and the same for all it leaves behind. One that failed gets less time."""
        if self._transport is None or self._group is None:
            return
        self._deaf = True
        self._listen(on=True)
        try:
            if stdin := self._stdin():
                stdin.close()
            if not await _within(_AFTER_FAILURE if failed else _AFTER_STDIN, self._exited) or self._group.alive():
                self._group.terminate()
                await has_ended_within(self._group, _AFTER_SIGTERM)
        finally:
            self._group.kill()
            await self._release(self._transport)

    async def _release(self, transport: asyncio.SubprocessTransport) -> None:
        """Hear what is left in the pipes, which may hold the reason of a failure, and let go of them."""
        try:
            await _within(_AFTERMATH, self._released)
        finally:
            transport.close()
        await _within(_AFTER_SIGKILL, self._released)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It runs."""
        if isinstance(transport, asyncio.SubprocessTransport):
            self._transport = transport
            self._group = Group(transport.get_pid())

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """It speaks."""
        if fd != 1:
            self._output_tail.add(data)
            return
        if self._deaf:
            return
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._collect(end)
            self._lines.append(bytes(self._partial))
            self._waiting += len(self._partial) + 1
            self._partial.clear()
        self._collect(rest)
        if self._waiting >= _READ_AHEAD:
            self._listen(on=False)
        self._news.set()

    def _collect(self, data: bytes) -> None:
        self._partial += data
        if len(self._partial) > self._limits.bytes:
            self._deaf = self._too_much = True
            self._partial.clear()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        """One of its pipes has ended."""
        if fd == 0:
            self._writable.set()
        if fd == 1:
            self._stdout_ended = True
            self._wind_down()

    def process_exited(self) -> None:
        """It has ended, though what it started may not have."""
        self._exited.set()
        self._wind_down()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        """It has ended, and so have its pipes."""
        self._released.set()

    def pause_writing(self) -> None:
        """It does not read what we say."""
        self._writable.clear()

    def resume_writing(self) -> None:
        """It reads again."""
        self._writable.set()

    def _wind_down(self) -> None:
        """Once both it and its stdout have ended, or one has and the other will not, there is nothing to wait for."""
        if self._stdout_ended and self._exited.is_set():
            self._finish()
        else:
            asyncio.get_running_loop().call_later(_AFTERMATH, self._finish)

    def _finish(self) -> None:
        self._over = True
        self._news.set()

    def _how_it_ended(self) -> str:
        code = self._transport.get_returncode() if self._transport else None
        if code is None:
            how = "closed its stdout and runs on"
        elif code < 0:
            how = f"was ended by signal {-code} ({signal.strsignal(-code)})"
        else:
            how = f"exited with code {code}"
        return f"the server {how}{', in the middle of a message' if self._partial else ''}"

    def _stdin(self) -> asyncio.WriteTransport | None:
        pipe = self._transport.get_pipe_transport(0) if self._transport else None
        return pipe if isinstance(pipe, asyncio.WriteTransport) else None

    def _listen(self, *, on: bool) -> None:
        pipe = self._transport.get_pipe_transport(1) if self._transport else None
        if isinstance(pipe, asyncio.ReadTransport) and not pipe.is_closing():
            if on:
                pipe.resume_reading()
            else:
                pipe.pause_reading()


async def _within(seconds: float, event: asyncio.Event) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    return True


_CHARACTERS = 4_096
_LINES = 40
_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")


class OutputTail:
    """A tail of bytes that never grows, with room so that a secret at its edge is still known as one."""

    def __init__(self, secrets: Secrets) -> None:
        self._secrets = secrets
        self._room = 2 * _CHARACTERS + max(map(_size, secrets.shown_as), default=0)
        self._kept = b""
        self._cut = False
        self._streams: set[str] = set()

    @property
    def where(self) -> str:
        """The streams that it came on."""
        return " and ".join(sorted(self._streams)) or "stderr"

    def add(self, data: bytes, stream: str = "stderr") -> None:
        """Hear more; forget what lies too far back."""
        self._streams.add(stream)
        grown = self._kept + data[-self._room :]
        self._cut = self._cut or len(data) > self._room or len(grown) > self._room
        self._kept = grown[-self._room :]

    def text(self) -> str:
        """The last lines, for people."""
        text = self._kept.decode("utf-8", "replace")
        if self._cut:
            text = self._without_edge(text.lstrip("\N{REPLACEMENT CHARACTER}"))
        plain = _ANSI.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
        lines = self._secrets.redact(plain).rstrip().split("\n")[-_LINES:]
        return characters.visible("\n".join(lines)[-_CHARACTERS:])

    def _without_edge(self, text: str) -> str:
        """Without the end of a secret whose beginning was forgotten."""
        for secret in self._secrets.shown_as:
            for start in range(1, len(secret)):
                if text.startswith(secret[start:]):
                    return text[len(secret) - start :]
        return text


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
