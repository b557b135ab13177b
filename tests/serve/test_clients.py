"""What clients see through the gateway, a program of its own: the same as from the server itself."""

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from mcp.client import Client
from mcp.server import MCPServer
from mcp.shared.exceptions import MCPError

from govern.lockfile.document import LockedServer
from govern.lockfile.store import load
from tests.desk import Desk
from tests.serve.clients import PUPPET, puppet, puppets

# What a server says of itself, and all that it lists.
PROMISE = ("title", "version", "protocol", "capabilities", "instructions", "hints", "lists")


@contextmanager
def gateway(folder: Path, *servers: str, told: str = "") -> Iterator[str]:
    """Start `govern serve` over HTTP in a folder, and yield its URL; it tells also `told` on stderr."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    command = [sys.executable, "-m", "govern", "serve", *servers, "--http", "127.0.0.1:0"]
    environ = os.environ | {"PATH": path}
    with subprocess.Popen(command, cwd=folder, env=environ, encoding="utf-8", stderr=subprocess.PIPE) as process:
        try:
            assert process.stderr
            found = re.search(r"http://\S+", process.stderr.readline())
            assert found
            assert "".join(process.stderr.readline() for _ in told.splitlines()) == told.replace("URL", found[0])
            yield found[0]
        finally:
            process.terminate()
            process.communicate(timeout=20)
            assert process.returncode == (1 if os.name == "nt" else -signal.SIGTERM)


def promise(server: LockedServer) -> list[Any]:
    items = sorted((item.kind.name, item.key, item.copy, item.digest) for item in server.items)
    return [*(getattr(server, part) for part in PROMISE), items]


def test_25_real_servers_have_the_same_digests_through_the_gateway(desk: Desk, shared_data: Path) -> None:
    folders = sorted(path for path in (shared_data / "catalogs").iterdir() if path.is_dir())[:25]
    names = [f"s{at:02}" for at in range(len(folders))]
    for name, folder in zip(names, folders, strict=True):
        shutil.copy(max(folder.glob("*.json")), desk.folder / f"{name}.json")
    desk.write(
        "govern.toml", "".join(f"[servers.{n}]\ncommand = {json.dumps([*PUPPET, f'{n}.json'])}\n" for n in names)
    )
    desk.ok("lock")
    with gateway(desk.folder) as url:
        desk.write("through/govern.toml", "".join(f'[servers.{name}]\nurl = "{url}/{name}"\n' for name in names))
        desk.ok("lock", "--config", "through/govern.toml")
    through = {server.name: promise(server) for server in load(desk.folder / "through/capability.lock").servers}
    assert through == {server.name: promise(server) for server in desk.lock.servers}
    assert sum(len(server.tools) for server in desk.lock.servers) > 200


async def seen(client: Client) -> dict[str, Any]:
    """Return what a client of the SDK sees of the library."""
    tools, prompts = await client.list_tools(), await client.list_prompts()
    resources, templates = await client.list_resources(), await client.list_resource_templates()
    found = await client.call_tool("search_books", {"query": "austen", "limit": 1})
    wrong = await client.call_tool("borrow_book", {"isbn": "9780000000000", "reader": "Ann"})
    letter = await client.get_prompt("suggest_book", {"mood": "cheerful"})
    listed = (tools.tools, prompts.prompts, resources.resources, templates.resource_templates)
    return {
        "listed": [sorted((each.model_dump() for each in items), key=itemgetter("name")) for items in listed],
        "read": (await client.read_resource("library://rules")).contents,
        "answers": [(each.content, each.structured_content, each.is_error) for each in (found, wrong)],
        "prompt": letter.messages,
    }


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_client_of_the_sdk_sees_what_the_server_shows_it(mode: Any, library: tuple[str, MCPServer[Any]]) -> None:
    url, server = library

    async def story() -> None:
        async with Client(server, mode=mode) as client:
            directly = await seen(client)
        async with Client(f"{url}/library", mode=mode) as client:
            assert await seen(client) == directly
        async with Client(url, mode=mode) as client:
            named = [f"library__{tool['name']}" for tool in directly["listed"][0]]
            assert sorted(tool.name for tool in (await client.list_tools()).tools) == named

    asyncio.run(story())


def test_a_uri_of_two_servers_is_served_by_each_alone(desk: Desk) -> None:
    for name, other in (("a", "memo://a"), ("b", "memo://b")):
        puppet(desk, name, resources=[{"name": uri, "uri": uri} for uri in ("memo://both", other)])
    puppets(desk, "a", "b")
    both = "a and b both have the resource memo://both"

    async def uris(url: str) -> set[str]:
        async with Client(url) as client:
            found = {each.uri for each in (await client.list_resources()).resources}
            if "memo://both" not in found:
                with pytest.raises(MCPError):
                    await client.read_resource("memo://both")
            return found

    with gateway(desk.folder, told=f"{both}: only at URL/NAME\n") as url:
        assert asyncio.run(uris(url)) == {"memo://a", "memo://b"}
        assert asyncio.run(uris(f"{url}/a")) == {"memo://a", "memo://both"}
    refused = desk.govern("serve")
    assert (refused.code, both in refused.err) == (2, True)


@pytest.fixture(scope="module")
def library(repository: Path) -> Iterator[tuple[str, MCPServer[Any]]]:
    """The URL of a gateway to the example server, by the lock of this repository, and the server itself."""
    from examples.library import server

    with gateway(repository, "library") as url:
        yield url, server
