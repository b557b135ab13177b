"""Sentences as rows of words with what each is about, and whether a verb of theirs orders, forbids or only tells.

Each word is looked up once, so a text takes as long as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from govern.compare.text.orders import mood
from govern.compare.text.tables import ABROAD, ACTS, BIT, LETTER, SPOKEN, STEMS, WORDS
from govern.compare.text.tokens import END, PAUSE, these
from govern.dataclass import dataclass
from govern.regex import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.compare.text.orders import Mood
    from govern.compare.text.tokens import Token

ACTED = sum(BIT[name] for name in ("take", "move", "put", "run", "redirect", "destroy"))
ORDERED = sum(BIT[f"do:{act}"] for act in ACTS)
_OF_LETTER = {LETTER[name]: BIT[name] for name in ("path", "softpath", "url", "mail", "name", "account", "secret")}
_UNSAID = frozenset(LETTER[name] for name in ("path", "softpath", "url", "mail", "name", "ownname", "account"))
_LOOT = sum(BIT[name] for name in ("secret", "talk", "inner", "private"))
_VERBS = sum(BIT[act] for act in ACTS)
_DONES = {done: tuple((BIT[act], BIT[f"{done}:{act}"]) for act in ACTS) for done in ("do", "not", "is")}
_SHORTEST_STEM, _LONGEST_STEM, _MOST_WORDS = 3, max(map(len, STEMS)), 48
# Verbs of names that say too little to be an act in a sentence.
_PLAINEST = frozenset({"get", "create", "make", "do"})
# A permission, such as `issues:write`.
_SCOPE = regex(r"[a-z_]:(?:read|write|delete|manage)")
_CAMEL = regex(r"[a-z][A-Z]")
# What may be where something goes, and the words for that.
_PLACES = BIT["talk"] | BIT["private"]
# What may be where something stands or happens: `once per conversation`, `never mention it in the message`.
_INSIDE = BIT["deed"] | BIT["deedname"] | BIT["talk"]
_IN = frozenset({"in", "within", "during", "throughout"})
# `What was mentioned in the conversation` is what was said there.
_SAID_IN = these(
    "to said wrote entered asked mentioned referred shared discussed given written exchanged told typed pasted"
    " seen found everything anything all is are was were been values data files messages secrets text details"
    " information",
)
# A switch, which nothing is put into: ``if `notify` is set``.
_CONDITIONS = frozenset({"if", "when", "unless", "while"})
_COUNTED = frozenset({"per", "by"})
_CARRIES = BIT["put"] | BIT["move"]
_INTO = frozenset({"to", "into", "onto"})
_WHICH = frozenset(
    {"the", "a", "an", "this", "that", "their", "root", "same", "new", "existing", "another", "doc", "email"}
)
_FAR = 12
_PART = regex(r"[-_.]+")
# A sentence with these may speak of steering, as security tools do.
SPEAKS_OF = regex(
    r"\b(?:detect\w*|scan(?:s|ner)|flags?|classif\w+|attempts?|(?<!seed )(?<!recovery )(?<!backup )phrases?"
    r"|e\.g|such as|simulat\w+|reject\w*|malicious"
    r"|illustrat\w+|vulnerab\w+|attacks?)\b",
    re.IGNORECASE,
)
_POINTING = frozenset({"this", "it", "that"})
# After these, `this` stands for something said, and is not `this value`.
_GOES_ON = these(
    "to in into at from with without and or but when while if so as before after because for is was are will must"
    " should shall unless until up on via out about by silently quietly secretly immediately first also always"
    " never here there anywhere confidential quiet",
)


@dataclass(frozen=True, slots=True)
class Said:
    """A word or phrase: what it is about, its place in sentence and text, and whether it is several words."""

    mask: int
    word: str
    at: int
    several: bool
    clause: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """All tokens of a sentence, and those of its words that are about something."""

    tokens: Sequence[Token]
    said: list[Said]
    mask: int


def sentences(text: str, tokens: Sequence[Token], own: frozenset[str] = frozenset()) -> Iterator[Sentence]:
    """Each sentence, or what of a long one is short enough to be one thought."""
    first = words = 0
    for at, token in enumerate(tokens):
        words += token[1] != PAUSE
        if token[1] == END or words > _MOST_WORDS:
            yield _sentence(text, tokens[first:at], own)
            first, words = (at + 1, 0) if token[1] == END else (at, 1)
    yield _sentence(text, tokens[first:], own)


def _sentence(text: str, tokens: Sequence[Token], own: frozenset[str]) -> Sentence:
    said = list(_said(text, tokens, own))
    mask = 0
    for each in said:
        mask |= each.mask
    return Sentence(tokens, said, mask)


def _said(text: str, tokens: Sequence[Token], own: frozenset[str]) -> Iterator[Said]:
    spoken = [token[0] for token in tokens]
    at = words = clause = begins = 0
    before: Mood = ""
    while at < len(tokens):
        word, letter, start, end = tokens[at]
        mask, length = _phrase(spoken, at) if word in SPOKEN else (0, 0)
        if not length:
            mask, length = _of_token(text, word, letter, start, own), 1
        following = spoken[at + length] if at + length < len(tokens) else "."
        mask = _meant(mask, spoken[begins:at], following)
        if mask & _VERBS and letter not in _UNSAID:
            found = mood(spoken[begins : at + 1], at - begins, following, before, listed=clause > 0)
            done = "do" if word in ABROAD else found
            before = found if found in ("do", "not") else before
            mask |= sum(bit for act, bit in _DONES.get(done, ()) if mask & act)
        elif word in _POINTING and (following in _GOES_ON or not following[0].isalpha()):
            mask |= BIT["it"]
        if mask:
            several = length > 1 or bool(mask & BIT["doer"])
            yield Said(mask, word, words, several, clause, start, tokens[at + length - 1][3] if length > 1 else end)
        words += length * (letter != PAUSE)
        if letter == PAUSE:
            clause, begins = clause + 1, at + 1
        at += length


def _meant(mask: int, before: Sequence[str], following: str) -> int:
    """What a word is about, given the words around it: what something is put into is not what is carried."""
    if mask & _PLACES and _is_aim(before):
        mask &= ~_PLACES
    if mask & _INSIDE and _is_inside(before):
        mask &= ~_INSIDE
    if mask & _LOOT and before and before[-1] in _COUNTED:
        mask &= ~_LOOT
    if mask & BIT["quoted"] and before and before[-1] in _CONDITIONS and following == "is":
        mask &= ~(BIT["quoted"] | BIT["param"])
    if mask & BIT["hush"] and following.isalpha() and following not in _GOES_ON:
        mask &= ~BIT["hush"]
    return mask


def _is_aim(before: Sequence[str]) -> bool:
    """Whether something is put there, as in `adds a contact to the contacts`, and so it is not what is carried."""
    said = list(before)
    while said and said[-1] in _WHICH:
        said.pop()
    if not said or said[-1] not in _INTO:
        return False
    return any(_of_word(word) & _CARRIES for word in said[max(0, len(said) - _FAR) : -1])


def _is_inside(before: Sequence[str]) -> bool:
    """Whether it is what something stands in or happens in, as in `never mention it in the message`."""
    said = list(before)
    while said and said[-1] in _WHICH:
        said.pop()
    return len(said) < len(before) and bool(said) and said[-1] in _IN and _SAID_IN.isdisjoint(said[-2:-1])


def _phrase(spoken: list[str], at: int) -> tuple[int, int]:
    """What the longest phrase that begins here is about, and its length."""
    for tail, mask in SPOKEN[spoken[at]]:
        if tuple(spoken[at + 1 : at + 1 + len(tail)]) == tail:
            return mask | _of_word(spoken[at]), len(tail) + 1
    return 0, 0


def _of_token(text: str, word: str, letter: str, start: int, own: frozenset[str]) -> int:
    mask = _OF_LETTER.get(letter, 0)
    if letter == LETTER["ownname"]:
        pass
    elif letter != LETTER["name"]:
        mask |= _of_word(word)
    elif text[start : start + len(word)].isupper():
        mask = 0
    elif text.startswith("=", start + len(word)):
        mask = BIT["param"]
    else:
        mask |= _of_name(word)
    before = text[start - 1] if start else ""
    if before == "`" and letter not in (END, PAUSE):
        keyword = text[start : start + len(word)].isupper()
        mask |= BIT["param"] | (0 if word in own or keyword else BIT["quoted"])
    elif before == "{" or _is_identifier(text, start, start + len(word)):
        # What is filled in, or is a name, does nothing: `attachments/{attachmentId}`.
        mask &= ~_VERBS
    return mask


def _is_identifier(text: str, start: int, end: int) -> bool:
    return bool(_CAMEL.search(text, start, end)) or (start > 1 and bool(_SCOPE.fullmatch(text, start - 2, end)))


@lru_cache(maxsize=2048)
def _of_name(name: str) -> int:
    """What the parts of a name say, as in `get_secret`; one that begins with a verb does it."""
    parts = _PART.split(name)
    mask = 0
    for part in parts:
        mask |= (_of_word(part) | _of_word(f"{part}s")) & _LOOT
    return mask | (BIT["doer"] if any(part in _PLAINEST or _of_word(part) & ACTED for part in parts) else 0)


@lru_cache(maxsize=8192)
def _of_word(word: str) -> int:
    mask = WORDS.get(word, 0)
    for length in range(_SHORTEST_STEM, min(len(word), _LONGEST_STEM) + 1):
        mask |= STEMS.get(word[:length], 0)
    return mask
