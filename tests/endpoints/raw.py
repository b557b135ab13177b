"""HTTP servers that send exactly the bytes of a test, and record their requests."""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

HELLO = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "raw", "version": "1"}}
TOOL = {"name": "look", "inputSchema": {"type": "object"}}
NOTHING = b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"


@dataclass(frozen=True)
class Request:
    """A request of one client."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def message(self) -> dict[str, Any]:
        """Return the JSON-RPC message, or an empty one."""
        return json.loads(self.body) if self.body else {}


Writer = asyncio.StreamWriter
Handler = Callable[[Request, Writer], Awaitable[None]]


@dataclass
class RawServer:
    """A running server, and the requests it got."""

    port: int
    heard: list[Request] = field(default_factory=list)
    readers: list[asyncio.StreamReader] = field(default_factory=list)

    @property
    def connected(self) -> int:
        """Return how many clients are connected. A connection that was reset ends with an error and not at its end."""
        return sum(not (reader.at_eof() or reader.exception()) for reader in self.readers)

    def url(self, path: str = "/mcp", scheme: str = "http") -> str:
        """Return the URL of the server."""
        return f"{scheme}://127.0.0.1:{self.port}{path}"


@asynccontextmanager
async def serving(handler: Handler, tls: ssl.SSLContext | None = None) -> AsyncIterator[RawServer]:
    """Run a server whose responses `handler` writes."""
    raw = RawServer(0)
    tasks: set[asyncio.Task[None] | None] = set()

    async def converse(reader: asyncio.StreamReader, writer: Writer) -> None:
        raw.readers.append(reader)
        tasks.add(asyncio.current_task())
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while True:
                request = await _read(reader)
                raw.heard.append(request)
                await handler(request, writer)
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(converse, "127.0.0.1", 0, ssl=tls)
    raw.port = server.sockets[0].getsockname()[1]
    try:
        yield raw
    finally:
        server.close()
        for task in filter(None, tasks):
            task.cancel()
        await asyncio.gather(*filter(None, tasks), return_exceptions=True)


async def _read(reader: asyncio.StreamReader) -> Request:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, path, _ = head[0].split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Request(method, path, headers, body)


def reply(status: str, body: bytes = b"", **headers: str) -> bytes:
    """Return a whole response; underscores in header names become hyphens."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


def answer(request: Request, result: Any, **headers: str) -> bytes:
    """Return the response with a JSON-RPC result."""
    body = json.dumps({"jsonrpc": "2.0", "id": request.message["id"], "result": result}).encode()
    return reply("200 OK", body, Content_Type="application/json", **headers)


def result_for(request: Request, tools: list[Any] | None = None) -> Any:
    """Return the result of a small server for a method."""
    return HELLO if request.message.get("method") == "initialize" else {"tools": [TOOL] if tools is None else tools}


async def small(request: Request, writer: Writer) -> None:
    """Respond as a server with one tool, over streamable HTTP."""
    is_request = "id" in request.message
    writer.write(answer(request, result_for(request)) if is_request else NOTHING)


def always(raw_answer: bytes) -> Handler:
    """Return a handler that always sends the same bytes."""

    async def handler(_request: Request, writer: Writer) -> None:
        writer.write(raw_answer)

    return handler
