"""A server of four tools, written with the SDK: over stdio, or with an argument over HTTP at that port."""

import sys

from mcp.server.mcpserver import MCPServer

server = MCPServer("four", version="1.0.0")


@server.tool()
def find_berths(berth: str, limit: int = 10) -> str:
    """Find berths of the harbour."""
    return berth * limit


@server.tool()
def list_ships(berth: str, limit: int = 10) -> str:
    """List ships of the harbour."""
    return berth * limit


@server.tool()
def read_tides(berth: str, limit: int = 10) -> str:
    """Read tides of the harbour."""
    return berth * limit


@server.tool()
def reserve_pilot(berth: str, limit: int = 10) -> str:
    """Reserve a pilot of the harbour."""
    return berth * limit


if __name__ == "__main__":
    if len(sys.argv) == 1:
        server.run()
    else:
        import uvicorn

        uvicorn.run(server.streamable_http_app(), port=int(sys.argv[1]), log_level="error")
