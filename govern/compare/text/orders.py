"""Whether a verb is something that the reader shall do, shall not do, or only what happens.

`Read ~/.netrc`, `you must read`, `should be read` and `without reading` order; `Reads ~/.netrc` only tells.
"""

from __future__ import annotations

from itertools import pairwise

from govern.compare.text.tokens import these

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    Mood = Literal["do", "not", "is", ""]


_NEGATIONS = these(
    "not never no don't dont without avoid avoids avoiding refrain refrains abstain cannot can't shouldn't mustn't"
    " neither nor nobody nothing refuse refuses needn't isn't won't aren't shan't unnecessary needless"
)
_ADVERBS = these(
    "also always silently quietly secretly covertly discreetly invisibly first then immediately just simply please"
    " kindly never not only automatically additionally furthermore again afterwards directly instead once now"
    " subsequently explicitly ever even either faithfully further proactively unobtrusively tacitly otherwise"
)
_MODALS = these(
    "must should shall please always do does don't dont not never you ought kindly just also then and first next now"
    " assistant assistants agent agents model models llm llms ai claude let will helpful don't cannot can't shouldn't"
    " mustn't won't"
)
_OBLIGED = these(
    "need needs needed required have has had ought asked asks is are be sure remember instructed expected supposed"
    " obliged mandatory essential important necessary crucial vital advised requested like proceed continue forget"
    " hesitate free refuse obligated told begin mandated imperative try helpful nice us you"
)
_PASSIVE = these("be been is are being was were gets get")
_ARTICLES = these("the a an")
_OWNERS = these("user users your their")
_BINDING = these("must should shall need needs ought has have required is-to are-to supposed expected")
_READERS = these("assistant agent agents model models llm llms ai claude assistants copilot gpt caller")
_OTHERS = these("user users they he she")
_ASKS = these("have let make get ask tell help that")
_ASIDE = these(
    "if when what that which as where how whatever everything whenever files things before after until unless while"
    " whether because"
)
_GERUND_AFTER = these("without avoid from by start keep never no begin continue than against need worth")
_JOINS = these("and or then but & nor")
# What follows a word that is a noun here, though it might be a verb.
_NOUN_BEFORE = these("of for in on at is are was were with , : . )")
_PAST = these(
    "sent told given put read written kept hidden shown passed taken held said left made forgotten overridden"
    " withheld set let stolen"
)
_NOUNS = these(
    "email mail copy list record store access query report post log note file prompt request reference comment name"
    " page output display question answer reply share export load dump search pipe stream archive backup hand place"
    " call use set print state mention echo view start trigger change update notice talk fold pack"
)
_OBJECTS = these("the a an all any every each it them this that these your their its user everything")
# After these a word that may be a verb is a thing that one has: `must have write access`.
_HOLDS = these("have has had having")
_WISHES = these("want wants wish wishes like able allowed")
_FORBIDS = these("not never don't dont cannot can't mustn't shouldn't nobody")
# `Never hesitate to send it without asking` asks for what it seems to deny; so does what goes on after it.
_DENIES_NOTHING = these(
    "hesitate fail forget worry afraid and but just only instead need needed necessary required problem matter harm"
    " wrong"
)
# What it is that does it, and not the reader: `the tool will return`.
_THINGS = these("tool server it this function api command request response service system call query job")
_NEAR, _FAR = 4, 6


def form(word: str) -> Literal["base", "third", "past", "gerund"]:
    """Which form of a verb a word would be."""
    if word.endswith("ing"):
        return "gerund"
    if word.endswith("ed") or (word in _PAST and word not in ("put", "read", "set", "let")):
        return "past"
    return "third" if word.endswith("s") and not word.endswith(("ss", "us")) else "base"


def mood(clause: Sequence[str], at: int, following: str, before: Mood, *, listed: bool) -> Mood:
    """What the word at this place of its clause does, if it is a verb; `before` is what the last verb did.

    `listed` is whether the clause follows a comma, where a word that may be a noun often is one.
    """
    said = list(clause[:at])
    while said and said[-1] in _ADVERBS:
        said.pop()
    last = said[-1] if said else ""
    ordered = {
        "base": _base(said, clause[at], following, before, listed=listed),
        "gerund": last in _GERUND_AFTER,
        "past": _bound(clause[max(0, at - _FAR) : at]),
        "third": any(word in _READERS for word in said[-_NEAR:]),
    }[form(clause[at])]
    if not ordered:
        tells = bool(said) and form(said[0]) != "third"
        tells = tells and form(clause[at]) in ("third", "past")
        return "is" if tells and not (form(clause[at]) == "past" and _defines(clause, at)) else ""
    return "not" if _negated(clause, at) else "do"


def denied(clause: Sequence[str]) -> bool:
    """Whether what stands after `without` is itself asked for: `do not override it without telling the user`."""
    return not _FORBIDS.isdisjoint(clause) and _DENIES_NOTHING.isdisjoint(clause)


def _defines(clause: Sequence[str], at: int) -> bool:
    """Whether a participle only says which one a name is of, as in `token is the bearer token sent to the API`."""
    last = max((place for place, word in enumerate(clause[:at]) if word in _PASSIVE), default=at)
    named, thing = clause[:last], clause[last + 1 : at]
    return bool(thing) and thing[0] in _ARTICLES and thing[-1] in named and _OWNERS.isdisjoint(thing)


def _base(said: list[str], word: str, following: str, before: Mood, *, listed: bool) -> bool:
    last = said[-1] if said else ""
    if not last or last[0].isdigit() or last in ("step", "note", "important", "critical", "warning", "mandatory"):
        return following in _OBJECTS or (following not in _NOUN_BEFORE and not (listed and word in _NOUNS))
    if last in _JOINS:
        return not _is_aside(said[:-2]) and before in ("do", "not") and following not in _NOUN_BEFORE
    if last in _HOLDS or _of_others(said):
        return False
    if last == "to":
        return any(word in _OBLIGED for word in said[-_NEAR:-1])
    if last == "you" or _of_a_thing(said):
        return last == "you" and not _is_aside(said)
    return last in _MODALS or any(word in ("must", "should", "shall", "could") for word in said[-_NEAR:])


def _is_aside(said: list[str]) -> bool:
    """Whether it ends with `before you`, which tells when and orders nothing."""
    return len(said) > 1 and said[-1] == "you" and said[-2] in _ASIDE


def _of_a_thing(said: list[str]) -> bool:
    """Whether it is what a tool does, as in `the tool will return`."""
    return len(said) > 1 and said[-1] in ("will", "can", "may") and said[-2] in _THINGS


def _of_others(said: list[str]) -> bool:
    """Whether it is what somebody else does, or what the reader may wish to."""
    others = any(word in _OTHERS for word in said[-_NEAR:]) and not any(word in _ASKS for word in said)
    return others or (said[-1:] == ["to"] and any(word in _WISHES for word in said[-2:-1]))


def _bound(before: Sequence[str]) -> bool:
    bound = any(word in _BINDING or (word == "to" and after in _PASSIVE) for word, after in pairwise(before))
    return bound and any(word in _PASSIVE for word in before[-_NEAR:])


def _negated(clause: Sequence[str], at: int) -> bool:
    """Whether it shall not be; `never … without asking` forbids no asking."""
    near = sum(word in _NEGATIONS for word in clause[max(0, at - _FAR) : at])
    return near % 2 == 1 and not (clause[at - 1] == "without" and denied(clause[: at - 1]))
