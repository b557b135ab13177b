"""Time of the SDK alone to list everything of COUNT servers, JOBS at a time: COUNT JOBS COMMAND…."""

import asyncio
import sys

from mcp import Client, StdioServerParameters


async def main(count: int, jobs: int, command: list[str]) -> None:
    """List each server once."""
    seats = asyncio.Semaphore(jobs)
    parameters = StdioServerParameters(command=command[0], args=command[1:])

    async def listed() -> int:
        # By default the SDK first probes for a protocol that most servers do not support.
        async with seats, Client(parameters, mode="legacy") as client:
            return await tools(client)

    found = await asyncio.gather(*(listed() for _ in range(count)))
    if found != [4] * count:
        raise SystemExit(f"four tools each were expected, not {found}")


async def tools(client: Client) -> int:
    """Return the number of tools listed, after everything else that the server announces."""
    if client.server_capabilities.prompts:
        await client.list_prompts()
    if client.server_capabilities.resources:
        await client.list_resources()
        await client.list_resource_templates()
    page = await client.list_tools()
    found = len(page.tools)
    while page.next_cursor:
        page = await client.list_tools(cursor=page.next_cursor)
        found += len(page.tools)
    return found


asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
