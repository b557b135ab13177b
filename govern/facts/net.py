"""The net under the walkers: whatever differs and none of them has named is a change of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.contract.json_text import canonical
from govern.contract.surface import ABSENT, Absent
from govern.facts import rule_ids as ids
from govern.facts.fact import Fact, step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.json_type import Json

_SIDES = {"dictionary_item_added": (False, True), "iterable_item_added": (False, True),
          "dictionary_item_removed": (True, False), "iterable_item_removed": (True, False)}  # fmt: skip


def unnamed(old: Json | Absent, new: Json | Absent, pointer: str) -> Iterator[Fact]:
    """Every place below `pointer` in which the two values differ."""
    if isinstance(old, Absent) or isinstance(new, Absent):
        if old is not new:
            yield Fact(ids.UNCLASSIFIED, pointer, old, new)
        return
    if canonical(old) == canonical(new):
        return
    # It takes a tenth of a second to import, and hardly any comparison needs it.
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
        # What it takes for equal and our digests do not, such as a true beside a 1.
        yield Fact(ids.UNCLASSIFIED, pointer, old, new)
