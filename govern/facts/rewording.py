"""A text that is not what it was, as a fact: only spelled otherwise, or said otherwise."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING
from unicodedata import normalize

from govern.contract.surface import Absent
from govern.facts.fact import Fact
from govern.facts.net import unnamed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.json_type import Json

Elsewhere = tuple[Collection[str], Collection[str]]


def reworded_facts(
    rules: tuple[str, str], pointer: str, old: Json | Absent, new: Json | Absent, elsewhere: Elsewhere = ((), ())
) -> Iterator[Fact]:
    """The first of `rules`, or the second where white space, case or the make-up of letters is all that moved.

    So is what comes or goes and is empty, or says no more than the side without it says `elsewhere`, as by its name.
    """
    if not all(isinstance(value, (str, Absent)) for value in (old, new)):
        yield from unnamed(old, new, pointer)
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
