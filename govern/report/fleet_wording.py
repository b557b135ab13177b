"""The words that all formats use for a fleet. Texts of others in them are not escaped yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.fleet.objects import public_url
from govern.report.terminal.page import LONGEST_NAME, count, limited
from govern.report.wording import counts, passed_words, why_it_passes, worst_first

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from govern.fleet.judging import FleetDiff
    from govern.fleet.results import ScanPair
    from govern.verdict import Decided

_MOST_NAMED = 3


def fleet_headline(diff: FleetDiff) -> str:
    """Return the verdict on two scans in one line."""
    verdict, pair = diff.verdict, diff.pair
    sides = f"from {pair.old} to {pair.new}"
    filtered = f"; filtered by {verdict.only}: {count(verdict.hidden, 'other change')} hidden" if verdict.only else ""
    if verdict.first and not pair.changed:
        return f"unchanged: no server is locked yet, neither in {pair.old} nor in {pair.new}{filtered}"
    if not verdict.decided:
        return f"unchanged: no change {sides}{filtered}"
    changes = f"{count(len(verdict.decided), 'change')} in {count(server_count(verdict.decided), 'server')}"
    if verdict.unapproved:
        need = "needs" if len(verdict.unapproved) == 1 else "need"
        waiting = f"{len(verdict.unapproved):,} of {changes} {need} approval"
        passes = "; a first scan fails nothing" if verdict.fails_release else why_it_passes(verdict)
        return f"unapproved: {waiting} {sides} ({counts(verdict)}){passes}{filtered}"
    return f"{passed_words(verdict.decided)}: {changes} {sides} ({counts(verdict)}){filtered}"


def server_count(decided: Iterable[Decided]) -> int:
    """Return the number of servers that changes are of, with the members of their families."""
    return len({finding.change.server for each in decided for finding in each.findings})


def fleet_rows(pair: ScanPair) -> Iterator[tuple[str, str]]:
    """Yield the servers of two scans in numbers: a heading and words each."""
    unseen = {reason: len(servers) for reason, servers in pair.unseen.items()}
    total = pair.locked + sum(unseen.values()) + len(pair.not_asked)
    states = {"locked": pair.locked, "unseen": sum(unseen.values()), "not asked": len(pair.not_asked)}
    yield "servers", f"{total:,}: {', '.join(f'{number:,} {state}' for state, number in states.items() if number)}"
    more = f", and {pair.added:,} locked for the first time" if pair.added else ""
    yield "changed", f"{len(pair.changed) - pair.added:,}{more}"
    if unseen:
        listed = sorted(unseen.items(), key=lambda each: (-each[1], each[0]))
        reasons = ", ".join(f"{number:,} {reason}" for reason, number in listed)
        names = [name for reason, _ in reversed(listed) for name in pair.unseen[reason]]
        yield "unseen", f"{pair.unseen_count:,}: {reasons}; {_first_names(names)}"
    if pair.not_asked:
        yield "not asked", f"{len(pair.not_asked):,}: {_first_names(pair.not_asked)}"
    if pair.flapping:
        worst = sorted(pair.flapping.items(), key=lambda each: (-each[1], each[0]))
        named = [f"{limited(server, LONGEST_NAME)} ({number:,} changes of state)" for server, number in worst]
        yield "flapping", f"within a week: {first_of(named, _MOST_NAMED)}"


def _first_names(names: Sequence[str]) -> str:
    return first_of([limited(name, LONGEST_NAME) for name in names], _MOST_NAMED)


def first_of(names: Sequence[str], most: int) -> str:
    """Return the first names, and the number of the others."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


def member_words(decided: Decided, most: int) -> str:
    """Return in which other servers of the family the same changed."""
    names = [limited(each.change.server, LONGEST_NAME) for each in decided.members]
    return f"the same in {count(len(names), 'other server')} of its family: {first_of(names, most)}"


def approve_command(diff: FleetDiff) -> str:
    """Return the command that approves changes between these scans, to which their IDs are added."""
    from shlex import join

    scans = ("--against", diff.pair.old, "--to", diff.pair.new)
    return join(["govern", "fleet", "approve", "--store", public_url(diff.store), *scans])


def approve_step(diff: FleetDiff) -> str:
    """Return the command that approves the worst unapproved change, in all members of its family."""
    worst = next(worst_first(diff.verdict.unapproved)).finding.change
    return f'{approve_command(diff)} {worst.id} --reason "..."'


def review_step(diff: FleetDiff) -> str:
    """Return the command that shows the server with the worst unapproved change."""
    from shlex import quote

    worst = next(worst_first(diff.verdict.unapproved))
    return f"govern fleet show {quote(worst.finding.change.server)} --store {quote(public_url(diff.store))}"
