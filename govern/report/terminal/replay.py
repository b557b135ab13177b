"""The `replay` report: tools with broken calls first, each reason with calls that show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.recordings import (
    called_changes,
    example_words,
    hit_words,
    outsider_words,
    reading_words,
    reason_words,
    replay_headline,
    tally_words,
)
from govern.report.terminal.page import LONGEST_SENTENCE, clipped, count, flowed, limited, shown
from govern.report.wording import item_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.report.terminal.page import Page, Tone
    from govern.traces.outcome import Outsider, Replay, ToolReplay

_FURTHER = " " * 10
_MOST_TOOLS = 20
_MOST_REASONS = 8
_MOST_HITS = 20
_MOST_OUTSIDERS = 12


def replay_report(replay: Replay, page: Page, *, verbose: bool = False) -> str:
    """Return the tools with calls that fail, the changes that affect calls, what was skipped, and the result."""
    tools = [tool for tool in replay.replayed.tools if verbose or tool.reasons or tool.tally.unjudged]
    most = len(tools) if verbose else _MOST_TOOLS
    lines: list[str] = []
    for tool in tools[:most]:
        lines += [*_tool_lines(tool, replay, page, verbose=verbose), ""]
    if len(tools) > most:
        lines += [page.paint(f"and {count(len(tools) - most, 'more tool')} (--verbose shows all)", "dim"), ""]
    lines += _hit_lines(replay, page, verbose=verbose)
    for why, reason in (("ambiguous", "several tools match"), ("not ours", "not in the lock")):
        lines += _outsider_lines([each for each in replay.replayed.outsiders if each.why == why], reason, page)
    _, uncalled = called_changes(replay)
    for line in (*([uncalled] if uncalled else []), *reading_words(replay.notes)):
        lines += _line(line, page, "", "dim")
    tone: Tone = "bad" if replay.breaks else "good"
    lines += _line(replay_headline(replay), page, "", tone)
    return "\n".join(lines) + "\n"


def _tool_lines(tool: ToolReplay, replay: Replay, page: Page, *, verbose: bool) -> Iterator[str]:
    yield from _line(f"{tool.server}/{tool.tool}", page, "", "bold")
    tally = ", ".join(tally_words(tool.tally, against=replay.old is not None))
    yield from _line(f"{count(tool.tally.calls, 'call')}{f': {tally}' if tally else ''}", page, "  ")
    most = len(tool.reasons) if verbose else _MOST_REASONS
    for reason in tool.reasons[:most]:
        yield from _line(reason_words(reason), page, "    ", "bad")
        for example in reason.examples if verbose else reason.examples[:1]:
            yield from _line(
                f"for example {clipped(shown(example_words(example)), 3 * page.width)}", page, "      ", "dim"
            )
    if len(tool.reasons) > most:
        yield page.paint(f"    and {count(len(tool.reasons) - most, 'more reason')} (--verbose shows all)", "dim")


def _hit_lines(replay: Replay, page: Page, *, verbose: bool) -> Iterator[str]:
    found, _ = called_changes(replay)
    if not found:
        return
    yield page.paint("by change", "accent")
    most = len(found) if verbose else _MOST_HITS
    for finding, recorded in found[:most]:
        change = finding.change
        what = f"{finding.severity} {change.rule} {change.id} {change.server} {item_of(change)}: {hit_words(recorded)}"
        yield from _line(what, page, "  ")
    if len(found) > most:
        yield page.paint(f"  and {count(len(found) - most, 'more change')} (--verbose shows all)", "dim")
    yield ""


def _outsider_lines(outsiders: Sequence[Outsider], reason: str, page: Page) -> Iterator[str]:
    if outsiders:
        calls = sum(each.calls for each in outsiders)
        more = f", and {len(outsiders) - _MOST_OUTSIDERS:,} more names" if len(outsiders) > _MOST_OUTSIDERS else ""
        named = outsider_words([*outsiders[:_MOST_OUTSIDERS]])
        yield from _line(f"{count(calls, 'call')} skipped, {reason}: {named}{more}", page, "", "dim")


def _line(text: str, page: Page, indent: str, tone: Tone | None = None) -> list[str]:
    """Return a line with texts of servers in it, whose further lines are indented deeper than any line of govern."""
    return flowed([(limited(shown(text), LONGEST_SENTENCE), tone)], page, indent, f"{indent}{_FURTHER}")
