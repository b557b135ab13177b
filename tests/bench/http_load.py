"""Many clients of one gateway over HTTP, each with a session and a connection of its own."""

import asyncio
import json
import random
from dataclasses import dataclass, field
from typing import Any

_HEAD = (
    "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    "Accept: application/json, text/event-stream\r\n{session}Content-Length: {length}\r\n\r\n"
)
_TIMEOUT = 60


@dataclass
class _HttpClient:
    """One session; it reads just as much of HTTP as the gateway writes."""

    port: int
    session: str = ""
    number: int = 0
    reader: asyncio.StreamReader = field(init=False)
    writer: asyncio.StreamWriter = field(init=False)

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        client = {"name": "load", "version": "0"}
        params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
        await self.post({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})
        await self.post({"jsonrpc": "2.0", "method": "notifications/initialized"})

    async def post(self, message: object) -> Any:
        """Return the response."""
        body = json.dumps(message).encode()
        session = f"Mcp-Session-Id: {self.session}\r\n" if self.session else ""
        self.writer.write(_HEAD.format(session=session, length=len(body)).encode() + body)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines[1:] if line)
        length = int(headers.get("content-length", 0))
        if not lines[0].startswith("HTTP/1.1 20") or "transfer-encoding" in headers:
            raise RuntimeError(lines[0])
        self.session = self.session or headers["mcp-session-id"]
        return json.loads(await self.reader.readexactly(length)) if length else None


@dataclass
class Load:
    """The calls of all sessions: answered with what they sent, refused with a clear error, or wrong."""

    port: int
    sessions: int
    servers: int
    equal: int = 0
    refused: int = 0
    wrong: int = 0
    sockets_left: int = 0
    _clients: list[_HttpClient] = field(default_factory=list)

    async def run(self, count: int) -> None:
        """Make this many calls in new sessions."""
        await self.open()
        await self.call(count)
        await self.close()

    async def open(self) -> None:
        """Open all sessions."""
        self._clients = [_HttpClient(self.port) for _ in range(self.sessions)]
        await asyncio.gather(*(client.open() for client in self._clients))

    async def call(self, count: int) -> None:
        """Make this many calls, as many in each session."""
        each = count // self.sessions
        await asyncio.gather(*(self._call_one(at, client, each) for at, client in enumerate(self._clients)))

    async def close(self) -> None:
        """Close all connections."""
        for client in self._clients:
            client.writer.close()
        await asyncio.gather(*(client.writer.wait_closed() for client in self._clients))

    async def _call_one(self, at: int, client: _HttpClient, count: int) -> None:
        choice = random.Random(at)
        for _ in range(count):
            client.number += 1
            sent = {"session": at, "call": client.number}
            server = choice.randrange(self.servers)
            params = {"name": f"s{server}__say", "arguments": {"result": {"content": [], "structuredContent": sent}}}
            message = {"jsonrpc": "2.0", "id": client.number, "method": "tools/call", "params": params}
            answer = await asyncio.wait_for(client.post(message), _TIMEOUT)
            self._count(answer, client.number, sent)

    def _count(self, answer: Any, number: int, sent: object) -> None:
        result = answer.get("result", {})
        if answer.get("id") == number and result.get("structuredContent") == sent:
            self.equal += 1
        elif answer.get("id") == number and ("error" in answer or result.get("isError")):
            self.refused += 1
        else:
            self.wrong += 1
