"""One change, as `diff`, `gate` and the interactive `approve` show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.edits import edit_of, json_line, texts_of
from govern.report.terminal.page import clipped, flowed, shown
from govern.report.terminal.word_diff import word_diff
from govern.report.wording import approval_words, override_words, witness_words
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.report.edits import ValueEdit
    from govern.report.terminal.page import Page, Piece, Tone
    from govern.rules.finding import Finding
    from govern.verdict import Decided


TONES: dict[Severity, Tone] = {Severity.BREAKING: "bad", Severity.RISKY: "warn", Severity.SAFE: "good"}
_MOST_LINES = 40
_MOST_ROWS = 3
_MOST_MESSAGE_ROWS = 10


def finding_lines(decided: Decided, page: Page, indent: str = "", *, verbose: bool = False) -> list[str]:
    """Return severity, rule and id, then the message, the values, the witness and the approvals."""
    finding = decided.finding
    deeper = f"{indent}  "
    severity, change = finding.severity, finding.change
    head: list[Piece] = [(severity.value, TONES[severity]), (f" {change.rule} ", None), (change.id, "dim")]
    lines = flowed(head, page, indent, f"{deeper}    ")
    lines += _sentence(_clipped_rows(finding.message, page, _MOST_MESSAGE_ROWS, whole=verbose), page, deeper)
    lines += _value_lines(finding, page, deeper, verbose=verbose)
    lines += _witness_lines(finding, page, deeper, verbose=verbose)
    override = override_words(finding)
    if override:
        lines += _sentence(override, page, deeper)
    lines += _recorded_lines(decided, page, deeper) if decided.recorded else []
    if verbose:
        lines += _sentence(f"why: {finding.rule.why}", page, deeper, "dim")
        lines += _sentence(f"remedy: {finding.rule.remedy}", page, deeper, "dim")
    if decided.needed or decided.given or not decided.approved:
        lines += _sentence(approval_words(decided), page, deeper, "good" if decided.approved else "bad")
    return lines


def _recorded_lines(decided: Decided, page: Page, indent: str) -> list[str]:
    from govern.report.recordings import recorded_words

    return _sentence(recorded_words(decided), page, indent)


def _sentence(text: str, page: Page, indent: str, tone: Tone | None = None) -> list[str]:
    """Return a sentence with text of servers in it; its further lines are indented deeper than any line of govern."""
    return flowed([(shown(text), tone)], page, indent, f"{indent}    ")


def _value_lines(finding: Finding, page: Page, indent: str, *, verbose: bool) -> Iterator[str]:
    texts, edit = texts_of(finding), edit_of(finding)
    if texts:
        lines = word_diff(*texts, page, indent)
        most = len(lines) if verbose else _MOST_LINES
        yield from lines[:most]
        if len(lines) > most:
            yield page.paint(f"{indent}{len(lines) - most:,} more lines changed (--verbose shows all)", "dim")
    elif edit:
        yield from _sentence(_value_line(edit, page, whole=verbose), page, indent)


def _value_line(edit: ValueEdit, page: Page, *, whole: bool) -> str:
    sides = (edit.before, edit.after) if whole else edit.within(page.width)
    before, after = (side and _clipped_rows(side, page, 1, whole=whole) for side in sides)
    place = f"`{edit.place}`" if edit.place else ""
    lead = ": ".join(filter(None, (place, edit.what)))
    if before is None:
        return f"{lead} added: {after}"
    if after is None:
        return f"{lead} removed, was {before}"
    return f"{lead} {before} → {after}"


def _witness_lines(finding: Finding, page: Page, indent: str, *, verbose: bool) -> Iterator[str]:
    words, witness = witness_words(finding.change), finding.change.witness
    if not words or not witness:
        return
    label, effect = words
    instance = _clipped_rows(json_line(witness.instance), page, _MOST_ROWS, whole=verbose)
    yield from _sentence(f"{label}: {clipped(shown(finding.change.name), page.width)} {instance}", page, indent)
    if effect:
        yield from _sentence(_clipped_rows(effect, page, _MOST_ROWS, whole=verbose), page, f"{indent}  ")


def _clipped_rows(text: str, page: Page, rows: int, *, whole: bool) -> str:
    return text if whole else clipped(shown(text), rows * page.width)
