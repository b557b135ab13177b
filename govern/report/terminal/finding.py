"""One change as a reviewer wants to see it: in the report, and in the walk through what waits for approval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.edits import edit_of, json_line, texts_of
from govern.report.terminal.page import clipped, flowed, shown
from govern.report.terminal.word_diff import word_diff
from govern.report.wording import approval_words, override_words, witness_words
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.report.edits import Edit
    from govern.report.terminal.page import Page, Piece, Tone
    from govern.rules.finding import Finding
    from govern.verdict import Decided


TONES: dict[Severity, Tone] = {Severity.BREAKING: "bad", Severity.RISKY: "warn", Severity.SAFE: "good"}
_MOST_LINES = 40
_MOST_ROWS = 3
_MOST_TOLD = 10


def finding_lines(decided: Decided, page: Page, indent: str = "", *, verbose: bool = False) -> list[str]:
    """Severity, rule and id, what happened, the change itself, its witness, and where its approval stands."""
    finding = decided.finding
    deeper = f"{indent}  "
    severity, change = finding.severity, finding.change
    head: list[Piece] = [(severity.value, TONES[severity]), (f" {change.rule} ", None), (change.id, "dim")]
    lines = flowed(head, page, indent, f"{deeper}    ")
    lines += _ours(_short(finding.message, page, _MOST_TOLD, whole=verbose), page, deeper)
    lines += _change(finding, page, deeper, verbose=verbose)
    lines += _witness(finding, page, deeper, verbose=verbose)
    override = override_words(finding)
    if override:
        lines += _ours(override, page, deeper)
    lines += _recorded(decided, page, deeper) if decided.recorded else []
    if verbose:
        lines += _ours(f"why: {finding.rule.why}", page, deeper, "dim")
        lines += _ours(f"remedy: {finding.rule.remedy}", page, deeper, "dim")
    if decided.needed or decided.given or not decided.approved:
        lines += _ours(approval_words(decided), page, deeper, "good" if decided.approved else "bad")
    return lines


def _recorded(decided: Decided, page: Page, indent: str) -> list[str]:
    from govern.report.recordings import recorded_words

    return _ours(recorded_words(decided), page, indent)


def _ours(text: str, page: Page, indent: str, tone: Tone | None = None) -> list[str]:
    """A sentence of ours with words of theirs in it; it goes on deeper than any of ours begins."""
    return flowed([(shown(text), tone)], page, indent, f"{indent}    ")


def _change(finding: Finding, page: Page, indent: str, *, verbose: bool) -> Iterator[str]:
    texts, edit = texts_of(finding), edit_of(finding)
    if texts:
        lines = word_diff(*texts, page, indent)
        most = len(lines) if verbose else _MOST_LINES
        yield from lines[:most]
        if len(lines) > most:
            yield page.paint(f"{indent}{len(lines) - most:,} more lines changed (--verbose shows all)", "dim")
    elif edit:
        yield from _ours(_edit(edit, page, whole=verbose), page, indent)


def _edit(edit: Edit, page: Page, *, whole: bool) -> str:
    sides = (edit.before, edit.after) if whole else edit.within(page.width)
    before, after = (side and _short(side, page, 1, whole=whole) for side in sides)
    place = f"`{edit.place}`" if edit.place else ""
    lead = ": ".join(filter(None, (place, edit.what)))
    if before is None:
        return f"{lead} added: {after}"
    if after is None:
        return f"{lead} removed, was {before}"
    return f"{lead} {before} → {after}"


def _witness(finding: Finding, page: Page, indent: str, *, verbose: bool) -> Iterator[str]:
    words, witness = witness_words(finding.change), finding.change.witness
    if not words or not witness:
        return
    what, fate = words
    instance = _short(json_line(witness.instance), page, _MOST_ROWS, whole=verbose)
    yield from _ours(f"{what}: {clipped(shown(finding.change.name), page.width)} {instance}", page, indent)
    if fate:
        yield from _ours(_short(fate, page, _MOST_ROWS, whole=verbose), page, f"{indent}  ")


def _short(text: str, page: Page, rows: int, *, whole: bool) -> str:
    return text if whole else clipped(shown(text), rows * page.width)
