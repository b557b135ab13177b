"""The report of `govern fleet diff` on a terminal: the fleet in numbers, then the changes by rule across servers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.fleet_wording import (
    approve_step,
    fleet_headline,
    fleet_rows,
    member_words,
    review_step,
    server_count,
)
from govern.report.formats import BRIEF
from govern.report.groups import heading, is_listed, rule_counts, sections
from govern.report.terminal.changes import place_of, unlisted_lines
from govern.report.terminal.diff import standing_lines
from govern.report.terminal.finding import TONES, detail_lines, fact_of
from govern.report.terminal.page import FURTHER, count, flowed, name_of, shown
from govern.report.wording import approval_words, worst_first

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.fleet.judging import FleetDiff
    from govern.report.formats import Detail
    from govern.report.groups import Group
    from govern.report.terminal.page import Page, Piece, Tone
    from govern.verdict import Decided

# The changes of one rule that are listed without --verbose.
_MOST_LISTED = 3
_MOST_UNSTEADY = 12
_INDENT = " " * 4
_PLAIN_NEED = "needs approval"


def fleet_diff_report(diff: FleetDiff, page: Page, detail: Detail = BRIEF, *, quiet: bool = False) -> str:
    """Return the fleet in numbers, the changes, the verdict and the next step; with `quiet` the verdict only."""
    verdict, lines = diff.verdict, list[str]()
    if not quiet:
        lines += _number_lines(diff, page)
        listed = [each for each in worst_first(verdict.decided) if is_listed(each, verdict, detail)]
        unsteady = [] if detail.verbose else [each for each in listed if _is_unsteady(each, diff)]
        steady = [each for each in listed if detail.verbose or not _is_unsteady(each, diff)]
        for section, number, groups in sections(steady, across=True):
            lines += [page.paint(heading(section, number), TONES[section.severity])]
            lines += [line for group in groups for line in _group_lines(group, page, detail)]
            lines += [""]
        lines += _unsteady_lines(unsteady, diff, page)
        unlisted = [*unlisted_lines(verdict, page, detail)]
        lines += [*unlisted, ""] if unlisted else []
        lines += standing_lines(verdict, page, verbose=detail.verbose)
    tone: Tone = "bad" if verdict.unapproved else "good"
    lines += flowed([(shown(fleet_headline(diff)), tone)], page, "", FURTHER)
    if verdict.unapproved and not quiet:
        lines += [f"next: {shown(review_step(diff))}"]
        lines += [f"then: {shown(approve_step(diff))}"]
        lines += [f"or:   govern explain {next(worst_first(verdict.unapproved)).finding.rule.id}"]
    return "\n".join(lines) + "\n"


def _number_lines(diff: FleetDiff, page: Page) -> Iterator[str]:
    title = f"{diff.pair.old} → {diff.pair.new}{', the whole fleet' if diff.verdict.only else ''}"
    yield from flowed([(shown(title), "bold")], page, "", FURTHER)
    for name, words in fleet_rows(diff.pair):
        yield from flowed([(f"{name:<10}", "accent"), (shown(words), None)], page, "  ", FURTHER)
    yield ""


def _is_unsteady(each: Decided, diff: FleetDiff) -> bool:
    """Return whether only flapping servers have this change."""
    return all(finding.change.server in diff.pair.flapping for finding in each.findings)


def _unsteady_lines(decided: Sequence[Decided], diff: FleetDiff, page: Page) -> Iterator[str]:
    """Yield the changes of flapping servers in numbers, a line for each server."""
    by_server: dict[str, list[Decided]] = {}
    for each in decided:
        by_server.setdefault(each.finding.change.server, []).append(each)
    if not by_server:
        return
    changes = f"{count(len(decided), 'change')} of {count(server_count(decided), 'flapping server')}"
    yield page.paint(f"{changes} (--verbose lists each)", "warn")
    for server, those in [*by_server.items()][:_MOST_UNSTEADY]:
        words = f"{rule_counts(those)}; {diff.pair.flapping[server]:,} changes of state within a week"
        yield from flowed([(f"{name_of(server)} ", "bold"), (words, None)], page, "  ", FURTHER)
    if len(by_server) > _MOST_UNSTEADY:
        yield page.paint(f"  and {count(len(by_server) - _MOST_UNSTEADY, 'more server')}", "dim")
    yield ""


def _group_lines(group: Group, page: Page, detail: Detail) -> Iterator[str]:
    """Yield the rule with its numbers, then its first changes."""
    finding = group[0].finding
    if len(group) == 1 and not group[0].members:
        yield from _change_lines(group[0], page, detail, "  ", f"{finding.rule.id} ")
        return
    numbers = f"in {count(server_count(group), 'server')}"
    if len(group) > 1:
        numbers = f"{count(len(group), 'change')} {numbers}"
    pieces: list[Piece] = [(f"{finding.rule.id} ", TONES[finding.severity]), (f"{numbers}{_need(group[0])}", None)]
    yield from flowed(pieces, page, "  ", FURTHER)
    most = len(group) if detail.verbose else _MOST_LISTED
    for each in group[:most]:
        yield from _change_lines(each, page, detail, _INDENT)
    if len(group) > most:
        left = group[most:]
        words = f"and {count(len(left), 'more change')} in {count(server_count(left), 'server')} (--verbose shows all)"
        yield page.paint(f"{_INDENT}{words}", "dim")


def _change_lines(each: Decided, page: Page, detail: Detail, indent: str, rule: str = "") -> Iterator[str]:
    finding = each.finding
    fact = shown(fact_of(finding, page, whole=detail.verbose)) + (_need(each) if rule else "")
    place: list[Piece] = [(f"{finding.change.id} ", "dim"), (place_of(finding.change), "bold"), (f": {fact}", None)]
    yield from flowed([(rule, TONES[finding.severity]), *place], page, indent, FURTHER)
    if each.members:
        words = member_words(each, len(each.members) if detail.verbose else _MOST_LISTED)
        yield from flowed([(shown(words), "dim")], page, f"{indent}  ", FURTHER)
    if detail.verbose:
        yield from detail_lines(each, page, f"{indent}  ", verbose=True)


def _need(each: Decided) -> str:
    """Return what a change needs, unless it is one approval, which the heading says."""
    return "" if each.missing in ("", _PLAIN_NEED) else f"; {shown(approval_words(each))}"
