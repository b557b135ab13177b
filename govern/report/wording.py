"""The words that all formats use for a verdict, a gate and a fleet. Texts of servers in them are not escaped yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.facts import rule_ids as ids
from govern.policy.approvals import FILE, Approval, Waiver
from govern.report.terminal.page import LONGEST_NAME, count, first_of, limited, shown
from govern.rules.rule import Severity
from govern.verdict import LACKS_CALLS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from govern.facts.change import Change
    from govern.fleet.judging import FleetDiff
    from govern.fleet.results import ScanPair
    from govern.gate.release import Check, Gate, State
    from govern.policy.approvals import Standing
    from govern.rules.finding import Finding
    from govern.rules.rule import Rule
    from govern.verdict import Decided, Verdict

WORST_FIRST = tuple(reversed(Severity))
# A server may list a tool without a name.
NO_NAME = '""'
_MOST_IDS = 4
# By whether it is an answer, the schema that accepts the witness and the one that rejects it: a label and the effect.
_WITNESSES = {
    (False, "old", "new"): ("example call", "accepted before, rejected now"),
    (False, "old", None): ("example call", "still accepted, but the argument is now ignored"),
    (False, "new", "old"): ("example call", "rejected before, accepted now"),
    (True, "old", "new"): ("example answer", "valid before, invalid now"),
    (True, "old", None): ("example answer", "no longer returned"),
    (True, "new", "old"): ("example answer", "valid now; clients with the old schema reject it"),
}


def item_of(change: Change) -> str:
    """Return `tool search`, `the server itself` or `all servers`; for a change of policy, the policy's own name."""
    if change.kind == "policy":
        return change.name
    if change.kind == "lock":
        return "all servers"
    return "the server itself" if change.kind == "server" else f"{change.kind} {change.name or NO_NAME}"


def counts(verdict: Verdict) -> str:
    """Return the number of changes by severity: `1 BREAKING, 3 SAFE`."""
    return severity_counts({severity: verdict.count(severity) for severity in WORST_FIRST})


def severity_counts(numbers: Mapping[Severity, int]) -> str:
    """Return numbers by severity, the worst first: `1 BREAKING, 3 SAFE`."""
    return ", ".join(f"{numbers[each]:,} {each}" for each in WORST_FIRST if numbers.get(each))


def headline(verdict: Verdict) -> str:
    """Return the verdict in one line."""
    sides = "in the first lock" if verdict.first else f"from {verdict.old} to {verdict.new}"
    unseen = f"; not reached: {', '.join(name for name, _ in verdict.unseen)}" if verdict.unseen else ""
    unseen += _filter_words(verdict)
    if not verdict.decided:
        if verdict.unseen:
            names = ", ".join(name for name, _ in verdict.unseen)
            return f"not compared: {names} could not be reached; no change seen {sides}{_filter_words(verdict)}"
        return f"unchanged: no change {sides}{unseen}"
    total, waiting = len(verdict.decided), len(verdict.unapproved)
    changes = f"{count(total, 'change')} {sides} ({counts(verdict)})"
    if waiting:
        return f"unapproved: {waiting:,} of {changes}{why_it_passes(verdict)}{unseen}"
    return f"{passed_words(verdict.decided)}: {changes}{unseen}"


def verdict_state(verdict: Verdict) -> str:
    """Return the verdict in a word or two; JSON says `approved` also if no change needs approval."""
    return passed_words(verdict.decided) if verdict.state == "approved" else verdict.state


def passed_words(decided: Iterable[Decided]) -> str:
    """Return why changes pass that do: because people approved some, or because none needs approval."""
    return "approved" if any(each.needed or each.given for each in decided) else "no approval needed"


def why_it_passes(verdict: Verdict) -> str:
    """Return why unapproved changes do not fail here, as the end of a sentence; empty if they do."""
    if verdict.fails:
        return ""
    return "; govern gate fails until approved" if verdict.fails_release else "; allowed by policy"


def _filter_words(verdict: Verdict) -> str:
    if not verdict.only:
        return ""
    number, total = len(verdict.decided), len(verdict.decided) + verdict.hidden
    return f"; filtered by {verdict.only}" + (f": {number:,} of {count(total, 'change')} shown" if total else "")


def next_step(verdict: Verdict, width: int = 1_000) -> str:
    """Return the command to run next, or an empty string if no change needs approval.

    For many changes, and for any that cannot be waived, the command shows each change before it is approved.
    """
    waiting = verdict.unapproved
    if not waiting:
        return ""
    if all(each.missing == LACKS_CALLS for each in waiting):
        return "govern diff --traces PATH"
    unsigned = {
        each.what.change for each in verdict.standings if isinstance(each.what, Approval) and each.why == "unsigned"
    }
    if unsigned.issuperset(each.finding.change.id for each in waiting):
        return "govern sign --approvals"
    repeat = shown(verdict.repeat)
    review = f"govern approve{repeat}{shown(verdict.only.arguments) if verdict.only else ''}"
    if len(waiting) > _MOST_IDS or not all(each.finding.rule.waivable for each in waiting):
        return review
    named = " ".join(each.finding.change.id for each in worst_first(waiting))
    command = f'govern approve{repeat} {named} --reason "..."'
    return command if len(command) <= width else review


