"""What changed, for people: by server and item, the worst first, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.flow import FURTHER, flowed
from govern.report.terminal.page import count, shown
from govern.report.wording import headline, missed_standings, new_waivers, next_step, standing_words, worst_first

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.report.terminal.page import Page, Tone
    from govern.verdict import State, Verdict

_TONES: dict[State, Tone] = {"unchanged": "good", "approved": "good", "unapproved": "bad"}


def diff_report(verdict: Verdict, page: Page, *, verbose: bool = False, quiet: bool = False) -> str:
    """Every change, approvals that did not count, the verdict and the next step; the verdict alone where quiet."""
    lines: list[str] = []
    if not quiet:
        from govern.report.terminal.changes import change_lines

        lines += change_lines(verdict, page, verbose=verbose)
        lines += _standings(verdict, page, verbose=verbose)
        lines += _unsigned(verdict, page)
        lines += _recorded(verdict, page)
    lines += flowed([(shown(headline(verdict)), _TONES[verdict.state])], page, "", FURTHER)
    if verdict.unapproved and not quiet:
        worst = next(worst_first(verdict.unapproved)).finding.rule.id
        lines += [f"next: {next_step(verdict, page.width - 6)}", f"or:   govern explain {worst}"]
    if verdict.state == "unchanged" and not quiet and not verdict.repeat:
        # Whoever just changed a server and names nothing else would take that for its word.
        lines.append(page.paint("no server was asked; `govern diff --live` asks them", "dim"))
    return "\n".join(lines) + "\n"


def _recorded(verdict: Verdict, page: Page) -> Iterator[str]:
    if verdict.evidence:
        from govern.report.recorded import recorded_lines

        for at, line in enumerate(recorded_lines(verdict.evidence)):
            yield from flowed([(shown(line), None if at else "accent")], page, "  " if at else "", FURTHER)
        yield ""


def _unsigned(verdict: Verdict, page: Page) -> Iterator[str]:
    if verdict.unsigned:
        yield page.paint("signatures that policy asks for", "accent")
        for each in verdict.unsigned:
            yield from flowed([(shown(each), None)], page, "  ", FURTHER)
        yield ""


def _standings(verdict: Verdict, page: Page, *, verbose: bool) -> Iterator[str]:
    missed, stale = missed_standings(verdict)
    new = new_waivers(verdict)
    if verbose:
        missed, stale = [each for each in verdict.standings if each not in new], ""
    if new:
        yield page.paint(f"{count(len(new), 'new waiver')}", "accent")
        for standing in new:
            yield from flowed([(shown(standing_words(standing)), None)], page, "  ", FURTHER)
    if missed:
        yield page.paint(f"{count(len(missed), 'approval')} that did not count", "accent")
        for standing in missed:
            yield from flowed([(shown(standing_words(standing)), None)], page, "  ", FURTHER)
    if stale:
        told = f"{stale} (--verbose names them)"
        yield from flowed([(told, "dim")], page, "", FURTHER)
    if missed or stale or new:
        yield ""
