"""The `cost` report: the most expensive first, each with its share as a bar."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from govern.economics.advice import grouped
from govern.report.terminal.page import (
    FURTHER,
    LONGEST_SENTENCE,
    clipped,
    count,
    first_of,
    flowed,
    limited,
    name_of,
    shown,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.economics.advice import Advice, AdviceGroup
    from govern.economics.bill import Bill, Summary
    from govern.economics.budgets import BrokenBudget, Costed
    from govern.report.terminal.page import Page, Tone

_BAR = 16
# On a narrower page, the bars are left out.
_WIDE_ENOUGH = 80
_MOST_TOOLS = 40
_NAME_WIDTH = 48
_MOST_PLACES = 5
_RISK_TONES: dict[str, Tone] = {"critical": "bad", "high": "bad", "medium": "warn", "unknown": "dim", "low": "good"}


def cost_report(bill: Bill, page: Page, *, verbose: bool = False) -> str:
    """Return servers, tools, totals, advice and exceeded budgets."""
    lines = [page.paint("servers", "accent"), *_server_table(bill, page), "", page.paint("tools", "accent")]
    most = len(bill.tools) if verbose else _MOST_TOOLS
    lines += _tool_table(bill, page, most)
    lines += ["", *_total_lines(bill, page, verbose=verbose)]
    for title, advice in advice_sections(bill):
        lines += ["", page.paint(title, "accent")]
        lines += [line for group in grouped(advice) for line in _advice_lines(group, page, verbose=verbose)]
    if bill.broken:
        lines += ["", page.paint("over budget", "bad"), *(f"  {exceeded_budget(each)}" for each in bill.broken)]
    return "\n".join(lines) + "\n"


def exceeded_budget(broken: BrokenBudget) -> str:
    """Return one exceeded budget as a sentence."""
    return shown(broken.describe())


def _server_table(bill: Bill, page: Page) -> list[str]:
    head = ("tokens", "share", "", "server", "tools", "risk", "answers")
    rows = (_server_row(each, bill, page) for each in servers_by_cost(bill))
    return page.table(rows, head=head, right=frozenset({0, 1, 4}))


def servers_by_cost(bill: Bill) -> list[Summary]:
    """Return the servers, the most expensive first."""
    return sorted(bill.summary.servers, key=lambda each: (-each.definition_tokens, each.name))


def _server_row(server: Summary, bill: Bill, page: Page) -> tuple[str, ...]:
    dearest = max(each.definition_tokens for each in bill.summary.servers)
    known = server.tool_count - len(server.undeclared)
    return (
        *_token_cells(server.definition_tokens, dearest, bill, page),
        page.paint(clipped(shown(server.name), _NAME_WIDTH), "bold"),
        f"{server.tool_count:,}",
        page.paint(server.risk, _RISK_TONES[server.risk]),
        f"{known:,} declared, {server.declared_unbounded:,} unbounded" if known else "none declared",
    )


def _token_cells(tokens: int, dearest: int, bill: Bill, page: Page) -> tuple[str, str, str]:
    """Return the number, its share of the total, and a bar relative to the largest number."""
    bar = page.bar(tokens / (dearest or 1), _BAR).ljust(_BAR) if page.width >= _WIDE_ENOUGH else ""
    return f"{tokens:,}", f"{bill.share(tokens):.1%}", bar


def _tool_table(bill: Bill, page: Page, most: int) -> list[str]:
    head = ("tokens", "share", "", "tool", "fields", "max answer", "risk")
    rows = (_tool_row(each, bill, page) for each in bill.tools[:most])
    lines = page.table(rows, head=head, right=frozenset({0, 1, 4, 5}))
    left = len(bill.tools) - most
    return [*lines, page.paint(f"  and {left:,} more (--verbose shows all)", "dim")] if left > 0 else lines


def _tool_row(costed: Costed, bill: Bill, page: Page) -> tuple[str, ...]:
    answer = costed.assessment
    return (
        *_token_cells(costed.tokens, bill.tools[0].tokens, bill, page),
        clipped(shown(costed.place), _NAME_WIDTH),
        f"{answer.fields:,}",
        max_answer(costed),
        page.paint(answer.risk, _RISK_TONES[answer.risk]),
    )


def max_answer(costed: Costed) -> str:
    """Return the largest likely answer in tokens, `?` if nothing is declared."""
    answer = costed.assessment
    return "?" if answer.max_tokens is None else f"{'' if answer.bounded else '≥ '}{answer.max_tokens:,}"


def _total_lines(bill: Bill, page: Page, *, verbose: bool) -> Iterator[str]:
    whole = bill.summary.whole
    tokens = f"{whole.definition_tokens:,} tokens"
    share = f"{whole.context_share:.1%} of a {bill.window:,}-token context"
    rest = f" on every model call: {count(whole.tool_count, 'tool')}, {share} (computed, {bill.encoding})"
    yield from flowed([(tokens, "bold"), (rest, None)], page, "", "    ")
    if verbose:
        parts = ", ".join(f"{name} {tokens:,}" for name, tokens in bill.parts().items())
        yield from flowed([(f"by part: {parts}", "dim")], page, "  ", "    ")
    prices = f"price per call, uncached (estimated, prices of {bill.prices_date}): {bill.prices()}"
    yield from flowed([(prices, None)], page, "  ", "    ")
    most = f"{'≥ ' if whole.declared_unbounded else ''}{whole.max_tokens:,}"
    answers = f"answers: {whole.min_tokens:,} to {most} tokens with an output schema (estimated)"
    counts = {"no output schema": len(whole.undeclared), "unbounded": whole.declared_unbounded}
    answers += "".join(f", {name}: {number:,}" for name, number in counts.items() if number)
    if not whole.max_tokens:
        answers = "answers: no tool declares an output schema, so their cost is unknown"
    yield from flowed([(answers, None)], page, "  ", "    ")
    limits = bill.thresholds
    risk = f"low up to {limits.low:,} tokens, medium to {limits.medium:,}, high to {limits.high:,}, critical above"
    rated = f"risk of the largest likely answer: {risk}; unknown: no output schema"
    yield from flowed([(rated, None)], page, "  ", "    ")


def advice_sections(bill: Bill) -> Iterator[tuple[str, list[Advice]]]:
    """Yield the advice with a title, that on the project's own servers first."""
    own, others = bill.advice
    if own:
        yield "advice for servers of this project", own
    if others:
        yield "advice for other servers" if own else "advice", others


def _advice_lines(group: AdviceGroup, page: Page, *, verbose: bool) -> Iterator[str]:
    yield f"  {page.paint(group.title, 'bold')}: {affected(group)}"
    yield from page.wrapped(limited(shown(group.message), LONGEST_SENTENCE), "    ")
    if not verbose:
        named = [clipped(shown(place), _NAME_WIDTH) for place in group.places]
        yield from flowed([(first_of(named, _MOST_PLACES), "dim")], page, "    ", FURTHER)
        return
    places: defaultdict[str, list[str]] = defaultdict(list)
    for each in group.advice:
        places[each.message] += each.places
    for message, about in places.items():
        more = "" if message == group.message else f": {limited(shown(message), LONGEST_SENTENCE)}"
        yield from flowed([(", ".join(map(name_of, about)), None), (more, "dim")], page, "    ", FURTHER)


def affected(group: AdviceGroup) -> str:
    """Return how many tools or servers the advice is about."""
    return count(len(group.places), "server" if group.about_servers else "tool")
