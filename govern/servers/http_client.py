"""The HTTP client for one server: adds credentials, stays within one origin, retries, and enforces the limits."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
from base64 import b64decode
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from functools import cache
from http.cookiejar import DefaultCookiePolicy
from itertools import islice
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qsl

import httpx2

from govern.errors import ServerMisbehaved, ServerUnreachable
from govern.policy.redaction import SecretCollector, is_secret_name, reads_as_text
from govern.servers import http_errors

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
    from http.cookiejar import Cookie
    from urllib.request import Request

    from govern.policy.target import Endpoint, Target


_KEEPS_METHOD = {301, 302, 307, 308}
_MAX_REDIRECTS = 5
_FIRST_PAUSE, _MAX_CONNECT = 0.25, 15.0
_EXCERPT = 64 * 1024
_KEPT_CONNECTIONS = 20
# Marks govern's own requests, as opposed to those that OAuth adds.
OWN_REQUEST = {"govern": True}


class HttpClient:
    """A client that sends requests and opens their responses."""

    def __init__(self, target: Target, client: httpx2.AsyncClient, timeout: httpx2.Timeout) -> None:
        self.target = target
        self._client = client
        self._timeout = timeout
        self._deadline = asyncio.get_running_loop().time() + target.timeout

    def patient(self) -> HttpClient:
        """Return a client without a read timeout, for a stream that may be silent for a long time."""
        waiting = httpx2.Timeout(self._timeout.write, connect=self._timeout.connect, read=None)
        return HttpClient(self.target, self._client, waiting)

    def once(self) -> HttpClient:
        """Return a patient client that sends nothing again, for a call that might take effect twice."""
        return HttpClient(replace(self.target, retries=0), self._client, self._timeout).patient()

    @asynccontextmanager
    async def call(
        self, method: str, url: httpx2.URL, headers: Mapping[str, str], body: bytes | None = None
    ) -> AsyncIterator[httpx2.Response]:
        """Yield the response with its body unread; retry temporary failures, and follow redirects within the origin."""
        response = await self._send_with_retries(method, url, headers, body)
        try:
            yield response
        except httpx2.HTTPError as error:
            raise http_errors.request_error(self.target, url, error) from error
        finally:
            await response.aclose()

    async def chunks(self, response: httpx2.Response) -> AsyncIterator[bytes]:
        """Yield the decompressed body in pieces, up to the limit."""
        size = 0
        async with aclosing(response.aiter_bytes()) as parts:
            async for part in parts:
                size += len(part)
                if size > self.target.limits.bytes:
                    raise http_errors.too_large_error(self.target)
                yield part
                # One compressed piece may become many; let other tasks run in between.
                await asyncio.sleep(0)

    async def whole(self, response: httpx2.Response) -> bytes:
        """Return the whole body, up to the limit."""
        return b"".join([chunk async for chunk in self.chunks(response)])

    async def excerpt(self, response: httpx2.Response) -> bytes:
        """Return the beginning of a body, to quote it in an error."""
        found = bytearray()
        async with aclosing(response.aiter_bytes()) as parts:
            async for part in parts:
                found += part
                if len(found) >= _EXCERPT:
                    break
        return bytes(found[:_EXCERPT])

    async def _send_with_retries(
        self, method: str, url: httpx2.URL, headers: Mapping[str, str], body: bytes | None
    ) -> httpx2.Response:
        for attempt in range(self.target.retries + 1):
            pause = _FIRST_PAUSE * 2**attempt * random.uniform(0.8, 1.2)  # noqa: S311 - spreads load, keeps no secret
            try:
                response = await self._send_within_origin(method, url, headers, body)
            except httpx2.TransportError as error:
                if not self._may_retry(attempt, pause):
                    raise http_errors.request_error(self.target, url, error) from error
            else:
                pause = http_errors.retry_after(response) or pause
                if response.status_code not in http_errors.TEMPORARY_STATUS or not self._may_retry(attempt, pause):
                    return response
                await response.aclose()
            await asyncio.sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    def _may_retry(self, attempt: int, pause: float) -> bool:
        return attempt < self.target.retries and asyncio.get_running_loop().time() + pause < self._deadline

    async def _send_within_origin(
        self, method: str, url: httpx2.URL, headers: Mapping[str, str], body: bytes | None
    ) -> httpx2.Response:
        goal = url
        for _ in range(_MAX_REDIRECTS + 1):
            request = self._client.build_request(
                method, goal, headers=headers, content=body, timeout=self._timeout, extensions=OWN_REQUEST
            )
            response = await self._send(request)
            if not response.has_redirect_location:
                return response
            await response.aclose()
            goal = self._redirect_target(response)
        raise ServerMisbehaved(f"{http_errors.shown_url(url)} redirects more than {_MAX_REDIRECTS} times")

    async def _send(self, request: httpx2.Request) -> httpx2.Response:
        try:
            if cast("Endpoint", self.target.how).oauth is None:
                return await self._client.send(request, stream=True)
            from govern.servers.oauth import token_errors

            with token_errors(self.target):
                return await self._client.send(request, stream=True)
        except httpx2.InvalidURL as error:
            raise ServerMisbehaved(f"it redirects to an invalid URL: {error}") from None

    def _redirect_target(self, response: httpx2.Response) -> httpx2.URL:
        """Return the URL of a redirect, or raise if it leaves the origin (as credentials may not) or drops the body."""
        sent = response.request.url
        goal = sent.join(response.headers["location"])
        if origin(goal) != origin(sent) or (goal.userinfo and goal.userinfo != sent.userinfo):
            raise http_errors.redirect_error(sent, goal)
        if response.request.method == "POST" and response.status_code not in _KEEPS_METHOD:
            raise http_errors.status_error(self.target, response, b"this redirect would drop the message")
        return goal


@asynccontextmanager
async def open_client(target: Target, login: httpx2.Auth | None = None) -> AsyncIterator[HttpClient]:
    """Yield a client for the target's URL, and close all its sockets at the end."""
    endpoint = cast("Endpoint", target.how)
    _check_headers(endpoint.headers)
    # They log URLs and headers, which hold secrets; a server in this process may have turned logging on.
    for library in ("httpx2", "httpcore2"):
        logging.getLogger(library).setLevel(logging.WARNING)
    timeout = httpx2.Timeout(target.timeout, connect=min(target.timeout, _MAX_CONNECT))
    client = httpx2.AsyncClient(
        headers=dict(endpoint.headers), timeout=timeout, event_hooks=event_hooks(target), **await _route(target)
    )
    login = login or _stored_login(target)
    if login or endpoint.oauth:
        from govern.servers.oauth import authorize

        authorize(client, target, login)
    client.cookies.jar.set_policy(_SendableCookies())
    try:
        yield HttpClient(target, client, timeout)
    finally:
        await _close_client(client)


