"""Log in to a hosted server in the browser, by the OAuth provider of the MCP SDK."""

from __future__ import annotations

import asyncio
import hmac
import os
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qs, parse_qsl, urlsplit

import httpx2

from govern import __version__
from govern.errors import GovernError, ServerError, ServerTimedOut, ServerUnreachable, UsageError
from govern.servers.addresses import require_safe
from govern.servers.capture import capture_error
from govern.servers.http import open_endpoint
from govern.servers.http_client import endpoint_url
from govern.servers.http_errors import one_line
from govern.servers.logins import Login, expiry
from govern.servers.oauth import MemoryStorage, failure_reason, missing_sdk, quiet_sdk
from govern.servers.session import Session

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from govern.policy.target import Target


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
    except ServerError as error:
        raise capture_error(target, error) from None
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
        if redirect.state:
            raise ServerUnreachable("the server asks for another login after this one")
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
    return ServerUnreachable(f"the login was denied: {one_line(target, reason)}")


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


_HOST, _PATH = "127.0.0.1", "/callback"
_MAX_HEAD, _TIMEOUT = 16 * 1024, 10.0
_PAGE = "govern has received the answer. You can close this window and return to the terminal.\n"
_ERRORS = {400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 410: "Gone"}


class Redirect:
    """A receiver of one redirect; all other requests are rejected, and change nothing."""

    def __init__(self) -> None:
        self.port = 0
        self.state = ""
        self._received: asyncio.Future[Mapping[str, str]] = asyncio.get_running_loop().create_future()

    @property
    def uri(self) -> str:
        """Return the redirect URI to register."""
        return f"http://{_HOST}:{self.port}{_PATH}"

    async def parameters(self) -> Mapping[str, str]:
        """Wait for the redirect with this login's state, and return its parameters."""
        return await self._received

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request and close its connection."""
        found: Mapping[str, str] | int = 400
        try:
            async with asyncio.timeout(_TIMEOUT):
                found = self._read(await reader.readuntil(b"\r\n\r\n"))
                writer.write(_response(found))
                await writer.drain()
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError, TimeoutError, OSError):
            pass
        finally:
            writer.close()
        if not isinstance(found, int) and not self._received.done():
            self._received.set_result(found)

    def _read(self, head: bytes) -> Mapping[str, str] | int:
        """Return the parameters of a request, or the status of its rejection."""
        first, *lines = head.decode("latin-1").split("\r\n")
        method, _, rest = first.partition(" ")
        path, _, query = rest.partition(" ")[0].partition("?")
        hosts = [value.strip() for name, _, value in (line.partition(":") for line in lines) if name.lower() == "host"]
        # Another name for this address belongs to a page that rebinds its own.
        if hosts != [f"{_HOST}:{self.port}"]:
            return 403
        if path != _PATH:
            return 404
        if method != "GET":
            return 405
        pairs = parse_qsl(query, keep_blank_values=True)
        given = dict(pairs)
        if len(given) != len(pairs) or not self._has_state(given) or not given.keys() & {"code", "error"}:
            return 400
        return 410 if self._received.done() else given

    def _has_state(self, given: Mapping[str, str]) -> bool:
        return bool(self.state) and hmac.compare_digest(given.get("state", "").encode(), self.state.encode())


@asynccontextmanager
async def receive_redirect(port: int) -> AsyncIterator[Redirect]:
    """Yield a receiver on this port, or on a free one for 0, and close it at the end."""
    redirect = Redirect()
    try:
        server = await asyncio.start_server(redirect.serve, _HOST, port, limit=_MAX_HEAD)
    except OSError as error:
        raise UsageError(
            f"port {port} cannot be opened: {error.strerror}", hint="choose another one: --port N"
        ) from None
    redirect.port = server.sockets[0].getsockname()[1]
    try:
        yield redirect
    finally:
        server.close()


def _response(found: Mapping[str, str] | int) -> bytes:
    """Return a response that repeats nothing of the request."""
    status, body = (f"{found} {_ERRORS[found]}", "") if isinstance(found, int) else ("200 OK", _PAGE)
    lines = [
        f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Content-Type: text/plain; charset=utf-8",
        "Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
        "Content-Security-Policy: default-src 'none'", "Connection: close",
    ]  # fmt: skip
    return "\r\n".join([*lines, "", body]).encode()
