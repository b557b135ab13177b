"""Judge URLs that strangers give: only the web, and no address of a private network."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

_PRIVATE_NAMES = (".localhost", ".local", ".internal", ".home.arpa", ".lan")
# The end of an address in these networks is an IPv4 address, to which a gateway translates it.
_TRANSLATED = tuple(map(IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "::ffff:0:0:0/96", "::/96")))
# Public by its number, but answered by the machine below a virtual machine of Azure.
_PLATFORM = (IPv4Address("168.63.129.16"),)
# Not public, whatever this version of Python says; Oracle's clouds serve their metadata at 192.0.0.192.
_INNER = tuple(map(ip_network, ("192.0.0.0/24", "fec0::/10", "5f00::/16", "3fff::/20")))


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
        return network_kind(ip_address(host.strip("[]").partition("%")[0])) != "public"
    except ValueError:
        # Other spellings of an address, such as 0x7f.1 and 127.1, which resolvers accept.
        return bool(re.fullmatch(r"(?:0x[0-9a-f]*|\d+)", host.rstrip(".").rpartition(".")[2], re.IGNORECASE))


def network_kind(address: IPv4Address | IPv6Address) -> str:
    """Return `loopback`, `link-local`, `private` or `public`."""
    address = _unwrapped(address)
    if address.is_loopback or address.is_unspecified:
        return "loopback"
    # Cloud machines serve their credentials at a link-local address.
    if address.is_link_local or address in _PLATFORM:
        return "link-local"
    public = address.is_global and not address.is_multicast and not any(address in network for network in _INNER)
    return "public" if public else "private"


def _unwrapped(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return an address, or the IPv4 address that an IPv6 address embeds."""
    if not isinstance(address, IPv6Address) or address.is_loopback or address.is_unspecified:
        return address
    if any(address in network for network in _TRANSLATED):
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else address)
