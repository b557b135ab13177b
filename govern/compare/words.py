"""A text that is not what it was, as a fact: only spelled otherwise, or said otherwise."""

from collections.abc import Iterator

from govern.compare.fact import Fact
from govern.compare.net import unnamed
from govern.contract.json_text import Json
from govern.contract.surface import Absent


def text_facts(rule: str, pointer: str, old: Json | Absent, new: Json | Absent) -> Iterator[Fact]:
    """`rule`-changed, or `rule`-respelled where white space or case is all that moved."""
    if not all(isinstance(value, (str, Absent)) for value in (old, new)):
        yield from unnamed(old, new, pointer)
        return
    if old == new:
        return
    both = isinstance(old, str) and isinstance(new, str)
    spelled = both and _plain(str(old)) == _plain(str(new))
    yield Fact(f"{rule}-{'respelled' if spelled else 'changed'}", pointer, old, new)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
