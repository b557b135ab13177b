"""OAuth for one client: client credentials by the provider of the MCP SDK, and the watch over any OAuth flow."""

from __future__ import annotations

import logging
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

import httpx2
from pydantic import ValidationError

from govern.errors import GovernError, ServerUnreachable
from govern.servers import http_errors
from govern.servers.addresses import require_allowed, require_safe
from govern.servers.http_client import OWN_REQUEST, Credentials, endpoint_url, is_token

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from govern.policy.target import ClientCredentials, Endpoint, Target

_METADATA_BYTES = 1024 * 1024
_CHALLENGES = {401, 403}


def authorize(client: httpx2.AsyncClient, target: Target, login: httpx2.Auth | None = None) -> None:
    """Make `client` fetch a token if the server requires one, by client credentials or else by the user's login.

    Credentials are sent to allowed hosts only, and collected to be redacted.
    """
    client.auth = login or _provider(target)
    allow = require_allowed if login is None else require_safe
    credentials = Credentials(target)

    async def check(request: httpx2.Request) -> None:
        await allow(request.url, target)
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
        reason = http_errors.one_line(target, failure_reason(error)) or type(error).__name__
        raise ServerUnreachable(
            f"cannot get a token for {_credentials(target).client_id!r}: {reason}",
            hint=f"check `client-id`, `client-secret`, `scope` and `issuer` in [servers.{target.name}.oauth]",
        ) from error


def failure_reason(error: Exception) -> str:
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


class MemoryStorage:
    """A token storage that lasts for this run only."""

    def __init__(self) -> None:
        self.token: Any = None
        self.client: Any = None

    async def get_tokens(self) -> Any:
        """Return the tokens, or None."""
        return self.token

    async def set_tokens(self, tokens: Any) -> None:
        """Keep the tokens, unless no header can hold them."""
        if not is_token(tokens.access_token):
            raise ServerUnreachable("the issuer returned a token with characters that are not allowed in a header")
        self.token = tokens

    async def get_client_info(self) -> Any:
        """Return the registered client, or None."""
        return self.client

    async def set_client_info(self, client_info: Any) -> None:
        """Keep the registered client."""
        self.client = client_info


def quiet_sdk() -> None:
    """Keep the SDK's providers from logging what they raise, with parts of the response."""
    logger = logging.getLogger("mcp.client.auth")
    logger.propagate = False
    logger.addHandler(logging.NullHandler())


def missing_sdk() -> ServerUnreachable:
    """Return the error for an SDK without a provider for govern's HTTP client."""
    return ServerUnreachable(
        "OAuth needs a newer MCP SDK than the installed one", hint="run in govern's environment: pip install 'mcp>=2.3'"
    )


def _provider(target: Target) -> httpx2.Auth:
    credentials = _credentials(target)
    quiet_sdk()
    try:
        from mcp.client.auth.extensions.client_credentials import ClientCredentialsOAuthProvider

        class Provider(ClientCredentialsOAuthProvider):
            async def _perform_authorization(self) -> httpx2.Request:
                # The SDK replaces the configured scope with what the server asks for.
                if credentials.scope is not None:
                    self.context.client_metadata.scope = credentials.scope
                return await super()._perform_authorization()

        with warnings.catch_warnings():
            # It warns if no issuer is set; `authorize` then sends the secret to the server's own origin only.
            warnings.simplefilter("ignore")
            provider: Any = Provider(
                server_url=str(endpoint_url(target)),
                storage=MemoryStorage(),
                client_id=credentials.client_id,
                client_secret=credentials.client_secret,
                scope=credentials.scope,
                issuer=credentials.issuer,
            )
    except (ImportError, TypeError):
        provider = None
    if not isinstance(provider, httpx2.Auth):
        raise missing_sdk()
    return provider


def _credentials(target: Target) -> ClientCredentials:
    return cast("ClientCredentials", cast("Endpoint", target.how).oauth)
