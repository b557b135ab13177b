"""What came of the gate, for people: the changes, then each check with its reason, then the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.gate_words import gate_headline, gate_steps
from govern.report.terminal.changes import change_lines
from govern.report.terminal.flow import flowed
from govern.report.terminal.page import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.gate.outcome import CheckLine, Gate, State
    from govern.report.terminal.page import Page, Tone

_TONES: dict[State, Tone] = {"ok": "good", "failed": "bad", "warning": "warn", "not asked": "dim"}
_MOST_DETAILS = 12
_STATE, _CHECK = max(map(len, _TONES)), len("signatures")
_FURTHER = " " * (_STATE + _CHECK + 4)
# Where there is less room than this beside a check, what it says stands below it.
_NARROWEST = 40
_NEXT, _THEN = "next: ", "then: "
_WORDS: dict[str, Tone] = {"allowed": "good", "refused": "bad", "undecided": "bad"}


def gate_report(gate: Gate, page: Page, *, verbose: bool = False, quiet: bool = False) -> str:
    """All of it, or the verdict alone where quiet."""
    lines: list[str] = []
    if not quiet:
        lines += change_lines(gate.verdict, page, verbose=verbose)
        for line in gate.lines:
            lines += _line(line, page, verbose=verbose)
        lines.append("")
    lines += flowed([(shown(gate_headline(gate)), _WORDS[gate.word])], page, "", "    ")
    for at, step in enumerate([] if quiet else gate_steps(gate, page.width - len(_NEXT))):
        lines += flowed([(shown(step), None)], page, _THEN if at else _NEXT, "    ")
    return "\n".join(lines) + "\n"


def _line(line: CheckLine, page: Page, *, verbose: bool) -> Iterator[str]:
    state, check = f"{line.state:<{_STATE}}", f"{line.check:<{_CHECK}}"
    head = f"{page.paint(state, _TONES[line.state])}  {page.paint(check, 'bold')}"
    further = _FURTHER if page.width >= len(_FURTHER) + _NARROWEST else "    "
    if further == _FURTHER:
        yield from flowed([(shown(line.message), None)], page, f"{head}  ", further)
    else:
        yield head.rstrip()
        yield from flowed([(shown(line.message), None)], page, further)
    most = len(line.details) if verbose else _MOST_DETAILS
    for detail in line.details[:most] if verbose or line.state != "ok" else ():
        yield from flowed([(shown(detail), None)], page, f"{further}  ", f"{further}      ")
    if len(line.details) > most:
        yield page.paint(f"{further}  and {len(line.details) - most:,} more (--verbose)", "dim")
