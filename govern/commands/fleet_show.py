"""`govern fleet show`: the history of one server of a fleet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.commands.project import find_config_if_any
from govern.errors import no_such
from govern.fleet.history import server_history
from govern.fleet.judging import FleetJudge
from govern.fleet.publishing import worst_of
from govern.fleet.queries import known_servers, observations_of
from govern.fleet.store import FleetStore
from govern.policy.settings import Policy
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from pathlib import Path

    from govern.fleet.history import ServerHistory


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetShowRequest:
    """The arguments of `govern fleet show`."""

    store: str
    server: str
    config: Path | None = None
    config_from: str | None = None


@dataclass(frozen=True, slots=True)
class FleetShowResult:
    """The history of a server, and the arguments with which `govern fleet approve` takes its last changes.

    There are no arguments if nothing but SAFE changes happened last, or if no option names this server alone.
    """

    history: ServerHistory
    approve: tuple[str, ...] = ()


def fleet_show(request: FleetShowRequest) -> FleetShowResult:
    """Return the history of a server. Raise UsageError if no scan mentions it."""
    config = find_config_if_any(request.config, request.config_from)
    store = FleetStore(request.store)
    store.require()
    own = observations_of(store, request.server)
    if not own:
        raise no_such("server", request.server, f"the scans of {store.name}", sorted(known_servers(store)))
    judge = FleetJudge(store.lock_bytes, config.policy if config else Policy())
    history = server_history(own, judge.judged)
    return FleetShowResult(history, _approve_arguments(store, history))


def _approve_arguments(store: FleetStore, history: ServerHistory) -> tuple[str, ...]:
    last = next((each for each in reversed(history.periods) if each.findings), None)
    # A `*` in a name would select other servers too.
    if last is None or worst_of(last.findings or ()) is Severity.SAFE or "*" in history.server:
        return ()
    before = [each.last.scan for each in history.periods if each.last.lock and each.last.scan < last.first.scan]
    return ("--store", store.name, "--against", before[-1], "--to", last.last.scan, "--server", history.server)
