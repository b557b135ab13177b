"""The `diff` and `gate` reports in Markdown, for a pull request comment or a job summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.contract.characters import visible
from govern.report.edits import edit_of, json_line, texts_of
from govern.report.markdown.elements import cell, code, fenced, folded, table
from govern.report.passages import passages, within
from govern.report.recordings import recorded_lines, recorded_words
from govern.report.terminal.page import clipped
from govern.report.wording import (
    WORST_FIRST,
    approval_words,
    check_state,
    gate_headline,
    gate_steps,
    headline,
    ignored_standings,
    new_waivers,
    next_step,
    override_words,
    standing_words,
    witness_words,
    worst_first,
)
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.gate.outcome import CheckLine, Gate, State
    from govern.report.passages import Passage, TextSpan
    from govern.rules.finding import Finding
    from govern.verdict import Decided, Verdict


# Bots find their earlier comment by this line and update it.
MARKER = "<!-- govern diff -->"
# GitHub accepts 65,536 characters; the rest is for the line about changes that are not shown.
_MOST = 64_000
_MOST_STANDINGS = 20
_LONGEST_NAME = 120
_LONGEST_VALUE = 300
_LONGEST_SENTENCE = 1_000
_LONGEST_WITNESS = 1_500
_LONGEST_TEXT = 4_000
_SPACES = str.maketrans({" ": "␠", "\n": "⏎", "\t": "⇥"})


def diff_markdown(verdict: Verdict) -> str:
    """Return a diff: verdict and counts, then the changes by severity. What does not fit is counted, never cut."""
    lines = [MARKER, f"## govern diff: {verdict.state}", "", code(headline(verdict), _LONGEST_SENTENCE), ""]
    lines += [*_standing_lines(verdict), *_unsigned_lines(verdict), *_recorded_lines(verdict)]
    step = next_step(verdict)
    if step:
        lines += ["Once reviewed:", "", *fenced(step, "sh"), ""]
    return "\n".join([*lines, *changes_markdown(verdict, lines)])


def changes_markdown(verdict: Verdict, above: Sequence[str], verb: str = "diff") -> list[str]:
    """Return the changes by severity, as many as fit into a comment below the lines above them."""
    lines: list[str] = []
    room = _MOST - _utf16_length(above)
    omitted: dict[Severity, int] = {}
    ordered = list(worst_first(verdict.decided))
    for severity in WORST_FIRST:
        found = [each for each in ordered if each.finding.severity is severity]
        entries: list[str] = []
        for at, each in enumerate(found):
            entry = _change_entry(each)
            room -= _utf16_length(entry)
            if room < 0:
                omitted[severity] = len(found) - at
                break
            entries += entry
        if entries:
            lines += _severity_section(severity, len(found), entries)
    return [*lines, *_omitted_lines(omitted, verb)]


def _severity_section(severity: Severity, number: int, entries: Sequence[str]) -> list[str]:
    opened = "" if severity is Severity.SAFE else " open"
    return [f"<details{opened}><summary>{severity} ({number:,})</summary>", "", *entries, "</details>", ""]


def _change_entry(decided: Decided) -> list[str]:
    """Return one change as a list item, so that nothing in it ends the section."""
    finding, change = decided.finding, decided.finding.change
    item = f" {change.kind} {code(change.name, _LONGEST_NAME)}" if change.name else ""
    lines = [
        f"- **{code(change.server, _LONGEST_NAME)}**{item}: {code(finding.message, _LONGEST_SENTENCE)}",
        "",
        f"  `{finding.rule.id}` · `{change.id}` · {_approval_status(decided)}",
        "",
    ]
    override = override_words(finding)
    if override:
        lines += [f"  {code(override, _LONGEST_SENTENCE)}", ""]
    recorded = recorded_words(decided)
    if recorded:
        lines += [f"  **{recorded}**" if decided.recorded and decided.recorded.hits else f"  {recorded}", ""]
    return [*lines, *_value_lines(finding), *_witness_lines(finding)]


def _approval_status(decided: Decided) -> str:
    status = code(approval_words(decided), _LONGEST_SENTENCE)
    return status if decided.approved else f"**{status}**"


def _value_lines(finding: Finding) -> Iterator[str]:
    texts, edit = texts_of(finding), edit_of(finding)
    if texts:
        yield from _passage_lines(passages(*texts))
    elif edit:
        lead = ": ".join(code(part, _LONGEST_NAME) for part in (edit.place, edit.what) if part)
        before, after = (side and code(side, _LONGEST_VALUE) for side in edit.within(_LONGEST_VALUE))
        if before and after:
            yield from (f"  {lead} ~~{before}~~ → **{after}**", "")
        else:
            yield from (f"  {lead} {'removed' if before else 'added'} {before or after}", "")


def _passage_lines(found: Sequence[Passage]) -> Iterator[str]:
    """Yield the changed passages up to a limit, and the number of characters left out."""
    kept, left = within(found, _LONGEST_TEXT)
    for passage in kept:
        yield from (f"  > {' '.join(filter(None, map(_marked_span, passage)))}", "")
    if left:
        yield from (f"  {left:,} more characters are not shown.", "")


def _marked_span(span: TextSpan) -> str:
    text = span.text.translate(_SPACES) if span.how != "same" and span.text.isspace() else span.text
    if not text.strip():
        return ""
    mark = {"same": "", "gone": "~~", "come": "**"}[span.how]
    return f"{mark}{code(text)}{mark}"


def _witness_lines(finding: Finding) -> Iterator[str]:
    words, witness = witness_words(finding.change), finding.change.witness
    if not words or not witness:
        return
    label, effect = words
    instance = clipped(visible(json_line(witness.instance)), _LONGEST_WITNESS)
    yield from (f"  {label[0].upper()}{label[1:]}:", "", *(f"  {line}" for line in fenced(instance, "json")), "")
    if effect:
        yield from (f"  {code(effect, _LONGEST_SENTENCE)}", "")


def _recorded_lines(verdict: Verdict) -> Iterator[str]:
    for at, line in enumerate(recorded_lines(verdict.evidence)):
        yield f"- {code(line, _LONGEST_SENTENCE)}" if at else f"{line[0].upper()}{line[1:]}."
        yield from () if at else ("",)
    if verdict.evidence:
        yield ""


def _unsigned_lines(verdict: Verdict) -> Iterator[str]:
    if verdict.unsigned:
        yield from ("Signatures required by policy:", "")
        yield from (f"- {code(each, _LONGEST_SENTENCE)}" for each in verdict.unsigned)
        yield ""


def _standing_lines(verdict: Verdict) -> Iterator[str]:
    ignored, unneeded = ignored_standings(verdict)
    for heading, standings in (("New waivers", new_waivers(verdict)), ("Ignored approvals", ignored)):
        if not standings:
            continue
        yield from (f"{heading}:", "")
        for standing in standings[:_MOST_STANDINGS]:
            yield f"- {code(standing_words(standing), _LONGEST_SENTENCE)}"
        more = len(standings) - _MOST_STANDINGS
        if more > 0:
            yield f"- and {more:,} more"
        yield ""
    if unneeded:
        yield from (f"{unneeded}.", "")


def _omitted_lines(omitted: dict[Severity, int], verb: str) -> Iterator[str]:
    if omitted:
        listed = ", ".join(f"{number:,} {severity}" for severity, number in omitted.items())
        yield from (
            f"**{sum(omitted.values()):,} changes are not shown ({listed}); `govern {verb}` shows all.**",
            "",
        )


def _utf16_length(lines: Sequence[str]) -> int:
    """Return the length as GitHub counts it: in UTF-16, with line ends."""
    return sum(len(line.encode("utf-16-le", "replace")) // 2 + 1 for line in lines)


# Bots find their earlier comment by this line and update it.
GATE_MARKER = "<!-- govern gate -->"
_MOST_DETAILS = 8
_LONGEST_REASON = 400


def gate_markdown(gate: Gate) -> str:
    """Return the result of a gate: each check, the next steps and the changes, short enough for a comment."""
    lines = [GATE_MARKER, f"## govern gate: {gate.outcome}", "", code(gate_headline(gate), _LONGEST_REASON), ""]
    rows = ((line.check, _state_cell(line.state), cell(line.message, _LONGEST_REASON)) for line in gate.lines)
    lines += [*table(("check", "state", "why"), rows), ""]
    for line in gate.lines:
        if line.details and line.state != "ok":
            lines += folded(f"{line.check}: {check_state(line.state)}", _check_details(line))
    steps = gate_steps(gate)
    lines += ["Once reviewed:", ""] if steps else []
    for step in steps:
        lines += [*fenced(step, "sh" if step.startswith("govern ") else "text"), ""]
    return "\n".join([*lines, *changes_markdown(gate.verdict, lines, "gate")])


def _state_cell(state: State) -> str:
    return f"**{state}**" if state in ("failed", "warning") else check_state(state)


def _check_details(line: CheckLine) -> Iterator[str]:
    for detail in line.details[:_MOST_DETAILS]:
        yield f"- {code(detail, _LONGEST_REASON)}"
    if len(line.details) > _MOST_DETAILS:
        yield f"- and {len(line.details) - _MOST_DETAILS:,} more"
