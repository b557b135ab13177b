"""fastmcp's proxy in front of one server, with one connection for all requests: its faster way.

`COMMAND…` is a server over stdio, and served over stdio; `--http PORT URL` is one over HTTP, and served at that port.
"""

import asyncio
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from fastmcp.server import create_proxy


async def main() -> None:
    """Serve until it is ended."""
    if sys.argv[1] == "--http":
        async with Client(StreamableHttpTransport(sys.argv[3])) as client:
            await create_proxy(client).run_async("http", port=int(sys.argv[2]), show_banner=False, log_level="error")
    else:
        async with Client(StdioTransport(sys.argv[1], sys.argv[2:])) as client:
            await create_proxy(client).run_async("stdio", show_banner=False)


asyncio.run(main())
