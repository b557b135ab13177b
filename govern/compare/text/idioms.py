"""Phrases that mean something else than their verb: who tells things apart informs nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.compare.text.tokens import END, OTHER, PAUSE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from govern.compare.text.tokens import Token

_TELL = frozenset({"tell", "tells", "telling", "told"})
_SHOW = frozenset({"show", "showing", "display", "displaying", "print", "printing", "quote", "quoting"})
_NOT = frozenset({"not", "never", "don't", "dont", "cannot", "can't", "without", "avoid"})
_FULLY = (("in", "full"), ("in", "whole"), ("in", "its", "entirety"), ("verbatim",), ("word", "for", "word"))
# Whom something may be kept from, and of what even a part may be; `them` may be things.
_MEANT = frozenset({
    "user", "users", "human", "humans", "person", "people", "customer", "customers", "operator", "anyone", "anybody",
    "nobody", "step", "steps", "action", "actions", "call", "calls", "instruction", "instructions", "prompt", "order",
    "orders", "transfer",
})  # fmt: skip
_SAID = frozenset({"conversation", "conversations", "chat", "session", "transcript", "dialogue", "thread"})
_IDS = frozenset({"id", "ids", "identifier", "identifiers", "uuid"})
_SET = frozenset({"set", "setting"})
_GIVES = frozenset({"to", "as", "from", "with", "into", "in"})
_VARIABLE = frozenset({"environment", "env"})
_OBJECT, _BEFORE, _CLAUSE = 3, 2, 12


def without_idioms(tokens: list[Token]) -> list[Token]:
    """The tokens, where a verb that does not mean what it says means nothing."""
    for at, (word, _, start, end) in enumerate(tokens):
        meant = _IDIOMS.get(word)
        if meant and meant(tokens, at):
            tokens[at] = (f"…{word}", OTHER, start, end)
    return tokens


def _apart(tokens: Sequence[Token], at: int) -> bool:
    """To tell things apart; `apart from` is something else."""
    clause = _following(tokens, at)
    ends = clause.index("apart") if "apart" in clause[: _OBJECT + 1] else len(clause)
    return (
        clause[ends : ends + 1] == ["apart"] and clause[ends + 1 : ends + 2] != ["from"] and _MEANT.isdisjoint(clause)
    )


def _abridged(tokens: Sequence[Token], at: int) -> bool:
    """Not to show something in full, and so to show it."""
    before = [token[0] for token in tokens[max(0, at - _BEFORE) : at] if token[1] not in (END, PAUSE)]
    clause = _following(tokens, at)
    fully = any(tuple(clause[start : start + len(words)]) == words for words in _FULLY for start in range(_OBJECT + 1))
    return fully and not _NOT.isdisjoint(before) and _MEANT.isdisjoint(clause)


def _numbered(tokens: Sequence[Token], at: int) -> bool:
    """What goes by an id is not what was said in it: `the conversation id`."""
    return not _IDS.isdisjoint(_following(tokens, at)[:1])


def _configured(tokens: Sequence[Token], at: int) -> bool:
    """To set a variable of the environment for the server, which carries it nowhere."""
    clause = _following(tokens, at)[: _OBJECT + 1]
    ends = next((place for place, word in enumerate(clause) if word in _GIVES), len(clause))
    return any(word in _VARIABLE or word.endswith(("_token", "_key", "_secret")) for word in clause[:ends])


def _following(tokens: Sequence[Token], at: int) -> list[str]:
    """The words behind it, up to where its part of the sentence ends."""
    words: list[str] = []
    for word, letter, _, _ in tokens[at + 1 : at + 1 + _CLAUSE]:
        if letter in (END, PAUSE):
            break
        words.append(word)
    return words


_IDIOMS: dict[str, Callable[[Sequence[Token], int], bool]] = {
    **dict.fromkeys(_TELL, _apart),
    **dict.fromkeys(_SHOW, _abridged),
    **dict.fromkeys(_SAID, _numbered),
    **dict.fromkeys(_SET, _configured),
}
