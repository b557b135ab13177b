"""What came of the gate, as a job summary or a comment: the checks, then the changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.diff_markdown import changes_markdown
from govern.report.gate_words import gate_headline, gate_steps
from govern.report.markdown import cell, code, fenced, folded, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.gate.outcome import CheckLine, Gate, State

# A bot finds its comment by this line, and writes it anew instead of adding another one.
MARKER = "<!-- govern gate -->"
_MARKS: dict[State, str] = {"ok": "ok", "failed": "**failed**", "warning": "**warning**", "not asked": "not asked"}
_MOST_DETAILS = 8
_LONGEST = 400


def gate_markdown(gate: Gate) -> str:
    """The verdict and what each check says, the version, and every change; nothing that is too long for a comment."""
    lines = [MARKER, f"## govern gate: {gate.word}", "", code(gate_headline(gate), _LONGEST), ""]
    rows = ((line.check, _MARKS[line.state], cell(line.message, _LONGEST)) for line in gate.lines)
    lines += [*table(("check", "state", "why"), rows), ""]
    for line in gate.lines:
        if line.details and line.state != "ok":
            lines += folded(f"{line.check}: {line.state}", _details(line))
    steps = gate_steps(gate)
    lines += ["Once reviewed:", ""] if steps else []
    for step in steps:
        lines += [*fenced(step, "sh" if step.startswith("govern ") else "text"), ""]
    return "\n".join([*lines, *changes_markdown(gate.verdict, lines, "gate")])


def _details(line: CheckLine) -> Iterator[str]:
    for detail in line.details[:_MOST_DETAILS]:
        yield f"- {code(detail, _LONGEST)}"
    if len(line.details) > _MOST_DETAILS:
        yield f"- and {len(line.details) - _MOST_DETAILS:,} more"
