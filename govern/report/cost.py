"""The bill in every format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.lockfile.places import lines_of
from govern.report.cost_findings import cost_findings
from govern.report.cost_markdown import cost_markdown
from govern.report.findings_text import findings_text
from govern.report.format import Format
from govern.report.json_documents import cost_document, json_text
from govern.report.terminal.cost import cost_report

if TYPE_CHECKING:
    from govern.lockfile.costs import Costs
    from govern.report.terminal.page import Page


def cost_text(cost: Costs, form: Format, page: Page, *, verbose: bool = False) -> str:
    """What a lock costs, in one of the formats."""
    bill = cost.bill
    match form:
        case Format.TEXT:
            return cost_report(bill, page, verbose=verbose)
        case Format.JSON:
            return json_text(cost_document(bill))
        case Format.MARKDOWN:
            return cost_markdown(bill)
        case Format.SARIF | Format.JUNIT | Format.GITHUB | Format.CODEQUALITY:
            return findings_text(cost_findings(bill, cost.path.as_posix(), lines_of(cost.lock)), form)
