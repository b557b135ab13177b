"""Changes in reach between two versions of a server: tools that clients now reject, or accept again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.compare.nulls import null_facts
from govern.compare.reach.lists import list_problems
from govern.contract.surface import TOOL, Item
from govern.facts import rule_ids as ids
from govern.facts.change import Fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.compare.matching import Matched
    from govern.compare.reach.lists import Problem
    from govern.compare.view import ItemView, ServerView
    from govern.facts.change import Change

_MOST_NAMED = 3


def reach_changes(old: ServerView, new: ServerView, items: Matched, clients: Sequence[str]) -> Iterator[Change]:
    """Yield the changes in reach of one server's items; `clients` are those whose limits policy asks about."""
    for before, after in (*items.kept, *(pair[:2] for pair in items.renamed)):
        if after.kind is TOOL:
            facts = _facts(problems(before.item, old, clients), problems(after.item, new, clients))
            yield from (fact.of(new.name, after.kind.name, after.key) for fact in facts)
    if items.added:
        yield from _arrived(old, new, items.added, clients)


def reach_of(server: ServerView, clients: Sequence[str]) -> Iterator[Change]:
    """Yield what clients refuse of one server now, each as if it had come with its item."""
    for item in server.items.values():
        for fact in _all(item, server, clients):
            yield fact.of(server.name, item.kind.name, item.key)


def _all(item: ItemView, server: ServerView, clients: Sequence[str]) -> Iterator[Fact]:
    yield from null_facts(Item(item.kind, {}), item.item)
    if item.kind is TOOL:
        yield from _facts([], problems(item.item, server, clients))


def problems(item: Item, server: ServerView, clients: Sequence[str]) -> list[Problem]:
    """Return all problems of one tool, those of whole lists first."""
    found = [*list_problems(item.raw, server.header.protocol)]
    if clients:
        # Slow to import, and most policies name no clients.
        from govern.compare.reach.tools import tool_problems

        found += tool_problems(item.raw, server.name, clients)
    return found


def _arrived(old: ServerView, new: ServerView, added: Sequence[ItemView], clients: Sequence[str]) -> Iterator[Change]:
    """Yield what new items bring; a list that was refused for the same before is not lost by one more of them."""
    listed = [item.item for item in old.items.values()]
    with_null = {item.kind.name for item in listed if _has_null(item)}
    refused_before = {problem.rule for item in listed if item.kind is TOOL for problem in problems(item, old, ())}
    for item in added:
        facts = [] if item.kind.name in with_null else [*null_facts(Item(item.kind, {}), item.item)]
        if item.kind is TOOL:
            found = problems(item.item, new, clients)
            facts += _facts([], [problem for problem in found if problem.rule not in refused_before])
        yield from (fact.of(new.name, item.kind.name, item.key) for fact in facts)


def _has_null(item: Item) -> bool:
    return any(True for _ in null_facts(Item(item.kind, {}), item))


def _facts(old: Sequence[Problem], new: Sequence[Problem]) -> Iterator[Fact]:
    """Yield one fact for each kind of problem that came, and one for each that went."""
    had, has = ({problem.key for problem in side} for side in (old, new))
    came = [problem for problem in new if problem.key not in had]
    gone = [problem for problem in old if problem.key not in has]
    for rule in dict.fromkeys(problem.rule for problem in came):
        these = [problem for problem in came if problem.rule == rule]
        yield Fact(rule, _shared(these), after=_pointers(these), values=_said(these))
    for rule in dict.fromkeys(problem.rule for problem in gone):
        these = [problem for problem in gone if problem.rule == rule]
        yield Fact(ids.REACH_RESTORED, _shared(these), before=_pointers(these), values=_said(these))


def _pointers(these: Sequence[Problem]) -> list[str]:
    return sorted({problem.pointer for problem in these})


def _shared(these: Sequence[Problem]) -> str:
    pointers = _pointers(these)
    return pointers[0] if len(pointers) == 1 else ""


def _said(these: Sequence[Problem]) -> dict[str, str]:
    from govern.compare.reach.table import refusing

    whats = [*dict.fromkeys(problem.what for problem in these)]
    more = len(whats) - _MOST_NAMED
    named = "; ".join(whats[:_MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")
    *clients, last = dict.fromkeys(client for problem in these for client in refusing(problem.row))
    return {"what": named, "clients": f"{', '.join(clients)} and {last}" if clients else last}
