"""The addresses that a host has here."""

from __future__ import annotations

import asyncio
import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

    import httpx2


async def addresses_of(url: httpx2.URL) -> list[IPv4Address | IPv6Address]:
    """Return the addresses of a URL's host; none if it cannot be resolved here."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(url.host, url.port or 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [ip_address(str(address[0]).partition("%")[0]) for *_, address in found]
