"""Clients of a gateway: sessions in this process that keep what they are sent."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from govern.commands.serve import ServedProject, gateway_options
from govern.lockfile.document import Lock
from govern.policy.config import Config, load_config
from govern.policy.target import Target
from govern.serve.gateway import Gateway, GatewayOptions
from govern.serve.session import GatewaySession
from tests.desk import Desk

PUPPET = [sys.executable, "-I", "-S", str(Path(__file__).parents[1] / "endpoints" / "puppet.py")]
STATELESS = "2026-07-28"
Answer = dict[str, Any]


def tool(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": {"type": "object"}} | fields


def puppet(desk: Desk, name: str, *tools: str | dict[str, Any], **capture: Any) -> None:
    """Write what a puppet lists from now on."""
    listed = [tool(each) if isinstance(each, str) else each for each in tools]
    desk.write(f"{name}.json", json.dumps({"tools": listed} | capture))


def puppets(desk: Desk, *names: str, more: str = "", keys: str = "") -> Lock:
    """Configure puppets and lock them."""
    tables = [f"[servers.{name}]\ncommand = {json.dumps([*PUPPET, f'{name}.json'])}\n{keys}\n" for name in names]
    desk.write("govern.toml", "".join(tables) + more)
    desk.ok("lock")
    return desk.lock


@dataclass
class Client:
    """A client with its own ids; `unasked` is everything but the responses that it waited for."""

    session: GatewaySession = field(init=False)
    unasked: list[Answer] = field(default_factory=list)
    replies: dict[str, Callable[[Answer], Answer]] = field(default_factory=dict)
    meta: dict[str, Any] = field(default_factory=dict)
    _waiting: dict[int | str, asyncio.Future[Answer]] = field(default_factory=dict)
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _last: int = 0

    async def received(self, message: Answer) -> None:
        if "method" not in message:
            self._waiting.pop(message["id"]).set_result(message)
            return
        self.unasked.append(message)
        self._news.set()
        if "id" in message and message["method"] in self.replies:
            reply = self.replies[message["method"]](message)
            await self.session.handle({"jsonrpc": "2.0", "id": message["id"], **reply})

    def start(self, method: str, params: dict[str, Any] | None = None) -> tuple[int, asyncio.Future[Answer]]:
        self._last += 1
        answer = self._waiting[self._last] = asyncio.get_running_loop().create_future()
        params = (params or {}) | ({"_meta": self.meta | (params or {}).get("_meta", {})} if self.meta else {})
        message = {"jsonrpc": "2.0", "id": self._last, "method": method} | ({"params": params} if params else {})
        self._task = asyncio.ensure_future(self.session.handle(message))
        return self._last, answer

    async def request(self, method: str, params: dict[str, Any] | None = None) -> Answer:
        async with asyncio.timeout(20):
            return await self.start(method, params)[1]

    async def result(self, method: str, **params: Any) -> Any:
        answer = await self.request(method, params)
        assert "result" in answer, answer
        return answer["result"]

    async def call(self, name: str, /, **arguments: Any) -> Any:
        return await self.result("tools/call", name=name, arguments=arguments)

    async def notify(self, method: str, **params: Any) -> None:
        await self.session.handle({"jsonrpc": "2.0", "method": method, "params": params})

    async def until(self, method: str) -> Answer:
        """Return the first message of this method, once it is there."""
        async with asyncio.timeout(20):
            while True:
                if found := [each for each in self.unasked if each["method"] == method]:
                    return found[0]
                self._news.clear()
                await self._news.wait()

    async def initialize(self, **capabilities: Any) -> Any:
        info = {"name": "test", "version": "1"}
        asked = {"protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": info}
        found = await self.result("initialize", **asked)
        await self.notify("notifications/initialized")
        return found


def stateless(**capabilities: Any) -> Client:
    """Return a client of the stateless protocol."""
    prefix = "io.modelcontextprotocol"
    info = {"name": "test", "version": "1"}
    envelope = {"protocolVersion": STATELESS, "clientInfo": info, "clientCapabilities": capabilities}
    return Client(meta={f"{prefix}/{key}": value for key, value in envelope.items()})


@asynccontextmanager
async def gateway(
    desk: Desk, audit: Path | None = None, said: list[str] | None = None, **options: Any
) -> AsyncIterator[Gateway]:
    """Open a gateway to all servers of the desk's config, which records to `audit`; one server has its own names."""
    said = [] if said is None else said

    def options_of(config: Config, served: Sequence[Target]) -> GatewayOptions:
        return replace(gateway_options(config), **{"prefixed": len(served) > 1} | options)

    config = load_config(None, desk.folder)
    project = ServedProject(config, desk.lock_path, (), {}, options_of=options_of, announce=said.append)
    async with Gateway(project, project.audit(audit, record=True)) as found:
        yield found


def join(opened: Gateway, client: Client | None = None, server: str | None = None) -> Client:
    """Connect a client to the gateway."""
    client = client or Client()
    client.session = opened.open_session(client.received, server=server)
    return client
