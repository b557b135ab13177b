"""Receive the redirect that ends a login in the browser: once, on the loopback interface, with the right state."""

from __future__ import annotations

import asyncio
import hmac
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from govern.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

_HOST, _PATH = "127.0.0.1", "/callback"
_MAX_HEAD, _TIMEOUT = 16 * 1024, 10.0
_PAGE = "govern has received the answer. You can close this window and return to the terminal.\n"
_ERRORS = {400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 410: "Gone"}


class Redirect:
    """A receiver of one redirect; all other requests are rejected, and change nothing."""

    def __init__(self) -> None:
        self.port = 0
        self.state = ""
        self._received: asyncio.Future[Mapping[str, str]] = asyncio.get_running_loop().create_future()

    @property
    def uri(self) -> str:
        """Return the redirect URI to register."""
        return f"http://{_HOST}:{self.port}{_PATH}"

    async def parameters(self) -> Mapping[str, str]:
        """Wait for the redirect with this login's state, and return its parameters."""
        return await self._received

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request and close its connection."""
        found: Mapping[str, str] | int = 400
        try:
            async with asyncio.timeout(_TIMEOUT):
                found = self._read(await reader.readuntil(b"\r\n\r\n"))
                writer.write(_response(found))
                await writer.drain()
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, OSError):
            pass
        finally:
            writer.close()
        if not isinstance(found, int) and not self._received.done():
            self._received.set_result(found)

    def _read(self, head: bytes) -> Mapping[str, str] | int:
        """Return the parameters of a request, or the status of its rejection."""
        first, *lines = head.decode("latin-1").split("\r\n")
        method, _, rest = first.partition(" ")
        path, _, query = rest.partition(" ")[0].partition("?")
        hosts = [value.strip() for name, _, value in (line.partition(":") for line in lines) if name.lower() == "host"]
        # Another name for this address belongs to a page that rebinds its own.
        if hosts != [f"{_HOST}:{self.port}"]:
            return 403
        if path != _PATH:
            return 404
        if method != "GET":
            return 405
        pairs = parse_qsl(query, keep_blank_values=True)
        given = dict(pairs)
        if len(given) != len(pairs) or not self._has_state(given) or not given.keys() & {"code", "error"}:
            return 400
        return 410 if self._received.done() else given

    def _has_state(self, given: Mapping[str, str]) -> bool:
        return bool(self.state) and hmac.compare_digest(given.get("state", "").encode(), self.state.encode())


@asynccontextmanager
async def receive_redirect(port: int) -> AsyncIterator[Redirect]:
    """Yield a receiver on this port, or on a free one for 0, and close it at the end."""
    redirect = Redirect()
    try:
        server = await asyncio.start_server(redirect.serve, _HOST, port, limit=_MAX_HEAD)
    except OSError as error:
        raise UsageError(
            f"port {port} cannot be opened: {error.strerror}", hint="choose another one: --port N"
        ) from None
    redirect.port = server.sockets[0].getsockname()[1]
    try:
        yield redirect
    finally:
        server.close()


def _response(found: Mapping[str, str] | int) -> bytes:
    """Return a response that repeats nothing of the request."""
    status, body = (f"{found} {_ERRORS[found]}", "") if isinstance(found, int) else ("200 OK", _PAGE)
    lines = [
        f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Content-Type: text/plain; charset=utf-8",
        "Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
        "Content-Security-Policy: default-src 'none'", "Connection: close",
    ]  # fmt: skip
    return "\r\n".join([*lines, "", body]).encode()
