"""fastmcp's proxy in front of the stdio server COMMAND…, with one connection for all requests: its faster way."""

import asyncio
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from fastmcp.server import create_proxy


async def main() -> None:
    """Serve over stdio."""
    async with Client(StdioTransport(sys.argv[1], sys.argv[2:])) as client:
        await create_proxy(client).run_async("stdio", show_banner=False)


asyncio.run(main())
