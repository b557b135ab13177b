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
    """One line a change, then where it was written and what is still open."""
    rows = [("approved", *_what(each, page), page.paint(each.change, "dim")) for each in outcome.written]
    lines = [
        *page.table(rows),
        *(f"  {' '.join(_what(each, page))} {shown(why)}" for each, why in outcome.idle),
        *(line for each in outcome.left_out for line in _left_out(each, page)),
        *_conclusion(outcome, page),
    ]
    return "\n".join(lines) + "\n"


def _what(approval: Approval, page: Page) -> tuple[str, str]:
    return page.paint(shown(f"{approval.server}/{approval.tool}".rstrip("/")), "bold"), approval.rule


def _left_out(approval: Approval, page: Page) -> Iterator[str]:
    yield f"  {page.paint('not approved', 'bad')} {' '.join(_what(approval, page))}"
    yield f"    read it with `govern diff`, then name it by its id: {approval.change}"


def _conclusion(outcome: ApproveOutcome, page: Page) -> Iterator[str]:
    number, where = len(outcome.written), shown(outcome.path.name)
    if number:
        said = page.paint(f"{count(number, 'approval')} written", "good")
        yield f"{said} to {where}: review and commit it"
    else:
        yield f"{where} unchanged"
    if outcome.sealed:
        yield f"{page.paint('not signed yet', 'warn')}: they count once you have signed them: govern sign --approvals"
    if outcome.open:
        yield f"{count(outcome.open, 'change')} still {'needs' if outcome.open == 1 else 'need'} approval"
    elif not outcome.sealed:
        yield page.paint("no change needs approval any more", "good")


def prune_report(path: Path, removed: Sequence[Standing], kept: int, page: Page) -> str:
    """One line each, then what it comes to."""
    lines = [line for each in removed for line in page.wrapped(standing_words(each), "  ")]
    said = ", ".join(f"{number:,} {why}" for why, number in sorted(Counter(each.why for each in removed).items()))
    if removed:
        lines.append(f"{page.paint(f'{said} removed', 'good')} from {shown(path.name)}: review and commit it")
    else:
        lines.append(f"{shown(path.name)} unchanged")
    if kept:
        lines.append(
            f"{count(kept, 'stale approval')} kept: given since the last release, whose every step the gate asks for"
        )
    return "\n".join(lines) + "\n"
