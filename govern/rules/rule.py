"""Rules and their table: what each kind of change means for a caller who did nothing wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.facts.change import Place

    Lane = Literal["compatibility", "text", "reach"]


# Findings of one lane never hide those of another.
LANES = {
    "compatibility": "compatibility",
    "text": "text that a model reads",
    "reach": "clients that lose tools",
}

NOTHING_TO_DO = "Nothing to do."


class Severity(StrEnum):
    """The harm of a change to callers, from least to most."""

    SAFE = "SAFE"
    RISKY = "RISKY"
    BREAKING = "BREAKING"

    @property
    def rank(self) -> int:
        """Return 0 for SAFE, 1 for RISKY and 2 for BREAKING."""
        return list(Severity).index(self)


@dataclass(frozen=True, slots=True)
class Example:
    """The smallest change that a rule matches: two items, or two whole servers where `kind` is "server"."""

    kind: Place
    before: dict[str, Any] | None
    after: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of the table; `message` is a template that the values of a change fill in.

    `mirror` is the rule for the reverse change, and `unmirrored` the reason where there is none.
    """

    id: str
    severity: Severity
    title: str
    message: str
    why: str
    remedy: str = NOTHING_TO_DO
    _: KW_ONLY
    example: Example
    lane: Lane = "compatibility"
    mirror: str | None = None
    unmirrored: str = ""
    waivable: bool = True
    since: str = "0.1.0"
    spec: str = ""


_MODULES = ("servers", "items", "texts", "hints", "schemas", "reach", "costs")
# The rows about schemas take longest to build, and most changes are of texts and costs.
_LOOKUP_ORDER = ("texts", "costs", "items", "servers", "hints", "reach", "schemas")


class _Table(Mapping[str, "Rule"]):
    def __getitem__(self, name: str) -> Rule:
        for module in _LOOKUP_ORDER:
            if rule := _rows(module).get(name):
                return rule
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        for module in _MODULES:
            yield from _rows(module)

    def __len__(self) -> int:
        return sum(len(_rows(module)) for module in _MODULES)


@cache
def _rows(module: str) -> dict[str, Rule]:
    return {rule.id: rule for rule in import_module(f"govern.rules.{module}").RULES}


RULES: Mapping[str, Rule] = _Table()
