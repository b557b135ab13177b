"""Wording for recorded calls, shared by the formats for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.page import count
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.traces.outcome import Evidence, Example, Outsider, Reason, Recorded, Replay, Tally
    from govern.verdict import Decided


_MOST_TOOLS = 10


def recorded_words(decided: Decided) -> str:
    """What was recorded of a change: of a BREAKING one in any case, of another where calls meet it."""
    recorded = decided.recorded
    if recorded is None or not (recorded.hits or decided.finding.severity is Severity.BREAKING):
        return ""
    return hit_words(recorded) if recorded.calls else "no recorded call of it"


def hit_words(recorded: Recorded) -> str:
    """How many of the calls a change hits."""
    if not recorded.calls:
        return "no recorded call"
    calls = count(recorded.calls, "recorded call")
    return f"recordings cannot show this ({calls})" if recorded.hits is None else f"hits {recorded.hits:,} of {calls}"


def recorded_lines(evidence: Evidence | None) -> Iterator[str]:
    """All recorded calls in a line, then the tools that break."""
    if evidence is None:
        return
    total = evidence.replayed.total
    fail = "fails" if total.broken == 1 else "fail"
    spoilt = f"; {count(evidence.spoilt, 'line')} could not be used" if evidence.spoilt else ""
    yield f"recorded calls: {total.broken:,} of {total.worked:,} that worked {fail} now{spoilt}"
    broken = [each for each in evidence.replayed.tools if each.tally.broken]
    for each in broken[:_MOST_TOOLS]:
        yield f"{each.server}/{each.tool}: {each.tally.broken:,} of {each.tally.worked:,}"
    if len(broken) > _MOST_TOOLS:
        yield f"and {len(broken) - _MOST_TOOLS:,} more tools"


_MOST_NAMED = 5


def replay_headline(replay: Replay) -> str:
    """The verdict in one line."""
    total = replay.replayed.total
    judged = _calls(total.worked - total.unrecorded)
    unseen = f"; not seen: {', '.join(replay.unseen)}" if replay.unseen else ""
    doubt = f"; of {_calls(total.unjudged)} nobody can tell" if total.unjudged else ""
    under = f" that worked under {replay.old}" if replay.old else ""
    if total.broken:
        fail = "fails" if total.broken == 1 else "fail"
        return f"breaks: {total.broken:,} of {_calls(total.worked)}{under} {fail} by {replay.new}{doubt}{unseen}"
    word = "breaks" if total.unjudged else "fits"
    return f"{word}: none of {judged}{under} fails by {replay.new}{doubt}{unseen}"


def tally_words(tally: Tally, *, against: bool) -> Iterator[str]:
    """What else there is to know of the calls, each as a clause; `against` where there was an old contract."""
    told = (
        (tally.unknown, "to a tool that is not there"),
        (tally.refused, "refused by the input schema"),
        (tally.ignored, "taken, with an argument that has no effect any more"),
        (tally.already, "fit neither contract" if against else ""),
        (
            tally.unfit - tally.narrowed,
            "with an answer that no longer fits" if against else "with an answer that does not fit",
        ),
        (tally.narrowed, "with an answer that only SAFE changes concern"),
        (tally.unjudged, "of which nobody can tell"),
        (tally.failed, "failed in the recording already"),
        (tally.unrecorded, "recorded without their arguments"),
    )
    yield from (f"{number:,} {words}" for number, words in told if number)


def reason_words(reason: Reason) -> str:
    """`12 calls refused: `limit` is greater than the maximum of 10`."""
    changes = f" ({', '.join(reason.changes)})" if reason.changes else ""
    kind = "an answer does not fit" if reason.kind == "answer" else reason.kind
    return f"{kind}: {reason.message}{changes}: {_calls(reason.calls)}"


def example_words(example: Example) -> str:
    """Where it was recorded, and what it held without saying it."""
    held = ", ".join(f"{name}: {kind}" if name else kind for name, kind in example.values)
    more = f", and {example.more:,} more" if example.more else ""
    return f"{example.where}: {{{held}{more}}}"


def outsider_words(outsiders: list[Outsider]) -> str:
    """Names that are no tool of the contract's."""
    return ", ".join(f"{f'{each.server}/' if each.server else ''}{each.tool} ({each.calls:,})" for each in outsiders)


def reading_words(replay: Replay) -> Iterator[str]:
    """What was read, and what could not be used."""
    notes = replay.notes
    yield f"read: {notes.lines:,} lines of {count(notes.files, 'file')}"
    if notes.unknown:
        yield f"{count(notes.unknown, 'line')} of which nothing is a recorded call"
    if notes.bad:
        named = "; ".join(f"{where} {why}" for where, why in notes.named[:_MOST_NAMED])
        yield f"{count(notes.bad, 'line')} could not be used: {named}{'; …' if notes.bad > _MOST_NAMED else ''}"


def _calls(number: int) -> str:
    return count(number, "recorded call")
