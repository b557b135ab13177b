"""Helpers that capture a raw HTTP server, or return its error."""

import asyncio
from typing import Any

import pytest

from govern.contract.surface import Surface
from govern.errors import ServerError
from govern.policy.server_settings import Limits, Transport
from govern.policy.target import Endpoint, Secrets, Target
from govern.servers.http import open_endpoint
from govern.servers.session import Session
from tests.endpoints.raw import Handler, RawServer, serving

SECRET = "s3cr3t-t0k3n"


def target(
    url: str,
    *,
    headers: dict[str, str] | None = None,
    retries: int = 0,
    timeout: float = 10.0,
    protocol: str | None = None,
    transport: Transport = "auto",
    limits: Limits | None = None,
) -> Target:
    return Target(
        "raw",
        url,
        Endpoint(url, transport, headers or {}),
        protocol=protocol,
        retries=retries,
        timeout=timeout,
        limits=limits or Limits(),
        secrets=Secrets({SECRET: "${TOKEN}"}),
    )


async def look(aim: Target) -> Surface:
    async with asyncio.timeout(20), open_endpoint(aim) as wire:
        return await Session(wire, aim).read()


def see(handler: Handler, path: str = "/mcp", **options: Any) -> tuple[Surface, RawServer]:
    async def run() -> tuple[Surface, RawServer]:
        async with serving(handler) as server:
            surface = await look(target(server.url(path), **options))
            await asyncio.sleep(0.01)
            assert not server.connected, "a socket outlived the wire"
            return surface, server

    return asyncio.run(run())


def fail(handler: Handler, kind: type[ServerError], **options: Any) -> ServerError:
    with pytest.raises(kind) as caught:
        see(handler, **options)
    return caught.value
