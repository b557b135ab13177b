"""A server of SDK v2 that lists the content of a JSON file and announces changes: `FILE stdio` or `FILE PORT`."""

import json
import sys
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp.server.lowlevel.server import NotificationOptions, Server
from mcp.server.stdio import stdio_server
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged

message = Path(sys.argv[1])
bus = InMemorySubscriptionBus()
sessions: set[Any] = set()


def text() -> str:
    return message.read_text("utf-8")


async def listed(ctx: Any, _params: Any) -> types.ListToolsResult:
    sessions.add(ctx.session)
    tools = json.loads(text())["tools"]
    return types.ListToolsResult(
        tools=[types.Tool.model_validate(tool) for tool in tools], ttl_ms=60_000, cache_scope="public"
    )


async def look_out() -> None:
    known = text()
    while True:
        await anyio.sleep(0.02)
        now = text()
        if now and now != known:
            known = now
            await bus.publish(ToolsListChanged())
            for session in list(sessions):
                try:
                    await session.send_tool_list_changed()
                except anyio.BrokenResourceError:
                    sessions.discard(session)


server: Server[Any] = Server("changing", version="1", on_list_tools=listed, on_subscriptions_listen=ListenHandler(bus))
plain_options = server.create_initialization_options
server.create_initialization_options = lambda *_, **__: plain_options(NotificationOptions(tools_changed=True))  # type: ignore[method-assign]


async def over_stdio() -> None:
    async with anyio.create_task_group() as group, stdio_server() as (read, write):
        group.start_soon(look_out)
        await server.run(read, write, server.create_initialization_options())
        group.cancel_scope.cancel()


async def over_http(port: int) -> None:
    import uvicorn

    app = server.streamable_http_app()
    web = uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning"))
    async with anyio.create_task_group() as group:
        group.start_soon(look_out)
        await web.serve()
        group.cancel_scope.cancel()


if __name__ == "__main__":
    if sys.argv[2] == "stdio":
        anyio.run(over_stdio)
    else:
        anyio.run(over_http, int(sys.argv[2]))
