"""What was edited once and is seen in several places, since all of them refer to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.schemas.edits.places import pointer_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.schemas.edits.edit import Edit
    from govern.schemas.edits.form import Form

_HARM = ("no", "unknown", "yes")
Seen = tuple["Edit", str]  # what was edited, as it leads from old to new, and whether it breaks


def without_echoes(seen: Sequence[Seen], old: Form, new: Form) -> set[int]:
    """The indexes of what is told: of edits that are one, the most harmful, and of those the one that says most.

    A definition that is no longer what it was may be told by the word that changed where it is referred to plainly, and
    as a whole where its normal form is another, such as beside null.
    """
    if not any(edit.keyword == "" for edit, _ in seen):
        return {*range(len(seen))}
    places = [pointer_of(edit, old, new) for edit, _ in seen]
    told: list[int] = []
    for at in sorted(range(len(seen)), key=lambda at: (-_HARM.index(seen[at][1]), _exactness(seen[at][0]), at)):
        if not any(_are_one(seen[at], places[at], seen[other], places[other]) for other in told):
            told.append(at)
    return {*told}


def _exactness(edit: Edit) -> int:
    """A type that became another says it all; a word of what is joined with others says more than the whole of it."""
    return 1 if edit.keyword else 0 if edit.family == "type" else 2


def _is_whole(seen: Seen) -> bool:
    return seen[0].keyword == ""


def _are_one(one: Seen, place: str, other: Seen, there: str) -> bool:
    """Whether one is what the other tells: of two places that lead to one definition, either as a whole."""
    if one[0].path == other[0].path:
        return False
    if _is_whole(one) and _is_whole(other):
        return place == there
    if _is_whole(one):
        return there.startswith(f"{place}/") and _lead_here(one[0], other[0])
    return _is_whole(other) and place.rpartition("/")[0] == there and _lead_here(one[0], other[0])


def _lead_here(whole: Edit, part: Edit) -> bool:
    """Whether neither is inside of the other, so that both are seen of the same definition."""
    length = min(len(whole.path), len(part.path))
    return whole.path[:length] != part.path[:length]
