"""The lexicon, the vocabulary and the rules, worked out to what reading looks up: `make docs` writes tables.py of it.

To work them out takes as long as to read a hundred texts, and a short run reads two.
"""

from __future__ import annotations

from functools import cache
from textwrap import wrap

from govern.compare.text.lexicon import DOUBLED, IRREGULAR, VERBS, WORDS
from govern.compare.text.rule import LOOT, SINK
from govern.compare.text.rules.every import NAMES, RULES, TOGETHER
from govern.compare.text.rules.exfiltration import ONLY_THE_MODELS
from govern.compare.text.rules.thoughts import THOUGHTS
from govern.compare.text.tokens import END, PAUSE
from govern.compare.text.vocabulary import ACTS, CONCEPTS
from govern.compare.text.vocabulary.abroad import ABROAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from govern.compare.text.rule import Rule, Thought

_HEAD = '''"""What texts are read by. Written by `make docs`: edit lexicon.py, vocabulary/ and rules/ instead."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
'''
_TYPES = {
    "LETTER": "dict[str, str]",
    "MEANINGS": "dict[str, str]",
    "PHRASES": "dict[str, Any]",
    "RULES": "Any",
    "NAMES": "Any",
    "TOGETHER": "Any",
    "CARRIED": "str",
    "ACTS": "Any",
    "BIT": "dict[str, int]",
    "WORDS": "dict[str, int]",
    "STEMS": "dict[str, int]",
    "SPOKEN": "dict[str, Any]",
    "ABROAD": "Any",
    "ONLY_THE_MODELS": "str",
    "THOUGHTS": "Any",
}
_MANY = 1_000
_MARKS = {"end": END, "pause": PAUSE}
_PLACES = ("path", "softpath", "url", "mail", "name", "ownname", "account")
_LETTER = {name: chr(0x4E00 + index) for index, name in enumerate([*_PLACES, *VERBS, *WORDS])}
_OTHER_FORMS = {name: chr(0x5E00 + index) for index, name in enumerate(VERBS)}
_CARRIED = f"{LOOT}|{SINK}|pii|send|copy|put|give|param|change|bend|override|all|bad|evil|authority|over"
_SPECIAL = ("path", "softpath", "url", "mail", "name", "account", "doer", "quoted", "it")
_DONE = [f"{done}:{act}" for done in ("do", "not", "is") for act in ACTS]
_BIT = {name: 1 << index for index, name in enumerate([*CONCEPTS, *_SPECIAL, *_DONE])}
# Acts that a text may tell of without ordering them; of the others the words are seldom verbs.
_COUNTS = {
    **dict.fromkeys(("run", "tell", "show", "redirect", "destroy", "install", "request"), ("do", "not")),
    **dict.fromkeys(("take", "move", "put"), ("do", "not", "is")),
}
# Concepts as rules name them: an act counts where it is ordered or forbidden, not where it is only told.
_NAMED = {
    **_BIT,
    **{f"any:{act}": _BIT[act] for act in ACTS},
    **{act: sum(_BIT[f"{done}:{act}"] for done in ways) for act, ways in _COUNTS.items()},
}


def source() -> str:
    """The text of tables.py."""
    tables = _tables()
    return _HEAD + "".join(f"\n{name}: {_TYPES[name]} = {_shown(value)}\n" for name, value in tables.items())


def _shown(value: Any) -> str:
    """One entry a line, so that a new word is a new line; sets are sorted, so that the text is always the same."""
    if isinstance(value, dict) and len(value) > _MANY:
        # A long table is soonest read as one text of all its words.
        words = wrap(" ".join(value), break_long_words=False, break_on_hyphens=False)
        spelled, meanings = "\n".join(repr(f"{line} ") for line in words), "\n".join(wrap(_shown((*value.values(),))))
        return f"dict(zip((\n{spelled}\n).split(),\n{meanings}))"
    if isinstance(value, dict):
        return "{\n" + "".join(f"{key!r}:{entry!r},\n" for key, entry in value.items()) + "}"
    if isinstance(value, frozenset):
        return "frozenset((\n" + "".join(f"{entry!r},\n" for entry in sorted(value)) + "))"
    return repr(value) if isinstance(value, str) else "(\n" + "".join(f"{entry!r},\n" for entry in value) + ")"


def _tables() -> dict[str, Any]:
    meanings = _meanings()
    words = _masks()
    return {
        "LETTER": _LETTER,
        "PHRASES": _tails({word: meanings.pop(word) for word in list(meanings) if "_" in word}),
        "MEANINGS": meanings,
        "RULES": tuple(map(_rule, RULES)),
        "NAMES": tuple(map(_rule, NAMES)),
        "TOGETHER": tuple(map(_together, TOGETHER)),
        "CARRIED": _letters(_CARRIED),
        "ACTS": tuple(ACTS),
        "BIT": _BIT,
        "SPOKEN": _tails({word: words.pop(word) for word in list(words) if "_" in word.strip("_")}),
        "STEMS": {word[:-1]: words.pop(word) for word in list(words) if word[-1] == "*"},
        "WORDS": words,
        # Moods are told by English words, so a verb of another language is taken for an order.
        "ABROAD": frozenset(word.rstrip("*") for act in ABROAD.keys() & ACTS.keys() for word in ABROAD[act].split()),
        "ONLY_THE_MODELS": ONLY_THE_MODELS,
        "THOUGHTS": tuple(map(_thought, THOUGHTS)),
    }


