"""Compute the share of an answer's leaf values that a model still sees after a reduction."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from govern.economics.answer_blocks import answer_blocks, compacted
from govern.economics.profile import Saving, count_tokens
from govern.reductions.reduce import ReductionLimits, reduce_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# The scalars of JSON, also inside of the lines of chunks; a string before a colon is a key.
_SCALAR = re.compile(r'"(?:[^"\\]|\\.)*+"(\s*+:)?|-?\d[\d.eE+-]*+|\b(?:true|false|null)\b')
_TEXTS = ("text", "json", "structuredContent")
_LONGEST_INTENT = 1_000
REDUCTIONS = tuple(each.name for each in fields(ReductionLimits))
_SHORT = min(getattr(ReductionLimits(), name) for name in REDUCTIONS)


def savings(text: str, tokens: int, intent: str, encoding: str) -> Mapping[str, Saving]:
    """Return what each reduction by itself does to a text without needless white space, at the default limits."""
    leaves_of = json_leaves if text.startswith(("{", "[")) else _lines
    leaves = leaves_of(text)
    if tokens <= _SHORT:
        return dict.fromkeys(REDUCTIONS, Saving(0, leaves.total(), 0))
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


def answer_savings(answer: Any, arguments: Any, encoding: str) -> Mapping[str, Saving]:
    """Return what each reduction does to a recorded answer; the texts of its arguments stand for the intent."""
    intent = " ".join(_strings(arguments))[:_LONGEST_INTENT]
    found: dict[str, Saving] = {}
    for block in answer_blocks(answer).blocks:
        if block.text and block.type in _TEXTS:
            text = compacted(block.text) or block.text
            for name, saving in savings(text, count_tokens(text, encoding), intent, encoding).items():
                found[name] = found.get(name, Saving()) + saving
    return found


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _strings(inner)
