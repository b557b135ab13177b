"""Log in to a hosted server in the browser, by the OAuth provider of the MCP SDK."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qs, urlsplit

import httpx2

from govern import __version__
from govern.errors import GovernError, ServerTimedOut, ServerUnreachable
from govern.servers.http import open_endpoint
from govern.servers.http_client import endpoint_url
from govern.servers.http_errors import one_line
from govern.servers.login_auth import expiry
from govern.servers.logins import Login
from govern.servers.oauth import MemoryStorage, failure_reason, missing_sdk, quiet_sdk
from govern.servers.oauth_hosts import require_safe
from govern.servers.redirect import receive_redirect
from govern.servers.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from govern.policy.target import Target
    from govern.servers.redirect import Redirect

# A person has this many seconds to log in.
PATIENCE = 300.0


def log_in(
    target: Target, open_page: Callable[[str], None], *, client_id: str | None, port: int, patience: float = PATIENCE
) -> Login | None:
    """Return the login that a person makes on the page that `open_page` opens; None if the server requires none.

    A `client_id` that is a URL is used where the issuer reads client ID metadata documents; any other is that of a
    registered client. Without one, the client is registered dynamically.
    """
    return asyncio.run(_log_in(target, open_page, client_id, port, patience))


async def _log_in(
    target: Target, open_page: Callable[[str], None], client_id: str | None, port: int, patience: float
) -> Login | None:
    try:
        async with asyncio.timeout(patience), receive_redirect(port) as redirect:
            provider = _provider(target, redirect, open_page, client_id)
            async with open_endpoint(target, cast("httpx2.Auth", provider)) as wire:
                await Session(wire, target).read()
            return _login(str(endpoint_url(target)), provider.context)
    except TimeoutError:
        message = f"no login within {patience:g} s"
        raise ServerTimedOut(message, where=target.name, hint=f"run: govern login {target.name}") from None
    except (GovernError, httpx2.HTTPError, httpx2.InvalidURL):
        raise
    except Exception as error:
        reason = one_line(target, failure_reason(error)) or type(error).__name__
        raise ServerUnreachable(f"cannot log in: {reason}", where=target.name) from error


def _provider(target: Target, redirect: Redirect, open_page: Callable[[str], None], client_id: str | None) -> Any:
    quiet_sdk()
    try:
        from mcp.client.auth import OAuthClientProvider
        from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata
    except ImportError:
        raise missing_sdk() from None

    async def show(url: str) -> None:
        await require_safe(httpx2.URL(url), target)
        redirect.state = parse_qs(urlsplit(url).query)["state"][-1]
        await asyncio.to_thread(open_page, url)

    async def answer() -> AuthorizationCodeResult:
        given = await redirect.parameters()
        if "error" in given:
            raise _denied(target, given)
        return AuthorizationCodeResult(code=given["code"], state=given["state"], iss=given.get("iss"))

    is_document = client_id is not None and client_id.startswith("https://")
    storage = MemoryStorage()
    if client_id is not None and not is_document:
        storage.client = OAuthClientInformationFull(client_id=client_id, token_endpoint_auth_method="none")  # noqa: S106
    uris: list[Any] = [redirect.uri]
    provider = OAuthClientProvider(
        server_url=str(endpoint_url(target)),
        client_metadata=OAuthClientMetadata(client_name="govern", software_version=__version__, redirect_uris=uris),
        storage=storage,
        redirect_handler=show,
        callback_handler=answer,
        client_metadata_url=client_id if is_document else None,
    )
    if not isinstance(provider, httpx2.Auth):
        raise missing_sdk()
    return provider


def _denied(target: Target, given: Mapping[str, str]) -> ServerUnreachable:
    reason = ": ".join(filter(None, (given["error"], given.get("error_description"))))
    return ServerUnreachable(f"the login was denied: {one_line(target, reason)}", where=target.name)


def _login(url: str, context: Any) -> Login | None:
    """Return what has to be kept of a finished flow."""
    tokens, client, metadata = context.current_tokens, context.client_info, context.oauth_metadata
    if tokens is None or client is None:
        return None
    origin = context.get_authorization_base_url(url)
    return Login(
        server=url,
        issuer=str(metadata.issuer) if metadata else origin,
        resource=context.get_resource_url(),
        token_endpoint=str(metadata.token_endpoint) if metadata else f"{origin}/token",
        client_id=client.client_id,
        access_token=tokens.access_token,
        refresh_token=tokens.refresh_token,
        client_secret=client.client_secret,
        auth_method=client.token_endpoint_auth_method,
        expires_at=expiry(tokens.expires_in),
    )


def open_browser(url: str) -> bool:
    """Open a page in the user's browser, and return whether one was found."""
    import webbrowser

    # It looks for browsers on PATH, whose relative folders may be part of the checkout.
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    os.environ["PATH"] = os.pathsep.join(folder for folder in folders if os.path.isabs(folder))  # noqa: PTH117
    try:
        return webbrowser.open(url)
    except (webbrowser.Error, OSError):
        return False
