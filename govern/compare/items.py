"""What changed in one item, part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.compare.nulls import null_facts, without_nulls
from govern.contract.surface import ABSENT, Absent
from govern.facts.fact import Fact
from govern.facts.rewording import text_facts
from govern.facts.values import differs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.surface import Item
    from govern.facts.change import Reading
    from govern.facts.rewording import Elsewhere
    from govern.facts.values import Value
    from govern.schemas.budget import TimeBudget

_DATA = ("mimeType",)


def item_facts(old: Item, new: Item, reading: Reading, effort: TimeBudget) -> Iterator[Fact]:
    """Every fact about two items' objects; a null where the protocol has a field that may be left out is told once."""
    yield from null_facts(old, new)
    old, new = without_nulls(old), without_nulls(new)
    yield from _texts(old, new)
    for part in new.kind.json_parts:
        was, now = old.part(part), new.part(part)
        if differs(was, now):
            yield from _part(part, was, now, reading, effort)
    if differs(old.hints, new.hints):
        yield from _hints(old, new)


def _part(part: str, was: Value, now: Value, reading: Reading, effort: TimeBudget) -> Iterator[Fact]:
    if part == "arguments":
        from govern.compare.arguments import argument_facts

        return argument_facts(was, now)
    from govern.schemas import schema_facts

    return schema_facts(part, was, now, reading, effort)


def _texts(old: Item, new: Item) -> Iterator[Fact]:
    for name in new.kind.texts:
        before, after = old.surface.get(name, ABSENT), new.surface.get(name, ABSENT)
        if name not in _DATA:
            elsewhere = _named(old, new) if name == "title" else ((), ())
            yield from text_facts(f"{new.kind.name}-{name}", f"/{name}", before, after, elsewhere)
        elif before != after:
            yield Fact(f"{new.kind.name}-mime-{_of_types(before, after)}", f"/{name}", before, after)


def _of_types(old: str | Absent, new: str | Absent) -> str:
    if isinstance(old, Absent):
        return "declared"
    if isinstance(new, Absent):
        return "withdrawn"
    from govern.compare.media_types import media_type

    return "respelled" if media_type(old) == media_type(new) else "changed"


def _hints(old: Item, new: Item) -> Iterator[Fact]:
    """A title is told once, though it may stand among the annotations too."""
    from govern.compare.hints import hint_facts

    titles = old.surface.get("title", ABSENT), new.surface.get("title", ABSENT)
    for fact in hint_facts(new.kind.name, old.hints, new.hints):
        if fact.rule != "annotation-title-changed":
            yield fact
        elif (fact.before, fact.after) != titles:
            yield from text_facts("annotation-title", fact.pointer, fact.before, fact.after, _named(old, new))


def _named(old: Item, new: Item) -> Elsewhere:
    """By what each side is called anyway."""
    names = [name for side in (old, new) for name in (side.key, side.surface.get("name")) if name is not None]
    return (*names, *_titles(old)), (*names, *_titles(new))


def _titles(item: Item) -> list[str]:
    annotations = item.raw.get("annotations")
    among = annotations.get("title") if isinstance(annotations, dict) else None
    return [title for title in (item.title, among) if isinstance(title, str)]
