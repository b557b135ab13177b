"""The `profile` report: tokens of answers by tool, what exceeds a bound, and what could be saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.answer_costs import absent_words, check_words, outside_words, over_bound_words, saving_words
from govern.report.recordings import reading_words
from govern.report.terminal.page import clipped, count, flowed, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.economics.profile import ToolProfile
    from govern.report.terminal.page import Page, Tone
    from govern.traces.profile import AnswerCosts

_HEAD = ("p50", "p95", "max", "bound", "answers", "total", "estimated", "risk", "tool")
_MOST_TOOLS = 20
_TOOL_WIDTH = 60
_TONES: dict[str, Tone] = {"high": "warn", "critical": "bad"}


def profile_report(costs: AnswerCosts, page: Page, *, verbose: bool = False) -> str:
    """Return the tools with recorded answers, findings, savings, tools without answers, and the checks."""
    most = len(costs.measured) if verbose else _MOST_TOOLS
    tools = costs.measured[:most]
    lines = [page.paint(f"tokens of answers ({costs.encoding})", "accent")]
    rows = [tuple(page.paint(cell, "dim") for cell in _HEAD), *(_row(tool, page) for tool in tools)]
    lines += page.table(rows, right=frozenset(range(7)))
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
    """Yield the checks that fail and how many pass, or all."""
    passed = sum(check.passes for check in costs.checks)
    for check in costs.checks:
        if verbose or not check.passes:
            state = page.paint("ok", "good") if check.passes else page.paint("failed", "bad")
            yield f"  {state}  {shown(check_words(check))}"
    if passed and not verbose:
        yield f"  {page.paint('ok', 'good')}  {count(passed, 'check')} passed"
