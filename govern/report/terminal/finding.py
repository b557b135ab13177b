"""One change, as `diff`, `gate` and the interactive `approve` show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.edits import edit_of, json_line, texts_of
from govern.report.terminal.page import clipped, flowed, limited, name_of, shown
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
_LONGEST_VALUE = 10_000


def finding_lines(decided: Decided, page: Page, indent: str = "", *, verbose: bool = False) -> list[str]:
    """Return severity, rule and id, then what happened, the values, the witness and the approvals."""
    finding = decided.finding
    severity, change = finding.severity, finding.change
    head: list[Piece] = [(severity.value, TONES[severity]), (f" {change.rule} ", None), (change.id, "dim")]
    lines = flowed(head, page, indent, f"{indent}      ")
    lines += _sentence(fact_of(finding, page, whole=verbose), page, f"{indent}  ")
    lines += detail_lines(decided, page, f"{indent}  ", verbose=verbose)
    if not decided.approved:
        lines += _sentence(approval_words(decided), page, f"{indent}  ", "bad")
    return lines


def fact_of(finding: Finding, page: Page, *, whole: bool = False) -> str:
    """Return what happened in one sentence: the message, with the value that changed if it is not in there."""
    message, edit = finding.message, edit_of(finding, whole=whole)
    said = _clipped_rows(message, page, _MOST_MESSAGE_ROWS, whole=whole)
    if edit is None:
        return said
    one_side = edit.before is None or edit.after is None
    if edit.what == "annotations" and (one_side or not whole):
        # The message about annotations lists those that changed.
        return said
    if not _names(message, edit):
        return f"{said}: {_edit_words(edit, page, whole=whole)}"
    if not one_side:
        return f"{said}: {_sides_words(edit, page, whole=whole)}"
    was = "was " if edit.after is None else ""
    return f"{said}: {was}{_clipped_rows(edit.before or edit.after or '', page, 1, whole=True)}" if whole else said


def _names(message: str, edit: ValueEdit) -> bool:
    return any(
        f"`{place}`" in message for place in (edit.place, f"{edit.place}.{edit.what}".strip("."), edit.what) if place
    )


def detail_lines(decided: Decided, page: Page, indent: str, *, verbose: bool = False) -> list[str]:
    """Return the changed text, the witness, recorded calls, and the approvals that were given."""
    finding = decided.finding
    lines = [*_text_lines(finding, page, indent, verbose=verbose)]
    lines += _witness_lines(finding, page, indent, verbose=verbose)
    override = override_words(finding)
    if override:
        lines += _sentence(override, page, indent)
    lines += _sentence(recorded_words(decided), page, indent) if decided.recorded else []
    if verbose:
        lines += _sentence(f"why: {finding.rule.why}", page, indent, "dim")
        lines += _sentence(f"remedy: {finding.rule.remedy}", page, indent, "dim")
    if decided.approved and (decided.needed or decided.given):
        lines += _sentence(approval_words(decided), page, indent, "good")
    return lines


def recorded_words(decided: Decided) -> str:
    """Return how many recorded calls the change affects, or an empty text if none were given."""
    if not decided.recorded:
        return ""
    from govern.report import recordings

    return recordings.recorded_words(decided)


def _sentence(text: str, page: Page, indent: str, tone: Tone | None = None) -> list[str]:
    """Return a sentence with text of servers in it; its further lines are indented deeper than any line of govern."""
    return flowed([(shown(text), tone)], page, indent, f"{indent}    ")


def _text_lines(finding: Finding, page: Page, indent: str, *, verbose: bool) -> Iterator[str]:
    texts = texts_of(finding)
    if texts:
        lines = word_diff(*texts, page, indent)
        most = len(lines) if verbose else _MOST_LINES
        yield from lines[:most]
        if len(lines) > most:
            yield page.paint(f"{indent}{len(lines) - most:,} more lines changed (--verbose shows all)", "dim")


def _edit_words(edit: ValueEdit, page: Page, *, whole: bool) -> str:
    place = f"`{edit.place}`" if edit.place else ""
    lead = ": ".join(filter(None, (place, edit.what)))
    return f"{lead} {_sides_words(edit, page, whole=whole)}"


def _sides_words(edit: ValueEdit, page: Page, *, whole: bool) -> str:
    sides = (edit.before, edit.after) if whole else edit.within(page.width)
    before, after = (side and _clipped_rows(side, page, 1, whole=whole) for side in sides)
    if before is None:
        return f"added: {after}"
    return f"removed, was {before}" if after is None else f"{before} → {after}"


def _witness_lines(finding: Finding, page: Page, indent: str, *, verbose: bool) -> Iterator[str]:
    words, witness = witness_words(finding.change), finding.change.witness
    if not words or not witness:
        return
    label, effect = words
    instance = _clipped_rows(json_line(witness.instance), page, _MOST_ROWS, whole=verbose)
    yield from _sentence(f"{label}: {name_of(finding.change.name)} {instance}", page, indent)
    if effect:
        yield from _sentence(_clipped_rows(effect, page, _MOST_ROWS, whole=verbose), page, f"{indent}  ")


def _clipped_rows(text: str, page: Page, rows: int, *, whole: bool) -> str:
    return limited(shown(text), _LONGEST_VALUE) if whole else clipped(shown(text), rows * page.width)
