"""A gateway with one server that only answers calls, for what concerns HTTP alone."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

from govern.serve.audit import Audit
from govern.servers.messages import Message

Send = Callable[[Message], Awaitable[None]]


class TinyGateway:
    names = ("tiny", "other")

    def __init__(self) -> None:
        self.sessions: list[TinySession] = []
        self.audit = Audit()
        self._changed = asyncio.Event()

    def open_session(self, send: Send, *, server: str | None, owner: str, memory: Any) -> "TinySession":  # noqa: ARG002
        self.sessions.append(TinySession(send, server))
        self._changed.set()
        return self.sessions[-1]

    def menu(self, _: str | None) -> SimpleNamespace:
        region = {"type": "string", "x-mcp-header": "Region"}
        return SimpleNamespace(repeated={"echo": {("region",): region}})

    async def opened(self, count: int) -> None:
        while len(self.sessions) < count:
            self._changed.clear()
            await self._changed.wait()


class TinySession:
    def __init__(self, send: Send, server: str | None) -> None:
        self.send = send
        self.server = server
        self.closed = asyncio.Event()
        self.calls: dict[Any, asyncio.Task[None]] = {}
        self.asked: dict[Any, asyncio.Future[Message]] = {}

    async def handle(self, message: Message) -> None:
        if message.get("method") == "notifications/cancelled":
            self.calls[message["params"]["requestId"]].cancel()
        elif "method" in message and "id" in message:
            self.calls[message["id"]] = asyncio.create_task(self._answer(message))
        elif message.get("id") in self.asked:
            self.asked[message["id"]].set_result(message)

    async def _answer(self, message: Message) -> None:
        params, reply = message.get("params", {}), {"jsonrpc": "2.0", "id": message["id"]}
        if message["method"] == "initialize":
            result: Any = {"protocolVersion": params["protocolVersion"], "capabilities": {}, "serverInfo": {}}
        elif message["method"] == "tools/call":
            result = await getattr(self, params["name"])(message)
        else:
            await self.send(reply | {"error": {"code": params.get("code", -32601), "message": "method not found"}})
            return
        await self.send(reply | {"result": result})

    async def echo(self, message: Message) -> Any:
        return {"echo": message["params"]["arguments"], "server": self.server}

    async def hang(self, _: Message) -> Any:
        await asyncio.Event().wait()

    async def progress(self, message: Message) -> Any:
        token = message["params"]["_meta"]["progressToken"]
        for step in range(3):
            note = {"progressToken": token, "progress": step}
            await self.send({"jsonrpc": "2.0", "method": "notifications/progress", "params": note})
            await asyncio.sleep(0)
        return {"done": token}

    async def ask(self, message: Message) -> Any:
        key = f"ask-{message['id']}"
        self.asked[key] = asyncio.get_running_loop().create_future()
        await self.send({"jsonrpc": "2.0", "id": key, "method": "sampling/createMessage", "params": {}})
        return {"answered": (await self.asked[key])["result"]}

    async def change(self, _: Message) -> Any:
        await self.send({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
        return {}

    async def close(self) -> None:
        self.closed.set()
        for task in self.calls.values():
            task.cancel()
