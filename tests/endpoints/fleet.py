"""Many MCP servers in one process over HTTP, one at each path: some slow, busy, silent or hostile.

`serving` runs them in a thread of the test. As a program it reads a JSON file of members, listens on the addresses
127.0.0.2 and up, so that each is a host of its own, prints its port, and ends with its stdin.
"""

import asyncio
import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LISTS = {
    "tools/list": "tools",
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
}
STATELESS = "2026-07-28"
HUGE = b'{"tools":[{"name":"x","description":"' + b"x" * 12 * 1024 * 1024 + b'"}]}'


@dataclass
class Member:
    """A server: what it lists (a capture), and how it behaves.

    `behaviour` is one of plain, slow, silent, busy, stateless, junk, endless, huge, torn. `wait` are the seconds of a
    slow one, the time to live of a stateless one, and the Retry-After of a busy one, which refuses some requests first.
    """

    capture: dict[str, Any]
    behaviour: str = "plain"
    wait: float = 0.0
    refusals: int = 0
    texts: dict[str, bytes] = field(default_factory=dict)
    asked: int = 0

    def text(self, method: str) -> bytes | None:
        """Return the result of a method as JSON."""
        if method not in self.texts:
            result = self._result(method)
            if result is None:
                return None
            self.texts[method] = json.dumps(result, separators=(",", ":")).encode()
        return self.texts[method]

    def _result(self, method: str) -> dict[str, Any] | None:
        stateless = self.behaviour == "stateless"
        offered: dict[str, Any] = {
            LISTS[name]: {} for name in ("prompts/list", "resources/list") if LISTS[name] in self.capture
        }
        if method in {"initialize", "server/discover"}:
            hello: dict[str, Any] = {
                "capabilities": {"tools": {}, **offered},
                "serverInfo": {"name": "m", "version": "1"},
            }
            version: dict[str, Any] = (
                {"supportedVersions": [STATELESS]} if stateless else {"protocolVersion": "2025-06-18"}
            )
            given: dict[str, Any] = self.capture.get("initialize", {})
            return hello | given | version
        if method in LISTS and LISTS[method] in self.capture:
            lasting = {"ttlMs": int(self.wait * 1000)} if stateless else {}
            return {LISTS[method]: self.capture[LISTS[method]]} | lasting
        return None


