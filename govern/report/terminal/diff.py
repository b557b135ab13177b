"""The reports of `govern diff` and `govern gate`, and of the pytest fixture."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from govern.report.terminal.finding import TONES, finding_lines
from govern.report.terminal.page import FURTHER, clipped, count, flowed, shown, without_commands
from govern.report.wording import (
    gate_headline,
    gate_steps,
    headline,
    item_of,
    missed_standings,
    new_waivers,
    next_step,
    standing_words,
    worst_first,
)
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from govern.gate.outcome import CheckLine, Gate
    from govern.gate.outcome import State as CheckState
    from govern.report.terminal.page import Page, Piece, Tone
    from govern.verdict import Decided, State, Verdict


_TONES: dict[State, Tone] = {"unchanged": "good", "approved": "good", "unapproved": "bad"}


def diff_report(verdict: Verdict, page: Page, *, verbose: bool = False, quiet: bool = False) -> str:
    """Every change, approvals that did not count, the verdict and the next step; the verdict alone where quiet."""
    lines: list[str] = []
    if not quiet:
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
        from govern.report.recordings import recorded_lines

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


_MOST_FOLDED = 12


def change_lines(verdict: Verdict, page: Page, *, verbose: bool = False) -> Iterator[str]:
    """Every change under its server and item."""
    for server, decided in _by_server(verdict.decided):
        yield from flowed([(shown(server), "bold")], page, "", FURTHER)
        yield from _server_lines(decided, page, verbose=verbose)
        yield ""


def _by_server(decided: tuple[Decided, ...]) -> list[tuple[str, list[Decided]]]:
    """Servers by the worst that happened to them."""
    groups: dict[str, list[Decided]] = {}
    for each in worst_first(decided):
        groups.setdefault(each.finding.change.server, []).append(each)
    return list(groups.items())


def _server_lines(decided: Sequence[Decided], page: Page, *, verbose: bool) -> Iterator[str]:
    """Items by the worst that happened to them; those that only SAFE changes happened to are told in short."""
    items: dict[str, list[Decided]] = {}
    for each in decided:
        items.setdefault(item_of(each.finding.change), []).append(each)
    short = {name: found for name, found in items.items() if not verbose and all(map(_folds, found))}
    for name in (name for name in items if name not in short):
        yield from flowed([(clipped(shown(name), 2 * page.width), "accent")], page, "  ", FURTHER)
        for each in (each for each in items[name] if verbose or not _folds(each)):
            yield from finding_lines(each, page, "    ", verbose=verbose)
        yield from _folded_lines([each for each in items[name] if not verbose and _folds(each)], page, "    ")
    for name in islice(short, _MOST_FOLDED):
        yield from _folded_lines(short[name], page, "  ", f"{clipped(shown(name), page.width)}: ")
    if len(short) > _MOST_FOLDED:
        yield page.paint(f"  and {len(short) - _MOST_FOLDED:,} more with SAFE changes alone (--verbose)", "dim")


def _folds(decided: Decided) -> bool:
    return decided.finding.severity is Severity.SAFE and decided.approved


def _folded_lines(decided: Sequence[Decided], page: Page, indent: str, lead: str = "") -> Iterable[str]:
    if not decided:
        return []
    rules = Counter(f"{each.finding.rule.id}{' by policy' if each.finding.override else ''}" for each in decided)
    named = ", ".join(rule if number == 1 else f"{number} {rule}" for rule, number in sorted(rules.items()))
    pieces: list[Piece] = [
        (lead, None), (f"{len(decided):,} SAFE", TONES[Severity.SAFE]), (f": {named}", "dim"),
    ]  # fmt: skip
    return flowed(pieces, page, indent, FURTHER)


_STATE_TONES: dict[CheckState, Tone] = {"ok": "good", "failed": "bad", "warning": "warn", "not asked": "dim"}
_MOST_DETAILS = 12
_STATE, _CHECK = max(map(len, _STATE_TONES)), len("signatures")
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
            lines += _check_lines(line, page, verbose=verbose)
        lines.append("")
    lines += flowed([(shown(gate_headline(gate)), _WORDS[gate.outcome])], page, "", "    ")
    for at, step in enumerate([] if quiet else gate_steps(gate, page.width - len(_NEXT))):
        lines += flowed([(shown(step), None)], page, _THEN if at else _NEXT, "    ")
    return "\n".join(lines) + "\n"


def _check_lines(line: CheckLine, page: Page, *, verbose: bool) -> Iterator[str]:
    state, check = f"{line.state:<{_STATE}}", f"{line.check:<{_CHECK}}"
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
        yield page.paint(f"{further}  and {len(line.details) - most:,} more (--verbose)", "dim")


def held_report(verdict: Verdict, path: Path, page: Page, *, configured: bool) -> str:
    """Every change, as `govern diff` shows it, and what to do; `govern` itself approves what it can find."""
    lines = ["govern: this is not what the lock says", "", *change_lines(verdict, page), shown(headline(verdict)), ""]
    lines += ["Is it meant? Write the lock anew with `pytest --govern-update`, review and commit it:", f"  {path}"]
    lines += ["Or approve it as it is:", f"  {next_step(verdict)}"] if configured else []
    return without_commands("\n".join(lines))
