"""One change, as `diff`, `gate` and the interactive `approve` show it, with its changed words."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from govern.contract.characters import reads_right_to_left
from govern.report.edits import (
    after,
    before,
    edit_of,
    hard_to_follow,
    json_line,
    passages,
    shortened,
    texts_of,
    within,
)
from govern.report.terminal.page import TONES, clipped, flowed, laid_out, limited, name_of, shown, width_of
from govern.report.wording import approval_words, override_words, witness_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from govern.report.edits import Passage, TextSpan, ValueEdit
    from govern.report.terminal.page import Page, Piece, Tone
    from govern.rules.finding import Finding
    from govern.rules.rule import Rule
    from govern.verdict import Decided

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
    lines += detail_lines(decided, page, f"{indent}  ", verbose=verbose, more="m")
    lines += rule_lines(finding.rule, page, f"{indent}  ") if verbose else []
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
    if edit.what == "annotations" and not (whole and (not one_side or "…" in message)):
        # The message about annotations lists those that changed, with long values cut.
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


def detail_lines(
    decided: Decided, page: Page, indent: str, *, verbose: bool = False, more: str = "--verbose"
) -> list[str]:
    """Return the changed text, the witness, recorded calls, and the approvals that were given.

    `more` is the flag or key that shows what is left out.
    """
    finding = decided.finding
    lines = [*_text_lines(finding, page, indent, "" if verbose else more)]
    lines += _listed_lines(finding, page, indent) if verbose else []
    lines += _witness_lines(finding, page, indent, verbose=verbose)
    override = override_words(finding)
    if override:
        lines += _sentence(override, page, indent)
    lines += _sentence(recorded_words(decided), page, indent) if decided.recorded else []
    if decided.approved and (decided.needed or decided.given):
        lines += _sentence(approval_words(decided), page, indent, "good")
    return lines


def rule_lines(rule: Rule, page: Page, indent: str) -> list[str]:
    """Return why a rule matters and what to do."""
    return [
        *_sentence(f"why: {rule.why}", page, indent, "dim"),
        *_sentence(f"what to do: {rule.remedy}", page, indent, "dim"),
    ]


def recorded_words(decided: Decided) -> str:
    """Return how many recorded calls the change affects, or an empty text if none were given."""
    if not decided.recorded:
        return ""
    from govern.report.terminal import recordings

    return recordings.recorded_words(decided)


def _sentence(text: str, page: Page, indent: str, tone: Tone | None = None) -> list[str]:
    """Return a sentence with text of servers in it; its further lines are indented deeper than any line of govern."""
    return flowed([(shown(text), tone)], page, indent, f"{indent}    ")


def _text_lines(finding: Finding, page: Page, indent: str, more: str) -> Iterator[str]:
    texts = texts_of(finding)
    if texts:
        lines = word_diff(*texts, page, indent)
        most = _MOST_LINES if more else len(lines)
        yield from lines[:most]
        if len(lines) > most:
            yield page.paint(f"{indent}{len(lines) - most:,} more lines changed ({more} shows all)", "dim")


def _listed_lines(finding: Finding, page: Page, indent: str) -> Iterator[str]:
    """Yield the cues and suspicious sentences that the message leaves out."""
    listed = finding.change.after if finding.rule.lane == "text" else None
    for each in listed if isinstance(listed, list) else ():
        if str(each) not in finding.message:
            yield from flowed([(str(each), None)], page, f"{indent}{_bar(page)} ")


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
    instance = _clipped_rows(json_line(shortened(witness.instance)), page, _MOST_ROWS, whole=verbose)
    yield from _sentence(f"{label}: {name_of(finding.change.name)} {instance}", page, indent)
    if effect:
        yield from _sentence(_clipped_rows(effect, page, _MOST_ROWS, whole=verbose), page, f"{indent}  ")


def _clipped_rows(text: str, page: Page, rows: int, *, whole: bool) -> str:
    return limited(shown(text), _LONGEST_VALUE) if whole else clipped(shown(text), rows * page.width)


_MARKS = {"same": ("", ""), "gone": ("[-", "-]"), "come": ("{+", "+}")}
_TONES: dict[str, Tone | None] = {"same": None, "gone": "bad", "come": "good"}
_WIDE = 120
_MOST_SHOWN = 100_000
_SPACES = str.maketrans({" ": "·", "\n": "⏎", "\t": "⇥"})


def word_diff(old: str, new: str, page: Page, indent: str) -> list[str]:
    """Return the changed passages behind a bar, so that no line looks like a line of govern."""
    lines: list[str] = []
    shown, left = within(passages(old, new), _MOST_SHOWN)
    for passage in shown:
        if _fits_one_column(passage, page):
            lines += flowed(_marked_pieces(passage), page, f"{indent}{_bar(page)} ")
        elif _is_wide(page) and before(passage) and after(passage):
            lines += _side_by_side(passage, page, indent)
        else:
            lines += _one_below_the_other(passage, page, indent)
    if left:
        lines.append(page.paint(f"{indent}{left:,} more characters are compared but not shown", "dim"))
    return lines


def _is_wide(page: Page) -> bool:
    return page.wraps and page.width >= _WIDE


def _fits_one_column(passage: Passage, page: Page) -> bool:
    """Return whether one column is readable, and nothing in the text looks like the marks or moves them."""
    if any(reads_right_to_left(span.text) for span in passage):
        return False
    if not page.colour and any(mark in span.text for span in passage for mark in (*_MARKS["gone"], *_MARKS["come"])):
        return False
    found = {span.how for span in passage}
    if "same" not in found:
        return False
    if len(found) < len(_MARKS):
        return True
    if _is_wide(page) and sum(len(span.text) for span in passage) > page.width:
        return False
    return not hard_to_follow(passage)


def _marked_pieces(passage: Passage) -> Iterator[Piece]:
    for span in passage:
        opening, closing = _MARKS[span.how]
        text = _visible_spaces(span)
        # A removed line end does not break the line.
        text = text.replace("\n", "⏎") if span.how == "gone" else text
        space = text[: len(text) - len(text.lstrip())] if span.how != "same" else ""
        yield space, None
        yield f"{opening}{text.removeprefix(space)}{closing}", _TONES[span.how]


def _side_by_side(passage: Passage, page: Page, indent: str) -> list[str]:
    bar = f" {_bar(page)} "
    room = (page.width - width_of(indent) - width_of(bar) - 2) // 2
    left, right = (laid_out(_toned_pieces(side), page, room) for side in (before(passage), after(passage)))
    rows = zip_longest(left, right, fillvalue="")
    return [f"{indent}{_bar(page)} {old}{' ' * (room - width_of(old))}{bar}{new}".rstrip() for old, new in rows]


def _one_below_the_other(passage: Passage, page: Page, indent: str) -> list[str]:
    lines = []
    for sign, side in (("-", before(passage)), ("+", after(passage))):
        if any(span.how != "same" for span in side):
            lines += flowed(_toned_pieces(side), page, f"{indent}{sign}{_bar(page)} ")
    return lines


def _toned_pieces(spans: Iterable[TextSpan]) -> Iterator[Piece]:
    yield from ((_visible_spaces(span), _TONES[span.how]) for span in spans)


def _visible_spaces(span: TextSpan) -> str:
    """Return the text with its white space made visible, if it is all that changed."""
    return span.text.translate(_SPACES) if span.how != "same" and span.text.isspace() else span.text


def _bar(page: Page) -> str:
    return "|" if page.ascii else "│"
