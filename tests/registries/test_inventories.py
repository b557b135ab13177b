"""Inventories over the network, from a registry and domains on this machine, and from what was saved of them."""

import asyncio
import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import pytest

from govern.errors import PolicyInvalid, ServerError, ServerMisbehaved, UsageError
from govern.fleet.inventory import read_inventory
from govern.registries.inventories import Domain, _card, domain_inventory, parse_domain, registry_inventory
from tests.endpoints.code_host import Answer, Asked, CodeHost, serving
from tests.endpoints.mcp_registry import McpRegistry, entry, package

REMOTE = {"type": "streamable-http", "url": "https://books.example.com/mcp"}


def listed(number: int) -> list[dict[str, Any]]:
    return [entry(f"io.github.acme/s{at:03}", packages=[package("npm", f"s{at:03}")]) for at in range(number)]


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[McpRegistry]:
    monkeypatch.setattr("govern.registries.mcp_registry._PAUSE", 0)
    with serving(McpRegistry(listed=listed(25), page_size=10)) as host:
        yield host


def test_all_pages_of_a_registry_are_read(registry: McpRegistry) -> None:
    servers = registry_inventory(registry.url)
    assert [server.name for server in servers] == [f"io.github.acme:s{at:03}" for at in range(25)]
    assert servers[7].settings.command == ["npx", "-y", "s007@1.2.0"]
    assert not any(server.trusted for server in servers)
    assert [asked.query.get("cursor") for asked in registry.asked] == [None, "10", "20"]
    assert {asked.query["version"] for asked in registry.asked} == {"latest"}


def test_only_what_changed_since_a_date_is_asked_for(registry: McpRegistry) -> None:
    changed = entry("io.github.acme/changed", packages=[package("npm", "changed")])
    changed["_meta"]["io.modelcontextprotocol.registry/official"]["updatedAt"] = "2026-11-01T00:00:00Z"
    registry.listed.append(changed)
    (server,) = registry_inventory(registry.url, "2026-10-01T00:00:00Z")
    assert server.name == "io.github.acme:changed"
    with pytest.raises(UsageError, match="expected a date"):
        registry_inventory(registry.url, "yesterday")


def test_a_crawl_that_was_cut_off_continues_and_a_complete_one_is_not_repeated(
    registry: McpRegistry, tmp_path: Path
) -> None:
    dump = tmp_path / "registry.jsonl"
    registry.broken_after = 1
    with pytest.raises(ServerError, match="HTTP 500"):
        registry_inventory(registry.url, dump=dump)
    # As if the process had been killed while it wrote a page.
    with dump.open("ab") as file:
        file.write(b'{"servers": [')
    registry.broken_after, before = None, len(registry.asked)
    servers = registry_inventory(registry.url, dump=dump)
    assert len(servers) == 25
    assert [asked.query["cursor"] for asked in registry.asked[before:]] == ["10", "20"]
    before = len(registry.asked)
    assert registry_inventory(registry.url, dump=dump) == servers
    assert len(registry.asked) == before
    assert [server.settings for server in read_inventory(str(dump))] == [server.settings for server in servers]


