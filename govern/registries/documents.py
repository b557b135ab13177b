"""Fetch one JSON document from a stranger's URL: bounded in size, depth and time, within one origin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx2

from govern import __version__
from govern.contract.json_text import decode, depth
from govern.errors import ContractInvalid, ServerError, ServerMisbehaved, ServerUnreachable
from govern.policy.server_settings import Limits
from govern.policy.target import Endpoint, Target
from govern.servers.http_client import open_client
from govern.servers.http_errors import shown_url

if TYPE_CHECKING:
    from collections.abc import Mapping

# It says who asks, and where its owner can be found.
USER_AGENT = f"govern/{__version__} (+https://github.com/govern-mcp/govern)"
_MEGABYTE = 1024 * 1024
_LIMITS = Limits(bytes=16 * _MEGABYTE, depth=64)
_NOT_FOUND = (404, 410)


async def fetch_document(
    url: str,
    query: Mapping[str, str] | None = None,
    *,
    accept: str = "application/json",
    seconds: float = 30.0,
    public: bool = False,
) -> Any:
    """Return the JSON at a URL, or None if there is nothing. Raise ServerError if it cannot be read.

    With `public` no address of a private network is connected to.
    """
    target = Target(url, "", Endpoint(url, foreign=public, public_only=public), timeout=seconds, limits=_LIMITS)
    try:
        return await _fetched(target, httpx2.URL(url, params=dict(query)) if query else httpx2.URL(url), accept)
    except httpx2.InvalidURL as error:
        raise ServerUnreachable(f"not a valid URL: {error}", where=url) from None
    except ServerError as error:
        # The hints of the HTTP client are about a server in govern.toml.
        raise type(error)(error.message, where=error.where, hint="check the URL and your network") from None


async def _fetched(target: Target, url: httpx2.URL, accept: str) -> Any:
    async with (
        open_client(target) as client,
        client.call("GET", url, {"accept": accept, "user-agent": USER_AGENT}) as response,
    ):
        if response.status_code in _NOT_FOUND:
            return None
        if response.status_code != httpx2.codes.OK:
            raise ServerUnreachable(f"{shown_url(url)} returned HTTP {response.status_code}")
        content = await client.whole(response)
    try:
        document = decode(content)
    except ContractInvalid as error:
        raise ServerMisbehaved(f"{shown_url(url)}: {error.message}") from None
    if depth(document) > target.limits.depth:
        raise ServerMisbehaved(f"{shown_url(url)}: nested more than {target.limits.depth} levels deep")
    return document