@dataclass
class Fleet:
    """The members by path, and what was asked of them."""

    members: dict[str, Member] = field(default_factory=dict)
    port: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    agents: set[str] = field(default_factory=set)
    times: list[tuple[float, str, str]] = field(default_factory=list)
    open: Counter[str] = field(default_factory=Counter)
    most_open: Counter[str] = field(default_factory=Counter)
    connections: int = 0

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        """Return the URL of a member."""
        return f"http://{host}:{self.port}/{path}"

    async def listen(self, hosts: list[str]) -> list[asyncio.Server]:
        """Start to listen on one port of each host."""
        servers = []
        for host in hosts:
            servers.append(await asyncio.start_server(self._converse, host, self.port, limit=2**22, backlog=1024))
            self.port = servers[0].sockets[0].getsockname()[1]
        return servers

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host = writer.get_extra_info("sockname")[0]
        self.open[host] += 1
        self.connections += 1
        self.most_open[host] = max(self.most_open[host], self.open[host])
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError, ValueError):
                while await self._answer_one(reader, writer, host):
                    await writer.drain()
        finally:
            self.open[host] -= 1
            writer.close()

    async def _answer_one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> bool:
        """Answer one request, and return whether the connection stays open."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        verb, path, _ = head[0].split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        self.agents.add(headers.get("user-agent", ""))
        member = self.members.get(path.strip("/"))
        message = json.loads(body) if body else {}
        if verb != "POST" or member is None:
            return _send(writer, b"", "404 Not Found" if member is None else "405 Method Not Allowed")
        method = message.get("method", "")
        self.asked[path.strip("/")] += 1
        self.times.append((time.monotonic(), host, method))
        if "id" not in message:
            return _send(writer, b"", "202 Accepted")
        return await _respond(member, method, message, writer)


async def _respond(member: Member, method: str, message: dict[str, Any], writer: asyncio.StreamWriter) -> bool:
    """Answer one request, and return whether the connection stays open."""
    number, text = message["id"], member.text(method)
    if member.behaviour == "silent":
        await asyncio.sleep(3600)
    if member.behaviour == "busy" and member.refusals > 0:
        member.refusals -= 1
        return _send(writer, b"", "429 Too Many Requests", f"Retry-After: {member.wait:g}\r\n")
    if member.behaviour == "stateless" and method == "initialize":
        return _refuse(writer, number, -32602, {"supported": [STATELESS]})
    if text is None:
        return _refuse(writer, number, -32601)
    if method == "tools/list":
        return await _list(member, number, text, writer)
    return _send_text(writer, number, text)


async def _list(member: Member, number: object, text: bytes, writer: asyncio.StreamWriter) -> bool:
    if member.behaviour == "slow":
        await asyncio.sleep(member.wait)
    if member.behaviour == "torn":
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n" + text[:40])
        return False
    member.asked += 1
    texts = {
        "junk": b'{"tools":[{"name":1}]} and more',
        "huge": HUGE,
        "endless": b'{"tools":[],"nextCursor":"%d"}' % member.asked,
    }
    return _send_text(writer, number, texts.get(member.behaviour, text))


def _refuse(writer: asyncio.StreamWriter, number: object, code: int, data: object = None) -> bool:
    error = {"code": code, "message": "refused"} | ({"data": data} if data else {})
    return _send(writer, json.dumps({"jsonrpc": "2.0", "id": number, "error": error}).encode())


def _send_text(writer: asyncio.StreamWriter, number: object, result: bytes) -> bool:
    return _send(writer, b'{"jsonrpc":"2.0","id":%s,"result":%s}' % (json.dumps(number).encode(), result))


def _send(writer: asyncio.StreamWriter, body: bytes, status: str = "200 OK", more: str = "") -> bool:
    head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n{more}\r\n"
    writer.write(head.encode() + body)
    return True


@contextmanager
def serving(members: dict[str, Member], hosts: list[str] | None = None, port: int = 0) -> Iterator[Fleet]:
    """Serve members from a thread until the block ends."""
    fleet, ready, over = Fleet(members, port), threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()

    async def run() -> None:
        servers = await fleet.listen(hosts or ["127.0.0.1"])
        ready.set()
        await over.wait()
        for server in servers:
            server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    thread = threading.Thread(target=lambda: loop.run_until_complete(run()), daemon=True)
    thread.start()
    ready.wait(10)
    try:
        yield fleet
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(10)
        loop.close()


async def _main(members: dict[str, Member], hosts: int) -> None:
    fleet = Fleet(members)
    await fleet.listen([f"127.0.0.{number}" for number in range(2, 2 + hosts)])
    print(fleet.port, flush=True)
    # Each line is the path of another file of members, which replace those of the same name.
    while line := await asyncio.to_thread(sys.stdin.readline):
        fleet.members |= read_members(line.strip())
        print("ready", flush=True)


def read_members(path: str) -> dict[str, Member]:
    """Return the members that a JSON file describes; their captures are files, and equal members share their texts."""
    captures: dict[str, dict[str, Any]] = {}
    texts: dict[tuple[str, str, float], dict[str, bytes]] = {}
    members = {}
    for name, (file, behaviour, wait) in json.loads(Path(path).read_text(encoding="utf-8")).items():
        if file not in captures:
            captures[file] = json.loads(Path(file).read_text(encoding="utf-8"))
        shared = texts.setdefault((file, behaviour, wait), {})
        members[name] = Member(captures[file], behaviour, wait, texts=shared)
    return members


if __name__ == "__main__":
    asyncio.run(_main(read_members(sys.argv[1]), int(sys.argv[2])))
