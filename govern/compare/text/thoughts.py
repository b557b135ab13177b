"""Sentences as sets of what they are about, whatever the order of their words: the broad half of the rules.

Each word is looked up once and each sentence asked once for each rule, so a text takes as long as it is.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from govern.compare.text.concepts import END, LETTER, PAUSE, Token
from govern.compare.text.cue import Cue
from govern.compare.text.folding import fold
from govern.compare.text.rules.rule import Thought
from govern.compare.text.rules.thoughts import THOUGHTS
from govern.compare.text.vocabulary import CONCEPTS

_SPECIAL = ("path", "softpath", "url", "mail", "name", "account", "doer", "quoted")
_BIT = {name: 1 << index for index, name in enumerate([*CONCEPTS, *_SPECIAL])}
_OF_LETTER = {LETTER[name]: _BIT[name] for name in _SPECIAL[:-2]} | {LETTER["secret"]: _BIT["secret"]}
_LOOT = sum(_BIT[name] for name in ("secret", "talk", "inner", "private"))
_ACTS = sum(_BIT[name] for name in ("take", "move", "put", "run", "redirect", "destroy"))
_PLAIN = sum(_BIT[name] for name in ("oblige", "model", "user", "when", "all", "not", "tool", "run", "other"))
_SHORTEST_STEM, _MOST_WORDS, _NEAR, _NEGATES, _LONGEST_EXCERPT = 3, 48, 5, 4, 160
# Verbs of names that say too little to be an act in a sentence.
_PLAINEST = frozenset({"get", "create", "make", "do"})
_PART = re.compile(r"[-_.]+")
_SPEAKS_OF = re.compile(
    r"\b(?:detect\w*|scan(?:s|ner)|flags?|classif\w+|attempts?|phrases?|e\.g|such as|simulat\w+|reject\w*|malicious"
    r"|illustrat\w+|vulnerab\w+|attacks?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Said:
    """A word or phrase: what it is about, its place in sentence and text, and whether it is several words."""

    mask: int
    word: str
    at: int
    several: bool
    clause: int
    start: int
    end: int


Hit = tuple[_Said, ...]


def thought_cues(text: str, tokens: Sequence[Token], own: frozenset[str] = frozenset()) -> Iterator[Cue]:
    """A cue for each rule that a sentence of the text answers to."""
    for said in _sentences(text, tokens, own):
        mask = 0
        for each in said:
            mask |= each.mask
        for ready in _RULES:
            if ready.rarest & mask and not mask & ready.unless and all(mask & need for need in ready.needs):
                yield from _cue(ready, said, text)


def _sentences(text: str, tokens: Sequence[Token], own: frozenset[str]) -> Iterator[list[_Said]]:
    held: list[_Said] = []
    words = at = clause = 0
    while at < len(tokens):
        word, letter, start, end = tokens[at]
        if letter == END or words >= _MOST_WORDS:
            yield held
            held, words = [], 0
        mask, length = _meaning(tokens, at) if word in _PHRASES else (0, 0)
        if not length:
            mask, length = _of_token(text, word, letter, start, own), 1
        several = length > 1 or bool(mask & _BIT["doer"])
        if mask:
            held.append(
                _Said(mask, word, words, several, clause, start, tokens[at + length - 1][3] if length > 1 else end)
            )
        words += length * (letter != PAUSE)
        clause += letter == PAUSE
        at += length
    yield held


def _meaning(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """What the longest phrase that begins here is about, and its length."""
    for tail, mask in _PHRASES[tokens[at][0]]:
        if all(at + 1 + index < len(tokens) and tokens[at + 1 + index][0] == word for index, word in enumerate(tail)):
            return mask | _of_word(tokens[at][0]), len(tail) + 1
    return 0, 0


def _of_token(text: str, word: str, letter: str, start: int, own: frozenset[str]) -> int:
    mask = _OF_LETTER.get(letter, 0)
    if letter != LETTER["name"]:
        mask |= _of_word(word)
    elif text[start : start + len(word)].isupper():
        mask = 0
    else:
        mask |= _of_name(word)
    if start and text[start - 1] == "`" and letter not in (END, PAUSE):
        mask |= _BIT["param"] | (0 if word in own else _BIT["quoted"])
    return mask


@lru_cache(maxsize=2048)
def _of_name(name: str) -> int:
    """What the parts of a name say, as in `get_secret`; one that begins with a verb does it."""
    parts = _PART.split(name)
    mask = 0
    for part in parts:
        mask |= (_of_word(part) | _of_word(f"{part}s")) & _LOOT
    return mask | (_BIT["doer"] if any(part in _PLAINEST or _of_word(part) & _ACTS for part in parts) else 0)


@lru_cache(maxsize=8192)
def _of_word(word: str) -> int:
    mask = _WORDS.get(word, 0)
    for length in range(_SHORTEST_STEM, min(len(word), _LONGEST_STEM) + 1):
        mask |= _STEMS.get(word[:length], 0)
    return mask


@dataclass(frozen=True, slots=True)
class _Ready:
    """A rule as masks: of all that it needs, and of each of its parts, word after word."""

    rule: Thought
    needs: tuple[int, ...]
    parts: tuple[tuple[int, ...], ...]
    unless: int
    rarest: int


def _cue(ready: _Ready, said: list[_Said], text: str) -> Iterator[Cue]:
    rule = ready.rule
    words = _found(ready, said)
    if words and not _of_itself(rule, words[0]) and not _SPEAKS_OF.search(text, said[0].start, words[-1].end):
        start, end = words[0].start, words[-1].end
        what = " ".join(sorted({word.word for word in words if word.mask & ~_PLAIN}))
        excerpt = text[start : min(end, start + _LONGEST_EXCERPT)]
        yield Cue(rule.kind, f"{rule.name}: {what}", rule.strong, excerpt, start)


def _of_itself(rule: Thought, word: _Said) -> bool:
    """Whether the sentence begins with what the tool does, as in `Reads ~/.aws/config`, which asks nobody for it."""
    return rule.kind == "exfiltration" and word.at == 0 and bool(word.mask & _ACTS) and word.word.endswith("s")


def _found(ready: _Ready, said: list[_Said]) -> list[_Said]:
    """The words that speak of all that the rule asks for, near enough to one another, if there are any."""
    first, *others = ([*_hits(part, said)] for part in ready.parts)
    if not first or not all(others):
        return []
    for hit in first:
        words = list(hit)
        for hits in others:
            words += min(hits, key=lambda each: _spread([*words, *each]))
        words = sorted({word.at: word for word in words}.values(), key=lambda word: word.at)
        enough = sum(1 + word.several for word in words) >= len(ready.needs)
        if enough and words[-1].at - words[0].at <= ready.rule.within and not _denied(words, said):
            return words
    return []


def _denied(words: list[_Said], said: list[_Said]) -> bool:
    """Whether it is what shall not be."""
    first = words[0]
    return any(
        each.mask & _BIT["never"] and each.clause == first.clause and 0 < first.at - each.at <= _NEGATES
        for each in said
    )


def _hits(part: tuple[int, ...], said: list[_Said]) -> Iterator[Hit]:
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


def _spread(words: list[_Said]) -> int:
    """How far the words are apart; one word for two things counts as far, since two are asked for."""
    single = [word.at for word in words if not word.several]
    places = [word.at for word in words]
    return max(places) - min(places) + _MOST_WORDS * (len(single) - len(set(single)))


def _bits(names: str) -> int:
    mask = 0
    for name in names.split("|"):
        mask |= _BIT[name.strip()]
    return mask


def _ready(rule: Thought) -> _Ready:
    parts = tuple(tuple(map(_bits, part.split("~"))) for part in rule.about.split("+"))
    needs = tuple(need for part in parts for need in part)
    return _Ready(rule, needs, parts, _bits(rule.unless) if rule.unless else 0, min(needs, key=int.bit_count))


def _vocabulary() -> tuple[dict[str, int], dict[str, int], dict[str, list[tuple[list[str], int]]]]:
    words: dict[str, int] = {}
    stems: dict[str, int] = {}
    phrases: dict[str, dict[tuple[str, ...], int]] = {}
    for concept, listed in CONCEPTS.items():
        for word in fold(listed).text.split():
            bit = _BIT[concept]
            first, *tail = word.rstrip("*").replace("_", " ").split() if "_" in word.strip("_") else [word.rstrip("*")]
            if tail:
                held = phrases.setdefault(first, {})
                held[tuple(tail)] = held.get(tuple(tail), 0) | bit
            else:
                kept = stems if word.endswith("*") else words
                kept[first] = kept.get(first, 0) | bit
    longest_first = {
        first: sorted(((list(tail), bit) for tail, bit in tails.items()), key=lambda entry: -len(entry[0]))
        for first, tails in phrases.items()
    }
    return words, stems, longest_first


_WORDS, _STEMS, _PHRASES = _vocabulary()
_LONGEST_STEM = max(map(len, _STEMS))
_RULES = tuple(map(_ready, THOUGHTS))