def approval_words(decided: Decided) -> str:
    """Describe the approvals of a change, and what is missing."""
    given = "; ".join(map(_approver_words, decided.given))
    if not decided.approved:
        return decided.missing + (f"; so far {given}" if given else "")
    return f"approved {given}" if given else "no approval needed"


def _approver_words(given: Approval | Waiver) -> str:
    by = f"by {given.by or 'an unnamed person'}"
    until = f", until {given.until}" if given.until else ""
    return f"{'with a waiver ' if isinstance(given, Waiver) else ''}{by}: {given.reason}{until}"


def ignored_standings(verdict: Verdict) -> tuple[list[Standing], str]:
    """Return the ignored approvals that are worth listing, and a sentence about those that are no longer needed.

    Every approval is eventually no longer needed, so these are counted and not listed. The gate may still need some.
    """
    changes = {each.finding.change.id for each in verdict.decided}
    ignored = [
        each
        for each in verdict.standings
        if each.why not in ("stale", "new") or (isinstance(each.what, Approval) and each.what.change in changes)
    ]
    stale = len(verdict.standings) - len(ignored) - len(new_waivers(verdict))
    are = "approval is" if stale == 1 else "approvals are"
    prune = "`govern approve --prune` removes those that the gate does not need"
    return ignored, f"{stale:,} {are} not needed here ({prune})" if stale else ""


def new_waivers(verdict: Verdict) -> list[Standing]:
    """Return the waivers that OLD did not have."""
    return [each for each in verdict.standings if each.why == "new"]


def standing_words(standing: Standing) -> str:
    """Describe an approval that was ignored, with the reason and the line."""
    line = f" ({FILE}:{standing.what.line})" if standing.what.line else ""
    return f"{standing.why}: {standing.message}{line}"


def override_words(finding: Finding) -> str:
    """Describe the severity that policy sets for a change; empty if it sets none."""
    override = finding.override
    if override is None or override.severity is finding.rule.severity:
        return ""
    reason = "; ".join(part for part in (override.reason, override.where) if part)
    return f"{finding.rule.severity} → {override.severity} by policy" + (f": {reason}" if reason else "")


def witness_words(change: Change) -> tuple[str, str] | None:
    """Return a label for the witness, and what the change does to it."""
    witness = change.witness
    if witness is None:
        return None
    answer = change.pointer.startswith("/outputSchema") or change.rule.startswith("output-")
    sides = (answer, witness.accepted_by, witness.rejected_by)
    label, effect = _WITNESSES.get(sides, (f"example for the {witness.accepted_by} schema", ""))
    literal = " (read literally)" if witness.reading == "literal" else ""
    return label + literal, ": ".join(part for part in (effect, witness.error) if part)


# Growth that fills a model's context concerns every call.
_GROWTH = frozenset({ids.SERVER_TOKENS_GREW, ids.LOCK_TOKENS_GREW})


def is_told_first(rule: Rule) -> bool:
    """Return whether a change comes before all others of its severity: it may steer a model, or costs on every call."""
    return not rule.waivable or rule.id in _GROWTH


def worst_first(decided: tuple[Decided, ...]) -> Iterator[Decided]:
    """Sort by severity: changes that may steer a model first, then unapproved ones, by suspicion and place."""
    yield from sorted(decided, key=_severity_and_place)


def _severity_and_place(decided: Decided) -> tuple[int, bool, bool, float, str, str, str, str, str]:
    finding, change = decided.finding, decided.finding.change
    place = (change.server, change.kind, change.name, change.pointer, change.rule)
    return (-finding.severity.rank, not is_told_first(finding.rule), decided.approved, -finding.suspicion, *place)


def by_severity_and_item(finding: Finding) -> tuple[int, str, str, str, bool, str, str]:
    """Return a sort key: severity, then place; within an item, changes that cannot be waived first."""
    change = finding.change
    return (
        -finding.severity.rank, change.server, change.kind, change.name, finding.rule.waivable, change.pointer,
        change.rule,
    )  # fmt: skip


# The checks that fail if an approval is missing.
_APPROVABLE: frozenset[Check] = frozenset({"changes", "policy", "approvals"})
_TAG_STEP = "delete the tag {}: while it exists, govern compares the next release with it"


def check_state(state: State) -> str:
    """Return the state of a check for people: `skipped` instead of the `not asked` of JSON."""
    return "skipped" if state == "not asked" else state


def gate_headline(gate: Gate) -> str:
    """Return the result of a gate in one line."""
    ran = sum(1 for line in gate.lines if line.state != "not asked")
    if gate.outcome == "undecided":
        return f"undecided: not reached: {', '.join(name for name, _ in gate.verdict.unseen)}"
    if gate.failed:
        return f"refused: {len(gate.failed)} of {ran} checks failed: {', '.join(line.check for line in gate.failed)}"
    since = f"since {gate.verdict.old}" if gate.verdict.old else "for a first release"
    warnings = sum(1 for line in gate.lines if line.state == "warning")
    return f"allowed: all {ran} checks passed {since}{f', {warnings} with a warning' if warnings else ''}"


