"""The reports of `govern replay` and `govern profile`, and the words about recorded calls for all formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.page import LONGEST_SENTENCE, clipped, count, flowed, limited, shown
from govern.report.wording import item_of
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.economics.profile import ToolProfile
    from govern.report.terminal.page import Page, Tone
    from govern.rules.finding import Finding
    from govern.traces.outcome import CallExample, Evidence, Outsider, Reason, Recorded, Replay, Tally, ToolReplay
    from govern.traces.profile import AnswerCosts, ProfileCheck
    from govern.traces.reading import Notes
    from govern.verdict import Decided

_MOST_BROKEN = 10


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
    for each in broken[:_MOST_BROKEN]:
        yield f"{each.server}/{each.tool}: {each.tally.broken:,} of {each.tally.worked:,}"
    if len(broken) > _MOST_BROKEN:
        yield f"and {len(broken) - _MOST_BROKEN:,} more tools"


_MOST_SKIPPED = 5
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


def outsider_words(outsiders: Sequence[Outsider], most: int) -> str:
    """Return the first recorded tool names that the contract does not have, with their numbers of calls."""
    more = f", and {len(outsiders) - most:,} more names" if len(outsiders) > most else ""
    names = (f"{f'{each.server}/' if each.server else ''}{each.tool} ({each.calls:,})" for each in outsiders[:most])
    return f"{', '.join(names)}{more}"


def reading_words(notes: Notes) -> Iterator[str]:
    """Yield what was read, and what was skipped."""
    yield f"read {count(notes.lines, 'line')} from {count(notes.files, 'file')}"
    if notes.unknown:
        yield f"{count(notes.unknown, 'line')} without a recorded call"
    if notes.bad:
        named = "; ".join(f"{where} {why}" for where, why in notes.named[:_MOST_SKIPPED])
        yield f"{count(notes.bad, 'line')} skipped: {named}{'; …' if notes.bad > _MOST_SKIPPED else ''}"


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
        named = outsider_words(outsiders, _MOST_OUTSIDERS)
        yield from _line(f"{count(calls, 'call')} skipped, {reason}: {named}", page, "", "dim")


def _line(text: str, page: Page, indent: str, tone: Tone | None = None) -> list[str]:
    """Return a line with texts of servers in it, whose further lines are indented deeper than any line of govern."""
    return flowed([(limited(shown(text), LONGEST_SENTENCE), tone)], page, indent, f"{indent}{_FURTHER}")


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


def profile_check_words(check: ProfileCheck) -> str:
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


_HEAD = ("p50", "p95", "max", "bound", "answers", "total", "estimated", "risk", "tool")
_TOOL_WIDTH = 60
_TONES: dict[str, Tone] = {"high": "warn", "critical": "bad"}


def profile_report(costs: AnswerCosts, page: Page, *, verbose: bool = False) -> str:
    """Return the tools with recorded answers, findings, savings, tools without answers, and the checks."""
    most = len(costs.measured) if verbose else _MOST_TOOLS
    tools = costs.measured[:most]
    lines = [page.paint(f"tokens of answers ({costs.encoding})", "accent")]
    lines += page.table((_row(tool, page) for tool in tools), head=_HEAD, right=frozenset(range(7)))
    if len(costs.measured) > most:
        lines.append(page.paint(f"  and {count(len(costs.measured) - most, 'more tool')} (--verbose shows all)", "dim"))
    lines += _section("above the declared bound", costs.over_bound, page)
    lines += _note_lines(tools, page)
    if costs.checks:
        lines += ["", page.paint("gate", "accent"), *_check_lines(costs, page, verbose=verbose)]
    lines.append("")
    for line in filter(None, (absent_words(costs), outside_words(costs), *reading_words(costs.notes))):
        lines += flowed([(shown(line), "dim")], page)
    return "\n".join(lines) + "\n"


def _row(tool: ToolProfile, page: Page) -> tuple[str, ...]:
    risk = str(tool.risk)
    return (
        f"{tool.p50:,}",
        f"{tool.p95:,}",
        f"{tool.most:,}",
        "none" if tool.bound is None else f"{tool.bound:,}",
        f"{tool.answers:,}",
        f"{tool.tokens:,}",
        f"{tool.estimated_tokens:,}",
        page.paint(risk, _TONES[risk]) if risk in _TONES else risk,
        clipped(shown(tool.place), _TOOL_WIDTH),
    )


def _section(title: str, tools: list[ToolProfile], page: Page) -> Iterator[str]:
    if tools:
        yield ""
        yield page.paint(title, "accent")
    for tool in tools:
        yield from flowed([(f"{shown(tool.place)}: {over_bound_words(tool)}", "warn")], page, "  ")


def _note_lines(tools: list[ToolProfile], page: Page) -> list[str]:
    words = [f"{shown(tool.place)}: {word}" for tool in tools for word in saving_words(tool)]
    lines = [line for word in words for line in flowed([(word, None)], page, "  ")]
    return ["", page.paint("notes", "accent"), *lines] if lines else []


def _check_lines(costs: AnswerCosts, page: Page, *, verbose: bool) -> Iterator[str]:
    passed = sum(check.passes for check in costs.checks)
    for check in costs.checks:
        if verbose or not check.passes:
            state = page.paint("ok", "good") if check.passes else page.paint("failed", "bad")
            yield f"  {state}  {shown(profile_check_words(check))}"
    if passed and not verbose:
        yield f"  {page.paint('ok', 'good')}  {count(passed, 'check')} passed"
