"""Sentences as sets of what they are about, whatever the order of their words: the broad half of the rules.

Each sentence is asked once for each rule.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import islice

from govern.compare.text.cue import Cue
from govern.compare.text.meaning_well import (
    conforms,
    distrusts,
    filters,
    harms_nobody,
    keeps_secrets,
    keeps_to_files,
    logs_in,
    makes_no_sound,
    names_source,
    needs_no_more,
    not_yet,
    of_other_people,
    only_tells,
    protects,
    says_plainly,
    sets_own,
)
from govern.compare.text.reading import ACTED, ORDERED, SPEAKS_OF, Said, sentences
from govern.compare.text.rule import Thought
from govern.compare.text.tables import BIT, THOUGHTS
from govern.compare.text.weighing import weighed_cue
from govern.dataclass import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from govern.compare.text.reading import Sentence
    from govern.compare.text.tokens import Token

_PLAIN = sum(BIT[name] for name in ("oblige", "model", "user", "when", "all", "not", "tool", "run", "other"))
_MOST_WORDS, _MOST_HITS, _NEAR, _NEGATES, _LONGEST_EXCERPT = 48, 6, 5, 5, 160

# What makes up for which rules.
_EXCUSES: tuple[tuple[frozenset[str], Callable[[str], bool]], ...] = (
    (frozenset({"unasked", "destroy", "grant", "each-turn", "persist", "weaken", "consent"}), protects),
    (frozenset({"unasked", "consent"}), harms_nobody),
    (frozenset({"destroy", "grant", "weaken", "persist"}), only_tells),
    (frozenset({"untold"}), keeps_secrets),
    (frozenset({"untold"}), says_plainly),
    (frozenset({"unseen"}), of_other_people),
    (frozenset({"quietly", "silent"}), makes_no_sound),
    (frozenset({"only-tell"}), filters),
    (frozenset({"by-order"}), conforms),
    (frozenset({"ignore-orders"}), sets_own),
    (frozenset({"secret-file"}), names_source),
    (frozenset({"loot-out"}), logs_in),
    (frozenset({"untold"}), not_yet),
    (frozenset({"secret-file"}), keeps_to_files),
    (frozenset({"obey"}), distrusts),
    (frozenset({"avoid-tools", "other-tools"}), needs_no_more),
)

Hit = tuple[Said, ...]


def thought_cues(text: str, tokens: Sequence[Token], own: frozenset[str] = frozenset()) -> Iterator[Cue]:
    """A cue for each rule that a sentence of the text answers to."""
    for sentence in sentences(text, tokens, own):
        mask = sentence.mask
        for rarest, unless, needs, *ready in THOUGHTS:
            if rarest & mask and not mask & unless and all(mask & need for need in needs):
                yield from _cue(_ready(*ready), sentence, text)
        if cue := weighed_cue(text, sentence):
            yield cue


@dataclass(frozen=True, slots=True)
class _Ready:
    """A rule with the masks of each of its parts, word after word."""

    rule: Thought
    parts: tuple[tuple[int, ...], ...]
    deniable: bool


def _cue(ready: _Ready, sentence: Sentence, text: str) -> Iterator[Cue]:
    rule, said = ready.rule, sentence.said
    words = _found(ready, said)
    if words and not _of_itself(rule, words) and not SPEAKS_OF.search(text, said[0].start, words[-1].end):
        start, end = (_denial(words[0], said) if not ready.deniable else words[0]).start, words[-1].end
        what = " ".join(sorted({word.word for word in words if word.mask & ~_PLAIN}))
        excerpt = text[start : min(end, start + _LONGEST_EXCERPT)]
        if not _means_well(rule, text[sentence.tokens[0][2] : sentence.tokens[-1][3]]):
            yield Cue(rule.kind, f"{rule.name}: {what}", rule.strong, excerpt, start)


def _means_well(rule: Thought, sentence: str) -> bool:
    """Whether what would steer is done by the user's leave, or harms nobody who is not asked."""
    plain = " ".join(sentence.split())
    return any(rule.name in names and says(plain) for names, says in _EXCUSES)


def _of_itself(rule: Thought, words: list[Said]) -> bool:
    """Whether it carries nothing anywhere: it tells what the tool does, as in `Reads ~/.aws/config`, or forbids it."""
    if rule.kind != "exfiltration":
        return False
    first = words[0]
    tells = first.word.endswith("s") and first.mask & ACTED and not first.mask & ORDERED
    return (first.at == 0 and bool(tells)) or (_carried(words, "not") and not _carried(words, "do", "is"))


def _carried(words: list[Said], *ways: str) -> bool:
    return any(word.mask & BIT[f"{done}:{act}"] for word in words for done in ways for act in ("put", "move"))


def _found(ready: _Ready, said: list[Said]) -> list[Said]:
    """The words that speak of all that the rule asks for, near enough to one another, if there are any."""
    first, *others = ([*islice(_hits(part, said), _MOST_HITS)] for part in ready.parts)
    if not first or not all(others):
        return []
    for hit in first:
        words = list(hit)
        for hits in others:
            words += min(hits, key=lambda each: _spread([*words, *each]))
        said_for = Counter(word.at for word in words)
        words = sorted({word.at: word for word in words}.values(), key=lambda word: word.at)
        enough = all(said_for[word.at] <= 1 + word.several for word in words)
        if enough and words[-1].at - words[0].at <= ready.rule.within and not (ready.deniable and _denied(words, said)):
            return words
    return []


def _denied(words: list[Said], said: list[Said]) -> bool:
    """Whether it is what shall not be."""
    first = words[0]
    return any(
        each.mask & BIT["never"] and each.clause == first.clause and 0 < first.at - each.at <= _NEGATES for each in said
    )


def _denial(first: Said, said: list[Said]) -> Said:
    """The word that forbids what is told of from here on, so that what is shown says the same as the text."""
    before = (word for word in said if word.clause == first.clause and 0 < first.at - word.at <= _NEGATES)
    return next((word for word in before if word.mask & BIT["not"]), first)


def _hits(part: tuple[int, ...], said: list[Said]) -> Iterator[Hit]:
    """The words that are about a part; those of `a ~ b` follow one another closely."""
    for index, each in enumerate(said):
        if each.mask & part[0]:
            hit = [each]
            for need in part[1:]:
                after = [next_ for next_ in said[index + 1 : index + 1 + _NEAR] if next_.mask & need]
                if not after or after[0].at - hit[-1].at > _NEAR or after[0].clause != each.clause:
                    break
                hit.append(after[0])
            if len(hit) == len(part):
                yield tuple(hit)


def _spread(words: list[Said]) -> int:
    """How far the words are apart; one word for two things counts as far, since two are asked for."""
    single = [word.at for word in words if not word.several]
    places = [word.at for word in words]
    return max(places) - min(places) + _MOST_WORDS * (len(single) - len(set(single)))


@cache
def _ready(parts: tuple[tuple[int, ...], ...], deniable: bool, *written: Any) -> _Ready:  # noqa: FBT001 - as tables.py has it
    return _Ready(Thought(*written), parts, deniable)
