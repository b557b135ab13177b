"""The `cost` report in Markdown, for a pull request comment or a job summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.markdown.elements import cell, code, folded, table
from govern.report.terminal.cost import exceeded_budget, max_answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.economics.bill import Bill, Summary


_MOST_TOOLS = 50
_MOST_ADVICE = 10
_MOST_PLACES = 5


def cost_markdown(bill: Bill) -> str:
    """Return the cost of a lock: total, exceeded budgets, servers, tools and advice."""
    whole = bill.summary.whole
    share = f"{whole.context_share:.1%} of a {bill.window:,}-token context (computed, {bill.encoding})"
    total = f"**{whole.definition_tokens:,} tokens** on every model call: {whole.tool_count:,} tools, {share}."
    lines = ["## Token cost of tools", "", total, ""]
    if bill.broken:
        lines += ["### Over budget", "", *(f"- {code(exceeded_budget(each))}" for each in bill.broken), ""]
    lines += table(
        ("server", "+tokens", "+share", "+tools", "risk"), (_server_row(each, bill) for each in bill.summary.servers)
    )
    lines += ["", *folded("Tools", _tool_table(bill))]
    if bill.summary.advice:
        lines += folded("Advice", _advice_lines(bill))
    return "\n".join(lines)


def _server_row(server: Summary, bill: Bill) -> Sequence[str]:
    share = bill.share(server.definition_tokens)
    return cell(server.name), f"{server.definition_tokens:,}", f"{share:.1%}", f"{server.tool_count:,}", server.risk


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


def _advice_lines(bill: Bill) -> Iterator[str]:
    for each in bill.summary.advice[:_MOST_ADVICE]:
        places = ", ".join(map(code, each.places[:_MOST_PLACES]))
        yield f"- **{each.title}** ({places}): {code(each.message)}"
    yield from _more_lines(len(bill.summary.advice) - _MOST_ADVICE)


def _more_lines(number: int) -> Iterator[str]:
    if number > 0:
        yield ""
        yield f"and {number:,} more"
