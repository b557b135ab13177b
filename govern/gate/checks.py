"""The lines of the gate: what came of each thing that policy asks, as a state and a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.contract.version import Version
from govern.economics.budgets import Budget
from govern.gate.bump import step_between
from govern.gate.declared import SERVER
from govern.gate.outcome import CheckLine
from govern.policy.approvals import Approval
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.economics.budgets import BrokenBudget
    from govern.gate.bump import RequiredBump
    from govern.gate.declared import Declared
    from govern.gate.outcome import State
    from govern.gate.results import Result
    from govern.lockfile.document import Lock
    from govern.lockfile.outcome import LockOutcome
    from govern.policy.settings import Policy, SignatureKeys
    from govern.rules.finding import Finding
    from govern.signing.verification import Verification
    from govern.verdict import Decided, Verdict

_EXPIRED = "expired"
_LOCK = "govern lock"
# What does not count and somebody may believe that it does.
_TOLD = frozenset({
    "expired", "forged", "not an approver", "no waiver covers this", "no such rule", "unsigned", "author", "too long",
    "too wide",
})  # fmt: skip


def lock_line(lock: Lock, unlocked: Sequence[str]) -> CheckLine:
    """Whether the lock is of the servers that the config names; what it says of them has been computed again."""
    tools = sum(len(server.tools) for server in lock.servers)
    held = f"{_count(len(lock.servers), 'server')}, {_count(tools, 'tool')}"
    if unlocked:
        return CheckLine("lock", "failed", "the config and the lock do not go together", tuple(unlocked), _LOCK)
    return CheckLine("lock", "ok", f"{held}; every digest and number holds")


def servers_line(looked: LockOutcome | None) -> CheckLine:
    """Whether the servers are still what the lock says."""
    if looked is None:
        return CheckLine("servers", "not asked", "--live compares the lock with the servers")
    unseen = [f"{name}: not seen: {message}" for name, message in looked.unseen]
    moved = [f"{each.name}: {each.status}" for each in looked.servers if each.status in ("new", "changed", "dropped")]
    if unseen:
        return CheckLine("servers", "failed", f"{_count(len(unseen), 'server')} could not be seen", (*unseen, *moved))
    if looked.stale:
        return CheckLine("servers", "failed", "the lock is stale", tuple(moved), _LOCK)
    return CheckLine("servers", "ok", "they are what the lock says")


def changes_line(verdict: Verdict, stepwise: int, *, fails: bool) -> CheckLine:
    """Whether every change since OLD may pass."""
    decided = [each for each in verdict.decided if each.finding.change.kind != "policy"]
    since = f"since {verdict.old}" if verdict.old else "in the first release"
    if verdict.first:
        since = f"in the first lock, {verdict.old} had none" if verdict.old else "in the first release"
    if not decided:
        return CheckLine("changes", "ok", f"nothing changed {since}")
    open_ones = [each for each in decided if not each.approved]
    changes = f"{_count(len(decided), 'change')} {since} ({_severities(decided)})"
    if open_ones:
        state: State = "failed" if fails else "ok"
        passes = "" if fails else "; policy lets it pass"
        lack = "lacks an approval" if len(open_ones) == 1 else "lack approvals"
        of_all = f"{len(open_ones):,} of " if len(open_ones) < len(decided) else ""
        return CheckLine("changes", state, f"{of_all}{changes} {lack}{passes}")
    asked = sum(1 for each in decided if each.needed)
    by_steps = f", {stepwise:,} of them step by step" if stepwise else ""
    said = f"all {asked:,} that need an approval have it{by_steps}" if asked else "none needs an approval"
    return CheckLine("changes", "ok", f"{changes}; {said}")


def policy_line(verdict: Verdict, *, compared: bool) -> CheckLine:
    """Whether the gate asks for no less than it did at OLD."""
    if not compared:
        why = f"{verdict.old} has no policy to compare with" if verdict.old else "nothing was released before"
        return CheckLine("policy", "not asked", why)
    decided = [each for each in verdict.decided if each.finding.change.kind == "policy"]
    if not decided:
        return CheckLine("policy", "ok", f"it asks for no less than at {verdict.old}")
    open_ones = [each for each in decided if not each.approved]
    less = f"it asks for less than at {verdict.old} in {_count(len(decided), 'place')}"
    if open_ones:
        return CheckLine("policy", "failed", f"{less}; {len(open_ones):,} not approved", tuple(map(_named, open_ones)))
    return CheckLine("policy", "ok", f"{less}; all approved", tuple(map(_named, decided)))


def approvals_line(verdict: Verdict) -> CheckLine:
    """What was approved and does not count, and whether anything waits for it."""
    told = [each for each in verdict.standings if each.why in _TOLD]
    counting = {each for decided in verdict.decided for each in decided.given}
    count = f"{_count(len(counting), 'approval')} {'counts' if len(counting) == 1 else 'count'}"
    if not told:
        return CheckLine("approvals", "ok", count if counting else "none is given here, and none has expired")
    waiting = {(each.finding.change.server, each.finding.change.name) for each in verdict.unapproved}
    expired = [each.what for each in told if each.why == _EXPIRED and isinstance(each.what, Approval)]
    missed = any((each.server, each.tool) in waiting for each in expired)
    message = f"{count}, {len(told):,} {'does' if len(told) == 1 else 'do'} not"
    message += "; a change waits for one that has expired" if missed else ""
    return CheckLine("approvals", "failed" if missed else "warning", message, tuple(each.message for each in told))


def signatures_line(keys: SignatureKeys, signed: Verification | None) -> CheckLine:
    """Whether everybody has signed who has to."""
    if signed is None:
        return CheckLine("signatures", "not asked", "policy asks for none")
    refused = tuple(each.message for each in signed.refused)
    if signed.missing:
        first, *more = map(str, signed.missing)
        return CheckLine("signatures", "failed", first, (*more, *refused), "govern sign")
    if refused:
        return CheckLine("signatures", "failed", f"{_count(len(refused), 'signature')} {_are(refused)} wrong", refused)
    who = ", ".join(dict.fromkeys(each.person for each in signed.lock))
    entries = f"; {_count(len(signed.entries), 'approval')} signed" if keys.approvals else ""
    return CheckLine("signatures", "ok", f"the lock is signed by {who or 'nobody, and nobody has to'}{entries}")


def budget_line(budget: Budget, broken: Sequence[BrokenBudget], old: str) -> CheckLine:
    """Whether definitions cost no more than they may."""
    if budget == Budget():
        return CheckLine("budget", "not asked", "policy sets none")
    if broken:
        said = tuple(each.told(f"at {old}") for each in broken)
        return CheckLine("budget", "failed", f"{_count(len(broken), 'budget')} {_are(broken)} broken", said)
    growth = budget.growth_percent is not None
    compared = f"; growth since {old}" if growth and old else "; nothing to have grown from" if growth else ""
    return CheckLine("budget", "ok", f"no definition costs more than it may{compared}")


def launchers_line(policy: Policy, unpinned: Sequence[str]) -> CheckLine:
    """Whether every command says which version it starts."""
    minds = policy.effective_unpinned
    if minds == "ignore":
        return CheckLine("launchers", "not asked", "policy.gate.unpinned is ignore")
    if not unpinned:
        return CheckLine("launchers", "ok", "every command that fetches a package names its version")
    state: State = "failed" if minds == "fail" else "warning"
    commands = _count(len(unpinned), "command")
    return CheckLine("launchers", state, f"{commands} may start another version tomorrow", tuple(unpinned))


def results_line(results: Sequence[Result]) -> CheckLine:
    """Whether every result that policy names is there and lets it pass."""
    if not results:
        return CheckLine("results", "not asked", "policy.results names none")
    wrong = [each for each in results if not each.passes]
    said = tuple(f"{each.name}: {each.message}" for each in (wrong or results))
    if wrong:
        does = "does" if len(wrong) == 1 else "do"
        return CheckLine(
            "results", "failed", f"{len(wrong):,} of {_count(len(results), 'result')} {does} not pass", said
        )
    return CheckLine(
        "results", "ok", f"{_count(len(results), 'result')} {'passes' if len(results) == 1 else 'pass'}", said
    )


def version_line(
    demand: RequiredBump, found: Sequence[Declared], old: str, *, chosen: str | None, built: str | None = None
) -> CheckLine:
    """Whether what the project declares is as far from OLD as the changes demand, and is what a tag says just now."""
    known = [each for each in found if each.version]
    problems = tuple(f"{each.source}: {each.problem}" for each in found if each.problem)
    wanted = f"; the changes demand {demand.said}: {demand.next}" if demand.base and demand.step != "none" else ""
    if chosen == "none":
        return CheckLine("version", "not asked", f"policy.gate.version is none{wanted}")
    if len({str(each.version) for each in known}) > 1:
        said = ", ".join(f"{each.source} {each.text}" for each in known)
        return CheckLine("version", "failed", f"{said} do not agree; name one in policy.gate.version", problems)
    if not known:
        unread = any(each.text for each in found)
        message = f"no version {'can be read' if unread else 'is declared'} where govern looks{wanted}"
        return CheckLine("version", "failed" if chosen or (unread and wanted) else "not asked", message, problems)
    tag = Version.in_tag(built) if built else None
    if tag and tag[1] != known[0].version:
        return CheckLine(
            "version", "failed", f"{known[0].source} declares {known[0].text}, and the tag is {built}", problems
        )
    return _declared(demand, known[0], old, problems)


def _declared(demand: RequiredBump, declared: Declared, old: str, problems: tuple[str, ...]) -> CheckLine:
    base, version = demand.base, declared.version
    says = f"{declared.source} declares {declared.text}"
    if base is None or version is None:
        return CheckLine("version", "ok", f"{says}; no version was released before", problems)
    because = (f"because of {_change(demand.because)}",) if demand.because else ()
    details = (*because, *problems)
    if version < base:
        return CheckLine("version", "failed", f"{says}, which is before {base}, released as {old}", details)
    step = step_between(base, version)
    far = f"{says}, as {old} was" if version == base else f"{says} ({step})"
    if demand.step == "none":
        return CheckLine("version", "ok", f"{far}; no change demands another", problems)
    asks = f"{far}; the changes demand {demand.said}: {demand.next}"
    if demand.met:
        return CheckLine("version", "ok", asks, details)
    again = " and lock it again" if declared.source.startswith(SERVER) else ""
    return CheckLine("version", "failed", asks, details, f"declare {demand.next} in {declared.source}{again}")


def _named(decided: Decided) -> str:
    return f"{decided.finding.change.id} {decided.finding.change.name}: {decided.finding.message}"


def _change(finding: Finding) -> str:
    where = "/".join(filter(None, (finding.change.server, finding.change.name)))
    return f"{where} {finding.rule.id} ({finding.severity})"


def _severities(decided: Sequence[Decided]) -> str:
    numbers = [(each, sum(1 for one in decided if one.finding.severity is each)) for each in reversed(Severity)]
    return ", ".join(f"{number:,} {severity}" for severity, number in numbers if number)


def _are(some: Sequence[object]) -> str:
    return "is" if len(some) == 1 else "are"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