def _rule(rule: Rule) -> tuple[Any, ...]:
    """The letters of each concept that a text must have before the rule is worth compiling, then its own fields."""
    words = rule.pattern.split()
    needs = tuple(_letters(word) for word in words if not word[0].isdigit())
    stated = (rule.unless_after, rule.unless_within, rule.near)
    pattern = "".join(map(_step, words))
    return needs, rule.kind, rule.name, pattern, rule.strong, rule.negatable, *map(_letters, stated)


def _step(word: str) -> str:
    if word.isdigit():
        return f"[^{END}]{{0,{word}}}?"
    if word.endswith("+"):
        most = word[:-1]
        return f"[^{END}]{{0,{most}}}?{END}?[^{END}]{{0,{most}}}?"
    if word.endswith("-"):
        return f"[^{END}{_LETTER['to']}]{{0,{word[:-1]}}}?"
    return f"([{_letters(word)}])"


def _together(rule: Rule) -> tuple[Any, ...]:
    """A sentence, short enough to be one thought, that has a word of each class."""
    classes = tuple(_letters(names.strip()) for names in rule.pattern.split("+"))
    ahead = "".join(f"(?=[^{END}{letters}]*[{letters}])" for letters in classes)
    return classes, rule.kind, rule.name, f"(?<![^{END}]){ahead}[^{END}]{{1,60}}(?![^{END}])"


def _letters(names: str) -> str:
    letters = (
        _OTHER_FORMS[name[:-1]] if name.endswith("*") else _MARKS.get(name) or _LETTER[name]
        for name in names.split("|")
        if name
    )
    return "".join(letters)


def _thought(rule: Thought) -> tuple[Any, ...]:
    """What a sentence must have to be worth a closer look, the rarest of it first, then the rule's own fields."""
    parts = tuple(tuple(map(_bits, part.split("~"))) for part in rule.about.split("+"))
    needs = tuple(need for part in parts for need in part)
    unless = _bits(rule.unless) if rule.unless else 0
    written = (rule.kind, rule.name, rule.about, rule.unless, rule.strong, rule.within)
    return min(needs, key=int.bit_count), unless, needs, parts, "not:" not in rule.about, *written


@cache
def _bits(names: str) -> int:
    mask = 0
    for name in names.split("|"):
        mask |= _NAMED[name.strip()]
    return mask


def _meanings() -> dict[str, str]:
    """The letter of each form of each word and phrase."""
    meanings: dict[str, str] = {}
    for concept, words in WORDS.items():
        meanings |= dict.fromkeys(words.split(), _LETTER[concept])
    for concept, verbs in VERBS.items():
        for verb in verbs.split():
            orders, others = _forms(verb)
            for form in others:
                meanings.setdefault(form, _OTHER_FORMS[concept])
            for form in orders:
                meanings[form] = _LETTER[concept]
    # What only looks like a form of its verb.
    return meanings | {"including": _LETTER["including"], "misleading": _LETTER["false"]}


def _forms(verb: str) -> tuple[list[str], list[str]]:
    """The forms that order (`send`, `sending`) and all others."""
    head, joint, rest = verb.partition("_")
    tail = joint + rest
    stem = head + head[-1] if head in DOUBLED else head.removesuffix("e") if not head.endswith("ee") else head
    soft = head[:-1] + "i" if head.endswith("y") and head[-2:-1] not in "aeiou" else ""
    third = f"{soft}es" if soft else head + ("es" if head.endswith(("s", "sh", "ch", "x", "z")) else "s")
    past = f"{soft}ed" if soft else f"{stem}ed"
    others = [third, past, *IRREGULAR.get(head, "").split()]
    return [head + tail, f"{stem}ing{tail}"], [form + tail for form in others]


def _masks() -> dict[str, int]:
    """What each word, stem and phrase of the vocabulary is about, as it is written there."""
    masks: dict[str, int] = {}
    for concept, listed in CONCEPTS.items():
        for word in listed.split():
            masks[word] = masks.get(word, 0) | _BIT[concept]
    return masks


def _tails(phrases: Mapping[str, Any]) -> dict[str, tuple[tuple[tuple[str, ...], Any], ...]]:
    """By the first word of each phrase what follows it, the longest first."""
    tails: dict[str, dict[tuple[str, ...], Any]] = {}
    for phrase, meaning in phrases.items():
        first, *rest = phrase.rstrip("*").split("_")
        told = tails.setdefault(first, {})
        # A phrase and what begins like it may mean several things.
        told[tuple(rest)] = meaning | told[tuple(rest)] if tuple(rest) in told else meaning
    return {first: tuple(sorted(told.items(), key=lambda tail: -len(tail[0]))) for first, told in tails.items()}
