"""What changed in one item, part by part."""

from collections.abc import Iterator
from dataclasses import replace

from govern.compare.arguments import argument_facts
from govern.compare.change import Reading
from govern.compare.fact import Fact
from govern.compare.hints import differs, hint_facts
from govern.compare.schemas.edits import schema_changes
from govern.compare.words import text_facts
from govern.contract.surface import ABSENT, Item

_DATA = ("mimeType",)


def item_facts(old: Item, new: Item, reading: Reading) -> Iterator[Fact]:
    """Every fact about two items' objects."""
    kind = new.kind
    for name in kind.texts:
        before, after = old.surface.get(name, ABSENT), new.surface.get(name, ABSENT)
        if name not in _DATA:
            yield from text_facts(f"{kind.name}-{name}", f"/{name}", before, after)
        elif before != after:
            how = "declared" if before is ABSENT else "withdrawn" if after is ABSENT else "changed"
            yield Fact(f"{kind.name}-mime-{how}", f"/{name}", before, after)
    for part in kind.json_parts:
        was, now = old.part(part), new.part(part)
        if part == "arguments":
            yield from argument_facts(was, now) if differs(was, now) else ()
        else:
            for fact in schema_changes("input" if part == "input" else "output", was, now, reading=reading):
                yield replace(fact, pointer=f"/{kind.json_parts[part]}{fact.pointer}")
    titles = old.surface.get("title", ABSENT), new.surface.get("title", ABSENT)
    for fact in hint_facts(kind.name, old.hints, new.hints):
        # A title is told once, though it may stand among the annotations too.
        if not (fact.pointer == "/annotations/title" and (fact.before, fact.after) == titles):
            yield fact
