"""Access to the HTTP endpoint: checks of Host, Origin and bearer token, request rates, and bounds of a body."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import re
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import JSONResponse

from govern.errors import UsageError
from govern.servers.messages import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from starlette.types import ASGIApp, Receive, Scope, Send

    from govern.policy.settings import ServeHttp
    from govern.serve.http_oauth import TokenCheck

_LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_SHORTEST_TOKEN: Final = 16
_MOST_BUCKETS: Final = 10_000
_MINUTE: Final = 60
_AUTHORITY: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\[\]@/:\s]+))(?::[0-9]+)?", re.IGNORECASE)
# Where the check of the token leaves the caller's name for the endpoint.
CALLER: Final = "govern.caller"
# Probes of load balancers send no token, and an address as Host.
HEALTH: Final = "/healthz"


class RequestRefused(Exception):
    """A request that is answered with an HTTP error, whose body is a JSON-RPC error."""

    def __init__(  # noqa: PLR0913 - the parts of the error
        self,
        status: int,
        message: str,
        *,
        code: int = ErrorCode.INVALID_REQUEST,
        request_id: object = None,
        data: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        error = {"code": code, "message": message} | ({} if data is None else {"data": data})
        self.response = JSONResponse({"jsonrpc": "2.0", "id": request_id, "error": error}, status, headers)


class StaticTokens:
    """A check of tokens against a list; only digests are kept."""

    def __init__(self, tokens: Iterable[str], where: str) -> None:
        known = [token.strip() for token in tokens if token.strip()]
        if not known:
            raise UsageError("holds no token", where=where, hint="generate one with `openssl rand -hex 32`")
        if any(len(token) < _SHORTEST_TOKEN or not token.isascii() for token in known):
            raise UsageError(
                f"a token needs at least {_SHORTEST_TOKEN} ASCII characters",
                where=where,
                hint="generate one with `openssl rand -hex 32`",
            )
        self._digests = [_digest(token) for token in known]

    async def caller(self, token: str) -> str | None:
        """Return the token's digest, in the same time for each token."""
        digest = _digest(token)
        matches = [hmac.compare_digest(digest, known) for known in self._digests]
        return digest.hex() if any(matches) else None

    def challenge(self, error: str = "") -> str:
        """Return the WWW-Authenticate header that answers a request with this error of its token, or without one."""
        return bearer_challenge(error=error)


@dataclass(frozen=True, slots=True)
class Access:
    """The rules of access: names in Host, web pages (Origin), and tokens. `local` is true on loopback."""

    local: bool
    hosts: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    tokens: TokenCheck | None = None
    requests_per_minute: int = 6_000

    def allows_host(self, header: str) -> bool:
        """Return whether this Host may be served; a page of another name that resolves to this address may not."""
        name = _host_name(header)
        return bool(name) and (name in self.hosts or (self.local and name in _LOOPBACK_NAMES))

    def allows_origin(self, header: str) -> bool:
        """Return whether pages of this origin may send requests."""
        return header in self.origins or (self.local and _host_name(header.partition("://")[2]) in _LOOPBACK_NAMES)


def is_loopback(host: str) -> bool:
    """Return whether only programs on this machine can reach the address."""
    address = _address(host)
    return address.is_loopback if address else host == "localhost"


def access(host: str, settings: ServeHttp, tokens: TokenCheck | None) -> Access:
    """Return the access rules of an address, or raise UsageError if they would leave it open."""
    local, names = is_loopback(host), {name.lower() for name in settings.hosts}
    if not local and tokens is None:
        raise UsageError(
            f"{host} can be reached from other machines, so clients need a bearer token",
            hint="pass --token-env NAME or --token-file FILE, set [serve.http.oauth], or listen on 127.0.0.1",
        )
    address = _address(host)
    if not names and address is not None and address.is_unspecified:
        raise UsageError(
            f"{host} is every address of this machine, so govern cannot tell which names clients may use",
            hint='name them in govern.toml: [serve.http] hosts = ["gateway.example.com"]',
        )
    return Access(local, frozenset(names or {host}), frozenset(settings.origins), tokens, settings.requests_per_minute)


