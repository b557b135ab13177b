"""A server's process: started in a group of its own, read line by line, and ended with everything it started."""

from __future__ import annotations

import asyncio
import re
import signal
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from govern.contract import characters
from govern.errors import ServerUnreachable, SurfaceTooLarge
from govern.servers import spawning
from govern.servers.spawning import SPAWN_OPTIONS, Cleanup, ProcessGroup, end_group

if TYPE_CHECKING:
    from govern.policy.server_settings import Limits
    from govern.policy.target import Command, Secrets

# Nearly all servers exit within 0.3 s after their stdin is closed.
_AFTER_STDIN = 1.0
_AFTER_FAILURE = 0.1
_AFTER_SIGTERM = 0.5
_AFTER_SIGKILL = 1.0
# Output may still arrive this long after the process, or its stdout, has ended.
_LATE_OUTPUT = 0.3
_READ_AHEAD = 1024 * 1024
# After this many buffered lines the event loop runs other tasks and checks time limits.
_LINES_AT_ONCE = 256


class Child(asyncio.SubprocessProtocol):
    """A running server process.

    asyncio's own Process is not enough: its `wait` waits for pipes that a grandchild may hold open.
    """

    def __init__(self, limits: Limits, output_tail: OutputTail) -> None:
        self._limits = limits
        self._output_tail = output_tail
        self._transport: asyncio.SubprocessTransport | None = None
        self._group: ProcessGroup | None = None
        self._cleanup: Cleanup | None = None
        self._namespaced = False
        self._lines: deque[bytes] = deque()
        self._partial = bytearray()
        self._buffered = self._read_lines = 0
        self._ignores_output = self._too_long = self._stdout_ended = self._over = False
        self._changed, self._writable = asyncio.Event(), asyncio.Event()
        self._exited, self._released = asyncio.Event(), asyncio.Event()
        self._writable.set()

    async def start(self, command: Command) -> None:
        """Start the command, or raise ServerUnreachable."""
        env = spawning.server_environment(command)
        argv = (spawning.resolve_program(command, env), *command.argv[1:])
        self._cleanup = Cleanup(command.cleanup, env) if command.cleanup else None
        self._namespaced = command.namespaced
        loop = asyncio.get_running_loop()
        starting = asyncio.ensure_future(
            loop.subprocess_exec(lambda: self, *argv, cwd=command.cwd, env=env, **SPAWN_OPTIONS)
        )
        try:
            # If cancelled half-way, asyncio may wait forever for pipes that are not connected yet.
            await asyncio.shield(starting)
        except asyncio.CancelledError:
            await asyncio.wait([starting])
            raise
        except (OSError, ValueError) as error:
            raise spawning.start_error(command, error) from None

    @property
    def pid(self) -> int | None:
        """Return the id of the process, if it was started."""
        return self._transport.get_pid() if self._transport else None

    async def write(self, data: bytes) -> None:
        """Write to stdin, waiting while its buffer is full; if the process has ended, `line` raises the reason."""
        stdin = self._stdin()
        if stdin is not None and not stdin.is_closing():
            stdin.write(data)
            await self._writable.wait()

    async def line(self) -> bytes:
        """Return the next line of stdout, or raise ServerUnreachable if the process has ended."""
        while not self._lines:
            if self._too_long:
                raise SurfaceTooLarge(
                    f"one line of stdout is longer than the limit of {self._limits.bytes} bytes",
                    limit="bytes",
                )
            if self._over:
                silent = "it wrote no output; run its command in a shell to see why"
                raise ServerUnreachable(self._exit_reason(), hint="" if self._output_tail.text() else silent)
            self._changed.clear()
            await self._changed.wait()
        line = self._lines.popleft()
        self._read_lines += 1
        if self._read_lines % _LINES_AT_ONCE == 0:
            await asyncio.sleep(0)
        self._buffered -= len(line) + 1
        if self._buffered < _READ_AHEAD:
            self._read_stdout(on=True)
        return line

    async def stop(self, *, failed: bool) -> None:
        """Close stdin, then send SIGTERM, then kill the process and all it started; a failed process gets less time."""
        if self._transport is None or self._group is None:
            return
        self._ignores_output = True
        self._read_stdout(on=True)
        try:
            if stdin := self._stdin():
                stdin.close()
            await _within(_AFTER_FAILURE if failed else _AFTER_STDIN, self._exited)
            # What is left of a namespace are zombies, which some containers never reap.
            over = self._namespaced and self._exited.is_set()
            await end_group(self._group, 0.0 if over else _AFTER_SIGTERM)
        finally:
            self._group.kill()
            if self._cleanup:
                await self._cleanup.run()
            await self._release(self._transport)

    async def _release(self, transport: asyncio.SubprocessTransport) -> None:
        """Read what is left in the pipes, which may explain a failure, and close them."""
        try:
            await _within(_LATE_OUTPUT, self._released)
        finally:
            transport.close()
        await _within(_AFTER_SIGKILL, self._released)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport and the process group of a started process."""
        if isinstance(transport, asyncio.SubprocessTransport):
            self._transport = transport
            self._group = ProcessGroup(transport.get_pid())

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Buffer the lines of stdout, and keep the end of stderr."""
        if fd != 1:
            self._output_tail.add(data)
            return
        if self._ignores_output:
            return
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._collect(end)
            self._lines.append(bytes(self._partial))
            self._buffered += len(self._partial) + 1
            self._partial.clear()
        self._collect(rest)
        if self._buffered >= _READ_AHEAD:
            self._read_stdout(on=False)
        self._changed.set()

    def _collect(self, data: bytes) -> None:
        self._partial += data
        if len(self._partial) > self._limits.bytes:
            self._ignores_output = self._too_long = True
            self._partial.clear()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        """Note that a pipe was closed."""
        if fd == 0:
            self._writable.set()
        if fd == 1:
            self._stdout_ended = True
            self._finish_soon()

    def process_exited(self) -> None:
        """Note that the process exited; processes that it started may still run."""
        self._exited.set()
        self._finish_soon()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        """Note that the process and all its pipes have ended."""
        self._released.set()

    def pause_writing(self) -> None:
        """Block `write` while the stdin buffer is full."""
        self._writable.clear()

    def resume_writing(self) -> None:
        """Unblock `write`."""
        self._writable.set()

    def _finish_soon(self) -> None:
        """Finish once both the process and its stdout have ended, or shortly after the first of them."""
        if self._stdout_ended and self._exited.is_set():
            self._finish()
        else:
            asyncio.get_running_loop().call_later(_LATE_OUTPUT, self._finish)

    def _finish(self) -> None:
        self._over = True
        self._changed.set()

    def _exit_reason(self) -> str:
        code = self._transport.get_returncode() if self._transport else None
        if code is None:
            how = "closed its stdout while still running"
        elif code < 0:
            how = f"was killed by signal {-code} ({signal.strsignal(-code)})"
        else:
            how = f"exited with code {code}"
        return f"the server {how}{', in the middle of a message' if self._partial else ''}"

    def _stdin(self) -> asyncio.WriteTransport | None:
        pipe = self._transport.get_pipe_transport(0) if self._transport else None
        return pipe if isinstance(pipe, asyncio.WriteTransport) else None

    def _read_stdout(self, *, on: bool) -> None:
        pipe = self._transport.get_pipe_transport(1) if self._transport else None
        if isinstance(pipe, asyncio.ReadTransport) and not pipe.is_closing():
            if on:
                pipe.resume_reading()
            else:
                pipe.pause_reading()


