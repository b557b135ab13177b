"""The reports of `govern diff`, `govern gate` and the pytest fixture."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from govern.report.terminal.finding import TONES, finding_lines
from govern.report.terminal.page import FURTHER, clipped, count, flowed, shown, without_commands
from govern.report.wording import (
    check_state,
    gate_headline,
    gate_steps,
    headline,
    ignored_standings,
    item_of,
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
    """Return the changes, the ignored approvals, the verdict and the next step; with `quiet` the verdict only."""
    lines: list[str] = []
    if not quiet:
        lines += _sides_lines(verdict, page)
        lines += change_lines(verdict, page, verbose=verbose)
        lines += _standing_lines(verdict, page, verbose=verbose)
        lines += _unsigned_lines(verdict, page)
        lines += _recorded_lines(verdict, page)
    lines += flowed([(shown(headline(verdict)), _TONES[verdict.state])], page, "", FURTHER)
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


def _standing_lines(verdict: Verdict, page: Page, *, verbose: bool) -> Iterator[str]:
    ignored, unneeded = ignored_standings(verdict)
    new = new_waivers(verdict)
    if verbose:
        ignored, unneeded = [each for each in verdict.standings if each not in new], ""
    if new:
        yield page.paint(f"{count(len(new), 'new waiver')}", "accent")
        for standing in new:
            yield from flowed([(shown(standing_words(standing)), None)], page, "  ", FURTHER)
    if ignored:
        yield page.paint(f"{count(len(ignored), 'ignored approval')}", "accent")
        for standing in ignored:
            yield from flowed([(shown(standing_words(standing)), None)], page, "  ", FURTHER)
    if unneeded:
        yield from flowed([(unneeded, "dim")], page, "", FURTHER)
    if ignored or unneeded or new:
        yield ""


_MOST_FOLDED = 12


def change_lines(verdict: Verdict, page: Page, *, verbose: bool = False) -> Iterator[str]:
    """Yield every change under its server and item, the worst first."""
    for server, decided in _by_server(verdict.decided):
        yield from flowed([(shown(server), "bold")], page, "", FURTHER)
        yield from _server_lines(decided, page, verbose=verbose)
        yield ""


def _by_server(decided: tuple[Decided, ...]) -> list[tuple[str, list[Decided]]]:
    """Group changes by server, the server with the worst change first."""
    groups: dict[str, list[Decided]] = {}
    for each in worst_first(decided):
        groups.setdefault(each.finding.change.server, []).append(each)
    return list(groups.items())


def _server_lines(decided: Sequence[Decided], page: Page, *, verbose: bool) -> Iterator[str]:
    """Yield the items of a server, the worst first; items with only SAFE changes are folded to a line each."""
    items: dict[str, list[Decided]] = {}
    for each in decided:
        items.setdefault(item_of(each.finding.change), []).append(each)
    short = {name: found for name, found in items.items() if not verbose and all(map(_is_foldable, found))}
    for name in (name for name in items if name not in short):
        yield from flowed([(clipped(shown(name), 2 * page.width), "accent")], page, "  ", FURTHER)
        for each in (each for each in items[name] if verbose or not _is_foldable(each)):
            yield from finding_lines(each, page, "    ", verbose=verbose)
        yield from _folded_line([each for each in items[name] if not verbose and _is_foldable(each)], page, "    ")
    for name in islice(short, _MOST_FOLDED):
        yield from _folded_line(short[name], page, "  ", f"{clipped(shown(name), page.width)}: ")
    if len(short) > _MOST_FOLDED:
        yield page.paint(
            f"  and {len(short) - _MOST_FOLDED:,} more with only SAFE changes (--verbose shows all)", "dim"
        )


def _is_foldable(decided: Decided) -> bool:
    return decided.finding.severity is Severity.SAFE and decided.approved


def _folded_line(decided: Sequence[Decided], page: Page, indent: str, lead: str = "") -> Iterable[str]:
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
_STATE, _CHECK = max(len(check_state(state)) for state in _STATE_TONES), len("signatures")
_FURTHER = " " * (_STATE + _CHECK + 4)
# With less room than this beside a check, its message is on the next line.
_NARROWEST = 40
_NEXT, _THEN = "next: ", "then: "
_RESULT_TONES: dict[str, Tone] = {"allowed": "good", "refused": "bad", "undecided": "bad"}


def gate_report(gate: Gate, page: Page, *, verbose: bool = False, quiet: bool = False) -> str:
    """Return the changes, each check, the result and the next steps; with `quiet` the result only."""
    lines: list[str] = []
    if not quiet:
        lines += change_lines(gate.verdict, page, verbose=verbose)
        for line in gate.lines:
            lines += _check_lines(line, page, verbose=verbose)
        lines.append("")
    lines += flowed([(shown(gate_headline(gate)), _RESULT_TONES[gate.outcome])], page, "", "    ")
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
    lines = ["govern: the server differs from the lock", "", *change_lines(verdict, page), shown(headline(verdict)), ""]
    lines += [
        "If this is intended, update the lock with `pytest --govern-update`, then review and commit it:",
        f"  {path}",
    ]
    lines += ["Or approve the changes:", f"  {next_step(verdict)}"] if configured else []
    return without_commands("\n".join(lines))
