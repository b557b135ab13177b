"""The stdio front: one client, with a message on each line of stdin and stdout."""

from __future__ import annotations

import asyncio
import os
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO, Final

from govern.contract import json_text
from govern.errors import ContractInvalid
from govern.servers.connections import cancel_on_signal
from govern.servers.messages import ErrorCode, encode_message, error_response

if TYPE_CHECKING:
    from govern.serve.gateway import Gateway
    from govern.serve.session import GatewaySession
    from govern.servers.messages import Message

_LONGEST_LINE: Final = 64 * 1024 * 1024
_TOO_LONG: Final = b"too long"
# The reader waits while this many lines are unread.
_MAX_UNREAD: Final = 16
# A client that closes stdin may still read what it asked for.
_LAST_ANSWERS: Final = 2.0


def serve_stdio(gateway: Gateway, read: int = 0, write: int = 1) -> None:
    """Serve the client at these file descriptors until it closes stdin; raise Interrupted after an ending signal."""
    asyncio.run(_serve(gateway, read, write))


async def _serve(gateway: Gateway, read: int, write: int) -> None:
    with os.fdopen(os.dup(write), "wb", buffering=0) as output, cancel_on_signal():
        async with gateway:
            await _relay_lines(gateway, read, output)


async def _relay_lines(gateway: Gateway, read: int, output: BinaryIO) -> None:
    """Pass each line to the session, until stdin ends or stdout is closed."""
    lines: asyncio.Queue[bytes] = asyncio.Queue(_MAX_UNREAD)
    gone = asyncio.get_running_loop().create_future()

    async def send(message: Message) -> None:
        try:
            await asyncio.to_thread(_write_all, output, encode_message(message) + b"\n")
        except OSError:
            if not gone.done():
                gone.set_result(None)

    session = gateway.open_session(send)
    # A read of stdin cannot be cancelled on every system, so it has a thread that does not delay the end.
    loop = asyncio.get_running_loop()
    threading.Thread(target=_read_lines, args=(read, lines, loop), daemon=True).start()
    reader = asyncio.create_task(_handle_lines(lines, session))
    try:
        await asyncio.wait([reader, gone], return_when=asyncio.FIRST_COMPLETED)
        if not gone.done():
            await session.finish(_LAST_ANSWERS)
    finally:
        reader.cancel()
        await asyncio.gather(reader, return_exceptions=True)
        await session.close()


async def _handle_lines(lines: asyncio.Queue[bytes], session: GatewaySession) -> None:
    while line := await lines.get():
        if not line.strip():
            continue
        try:
            message = json_text.decode(line)
        except ContractInvalid as error:
            too_long = f"a message may have at most {_LONGEST_LINE:,} bytes"
            session.notify(
                error_response(None, ErrorCode.PARSE_ERROR, too_long if line == _TOO_LONG else error.message)
            )
            continue
        for each in message if isinstance(message, list) else [message]:
            if isinstance(each, dict) and each.get("jsonrpc") == "2.0":
                await session.handle(each)
            else:
                session.notify(error_response(None, ErrorCode.INVALID_REQUEST, "not a JSON-RPC 2.0 message"))


def _read_lines(read: int, lines: asyncio.Queue[bytes], loop: asyncio.AbstractEventLoop) -> None:
    # After the end of the loop nobody waits for a line.
    with suppress(RuntimeError, OSError), os.fdopen(read, "rb", closefd=False) as stream:
        line = b"\n"
        while line:
            line = _read_line(stream)
            asyncio.run_coroutine_threadsafe(lines.put(line), loop).result()


def _read_line(stream: BinaryIO) -> bytes:
    """Return the next line; of one that is too long nothing, since a part of it may look like another message."""
    line = part = stream.readline(_LONGEST_LINE)
    while len(part) == _LONGEST_LINE and not part.endswith(b"\n"):
        line, part = _TOO_LONG, stream.readline(_LONGEST_LINE)
    return line


def _write_all(output: BinaryIO, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[output.write(view) :]