async def _route(target: Target) -> dict[str, Any]:
    """Return the arguments of a client that decide what it connects to."""
    # One that is open all the time must not make others wait.
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=_KEPT_CONNECTIONS)
    if not cast("Endpoint", target.how).public_only:
        return {"verify": _tls_context(), "limits": limits}
    from govern.servers.addresses import public_route

    return await public_route(endpoint_url(target), _tls_context(), limits)


def _stored_login(target: Target) -> httpx2.Auth | None:
    """Return the user's login for this URL, unless the config has credentials, or the URL is a stranger's."""
    if configured_credentials(target) or cast("Endpoint", target.how).foreign:
        return None
    from govern.servers.logins import login_auth

    return login_auth(target)


def configured_credentials(target: Target) -> str:
    """Return the key of the config that authenticates to this URL, or an empty string."""
    endpoint = cast("Endpoint", target.how)
    if endpoint.oauth is not None:
        return "oauth"
    return "token or headers" if any(name.lower() == "authorization" for name in endpoint.headers) else ""


def is_token(text: str) -> bool:
    """Return whether an Authorization header can hold this token."""
    return bool(re.fullmatch("[!-~]+", text))


class _SendableCookies(DefaultCookiePolicy):
    """A policy that ignores cookies which cannot be sent back in a header."""

    def set_ok(self, cookie: Cookie, request: Request) -> bool:
        """Return whether to keep a cookie."""
        text = f"{cookie.name}={cookie.value}"
        return text.isascii() and text.isprintable() and super().set_ok(cookie, request)


async def _close_client(client: httpx2.AsyncClient) -> None:
    """Close every socket, even if cancelled meanwhile: httpx2 itself would stop after the first."""
    closing = asyncio.ensure_future(client.aclose())
    try:
        await asyncio.shield(closing)
    except asyncio.CancelledError:
        await asyncio.wait([closing])
        raise


