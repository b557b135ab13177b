"""List each file of a server with the installed Python SDK, and print the names or what the SDK raised."""

import asyncio
import json
import sys
from contextlib import asynccontextmanager

from mcp.client.stdio import StdioServerParameters, stdio_client


@asynccontextmanager
async def session(server):
    try:
        from mcp import Client
    except ImportError:
        from mcp import ClientSession

        async with stdio_client(server) as streams, ClientSession(*streams) as client:
            await client.initialize()
            yield client
    else:
        async with Client(stdio_client(server)) as client:
            yield client


async def listed(client, file):
    try:
        return [tool.name for tool in (await client.list_tools(cursor=file)).tools]
    except Exception as error:  # noqa: BLE001 - whatever it raises is the answer
        return str(error)


async def main(server, files):
    async with session(StdioServerParameters(command=sys.executable, args=[server, files[0]])) as client:
        print(json.dumps({file: await listed(client, file) for file in files}))


asyncio.run(main(sys.argv[1], sys.argv[2:]))
