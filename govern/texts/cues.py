"""All cues of a text, and those that a change introduces."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from govern.texts.cue import Cue
from govern.texts.encoded import blobs, is_command, is_long
from govern.texts.folding import fold
from govern.texts.hidden import hidden_cues
from govern.texts.parts import KNOWN_SHORT, SHORT, added_parts, parts
from govern.texts.references import asks_for_context, reference_cues

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from govern.texts.parts import Placed


def cues(text: str) -> Sequence[Cue]:
    """Return every cue of a text once, in reading order; of equal cues the first one that hides something."""
    return _cues_of_short(text) if len(text) <= SHORT else _cues(text)


@lru_cache(KNOWN_SHORT)
def _cues_of_short(text: str) -> Sequence[Cue]:
    """Return the cues of a keyword, a name or a type, which are most of the texts in a schema."""
    return _cues(text)


def _cues(text: str) -> Sequence[Cue]:
    found: dict[tuple[str, str], Cue] = {}
    for cue in sorted(_all(text), key=lambda cue: (not cue.hides, cue.position)):
        found.setdefault((cue.kind, cue.what), cue)
    return tuple(sorted(found.values(), key=lambda cue: (cue.position, cue.kind, cue.what)))


def added_cues(old: Collection[Placed], new: Iterable[Placed]) -> list[Cue]:
    """Return the cues of the new texts that no old text has, in reading order."""
    found: dict[tuple[str, str], Cue] = {}
    for pointer, start, text in added_parts(old, new):
        if asks_for_context(pointer, text):
            found["model-context", text] = Cue("model-context", f"asks for {text}", excerpt=text, pointer=pointer)
        for cue in cues(text):
            key = cue.kind, cue.what
            if key not in found or cue.hides > found[key].hides:
                found[key] = replace(cue, pointer=pointer, position=start + cue.position)
    if not found:
        return []
    texts = {part for text in {text for _, text in old} for _, part in parts(text)}
    known = {(cue.kind, cue.what): cue.hides for text in texts for cue in cues(text)}
    return [cue for key, cue in found.items() if key not in known or cue.hides > known[key]]


def _all(text: str) -> Iterator[Cue]:
    yield from hidden_cues(text)
    folded = fold(text)
    for cue in reference_cues(folded.text):
        yield replace(cue, position=folded.origin(cue.position))
    for blob, position, plain in blobs(folded.text):
        if plain or is_long(blob):
            shown = f"{blob[:40]}… decodes to {plain[:100]!r}" if plain else blob[:80]
            yield Cue("encoded", f"blob {blob[:60]}", is_command(plain), shown, folded.origin(position))
