"""What the SDK alone takes to list all that so many servers advertise, so many at a time: COUNT JOBS COMMAND…."""

import asyncio
import sys

from mcp import Client, StdioServerParameters


async def main(count: int, jobs: int, command: list[str]) -> None:
    """List each once."""
    seats = asyncio.Semaphore(jobs)
    parameters = StdioServerParameters(command=command[0], args=command[1:])

    async def listed() -> int:
        # Left to choose by itself the SDK would first ask for a protocol that most servers do not know.
        async with seats, Client(parameters, mode="legacy") as client:
            return await tools(client)

    found = await asyncio.gather(*(listed() for _ in range(count)))
    if found != [4] * count:
        raise SystemExit(f"four tools each were expected, not {found}")


async def tools(client: Client) -> int:
    """How many tools it lists, after everything else that it says it has."""
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
