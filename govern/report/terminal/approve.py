"""The reports of `govern approve`: what was approved, and what `--prune` removed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from govern.policy.approvals_writing import APPROVE
from govern.policy.client_entries import relative_path
from govern.report.terminal.finding import TONES
from govern.report.terminal.page import FURTHER, clipped, count, flowed, shown
from govern.report.wording import WORST_FIRST, standing_words
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.policy.approvals import Approval
    from govern.policy.approvals_writing import ApproveOutcome, Pruned
    from govern.report.terminal.page import Page

_MOST_IDS = 4
_MOST_LEFT_OUT = 10
_LONGEST_PLACE = 100


def approve_report(outcome: ApproveOutcome, page: Page) -> str:
    """Return a line for each approval, then the file written and what still needs approval."""
    if outcome.listed:
        return "\n".join(_result_lines(outcome, page)) + "\n"
    word = "to approve" if outcome.previewed else "approved"
    rows = [*(_row(word, each, page) for each in outcome.written)]
    rows += [_row(page.paint("not approved", "bad"), each, page) for each in outcome.left_out[:_MOST_LEFT_OUT]]
    more = len(outcome.left_out) - _MOST_LEFT_OUT
    lines = [
        *page.table(rows),
        *([f"and {more:,} more that are not approved"] if more > 0 else []),
        *(f"  {_place(each, page)} {each.rule} {shown(why)}" for each, why in outcome.idle),
        *_left_out_lines(outcome),
        *_summary_lines(outcome, page),
        *_result_lines(outcome, page),
    ]
    return "\n".join(lines) + "\n"


def _row(word: str, approval: Approval, page: Page) -> tuple[str, ...]:
    severity = page.paint(approval.severity, TONES[Severity(approval.severity)])
    return word, severity, _place(approval, page), approval.rule, page.paint(approval.change, "dim")


def _place(approval: Approval, page: Page) -> str:
    return page.paint(clipped(shown(f"{approval.server}/{approval.tool}".rstrip("/")), _LONGEST_PLACE), "bold")


def _left_out_lines(outcome: ApproveOutcome) -> Iterator[str]:
    left_out = outcome.left_out
    if left_out:
        them, number = "it" if len(left_out) == 1 else "them", count(len(left_out), "change")
        if len(left_out) > _MOST_IDS:
            how = f"review them one by one: {APPROVE}" if outcome.command == APPROVE else "approve them by ID"
            yield f"{number} left out; {how}"
            return
        yield f"{number} left out; review {them} in the diff, then approve {them} by ID:"
        yield f'  {shown(outcome.command)} {" ".join(each.change for each in left_out)} --reason "..."'


def _summary_lines(outcome: ApproveOutcome, page: Page) -> Iterator[str]:
    """Yield the number of approvals of each severity and rule, if they are many."""
    if len(outcome.written) <= _MOST_IDS:
        return
    for severity in WORST_FIRST:
        rules = Counter(each.rule for each in outcome.written if each.severity == severity)
        if rules:
            named = ", ".join(f"{number:,} {rule}" for rule, number in rules.most_common())
            lead = f"{severity}: {count(rules.total(), 'change')}"
            yield from flowed([(lead, TONES[severity]), (f": {named}", None)], page, "", FURTHER)


def _result_lines(outcome: ApproveOutcome, page: Page) -> Iterator[str]:
    number, where = len(outcome.written), shown(relative_path(outcome.path, Path.cwd()))
    if outcome.previewed:
        yield f"{count(number, 'approval')} to write to {where}; nothing is written yet"
        return
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


def prune_report(pruned: Pruned, page: Page) -> str:
    """Return a line for each removed approval, then their number."""
    removed, name = pruned.removed, shown(relative_path(pruned.path, Path.cwd()))
    lines = [line for each in removed for line in page.wrapped(standing_words(each), "  ")]
    numbers = ", ".join(f"{number:,} {why}" for why, number in sorted(Counter(each.why for each in removed).items()))
    if removed and pruned.previewed:
        lines.append(f"{numbers} to remove from {name}; nothing is removed yet")
    elif removed:
        lines.append(f"{page.paint(f'{numbers} removed', 'good')} from {name}: review and commit it")
    else:
        lines.append(f"{name} unchanged")
    if pruned.kept:
        lines.append(f"{count(pruned.kept, 'stale approval')} kept: `govern gate` needs them until the next release")
    return "\n".join(lines) + "\n"
