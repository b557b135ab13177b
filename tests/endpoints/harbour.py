"""A server of SDK v2 with items of every kind: run with `stdio`, `http PORT` or `sse PORT`, or imported."""

import sys
from typing import Annotated, Literal

from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations
from pydantic import BaseModel, Field

server = MCPServer("harbour", title="Harbour", version="1.2.3", instructions="Berths and tides.\nTimes are UTC.")
print("a server that prints while it is imported", file=sys.stderr)


class Berth(BaseModel):
    """A place to lie."""

    number: int
    depth: float = Field(description="metres at low water", ge=0)
    free: bool = True


@server.tool(title="Find a berth", annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False))
def find_berth(
    length: Annotated[float, Field(gt=0, description="of the ship, in metres")],
    side: Literal["port", "starboard"] | None = None,
    limit: int = 5,
) -> list[Berth]:
    """Berths that a ship of this length fits into."""
    return [Berth(number=int(length), depth=3.5)][:limit] if side else []


@server.tool()
def tide(hour: int, unit: str = "m") -> str:
    """The tide at an hour, höchstens 24."""
    return f"{hour}{unit}"


@server.prompt(title="Arrival")
def arrival(ship: str) -> str:
    """What to ask a ship that arrives."""
    return f"Where from, {ship}?"


@server.resource("harbour://rules", description="House rules", mime_type="text/plain")
def rules() -> str:
    """The rules."""
    return "slow"


@server.resource("harbour://ships/{name}")
def ship(name: str) -> str:
    """One ship."""
    return name


def make() -> MCPServer:
    """A factory."""
    return server


async def make_later() -> MCPServer:
    """A factory that takes its time."""
    return server


if __name__ == "__main__":
    if sys.argv[1] == "stdio":
        server.run()
    else:
        import uvicorn

        app = server.sse_app() if sys.argv[1] == "sse" else server.streamable_http_app()
        uvicorn.run(app, port=int(sys.argv[2]), log_level="warning")