def gate_steps(gate: Gate, width: int = 1_000) -> list[str]:
    """Return what to do about each failed check, in order: a govern command or a sentence."""
    approve = next_step(gate.verdict, width)
    steps = (approve if line.check in _APPROVABLE else line.step for line in gate.failed)
    tagged = _TAG_STEP.format(gate.tag) if gate.failed and gate.tag else ""
    return [*filter(None, dict.fromkeys((*steps, tagged)))]


_MOST_NAMED = 3


def fleet_headline(diff: FleetDiff) -> str:
    """Return the verdict on two scans in one line."""
    verdict, pair = diff.verdict, diff.pair
    sides = f"from {pair.old} to {pair.new}"
    filtered = f"; filtered by {verdict.only}: {count(verdict.hidden, 'other change')} hidden" if verdict.only else ""
    if verdict.first and not pair.changed:
        return f"unchanged: no server is locked yet, neither in {pair.old} nor in {pair.new}{filtered}"
    if not verdict.decided:
        return f"unchanged: no change {sides}{filtered}"
    changes = f"{count(len(verdict.decided), 'change')} in {count(server_count(verdict.decided), 'server')}"
    if verdict.unapproved:
        need = "needs" if len(verdict.unapproved) == 1 else "need"
        waiting = f"{len(verdict.unapproved):,} of {changes} {need} approval"
        passes = "; a first scan fails nothing" if verdict.fails_release else why_it_passes(verdict)
        return f"unapproved: {waiting} {sides} ({counts(verdict)}){passes}{filtered}"
    return f"{passed_words(verdict.decided)}: {changes} {sides} ({counts(verdict)}){filtered}"


def server_count(decided: Iterable[Decided]) -> int:
    """Return the number of servers that changes are of, with the members of their families."""
    return len({finding.change.server for each in decided for finding in each.findings})


def fleet_rows(pair: ScanPair) -> Iterator[tuple[str, str]]:
    """Yield the servers of two scans in numbers: a heading and words each."""
    unseen = {reason: len(servers) for reason, servers in pair.unseen.items()}
    total = pair.locked + sum(unseen.values()) + len(pair.not_asked)
    states = {"locked": pair.locked, "unseen": sum(unseen.values()), "not asked": len(pair.not_asked)}
    yield "servers", f"{total:,}: {', '.join(f'{number:,} {state}' for state, number in states.items() if number)}"
    more = f", and {pair.added:,} locked for the first time" if pair.added else ""
    yield "changed", f"{len(pair.changed) - pair.added:,}{more}"
    if unseen:
        listed = sorted(unseen.items(), key=lambda each: (-each[1], each[0]))
        reasons = ", ".join(f"{number:,} {reason}" for reason, number in listed)
        names = [name for reason, _ in reversed(listed) for name in pair.unseen[reason]]
        yield "unseen", f"{pair.unseen_count:,}: {reasons}; {_first_names(names)}"
    if pair.not_asked:
        yield "not asked", f"{len(pair.not_asked):,}: {_first_names(pair.not_asked)}"
    if pair.flapping:
        worst = sorted(pair.flapping.items(), key=lambda each: (-each[1], each[0]))
        named = [f"{limited(server, LONGEST_NAME)} ({number:,} changes of state)" for server, number in worst]
        yield "flapping", f"within a week: {first_of(named, _MOST_NAMED)}"


def _first_names(names: Sequence[str]) -> str:
    return first_of([limited(name, LONGEST_NAME) for name in names], _MOST_NAMED)


def member_words(decided: Decided, most: int) -> str:
    """Return in which other servers of the family the same changed."""
    names = [limited(each.change.server, LONGEST_NAME) for each in decided.members]
    return f"the same in {count(len(names), 'other server')} of its family: {first_of(names, most)}"


def approve_command(diff: FleetDiff) -> str:
    """Return the command that approves changes between these scans, to which their IDs are added."""
    from shlex import join

    from govern.fleet.objects import public_url

    scans = ("--against", diff.pair.old, "--to", diff.pair.new)
    return join(["govern", "fleet", "approve", "--store", public_url(diff.store), *scans])


def approve_step(diff: FleetDiff) -> str:
    """Return the command that approves the worst unapproved change, in all members of its family."""
    worst = next(worst_first(diff.verdict.unapproved)).finding.change
    return f'{approve_command(diff)} {worst.id} --reason "..."'


def review_step(diff: FleetDiff) -> str:
    """Return the command that shows the server with the worst unapproved change."""
    from shlex import quote

    from govern.fleet.objects import public_url

    worst = next(worst_first(diff.verdict.unapproved))
    return f"govern fleet show {quote(worst.finding.change.server)} --store {quote(public_url(diff.store))}"
