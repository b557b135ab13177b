"""Requests to one server: its credentials, its one origin, its retries and its limit."""

from __future__ import annotations

import asyncio
import logging
import random
from contextlib import aclosing, asynccontextmanager
from functools import cache
from http.cookiejar import DefaultCookiePolicy
from typing import TYPE_CHECKING, cast

import httpx2

from govern.errors import ServerMisbehaved, ServerUnreachable
from govern.policy.validation import bad_header_name, bad_header_value
from govern.servers import http_errors
from govern.servers.credentials import event_hooks

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator, Mapping
    from http.cookiejar import Cookie
    from urllib.request import Request

    from govern.policy.target import Endpoint, Target

# Statuses that say: not now.
_PASSING = {429, 502, 503, 504}
_KEEPS_THE_MESSAGE = {301, 302, 307, 308}
_REDIRECTS = 5
_FIRST_PAUSE, _LONGEST_CONNECT = 0.25, 15.0
_EXCERPT = 64 * 1024
# Tells our requests from those that OAuth adds.
OWN_REQUEST = {"govern": True}


class HttpClient:
    """Opens answers, one request each."""

    def __init__(self, target: Target, client: httpx2.AsyncClient, timeout: httpx2.Timeout) -> None:
        self.target = target
        self._client = client
        self._timeout = timeout
        self._deadline = asyncio.get_running_loop().time() + target.timeout

    def patient(self) -> HttpClient:
        """The same for a stream that says nothing for as long as there is no news."""
        waiting = httpx2.Timeout(self._timeout.write, connect=self._timeout.connect, read=None)
        return HttpClient(self.target, self._client, waiting)

    @asynccontextmanager
    async def call(
        self, method: str, url: httpx2.URL, headers: Mapping[str, str], body: bytes | None = None
    ) -> AsyncIterator[httpx2.Response]:
        """One answer, its body unread; what may pass is tried again, and a redirect followed within the origin."""
        response = await self._lasting(method, url, headers, body)
        try:
            yield response
        except httpx2.HTTPError as error:
            raise http_errors.request_error(self.target, url, error) from error
        finally:
            await response.aclose()

    async def chunks(self, response: httpx2.Response) -> AsyncIterator[bytes]:
        """The decompressed body as it comes, up to the limit."""
        size = 0
        async with aclosing(response.aiter_bytes()) as parts:
            async for part in parts:
                size += len(part)
                if size > self.target.limits.bytes:
                    raise http_errors.too_large_error(self.target)
                yield part
                # One compressed piece can become many, with nothing to wait for between them.
                await asyncio.sleep(0)

    async def whole(self, response: httpx2.Response) -> bytes:
        """The whole body, up to the limit."""
        return b"".join([chunk async for chunk in self.chunks(response)])

    async def excerpt(self, response: httpx2.Response) -> bytes:
        """The beginning of a body that only explains a failure."""
        found = bytearray()
        async with aclosing(response.aiter_bytes()) as parts:
            async for part in parts:
                found += part
                if len(found) >= _EXCERPT:
                    break
        return bytes(found[:_EXCERPT])

    async def _lasting(
        self, method: str, url: httpx2.URL, headers: Mapping[str, str], body: bytes | None
    ) -> httpx2.Response:
        for attempt in range(self.target.retries + 1):
            pause = _FIRST_PAUSE * 2**attempt * random.uniform(0.8, 1.2)  # noqa: S311 - spreads load, keeps no secret
            try:
                response = await self._within_origin(method, url, headers, body)
            except httpx2.TransportError as error:
                if not self._worth_waiting(attempt, pause):
                    raise http_errors.request_error(self.target, url, error) from error
            else:
                pause = _asked_pause(response) or pause
                if response.status_code not in _PASSING or not self._worth_waiting(attempt, pause):
                    return response
                await response.aclose()
            await asyncio.sleep(pause)
        raise AssertionError("the last attempt is never worth waiting for")

    def _worth_waiting(self, attempt: int, pause: float) -> bool:
        return attempt < self.target.retries and asyncio.get_running_loop().time() + pause < self._deadline

    async def _within_origin(
        self, method: str, url: httpx2.URL, headers: Mapping[str, str], body: bytes | None
    ) -> httpx2.Response:
        goal = url
        for _ in range(_REDIRECTS + 1):
            request = self._client.build_request(
                method, goal, headers=headers, content=body, timeout=self._timeout, extensions=OWN_REQUEST
            )
            response = await self._sent(request)
            if not response.has_redirect_location:
                return response
            await response.aclose()
            goal = self._followed(response)
        raise ServerMisbehaved(f"{http_errors.shown_url(url)} redirects in a circle")

    async def _sent(self, request: httpx2.Request) -> httpx2.Response:
        try:
            if cast("Endpoint", self.target.how).oauth is None:
                return await self._client.send(request, stream=True)
            from govern.servers.oauth import token_errors

            with token_errors(self.target):
                return await self._client.send(request, stream=True)
        except httpx2.InvalidURL as error:
            raise ServerMisbehaved(f"it redirects to no URL: {error}") from None

    def _followed(self, response: httpx2.Response) -> httpx2.URL:
        """Where a redirect leads, if that is the same origin and keeps the message; credentials never go elsewhere."""
        sent = response.request.url
        goal = sent.join(response.headers["location"])
        if origin(goal) != origin(sent) or (goal.userinfo and goal.userinfo != sent.userinfo):
            raise http_errors.redirect_error(sent, goal)
        if response.request.method == "POST" and response.status_code not in _KEEPS_THE_MESSAGE:
            raise http_errors.status_error(self.target, response, b"a redirect that would drop the message")
        return goal


