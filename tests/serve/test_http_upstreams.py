"""Servers behind the gateway over HTTP, of the SDK: both eras, headers, streams and sessions that end."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

import pytest
import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.streamable_http import EventMessage, EventStore
from pydantic import BaseModel, Field

from tests.desk import Desk
from tests.serve.clients import Client, gateway, join, stateless, tool


class Choice(BaseModel):
    """What a user is asked for."""

    sure: bool


class Kept(EventStore):
    """The events of all streams, from which a stream that was closed is resumed."""

    def __init__(self) -> None:
        self.events: list[tuple[str, Any]] = []

    async def store_event(self, stream_id: str, message: Any) -> str:
        self.events.append((stream_id, message))
        return str(len(self.events) - 1)

    async def replay_events_after(self, last_event_id: str, send_callback: Any) -> str:
        stream = self.events[int(last_event_id)][0]
        for number, (of, message) in enumerate(self.events):
            if number > int(last_event_id) and of == stream and message is not None:
                await send_callback(EventMessage(message, str(number)))
        return stream


def sdk_server(seen: list[dict[str, str]]) -> Any:
    """Return the app of a server, which keeps the headers of each request in `seen`."""
    server = MCPServer("sdk")
    waiting: dict[str, asyncio.Event] = {}

    @server.tool()
    async def steps(context: Context[Any, Any]) -> str:
        """Report progress."""
        await context.report_progress(1, 2)
        return "done"

    @server.tool()
    async def sure(context: Context[Any, Any]) -> str:
        """Ask the user."""
        found = await context.elicit("sure?", Choice)
        return found.model_dump_json()

    @server.tool()
    async def meet(name: str, other: str) -> str:
        """Wait for another call that is made at the same time."""
        waiting.setdefault(name, asyncio.Event()).set()
        await waiting.setdefault(other, asyncio.Event()).wait()
        return name

    @server.tool()
    async def where(region: Annotated[str, Field(json_schema_extra={"x-mcp-header": "Region"})]) -> str:
        """Return the region."""
        return region

    @server.tool()
    async def poll(context: Context[Any, Any]) -> str:
        """Answer on another stream than the one that was asked on."""
        await context.close_sse_stream()
        await asyncio.sleep(0.05)
        return "polled"

    @server.resource("memo://ünï")
    def memo() -> str:
        """Return a memo."""
        return "hello"

    app = server.streamable_http_app(event_store=Kept(), retry_interval=100)

    async def recorded(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            seen.append({key.decode(): value.decode() for key, value in scope["headers"]})
        await app(scope, receive, send)

    return recorded


@asynccontextmanager
async def hosted(app: Any, port: int) -> AsyncIterator[None]:
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error"))
    task = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0.01)
    yield
    server.should_exit = server.force_exit = True
    await task


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@pytest.mark.parametrize("pinned", ["", 'protocol = "2026-07-28"\n'])
def test_an_sdk_server_over_http(desk: Desk, pinned: str) -> None:
    desk.monkeypatch.setenv("XDG_STATE_HOME", str(desk.folder / "state"))
    port, seen = free_port(), list[dict[str, str]]()
    desk.write("govern.toml", f'[servers.web]\nurl = "http://127.0.0.1:{port}/mcp"\n{pinned}')

    async def lock() -> None:
        async with hosted(sdk_server([]), port):
            words = ("lock",)
            process = await asyncio.to_thread(desk.typed, *words)
            assert process.code == 0, process
            assert "supports protocol" not in process.out

    async def run() -> None:
        async with hosted(sdk_server(seen), port), gateway(desk) as opened:
            for client in (join(opened), join(opened, stateless())):
                await use(client)
            if pinned:
                return
            asked = join(opened)
            asked.replies["elicitation/create"] = lambda _: {"result": {"action": "accept", "content": {"sure": True}}}
            await asked.initialize(elicitation={"form": {}})
            found = await asked.call("sure")
            assert json.loads(found["content"][0]["text"])["action"] == "accept"
        # The server forgot the session; the request that met this is sent in a new one.
        await forgotten_session()

    async def forgotten_session() -> None:
        async with gateway(desk) as opened:
            client = join(opened)
            async with hosted(sdk_server([]), port):
                assert (await client.call("steps"))["content"][0]["text"] == "done"
            async with hosted(sdk_server([]), port):
                assert (await client.call("steps"))["content"][0]["text"] == "done"

    asyncio.run(lock())
    asyncio.run(run())
    # A stateless client reaches it in its own era, pinned or not.
    assert [each.get("mcp-param-region") for each in seen].count("north") == (2 if pinned else 1)
    named = [each["mcp-name"] for each in seen if "mcp-name" in each]
    assert {*named} == {"steps", "meet", "where", "poll", "=?base64?bWVtbzovL8O8bsOv?="}


async def use(client: Client) -> None:
    if not client.meta:
        await client.initialize()
    result = await client.result("tools/call", name="steps", _meta={"progressToken": "t"})
    assert result["content"][0]["text"] == "done"
    assert [each["params"]["progress"] for each in client.unasked] == [1]
    both = [client.call("meet", name=name, other=other) for name, other in (("x", "y"), ("y", "x"))]
    assert [each["content"][0]["text"] for each in await asyncio.gather(*both)] == ["x", "y"]
    assert (await client.call("where", region="north"))["content"][0]["text"] == "north"
    assert (await client.call("poll"))["content"][0]["text"] == "polled"
    read = await client.result("resources/read", uri="memo://ünï")
    assert read["contents"][0]["text"] == "hello"


def forgetful(state: dict[str, Any]) -> Any:
    """Return the app of a server without an event stream, which knows only the session that `state` names."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        body = b"" if scope["method"] != "POST" else (await receive())["body"]
        message = json.loads(body or "{}")
        named = dict(scope["headers"]).get(b"mcp-session-id", b"").decode()
        results = {
            "initialize": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {}},
            "tools/list": {"tools": state["tools"]},
            "tools/call": {"content": [{"type": "text", "text": "done"}]},
        }
        result = results.get(message.get("method"))
        known = message.get("method") == "initialize" or named == state["session"]
        status = 405 if scope["method"] == "GET" else 404 if not known else 200 if result else 202
        answer = {"jsonrpc": "2.0", "id": message.get("id"), "result": result}
        headers = [(b"content-type", b"application/json"), (b"mcp-session-id", state["session"].encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": json.dumps(answer).encode() if status == 200 else b""})

    return app


def test_what_was_checked_in_one_session_is_not_sent_in_another(desk: Desk) -> None:
    desk.monkeypatch.setenv("XDG_STATE_HOME", str(desk.folder / "state"))
    port, state = free_port(), {"session": "1", "tools": [tool("say")]}
    desk.write("govern.toml", f'[servers.web]\nurl = "http://127.0.0.1:{port}/mcp"\n')

    async def run() -> None:
        async with hosted(forgetful(state), port):
            assert (await asyncio.to_thread(desk.typed, "lock")).code == 0
            async with gateway(desk) as opened:
                client = join(opened)
                await client.initialize()
                assert not (await client.call("say")).get("isError")
                state["session"] = "2"
                assert not (await client.call("say")).get("isError")
                # The lists are read again in the new session.
                assert not (await client.call("say")).get("isError")
                state.update({"session": "3", "tools": [tool("say", description="Says more.")]})
                for reason in ("unreachable", "changed"):
                    assert (await client.call("say"))["_meta"]["govern/refusal"]["reason"] == reason

    asyncio.run(run())
