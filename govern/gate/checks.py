"""Turn the facts of each check of the gate into a line: a state and a sentence; and check required result files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from govern.contract.json_text import decode
from govern.contract.version import Version
from govern.errors import ContractInvalid
from govern.gate.declared import SERVER
from govern.gate.release import CheckLine, step_between
from govern.policy.approvals import Approval
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.economics.budgets import BrokenBudget, Budget
    from govern.gate.declared import Declared
    from govern.gate.release import RequiredBump, State
    from govern.lockfile.document import Lock
    from govern.lockfile.outcome import LockOutcome
    from govern.policy.coverage import Coverage
    from govern.policy.settings import Policy, SignatureKeys
    from govern.rules.finding import Finding
    from govern.signing.verification import Verification
    from govern.verdict import Decided, Verdict


_LOCK = "govern lock"
# Approvals that do not count for these reasons are worth a warning.
_WARNED = frozenset({
    "expired", "forged", "not an approver", "no waiver covers this", "no such rule", "unsigned", "author", "too long",
    "too wide",
})  # fmt: skip


def lock_line(lock: Lock, unlocked: Sequence[str]) -> CheckLine:
    """Check that the lock matches the config; its digests and numbers have already been verified."""
    tools = sum(len(server.tools) for server in lock.servers)
    held = f"{_count(len(lock.servers), 'server')}, {_count(tools, 'tool')}"
    if unlocked:
        return CheckLine("lock", "failed", "the config and the lock do not match", tuple(unlocked), _LOCK)
    return CheckLine("lock", "ok", f"{held}; all digests and numbers verified")


def servers_line(checked: LockOutcome | None) -> CheckLine:
    """Check that the running servers match the lock."""
    if checked is None:
        return CheckLine("servers", "not asked", "use --live to compare the lock with the servers")
    unseen = [f"{name}: not reached: {message}" for name, message in checked.unseen]
    moved = [f"{each.name}: {each.status}" for each in checked.servers if each.status in ("new", "changed", "dropped")]
    if unseen:
        return CheckLine("servers", "failed", f"{_count(len(unseen), 'server')} unreachable", (*unseen, *moved))
    if checked.stale:
        return CheckLine("servers", "failed", "the lock is stale", tuple(moved), _LOCK)
    return CheckLine("servers", "ok", "all servers match the lock")


def changes_line(verdict: Verdict, stepwise: int, *, fails: bool) -> CheckLine:
    """Check that every change since OLD that needs approval has it."""
    decided = [each for each in verdict.decided if each.finding.change.kind != "policy"]
    since = f"since {verdict.old}" if verdict.old else "in the first release"
    if verdict.first:
        since = f"in the first lock ({verdict.old} had none)" if verdict.old else "in the first release"
    if not decided:
        return CheckLine("changes", "ok", f"no changes {since}")
    open_ones = [each for each in decided if not each.approved]
    changes = f"{_count(len(decided), 'change')} {since} ({_severity_counts(decided)})"
    if open_ones:
        state: State = "failed" if fails else "ok"
        passes = "" if fails else "; allowed by policy"
        lack = "needs approval" if len(open_ones) == 1 else "need approval"
        of_all = f"{len(open_ones):,} of " if len(open_ones) < len(decided) else ""
        return CheckLine("changes", state, f"{of_all}{changes} {lack}{passes}")
    needed = sum(1 for each in decided if each.needed)
    by_steps = f" ({stepwise:,} through their commits)" if stepwise else ""
    those = "the 1 that needs approval is" if needed == 1 else f"all {needed:,} that need approval are"
    approved = f"{those} approved{by_steps}" if needed else "none needs approval"
    return CheckLine("changes", "ok", f"{changes}; {approved}")


def policy_line(verdict: Verdict, *, compared: bool) -> CheckLine:
    """Check that policy is not weaker than at OLD, or that each weakening is approved."""
    if not compared:
        why = f"{verdict.old} has no policy to compare with" if verdict.old else "no earlier release"
        return CheckLine("policy", "not asked", why)
    decided = [each for each in verdict.decided if each.finding.change.kind == "policy"]
    if not decided:
        return CheckLine("policy", "ok", f"policy is not weaker than at {verdict.old}")
    open_ones = [each for each in decided if not each.approved]
    weaker = f"policy is weaker than at {verdict.old} by {_count(len(decided), 'change')}"
    if open_ones:
        return CheckLine(
            "policy", "failed", f"{weaker}; {len(open_ones):,} not approved", tuple(map(_policy_change, open_ones))
        )
    return CheckLine("policy", "ok", f"{weaker}; all approved", tuple(map(_policy_change, decided)))


def approvals_line(verdict: Verdict) -> CheckLine:
    """Check for ignored approvals; fail if a change needs one that has expired."""
    ignored = [each for each in verdict.standings if each.why in _WARNED]
    counting = {each for decided in verdict.decided for each in decided.given}
    used = f"{_count(len(counting), 'approval')} used"
    if not ignored:
        return CheckLine("approvals", "ok", used if counting else "no approvals used")
    waiting = {(each.finding.change.server, each.finding.change.name) for each in verdict.unapproved}
    expired = [each.what for each in ignored if each.why == "expired" and isinstance(each.what, Approval)]
    missed = any((each.server, each.tool) in waiting for each in expired)
    message = f"{used}, {len(ignored):,} ignored"
    message += "; a change needs one that has expired" if missed else ""
    return CheckLine("approvals", "failed" if missed else "warning", message, tuple(each.message for each in ignored))


def signatures_line(keys: SignatureKeys, signed: Verification | None) -> CheckLine:
    """Check the required signatures of the lock."""
    if signed is None:
        return CheckLine("signatures", "not asked", "not configured")
    refused = tuple(each.message for each in signed.refused)
    if signed.missing:
        first, *more = map(str, signed.missing)
        return CheckLine("signatures", "failed", first, (*more, *refused), "govern sign")
    if refused:
        return CheckLine(
            "signatures", "failed", f"{_count(len(refused), 'signature')} {_are(refused)} invalid", refused
        )
    signers = ", ".join(dict.fromkeys(each.person for each in signed.lock))
    lock = f"the lock is signed by {signers}" if signers else "the lock needs no signature"
    entries = f"; {_count(len(signed.entries), 'approval')} signed" if keys.approvals else ""
    return CheckLine("signatures", "ok", f"{lock}{entries}")


def budget_line(budget: Budget, broken: Sequence[BrokenBudget], old: str) -> CheckLine:
    """Check that all definitions are within budget."""
    if not budget.is_set:
        return CheckLine("budget", "not asked", "not configured")
    if broken:
        details = tuple(each.describe(f"at {old}") for each in broken)
        return CheckLine("budget", "failed", f"{_count(len(broken), 'budget')} exceeded", details)
    growth = budget.growth_percent is not None
    compared = f"; growth since {old}" if growth and old else "; no earlier lock to measure growth" if growth else ""
    return CheckLine("budget", "ok", f"all definitions are within budget{compared}")


def launchers_line(policy: Policy, unpinned: Sequence[str]) -> CheckLine:
    """Check that all commands are pinned to a version."""
    effect = policy.effective_unpinned
    if effect == "ignore":
        return CheckLine("launchers", "not asked", "policy.gate.unpinned is ignore")
    if not unpinned:
        return CheckLine("launchers", "ok", "all commands that fetch a package are pinned to a version")
    state: State = "failed" if effect == "fail" else "warning"
    commands = _count(len(unpinned), "command")
    return CheckLine("launchers", state, f"{commands} {_are(unpinned)} not pinned to a version", tuple(unpinned))


def coverage_line(coverage: Coverage, config: str) -> CheckLine:
    """Check that client configs name only what the config names."""
    where, unjudged = coverage.where, coverage.uncommitted
    named = sum(1 for file in coverage.files if file.servers)
    notes = tuple(f"{path} has uncommitted changes, which are not checked" for path in unjudged)
    if not named:
        return CheckLine("coverage", "not asked", f"no client config {where} names a server", notes)
    failing = [file for file in coverage.files if file.uncovered]
    details = tuple(f"{file.path}: {each.message}" for file in failing for each in file.uncovered)
    if details:
        message = f"{_count(len(details), 'difference')} between client configs {where} and {config}"
        # `init --check` reads the work tree, which may differ from HEAD.
        moved = any(file.path in unjudged for file in failing)
        step = "govern init --check, then commit the client configs" if moved else "govern init --check"
        return CheckLine("coverage", "failed", message, (*details, *notes), step)
    message = f"{_count(named, 'client config')} {where} {'names' if named == 1 else 'name'} only what {config} names"
    return CheckLine("coverage", "ok", message, notes)


def results_line(results: Sequence[Result]) -> CheckLine:
    """Check that every required result exists and passes."""
    if not results:
        return CheckLine("results", "not asked", "not configured")
    failed = [each for each in results if not each.passes]
    details = tuple(f"{each.name}: {each.message}" for each in (failed or results))
    if failed:
        return CheckLine(
            "results", "failed", f"{len(failed):,} of {_count(len(results), 'result')} did not pass", details
        )
    return CheckLine("results", "ok", f"{_count(len(results), 'result')} passed", details)


def version_line(
    bump: RequiredBump, found: Sequence[Declared], old: str, *, chosen: str | None, built: str | None = None
) -> CheckLine:
    """Check that the declared version is high enough for the changes since OLD, and equals the tag `built`."""
    known = [each for each in found if each.version]
    problems = tuple(f"{each.source}: {each.problem}" for each in found if each.problem)
    wanted = f"; these changes need {bump.next} ({bump.actual_step})" if bump.base and bump.step != "none" else ""
    if chosen == "none":
        return CheckLine("version", "not asked", f"policy.gate.version is none{wanted}")
    if len({str(each.version) for each in known}) > 1:
        versions = ", ".join(f"{each.source} {each.text}" for each in known)
        return CheckLine(
            "version", "failed", f"versions differ: {versions}; choose one in policy.gate.version", problems
        )
    if not known:
        unread = any(each.text for each in found)
        message = f"{'the declared version cannot be read' if unread else 'no version is declared'}{wanted}"
        return CheckLine("version", "failed" if chosen or (unread and wanted) else "not asked", message, problems)
    tag = Version.in_tag(built) if built else None
    if tag and tag[1] != known[0].version:
        return CheckLine(
            "version", "failed", f"{known[0].source} declares {known[0].text}, but the tag is {built}", problems
        )
    return _declared(bump, known[0], old, problems)


def _declared(bump: RequiredBump, declared: Declared, old: str, problems: tuple[str, ...]) -> CheckLine:
    base, version = bump.base, declared.version
    shown = f"{declared.source}: version {declared.text}"
    if base is None or version is None:
        return CheckLine("version", "ok", f"{shown}; no earlier release", problems)
    because = (f"because of {_change_name(bump.because)}",) if bump.because else ()
    details = (*because, *problems)
    if version < base:
        return CheckLine("version", "failed", f"{shown} is lower than {base}, released as {old}", details)
    step = step_between(base, version)
    far = f"{declared.source}: version is still {declared.text}" if version == base else f"{shown} ({step})"
    if bump.step == "none":
        return CheckLine("version", "ok", f"{far}; no change needs a higher one", problems)
    message = f"{far}; these changes need {bump.next} ({bump.actual_step})"
    if bump.met:
        return CheckLine("version", "ok", message, details)
    again = ", then run `govern lock`" if declared.source.startswith(SERVER) else ""
    return CheckLine("version", "failed", message, details, f"set version {bump.next} in {declared.source}{again}")


def _policy_change(decided: Decided) -> str:
    return f"{decided.finding.change.id} {decided.finding.change.name}: {decided.finding.message}"


def _change_name(finding: Finding) -> str:
    where = "/".join(filter(None, (finding.change.server, finding.change.name)))
    return f"{where} {finding.rule.id} ({finding.severity})"


def _severity_counts(decided: Sequence[Decided]) -> str:
    numbers = [(each, sum(1 for one in decided if one.finding.severity is each)) for each in reversed(Severity)]
    return ", ".join(f"{number:,} {severity}" for severity, number in numbers if number)


def _are(some: Sequence[object]) -> str:
    return "is" if len(some) == 1 else "are"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


# The verdicts that pass; any other verdict fails the gate.
PASSES = frozenset({"allowed", "approved", "current", "ok", "pass", "passed", "unchanged", "within budget", "written"})
_FORMAT = re.compile(r"govern\.[a-z][a-z.-]*/\d+")
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
# A result has the digest of its lock under one of these keys.
_LOCKS = ("lock", "digest", "lock_digest")


@dataclass(frozen=True, slots=True)
class Result:
    """The check of one result file; `message` is its verdict, or why it does not pass."""

    name: str
    passes: bool
    message: str


class _NotPassingError(Exception):
    """The result does not pass; the message is the reason."""


def check_result(name: str, text: str | None, digest: str) -> Result:
    """Check a result file; it fails if missing, invalid, or for a lock other than the one with this digest."""
    try:
        return Result(name, passes=True, message=_passing(text, digest))
    except _NotPassingError as reason:
        return Result(name, passes=False, message=str(reason))


def _passing(text: str | None, digest: str) -> str:
    document = _document(text)
    form, verdict = document.get("format"), document.get("verdict")
    if not isinstance(form, str) or not _FORMAT.fullmatch(form):
        raise _NotPassingError(f"unknown format {form!r:.60}; expected one such as govern.eval/1")
    if not isinstance(verdict, str):
        raise _NotPassingError(f"{form} has no verdict")
    if other := _other_lock(document, digest):
        raise _NotPassingError(f"{form} is for another lock ({other[:19]}…); run it again")
    if verdict not in PASSES:
        raise _NotPassingError(f"{form}: verdict {verdict!r:.60}")
    unnamed = "" if any(document.get(key) for key in _LOCKS) else "; it does not name its lock"
    return f"{form}: verdict {verdict!r}{unnamed}"


def _document(text: str | None) -> dict[str, Any]:
    if text is None:
        raise _NotPassingError("file not found, or it cannot be read")
    try:
        document = decode(text.removeprefix("\ufeff"))
    except ContractInvalid as error:
        raise _NotPassingError(error.message) from None
    if not isinstance(document, dict):
        raise _NotPassingError("should be a JSON object with a format and a verdict")
    return document


def _other_lock(document: dict[str, Any], digest: str) -> str | None:
    """Return the digest of the lock that a result is for, if it is not this one."""
    for key in _LOCKS:
        lock = document.get(key)
        if isinstance(lock, dict):
            lock = lock.get("digest")
        if isinstance(lock, str) and _DIGEST.fullmatch(lock) and lock != digest:
            return lock
    return None
