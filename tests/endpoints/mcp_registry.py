"""A registry of MCP servers on a local port, which answers as API v0.1 describes."""

from dataclasses import dataclass, field
from typing import Any, ClassVar
from urllib.parse import unquote

from tests.endpoints.code_host import Answer, Asked, CodeHost

_MISSING: Answer = (404, {"title": "Not Found", "status": 404, "detail": "Server not found"})


def package(kind: str, identifier: str, version: str = "1.2.0", **fields: Any) -> dict[str, Any]:
    """Return a package of a server.json."""
    return {
        "registryType": kind, "identifier": identifier, "version": version, "transport": {"type": "stdio"}, **fields
    }  # fmt: skip


def entry(name: str, version: str = "1.2.0", status: str = "active", **fields: Any) -> dict[str, Any]:
    """Return a server as the registry lists it."""
    server = {"name": name, "description": f"Serves {name}.", "version": version, **fields}
    official = {"status": status, "publishedAt": "2026-03-01T10:00:00Z", "updatedAt": "2026-03-01T10:00:00Z"}
    return {"server": server, "_meta": {"io.modelcontextprotocol.registry/official": {**official, "isLatest": True}}}


@dataclass
class McpRegistry(CodeHost):
    """The registry; `listed` are its entries, the newest version of a server last."""

    routes: ClassVar[dict[str, str]] = {
        "GET /v0.1/servers": "page",
        "GET /v0.1/servers/([^/]+)/versions/([^/]+)": "one",
    }
    listed: list[dict[str, Any]] = field(default_factory=list)
    page_size: int = 100
    broken_after: int | None = None

    def refusal(self, _asked: Asked) -> Answer | None:
        if self.broken_after is not None and len(self.asked) > self.broken_after:
            return 500, {"title": "Internal Server Error"}
        return None

    def page(self, asked: Asked) -> Answer:
        """Return a page of what the query asks for; a cursor is the number of the next entry."""
        words = asked.query.get("search", "")
        since = asked.query.get("updated_since", "")
        found = [each for each in self.listed if words in each["server"]["name"] and _updated(each) >= since]
        start = int(asked.query.get("cursor", 0))
        size = min(int(asked.query.get("limit", 30)), self.page_size)
        metadata: dict[str, Any] = {"count": len(found[start : start + size])}
        if start + size < len(found):
            metadata["nextCursor"] = str(start + size)
        return 200, {"servers": found[start : start + size], "metadata": metadata}

    def one(self, _asked: Asked, name: str, version: str) -> Answer:
        """Return one version of a server."""
        known = [each for each in self.listed if each["server"]["name"] == unquote(name)]
        if version != "latest":
            known = [each for each in known if each["server"]["version"] == unquote(version)]
        return (200, known[-1]) if known else _MISSING


def _updated(listed: dict[str, Any]) -> str:
    return str(listed["_meta"]["io.modelcontextprotocol.registry/official"]["updatedAt"])
