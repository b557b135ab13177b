"""The `diff` and `gate` reports in Markdown, for a pull request comment or a job summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.markdown.changes import changes_markdown, server_table
from govern.report.markdown.elements import cell, code, fenced, folded, table
from govern.report.recordings import recorded_lines
from govern.report.wording import (
    check_state,
    gate_headline,
    gate_steps,
    headline,
    ignored_standings,
    new_waivers,
    next_step,
    standing_words,
    verdict_state,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.gate.outcome import CheckLine, Gate, State
    from govern.verdict import Verdict


# Bots find their earlier comment by this line and update it.
MARKER = "<!-- govern diff -->"
_MOST_STANDINGS = 20
_LONGEST_SENTENCE = 1_000


def diff_markdown(verdict: Verdict) -> str:
    """Return a diff: verdict, servers in numbers, then groups of changes. What does not fit is counted, never cut."""
    lines = [
        MARKER,
        f"## govern diff: {verdict_state(verdict)}",
        "",
        code(headline(verdict), _LONGEST_SENTENCE),
        "",
        *server_table(verdict),
    ]
    lines += [*standing_lines(verdict), *_unsigned_lines(verdict), *_recorded_lines(verdict)]
    step = next_step(verdict)
    if step:
        lines += ["Once reviewed:", "", *fenced(step, "sh"), ""]
    return "\n".join([*lines, *changes_markdown(verdict, lines)])


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


def standing_lines(verdict: Verdict) -> Iterator[str]:
    """Yield the new waivers and the approvals that do not count."""
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
    lines += server_table(gate.verdict)
    return "\n".join([*lines, *changes_markdown(gate.verdict, lines, "gate")])


def _state_cell(state: State) -> str:
    return f"**{state}**" if state in ("failed", "warning") else check_state(state)


def _check_details(line: CheckLine) -> Iterator[str]:
    for detail in line.details[:_MOST_DETAILS]:
        yield f"- {code(detail, _LONGEST_REASON)}"
    if len(line.details) > _MOST_DETAILS:
        yield f"- and {len(line.details) - _MOST_DETAILS:,} more"
