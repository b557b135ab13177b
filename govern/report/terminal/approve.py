"""The reports of `govern approve`: what was approved, and what `--prune` removed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from govern.report.terminal.page import count, shown
from govern.report.wording import standing_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from govern.policy.approvals import Approval, Standing
    from govern.policy.approvals_writing import ApproveOutcome
    from govern.report.terminal.page import Page


def approve_report(outcome: ApproveOutcome, page: Page) -> str:
    """Return a line for each approval, then the file written and what still needs approval."""
    rows = [("approved", *_place_and_rule(each, page), page.paint(each.change, "dim")) for each in outcome.written]
    lines = [
        *page.table(rows),
        *(f"  {' '.join(_place_and_rule(each, page))} {shown(why)}" for each, why in outcome.idle),
        *(line for each in outcome.left_out for line in _skipped_lines(each, page)),
        *_result_lines(outcome, page),
    ]
    return "\n".join(lines) + "\n"


def _place_and_rule(approval: Approval, page: Page) -> tuple[str, str]:
    return page.paint(shown(f"{approval.server}/{approval.tool}".rstrip("/")), "bold"), approval.rule


def _skipped_lines(approval: Approval, page: Page) -> Iterator[str]:
    yield f"  {page.paint('not approved', 'bad')} {' '.join(_place_and_rule(approval, page))}"
    yield f"    review it with `govern diff`, then approve it by ID: govern approve {approval.change}"


def _result_lines(outcome: ApproveOutcome, page: Page) -> Iterator[str]:
    number, where = len(outcome.written), shown(outcome.path.name)
    if number:
        written = page.paint(f"{count(number, 'approval')} written", "good")
        yield f"{written} to {where}: review and commit it"
    else:
        yield f"{where} unchanged"
    if outcome.sealed:
        yield f"{page.paint('not signed yet', 'warn')}: they take effect once signed: govern sign --approvals"
    if outcome.open:
        yield f"{count(outcome.open, 'change')} still {'needs' if outcome.open == 1 else 'need'} approval"
    elif not outcome.sealed:
        yield page.paint("no change needs approval", "good")


def prune_report(path: Path, removed: Sequence[Standing], kept: int, page: Page) -> str:
    """Return a line for each removed approval, then their number."""
    lines = [line for each in removed for line in page.wrapped(standing_words(each), "  ")]
    numbers = ", ".join(f"{number:,} {why}" for why, number in sorted(Counter(each.why for each in removed).items()))
    if removed:
        lines.append(f"{page.paint(f'{numbers} removed', 'good')} from {shown(path.name)}: review and commit it")
    else:
        lines.append(f"{shown(path.name)} unchanged")
    if kept:
        lines.append(f"{count(kept, 'stale approval')} kept: the gate checks each commit since the last release")
    return "\n".join(lines) + "\n"
