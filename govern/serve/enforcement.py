"""Judge what a running server lists by the lock, as `govern diff --live` does, item by item."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

from govern.contract.digests import part_digests
from govern.facts import rule_ids as ids
from govern.findings import findings
from govern.lockfile.lock_server import Origin, lock_server
from govern.lockfile.outcome import ServerOutcome
from govern.policy.clock import today
from govern.policy.measuring import assemble_lock, measures_of
from govern.serve import refusals
from govern.serve.checks import AnswerChecks, ArgumentChecks
from govern.serve.menu import Offer
from govern.servers.capture import fold_surface
from govern.traces.contract import Contract
from govern.verdict import decide, with_evidence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from govern.contract.surface import KindName, Surface
    from govern.lockfile.document import Lock, LockedItem, LockedServer
    from govern.policy.approvals import Approval, Approvals, Waiver
    from govern.policy.config import Config
    from govern.policy.settings import Allow
    from govern.policy.target import Target
    from govern.serve.quarantine import Quarantine
    from govern.serve.refusals import Refusal
    from govern.verdict import Decided

    Place = tuple[KindName, str]
# What is started or compared is another thing than was reviewed; all other changes of a server itself, such as of its
# instructions, are of texts that clients get from the lock.
_SOURCE = frozenset({
    ids.SERVER_SOURCE_CHANGED, ids.SERVER_UPGRADED, ids.SERVER_DOWNGRADED, ids.INTEGRITY_CHANGED, ids.INTEGRITY_REMOVED,
    ids.SERVER_FOLD_ADDED,
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Judgement:
    """One listing of a server compared with the lock; `refused` holds the refusal of each item that may not be used.

    `refused_all` is set if nothing of the server may be used. `changes` are all changes, for the audit log.
    """

    server: str
    refused: Mapping[Place, Refusal] = field(default_factory=dict)
    refused_all: Refusal | None = None
    changes: tuple[Decided, ...] = ()

    @property
    def state(self) -> tuple[str, ...]:
        """Return what is refused, which is equal for two listings with equal results."""
        return ("*",) if self.refused_all else tuple(sorted(f"{kind} {key}" for kind, key in self.refused))

    def refusal(self, kind: KindName, key: str) -> Refusal | None:
        """Return why a locked item may not be used, or None if it may."""
        return self.refused_all or self.refused.get((kind, key))


class Enforcement:
    """The lock, with the approvals and the policy by which changes pass. Its methods may be called from any thread.

    `signed` are the approvals with a valid signature. With `quarantine`, servers that change back and forth are
    refused.
    """

    def __init__(  # noqa: PLR0913 - the last two are keywords
        self,
        lock: Lock,
        config: Config,
        targets: Sequence[Target],
        approvals: Approvals,
        *,
        signed: frozenset[Approval | Waiver] = frozenset(),
        quarantine: Quarantine | None = None,
    ) -> None:
        self.lock, self._config, self._quarantine = lock, config, quarantine
        self._targets = {target.name: target for target in targets}
        self._approvals, self._signed = approvals, signed
        self.offers = {server.name: Offer(server) for server in lock.servers}
        contract = Contract(lock)
        self.arguments = ArgumentChecks(contract)
        self.answers = AnswerChecks(contract, config.settings.serve.answers)

    def judge(self, server: str, live: Surface, connection: str = "") -> Judgement:
        """Compare what a server lists now with the lock; raise a GovernError if it cannot be compared.

        `connection` tells connections apart on which the server may list other tools.
        """
        judgement = self._compared(self._locked(server), live)
        if self._quarantine and self._quarantine.record(server, self._basis, judgement.state, connection):
            return replace(judgement, refused_all=refusals.quarantined(server))
        return judgement

    def judge_source(self, server: str) -> Judgement:
        """Compare how a server is configured with the lock, before it is started."""
        return self._compared(self._locked(server), self.offers[server].surface)

    def _compared(self, locked: LockedServer, live: Surface) -> Judgement:
        now = self._as_locked_now(locked, live)
        if now.digest == locked.digest:
            return Judgement(locked.name)
        decided = self._decided(now)
        by_place: defaultdict[tuple[str, str], list[Decided]] = defaultdict(list)
        for each in decided:
            if each.finding.change.server == locked.name:
                by_place[each.finding.change.kind, each.finding.change.name].append(each)
        of_source = (each for each in by_place["server", ""] if each.finding.rule.id in _SOURCE)
        unsourced = [each for each in of_source if not _passes(each, self._allow)]
        return Judgement(
            locked.name,
            self._refused(locked, now, by_place),
            refusals.other_source(locked.name, unsourced) if unsourced else None,
            decided,
        )

    @property
    def _allow(self) -> Allow:
        return self._config.settings.serve.allow

    @cached_property
    def _basis(self) -> str:
        """Return a digest of everything that people decide: what they change is no change of a server."""
        decided = f"{self.lock.digest}\n{self._approvals}\n{self._config.text}"
        return sha256(decided.encode("utf-8", "surrogatepass")).hexdigest()

    def _locked(self, name: str) -> LockedServer:
        locked = self.lock.server(name)
        if locked is None:
            raise KeyError(name)
        return locked

    def _as_locked_now(self, locked: LockedServer, live: Surface) -> LockedServer:
        """Return the block that `govern lock` would write now; unchanged items are the locked ones."""
        target = self._targets[locked.name]
        # Which package a launcher runs is not looked up at run time.
        integrity = locked.integrity if locked.source == target.source else None
        origin = Origin(target.name, target.source, target.client, target.normalize, integrity)
        measures = measures_of(self._config, locked.name, self.lock)
        return lock_server(origin, fold_surface(live, target), measures, locked)

    def _decided(self, now: LockedServer) -> tuple[Decided, ...]:
        policy = self._config.policy
        after = assemble_lock([ServerOutcome(now.name, "changed", now)], self._config, self.lock)
        found = findings(self.lock, after, policy)
        verdict = decide(found, self._approvals, policy, today(), old="", new="", signed=self._signed)
        return with_evidence(verdict, None, policy).decided

    def _refused(
        self, locked: LockedServer, now: LockedServer, by_place: Mapping[tuple[str, str], Sequence[Decided]]
    ) -> dict[Place, Refusal]:
        before, after = _items_by_place(locked), _items_by_place(now)
        found: dict[Place, Refusal] = {}
        for place, items in before.items():
            if place not in after:
                found[place] = refusals.gone(locked.name, *place)
            elif _digests(after[place]) != _digests(items) and not _same_on_the_wire(after[place], items):
                changes = by_place.get(place, ())
                # Without a change of its own nobody has approved the difference.
                if not changes or not all(_passes(each, self._allow) for each in changes):
                    found[place] = refusals.changed(locked.name, *place, changes)
        return found


def _passes(decided: Decided, allow: Allow) -> bool:
    """Return whether a change passes: by policy, by people, or never."""
    return decided.approved and (allow == "safe" or (allow == "approved" and bool(decided.given)))


def _items_by_place(server: LockedServer) -> dict[Place, list[LockedItem]]:
    """Return the items of each name; a call may reach any of several."""
    found: defaultdict[Place, list[LockedItem]] = defaultdict(list)
    for item in server.items:
        found[item.kind.name, item.key].append(item)
    return found


def _digests(items: Sequence[LockedItem]) -> list[str]:
    return [item.digest for item in items]


def _same_on_the_wire(items: Sequence[LockedItem], others: Sequence[LockedItem]) -> bool:
    """Return whether items differ only in how the config measures them, which is no change of the server."""
    return [part_digests(each.item()) for each in items] == [part_digests(each.item()) for each in others]