class HostCheck:
    """Middleware that refuses requests which a web page of another site has sent (DNS rebinding, foreign Origin)."""

    def __init__(self, app: ASGIApp, rules: Access) -> None:
        self._app = app
        self._rules = rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        request = Request(scope)
        hosts, origins = request.headers.getlist("host"), request.headers.getlist("origin")
        app: ASGIApp = self._app
        if scope["path"] != HEALTH and not (len(hosts) == 1 and self._rules.allows_host(hosts[0])):
            app = RequestRefused(421, "this Host is not served here").response
        elif not all(map(self._rules.allows_origin, origins)):
            app = RequestRefused(403, "pages of this Origin may not send requests").response
        await app(scope, receive, send)


class TokenGate:
    """Middleware that requires a valid bearer token, and limits the rate of requests of each caller."""

    def __init__(self, app: ASGIApp, rules: Access) -> None:
        self._app = app
        self._tokens = rules.tokens
        self._rates = RateLimit(rules.requests_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["path"] == HEALTH or scope["path"].startswith("/.well-known/"):
            await self._app(scope, receive, send)
            return
        try:
            scope[CALLER] = await self._caller(Request(scope))
        except RequestRefused as refused:
            await refused.response(scope, receive, send)
            return
        await self._app(scope, receive, send)

    async def _caller(self, request: Request) -> str:
        caller = "" if self._tokens is None else await _token_caller(request, self._tokens)
        pause = self._rates.take(caller, time.monotonic())
        if pause:
            raise RequestRefused(429, "too many requests", headers={"Retry-After": str(int(pause) + 1)})
        return caller


async def _token_caller(request: Request, tokens: TokenCheck) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    caller = await tokens.caller(token.strip()) if scheme.lower() == "bearer" else None
    if caller is None:
        raise RequestRefused(
            401,
            "the bearer token is not valid" if token else "a bearer token is required",
            headers={"WWW-Authenticate": tokens.challenge("invalid_token" if token else "")},
        )
    return caller


def bearer_challenge(**parameters: str) -> str:
    """Return a WWW-Authenticate header with the parameters that are not empty (RFC 6750)."""
    given = (f'{name}="{value}"' for name, value in parameters.items() if value)
    return f"Bearer {', '.join(given)}".strip()


@dataclass(slots=True)
class RateLimit:
    """A limit of requests per minute for each caller, all of which may come at once."""

    per_minute: int
    _buckets: dict[str, tuple[float, float]] = field(default_factory=dict)

    def take(self, caller: str, now: float) -> float:
        """Count a request, and return 0, or the seconds until the caller may send the next one."""
        level, before = self._buckets.get(caller, (0.0, now))
        level = max(level - (now - before) * self.per_minute / _MINUTE, 0.0)
        if level > self.per_minute - 1:
            return (level - self.per_minute + 1) * _MINUTE / self.per_minute
        if len(self._buckets) >= _MOST_BUCKETS:
            self._buckets = {name: seen for name, seen in self._buckets.items() if now - seen[1] < _MINUTE}
        self._buckets[caller] = level + 1, now
        return 0.0


async def read_body(request: Request, limit: int, seconds: float) -> bytes:
    """Return the body, or raise RequestRefused if it is too large or too slow."""
    declared = request.headers.get("content-length", "")
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            if declared.isdecimal() and int(declared) > limit:
                raise _too_large(limit)
            async for part in request.stream():
                body += part
                if len(body) > limit:
                    raise _too_large(limit)
    except TimeoutError:
        raise RequestRefused(
            408, f"no whole body within {seconds:g} seconds", headers={"Connection": "close"}
        ) from None
    return bytes(body)


def _too_large(limit: int) -> RequestRefused:
    return RequestRefused(413, f"the body is larger than {limit} bytes", headers={"Connection": "close"})


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _host_name(authority: str) -> str:
    match = _AUTHORITY.fullmatch(authority)
    return (match[1] or match[2]).lower() if match else ""


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
