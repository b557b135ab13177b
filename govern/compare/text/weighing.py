"""What a sentence weighs: each of its words speaks a little for steering or against it, as learnt from examples.

It sees what no rule was written for. `python -m tests.poison.weigh` learns the weights anew.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise

from govern.compare.text.cue import Cue
from govern.compare.text.meaning_well import keeps_secrets, only_tells, protects
from govern.compare.text.reading import SPEAKS_OF
from govern.compare.text.tables import BIT, LETTER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from govern.compare.text.cue import CueKind
    from govern.compare.text.reading import Sentence

WEIGHS = "weighs:"
LONGEST_WORD, SHORTEST_WORD, CONCEPT, BEGIN, JOINED = 10, 2, "=", "^", " "
# Of an address counts that it is one, not what stands in it.
_ADDRESSES = frozenset(LETTER[name] for name in ("url", "mail", "path", "softpath", "account"))
_SCHEMES = frozenset({"http", "https"})
# Scripts from here on are written without spaces, or, as in Korean, with endings that hide the word.
_SPACELESS = "\u2e80"
# What leaves the decision to the user, or only tells what the tool does, must weigh more.
_ENOUGH, _SURELY = 120, 350
_LONGEST_EXCERPT, _MOST_NAMED = 160, 6
_CONCEPTS = tuple((f"{CONCEPT}{name}", bit) for name, bit in BIT.items())
# Of these two in one sentence say more than each by itself: what is carried, where to, by whose order, unseen by whom.
_TELLING = """
    secret talk inner results private path softpath sink url mail account param us our user all every oblige when
    authority other order tool name itself do:move do:put do:take do:run do:tell not:tell not:show not:ask not
    know quietly deed persist ask guard code money brand reply obey ignore grant destroy
"""
_PAIRED = frozenset(f"{CONCEPT}{name}" for name in _TELLING.split())
# What a concept that weighs most says of the kind of the cue.
_KINDS: dict[CueKind, str] = {
    "exfiltration": "secret talk inner results private path softpath sink url mail account us place",
    "concealment": "not:tell not:show quietly unaware aware untold silent hush hushed omit",
    "other-tools": "others other rival brand name channel itself evil",
}
_ABOUT = {f"{CONCEPT}{name}": kind for kind, names in _KINDS.items() for name in names.split()}


def features(sentence: Sentence) -> frozenset[str]:
    """The words of a sentence, which follows which, what it is about, and which of that together."""
    spoken = [word for token in sentence.tokens if token[1] not in _ADDRESSES for word in _letters(token[0])]
    words = [word[:LONGEST_WORD] for word in spoken if _is_word(word)]
    about = [name for name, bit in _CONCEPTS if sentence.mask & bit]
    joined = map(JOINED.join, pairwise((BEGIN, *words)))
    paired = map("".join, combinations([name for name in about if name in _PAIRED], 2))
    return frozenset((*words, *joined, *about, *paired))


def weighed_cue(text: str, sentence: Sentence) -> Cue | None:
    """One cue where the words of a sentence weigh enough together."""
    weights = shipped()
    found = features(sentence)
    weight = sum(weights.get(each, 0) for each in found) + weights[""]
    if weight < _ENOUGH:
        return None
    start, end = sentence.tokens[0][2], sentence.tokens[-1][3]
    if SPEAKS_OF.search(text, start, end) or (weight < _SURELY and _means_well(text[start:end])):
        return None
    heaviest = sorted(found, key=lambda each: (-weights.get(each, 0), each))
    named = sorted([word for word in heaviest if word[0] != CONCEPT and JOINED not in word][:_MOST_NAMED])
    kind: CueKind = next((_ABOUT[each] for each in heaviest if each in _ABOUT), "instruction")
    excerpt = text[start : min(end, start + _LONGEST_EXCERPT)]
    what = f"{WEIGHS} {' '.join(named)}"
    return Cue(kind, what, strong=True, excerpt=excerpt, position=start, weight=round(weight))


def _means_well(sentence: str) -> bool:
    plain = " ".join(sentence.split())
    return protects(plain) or only_tells(plain) or keeps_secrets(plain)


def _is_word(word: str) -> bool:
    return (len(word) >= SHORTEST_WORD or not word.isascii()) and word not in _SCHEMES


def _letters(token: str) -> list[str]:
    """The words inside a token, such as of a name or an address; of scripts without spaces any two letters are one."""
    words = "".join(char if char.isalpha() else " " for char in token.lower()).split()
    return words if token.isascii() else [part for word in words for part in _parts(word)]


def _parts(word: str) -> list[str]:
    return [word] if word[0] < _SPACELESS else [one + two for one, two in pairwise(word)] or [word]


@cache
def shipped() -> dict[str, int]:
    """By word and concept, in hundredths; the one of nothing is what any sentence begins with."""
    from govern.compare.text.weights import WEIGHTS, WORDS

    return dict(zip(WORDS.split(","), WEIGHTS, strict=True))
