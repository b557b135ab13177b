"""List the servers of a fleet with plain asyncio, so many at a time, and keep nothing: the yardstick of `fleet`."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import httpx2

HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bare", "version": "0"}}
HEADERS = {"Accept": "application/json, text/event-stream"}
LISTS = {"tools": "tools/list", "prompts": "prompts/list", "resources": "resources/list"}


def message(number: int | None, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a request, or a notification without a number."""
    made = {"jsonrpc": "2.0", "method": method} | ({} if number is None else {"id": number})
    return made | ({} if params is None else {"params": params})


async def list_http(url: str, client: httpx2.AsyncClient) -> int:
    """Return the number of tools."""
    hello = (await client.post(url, json=message(0, "initialize", HELLO), headers=HEADERS)).json()
    if "result" not in hello:
        hello = (await client.post(url, json=message(0, "server/discover", {}), headers=HEADERS)).json()
    await client.post(url, json=message(None, "notifications/initialized"), headers=HEADERS)
    found = 0
    for number, (capability, method) in enumerate(LISTS.items(), 1):
        if capability in hello["result"]["capabilities"]:
            answer = (await client.post(url, json=message(number, method, {}), headers=HEADERS)).json()
            found += len(answer["result"][capability])
    return found


async def list_stdio(command: list[str]) -> int:
    """Return the number of tools."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=2**24)
    assert process.stdin is not None
    assert process.stdout is not None
    answer: dict[str, Any] = {}
    for number, (method, params) in enumerate((("initialize", HELLO), ("tools/list", {}))):
        process.stdin.write(json.dumps(message(number, method, params)).encode() + b"\n")
        answer = json.loads(await process.stdout.readline())
    process.stdin.close()
    await process.wait()
    return len(answer["result"]["tools"])


async def main(rows: list[dict[str, Any]], at_once: int) -> None:
    """List all servers."""
    slots = asyncio.Semaphore(at_once)
    async with httpx2.AsyncClient(timeout=20) as client:

        async def one(row: dict[str, Any]) -> int:
            async with slots:
                try:
                    async with asyncio.timeout(row.get("timeout", 20)):
                        return await (list_http(row["url"], client) if "url" in row else list_stdio(row["command"]))
                except (OSError, httpx2.HTTPError, ValueError, KeyError, TypeError, TimeoutError):
                    return 0

        print(sum(await asyncio.gather(*map(one, rows))))


asyncio.run(main([json.loads(line) for line in Path(sys.argv[1]).read_bytes().splitlines()], int(sys.argv[2])))
