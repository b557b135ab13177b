"""The JSON document of `govern serve --check`."""

from collections.abc import Sequence
from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12


class RefusedChangeDocument(TypedDict):
    """A change because of which something is refused."""

    id: str
    rule: str
    severity: str


class RefusedItemDocument(TypedDict):
    """A locked item that clients could not use."""

    kind: str
    name: str
    reason: str
    changes: list[RefusedChangeDocument]


class CheckedServerDocument(TypedDict):
    """A server; `message` is why nothing of it can be used, or empty."""

    name: str
    status: Literal["allowed", "refused", "unreachable"]
    message: str
    refused: list[RefusedItemDocument]


class ServeCheckDocument(TypedDict):
    """`govern serve --check --format json`."""

    format: Literal["govern.serve-check/1"]
    verdict: Literal["allowed", "refused", "unreachable"]
    servers: list[CheckedServerDocument]


def serve_check_document(servers: Sequence[CheckedServerDocument]) -> ServeCheckDocument:
    """Return the document; the verdict is that of the worst server."""
    found = {server["status"] for server in servers}
    verdict: Literal["allowed", "refused", "unreachable"] = "refused" if "refused" in found else "allowed"
    return {
        "format": "govern.serve-check/1",
        "verdict": "unreachable" if "unreachable" in found else verdict,
        "servers": list(servers),
    }
