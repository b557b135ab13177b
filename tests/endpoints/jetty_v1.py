"""A server of SDK v1, for environments with that version."""

# mypy: disable-error-code="untyped-decorator"

from mcp.server.fastmcp import FastMCP  # type: ignore[attr-defined]

server = FastMCP("jetty", instructions="Old, but it floats.")


@server.tool()
def moor(ship: str, hours: int = 1) -> dict[str, int]:
    """Moor a ship."""
    return {ship: hours}


@server.prompt()
def greet(ship: str) -> str:
    """Greet it."""
    return f"Ahoy, {ship}!"


@server.resource("jetty://planks")
def planks() -> str:
    """How many planks."""
    return "12"


if __name__ == "__main__":
    server.run()
