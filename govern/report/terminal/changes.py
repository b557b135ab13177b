"""Every change under its server and item, the worst first: what a diff and a gate show of them."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from govern.report.terminal.diff_finding import TONES, finding_lines
from govern.report.terminal.flow import FURTHER, flowed
from govern.report.terminal.page import clipped, shown
from govern.report.wording import item_of, worst_first
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from govern.report.terminal.flow import Piece
    from govern.report.terminal.page import Page
    from govern.verdict import Decided, Verdict

_MOST_FOLDED = 12


def change_lines(verdict: Verdict, page: Page, *, verbose: bool = False) -> Iterator[str]:
    """Every change under its server and item."""
    for server, decided in _by_server(verdict.decided):
        yield from flowed([(shown(server), "bold")], page, "", FURTHER)
        yield from _server(decided, page, verbose=verbose)
        yield ""


def _by_server(decided: tuple[Decided, ...]) -> list[tuple[str, list[Decided]]]:
    """Servers by the worst that happened to them."""
    groups: dict[str, list[Decided]] = {}
    for each in worst_first(decided):
        groups.setdefault(each.finding.change.server, []).append(each)
    return list(groups.items())


def _server(decided: Sequence[Decided], page: Page, *, verbose: bool) -> Iterator[str]:
    """Items by the worst that happened to them; those that only SAFE changes happened to are told in short."""
    items: dict[str, list[Decided]] = {}
    for each in decided:
        items.setdefault(item_of(each.finding.change), []).append(each)
    short = {name: found for name, found in items.items() if not verbose and all(map(_folds, found))}
    for name in (name for name in items if name not in short):
        yield from flowed([(clipped(shown(name), 2 * page.width), "accent")], page, "  ", FURTHER)
        for each in (each for each in items[name] if verbose or not _folds(each)):
            yield from finding_lines(each, page, "    ", verbose=verbose)
        yield from _folded([each for each in items[name] if not verbose and _folds(each)], page, "    ")
    for name in islice(short, _MOST_FOLDED):
        yield from _folded(short[name], page, "  ", f"{clipped(shown(name), page.width)}: ")
    if len(short) > _MOST_FOLDED:
        yield page.paint(f"  and {len(short) - _MOST_FOLDED:,} more with SAFE changes alone (--verbose)", "dim")


def _folds(decided: Decided) -> bool:
    return decided.finding.severity is Severity.SAFE and decided.approved


def _folded(decided: Sequence[Decided], page: Page, indent: str, lead: str = "") -> Iterable[str]:
    if not decided:
        return []
    rules = Counter(f"{each.finding.rule.id}{' by policy' if each.finding.override else ''}" for each in decided)
    named = ", ".join(rule if number == 1 else f"{number} {rule}" for rule, number in sorted(rules.items()))
    pieces: list[Piece] = [
        (lead, None), (f"{len(decided):,} SAFE", TONES[Severity.SAFE]), (f": {named}", "dim"),
    ]  # fmt: skip
    return flowed(pieces, page, indent, FURTHER)
