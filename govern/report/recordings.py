"""Wording for recorded calls, shared by the formats for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.page import count
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.rules.finding import Finding
    from govern.traces.outcome import CallExample, Evidence, Outsider, Reason, Recorded, Replay, Tally
    from govern.traces.reading import Notes
    from govern.verdict import Decided


_MOST_TOOLS = 10


def recorded_words(decided: Decided) -> str:
    """Describe the recorded calls that a change affects; empty if it is not BREAKING and affects none."""
    recorded = decided.recorded
    if recorded is None or not (recorded.hits or decided.finding.severity is Severity.BREAKING):
        return ""
    return hit_words(recorded) if recorded.calls else "no recorded calls"


def hit_words(recorded: Recorded) -> str:
    """Return how many of the recorded calls a change affects."""
    calls = count(recorded.calls, "recorded call")
    return f"not visible in recordings ({calls})" if recorded.hits is None else f"affects {recorded.hits:,} of {calls}"


def recorded_lines(evidence: Evidence | None) -> Iterator[str]:
    """Yield one line about all recorded calls, then one for each tool with calls that now fail."""
    if evidence is None:
        return
    total = evidence.replayed.total
    spoilt = f"; {count(evidence.unreadable, 'line')} skipped" if evidence.unreadable else ""
    yield f"recorded calls: {total.broken:,} of {total.worked:,} that worked now fail{spoilt}"
    broken = [each for each in evidence.replayed.tools if each.tally.broken]
    for each in broken[:_MOST_TOOLS]:
        yield f"{each.server}/{each.tool}: {each.tally.broken:,} of {each.tally.worked:,}"
    if len(broken) > _MOST_TOOLS:
        yield f"and {len(broken) - _MOST_TOOLS:,} more tools"


_MOST_NAMED = 5
_REASONS = {
    "unknown tool": "unknown tool",
    "refused": "rejected",
    "loses its effect": "argument ignored",
    "answer": "invalid answer",
}


def replay_headline(replay: Replay) -> str:
    """Return the result of a replay in one line."""
    total = replay.replayed.total
    judged = _recorded_calls(total.worked - total.unrecorded)
    unseen = f"; unreachable: {', '.join(replay.unseen)}" if replay.unseen else ""
    doubt = f"; could not check {_recorded_calls(total.unjudged)}" if total.unjudged else ""
    under = f" that worked under {replay.old}" if replay.old else ""
    if total.broken:
        fail = "fails" if total.broken == 1 else "fail"
        calls = f"{total.broken:,} of {_recorded_calls(total.worked)}"
        return f"breaks: {calls}{under} {fail} under {replay.new}{doubt}{unseen}"
    word = "breaks" if total.unjudged else "fits"
    return f"{word}: none of {judged}{under} fails under {replay.new}{doubt}{unseen}"


def tally_words(tally: Tally, *, against: bool) -> Iterator[str]:
    """Yield the counts that are not zero, each as a clause; `against` is set if there is an old contract."""
    clauses = (
        (tally.unknown, "to a missing tool"),
        (tally.refused, "rejected by the input schema"),
        (tally.ignored, "accepted with an argument that is now ignored"),
        (tally.already, "invalid under both contracts" if against else ""),
        (
            tally.unfit - tally.narrowed,
            "with an answer that is no longer valid" if against else "with an invalid answer",
        ),
        (tally.narrowed, "with an answer that only SAFE changes affect"),
        (tally.unjudged, "that could not be checked"),
        (tally.failed, "that failed when recorded"),
        (tally.unrecorded, "recorded without arguments"),
    )
    yield from (f"{number:,} {words}" for number, words in clauses if number)


def reason_words(reason: Reason) -> str:
    """Describe why calls fail and how many do: `rejected: 20 is greater than the maximum of 10: 12 recorded calls`."""
    changes = f" ({', '.join(reason.changes)})" if reason.changes else ""
    return f"{_REASONS[reason.kind]}: {reason.message}{changes}: {_recorded_calls(reason.calls)}"


def example_words(example: CallExample) -> str:
    """Return where a call was recorded, with the types of its values instead of the values."""
    values = ", ".join(f"{name}: {kind}" if name else kind for name, kind in example.values)
    more = f", and {example.more:,} more" if example.more else ""
    return f"{example.where}: {{{values}{more}}}"


def outsider_words(outsiders: list[Outsider]) -> str:
    """Return recorded tool names that the contract does not have, with their numbers of calls."""
    return ", ".join(f"{f'{each.server}/' if each.server else ''}{each.tool} ({each.calls:,})" for each in outsiders)


def reading_words(notes: Notes) -> Iterator[str]:
    """Yield what was read, and what was skipped."""
    yield f"read {count(notes.lines, 'line')} from {count(notes.files, 'file')}"
    if notes.unknown:
        yield f"{count(notes.unknown, 'line')} without a recorded call"
    if notes.bad:
        named = "; ".join(f"{where} {why}" for where, why in notes.named[:_MOST_NAMED])
        yield f"{count(notes.bad, 'line')} skipped: {named}{'; …' if notes.bad > _MOST_NAMED else ''}"


def affected_calls(replay: Replay) -> Iterator[tuple[Finding, Recorded]]:
    """Yield the changes that affect recorded calls and the BREAKING ones, the most affected calls first."""
    found = [(finding, replay.evidence.of(finding.change)) for finding in replay.findings]
    shown = [
        (finding, recorded)
        for finding, recorded in found
        if recorded and (recorded.hits or finding.severity is Severity.BREAKING)
    ]
    yield from sorted(shown, key=lambda each: (-(each[1].hits or 0), -each[0].severity.rank, each[0].change.id))


def called_changes(replay: Replay) -> tuple[list[tuple[Finding, Recorded]], str]:
    """Return the changes of tools with recorded calls, and a sentence about BREAKING changes of other tools."""
    found = [*affected_calls(replay)]
    called = [(finding, recorded) for finding, recorded in found if recorded.calls]
    others = len(found) - len(called)
    what = "1 BREAKING change is of a tool" if others == 1 else f"{others:,} BREAKING changes are of tools"
    return called, f"{what} without recorded calls" if others else ""


def _recorded_calls(number: int) -> str:
    return count(number, "recorded call")
