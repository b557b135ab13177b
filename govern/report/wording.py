"""What every format says of a verdict, in the same words; what servers say in them is not escaped yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.policy.approvals import FILE, Approval, Waiver
from govern.report.terminal.page import count, shown
from govern.rules.rule import Severity
from govern.verdict import LACKS_CALLS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.facts.change import Change
    from govern.gate.outcome import Check, Gate
    from govern.policy.approvals import Standing
    from govern.rules.finding import Finding
    from govern.verdict import Decided, Verdict


WORST_FIRST = tuple(reversed(Severity))
_MOST_IDS = 4
# By whether it is an answer, and which side takes the witness and which refuses it: what it is, and what became of it.
_WITNESSES = {
    (False, "old", "new"): ("a call that used to work", "refused now"),
    (False, "old", None): ("a call that loses its effect", ""),
    (False, "new", "old"): ("a call that works only now", "refused before"),
    (True, "old", "new"): ("an answer that was promised", "not any more"),
    (True, "old", None): ("an answer that no longer comes", ""),
    (True, "new", "old"): ("an answer that may come now", "clients that hold the old schema refuse it"),
}


def item_of(change: Change) -> str:
    """`tool search`, or that it is the server as a whole; what policy asks goes by its own name."""
    if change.kind == "policy":
        return change.name
    return f"{change.kind} {change.name}" if change.name else "the server itself"


def counts(verdict: Verdict) -> str:
    """`1 BREAKING, 3 SAFE`."""
    numbers = ((severity, verdict.count(severity)) for severity in WORST_FIRST)
    return ", ".join(f"{number:,} {severity}" for severity, number in numbers if number)


def headline(verdict: Verdict) -> str:
    """The verdict in one line."""
    sides = "in the first lock" if verdict.first else f"from {verdict.old} to {verdict.new}"
    unseen = f"; not seen: {', '.join(name for name, _ in verdict.unseen)}" if verdict.unseen else ""
    if not verdict.decided:
        return f"unchanged: no change {sides}{unseen}"
    total, waiting = len(verdict.decided), len(verdict.unapproved)
    changes = f"{count(total, 'change')} {sides} ({counts(verdict)})"
    if waiting:
        passes = "" if verdict.fails else "; policy lets it pass"
        return f"unapproved: {waiting:,} of {changes}{passes}{unseen}"
    asked = any(each.needed for each in verdict.decided)
    return f"approved: {changes}{'' if asked else '; none needs an approval'}{unseen}"


def next_step(verdict: Verdict, width: int = 1_000) -> str:
    """The command that a reviewer types next, or nothing where nothing waits.

    Where there are many, or one that steers a model, it is the one that shows each before it asks.
    """
    waiting = verdict.unapproved
    if not waiting:
        return ""
    if all(each.missing == LACKS_CALLS for each in waiting):
        return "govern diff --traces PATH"
    unsigned = {each.what.change for each in verdict.standings if isinstance(each.what, Approval) and _unsigned(each)}
    if unsigned.issuperset(each.finding.change.id for each in waiting):
        return "govern sign --approvals"
    repeat = shown(verdict.repeat)
    if len(waiting) > _MOST_IDS or not all(each.finding.rule.waivable for each in waiting):
        return f"govern approve{repeat}"
    named = " ".join(each.finding.change.id for each in worst_first(waiting))
    command = f'govern approve{repeat} {named} --reason "..."'
    return command if len(command) <= width else f"govern approve{repeat}"


def _unsigned(standing: Standing) -> bool:
    return standing.why == "unsigned"


def approval_words(decided: Decided) -> str:
    """Whether it may pass, by whose word, and what is missing."""
    given = "; ".join(map(_signed, decided.given))
    if not decided.approved:
        return f"not approved: {decided.missing}" + (f"; given {given}" if given else "")
    return f"approved {given}" if given else "needs no approval"


def _signed(given: Approval | Waiver) -> str:
    by = f"by {given.by or 'nobody named'}"
    until = f", until {given.until}" if given.until else ""
    return f"{'with a waiver ' if isinstance(given, Waiver) else ''}{by}: {given.reason}{until}"


def missed_standings(verdict: Verdict) -> tuple[list[Standing], str]:
    """The approvals that did not count and may be missed; and what to say of those that fit no change any more.

    That becomes of all approvals in time, so it is worth a line and not a list.
    """
    changes = {each.finding.change.id for each in verdict.decided}
    missed = [
        each
        for each in verdict.standings
        if each.why not in ("stale", "new") or (isinstance(each.what, Approval) and each.what.change in changes)
    ]
    stale = len(verdict.standings) - len(missed) - len(new_waivers(verdict))
    said = f"{stale:,} {'approval fits' if stale == 1 else 'approvals fit'} no change here"
    return missed, said if stale else ""


def new_waivers(verdict: Verdict) -> list[Standing]:
    """Return the waivers that OLD did not have."""
    return [each for each in verdict.standings if each.why == "new"]


def standing_words(standing: Standing) -> str:
    """An approval that did not count, and why."""
    line = f" ({FILE}:{standing.what.line})" if standing.what.line else ""
    return f"{standing.why}: {standing.message}{line}"


def override_words(finding: Finding) -> str:
    """That policy gave another severity than the table, or nothing."""
    override = finding.override
    if override is None or override.severity is finding.rule.severity:
        return ""
    told = "; ".join(part for part in (override.reason, override.where) if part)
    return f"{override.severity} by policy instead of {finding.rule.severity}" + (f": {told}" if told else "")


def witness_words(change: Change) -> tuple[str, str] | None:
    """What the witness is, and what became of it."""
    witness = change.witness
    if witness is None:
        return None
    answer = change.pointer.startswith("/outputSchema") or change.rule.startswith("output-")
    sides = (answer, witness.accepted_by, witness.rejected_by)
    what, fate = _WITNESSES.get(sides, (f"what the {witness.accepted_by} schema allows", ""))
    literal = " (read literally)" if witness.reading == "literal" else ""
    return what + literal, ": ".join(part for part in (fate, witness.error) if part)


def worst_first(decided: tuple[Decided, ...]) -> Iterator[Decided]:
    """Yield findings by severity, texts that may steer a model first, then those that lack an approval, then by place.

    Within one severity changed texts come first, the most suspicious at the top.
    """
    yield from sorted(decided, key=_rank)


def _rank(decided: Decided) -> tuple[int, bool, bool, float, str, str, str, str, str]:
    finding, change = decided.finding, decided.finding.change
    place = (change.server, change.kind, change.name, change.pointer, change.rule)
    return (-finding.severity.rank, finding.rule.waivable, decided.approved, -finding.suspicion, *place)


def harm_and_place(finding: Finding) -> tuple[int, str, str, str, bool, str, str]:
    """By harm, then by place, where what steers a model comes first: the order of what is told item by item."""
    change = finding.change
    return (
        -finding.severity.rank, change.server, change.kind, change.name, finding.rule.waivable, change.pointer,
        change.rule,
    )  # fmt: skip


# What an approval helps against.
_APPROVED: frozenset[Check] = frozenset({"changes", "policy", "approvals"})
_TAG = "delete the tag {}: as long as it is there it counts as a release, and the next one is compared with it"


def gate_headline(gate: Gate) -> str:
    """The verdict in one line."""
    asked = sum(1 for line in gate.lines if line.state != "not asked")
    if gate.outcome == "undecided":
        return f"undecided: not seen: {', '.join(name for name, _ in gate.verdict.unseen)}"
    if gate.failed:
        return f"refused: {len(gate.failed)} of {asked} checks failed: {', '.join(line.check for line in gate.failed)}"
    since = f"since {gate.verdict.old}" if gate.verdict.old else "for a first release"
    warnings = sum(1 for line in gate.lines if line.state == "warning")
    return f"allowed: all {asked} checks pass {since}{f', {warnings} with a warning' if warnings else ''}"


def gate_steps(gate: Gate, width: int = 1_000) -> list[str]:
    """What to do about what failed, in the order of the checks: each a command of ours, or a sentence."""
    approve = next_step(gate.verdict, width)
    steps = (approve if line.check in _APPROVED else line.step for line in gate.failed)
    tagged = _TAG.format(gate.tag) if gate.failed and gate.tag else ""
    return [*filter(None, dict.fromkeys((*steps, tagged)))]
