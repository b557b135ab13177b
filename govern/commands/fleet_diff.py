"""`govern fleet diff`: find every change between two scans of a fleet, and decide whether it may pass."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from govern.commands.diff import require_severity
from govern.commands.evidence import text_judge
from govern.commands.project import find_config_if_any
from govern.commands.sides import approvals_beside
from govern.errors import Exit, UsageError, did_you_mean, no_such
from govern.fleet.judging import FleetDiff, FleetJudge, families
from govern.fleet.queries import known_servers, stored_pair
from govern.fleet.store import FleetStore
from govern.lockfile.store import LOCK_NAME
from govern.policy.approvals import FILE, Approval, Approvals, parse_approvals
from govern.policy.change_filter import EVERYTHING, unmatched
from govern.policy.settings import Policy
from govern.verdict import decide, with_evidence

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from govern.fleet.judging import JudgedServer
    from govern.fleet.results import ScanPair
    from govern.fleet.store import Scan
    from govern.policy.approvals import Waiver
    from govern.policy.change_filter import ChangeFilter
    from govern.policy.config import Config
    from govern.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetRequest:
    """The arguments that name the store of a fleet, and the config whose policy judges it."""

    store: str
    config: Path | None = None
    config_from: str | None = None

    def opened(self) -> tuple[FleetStore, Config | None, Policy]:
        """Return the store, which must exist, the config if there is one, and its policy."""
        config = find_config_if_any(self.config, self.config_from)
        store = FleetStore(self.store)
        store.require()
        return store, config, config.policy if config else Policy()


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetDiffRequest(FleetRequest):
    """The arguments of `govern fleet diff`. By default the last two finished scans are compared."""

    old: str | None = None
    new: str | None = None
    fail_on: str | None = None
    only: ChangeFilter = EVERYTHING


@dataclass(frozen=True, slots=True)
class FleetDiffResult:
    """The judged changes between two scans.

    `by_server` is the verdict with each member of a family by itself, and `lock` the path that approvals are beside.
    `note` says what to do about later scans that are not finished.
    """

    diff: FleetDiff
    by_server: Verdict
    lock: Path
    note: str = ""

    @property
    def exit_code(self) -> Exit:
        """Return FAILED if a change needs approval. Servers that a scan did not see fail nothing."""
        return Exit.FAILED if self.diff.verdict.fails else Exit.OK


def fleet_diff(request: FleetDiffRequest, today: date | None) -> FleetDiffResult:
    """Compare two scans of a store by the policy of the config, server by server."""
    require_severity(request.fail_on)
    store, config, policy = request.opened()
    scans = ScanNames.of(store)
    old, new = scans.chosen(request.old, request.new)
    _require_known(request.only, known_servers(store, new) if request.only.servers else set())
    pair = stored_pair(store, old, new)
    judge = FleetJudge(store.lock_bytes, policy, text_judge(config, starts_servers=False))
    judged = [judge.judged(each) for each in pair.changed]
    verdict = _verdict(request, config, judged, pair, today)
    decided = families(verdict.decided, {each.server: each.family for each in judged})
    joined = replace(verdict, decided=tuple(decided))
    note = "" if request.new else scans.note(new)
    return FleetDiffResult(FleetDiff(request.store, pair, joined), verdict, _lock_path(config), note)


@dataclass(frozen=True, slots=True)
class ScanNames:
    """The names of the finished and of the unfinished scans of a store, the oldest first."""

    store: str
    finished: tuple[str, ...]
    unfinished: tuple[str, ...] = ()

    @classmethod
    def of(cls, store: FleetStore) -> ScanNames:
        """Return the names of the scans of a store."""
        scans = store.scans()
        finished, unfinished = (
            tuple(each.name for each in scans if bool(each.finished) is is_) for is_ in (True, False)
        )
        return cls(store.name, finished, unfinished)

    def chosen(self, old: str | None, new: str | None) -> tuple[str, str]:
        """Return two scans to compare: those that were named, else the last two finished ones."""
        for named in (old, new):
            if named is not None and named not in self.finished:
                self._refuse(named)
        later = new or next((each for each in reversed(self.finished) if each != old), None)
        earlier = old or next((each for each in reversed(self.finished) if later is not None and each < later), None)
        if later is None or earlier is None:
            message = f"two finished scans are needed, and the store has {len(self.finished)}"
            raise UsageError(message, where=self.store, hint=self.next_step)
        if earlier >= later:
            hint = f"run: govern fleet diff {later} {earlier} --store {quote(self.store)}"
            raise UsageError(f"{earlier} is not before {later}", hint=hint)
        return earlier, later

    @property
    def next_step(self) -> str:
        """Return how to get one more finished scan."""
        if self.unfinished:
            return self.note("")
        return f"scan into it: govern fleet scan INVENTORY --store {quote(self.store)}"

    def _refuse(self, named: str) -> None:
        if named in self.unfinished:
            raise UsageError(f"scan {named} is not finished", where=self.store, hint=self._to_finish(named))
        hint = f"list them: govern fleet sql 'FROM scans' --store {quote(self.store)}"
        raise no_such("finished scan", named, self.store, self.finished, hint=hint)

    def note(self, new: str) -> str:
        """Return the note that a later scan than the compared ones is not finished, or an empty text."""
        later = [name for name in self.unfinished if name > new]
        return f"scan {later[-1]} is not finished; {self._to_finish(later[-1])}" if later else ""

    def _to_finish(self, scan: str) -> str:
        return (
            f"continue it: govern fleet scan INVENTORY --store {quote(self.store)} --scan {scan} --resume; or, if it "
            f"was scanned in parts, join their stores: govern fleet merge STORE… --store {quote(self.store)}"
        )


def finished_scans(store: FleetStore) -> list[Scan]:
    """Return the finished scans of a store, the oldest first. Raise UsageError if there is none."""
    finished = [each for each in store.scans() if each.finished]
    if not finished:
        raise UsageError("no finished scan", where=store.name, hint=ScanNames.of(store).next_step)
    return finished


def _require_known(only: ChangeFilter, servers: set[str]) -> None:
    """Raise UsageError for a pattern of servers or rules that matches none, since it may be misspelled."""
    from govern.rules.rule import RULES

    for kind, patterns, names in (("server", only.servers, servers), ("rule", only.rules, RULES)):
        pattern = unmatched(patterns, names)
        if pattern is not None:
            close = did_you_mean(pattern, sorted(names))
            raise UsageError(f"--{kind} {pattern} matches no {kind}{close}", hint="`*` matches any text")


def _verdict(
    request: FleetDiffRequest,
    config: Config | None,
    judged: Sequence[JudgedServer],
    pair: ScanPair,
    today: date | None,
) -> Verdict:
    policy, path = config.policy if config else Policy(), _lock_path(config)
    text = approvals_beside(path)
    approvals = parse_approvals(text, FILE) if text is not None else Approvals()
    verdict = decide(
        [finding for server in judged for finding in server.findings],
        approvals,
        policy,
        today,
        old=pair.old,
        new=pair.new,
        first=pair.first,
        fail_on=request.fail_on,
        signed=_signed(request, config, approvals, path),
        only=request.only,
    )
    verdict = with_evidence(verdict, None, policy, request.fail_on)
    # Approvals of earlier scans match no change of this one; that is no reason to remove them.
    known = {each.finding.change.id for each in verdict.decided}
    standings = [
        each
        for each in verdict.standings
        if each.why != "stale" or (isinstance(each.what, Approval) and each.what.change in known)
    ]
    sizes = tuple(size for server in judged for size in server.sizes)
    return replace(verdict, standings=tuple(standings), sizes=sizes)


def _lock_path(config: Config | None) -> Path:
    return config.lock if config else Path.cwd() / LOCK_NAME


def _signed(
    request: FleetDiffRequest, config: Config | None, approvals: Approvals, path: Path
) -> frozenset[Approval | Waiver]:
    """Return the approvals with a valid signature, if policy may require one."""
    if config is None or not (config.policy.signatures.approvals or approvals.waivers):
        return frozenset()
    from govern.commands.signatures import check_signatures, signatures_beside, trusted_by

    trusted = trusted_by(config, request.config_from)
    return check_signatures(None, approvals, signatures_beside(path), trusted, config.policy).entries
