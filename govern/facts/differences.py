"""Differences between two values, either of which may be missing."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from govern.contract.json_text import canonical
from govern.contract.surface import ABSENT, Absent
from govern.facts import rule_ids as ids
from govern.facts.change import Fact, step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.json_type import Json

    Value = Json | Absent

Elsewhere = tuple[Collection[str], Collection[str]]
_SIDES = {"dictionary_item_added": (False, True), "iterable_item_added": (False, True),
          "dictionary_item_removed": (True, False), "iterable_item_removed": (True, False)}  # fmt: skip


def differs(old: Value, new: Value) -> bool:
    """Return whether two values differ, either of which may be missing."""
    if isinstance(old, Absent) or isinstance(new, Absent):
        return old is not new
    return canonical(old) != canonical(new)


def as_objects(old: Value, new: Value) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Return both values as objects, with {} for a missing one, or None if one is not an object."""
    sides = tuple({} if isinstance(value, Absent) else value for value in (old, new))
    return (sides[0], sides[1]) if isinstance(sides[0], dict) and isinstance(sides[1], dict) else None


def unclassified_facts(old: Json | Absent, new: Json | Absent, pointer: str) -> Iterator[Fact]:
    """Yield an unclassified fact for each place below `pointer` in which two values differ."""
    if isinstance(old, Absent) or isinstance(new, Absent):
        if old is not new:
            yield Fact(ids.UNCLASSIFIED, pointer, old, new)
        return
    if canonical(old) == canonical(new):
        return
    # Takes 0.1 s to import, and few comparisons need it.
    from deepdiff import DeepDiff

    found = 0
    for report, places in DeepDiff(old, new, view="tree", verbose_level=2, threshold_to_diff_deeper=0).items():
        had, has = _SIDES.get(report, (True, True))
        for place in places:
            where = pointer
            for key in place.path(output_format="list"):
                where = step(where, key)
            found += 1
            yield Fact(ids.UNCLASSIFIED, where, place.t1 if had else ABSENT, place.t2 if has else ABSENT)
    if not found:
        # DeepDiff treats some values as equal that digests do not, such as true and 1.
        yield Fact(ids.UNCLASSIFIED, pointer, old, new)


def reworded_facts(
    rules: tuple[str, str], pointer: str, old: Json | Absent, new: Json | Absent, elsewhere: Elsewhere = ((), ())
) -> Iterator[Fact]:
    """Yield a fact for a changed text, by the first rule, or by the second where only its form changed.

    The form is white space, letter case and Unicode form. The second rule also covers a text that is added or removed
    while empty, or that repeats a text of the other side in `elsewhere`, such as the name.
    """
    if not all(isinstance(value, (str, Absent)) for value in (old, new)):
        yield from unclassified_facts(old, new, pointer)
        return
    if old == new:
        return
    if isinstance(old, str) and isinstance(new, str):
        spelled = _plain(old) == _plain(new)
    else:
        text, known = (new, elsewhere[0]) if isinstance(old, Absent) else (old, elsewhere[1])
        spelled = _adds_nothing(str(text), known)
    changed, respelled = rules
    yield Fact(respelled if spelled else changed, pointer, old, new)


def _adds_nothing(text: str, known: Collection[str]) -> bool:
    letters = _letters(text)
    return not text.strip() or (letters != "" and letters in set(map(_letters, known)))


def _plain(text: str) -> str:
    return " ".join(normalize("NFC", text).split()).casefold()


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
