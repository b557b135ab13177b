"""The gateway: the servers behind it, each connected when it is needed, and the sessions of its clients."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

from govern.contract import json_text
from govern.errors import ServerError, ServerUnreachable
from govern.serve.audit import Audit
from govern.serve.held_calls import HeldCalls
from govern.serve.live_session import Peers
from govern.serve.menu import Menu
from govern.serve.refusals import unknown
from govern.serve.session import GatewaySession
from govern.serve.subscriptions import ResourceUpdates
from govern.serve.upstream import Upstream
from govern.servers.session import STATELESS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

    from govern.contract.surface import Surface
    from govern.policy.target import Target
    from govern.serve.compact.front import CompactGateway, CompactOptions
    from govern.serve.enforcement import Enforcement, Judgement
    from govern.serve.menu import Memory
    from govern.serve.refusals import Refusal
    from govern.servers.messages import Message

    Send = Callable[[Message], Awaitable[None]]

_LOOK_EVERY: Final = 1.0
_OPENING: Final = 10.0
# Connections for one client alone; each may be a process. Further clients share one, on which they cannot be asked.
_MOST_OWN: Final = 256


@dataclass(frozen=True, slots=True)
class GatewayOptions:
    """The seconds for which lists count as current and a call may be silent, and how many servers start at a time.

    A client of all servers sees their tools as `SERVER__NAME` if `prefixed`. With `compact`, clients get seven tools in
    place of the servers' own.
    """

    max_age: float = 60.0
    call_timeout: float = 300.0
    starts: int = 8
    prefixed: bool = True
    compact: CompactOptions | None = None


class Project(Protocol):
    """The servers to serve, the options and the lock; after a change of their files `enforcement` is another object."""

    @property
    def targets(self) -> Sequence[Target]:
        """Return the servers."""

    @property
    def options(self) -> GatewayOptions:
        """Return the options."""

    def enforcement(self) -> Enforcement:
        """Return the lock in force, after reading changed files again."""

    def failed(self, error: ServerError) -> None:
        """Announce that a server cannot be reached."""


class Gateway:
    """A context manager over all connections; nothing that it started outlives it."""

    def __init__(self, project: Project, audit: Audit | None = None) -> None:
        self.audit = audit or Audit()
        self._project = project
        self._enforcement = project.enforcement()
        self.options = options = project.options
        self._targets = {target.name: target for target in project.targets}
        self._looked_at = time.monotonic()
        self._following: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()
        self._menus: dict[str | None, Menu] = {}
        self._blocked: dict[str, Refusal | None] = {}
        self._shared: dict[str, Connected] = {}
        self._judged: dict[tuple[str, str], Judgement] = {}
        self._starts = asyncio.Semaphore(options.starts)
        self._sessions: set[GatewaySession] = set()
        self.compact = self._compact_gateway(options.compact) if options.compact else None
        self.held_calls = HeldCalls(self)
        self.menu(None)

    async def __aenter__(self) -> Self:
        self._following = asyncio.create_task(self._follow_files())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._following:
            self._following.cancel()
        await asyncio.gather(*(session.close() for session in list(self._sessions)))
        await asyncio.gather(*(each.close() for each in self._shared.values()), *self._closing)
        if self.compact:
            await asyncio.to_thread(self.compact.usage.save)
        await asyncio.to_thread(self.audit.close)

    def _compact_gateway(self, options: CompactOptions) -> CompactGateway:
        from govern.serve.compact.front import CompactGateway

        return CompactGateway(self, options)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the servers."""
        return tuple(self._targets)

    @property
    def enforcement(self) -> Enforcement:
        """Return the lock in force; a file that was replaced on disk counts after a second."""
        now = time.monotonic()
        if now - self._looked_at > _LOOK_EVERY:
            self._looked_at = now
            current = self._project.enforcement()
            if current is not self._enforcement:
                self._adopt(current)
        return self._enforcement

    async def _follow_files(self) -> None:
        """Look for changed files while no request does, so that clients hear of changed lists."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            self.enforcement  # noqa: B018 - the property looks

    def _adopt(self, enforcement: Enforcement) -> None:
        """Serve by changed files: end the connections to servers that changed, and tell clients of changed lists."""
        menus, before = dict(self._menus), self._targets
        self._enforcement, self.options = enforcement, self._project.options
        self._targets = {target.name: _known(target, before) for target in self._project.targets}
        self.audit.use_secrets({name: target.secrets for name, target in self._targets.items()})
        if self.compact and self.options.compact:
            self.compact.options = self.options.compact
        self._menus.clear()
        self._blocked.clear()
        changed = {name for name, target in before.items() if self._targets.get(name) is not target}
        self.close_later(self._shared.pop(name) for name in changed & self._shared.keys())
        for session in list(self._sessions):
            session.files_changed(changed, menus.get(session.server))

    def close_later(self, connections: Iterable[Connected]) -> None:
        """Close connections in the background, before the gateway ends."""
        for each in connections:
            task = asyncio.create_task(each.close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    def menu(self, server: str | None) -> Menu:
        """Return what a client of one server, or of all, may list; nothing of a server that is no longer configured."""
        offers = self.enforcement.offers
        if server not in self._menus:
            names = [name for name in self.names if server in (None, name)]
            prefixed = server is None and self.options.prefixed
            self._menus[server] = Menu({name: offers[name] for name in names}, prefixed=prefixed)
        return self._menus[server]

    def blocked(self, server: str) -> Refusal | None:
        """Return why a server may not even be started, None if it may."""
        enforcement = self.enforcement
        if server not in self._targets:
            return unknown()
        if server not in self._blocked:
            self._blocked[server] = enforcement.judge_source(server).refused_all
        return self._blocked[server]

    def open_session(
        self, send: Send, *, server: str | None = None, owner: str = "", memory: Memory | None = None
    ) -> GatewaySession:
        """Return a session of a client, with all servers or one; messages for the client go to `send`.

        `owner` is whoever authenticated; no other owner gets anything of the session. `memory` is that of earlier
        sessions of the same client.
        """
        session = GatewaySession(self, server, send, owner, memory)
        self._sessions.add(session)
        session.on_close.append(lambda: self._sessions.discard(session))
        return session

    def connected(self, server: str) -> Connected:
        """Return the connection that all clients share who cannot be asked."""
        if server not in self._shared:
            self._shared[server] = Connected(self, self._target(server))
        return self._shared[server]

    def leave(self, session: GatewaySession) -> None:
        """Forget that a client uses the shared connections."""
        for each in self._shared.values():
            each.leave(session)

    def own_connection(self, server: str, session: GatewaySession, capabilities: Mapping[str, Any]) -> Connected | None:
        """Return a connection for one client alone, with its capabilities; None if there are too many of these."""
        if sum(each.relay.own_connections for each in self._sessions) >= _MOST_OWN:
            return None
        return Connected(self, replace(self._target(server), client=capabilities), session)

    def _target(self, server: str) -> Target:
        if server not in self._targets:
            raise ServerUnreachable("the server is no longer configured", where=server)
        return self._targets[server]

    def new_upstream(self, target: Target, peers: Peers) -> Upstream[Judgement]:
        """Return a connection to a server whose lists are compared with the lock."""
        shared = self._target(target.name)
        own = target.client != shared.client
        variant = json_text.canonical(dict(target.client)).decode() if own else ""
        if target.protocol != shared.protocol:
            variant = STATELESS
        judge = partial(self._judge, target.name, variant)
        return Upstream(target, judge, peers, self._starts, self.options.max_age, on_failure=self._project.failed)

    async def _judge(self, server: str, connection: str, surface: Surface) -> Judgement:
        self._target(server)
        judgement = await asyncio.to_thread(self.enforcement.judge, server, surface, connection)
        self.audit.judged(judgement, self._judged.get((server, connection)))
        self._judged[server, connection] = judgement
        return judgement


def _known(target: Target, before: Mapping[str, Target]) -> Target:
    """Return the target of before if the new one is equal but for secrets, which connections have collected."""
    known = before.get(target.name)
    return known if known and replace(target, secrets=known.secrets) == known else target


class Connected:
    """A connection with the clients that use it: one alone if `owner` is given, else all that cannot be asked."""

    def __init__(self, gateway: Gateway, target: Target, owner: GatewaySession | None = None) -> None:
        self.users: set[GatewaySession] = {owner} if owner else set()
        self.upstream = gateway.new_upstream(target, Peers(self._notify, owner.ask if owner else None))
        self.updates = ResourceUpdates(self.upstream)
        self.stateless: Connected | None = None
        self._gateway = gateway
        self._log_level: tuple[object, str] | None = None
        self._is_probed = False
        self._probing = asyncio.Lock()

    async def probe(self) -> None:
        """Find out once whether the server supports both eras; `stateless` is then a connection in the other one."""
        async with self._probing:
            if self._is_probed:
                return
            if await (await self.upstream.session()).may_be_stateless():
                await self._open_stateless()
            self._is_probed = True

    async def _open_stateless(self) -> None:
        other = Connected(self._gateway, replace(self.upstream.target, protocol=STATELESS))
        try:
            with suppress(ServerError, TimeoutError):
                async with asyncio.timeout(_OPENING):
                    await other.upstream.session()
                self.stateless = other
        finally:
            if self.stateless is None:
                await other.close()

    async def use_log_level(self, level: str) -> None:
        """Ask a stateful server for log messages from this level on, unless its session was asked for it last."""
        with suppress(ServerError, TimeoutError):
            async with asyncio.timeout(_OPENING):
                session = await self.upstream.session()
                is_offered = (session.handshake.get("capabilities") or {}).get("logging") is not None
                if is_offered and not session.is_stateless and self._log_level != (session, level):
                    self._log_level = session, level
                    await self.upstream.relay("logging/setLevel", {"level": level})

    def leave(self, session: GatewaySession) -> None:
        """Forget that a client uses the connection."""
        self.users.discard(session)
        if self.stateless:
            self.stateless.leave(session)

    async def close(self) -> None:
        """End the connection."""
        if self.stateless:
            await self.stateless.close()
        await self.upstream.close()

    def _notify(self, message: Message) -> None:
        """Pass on a notification that belongs to no request: to the client, if it is the only one."""
        if not self.updates.pass_on(message) and len(self.users) == 1:
            (user,) = self.users
            user.notify(message)
