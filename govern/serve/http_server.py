"""The HTTP server of `govern serve`: its routes, its address, and its start and end."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import ssl
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from govern.errors import UsageError
from govern.policy.settings import ServeHttp
from govern.serve.http import SESSION_HEADER, VERSION_HEADER, McpEndpoint
from govern.serve.http_oauth import OAuthTokens
from govern.serve.http_security import HEALTH, HostCheck, TokenGate, access
from govern.serve.telemetry import CONTENT_TYPE, prometheus_text
from govern.servers.capture import Interrupted
from govern.servers.connections import handle_signals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

    from govern.serve.gateway import Gateway
    from govern.serve.http_oauth import TokenCheck
    from govern.serve.http_security import Access
    from govern.serve.telemetry import Counters

_KEEP_ALIVE: Final = 75
_BACKLOG: Final = 2_048
# One listens, and the others are for calls at the same time.
_CONNECTIONS_PER_SESSION: Final = 4
# Sessions end at once; this is for responses that are being sent.
_FAREWELL: Final = 5


@dataclass(frozen=True, slots=True)
class HttpOptions:
    """The address to listen on, the tokens that clients may use, and TLS."""

    host: str
    port: int
    tokens: TokenCheck | None = None
    certificate: Path | None = None
    key: Path | None = None
    settings: ServeHttp = field(default_factory=ServeHttp)


def run_http(gateway: Gateway, options: HttpOptions, announce: Callable[[str], None]) -> None:
    """Serve until a signal; raise Interrupted with it once every server has ended."""
    asyncio.run(_run(gateway, options, announce))


async def _run(gateway: Gateway, options: HttpOptions, announce: Callable[[str], None]) -> None:
    stop, signals = asyncio.Event(), list[int]()

    def interrupt(number: int) -> None:
        signals.append(number)
        stop.set()

    with handle_signals(interrupt):
        async with gateway:
            await serve_http(gateway, options, stop, announce)
    if signals:
        raise Interrupted(signals[0])


async def serve_http(
    gateway: Gateway, options: HttpOptions, stop: asyncio.Event, announce: Callable[[str], None]
) -> None:
    """Serve until `stop` is set. `announce` gets the URL of the endpoint once it can be connected to."""
    settings = options.settings
    rules = access(options.host, settings, options.tokens)
    endpoint = McpEndpoint(gateway, settings)
    server = _Server(_config(_app(endpoint, gateway.audit.counters, rules), options))
    with _listener(options.host, options.port) as listener:
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        stopping = asyncio.create_task(stop.wait())
        try:
            async with endpoint.running():
                announce(_url(listener, options))
                await asyncio.wait((serving, stopping), return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopping.cancel()
            server.should_exit = True
            await serving


def _app(endpoint: McpEndpoint, counters: Counters, rules: Access) -> Starlette:
    async def health(_: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def metrics(_: Request) -> Response:
        return PlainTextResponse(prometheus_text(counters, endpoint.session_count), media_type=CONTENT_TYPE)

    routes = [
        Route("/mcp", endpoint),
        Route("/mcp/{server}", endpoint),
        Route(HEALTH, health),
        Route("/metrics", metrics),
    ]
    if isinstance(rules.tokens, OAuthTokens):
        metadata = JSONResponse(rules.tokens.metadata)
        routes.append(Route(rules.tokens.metadata_path, lambda _: metadata))
    middleware = [Middleware(HostCheck, rules), Middleware(TokenGate, rules)]
    if rules.origins:
        shown = [SESSION_HEADER, "www-authenticate"]
        sent = ["authorization", "content-type", "last-event-id", "mcp-method", "mcp-name"]
        methods = ["GET", "POST", "DELETE"]
        cors = Middleware(
            CORSMiddleware,
            sorted(rules.origins),
            allow_methods=methods,
            allow_headers=[*sent, SESSION_HEADER, VERSION_HEADER],
            expose_headers=shown,
        )
        middleware.insert(1, cors)
    return Starlette(routes=routes, middleware=middleware)


def _config(app: Starlette, options: HttpOptions) -> uvicorn.Config:
    settings = options.settings
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)
    config = uvicorn.Config(
        app,
        http=_protocol(settings.timeout),
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=_CONNECTIONS_PER_SESSION * settings.sessions,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=_FAREWELL,
        ssl_certfile=options.certificate,
        ssl_keyfile=options.key,
    )
    try:
        config.load()
    except (OSError, ssl.SSLError) as error:
        raise UsageError(
            f"the TLS certificate or key cannot be read: {error}", where=str(options.certificate)
        ) from None
    return config


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone, because servers have to end before this process does."""
        yield


def _protocol(seconds: float) -> type[H11Protocol]:
    """Return uvicorn's HTTP/1.1 with a time limit for the headers of each request, and for a TLS client's first."""

    class TimedProtocol(H11Protocol):
        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._timer = self.loop.call_later(seconds, transport.close)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            cycle: Any = self.cycle
            if cycle is not None and not cycle.response_complete:
                self._stop_timer()
            elif self._timer is None:
                self._timer = self.loop.call_later(seconds, self.transport.close)

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_timer()
            super().connection_lost(exc)

        def _stop_timer(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    return TimedProtocol


def _listener(host: str, port: int) -> socket.socket:
    # Without TCP as the protocol asyncio does not turn off Nagle's algorithm, which delays each response by 40 ms.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        # Clients may connect as soon as the URL is announced.
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise UsageError(f"govern cannot listen there: {error.strerror}", where=f"{host}:{port}") from None
    return listener


def _url(listener: socket.socket, options: HttpOptions) -> str:
    port = listener.getsockname()[1]
    host = f"[{options.host}]" if ":" in options.host else options.host
    return f"{'https' if options.certificate else 'http'}://{host}:{port}/mcp"