def test_a_list_without_end_is_an_error(registry: McpRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    page = {"servers": registry.listed[:1], "metadata": {"nextCursor": "same"}}
    monkeypatch.setattr(registry, "page", lambda _asked: (200, page))
    with pytest.raises(ServerMisbehaved, match="has no end"):
        registry_inventory(registry.url)
    count = iter(range(10_000))
    monkeypatch.setattr("govern.registries.mcp_registry._MOST_PAGES", 5)
    monkeypatch.setattr(registry, "page", lambda _asked: (200, {**page, "metadata": {"nextCursor": f"c{next(count)}"}}))
    with pytest.raises(ServerMisbehaved, match="has no end"):
        registry_inventory(registry.url)
    monkeypatch.setattr("govern.registries.inventories.MAX_INVENTORY", 1_000)
    with pytest.raises(PolicyInvalid, match="is larger than"):
        registry_inventory(registry.url)
    monkeypatch.setattr(registry, "page", lambda _asked: (200, {"items": []}))
    with pytest.raises(ServerMisbehaved, match="no list of servers"):
        registry_inventory(registry.url)


@pytest.mark.parametrize("form", ["page.json", "pages.json", "pages.jsonl"])
def test_a_saved_dump_is_an_inventory(tmp_path: Path, form: str) -> None:
    old = entry("a.b/books", "1.0.0", packages=[package("npm", "books", "1.0.0")])
    old["_meta"]["io.modelcontextprotocol.registry/official"]["isLatest"] = False
    entries = [
        entry("a.b/books", "1.1.0", packages=[package("npm", "books", "1.1.0")]),
        old,
        entry("a.b/gone", status="deleted", packages=[package("npm", "gone")]),
        entry("a.b/odd", packages=[package("npm", "odd", "^1.0.0"), package("nuget", "odd")]),
        entry("a.b/web", remotes=[REMOTE]),
    ]
    pages = [{"servers": entries[:2]}, {"servers": entries[2:]}]
    texts = {
        "page.json": json.dumps({"servers": entries}, indent=2),
        "pages.json": json.dumps(pages),
        "pages.jsonl": "".join(f"{json.dumps(page)}\n" for page in pages),
    }
    (tmp_path / form).write_text(texts[form])
    books, odd, web = read_inventory(str(tmp_path / form))
    assert (books.name, books.settings.command) == ("a.b:books", ["npx", "-y", "books@1.1.0"])
    assert (odd.name, odd.refused) == ("a.b:odd", "npm odd: '^1.0.0' is not an exact version of odd")
    assert (web.name, web.settings.url, web.host) == ("a.b:web", REMOTE["url"], "books.example.com")
    assert not (books.trusted)
    assert not (odd.trusted)
    assert not (web.trusted)


@dataclass
class Site(CodeHost):
    """A web site with documents by their path."""

    routes: ClassVar[dict[str, str]] = {"GET (.*)": "document"}
    documents: dict[str, Any] = field(default_factory=dict)

    def refusal(self, _asked: Asked) -> Answer | None:
        return None

    def document(self, _asked: Asked, path: str) -> Answer:
        """Return a document."""
        return (200, self.documents[path]) if path in self.documents else (404, {})


@pytest.fixture
def site() -> Iterator[Site]:
    with serving(Site()) as host:
        yield host


def domains(tmp_path: Path, *lines: str) -> Path:
    file = tmp_path / "domains.txt"
    file.write_text("".join(f"{line}\n" for line in lines))
    return file


def card(name: str, url: str) -> dict[str, Any]:
    return {"name": name, "version": "1.0.0", "description": "x", "remotes": [{"type": "streamable-http", "url": url}]}


def test_the_cards_of_a_domains_catalog_are_its_servers(site: Site, tmp_path: Path) -> None:
    kind = "application/mcp-server-card+json"
    site.documents = {
        "/.well-known/mcp/catalog.json": {
            "specVersion": "draft",
            "entries": [
                {"identifier": "urn:air:x:a", "displayName": "A", "type": kind, "url": f"{site.url}/a/server-card"},
                {"identifier": "urn:air:x:b", "displayName": "B", "type": kind, "url": "/b/server-card"},
                {"identifier": "urn:air:x:c", "displayName": "C", "type": "application/a2a", "url": "/c"},
                {"identifier": "urn:air:x:d", "displayName": "D", "type": kind, "url": "file:///etc/passwd"},
                {"identifier": "urn:air:x:e", "displayName": "E", "type": kind, "url": "/lost"},
                7,
            ],
        },
        "/a/server-card": card("com.example/a", f"{site.url}/a"),
        "/b/server-card": card("com.example/b", f"{site.url}/b"),
    }
    servers = domain_inventory(domains(tmp_path, "# ours", f"{site.url}  # with a port", site.url))
    host = site.url.removeprefix("http://").replace(":", "_")
    assert [(server.name, server.settings.url) for server in servers] == [
        (f"{host}:com.example:a", f"{site.url}/a"),
        (f"{host}:com.example:b", f"{site.url}/b"),
    ]
    assert site.asked[1].headers["accept"].startswith(kind)
    assert "govern" in site.asked[0].headers["user-agent"]


@pytest.mark.parametrize(
    ("place", "document"),
    [
        ("/.well-known/mcp/server-card.json", card("com.example/a", "https://a.example.com/mcp")),
        (
            "/.well-known/mcp.json",
            {"serverInfo": {"name": "Books of\u202e A", "version": "1"}, "transport": {"endpoint": "/mcp"}},
        ),
    ],
)
def test_an_older_card_is_read_too(site: Site, tmp_path: Path, place: str, document: Any) -> None:
    site.documents = {place: document}
    (server,) = domain_inventory(domains(tmp_path, site.url))
    assert server.settings.url in ("https://a.example.com/mcp", f"{site.url}/mcp")
    assert server.name.isprintable()


def test_a_domain_without_servers_is_one_that_is_refused(site: Site, tmp_path: Path) -> None:
    closed = "http://127.0.0.1:9"
    servers = domain_inventory(domains(tmp_path, site.url, closed))
    assert [server.refused.partition(" ")[0] for server in servers] in (
        ["publishes", "connection"],
        ["connection", "publishes"],
    )


def test_a_card_in_a_private_network_is_not_fetched_for_a_public_domain(site: Site) -> None:
    public = parse_domain("example.com")
    assert public == Domain("example.com", "https://example.com")
    site.documents = {"/card": card("com.example/a", "https://a.example.com/mcp")}
    assert asyncio.run(_card(f"{site.url}/card", public)) is None
    assert site.asked == []
    own = parse_domain(site.url)
    assert own
    assert asyncio.run(_card(f"{site.url}/card", own))


def test_a_domain_that_resolves_to_a_private_address_is_not_asked(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = socket.getaddrinfo
    # One of the callers gives the name as bytes.
    names = ("innocent.example", b"innocent.example")
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, *rest, **more: real("127.0.0.1" if host in names else host, *rest, **more)
    )
    site.documents = {"/.well-known/mcp/server-card.json": card("com.example/a", "https://a.example.com/mcp")}
    file = domains(tmp_path, site.url.replace("127.0.0.1", "innocent.example"))
    (refused,) = domain_inventory(file)
    assert refused.refused.startswith("innocent.example is in a private network")
    assert site.asked == []
    (found,) = domain_inventory(file, private=True)
    assert (found.settings.url, found.private) == ("https://a.example.com/mcp", True)


@pytest.mark.parametrize(
    "line", ["https://a.example/path", "a b", "ftp://a.example", "-a.example", "a..b", "ana@a.example"]
)
def test_what_is_no_domain_is_an_error_with_its_line(tmp_path: Path, line: str) -> None:
    with pytest.raises(PolicyInvalid, match="is not a domain") as caught:
        domain_inventory(domains(tmp_path, "ok.example", line))
    assert caught.value.where.endswith("domains.txt:2")
