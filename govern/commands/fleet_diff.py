"""`govern fleet diff`: find every change between two scans of a fleet, and decide whether it may pass."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from govern.commands.diff import require_severity
from govern.commands.project import find_config_if_any, suggestion
from govern.commands.sides import approvals_beside
from govern.errors import Exit, UsageError
from govern.fleet.judging import FleetDiff, FleetJudge, families
from govern.fleet.queries import known_servers, stored_pair
from govern.fleet.store import FleetStore
from govern.lockfile.store import LOCK_NAME
from govern.policy.approvals import FILE, Approvals, parse_approvals
from govern.policy.change_filter import EVERYTHING, unmatched
from govern.policy.settings import Policy
from govern.verdict import decide, with_evidence

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from govern.compare.added_texts import TextJudge
    from govern.fleet.scan_pair import ScanPair
    from govern.policy.approvals import Approval, Waiver
    from govern.policy.change_filter import ChangeFilter
    from govern.policy.config import Config
    from govern.verdict import Verdict


@dataclass(frozen=True, slots=True)
class FleetDiffRequest:
    """The arguments of `govern fleet diff`. By default the last two finished scans are compared."""

    store: str
    old: str | None = None
    new: str | None = None
    fail_on: str | None = None
    config: Path | None = None
    config_from: str | None = None
    only: ChangeFilter = EVERYTHING


@dataclass(frozen=True, slots=True)
class FleetDiffResult:
    """The judged changes between two scans."""

    diff: FleetDiff

    @property
    def exit_code(self) -> Exit:
        """Return FAILED if a change needs approval. Servers that a scan did not see fail nothing."""
        return Exit.FAILED if self.diff.verdict.fails else Exit.OK


def fleet_diff(request: FleetDiffRequest, today: date | None) -> FleetDiffResult:
    """Compare two scans of a store by the policy of the config, server by server."""
    require_severity(request.fail_on)
    config = find_config_if_any(request.config, request.config_from)
    store = FleetStore(request.store)
    store.require()
    old, new = chosen_scans([each.name for each in store.scans() if each.finished], request.old, request.new)
    _require_known(request.only, known_servers(store, new) if request.only.servers else set())
    pair = stored_pair(store, old, new)
    return FleetDiffResult(FleetDiff(request.store, pair, _verdict(request, config, store, pair, today)))


def chosen_scans(finished: Sequence[str], old: str | None, new: str | None) -> tuple[str, str]:
    """Return the names of two scans: those that were named, else the last two finished ones."""
    for named in (old, new):
        if named is not None and named not in finished:
            close = suggestion(named, finished)
            raise UsageError(
                f"no finished scan {named!r}{close}", hint="list them: govern fleet sql 'FROM scans' --store URL"
            )
    later = new or next((each for each in reversed(finished) if each != old), None)
    earlier = old or next((each for each in reversed(finished) if later is not None and each < later), None)
    if later is None or earlier is None:
        hint = "scan again: govern fleet scan INVENTORY --store URL"
        raise UsageError(f"two finished scans are needed, and the store has {len(finished)}", hint=hint)
    if earlier >= later:
        raise UsageError(
            f"{earlier} is not before {later}", hint=f"run: govern fleet diff {later} {earlier} --store URL"
        )
    return earlier, later


def _require_known(only: ChangeFilter, servers: set[str]) -> None:
    """Raise UsageError for a pattern of servers or rules that matches none, since it may be misspelled."""
    from govern.rules.rule import RULES

    for kind, patterns, names in (("server", only.servers, servers), ("rule", only.rules, RULES)):
        pattern = unmatched(patterns, names)
        if pattern is not None:
            close = suggestion(pattern, sorted(names), listed=False)
            raise UsageError(f"--{kind} {pattern} matches no {kind}{close}", hint="`*` matches any text")


def _verdict(
    request: FleetDiffRequest, config: Config | None, store: FleetStore, pair: ScanPair, today: date | None
) -> Verdict:
    policy = config.policy if config else Policy()
    judge = FleetJudge(store.lock_bytes, policy, _text_judge(config))
    judged = [judge.judged(each) for each in pair.changed]
    path = config.lock if config else Path.cwd() / LOCK_NAME
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
    decided = families(verdict.decided, {each.server: each.family for each in judged})
    sizes = tuple(size for server in judged for size in server.sizes)
    return replace(verdict, decided=tuple(decided), sizes=sizes)


def _text_judge(config: Config | None) -> TextJudge | None:
    if config is None or not config.policy.text.judge:
        return None
    from govern.commands.text_judge import text_judge

    return text_judge(config, starts_servers=False)


def _signed(
    request: FleetDiffRequest, config: Config | None, approvals: Approvals, path: Path
) -> frozenset[Approval | Waiver]:
    """Return the approvals with a valid signature, if policy may require one."""
    if config is None or not (config.policy.signatures.approvals or approvals.waivers):
        return frozenset()
    from govern.commands.signatures import check_signatures, signatures_beside, trusted_by

    trusted = trusted_by(config, request.config_from)
    return check_signatures(None, approvals, signatures_beside(path), trusted, config.policy).entries
