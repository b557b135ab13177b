"""The changes of a verdict in groups of one rule in one server, and the servers in numbers, for text and markdown."""

from __future__ import annotations

from collections import Counter
from itertools import groupby, islice
from typing import TYPE_CHECKING, NamedTuple

from govern.contract.surface import KINDS
from govern.report.edits import texts_of
from govern.report.terminal.finding import fact_of, recorded_words
from govern.report.terminal.page import count, name_of
from govern.report.wording import (
    NO_NAME,
    WORST_FIRST,
    approval_words,
    is_told_first,
    item_of,
    override_words,
    severity_counts,
    worst_first,
)
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from govern.facts.change import Change
    from govern.lockfile.costs import ContractSize, ServerSize
    from govern.report.formats import Detail
    from govern.report.terminal.page import Page
    from govern.verdict import Decided, Verdict

MOST_NAMES = 8
_MOST_RULES = 8
_STATES = {"open": "", "passing": ", no approval needed", "approved": ", approved"}
_EVERY_CALL = " on every call"

Group = list["Decided"]


class Section(NamedTuple):
    """Changes under one heading."""

    severity: Severity
    state: str


class DetailBlock(NamedTuple):
    """Lines about some changes of a group."""

    changes: int
    lines: list[str]


class ServerRow(NamedTuple):
    """A changed server: its name, the changes by severity, those that need approval, and its definitions in tokens."""

    server: str
    worst: Severity
    counts: str
    need: int
    size: str

    @property
    def short_size(self) -> str:
        """Return the size without the words about calls, for a narrow page."""
        return self.size.replace(_EVERY_CALL, "")


def is_listed(decided: Decided, verdict: Verdict, detail: Detail) -> bool:
    """Return whether a change is listed. What needs approval always is, and what breaks a caller unless approved."""
    if not decided.approved:
        return True
    if decided.given:
        return detail.approved
    severity = decided.finding.severity
    return detail.verbose or severity is Severity.BREAKING or (severity is Severity.RISKY and not verdict.first)


def sections(
    listed: Sequence[Decided], *, each_alone: bool = False, across: bool = False
) -> Iterator[tuple[Section, int, list[Group]]]:
    """Yield each section with its number of changes and its groups; text that steers a model is always by itself.

    With `across`, a group holds the changes of all servers, also those that steer a model.
    """
    groups: dict[tuple[object, ...], Group] = {}
    for at, each in enumerate(listed):
        finding = each.finding
        alone = each_alone or (not across and (not finding.rule.waivable or finding.change.kind == "policy"))
        state = finding.severity, approval_words(each), override_words(finding), recorded_words(each)
        key = ("" if across else finding.change.server, finding.rule.id, *state, at if alone else None)
        groups.setdefault(key, []).append(each)
    servers = [*dict.fromkeys(each.finding.change.server for each in listed)]
    rank = {server: at for at, server in enumerate(servers)}
    ordered = sorted(groups.values(), key=lambda group: (*_order(group[0]), rank[group[0].finding.change.server]))
    for section, those in groupby(ordered, key=lambda group: _section(group[0])):
        found = [*those]
        yield section, sum(map(len, found)), found


def _section(decided: Decided) -> Section:
    state = "open" if not decided.approved else "approved" if decided.given else "passing"
    return Section(decided.finding.severity, state)


def _order(decided: Decided) -> tuple[int, int, bool]:
    section = _section(decided)
    first = is_told_first(decided.finding.rule)
    return WORST_FIRST.index(section.severity), [*_STATES].index(section.state), not first


def heading(section: Section, number: int) -> str:
    """Return the heading of a section: `BREAKING: 2 changes need approval`."""
    need = _STATES[section.state] or (" needs approval" if number == 1 else " need approval")
    return f"{section.severity}: {count(number, 'change')}{need}"


def alike(group: Group, page: Page) -> list[tuple[str, tuple[str, str] | None, Group]]:
    """Return the changes of a group by what happened and by the texts that changed, the most frequent first."""
    facts: dict[tuple[str, tuple[str, str] | None], Group] = {}
    for each in group:
        facts.setdefault((fact_of(each.finding, page), texts_of(each.finding)), []).append(each)
    found = ((fact, texts, those) for (fact, texts), those in facts.items())
    return sorted(found, key=lambda each: -len(each[2]))


def item_words(group: Group, most: int | None = None, quote: Callable[[str], str] = name_of) -> str:
    """Return the names of the items of a group: ` in 14 tools: a, b (2), c`; if `most` is 0, only their number."""
    changes = [each.finding.change for each in group]
    kinds = {change.kind for change in changes}
    numbers = Counter((change.kind, change.name) for change in changes if change.name or change.kind in KINDS)
    if not numbers:
        return ""
    mixed = len(kinds) > 1
    noun = count(len(numbers), "item" if mixed else changes[0].kind)
    between = " in" if changes[0].pointer else ";"
    if most == 0:
        return f"{between} {noun}"
    names = [
        f"{f'{kind} ' if mixed else ''}{quote(name) or NO_NAME}{f' ({number:,})' if number > 1 else ''}"
        for (kind, name), number in islice(sorted(numbers.items()), most)
    ]
    more = f", … {len(numbers) - len(names):,} more" if len(numbers) > len(names) else ""
    return f"{between} {noun}: {', '.join(names)}{more}"


def rule_counts(decided: Sequence[Decided]) -> str:
    """Return the numbers of changes by rule, the most frequent first."""
    rules = Counter(f"{each.finding.rule.id}{' by policy' if each.finding.override else ''}" for each in decided)
    named = [f"{number:,} {rule}" for rule, number in rules.most_common(_MOST_RULES)]
    more = f", {count(len(rules) - len(named), 'more rule')}" if len(rules) > len(named) else ""
    return f"{', '.join(named)}{more}"


def server_name(change: Change) -> str:
    """Return the server of a change, or `all servers`."""
    return item_of(change) if change.kind == "lock" else change.server


def server_rows(verdict: Verdict) -> list[ServerRow]:
    """Return the changed servers in numbers, the one with the worst change first."""
    by_server: dict[str, Group] = {}
    for each in worst_first(verdict.decided):
        by_server.setdefault(server_name(each.finding.change), []).append(each)
    sizes = {size.server: size for size in verdict.sizes}
    return [_server_row(server, decided, sizes.get(server)) for server, decided in by_server.items()]


def _server_row(server: str, decided: Group, size: ServerSize | None) -> ServerRow:
    numbers = Counter(each.finding.severity for each in decided)
    need = sum(not each.approved for each in decided)
    return ServerRow(server, decided[0].finding.severity, severity_counts(numbers), need, _size_words(size))


def _size_words(size: ServerSize | None) -> str:
    """Return what the definitions of a server cost on every model call: `3,358 → 16,208 tokens …, +383%`."""
    if size is None or (size.before is None and size.after is None):
        return ""
    if size.before is None:
        return f"new: {_content_words(size.after)}"
    if size.after is None:
        return f"removed: {_content_words(size.before)}"
    before, after = size.before.tokens, size.after.tokens
    if before == after:
        return f"{after:,} tokens{_EVERY_CALL}"
    percent = round((after - before) * 100 / before) if before else 0
    return f"{before:,} → {after:,} tokens{_EVERY_CALL}{f', {percent:+,}%' if percent else ''}"


def _content_words(size: ContractSize | None) -> str:
    return f"{count(size.tools, 'tool')}, {size.tokens:,} tokens{_EVERY_CALL}" if size else ""
