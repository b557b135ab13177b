"""The cues of a text, those that a change introduces, and what they come to."""

from __future__ import annotations

from itertools import combinations

from govern.compare.text import encoded
from govern.compare.text.addresses import address_cues
from govern.compare.text.cue import Cue
from govern.compare.text.folding import fold, gathered
from govern.compare.text.marks import mark_cues
from govern.compare.text.parts import LONG, parts
from govern.compare.text.steering import steering_cues
from govern.compare.text.tables import ONLY_THE_MODELS
from govern.compare.text.tongues import foreign_cues
from govern.compare.text.weighing import WEIGHS
from govern.dataclass import replace
from govern.regex import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Literal

    from govern.compare.text.cue import CueKind
    from govern.compare.text.folding import Folded
    from govern.compare.text.places import Placed

    Verdict = Literal["poisoned", "noted", "clean"]
_LONGEST_NAME, _BESIDE = 128, 80
_ONLY_THE_MODELS = regex(ONLY_THE_MODELS)
# Weak cues that steer when a change brings both: one says what is wanted, the other that it must or shall not be seen.
_TOGETHER: frozenset[frozenset[CueKind]] = frozenset(
    frozenset(pair)
    for pair in (
        ("concealment", "exfiltration"),
        ("concealment", "sensitive-path"),
        ("authority", "exfiltration"),
        ("authority", "concealment"),
        ("instruction", "exfiltration"),
        ("instruction", "concealment"),
        ("sensitive-path", "exfiltration"),
        ("markup", "exfiltration"),
        ("markup", "concealment"),
        ("markup", "sensitive-path"),
        ("markup", "other-tools"),
        ("concealment", "other-tools"),
        ("authority", "other-tools"),
        ("encoded", "instruction"),
        ("encoded", "concealment"),
    )
)


def cues(text: str, own_tools: frozenset[str] = frozenset(), beside: str = "") -> frozenset[Cue]:
    """Every cue in the text; `own_tools` are names that belong to the same server, whose order is its own business.

    Of a long text, what stands in `beside` as well is not read again.
    """
    found: dict[tuple[CueKind, str], Cue] = {}
    for cue in _in_parts(text, own_tools, beside):
        held = found.get((cue.kind, cue.what))
        if held is None or (cue.strong and not held.strong):
            found[cue.kind, cue.what] = cue
    return frozenset(found.values())


def introduced(old: Iterable[Placed], new: Iterable[Placed], own_tools: frozenset[str] = frozenset()) -> list[Cue]:
    """The cues that the new texts have and the old ones had nowhere, in reading order."""
    old, new = list(old), list(new)
    before = {text for _, text in old}
    own = own_tools | _names(text for _, text in old) | _names(text for _, text in new)
    found = _found(new, before, own, {pointer: text for pointer, text in old if len(text) > LONG})
    if not found:
        return []
    # What a text says in place of another was mostly said there; the others are read where that is not so.
    after = {text for _, text in new}
    had: dict[tuple[CueKind, str], bool] = {}
    for texts in (before - after, before & after):
        _add(had, (cue for text in texts for cue in cues(text, own)))
        if not _fresh(found, had):
            return []
    return list(_once(_fresh(found, had)))


class TextsRead:
    """Many texts that are read once, for many others to be held against."""

    def __init__(self, placed: Iterable[Placed], own_tools: frozenset[str]) -> None:
        self._texts = {text for _, text in placed}
        self._own = own_tools | _names(self._texts)
        self._had: dict[tuple[CueKind, str], bool] | None = None

    def introduced(self, new: list[Placed]) -> list[Cue]:
        """The cues that the new texts have and these have nowhere, in reading order."""
        found = _found(new, self._texts, self._own | _names(text for _, text in new), {})
        if not found:
            return []
        if self._had is None:
            self._had = {}
            _add(self._had, (cue for text in self._texts for cue in cues(text, self._own)))
        return list(_once(_fresh(found, self._had)))


def _found(
    new: list[Placed], before: set[str], own: frozenset[str], old_at: Mapping[str, str]
) -> dict[tuple[CueKind, str], Cue]:
    """The first cue of each kind and words in the texts that were not there before."""
    found: dict[tuple[CueKind, str], Cue] = {}
    for pointer, text in new:
        if text in before:
            continue
        if _asks_model(pointer, text):
            what = f"asked of the model: {text.lower()}"
            found["exfiltration", what] = Cue("exfiltration", what, strong=True, excerpt=text, pointer=pointer)
        read = cues(text, own, old_at.get(pointer, ""))
        for cue in sorted(read, key=lambda cue: (cue.position, cue.kind, cue.what)):
            found.setdefault((cue.kind, cue.what), replace(cue, pointer=pointer))
    return found


