"""The bill for pull requests and job summaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.markdown.elements import cell, code, folded, table
from govern.report.terminal.cost import answer_up_to, broken_budget

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.economics.bill import Bill, Summary


_MOST_TOOLS = 50
_MOST_ADVICE = 10
_MOST_PLACES = 5


def cost_markdown(bill: Bill) -> str:
    """The bill."""
    whole = bill.summary.whole
    share = f"{whole.context_share:.1%} of a {bill.window:,}-token context (computed, {bill.encoding})"
    total = f"**{whole.definition_tokens:,} tokens** on every model call: {whole.tool_count:,} tools, {share}."
    lines = ["## What the tools cost", "", total, ""]
    if bill.broken:
        lines += ["### Broken budgets", "", *(f"- {code(broken_budget(each))}" for each in bill.broken), ""]
    lines += table(
        ("server", "+tokens", "+share", "+tools", "risk"), (_server(each, bill) for each in bill.summary.servers)
    )
    lines += ["", *folded("Tools", _tools(bill))]
    if bill.summary.advice:
        lines += folded("Advice", _advice(bill))
    return "\n".join(lines)


def _server(server: Summary, bill: Bill) -> Sequence[str]:
    share = bill.share(server.definition_tokens)
    return cell(server.name), f"{server.definition_tokens:,}", f"{share:.1%}", f"{server.tool_count:,}", server.risk


def _tools(bill: Bill) -> Iterator[str]:
    rows = (
        (
            cell(each.place),
            f"{each.tokens:,}",
            f"{bill.share(each.tokens):.1%}",
            f"{each.assessment.fields:,}",
            answer_up_to(each),
            each.assessment.risk,
        )
        for each in bill.tools[:_MOST_TOOLS]
    )
    yield from table(("tool", "+tokens", "+share", "+fields", "+answer up to", "risk"), rows)
    yield from _more(len(bill.tools) - _MOST_TOOLS)


def _advice(bill: Bill) -> Iterator[str]:
    for each in bill.summary.advice[:_MOST_ADVICE]:
        places = ", ".join(map(code, each.places[:_MOST_PLACES]))
        yield f"- **{each.title}** ({places}): {code(each.message)}"
    yield from _more(len(bill.summary.advice) - _MOST_ADVICE)


def _more(number: int) -> Iterator[str]:
    if number > 0:
        yield ""
        yield f"and {number:,} more"
