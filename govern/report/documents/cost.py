"""The JSON document of `govern cost`."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.economics.bill import SOURCES, Bill, Summary
from govern.economics.budgets import Costed
from govern.economics.tokens import Split
from govern.report.documents import document_of


class SplitDocument(TypedDict):
    """Definition tokens by part; `title` is counted by itself."""

    name: int
    title: int
    description: int
    parameters: int
    structure: int


class ToolCostDocument(TypedDict):
    """The cost of one tool."""

    server: str
    name: str
    tokens: int
    share: float
    split: SplitDocument
    fields: int
    min_tokens: int
    max_tokens: int | None
    bounded: bool
    risk: str
    basis: str


class SummaryDocument(TypedDict):
    """The cost of a server, or of all."""

    name: str
    tool_count: int
    definition_tokens: int
    share: float
    context_share: float
    min_tokens: int
    max_tokens: int
    risk: str
    unbounded: list[str]
    undeclared: list[str]
    critical: list[str]
    usd_per_call: dict[str, float]


class AdviceDocument(TypedDict):
    """A piece of advice; priority 1 is the most urgent. `own` is set if a server of it runs the project's own code."""

    id: str
    title: str
    priority: int
    places: list[str]
    message: str
    own: bool


class BrokenBudgetDocument(TypedDict):
    """An exceeded budget; `tool` is null if it is a server's."""

    budget: str
    server: str
    tool: str | None
    tokens: int
    allowed: float
    before: int | None


class CostDocument(TypedDict):
    """`govern cost --format json`; `sources` is the origin of each number."""

    format: Literal["govern.cost/1"]
    verdict: Literal["within budget", "over budget"]
    encoding: str
    context_window: int
    prices_date: str
    sources: dict[str, str]
    total: SummaryDocument
    servers: list[SummaryDocument]
    tools: list[ToolCostDocument]
    advice: list[AdviceDocument]
    broken: list[BrokenBudgetDocument]


def cost_document(bill: Bill) -> CostDocument:
    """Return the costs of a lock."""
    summary = bill.summary
    return document_of(
        CostDocument,
        bill,
        verdict="over budget" if bill.broken else "within budget",
        context_window=bill.window,
        sources=SOURCES,
        total=_summary_document(summary.whole, bill),
        servers=[_summary_document(server, bill) for server in summary.servers],
        tools=[_tool_cost_document(tool, split, bill) for tool, split in zip(bill.tools, bill.splits, strict=True)],
        advice=[document_of(AdviceDocument, each, own=bool(bill.own & {*each.servers})) for each in summary.advice],
    )


def _summary_document(summary: Summary, bill: Bill) -> SummaryDocument:
    share = round(bill.share(summary.definition_tokens), 6)
    return document_of(SummaryDocument, summary, share=share, context_share=round(summary.context_share, 6))


def _tool_cost_document(costed: Costed, split: Split, bill: Bill) -> ToolCostDocument:
    return document_of(
        ToolCostDocument,
        costed.assessment,
        server=costed.server,
        name=costed.name,
        tokens=costed.tokens,
        share=round(bill.share(costed.tokens), 6),
        split=split,
    )