async def _within(seconds: float, event: asyncio.Event) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


_MAX_CHARACTERS = 4_096
_MAX_LINES = 40
_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")


class OutputTail:
    """The end of a server's output outside the protocol: bounded, readable and without secrets.

    It keeps more bytes than it shows, so that a secret at the edge is still recognized.
    """

    def __init__(self, secrets: Secrets) -> None:
        self._secrets = secrets
        sizes = (len(secret.encode("utf-8", "surrogatepass")) for secret in secrets.shown_as)
        self._capacity = 2 * _MAX_CHARACTERS + max(sizes, default=0)
        self._kept = b""
        self._cut = False

    def add(self, data: bytes) -> None:
        """Append output, dropping the oldest bytes."""
        grown = self._kept + data[-self._capacity :]
        self._cut = self._cut or len(data) > self._capacity or len(grown) > self._capacity
        self._kept = grown[-self._capacity :]

    def text(self) -> str:
        """Return the last lines, redacted and printable."""
        text = self._kept.decode("utf-8", "replace")
        if self._cut:
            text = self._without_cut_secret(text.lstrip("\N{REPLACEMENT CHARACTER}"))
        plain = _ANSI.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
        lines = self._secrets.redact(plain).rstrip().split("\n")[-_MAX_LINES:]
        return characters.visible("\n".join(lines)[-_MAX_CHARACTERS:])

    def _without_cut_secret(self, text: str) -> str:
        """Return the text without the end of a secret whose beginning was dropped."""
        for secret in self._secrets.shown_as:
            for start in range(1, len(secret)):
                if text.startswith(secret[start:]):
                    return text[len(secret) - start :]
        return text