def endpoint_url(target: Target) -> httpx2.URL:
    """Return the configured URL, or raise ServerUnreachable if it is not valid."""
    try:
        url = httpx2.URL(cast("Endpoint", target.how).url)
    except httpx2.InvalidURL as error:
        raise ServerUnreachable(f"`url` is not a valid URL: {error}") from None
    if url.scheme not in ("http", "https") or not url.host:
        raise ServerUnreachable(f"`url` must start with http:// or https:// and a host: {http_errors.shown_url(url)!r}")
    return url


def origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    """Return the scheme, host and port, which two URLs must share to share credentials."""
    return url.scheme, url.host, url.port


def _check_headers(headers: Mapping[str, str]) -> None:
    """Raise ServerUnreachable for a header that cannot be sent, without showing its value."""
    if not headers:
        return
    # This import loads the TOML reader, and most servers have no headers.
    from govern.policy.validation import bad_header_name, bad_header_value

    for name, value in headers.items():
        if reason := bad_header_name(name) or bad_header_value(value):
            raise ServerUnreachable(f"header {name!r}: {reason}")


@cache
def _tls_context() -> ssl.SSLContext:
    """Return a TLS context; loading the certificate authorities is slow, so all servers share one."""
    try:
        return httpx2.create_ssl_context()
    except OSError as error:
        hint = "check SSL_CERT_FILE and SSL_CERT_DIR"
        raise ServerUnreachable(f"cannot load the certificate authorities: {error}", hint=hint) from None


_SESSION = "mcp-session-id"
_AUTHORIZATION = ("authorization", "proxy-authorization")
# Fields of token requests and responses that are secret although their names do not show it.
_TOKEN_FIELDS = {"assertion", "client_assertion", "code", "code_verifier", "device_code", "subject_token"}
_NO_CREDENTIALS = {"grant_type", "token_type", "token_endpoint_auth_method", "client_assertion_type"}
_MAX_FIELDS = 16
# A server chooses these values: a session id `description` must not redact every description. No keyword of JSON
# Schema or MCP is longer.
_MAX_KEYWORD = 24


def event_hooks(target: Target) -> dict[str, list[Callable[..., Awaitable[None]]]]:
    """Return the functions that httpx2 calls for every request and response of a client."""
    credentials = Credentials(target)
    return {"request": [credentials.add_from_request], "response": [credentials.add_from_response]}


class Credentials:
    """A collector that adds credentials to the secrets of one target."""

    def __init__(self, target: Target) -> None:
        self._secrets = target.secrets

    async def add_from_request(self, request: httpx2.Request) -> None:
        """Add the credentials in a request's headers."""
        for name in _AUTHORIZATION:
            scheme, _, value = request.headers.get(name, "").partition(" ")
            self._add(value or scheme)
            for text in _basic_password(scheme, value):
                self._add(text)
        self._add(request.headers.get(_SESSION, ""))

    async def add_from_response(self, response: httpx2.Response) -> None:
        """Add the session id and cookies that a response sets."""
        self._add(response.headers.get(_SESSION, ""))
        for cookie in response.cookies.jar:
            self._add(cookie.value or "")

    def add_from_form(self, body: bytes) -> None:
        """Add the credentials in a token request."""
        self._add_fields(parse_qsl(body.decode("utf-8", "replace")))

    def add_from_token_response(self, body: bytes) -> None:
        """Add the tokens in an issuer's response, which is JSON or a form."""
        try:
            fields = json.loads(body)
        except (ValueError, RecursionError):
            return self.add_from_form(body.strip())
        return self._add_fields(fields.items() if isinstance(fields, dict) else ())

    def _add_fields(self, fields: Iterable[tuple[str, Any]]) -> None:
        """Add the secrets among the fields, up to a number that does not slow redaction."""
        secrets = (
            value
            for name, value in fields
            if isinstance(value, str)
            and (name in _TOKEN_FIELDS or (is_secret_name(name) and name not in _NO_CREDENTIALS))
        )
        for value in islice(secrets, _MAX_FIELDS):
            self._add(value)

    def _add(self, value: str) -> None:
        """Add one value, unless redacting it would hide a common word."""
        known = self._secrets.shown_as
        if value in known or (value.isalpha() and len(value) < _MAX_KEYWORD):
            return
        before = len(known)
        SecretCollector(known).add_hidden(value)
        if reads_as_text(value):
            self._secrets.sentences.update(islice(known, before, None))


def _basic_password(scheme: str, value: str) -> Iterator[str]:
    """Yield the password of a Basic authorization header."""
    if scheme.lower() == "basic" and re.fullmatch(r"[A-Za-z0-9+/]+={0,2}", value):
        try:
            yield b64decode(value).decode().partition(":")[2]
        except ValueError:
            return
