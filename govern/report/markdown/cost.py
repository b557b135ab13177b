"""The `cost` report in Markdown, for a pull request comment or a job summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.economics.advice import grouped
from govern.report.markdown.elements import cell, code, folded, table
from govern.report.terminal.cost import advice_sections, affected, exceeded_budget, max_answer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.economics.advice import AdviceGroup
    from govern.economics.bill import Bill


_MOST_TOOLS = 50
_MOST_PLACES = 5


def cost_markdown(bill: Bill) -> str:
    """Return the cost of a lock: total, exceeded budgets, servers, tools and advice."""
    whole = bill.summary.whole
    share = f"{whole.context_share:.1%} of a {bill.window:,}-token context (computed, {bill.encoding})"
    total = f"**{whole.definition_tokens:,} tokens** on every model call: {whole.tool_count:,} tools, {share}."
    lines = ["## Token cost of tools", "", total, ""]
    if bill.broken:
        lines += ["### Over budget", "", *(f"- {code(exceeded_budget(each))}" for each in bill.broken), ""]
    rows = []
    for each in bill.summary.servers:
        tokens, share = f"{each.definition_tokens:,}", f"{bill.share(each.definition_tokens):.1%}"
        rows.append((cell(each.name), tokens, share, f"{each.tool_count:,}", each.risk))
    lines += table(("server", "+tokens", "+share", "+tools", "risk"), rows)
    lines += ["", *folded("Tools", _tool_table(bill))]
    for title, advice in advice_sections(bill):
        lines += folded(title.capitalize(), map(_advice_line, grouped(advice)))
    return "\n".join(lines)


def _tool_table(bill: Bill) -> Iterator[str]:
    rows = (
        (
            cell(each.place),
            f"{each.tokens:,}",
            f"{bill.share(each.tokens):.1%}",
            f"{each.assessment.fields:,}",
            max_answer(each),
            each.assessment.risk,
        )
        for each in bill.tools[:_MOST_TOOLS]
    )
    yield from table(("tool", "+tokens", "+share", "+fields", "+max answer", "risk"), rows)
    yield from _more_lines(len(bill.tools) - _MOST_TOOLS)


def _advice_line(group: AdviceGroup) -> str:
    places = ", ".join(map(code, group.places[:_MOST_PLACES]))
    more = len(group.places) - _MOST_PLACES
    named = f"{places} and {more:,} more" if more > 0 else places
    return f"- **{group.title}** ({affected(group)}): {code(group.message)} {named}"


def _more_lines(number: int) -> Iterator[str]:
    if number > 0:
        yield ""
        yield f"and {number:,} more"