def _asks_model(pointer: str, name: str) -> bool:
    """Whether an argument of this name wants what only the model has, such as `conversation_history`."""
    argument = pointer.startswith("/inputSchema/") and pointer.endswith(f"/properties/{name}")
    return argument and bool(_ONLY_THE_MODELS.fullmatch(name.replace("_", "").lower()))


def _once(fresh: list[Cue]) -> Iterator[Cue]:
    """What only weighs much is not told where the same words steer by something that can be named."""
    named = [cue for cue in fresh if cue.strong and not cue.weight]
    for cue in fresh:
        if not cue.weight or not any(_overlap(cue, other) for other in named):
            yield cue


def _overlap(one: Cue, other: Cue) -> bool:
    first, second = sorted((one, other), key=lambda cue: cue.position)
    return one.pointer == other.pointer and second.position < first.position + len(first.excerpt)


def _add(had: dict[tuple[CueKind, str], bool], said: Iterable[Cue]) -> None:
    """A cue was strong where it was so in any text, whichever is read first."""
    for cue in said:
        had[cue.kind, cue.what] = cue.strong or had.get((cue.kind, cue.what), False)


def _fresh(found: Mapping[tuple[CueKind, str], Cue], had: Mapping[tuple[CueKind, str], bool]) -> list[Cue]:
    fresh = [cue for key, cue in found.items() if key not in had or (cue.strong and not had[key])]
    heavy = [set(what.split()) for _, what in had if what.startswith(WEIGHS)]
    return [cue for cue in fresh if not (cue.weight and _reworded(cue, heavy))]


def _reworded(cue: Cue, heavy: list[set[str]]) -> bool:
    """Whether a sentence that weighs much did so before, in nearly the same words."""
    words = set(cue.what.split())
    return any(2 * len(words & held) > len(words) for held in heavy)


def verdict(found: Iterable[Cue]) -> Verdict:
    """What introduced cues come to: a poisoned change, one to note, or nothing."""
    found = list(found)
    if not found:
        return "clean"
    kinds = {cue.kind for cue in found}
    together = any(frozenset(pair) in _TOGETHER for pair in combinations(kinds, 2))
    return "poisoned" if together or any(cue.strong for cue in found) else "noted"


def _in_parts(text: str, own: frozenset[str], beside: str) -> Iterator[Cue]:
    for start, part in parts(text, beside):
        for cue in _all(part, own):
            yield replace(cue, position=start + cue.position) if start else cue


def _all(text: str, own: frozenset[str]) -> Iterator[Cue]:
    yield from mark_cues(text)
    folded = fold(text)
    for cue in _read(folded.text, own):
        yield replace(cue, position=folded.origin(cue.position)) if folded.origins else cue
    yield from _gathered(folded, own)
    yield from _encoded(folded, own)


def _read(plain: str, own: frozenset[str]) -> Iterator[Cue]:
    yield from address_cues(plain)
    yield from steering_cues(plain, own)
    yield from foreign_cues(plain)


def _gathered(folded: Folded, own: frozenset[str]) -> Iterator[Cue]:
    """What is only there once spaced-out letters are put together."""
    together = gathered(folded.text)
    if together != folded.text:
        for cue in steering_cues(together, own):
            yield replace(cue, position=0)


def _encoded(folded: Folded, own: frozenset[str]) -> Iterator[Cue]:
    for blob, position, plain in encoded.blobs(folded.text):
        # A sentence may be encoded in part: what follows the blob is read with it.
        follows = folded.text[position + len(blob) : position + len(blob) + _BESIDE]
        steers = encoded.is_command(plain) or any(cue.strong for cue in _read(plain + follows if plain else "", own))
        if steers or plain or encoded.is_long(blob):
            shown = f"{blob[:40]}… says {plain[:100]!r}" if plain else blob[:80]
            yield Cue("encoded", f"blob {blob[:60]}", steers, shown, folded.origin(position))
    for match in encoded.data_uris(folded.text):
        strong = "html" in match[1].lower() or "script" in match[1].lower()
        yield Cue("encoded", f"data {match[1].lower()}", strong, match[0], folded.origin(match.start()))


def _names(texts: Iterable[str]) -> frozenset[str]:
    """Names of fields, values and tools: what is one word by itself."""
    return frozenset(text.lower() for text in texts if len(text) <= _LONGEST_NAME and not any(map(str.isspace, text)))
