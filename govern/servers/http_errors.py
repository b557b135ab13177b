"""Build the errors for failed HTTP requests, each with the setting to check."""

from __future__ import annotations

import re
import socket
import ssl
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

import httpx2

from govern.contract.characters import shortened, visible
from govern.errors import ServerMisbehaved, ServerRedirected, ServerTimedOut, ServerUnreachable, SurfaceTooLarge
from govern.policy.target import Endpoint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.errors import ServerError
    from govern.policy.target import Target

_MAX_QUOTE, _MAX_READ = 300, 64 * 1024
# The statuses of temporary failures.
TEMPORARY_STATUS = {429, 502, 503, 504}
_FORBIDDEN, _TOO_MANY, _SERVER_ERROR = 403, 429, 500
_TITLE = re.compile(r"<title[^<>]*+>([^<]*+)</title", re.IGNORECASE)
_CHECK_PATH = "check the path of `url` in govern.toml: most servers use /mcp, older ones /sse"
CHECK_LOG = "check the server's log"


def shown_url(url: httpx2.URL) -> str:
    """Return the URL without its user, password, query and fragment, which may be secret."""
    return str(url.copy_with(userinfo=b"", query=None, fragment=None))


def status_error(target: Target, response: httpx2.Response, body: bytes) -> ServerError:
    """Return the error for an HTTP status that is not a success."""
    status, quote = response.status_code, _body_quote(target, body)
    prefix = f"{shown_url(response.request.url)} returned HTTP {status}"
    if status in (401, _FORBIDDEN):
        return _authentication_error(target, response, prefix)
    if status in (404, 405):
        return ServerUnreachable(f"{prefix}: no MCP server at this URL{quote}", hint=_CHECK_PATH)
    if status == _TOO_MANY:
        seconds = retry_after(response)
        retry = "" if seconds is None else f"; retry after {seconds:g} s"
        found = ServerUnreachable(f"{prefix}: too many requests{retry}", hint="try again later, or lower --jobs")
    elif status >= _SERVER_ERROR:
        found = ServerUnreachable(f"{prefix}: server error{quote}", hint=CHECK_LOG)
    else:
        found = ServerUnreachable(f"{prefix}{quote}", hint=_CHECK_PATH)
    if status in TEMPORARY_STATUS:
        found.retry_after = retry_after(response) or 0.0
    return found


def retry_after(response: httpx2.Response) -> float | None:
    """Return the seconds of a Retry-After header, which may also name a time."""
    value = response.headers.get("retry-after", "")
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError, OverflowError):
        return None


def not_mcp_error(target: Target, response: httpx2.Response, body: bytes) -> ServerError:
    """Return the error for a successful response that is not an MCP response."""
    kind = response.headers.get("content-type", "a response without content type")
    got = "a web page" if "html" in kind else visible(kind)
    quote = _body_quote(target, body)
    message = f"{shown_url(response.request.url)} returned {got} instead of JSON-RPC{quote}"
    return ServerUnreachable(message, hint=_CHECK_PATH)


def redirect_error(url: httpx2.URL, goal: httpx2.URL) -> ServerError:
    """Return the error for a redirect to another origin."""
    upgrade = (url.scheme, goal.scheme, url.host) == ("http", "https", goal.host)
    why = "the first request of each run would be sent unencrypted" if upgrade else "it is another origin"
    error = ServerRedirected(
        f"{shown_url(url)} redirects to {shown_url(goal)}, which govern does not follow: {why}",
        hint=f'if that is the right server, set url = "{shown_url(goal)}" in govern.toml',
    )
    error.goal = str(goal)
    return error


def request_error(target: Target, url: httpx2.URL, error: httpx2.HTTPError) -> ServerError:
    """Return the error for a request without a complete response."""
    if isinstance(error, httpx2.TimeoutException):
        return ServerTimedOut(f"no response from {url.host} within {target.timeout:g} s")
    if isinstance(error, httpx2.DecodingError):
        return ServerMisbehaved(f"cannot decompress the response from {url.host}: {error}")
    return _connection_error(url, error)


