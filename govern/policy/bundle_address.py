"""The key `bundle` of a server: where an MCP bundle (.mcpb) is, what it contains, and the folder of its files."""

from __future__ import annotations

import re
from pathlib import Path

from govern.files import state_folder
from govern.policy.target import Bundle

# Of the texts of a server, `${bundle}` is the folder.
VARIABLE = "bundle"
_ADDRESS = re.compile(r"(https?://[^\s#@]+)#sha256=([0-9a-f]{64})")


def address_of(url: str, sha256: str) -> str:
    """Return the value of the key."""
    return f"{url}#sha256={sha256}"


def bundle_at(address: str) -> Bundle | None:
    """Return the bundle that a value of the key names, or None if it names none."""
    found = _ADDRESS.fullmatch(address)
    return Bundle(found[1], found[2], Path(state_folder("bundles"), found[2])) if found else None


def bundle_url(address: str) -> str:
    """Return the URL without the hash, for the source in the lock."""
    return address.partition("#")[0]
