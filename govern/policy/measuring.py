"""Measure tools as a config says, and make a lock of what its servers list."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from govern.economics.assess import Guard
from govern.lockfile.comparison import measured_by
from govern.lockfile.document import Lock
from govern.lockfile.integrity import digest_of_lock
from govern.lockfile.lock_server import Measures, guards_in, measured_anew

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.lockfile.outcome import ServerOutcome
    from govern.policy.config import Config


def assemble_lock(servers: Sequence[ServerOutcome], config: Config, old: Lock | None) -> Lock:
    """Return the new lock: the servers that were read now, and all others as they were."""
    held = {server.name: server for server in old.servers} if old else {}
    for server in servers:
        if server.status == "dropped":
            del held[server.name]
        elif server.locked and not server.error:
            held[server.name] = server.locked
    policy = config.policy
    base = Lock(encoding=policy.encoding, risk=policy.risk.steps)
    read_now = {server.name for server in servers if not server.error}
    if old and measured_by(old) != measured_by(base):
        for name in held.keys() - read_now:
            measures = replace(measures_of(config, name, old), guards=guards_in(held[name].items))
            held[name] = measured_anew(held[name], measures)
    lock = base.with_servers(held)
    return replace(lock, digest=digest_of_lock(lock))


def measures_of(config: Config, name: str, old: Lock | None) -> Measures:
    """Return how the tools of a server are measured, and whether the numbers of the old lock can be reused."""
    policy = config.policy
    server = config.settings.servers.get(name.partition("@")[0])
    guards = {tool: Guard(keys.limit, keys.max_bytes) for tool, keys in server.guards.items()} if server else {}
    trusted = old is not None and measured_by(old) == measured_by(
        Lock(encoding=policy.encoding, risk=policy.risk.steps)
    )
    return Measures(policy.encoding, policy.risk.steps, guards, trusted)