def too_large_error(target: Target) -> ServerError:
    """Return the error for a response larger than the limit."""
    return SurfaceTooLarge(f"one response is larger than {target.limits.bytes} bytes", limit="bytes")


def one_line(target: Target, text: str) -> str:
    """Return a server's text on one line: short, without secrets, with hidden characters made visible."""
    return shortened(visible(target.secrets.redact(" ".join(text.split()))), _MAX_QUOTE)


def _authentication_error(target: Target, response: httpx2.Response, prefix: str) -> ServerError:
    challenge = response.headers.get("www-authenticate")
    quote = f" ({one_line(target, challenge)})" if challenge else ""
    table = f"[servers.{target.name}]"
    if isinstance(target.how, Endpoint) and target.how.oauth:
        hint = f"check `client-id`, `client-secret`, `scope` and `issuer` in [servers.{target.name}.oauth]"
    elif _has_login(target, response):
        hint = f"run `govern login {target.name}`: the login may be revoked, or lack a permission"
    elif "authorization" in response.request.headers:
        hint = f"check the Authorization header under {table} in govern.toml: it may be expired or lack a scope"
    else:
        header = 'headers = { Authorization = "Bearer ${NAME}" }'
        hint = f'run `govern login {target.name}` to log in in the browser; for CI, set token = "${{NAME}}" or '
        hint += f"{header} under {table} in govern.toml, or add [servers.{target.name}.oauth]"
    if "authorization" not in response.request.headers:
        return ServerUnreachable(f"{prefix}: authentication required{quote}", hint=hint)
    reason = (
        "the credentials lack permission" if response.status_code == _FORBIDDEN else "the credentials were rejected"
    )
    return ServerUnreachable(f"{prefix}: {reason}{quote}", hint=hint)


def _has_login(target: Target, response: httpx2.Response) -> bool:
    """Return whether the request was sent with the user's login, and not with credentials of the config."""
    names = target.how.headers if isinstance(target.how, Endpoint) else {}
    return "authorization" in response.request.headers and not any(name.lower() == "authorization" for name in names)


def _connection_error(url: httpx2.URL, error: httpx2.HTTPError) -> ServerError:
    host = f"{url.host}:{url.port}" if url.port else url.host
    causes = list(_causes(error))
    if tls := next((cause for cause in causes if isinstance(cause, ssl.SSLError)), None):
        hint = "fix its certificate; for a private certificate authority, set SSL_CERT_FILE to its certificate file"
        reason = getattr(tls, "verify_message", "") or tls.reason or tls
        return ServerUnreachable(f"TLS connection to {host} failed: {reason}", hint=hint)
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return ServerUnreachable(f"host {url.host} not found", hint="check `url` in govern.toml")
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        hint = "start the server, or check the port of `url` in govern.toml"
        return ServerUnreachable(f"connection to {host} refused", hint=hint)
    if isinstance(error, httpx2.ConnectError):
        return ServerUnreachable(f"cannot connect to {host}: {error}", hint="check `url` in govern.toml")
    # An error of reading or writing has no text.
    reason = str(error) or "it was closed before the response ended"
    return ServerUnreachable(f"connection to {host} failed: {reason}", hint=CHECK_LOG)


def _body_quote(target: Target, body: bytes) -> str:
    text = body[:_MAX_READ].decode("utf-8", "replace")
    if len(body) >= _MAX_READ:
        text = _without_cut_secret(target, text)
    title = _TITLE.search(text)
    quote = one_line(target, title[1] if title else text)
    return f": {quote}" if quote else ""


def _without_cut_secret(target: Target, text: str) -> str:
    """Return the text without the beginning of a secret whose rest was cut off."""
    for secret in target.secrets.shown_as:
        for kept in range(min(len(secret) - 1, len(text)), 0, -1):
            if text.endswith(secret[:kept]):
                return text[:-kept]
    return text


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            for inner in error.exceptions:
                yield from _causes(inner)
        error = error.__cause__ or error.__context__
