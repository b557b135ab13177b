"""Functions for other programs: lock captures and compare them, without files, servers or a config."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from govern.errors import UsageError
from govern.facts.change import Change
from govern.findings import findings
from govern.lockfile.document import ENCODINGS, Lock
from govern.lockfile.integrity import digest_of_lock
from govern.lockfile.lock_server import Measures, Origin, lock_server
from govern.policy.server_settings import Limits
from govern.policy.settings import Policy
from govern.rules.finding import Finding
from govern.rules.rule import Severity
from govern.servers.lists import surface_in

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Change", "Finding", "Lock", "Severity", "compare_locks", "lock_surface"]


def lock_surface(capture: Mapping[str, Any], name: str = "server", *, encoding: str = ENCODINGS[0]) -> Lock:
    """Return the lock of one server from a capture of what it lists, or from a `tools/list` result.

    Tokens are counted in `encoding`. Raise ServerMisbehaved or SurfaceTooLarge for what no server may list.
    """
    if encoding not in ENCODINGS:
        raise UsageError(f"unknown encoding {encoding!r}", hint=f"choose one of {', '.join(ENCODINGS)}")
    surface = surface_in(dict(capture), Limits(), name)
    server = lock_server(Origin(name, name), surface, Measures(encoding))
    lock = Lock(servers=(server,), encoding=encoding)
    return replace(lock, digest=digest_of_lock(lock))


def compare_locks(old: Lock | Mapping[str, Any], new: Lock | Mapping[str, Any]) -> list[Finding]:
    """Return every change between two locks, or captures of one server, judged by govern's rules.

    No policy applies: severities are those of the rules.
    """
    before, after = (each if isinstance(each, Lock) else lock_surface(each) for each in (old, new))
    return findings(before, after, Policy())
