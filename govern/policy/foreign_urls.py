"""Judge URLs that strangers give: only the web, and no address of a private network."""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

_PRIVATE_NAMES = (".localhost", ".local", ".internal", ".home.arpa", ".lan")


def bad_address(url: str, *, private: bool) -> str | None:
    """Return why a URL that a stranger gave must not be used, or None; a name may still resolve to anything."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return "its URL is not valid"
    if parts.scheme not in ("http", "https") or not host or re.search(r"[\s\\]", url):
        return "its URL does not begin with https:// and a host"
    if parts.username is not None or parts.password is not None:
        return "its URL contains a user or password"
    return None if private or not is_private(host) else f"its URL leads to the private address {host}"


def is_private(host: str) -> bool:
    """Return whether a host is this machine or one of a private network, by its name or address."""
    if host.lower().rstrip(".").endswith(_PRIVATE_NAMES) or ("." not in host.rstrip(".") and ":" not in host):
        return True
    try:
        return not ip_address(host.strip("[]").partition("%")[0]).is_global
    except ValueError:
        # Other spellings of an address, such as 0x7f.1 and 127.1, which resolvers accept.
        return bool(re.fullmatch(r"(?:0x[0-9a-f]*|\d+)", host.rstrip(".").rpartition(".")[2], re.IGNORECASE))
