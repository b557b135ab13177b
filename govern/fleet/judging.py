"""Judge what changed between two scans, server by server, as `govern diff` judges two locks of that server."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from govern.errors import LockfileInvalid
from govern.facts import rule_ids as ids
from govern.findings import changed_sizes, findings
from govern.fleet.store import lock_key
from govern.lockfile.document import Lock
from govern.lockfile.store import read_both, read_lock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from govern.compare.added_texts import TextJudge
    from govern.facts.change import Change
    from govern.fleet.results import ScanPair, Transition
    from govern.lockfile.costs import ServerSize
    from govern.lockfile.document import LockedServer
    from govern.policy.settings import Policy
    from govern.rules.finding import Finding
    from govern.verdict import Decided, Verdict

    # Returns the bytes of the lock with this digest.
    ReadLock = Callable[[str], bytes]
    # The digests of the tools of a server on both sides.
    Family = tuple[tuple[str, ...], tuple[str, ...]]

# Changes whose values contain the name or the digest of their server.
_NAMES_SERVER = frozenset({ids.TOOL_NAME_COLLIDES, ids.UNCLASSIFIED})


@dataclass(frozen=True, slots=True)
class JudgedServer:
    """The findings of one server between two scans, its sizes, and the family that it belongs to."""

    transition: Transition
    findings: tuple[Finding, ...]
    sizes: tuple[ServerSize, ...]
    family: Family

    @property
    def server(self) -> str:
        """Return the name of the server."""
        return self.transition.server


@dataclass(frozen=True, slots=True)
class FleetDiff:
    """The verdict on what changed between two scans of a store, and the servers of both."""

    store: str
    pair: ScanPair
    verdict: Verdict


class FleetJudge:
    """Judges servers one by one; two servers with the same two contracts are compared once.

    No comparison is shared if its result may depend on the name of the server: if policy checks the limits of clients
    on names, or asks a judge about texts.
    """

    def __init__(self, read: ReadLock, policy: Policy, text_judge: TextJudge | None = None) -> None:
        self._read, self._policy, self._text_judge = read, policy, text_judge
        self._shares = not (policy.reach or text_judge)
        self._known: dict[object, list[Finding]] = {}

    def judged(self, transition: Transition) -> JudgedServer:
        """Return what changed of one server. Raise LockfileInvalid if one of its locks is missing or damaged."""
        old, new = self._locks(transition)
        found = tuple(self._findings(old, new))
        sizes = changed_sizes(old, new, found)
        return JudgedServer(transition, found, sizes, (_tool_digests(old), _tool_digests(new)))

    def _locks(self, transition: Transition) -> tuple[Lock | None, Lock]:
        digests = [each for each in (transition.before, transition.after) if each is not None]
        named = [(self._read(digest), digest) for digest in digests]
        try:
            locks = read_both(*named) if len(named) > 1 else [read_lock(*named[0])]
        except LockfileInvalid as error:
            hint = "delete its file below locks/ in the store, and scan the server again"
            raise LockfileInvalid(error.message, where=error.where, hint=hint) from None
        of_it = [of_server(lock, digest, transition.server) for lock, digest in zip(locks, digests, strict=True)]
        return of_it[0] if len(of_it) > 1 else None, of_it[-1]

    def _findings(self, old: Lock | None, new: Lock) -> list[Finding]:
        key = (_contract(old), _contract(new), _sources(old, new)) if self._shares else None
        if key in self._known:
            return self._renamed(self._known[key], old, new)
        found = findings(old or Lock(), new, self._policy, self._text_judge)
        if key is not None and not any(_names_its_server(each.change) for each in found):
            self._known[key] = found
        return found

    def _renamed(self, known: Iterable[Finding], old: Lock | None, new: Lock) -> list[Finding]:
        """Return findings of another server with the same contracts as those of this one."""
        from govern.policy.overrides import overrides
        from govern.rules.finding import judge

        severity_of, found = overrides(self._policy), []
        own = old.servers[0].digest if old else "-", new.servers[0].digest
        for each in known:
            change = replace(each.change, server=new.servers[0].name)
            digests = own if change.kind == "server" else (each.origin, each.target)
            found.append(replace(judge(change, severity_of, digests), suspicion=each.suspicion))
        return found


def of_server(lock: Lock, digest: str, server: str) -> Lock:
    """Return the lock. Raise LockfileInvalid if it is not the one that the observation names."""
    if lock.digest != digest or [each.name for each in lock.servers] != [server]:
        # A scan writes no lock whose file exists.
        hint = f"delete {lock_key(digest)} in the store, and scan the server again"
        raise LockfileInvalid(f"the file of {digest} holds another lock", hint=hint)
    return lock


def _contract(lock: Lock | None) -> object:
    """Return everything that a comparison reads of a server, except its name and its source."""
    if lock is None:
        return None
    server = lock.servers[0]
    return lock.encoding, lock.economics, lock.risk, *_own_lines(server), tuple(
        (item.kind.name, item.key, item.copy, item.digest) for item in server.items
    )  # fmt: skip


def _own_lines(server: LockedServer) -> tuple[object, ...]:
    return (
        server.title, server.version, server.protocol, server.capabilities, server.client, server.folds,
        server.integrity, server.instructions, server.hints, server.lists,
    )  # fmt: skip


def _sources(old: Lock | None, new: Lock) -> object:
    """Return both sources if they differ; members of a family have different ones, which did not change."""
    before, after = old.servers[0].source if old else None, new.servers[0].source
    return None if before == after else (before, after)


def _names_its_server(change: Change) -> bool:
    return change.rule in _NAMES_SERVER and (change.rule != ids.UNCLASSIFIED or change.kind == "server")


def _tool_digests(lock: Lock | None) -> tuple[str, ...]:
    return tuple(sorted(tool.digest for tool in lock.servers[0].tools)) if lock else ()


def families(decided: Iterable[Decided], family_of: Mapping[str, Family]) -> list[Decided]:
    """Return each finding once for all members of a family that have it, with the findings of the other members."""
    first: dict[object, Decided] = {}
    others: dict[object, list[Finding]] = {}
    for each in sorted(decided, key=lambda each: each.finding.change.server):
        key = _alike(each, family_of)
        if key in first:
            others.setdefault(key, []).append(each.finding)
        else:
            first[key] = each
    return [replace(each, members=tuple(others.get(key, ()))) for key, each in first.items()]


def _alike(decided: Decided, family_of: Mapping[str, Family]) -> tuple[Any, ...]:
    """Return a value that is the same for two findings if they differ only in the server."""
    finding, change = decided.finding, decided.finding.change
    given = tuple((type(each), each.by, each.reason, each.until) for each in decided.given)
    digests = ("", "") if change.kind == "server" else (finding.origin, finding.target)
    return (
        family_of.get(change.server), replace(change, server="").fingerprint, digests, finding.severity,
        finding.override, decided.needed, given, decided.missing, decided.sealed, decided.authors,
    )  # fmt: skip
