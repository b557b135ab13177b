"""The `replay` and `profile` reports in Markdown, for a pull request comment or a job summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.markdown.elements import cell, code, folded, table
from govern.report.recordings import (
    called_changes,
    example_words,
    hit_words,
    outsider_words,
    reading_words,
    reason_words,
    replay_headline,
)
from govern.report.terminal.page import count
from govern.report.terminal.recordings import absent_words, check_words, outside_words, over_bound_words, saving_words
from govern.report.wording import item_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.traces.outcome import Replay, ToolReplay
    from govern.traces.profile import AnswerCosts

# Bots find their earlier comment by this line and update it.
MARKER = "<!-- govern replay -->"
_MOST_TOOLS = 30
_MOST_REASONS = 8
_MOST_HITS = 50
_MOST_NAMES = 20
_LONGEST = 600


def replay_markdown(replay: Replay) -> str:
    """Return the result of a replay: the changes with affected calls, then the tools with calls that fail."""
    verdict = "breaks" if replay.breaks else "fits"
    lines = [MARKER, f"## govern replay: {verdict}", "", code(replay_headline(replay), _LONGEST), ""]
    lines += _hits_table(replay)
    tools = [tool for tool in replay.replayed.tools if tool.reasons]
    for tool in tools[:_MOST_TOOLS]:
        lines += _tool_lines(tool)
    if len(tools) > _MOST_TOOLS:
        lines += [f"and {len(tools) - _MOST_TOOLS:,} more tools", ""]
    return "\n".join([*lines, *folded("Recordings", _reading_lines(replay))])


def _hits_table(replay: Replay) -> Iterator[str]:
    found, uncalled = called_changes(replay)
    rows = (
        (each.severity.value, f"`{each.change.rule}`", f"`{each.change.id}`",
         cell(f"{each.change.server} {item_of(each.change)}"), hit_words(recorded))
        for each, recorded in found[:_MOST_HITS]
    )  # fmt: skip
    if found:
        yield from (*table(("severity", "rule", "change", "item", "recorded calls"), rows), "")
    if len(found) > _MOST_HITS:
        yield from (f"and {len(found) - _MOST_HITS:,} more changes", "")
    if uncalled:
        yield from (uncalled, "")


def _tool_lines(tool: ToolReplay) -> Iterator[str]:
    yield from (
        f"**{code(f'{tool.server}/{tool.tool}', _LONGEST)}**: {tool.tally.broken:,} of {tool.tally.worked:,} calls",
        "",
    )
    for reason in tool.reasons[:_MOST_REASONS]:
        yield f"- {code(reason_words(reason), _LONGEST)}"
        yield from (f"  - {code(example_words(each), _LONGEST)}" for each in reason.examples[:1])
    if len(tool.reasons) > _MOST_REASONS:
        yield f"- and {len(tool.reasons) - _MOST_REASONS:,} more reasons"
    yield ""


def _reading_lines(replay: Replay) -> Iterator[str]:
    yield from (f"- {code(line, _LONGEST)}" for line in reading_words(replay.notes))
    outsiders = replay.replayed.outsiders
    if outsiders:
        more = f", and {len(outsiders) - _MOST_NAMES:,} more names" if len(outsiders) > _MOST_NAMES else ""
        named = outsider_words([*outsiders[:_MOST_NAMES]])
        yield f"- {count(replay.replayed.outside, 'call')} skipped: {code(f'{named}{more}', _LONGEST)}"


def profile_markdown(costs: AnswerCosts) -> str:
    """Return the result, the tools with recorded answers, and a list of what was noticed."""
    lines = ["## Cost of answers", "", f"**{'passed' if costs.passes else 'failed'}**", ""]
    failed = [check for check in costs.checks if not check.passes]
    lines += [*(f"- {cell(check_words(check))}" for check in failed), *([""] if failed else [])]
    lines += [
        *table(("tool", "+p50", "+p95", "+max", "+bound", "+answers", "+total", "+estimated", "risk"), _rows(costs)),
        "",
    ]
    lines += [f"- {word}" for word in _notes(costs)]
    return "\n".join([*lines, ""])


def _rows(costs: AnswerCosts) -> Iterator[Sequence[str]]:
    for tool in costs.measured:
        bound = "none" if tool.bound is None else f"{tool.bound:,}"
        sizes = (f"{tool.p50:,}", f"{tool.p95:,}", f"{tool.most:,}", bound, f"{tool.answers:,}")
        yield cell(tool.place), *sizes, f"{tool.tokens:,}", f"{tool.estimated_tokens:,}", str(tool.risk)


def _notes(costs: AnswerCosts) -> Iterator[str]:
    yield from (f"{cell(tool.place)}: {over_bound_words(tool)}" for tool in costs.over_bound)
    yield from (f"{cell(tool.place)}: {word}" for tool in costs.measured for word in saving_words(tool))
    others = (absent_words(costs), outside_words(costs), *reading_words(costs.notes))
    yield from (cell(word) for word in others if word)
