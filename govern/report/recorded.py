"""What recorded calls say of changes, in the words and the document that all formats of a diff share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.page import count
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.report.recorded_documents import RecordedDocument
    from govern.traces.evidence import Evidence, Recorded
    from govern.verdict import Decided

_MOST_TOOLS = 10


def recorded_document(evidence: Evidence) -> RecordedDocument:
    """The whole evidence in numbers."""
    total = evidence.replayed.total
    return {
        "calls": total.calls,
        "failed": total.failed,
        "broken": total.broken,
        "outside": evidence.replayed.outside,
        "spoilt": evidence.spoilt,
        "tools": [
            {"server": each.server, "tool": each.tool, "calls": each.tally.calls, "failed": each.tally.failed,
             "broken": each.tally.broken}
            for each in evidence.replayed.tools
        ],
    }  # fmt: skip


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
