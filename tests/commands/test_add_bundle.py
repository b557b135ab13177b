"""`govern add` with an MCP bundle of a registry on this machine: a real zip file with a real Python server."""

import hashlib
import io
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from govern.lockfile.store import load
from tests.desk import REPOSITORY, Desk
from tests.endpoints.code_host import serving
from tests.endpoints.downloads import Downloads, downloads
from tests.endpoints.mcp_registry import McpRegistry, entry, package
from tests.fleet.fleets import tool

BOOKS = "io.github.acme/books"
SERVER = (REPOSITORY / "tests" / "endpoints" / "saying.py").read_bytes()
MANIFEST = {
    "manifest_version": "0.3",
    "name": "books",
    "version": "1.2.0",
    "server": {
        "type": "python",
        "entry_point": "server/main.py",
        "mcp_config": {
            "command": "python",
            "args": ["${__dirname}/server/main.py", "server/lists.json"],
            "env": {"BOOKS_KEY": "${user_config.key}"},
        },
    },
    "user_config": {"key": {"type": "string", "title": "Key of the shop", "sensitive": True, "required": True}},
}


def packed(*tools: dict[str, Any], manifest: Any = MANIFEST) -> bytes:
    content = io.BytesIO()
    with ZipFile(content, "w") as archive:
        archive.writestr("manifest.json", json.dumps(manifest))
        archive.writestr("server/main.py", SERVER)
        archive.writestr("server/lists.json", json.dumps({"tools": tools}))
    return content.getvalue()


@pytest.fixture
def host(desk: Desk) -> Iterator[Downloads]:
    (desk.folder / ".git").mkdir()
    desk.monkeypatch.setenv("XDG_STATE_HOME", str(desk.folder / "state"))
    desk.monkeypatch.setenv("BOOKS_KEY", "hunter2hunter2")
    with downloads() as found:
        yield found


@pytest.fixture
def registry() -> Iterator[McpRegistry]:
    with serving(McpRegistry()) as found:
        yield found


def publish(registry: McpRegistry, host: Downloads, content: bytes, sha256: str | None = None) -> str:
    host.files["/books.mcpb"] = content
    url, stated = f"{host.url}/books.mcpb", sha256 or hashlib.sha256(content).hexdigest()
    registry.listed = [entry(BOOKS, packages=[package("mcpb", url, fileSha256=stated)])]
    return f"{url}#sha256={stated}"


def test_a_bundle_is_added_locked_and_pinned(desk: Desk, registry: McpRegistry, host: Downloads) -> None:
    find = tool("find")
    address = publish(registry, host, packed(find))
    answer = desk.ok("add", BOOKS, "--registry", registry.url, "--yes")
    assert "runs     python3 '${bundle}/server/main.py' '${bundle}/server/lists.json'\n" in answer.out
    assert f"bundle   {address}\n" in answer.out
    config = desk.folder / "govern.toml"
    assert tomllib.loads(config.read_text("utf-8"))["servers"]["books"] == {
        "bundle": address,
        "command": ["python3", "${bundle}/server/main.py", "${bundle}/server/lists.json"],
        "env": {"BOOKS_KEY": "${BOOKS_KEY}"},
    }
    assert "already has books" in desk.ok("add", BOOKS, "--registry", registry.url, "--yes").out
    desk.ok("lock")
    locked = load(desk.folder / "capability.lock").servers[0]
    assert [each.key for each in locked.tools] == ["find"]
    assert locked.integrity == address.replace("#sha256=", " sha256:")
    assert locked.source.startswith(f"bundle={host.url}/books.mcpb python3 ${{bundle}}/server/main.py")
    desk.ok("diff", "--live")
    assert host.asked == ["/books.mcpb"]
    # Other content with the same tools is a finding where govern.toml names its hash, and an error where it does not.
    changed = publish(registry, host, packed(find, manifest={**MANIFEST, "version": "1.2.1"}))
    config.write_text(config.read_text("utf-8").replace(address, changed), "utf-8")
    document = desk.govern("diff", "capability.lock", "--live", "--json").document
    assert ("integrity-changed", "BREAKING") in {(each["rule"], each["severity"]) for each in document["changes"]}
    host.files["/books.mcpb"] = packed(tool("evil"))
    config.write_text(config.read_text("utf-8").replace(changed, f"{host.url}/books.mcpb#sha256={'0' * 64}"), "utf-8")
    refused = desk.govern("lock", "--check")
    assert (refused.code, "is another bundle: SHA-256" in refused.err + refused.out) == (3, True)


def test_a_bundle_with_another_hash_or_command_is_refused(desk: Desk, registry: McpRegistry, host: Downloads) -> None:
    publish(registry, host, packed(), sha256="0" * 64)
    answer = desk.govern("add", BOOKS, "--registry", registry.url, "--yes")
    assert (answer.code, "is another bundle" in answer.err) == (1, True)
    server = {"type": "binary", "mcp_config": {"command": "${__dirname}/../../../../../../../../bin/sh"}}
    publish(registry, host, packed(manifest={**MANIFEST, "server": server}))
    answer = desk.govern("add", BOOKS, "--registry", registry.url, "--yes")
    assert (answer.code, "neither in the bundle nor" in answer.err) == (2, True)
    assert not Path(desk.folder, "govern.toml").exists()


def test_a_fleet_scans_bundles_and_keeps_strangers_out_of_private_networks(
    desk: Desk, registry: McpRegistry, host: Downloads
) -> None:
    row = {
        "name": "books",
        "bundle": publish(registry, host, packed(tool("find"))),
        "command": ["python3", "${bundle}/server/main.py", "${bundle}/server/lists.json"],
    }
    desk.write("fleet.jsonl", json.dumps(row | {"trusted": True}) + "\n" + json.dumps(row | {"name": "stranger"}))
    scan = ("fleet", "scan", "fleet.jsonl", "--store", "store", "--scan", "one", "--workers", "1")
    desk.ok(*scan, "--sandbox", "none")
    query = "SELECT server, state, tools, detail FROM observations ORDER BY server"
    document = desk.ok("fleet", "sql", query, "--store", "store", "--json").document
    (books, stranger) = document["rows"]
    assert books[:3] == ["books", "locked", 1]
    assert (stranger[1], "private" in stranger[3]) == ("unseen", True)
