"""Wording for what recorded answers cost, shared by the formats for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.page import count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.economics.profile import ToolProfile
    from govern.traces.profile import AnswerCosts, ProfileCheck

_MOST_NAMED = 10


def over_bound_words(tool: ToolProfile) -> str:
    """Describe how far the answers of a tool are above its bound."""
    return f"p95 of {tool.p95 or 0:,} tokens is above the bound of {tool.bound or 0:,} ({tool.costed.assessment.basis})"


def saving_words(tool: ToolProfile) -> Iterator[str]:
    """Yield what makes the answers of a tool larger than their data."""
    shares = (
        (tool.overhead_tokens, "are overhead"),
        (tool.repeated_tokens, "repeat structuredContent"),
        (tool.compact_savings, "are white space in JSON; compact it"),
    )
    for tokens, words in shares:
        if tokens:
            yield f"{tokens:,} of {tool.tokens:,} tokens ({tokens / tool.tokens:.0%}) {words}"
    for name, saving in tool.reductions.items():
        if saving.tokens > 0:
            saved = f"{saving.tokens / tool.tokens:.0%}) would be saved by `{name}`, which shows {saving.visible:.0%}"
            yield f"{saving.tokens:,} of {tool.tokens:,} tokens ({saved} of the values"
    for limit, answers in tool.over_limits.items():
        if answers:
            over = f"{count(answers, 'answer')} ({answers / tool.answers:.0%})"
            yield f"{over} above the limit of {limit.client}: {limit.most:,} {limit.unit}"
    if tool.unmeasured_blocks:
        yield f"{count(tool.unmeasured_blocks, 'block')} not counted: images and other data that is not text"


def absent_words(costs: AnswerCosts) -> str:
    """Name the tools without a recorded answer; empty if there is none."""
    names = [tool.place for tool in costs.absent]
    more = f", and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
    hint = "" if costs.measured else "; an audit log has answers if `govern run` or `govern serve` has --record"
    return f"no recorded answer: {', '.join(names[:_MOST_NAMED])}{more}{hint}" if names else ""


def check_words(check: ProfileCheck) -> str:
    """Describe one check and, if nothing was recorded for it, why it fails."""
    if check.found is None:
        what = "no answer of a tool of the lock" if check.name == "max-p95" else "no answer of a tool with a bound"
        return f"{check.name}: {what} was recorded"
    return f"{check.name}: {check.tool} p95 {check.found:,}, limit {check.most or 0:,}"


def outside_words(costs: AnswerCosts) -> str:
    """Return how many calls were skipped, since their names are not a tool of the lock; empty if none."""
    calls = sum(costs.outside.values())
    names = sorted(costs.outside, key=lambda name: (-costs.outside[name], name))
    more = ", …" if len(names) > _MOST_NAMED else ""
    return f"{count(calls, 'call')} skipped, not in the lock: {', '.join(names[:_MOST_NAMED])}{more}" if calls else ""
