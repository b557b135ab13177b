"""What a reduction hides: the share of an answer's leaf values that a model still sees."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from govern.economics.profile import count_tokens
from govern.reductions.reduce import ReductionLimits, reduce_text

if TYPE_CHECKING:
    from collections.abc import Mapping

# The scalars of JSON, also inside of the lines of chunks; a string before a colon is a key.
_SCALAR = re.compile(r'"(?:[^"\\]|\\.)*+"(\s*+:)?|-?\d[\d.eE+-]*+|\b(?:true|false|null)\b')
REDUCTIONS = tuple(each.name for each in fields(ReductionLimits))


@dataclass(frozen=True, slots=True)
class Saving:
    """What one reduction saves in tokens, and how many of the leaf values it hides."""

    tokens: int = 0
    leaves: int = 0
    hidden: int = 0

    def __add__(self, other: Saving) -> Saving:
        return Saving(self.tokens + other.tokens, self.leaves + other.leaves, self.hidden + other.hidden)

    @property
    def visible(self) -> float:
        """Return the share of the leaf values that is still there."""
        return 1 - self.hidden / self.leaves if self.leaves else 1.0


def savings(text: str, tokens: int, intent: str, encoding: str) -> Mapping[str, Saving]:
    """Return what each reduction by itself does to a text without needless white space, at the default limits."""
    leaves_of = json_leaves if text.startswith(("{", "[")) else _lines
    leaves = leaves_of(text)
    found = {}
    for name in REDUCTIONS:
        alone = ReductionLimits(**{each: getattr(ReductionLimits(), each) * (each == name) for each in REDUCTIONS})
        shorter = reduce_text(text, alone, intent, encoding).text
        if shorter == text:
            found[name] = Saving(0, leaves.total(), 0)
        else:
            hidden = (leaves - leaves_of(shorter)).total()
            found[name] = Saving(tokens - count_tokens(shorter, encoding), leaves.total(), hidden)
    return found


def json_leaves(text: str) -> Counter[str]:
    """Return the scalars in JSON or in parts of it, without keys."""
    return Counter(found[0] for found in _SCALAR.finditer(text) if not found[1])


def _lines(text: str) -> Counter[str]:
    return Counter(line for line in text.splitlines() if line.strip())
