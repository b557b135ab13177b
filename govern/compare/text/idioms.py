"""Phrases that mean something else than their verb: who tells things apart informs nobody."""

from __future__ import annotations

from itertools import pairwise

from govern.compare.text.tokens import END, OTHER, PAUSE

TYPE_CHECKING = False
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
_ANY = frozenset({"a", "an", "another", "one", "two"})
_WITHIN = frozenset({"of", "in", "for", "from", "with", "between"})
_IDS = frozenset({"id", "ids", "identifier", "identifiers", "uuid"})
_SET = frozenset({"set", "setting"})
_GIVES = frozenset({"to", "as", "from", "with", "into", "in"})
_VARIABLE = frozenset({"environment", "env"})
_SWITCHES = frozenset({"silent", "silently", "quiet", "hidden", "private", "confidential", "internal", "invisible"})
_DATA = frozenset({"list", "lists", "results", "result", "data", "rows", "records", "items", "query", "search", "view"})
_MAIL = frozenset({"mail", "email", "e-mail", "post"})
_DETERMINERS = frozenset(
    {"the", "a", "an", "this", "each", "every", "by", "via", "per", "in", "of", "new", "no", "any"}
)
# What a setting is switched on for: `set include_private to list those too`.
_SWITCHED = frozenset({"true", "false", "list", "show", "see", "skip", "filter"})
_STORES = frozenset({"clipboard", "keychain", "keyring", "vault"})
_WHOSE = frozenset({"the", "a", "user", "system", "os", "your", "their", "macos", "local", "desktop"})
_ONTO = frozenset({"to", "into", "onto"})
_OBJECT, _BEFORE, _CLAUSE = 3, 2, 12


def without_idioms(tokens: list[Token]) -> list[Token]:
    """The tokens, where a verb that does not mean what it says means nothing."""
    for at, (word, _, start, end) in enumerate(tokens):
        meant = _IDIOMS.get(word)
        if meant and meant(tokens, at):
            tokens[at] = (f"…{word}", OTHER, start, end)
        elif word in _MAIL and _is_noun(tokens, at):
            tokens[at] = (word, OTHER, start, end)
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


def _elsewhere(tokens: Sequence[Token], at: int) -> bool:
    """A talk that is not this one, or only its id: `the chat history of a channel`, `the conversation id`."""
    clause = _following(tokens, at)[: _OBJECT + 1]
    before = [token[0] for token in tokens[max(0, at - _BEFORE) : at]]
    others = any(one in _WITHIN and two in _ANY for one, two in (*pairwise(before), *pairwise(clause)))
    return others or not _IDS.isdisjoint(clause[:1])


def _unlike_the_user(tokens: Sequence[Token], at: int) -> bool:
    """People whom the server knows: `hide a comment from other users`."""
    return at > 0 and tokens[at - 1][0] == "other"


def _configured(tokens: Sequence[Token], at: int) -> bool:
    """To set a variable of the environment for the server, which carries it nowhere."""
    clause = _following(tokens, at)[: _OBJECT + 1]
    ends = next((place for place, word in enumerate(clause) if word in _GIVES), len(clause))
    if "_" in "".join(clause[:1]) and clause[1:2] == ["to"] and not _SWITCHED.isdisjoint(clause[2:]):
        return True
    return any(word in _VARIABLE or word.endswith(("_token", "_key", "_secret")) for word in clause[:ends])


def _switched(tokens: Sequence[Token], at: int) -> bool:
    """A setting of that name: `set silent to true`."""
    following = _following(tokens, at)
    return following[:1] == ["to"] and following[1:2] in (["true"], ["false"], ["1"], ["0"], ["yes"])


def _listed_in_file(tokens: Sequence[Token], at: int) -> bool:
    """What is installed from a list that is there: `pip install -r requirements.txt`."""
    return at > 0 and tokens[at - 1][0] == "r"


def _of_data(tokens: Sequence[Token], at: int) -> bool:
    """What no filter was set for: `the unfiltered list`."""
    return not _DATA.isdisjoint(_following(tokens, at)[:_BEFORE])


def _of_things(tokens: Sequence[Token], at: int) -> bool:
    """What belongs to things: `documents and their metadata`."""
    return at > 0 and tokens[at - 1][0] in ("and", "or")


def _stored_there(tokens: Sequence[Token], at: int) -> bool:
    """Where something is put, which is not what is taken: `copy the link to the clipboard`."""
    before = [token[0] for token in tokens[max(0, at - _OBJECT) : at]]
    while before and before[-1] in _WHOSE:
        before.pop()
    return bool(before) and before[-1] in _ONTO


def _is_noun(tokens: Sequence[Token], at: int) -> bool:
    """A mail, and not to mail something."""
    before = tokens[at - 1][0] if at else ""
    return before in _DETERMINERS or _following(tokens, at)[:1] in (["address"], ["addresses"], ["account"])


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
    **dict.fromkeys(_SAID, _elsewhere),
    **dict.fromkeys(_SET, _configured),
    **dict.fromkeys(_SWITCHES, _switched),
    **dict.fromkeys(_STORES, _stored_there),
    **dict.fromkeys(("unfiltered", "unrestricted"), _of_data),
    "their": _of_things,
    "users": _unlike_the_user,
    "requirements.txt": _listed_in_file,
    "requirements": _listed_in_file,
}