@asynccontextmanager
async def open_client(target: Target) -> AsyncIterator[HttpClient]:
    """A client for the target's endpoint; no socket of it is left when it closes."""
    endpoint = cast("Endpoint", target.how)
    _check_headers(endpoint.headers)
    # They log URLs and headers, which hold secrets; a server in our process may have set logging up to show it.
    for library in ("httpx2", "httpcore2"):
        logging.getLogger(library).setLevel(logging.WARNING)
    timeout = httpx2.Timeout(target.timeout, connect=min(target.timeout, _LONGEST_CONNECT))
    client = httpx2.AsyncClient(
        headers=dict(endpoint.headers), timeout=timeout, verify=_certificates(), event_hooks=event_hooks(target)
    )
    if endpoint.oauth is not None:
        from govern.servers.oauth import authorize

        authorize(client, target)
    client.cookies.jar.set_policy(_SendableCookies())
    try:
        yield HttpClient(target, client, timeout)
    finally:
        await _closed(client)


class _SendableCookies(DefaultCookiePolicy):
    """Ignores cookies that no header could carry back."""

    def set_ok(self, cookie: Cookie, request: Request) -> bool:
        """Return whether to keep a cookie."""
        text = f"{cookie.name}={cookie.value}"
        return text.isascii() and text.isprintable() and super().set_ok(cookie, request)


async def _closed(client: httpx2.AsyncClient) -> None:
    """Close every socket, also when we are cancelled while we do: httpx2 itself would stop after the first."""
    closing = asyncio.ensure_future(client.aclose())
    try:
        await asyncio.shield(closing)
    except asyncio.CancelledError:
        await asyncio.wait([closing])
        raise


def endpoint_url(target: Target) -> httpx2.URL:
    """The configured URL."""
    try:
        url = httpx2.URL(cast("Endpoint", target.how).url)
    except httpx2.InvalidURL as error:
        raise ServerUnreachable(f"`url` is no URL: {error}") from None
    if url.scheme not in ("http", "https") or not url.host:
        raise ServerUnreachable(
            f"`url` must begin with http:// or https:// and a host, not {http_errors.shown_url(url)!r}"
        )
    return url


def origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    """What two URLs must share for one to have the other's credentials."""
    return url.scheme, url.host, url.port


def _check_headers(headers: Mapping[str, str]) -> None:
    """What the config let through; a value that cannot be sent is never shown."""
    for name, value in headers.items():
        if reason := bad_header_name(name) or bad_header_value(value):
            raise ServerUnreachable(f"the header {name!r}: {reason}")


def _asked_pause(response: httpx2.Response) -> float | None:
    asked = response.headers.get("retry-after", "")
    return float(asked) if asked.isascii() and asked.isdigit() else None


@cache
def _certificates() -> ssl.SSLContext:
    """Reading the authorities takes as long as many an answer, so once is enough for all servers."""
    try:
        return httpx2.create_ssl_context()
    except OSError as error:
        hint = "Check SSL_CERT_FILE and SSL_CERT_DIR."
        raise ServerUnreachable(f"no certificate authorities can be read: {error}", hint=hint) from None
