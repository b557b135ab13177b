"""The addresses of a host, and the kind of network that each is in."""

from __future__ import annotations

import asyncio
import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx2

# The end of an address in these networks is an IPv4 address, to which a gateway translates it.
_TRANSLATED = tuple(map(IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "::/96")))
# Public by its number, but answered by the machine below a virtual machine of Azure.
_PLATFORM = (IPv4Address("168.63.129.16"),)


async def addresses_of(url: httpx2.URL) -> list[IPv4Address | IPv6Address]:
    """Return the addresses of a URL's host; none if it cannot be resolved here."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(url.host, url.port or 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [ip_address(str(address[0]).partition("%")[0]) for *_, address in found]


def network_kind(address: IPv4Address | IPv6Address) -> str:
    """Return `loopback`, `link-local`, `private` or `public`."""
    address = _unwrapped(address)
    if address.is_loopback or address.is_unspecified:
        return "loopback"
    # Cloud machines serve their credentials at a link-local address.
    if address.is_link_local or address in _PLATFORM:
        return "link-local"
    return "public" if address.is_global and not address.is_multicast else "private"


def _unwrapped(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return an address, or the IPv4 address that an IPv6 address embeds."""
    if not isinstance(address, IPv6Address) or address.is_loopback or address.is_unspecified:
        return address
    if any(address in network for network in _TRANSLATED):
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else address)
