"""A gateway's HTTP endpoint on a free port, and a client that speaks plain HTTP to it."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx2

from govern.policy.settings import ServeHttp
from govern.serve.http_oauth import TokenCheck
from govern.serve.http_security import StaticTokens
from govern.serve.http_server import HttpOptions, serve_http
from govern.servers.messages import Message

ANN, BEN = "ann-s3cr3t-t0k3n-of-hers", "ben-s3cr3t-t0k3n-of-his"
JSON = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}},
}


def call(request_id: int | str, name: str, token: int | str | None = None, **arguments: Any) -> Message:
    meta = {} if token is None else {"_meta": {"progressToken": token}}
    params = {"name": name, "arguments": arguments, **meta}
    return {"jsonrpc": "2.0", "id": request_id, "method": "tools/call", "params": params}


def tokens(*known: str) -> TokenCheck:
    return StaticTokens(known, "the test")


class Client:
    """A client of one session, which keeps nothing but the session's ID and the token."""

    def __init__(self, http: httpx2.AsyncClient, url: str, token: str | None = None) -> None:
        self.http = http
        self.url = url
        self.headers = JSON | ({"authorization": f"Bearer {token}"} if token else {})

    async def post(self, message: object, **headers: str) -> httpx2.Response:
        content = message if isinstance(message, bytes) else json.dumps(message).encode()
        return await self.http.post(self.url, content=content, headers=self.headers | headers)

    async def initialize(self) -> str:
        response = await self.post(INITIALIZE)
        assert response.status_code == 200, response.text
        self.headers = self.headers | {"mcp-session-id": response.headers["mcp-session-id"]}
        return str(response.headers["mcp-session-id"])

    async def ask(self, message: Message) -> list[Message]:
        """Return the messages of the response to a request."""
        response = await self.post(message)
        assert response.status_code == 200, response.text
        if response.headers["content-type"] == "application/json":
            return [response.json()]
        return [json.loads(line[6:]) for line in response.text.splitlines() if line.startswith("data: ")]


@asynccontextmanager
async def listening(
    gateway: Any, check: TokenCheck | None = None, **settings: Any
) -> AsyncIterator[Callable[..., Client]]:
    """Serve a gateway, and yield what makes clients of an endpoint."""
    stop, url = asyncio.Event(), asyncio.get_running_loop().create_future()
    options = HttpOptions("127.0.0.1", 0, check, settings=ServeHttp(**settings))
    serving = asyncio.create_task(serve_http(gateway, options, stop, url.set_result))
    async with httpx2.AsyncClient(timeout=20, trust_env=False) as http:
        await asyncio.wait((serving, url), return_when=asyncio.FIRST_COMPLETED)
        if serving.done():
            serving.result()
        try:
            yield lambda token=None, path="": Client(http, url.result() + path, token)
        finally:
            stop.set()
            await serving


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))
