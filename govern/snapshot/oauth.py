"""OAuth client credentials, by the SDK's own provider; only here does a way to a URL import it."""

from __future__ import annotations

import logging
import warnings
from contextlib import contextmanager
from typing import cast

import httpx2

from govern.errors import GovernError, ServerUnreachable
from govern.snapshot import http_errors
from govern.snapshot.http_client import OURS, endpoint_url, origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from typing import Any

    from govern.policy.target import ClientCredentials, Endpoint, Target

_METADATA_BYTES = 1024 * 1024
_CHALLENGES = {401, 403}


def authorize(client: httpx2.AsyncClient, target: Target) -> None:
    """Let `client` fetch a token where the server asks for one, and the secret go nowhere it does not belong."""
    client.auth = _provider(target)
    url, credentials = endpoint_url(target), _credentials(target)

    async def check(request: httpx2.Request) -> None:
        if credentials.issuer is None and origin(request.url) != origin(url):
            raise ServerUnreachable(
                f"it sends us to {http_errors.shown(request.url)} for a token, which is another origin",
                hint=f"Nothing was sent. If the client belongs there, set its issuer in [servers.{target.name}.oauth].",
            )

    async def bound(response: httpx2.Response) -> None:
        # These the provider reads whole: without a content encoding, that is no more than came over the network.
        if not response.request.extensions.keys() & OURS or response.status_code in _CHALLENGES:
            response.headers.pop("content-encoding", None)
            response.stream = _Beginning(cast("httpx2.AsyncByteStream", response.stream))

    client.event_hooks = {"request": [check], "response": [bound]}


@contextmanager
def told_plainly(target: Target) -> Iterator[None]:
    """What goes wrong on the way to a token, as an error that says so."""
    try:
        yield
    except (GovernError, httpx2.HTTPError, httpx2.InvalidURL):
        raise
    except Exception as error:
        reason = http_errors.one_line(target, str(error)) or type(error).__name__
        raise ServerUnreachable(
            f"no token for {_credentials(target).client_id!r}: {reason}",
            hint=f"Check client, secret, scope and issuer in [servers.{target.name}.oauth].",
        ) from error


class _Beginning(httpx2.AsyncByteStream):
    """As much of a body as metadata and tokens need."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = _METADATA_BYTES
        async for chunk in self._stream:
            yield chunk[:left]
            left -= len(chunk)
            if left <= 0:
                return

    async def aclose(self) -> None:
        await self._stream.aclose()


class _Memory:
    """Tokens are for this run alone."""

    def __init__(self) -> None:
        self.token: Any = None
        self.client: Any = None

    async def get_tokens(self) -> Any:
        return self.token

    async def set_tokens(self, tokens: Any) -> None:
        self.token = tokens

    async def get_client_info(self) -> Any:
        return self.client

    async def set_client_info(self, client_info: Any) -> None:
        self.client = client_info


def _provider(target: Target) -> httpx2.Auth:
    credentials = _credentials(target)
    # The provider logs a traceback of what it also raises; without a handler Python would print that.
    logging.getLogger("mcp").addHandler(logging.NullHandler())
    try:
        from mcp.client.auth.extensions.client_credentials import ClientCredentialsOAuthProvider

        with warnings.catch_warnings():
            # It warns where no issuer is set; `authorize` holds the secret to the server's own origin then.
            warnings.simplefilter("ignore")
            provider: Any = ClientCredentialsOAuthProvider(
                server_url=str(endpoint_url(target)),
                storage=_Memory(),
                client_id=credentials.client_id,
                client_secret=credentials.client_secret,
                scope=credentials.scope,
                issuer=credentials.issuer,
            )
    except (ImportError, TypeError):
        provider = None
    if not isinstance(provider, httpx2.Auth):
        raise ServerUnreachable(
            "OAuth needs a later MCP SDK than the one that is installed",
            hint="Install it where govern runs: pip install 'mcp>=2.3'.",
        )
    return provider


def _credentials(target: Target) -> ClientCredentials:
    return cast("ClientCredentials", cast("Endpoint", target.how).oauth)
