"""What HTTP says when it says no, told so that a reader knows what to set."""

from __future__ import annotations

import re
import socket
import ssl
from typing import TYPE_CHECKING

import httpx2

from govern.contract.characters import visible
from govern.errors import ServerMisbehaved, ServerTimedOut, ServerUnreachable, SurfaceTooLarge
from govern.policy.target import Endpoint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.errors import ServerError
    from govern.policy.target import Target

_SHOWN_TEXT, _LOOKED_AT = 300, 64 * 1024
_FORBIDDEN, _TOO_MANY, _SERVER_ERROR = 403, 429, 500
_TITLE = re.compile(r"<title[^>]*>\s*(.*?)\s*</title", re.IGNORECASE | re.DOTALL)
_PATHS = "Check the path of `url` in govern.toml: many servers answer under /mcp, older ones under /sse."
_ITS_LOG = "Its own log should hold the reason."


def shown_url(url: httpx2.URL) -> str:
    """The URL without what may be secret in it."""
    return str(url.copy_with(userinfo=b"", query=None, fragment=None))


def status_error(target: Target, response: httpx2.Response, body: bytes) -> ServerError:
    """Why an answer with this status is none."""
    status, said = response.status_code, _quoted(target, body)
    told = f"{shown_url(response.request.url)} answers HTTP {status}"
    if status in (401, _FORBIDDEN):
        return _not_let_in(target, response, told)
    if status in (404, 405):
        return ServerUnreachable(f"{told}, so there is no MCP server at this URL{said}", hint=_PATHS)
    if status == _TOO_MANY:
        wait = response.headers.get("retry-after", "")
        asked = f" and asks to come back in {wait} s" if wait.isdigit() else ""
        return ServerUnreachable(f"{told}: too many requests{asked}", hint="Try again later, or lower --jobs.")
    if status >= _SERVER_ERROR:
        return ServerUnreachable(f"{told}: it fails on its side{said}", hint=_ITS_LOG)
    return ServerUnreachable(f"{told}{said}", hint=_PATHS)


def not_mcp_error(target: Target, response: httpx2.Response, body: bytes) -> ServerError:
    """Why a successful answer of another content type is none."""
    kind = response.headers.get("content-type", "no content type")
    what = "a web page" if "html" in kind else f"something that is no JSON-RPC ({visible(kind)})"
    return ServerUnreachable(
        f"{shown_url(response.request.url)} answers with {what}{_quoted(target, body)}", hint=_PATHS
    )


def redirect_error(url: httpx2.URL, goal: httpx2.URL) -> ServerError:
    """Why a redirect is not followed to another origin."""
    upgrade = (url.scheme, goal.scheme, url.host) == ("http", "https", goal.host)
    why = "the first request of each run would cross the network unencrypted" if upgrade else "it is another origin"
    return ServerUnreachable(
        f"{shown_url(url)} redirects to {shown_url(goal)}, which is not followed: {why}",
        hint=f'Write url = "{shown_url(goal)}" in govern.toml if that is the server you mean.',
    )


def request_error(target: Target, url: httpx2.URL, error: httpx2.HTTPError) -> ServerError:
    """Why there is no answer, or no whole one."""
    if isinstance(error, httpx2.TimeoutException):
        return ServerTimedOut(f"{url.host} gave no answer within {target.timeout:g} s")
    if isinstance(error, httpx2.DecodingError):
        return ServerMisbehaved(f"what {url.host} sent cannot be decompressed: {error}")
    return _not_reached(url, error)


def too_large_error(target: Target) -> ServerError:
    """Why we stopped listening."""
    return SurfaceTooLarge(f"one answer has more than {target.limits.bytes} bytes", limit="bytes")


def one_line(target: Target, text: str) -> str:
    """Text of a server: short, without secrets, and with hidden characters made visible."""
    line = visible(target.secrets.redact(" ".join(text.split())))
    return line if len(line) <= _SHOWN_TEXT else f"{line[:_SHOWN_TEXT]}…"


def _not_let_in(target: Target, response: httpx2.Response, told: str) -> ServerError:
    challenge = response.headers.get("www-authenticate")
    said = f" ({one_line(target, challenge)})" if challenge else ""
    table = f"[servers.{target.name}]"
    if isinstance(target.how, Endpoint) and target.how.oauth:
        hint = f"Check client, secret, scope and issuer in [servers.{target.name}.oauth]."
    elif "authorization" in response.request.headers:
        hint = f"Check what Authorization holds under {table} in govern.toml: it may have expired, or lack a scope."
    else:
        header = 'headers = { Authorization = "Bearer ${NAME}" }'
        hint = f'Set under {table} in govern.toml: {header}, or token = "${{NAME}}", or [servers.{target.name}.oauth].'
    if "authorization" not in response.request.headers:
        return ServerUnreachable(f"{told}: it wants credentials{said}", hint=hint)
    why = "are not enough" if response.status_code == _FORBIDDEN else "are not accepted"
    return ServerUnreachable(f"{told}: the credentials {why}{said}", hint=hint)


def _not_reached(url: httpx2.URL, error: httpx2.HTTPError) -> ServerError:
    host = f"{url.host}:{url.port}" if url.port else url.host
    causes = list(_causes(error))
    if tls := next((cause for cause in causes if isinstance(cause, ssl.SSLError)), None):
        hint = "Mend its certificate; for a private authority, name its file in SSL_CERT_FILE."
        reason = getattr(tls, "verify_message", "") or tls.reason or tls
        return ServerUnreachable(f"no secure connection to {host}: {reason}", hint=hint)
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return ServerUnreachable(f"no host named {url.host} was found", hint="Check `url` in govern.toml.")
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        hint = "Start the server, or check the port of `url` in govern.toml."
        return ServerUnreachable(f"nothing listens at {host}", hint=hint)
    if isinstance(error, httpx2.ConnectError):
        return ServerUnreachable(f"no connection to {host}: {error}", hint="Check `url` in govern.toml.")
    return ServerUnreachable(f"{host} broke off: {str(error) or type(error).__name__}", hint=_ITS_LOG)


def _quoted(target: Target, body: bytes) -> str:
    text = body[:_LOOKED_AT].decode("utf-8", "replace")
    if len(body) >= _LOOKED_AT:
        text = _without_cut_secret(target, text)
    title = _TITLE.search(text)
    said = one_line(target, title[1] if title else text)
    return f": {said}" if said else ""


def _without_cut_secret(target: Target, text: str) -> str:
    """Return the text without the beginning of a secret whose rest was cut off."""
    for secret in target.secrets.shown_as:
        for kept in range(len(secret) - 1, 0, -1):
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
