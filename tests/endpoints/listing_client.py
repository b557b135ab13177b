"""List what each server lists with the installed Python SDK, and print the names or what the SDK raised."""

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


async def listed(server, file):
    try:
        async with session(StdioServerParameters(command=sys.executable, args=[server, file])) as client:
            return [tool.name for tool in (await client.list_tools()).tools]
    except Exception as error:  # noqa: BLE001 - whatever it raises is the answer
        return str(error)


async def main(server, files):
    answers: dict[str, object] = {}
    for at in range(0, len(files), 8):
        some = files[at : at + 8]
        answers |= dict(zip(some, await asyncio.gather(*(listed(server, file) for file in some)), strict=True))
    print(json.dumps(answers))


asyncio.run(main(sys.argv[1], sys.argv[2:]))
