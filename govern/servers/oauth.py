"""OAuth client credentials, using the provider of the MCP SDK; only this module imports it."""

from __future__ import annotations

import logging
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

import httpx2
from pydantic import ValidationError

from govern.errors import GovernError, ServerUnreachable
from govern.servers import http_errors
from govern.servers.credentials import Credentials
from govern.servers.http_client import OWN_REQUEST, endpoint_url
from govern.servers.oauth_hosts import require_allowed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from govern.policy.target import ClientCredentials, Endpoint, Target

_METADATA_BYTES = 1024 * 1024
_CHALLENGES = {401, 403}


def authorize(client: httpx2.AsyncClient, target: Target) -> None:
    """Make `client` fetch a token if the server requires one, and send credentials to allowed hosts only."""
    client.auth = _provider(target)
    credentials = Credentials(target)

    async def check(request: httpx2.Request) -> None:
        await require_allowed(request.url, target)
        if not request.extensions.keys() & OWN_REQUEST:
            credentials.add_from_form(request.content)

    async def bound(response: httpx2.Response) -> None:
        is_ours = bool(response.request.extensions.keys() & OWN_REQUEST)
        # The provider reads these bodies whole; without a content encoding they cannot grow on decompression.
        if not is_ours or response.status_code in _CHALLENGES:
            response.headers.pop("content-encoding", None)
            response.stream = _LimitedStream(cast("httpx2.AsyncByteStream", response.stream))
        if not is_ours and response.request.method == "POST":
            credentials.add_from_token_response(await response.aread())

    hooks = client.event_hooks
    client.event_hooks = {"request": [*hooks["request"], check], "response": [*hooks["response"], bound]}


@contextmanager
def token_errors(target: Target) -> Iterator[None]:
    """Raise failures to get a token as a ServerUnreachable."""
    try:
        yield
    except (GovernError, httpx2.HTTPError, httpx2.InvalidURL):
        raise
    except Exception as error:
        reason = http_errors.one_line(target, _token_failure(error)) or type(error).__name__
        raise ServerUnreachable(
            f"cannot get a token for {_credentials(target).client_id!r}: {reason}",
            hint=f"check `client`, `secret`, `scope` and `issuer` in [servers.{target.name}.oauth]",
        ) from error


def _token_failure(error: Exception) -> str:
    """Return the reason of a failure, without the part of a response that pydantic quotes."""
    invalid = error.__cause__ or error.__context__
    if not isinstance(invalid, ValidationError):
        return str(error)
    problems = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in invalid.errors(include_input=False)]
    return f"the response is not valid: {'; '.join(problems)}"


class _LimitedStream(httpx2.AsyncByteStream):
    """The beginning of a body, as much as metadata and tokens need."""

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


class _MemoryStorage:
    """A token storage that lasts for this run only."""

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
    # The provider also logs what it raises, with parts of the response.
    logger = logging.getLogger("mcp.client.auth")
    logger.propagate = False
    logger.addHandler(logging.NullHandler())
    try:
        from mcp.client.auth.extensions.client_credentials import ClientCredentialsOAuthProvider

        with warnings.catch_warnings():
            # It warns if no issuer is set; `authorize` then sends the secret to the server's own origin only.
            warnings.simplefilter("ignore")
            provider: Any = ClientCredentialsOAuthProvider(
                server_url=str(endpoint_url(target)),
                storage=_MemoryStorage(),
                client_id=credentials.client_id,
                client_secret=credentials.client_secret,
                scope=credentials.scope,
                issuer=credentials.issuer,
            )
    except (ImportError, TypeError):
        provider = None
    if not isinstance(provider, httpx2.Auth):
        raise ServerUnreachable(
            "OAuth needs a newer MCP SDK than the installed one",
            hint="run in govern's environment: pip install 'mcp>=2.3'",
        )
    return provider


def _credentials(target: Target) -> ClientCredentials:
    return cast("ClientCredentials", cast("Endpoint", target.how).oauth)
