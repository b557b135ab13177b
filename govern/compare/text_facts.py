"""Changes of the texts that a model reads: hidden content, suspicious sentences, and other cues."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.facts import rule_ids as ids
from govern.facts.change import Fact
from govern.texts.parts import is_own_address, read_by_model

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.texts.cue import Cue
    from govern.texts.score import Suspect

_MOST_SHOWN = 6
_EXCERPT = 240


def text_facts(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[Fact]:
    """Yield at most one fact of each kind for the added texts of an item; `old` is empty for a new item."""
    before, after = list(read_by_model(old)), list(read_by_model(new))
    if {text for _, text in after} <= {text for _, text in before}:
        return
    # Slow to import, and most comparisons have no new text.
    from govern.texts.cues import added_cues
    from govern.texts.score import suspects

    cues = [cue for cue in added_cues(before, after) if not (cue.kind == "address" and is_own_address(cue.pointer))]
    hiding, others = [cue for cue in cues if cue.hides], [cue for cue in cues if not cue.hides]
    if hiding:
        yield _fact(ids.TEXT_HIDDEN, hiding)
    if steering := [each for each in suspects(before, after) if each.score > 0]:
        yield _steering(steering)
    if others:
        yield _fact(ids.TEXT_CUE_ADDED, others)


def _fact(rule: str, cues: list[Cue]) -> Fact:
    shown = [f"{cue.kind} at {cue.pointer or '/'}: {cue.excerpt}" for cue in cues]
    more = f"; and {len(shown) - _MOST_SHOWN} more" if len(shown) > _MOST_SHOWN else ""
    return Fact(rule, cues[0].pointer, after=[*shown], values={"cues": "; ".join(shown[:_MOST_SHOWN]) + more})


def _steering(found: list[Suspect]) -> Fact:
    from govern.texts.score import heaviest_grams

    first = found[0]
    sentence, grams = first.sentence.text, ", ".join(f"“{gram}”" for gram in heaviest_grams(first.sentence.words))
    why = f"suspicious: {grams}" if grams else "suspicious"
    shown = sentence if len(sentence) <= _EXCERPT else f"{sentence[:_EXCERPT]}…"
    values = {
        "sentence": shown,
        "why": why,
        "score": round(first.score, 2),
        "more": len(found) - 1,
    }
    return Fact(ids.TEXT_STEERS_MODEL, first.pointer, after=[each.sentence.text for each in found], values=values)
