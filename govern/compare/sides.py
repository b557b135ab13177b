"""Changes between two sides, apart from token costs."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from govern.compare.added_texts import text_facts
from govern.compare.items import item_facts
from govern.compare.servers import server_facts
from govern.compare.view import match, moved_items
from govern.contract.digests import part_digests
from govern.contract.surface import server_of, without_style
from govern.facts import rule_ids as ids
from govern.facts.change import Change, Fact
from govern.schemas.budget import TimeBudget

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from govern.compare.view import ItemView, Matched, ServerView, View
    from govern.facts.change import Reading

_WIRE_PARTS = ("surface", "input", "output", "arguments", "hints")


def changes(old: View, new: View, reading: Reading = "documented", reach: Sequence[str] = ()) -> list[Change]:
    """Return every change, server by server; items with equal digests are skipped.

    `reach` names the clients whose limits are checked.
    """
    pairs = {
        name: (old[name], new[name]) for name in sorted(old.keys() & new.keys()) if old[name].digest != new[name].digest
    }
    time = TimeBudget()
    matched = {name: match(before.items, after.items) for name, (before, after) in pairs.items()}
    new_servers = {name: match({}, new[name].items) for name in sorted(new.keys() - old.keys())}
    found = [
        Change(ids.SERVER_REMOVED, name, "server", "", before=old[name].source)
        for name in sorted(old.keys() - new.keys())
    ]
    for name in new_servers:
        found.append(Change(ids.SERVER_ADDED, name, "server", "", after=new[name].source))
        facts = text_facts({}, new[name].own_fields)
        found += [fact.of(name, "server", "") for fact in facts]
    for name, (before, after) in pairs.items():
        found += _server_changes(before, after, matched[name], reading, time.share())
        found += _reach_changes(before, after, matched[name], reach)
    found += _moves_removals_additions(matched | new_servers, new, reading, time)
    once = {each.fingerprint: each for each in found}.values()
    return sorted(once, key=lambda each: (each.server, each.kind, each.name))


def _server_changes(
    old: ServerView, new: ServerView, items: Matched, reading: Reading, time: TimeBudget
) -> Iterator[Change]:
    facts = chain(server_facts(old, new), text_facts(old.own_fields, new.own_fields))
    found = [fact.of(new.name, "server", "") for fact in facts]
    for before, after in (*items.kept, *(pair[:2] for pair in items.renamed)):
        found += [fact.of(new.name, after.kind.name, after.key) for fact in _item_facts(before, after, reading, time)]
    for before, after, score in items.renamed:
        values = {"similarity": score}
        rule = ids.RENAMED[before.kind.name]
        found.append(Change(rule, new.name, before.kind.name, before.key, "", before.key, after.key, values))
    if not found and not (items.removed or items.added) and not any(_cost_differs(*pair) for pair in items.kept):
        found.append(Change(ids.UNCLASSIFIED, new.name, "server", "", "", old.digest, new.digest))
    yield from found


def _reach_changes(old: ServerView, new: ServerView, items: Matched, clients: Sequence[str]) -> Iterator[Change]:
    if items.kept or items.renamed or items.added or old.header.protocol != new.header.protocol:
        from govern.compare.reach import reach_changes

        yield from reach_changes(old, new, items, clients)


def _item_facts(old: ItemView, new: ItemView, reading: Reading, time: TimeBudget) -> Sequence[Fact]:
    """Return the changes between two items, found once for all comparisons that share them."""
    if old.digest == new.digest or _is_identical(old, new):
        return ()
    for last, its_reading, facts in old.compared:
        if last is new and its_reading == reading:
            return facts
    before, after = old.decode(), new.decode()
    found = [*item_facts(before, after, reading, time), *text_facts(before.raw, after.raw)]
    if not found and old.key == new.key:
        found.append(Fact(ids.UNCLASSIFIED, "", old.digest, new.digest))
    old.compared[:] = [(new, reading, found)]
    return found


def _is_identical(old: ItemView, new: ItemView) -> bool:
    """Return whether two items are identical, by full digests: shown digests are short enough to forge."""
    same_short_digests = all(old.parts.get(part) == new.parts.get(part) for part in _WIRE_PARTS)
    return same_short_digests and part_digests(old.decode()) == part_digests(new.decode())


def _moves_removals_additions(
    matched: Mapping[str, Matched], new: View, reading: Reading, time: TimeBudget
) -> Iterator[Change]:
    """Yield moves between servers with the changes on the way, then removed and added items."""
    removed = [(name, item) for name, items in matched.items() for item in items.removed]
    added = [(name, item) for name, items in matched.items() for item in items.added]
    moves = moved_items(removed, added)
    for (origin, before), (target, after) in moves:
        sides = f"{origin}/{before.key}", f"{target}/{after.key}"
        yield Change(ids.MOVED[before.kind.name], origin, before.kind.name, before.key, "", *sides)
        for fact in _item_facts(before, after, reading, time):
            yield fact.of(target, after.kind.name, after.key)
    moved_ids = {id(item) for move in moves for _, item in move}
    for name, item in removed:
        if id(item) not in moved_ids:
            yield Change(ids.REMOVED[item.kind.name], name, item.kind.name, item.key, before=item.digest)
    renamed = [(name, item) for name, items in matched.items() for _, item, _ in items.renamed]
    names = _names_by_style(new) if added or renamed else {}
    for name, item in added:
        if id(item) not in moved_ids:
            yield from _addition(name, item)
        yield from _name_collision(new[name], item, names)
    for name, item in renamed:
        yield from _name_collision(new[name], item, names)


# The last of these that fits is the rule.
_ADDED_WITH_HINT = {"openWorldHint": ids.OPEN_WORLD_TOOL_ADDED, "destructiveHint": ids.DESTRUCTIVE_TOOL_ADDED}


def _addition(server: str, item: ItemView) -> Iterator[Change]:
    """Return the change that adds this item, and what its texts bring, whatever else is removed."""
    raw = item.decode().raw
    joined, annotations = [ids.ADDED[item.kind.name]], raw.get("annotations")
    if item.kind.name == "tool" and isinstance(annotations, dict):
        joined += [rule for hint, rule in _ADDED_WITH_HINT.items() if annotations.get(hint) is True]
    rule = joined.pop()
    yield Change(rule, server, item.kind.name, item.key, after=item.digest, values={"joined": joined})
    for fact in text_facts({}, raw):
        yield fact.of(server, item.kind.name, item.key)


def _name_collision(
    view: ServerView, item: ItemView, names: Mapping[str, frozenset[tuple[str, str]]]
) -> Iterator[Change]:
    if item.kind.name != "tool":
        return
    alike = names[without_style(item.key)]
    others = sorted(f"{other}/{key}" for other, key in alike if server_of(other) != server_of(view.name))
    if ("tool", item.key, 2) in view.items:
        others.append(f"{view.name}/{item.key}")
    if others:
        values = {"others": ", ".join(others)}
        yield Change(ids.TOOL_NAME_COLLIDES, view.name, "tool", item.key, "", after=others, values=values)


def _names_by_style(view: View) -> dict[str, frozenset[tuple[str, str]]]:
    names: dict[str, set[tuple[str, str]]] = {}
    for server in view.values():
        for item in server.items.values():
            if item.kind.name == "tool":
                names.setdefault(without_style(item.key), set()).add((server.name, item.key))
    return {style: frozenset(places) for style, places in names.items()}


def _cost_differs(old: ItemView, new: ItemView) -> bool:
    return old.parts.get("economics") != new.parts.get("economics")
