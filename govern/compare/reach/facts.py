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
    """Yield the changes in reach of one server's items; `clients` are those whose limits policy includes."""
    for before, after in (*items.kept, *(pair[:2] for pair in items.renamed)):
        if after.kind is TOOL:
            facts = _difference_facts(problems(before.item, old, clients), problems(after.item, new, clients))
            yield from (fact.of(new.name, after.kind.name, after.key) for fact in facts)
    if items.added:
        yield from _addition_facts(old, new, items.added, clients)


def reach_of(server: ServerView, clients: Sequence[str]) -> Iterator[Change]:
    """Yield what clients reject of one server, as if each item were new."""
    for item in server.items.values():
        for fact in _problem_facts(item, server, clients):
            yield fact.of(server.name, item.kind.name, item.key)


def _problem_facts(item: ItemView, server: ServerView, clients: Sequence[str]) -> Iterator[Fact]:
    yield from null_facts(Item(item.kind, {}), item.item)
    if item.kind is TOOL:
        yield from _difference_facts([], problems(item.item, server, clients))


def problems(item: Item, server: ServerView, clients: Sequence[str]) -> list[Problem]:
    """Return all problems of one tool, those of whole lists first."""
    found = [*list_problems(item.raw, server.header.protocol)]
    if clients:
        # Slow to import, and most policies name no clients.
        from govern.compare.reach.tools import tool_problems

        found += tool_problems(item.raw, server.name, clients)
    return found


def _addition_facts(
    old: ServerView, new: ServerView, added: Sequence[ItemView], clients: Sequence[str]
) -> Iterator[Change]:
    """Yield the problems of new items, except those for which the whole list was rejected before."""
    listed = [item.item for item in old.items.values()]
    with_null = {item.kind.name for item in listed if _has_null(item)}
    rejected_before = {problem.rule for item in listed if item.kind is TOOL for problem in problems(item, old, ())}
    for item in added:
        facts = [] if item.kind.name in with_null else [*null_facts(Item(item.kind, {}), item.item)]
        if item.kind is TOOL:
            found = problems(item.item, new, clients)
            facts += _difference_facts([], [problem for problem in found if problem.rule not in rejected_before])
        yield from (fact.of(new.name, item.kind.name, item.key) for fact in facts)


def _has_null(item: Item) -> bool:
    return any(True for _ in null_facts(Item(item.kind, {}), item))


def _difference_facts(old: Sequence[Problem], new: Sequence[Problem]) -> Iterator[Fact]:
    """Yield one fact for each kind of added problem, and one for each kind of removed problem."""
    had, has = ({problem.key for problem in side} for side in (old, new))
    added = [problem for problem in new if problem.key not in had]
    removed = [problem for problem in old if problem.key not in has]
    for rule in dict.fromkeys(problem.rule for problem in added):
        these = [problem for problem in added if problem.rule == rule]
        yield Fact(rule, _common_pointer(these), after=_pointers(these), values=_message_values(these))
    for rule in dict.fromkeys(problem.rule for problem in removed):
        these = [problem for problem in removed if problem.rule == rule]
        yield Fact(ids.REACH_RESTORED, _common_pointer(these), before=_pointers(these), values=_message_values(these))


def _pointers(these: Sequence[Problem]) -> list[str]:
    return sorted({problem.pointer for problem in these})


def _common_pointer(these: Sequence[Problem]) -> str:
    pointers = _pointers(these)
    return pointers[0] if len(pointers) == 1 else ""


def _message_values(these: Sequence[Problem]) -> dict[str, str]:
    from govern.compare.reach.clients import rejecting_clients

    whats = [*dict.fromkeys(problem.what for problem in these)]
    more = len(whats) - _MOST_NAMED
    named = "; ".join(whats[:_MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")
    *clients, last = dict.fromkeys(client for problem in these for client in rejecting_clients(problem.row))
    return {"what": named, "clients": f"{', '.join(clients)} and {last}" if clients else last}
