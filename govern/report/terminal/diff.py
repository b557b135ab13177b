"""The reports of `govern diff`, `govern gate` and the pytest fixture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.formats import BRIEF
from govern.report.terminal.page import FURTHER, count, flowed, shown, without_commands
from govern.report.wording import (
    check_state,
    gate_headline,
    gate_steps,
    headline,
    ignored_standings,
    new_waivers,
    next_step,
    standing_words,
    worst_first,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from govern.gate.outcome import CheckLine, Gate
    from govern.gate.outcome import State as CheckState
    from govern.report.formats import Detail
    from govern.report.terminal.page import Page, Tone
    from govern.verdict import State, Verdict


_TONES: dict[State, Tone] = {"unchanged": "good", "approved": "good", "unapproved": "bad"}


def diff_report(verdict: Verdict, page: Page, detail: Detail = BRIEF, *, quiet: bool = False) -> str:
    """Return the changes, the ignored approvals, the verdict and the next step; with `quiet` the verdict only."""
    lines: list[str] = []
    if not quiet:
        from govern.report.terminal.changes import change_lines

        lines += _sides_lines(verdict, page)
        lines += change_lines(verdict, page, detail)
        lines += standing_lines(verdict, page, verbose=detail.verbose)
        lines += _unsigned_lines(verdict, page)
        lines += _recorded_lines(verdict, page)
    lines.append(page.paint(shown(headline(verdict)), _TONES[verdict.state]))
    if verdict.unapproved and not quiet:
        worst = next(worst_first(verdict.unapproved)).finding.rule.id
        lines += [f"next: {next_step(verdict, page.width - 6)}", f"or:   govern explain {worst}"]
    if verdict.state == "unchanged" and not quiet and not verdict.repeat:
        # Without this line, a user who just changed a server would believe that it is unchanged.
        lines.append(page.paint("servers not contacted; `govern diff --live` compares them with the lock", "dim"))
    return "\n".join(lines) + "\n"


def _sides_lines(verdict: Verdict, page: Page) -> Iterator[str]:
    """Yield the commit that was chosen as OLD, so that nobody has to know how it is chosen."""
    if verdict.default_old:
        yield from flowed([(shown(f"comparing {verdict.new} with {verdict.old}"), "dim")], page, "", FURTHER)


def _recorded_lines(verdict: Verdict, page: Page) -> Iterator[str]:
    if verdict.evidence:
        from govern.report.recordings import recorded_lines

        for at, line in enumerate(recorded_lines(verdict.evidence)):
            yield from flowed([(shown(line), None if at else "accent")], page, "  " if at else "", FURTHER)
        yield ""


def _unsigned_lines(verdict: Verdict, page: Page) -> Iterator[str]:
    if verdict.unsigned:
        yield page.paint("signatures required by policy", "accent")
        for each in verdict.unsigned:
            yield from flowed([(shown(each), None)], page, "  ", FURTHER)
        yield ""


def standing_lines(verdict: Verdict, page: Page, *, verbose: bool) -> Iterator[str]:
    """Yield the new waivers and the approvals that do not count."""
    ignored, unneeded = ignored_standings(verdict)
    for noun, standings in (("new waiver", new_waivers(verdict)), ("ignored approval", ignored)):
        if standings:
            yield page.paint(count(len(standings), noun), "accent")
        for standing in standings:
            yield from flowed([(shown(standing_words(standing)), None)], page, "  ", FURTHER)
    if unneeded and verbose:
        yield from flowed([(unneeded, "dim")], page, "", FURTHER)
    if ignored or new_waivers(verdict) or (unneeded and verbose):
        yield ""


_STATE_TONES: dict[CheckState, Tone] = {"ok": "good", "failed": "bad", "warning": "warn", "not asked": "dim"}
_MOST_DETAILS = 12
_STATE, _CHECK = max(len(check_state(state)) for state in _STATE_TONES), len("signatures")
_FURTHER = " " * (_STATE + _CHECK + 4)
# With less room than this beside a check, its message is on the next line.
_NARROWEST = 40
_NEXT, _THEN = "next: ", "then: "
_RESULT_TONES: dict[str, Tone] = {"allowed": "good", "refused": "bad", "undecided": "bad"}


def gate_report(gate: Gate, page: Page, detail: Detail = BRIEF, *, quiet: bool = False) -> str:
    """Return the changes, each check, the result and the next steps; with `quiet` the result only."""
    lines: list[str] = []
    if not quiet:
        from govern.report.terminal.changes import change_lines

        lines += change_lines(gate.verdict, page, detail)
        for line in gate.lines:
            lines += _check_lines(line, page, verbose=detail.verbose)
        lines.append("")
    lines.append(page.paint(shown(gate_headline(gate)), _RESULT_TONES[gate.outcome]))
    for at, step in enumerate([] if quiet else gate_steps(gate, page.width - len(_NEXT))):
        lines += flowed([(shown(step), None)], page, _THEN if at else _NEXT, "    ")
    return "\n".join(lines) + "\n"


def _check_lines(line: CheckLine, page: Page, *, verbose: bool) -> Iterator[str]:
    state, check = f"{check_state(line.state):<{_STATE}}", f"{line.check:<{_CHECK}}"
    head = f"{page.paint(state, _STATE_TONES[line.state])}  {page.paint(check, 'bold')}"
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
        yield page.paint(f"{further}  and {len(line.details) - most:,} more (--verbose shows all)", "dim")


def pytest_report(verdict: Verdict, path: Path, page: Page, *, configured: bool) -> str:
    """Return the changes and what to do, for a test whose server differs from the lock."""
    from govern.report.terminal.changes import change_lines

    lines = ["govern: the server differs from the lock", "", *change_lines(verdict, page), shown(headline(verdict)), ""]
    lines += [
        "If this is intended, update the lock with `pytest --govern-update`, then review and commit it:",
        f"  {path}",
    ]
    lines += ["Or approve the changes:", f"  {next_step(verdict)}"] if configured else []
    return without_commands("\n".join(lines))
