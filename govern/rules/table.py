"""The table of all rules by id; the rows of a module are built when a rule is first looked up there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.rules.rule import Rule

_ROOMS = ("servers", "items", "texts", "hints", "inputs", "outputs", "reach", "costs")
# The order of lookups: the rows about schemas take longest to build, and most changes are of texts and costs.
_SOUGHT = ("texts", "costs", "items", "servers", "hints", "reach", "inputs", "outputs")


class _Table(Mapping[str, "Rule"]):
    def __getitem__(self, name: str) -> Rule:
        for room in _SOUGHT:
            if rule := _rows(room).get(name):
                return rule
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        for room in _ROOMS:
            yield from _rows(room)

    def __len__(self) -> int:
        return sum(len(_rows(room)) for room in _ROOMS)


@cache
def _rows(room: str) -> dict[str, Rule]:
    return {rule.id: rule for rule in import_module(f"govern.rules.{room}").RULES}


RULES: Mapping[str, Rule] = _Table()
