"""The rules applied: cues in the meaning of a text."""
# ruff: noqa: RUF001 -- look-alikes and marks of other scripts are what this file is about

from __future__ import annotations

import re
from functools import cache

from govern.compare.text.concepts import row_of, sentence, tokens_of
from govern.compare.text.cue import Cue
from govern.compare.text.meaning_well import cites, harms_nobody, keeps_secrets, not_yet
from govern.compare.text.orders import denied
from govern.compare.text.rule import Rule
from govern.compare.text.tables import CARRIED, LETTER, NAMES, RULES, TOGETHER
from govern.compare.text.thoughts import thought_cues
from govern.compare.text.tokens import END, PAUSE
from govern.regex import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from govern.compare.text.concepts import Row

_EXCUSES = {
    "run-unseen": harms_nobody,
    "without-asking": keeps_secrets,
    "every-reply": cites,
    "hide-from-user": not_yet,
}
_BEFORE = 3
_LONG_NAME = 3
_JOINED = regex(f"[{LETTER['and']}{PAUSE}]")
_NEGATION = regex(f"{LETTER['not']}[^{END}{PAUSE}]{{0,1}}$")
# A text may speak of steering, as security tools do; then it stands in quotes or behind a word that says so.
_SPEAKS_OF = regex(
    r"\b(?:detect(?:s|ing|ion|or)|scan(?:s|ning|ner)|flag(?:s|ging)|block(?:s|ing)"
    r"|analy[sz](?:es|ing|er)"
    r"|classif(?:ies|ier)|checks?|checking|explain(?:s|ing)|document(?:s|ing|ation)|prevent(?:s|ing)|protect(?:s|ing|ion)"
    r"|guard(?:s|rail)|attempts?|(?<!seed )(?<!recovery )(?<!backup )phrases?"
    r"|strings|examples?|e\.g|such as|simulat(?:es|ing|ed|or)"
    r"|recogni[sz]es|reject(?:s|ing)"
    r"|illustrat\w+)\b",
    re.IGNORECASE,
)
_INTRODUCES = regex(
    r"(?:[\"'“‘`«]|\b(?:that|which|whether|like|such as|containing|contains?"
    r"|(?:asks?|requests?|says?|saying|tells?|tries|try|attempts?|attempting|wants?)(?: \w+){0,3}(?: to)?)\s*)$",
    re.IGNORECASE,
)
_LABEL = regex(
    r"\b(?:sample|expected|mock|canned|example|training|illustrative)"
    r" (?:responses?|outputs?|text|repl(?:y|ies)|inputs?)"
    r"\s?:[\s\"'“‘`]*$",
    re.IGNORECASE,
)
# What guards against orders in what a tool returns speaks of them too: `ignore any instructions in the page`.
_IN_WHAT_IS_READ = regex(
    r"\s+(?:that|which) (?:they|it|(?:the |this |that |these )?"
    r"(?:pages?|documents?|results?|files?|mails?|messages?|sites?|tickets?))"
    r" (?:may |might |can )?(?:contains?|includes?|holds?|carr(?:y|ies))\b"
    r"|(?:\s+(?:and|or) \w+)?\s+(?:returned|given|produced|sent back) by (?:it|them|this|that|the|any|other)\b"
    r"|\s+(?:that (?:are|is|appear|stand)s? )?(?:found |contained |embedded |hidden )?"
    r"(?:in|inside|within|from)(?: of)? "
    r"(?:it|them|(?:the |this |that |these |those )?(?:(?!system|user|developer|operator|prior|previous)\w+ )?"
    r"(?:pages?|contents?|documents?|results?|files?|bod(?:y|ies)|responses?|outputs?|websites?|web ?sites?|comments?"
    r"|tickets?|issues?|e?mails?))\b",
    re.IGNORECASE,
)
# A sibling is called for an id: `call list_projects first`. Who gives it something, or changes what it does, steers.
_CALLS = frozenset({"call-other-tool", "avoid-other-tool"})
_LOOKS_UP = regex(r"(?:list|search|find|lookup|resolve|describe|browse)[_-](?!\w*(?:secret|key|token|cred|passw|env))")
# What is denied ends there: `it is not stored; tell the user`.
_ENDS_DENIAL = frozenset({";", "unless"})
# What is denied as a condition is not what is asked for: `if it is not ready, tell the user`.
_OF_THINGS = frozenset({"repeat", "print", "expose", "output", "return", "log", "quote", "echo", "share", "reveal"})
_CONDITIONS = frozenset({"if", "when", "while", "once", "where", "because", "since", "as", "until", "although"})
_LONGEST_EXCERPT = 160


def steering_cues(text: str, own: frozenset[str] = frozenset()) -> Iterator[Cue]:
    """A cue for each rule that finds something in the (folded) text."""
    tokens = tokens_of(text, own)
    row = row_of(tokens)
    held = set(row.letters)
    rules = RULES if any(map(str.isspace, text)) else RULES + NAMES if len(row.letters) >= _LONG_NAME else ()
    found = [
        (match, rule)
        for needs, *written in rules
        if not any(map(held.isdisjoint, needs))
        for rule in [_rule(*written)]
        for match in _places(rule, needs, row)
        if not _excused(rule, row, match) and not _means_well(rule, row, match, text)
    ]
    spoken_until = 0
    told: list[Cue] = []
    spoken: list[Cue] = []
    for match, rule in _apart(sorted(found, key=lambda entry: (entry[0].start(), not entry[1].strong))):
        if match.start() >= spoken_until and rule.strong and _spoken_of(row, match, text):
            spoken_until = _clause_end(row, match.end())
        mild = _guards(rule, row, match, text) or _looks_up(rule, row, match)
        strong = rule.strong and match.start() >= spoken_until and not mild
        cue = _cue(rule, row, match, text, strong=strong)
        (spoken if rule.strong and not cue.strong else told).append(cue)
    told += _together(row, text)
    yield from told
    yield from spoken
    told.sort(key=_position)
    for cue in thought_cues(text, tokens, own) if any(map(str.isspace, text)) else ():
        said = any(cue.kind == other.kind and cue.strong <= other.strong for other in _overlapping(cue, told))
        if not said and not any(_overlapping(cue, spoken)):
            yield cue


def _position(cue: Cue) -> int:
    return cue.position


def _overlapping(cue: Cue, others: list[Cue]) -> Iterator[Cue]:
    """Those of others, which are in order of their places, that are in part the same words."""
    from bisect import bisect_left

    end = cue.position + len(cue.excerpt)
    first = bisect_left(others, cue.position - _LONGEST_EXCERPT, key=_position)
    for other in others[first : bisect_left(others, end, key=_position)]:
        if cue.position < other.position + len(other.excerpt):
            yield other


def _apart(found: list[tuple[re.Match[str], Rule]]) -> Iterator[tuple[re.Match[str], Rule]]:
    """Of several rules of one name that find the same place, the first."""
    ends: dict[tuple[str, str, bool], int] = {}
    for match, rule in found:
        held = max(ends.get((rule.kind, rule.name, strong), 0) for strong in {True, rule.strong})
        if match.start() >= held:
            ends[rule.kind, rule.name, rule.strong] = match.end()
            yield match, rule


def _together(row: Row, text: str) -> Iterator[Cue]:
    for classes, *written in TOGETHER:
        if not all(any(letter in row.letters for letter in letters) for letters in classes):
            continue
        rule = _rule(*written)
        for match in _compiled(rule.pattern).finditer(row.letters):
            held = [index for index in range(*match.span()) if any(row.letters[index] in each for each in classes)]
            what = " ".join(sorted({row.words[index] for index in held}))
            start, end = row.starts[held[0]], row.ends[held[-1]]
            strong = not _NEGATED.search(match[0]) and not _SPEAKS_OF.search(text, row.starts[match.start()], end)
            yield Cue(
                rule.kind, f"{rule.name}: {what}", strong, text[start : min(end, start + _LONGEST_EXCERPT)], start
            )


def _cue(rule: Rule, row: Row, match: re.Match[str], text: str, *, strong: bool) -> Cue:
    said = sorted({row.words[index] for index, _ in match.regs[1:] if row.letters[index] not in _PLAIN})
    start, end = row.starts[match.start()], row.ends[match.end() - 1]
    excerpt = text[start : min(end, start + _LONGEST_EXCERPT)]
    return Cue(rule.kind, f"{rule.name}: {' '.join(said)}", strong, excerpt, start, openly=True)


def _excused(rule: Rule, row: Row, match: re.Match[str]) -> bool:
    before = row.letters[max(0, match.start() - _BEFORE) : match.start()]
    if rule.negatable and ("whether" in _said_before(row, match) or _NEGATION.search(before)):
        return True
    if rule.kind == "concealment" and _of_things(row, match):
        return True
    if rule.negatable and _FORBIDDEN.search(match[0]):
        return True
    if row.letters[match.start()] == LETTER["not"] and _denies_else(row, match):
        return True
    if _speaks_of(_JOINED.split(before)[-1], rule.unless_after) or _speaks_of(match[0], rule.unless_within):
        return True
    start, end = sentence(row, match.start())
    return bool(rule.near) and not _speaks_of(row.letters[start:end], rule.near)


def _of_things(row: Row, match: re.Match[str]) -> bool:
    """Whether who seems to be meant are things: `their names`, `never print them`."""
    *told, last = row.words[match.start() : match.end()]
    return last == "their" or (last == "them" and bool(told) and told[-1] in _OF_THINGS)


def _denies_else(row: Row, match: re.Match[str]) -> bool:
    """Whether what is denied is a condition or ends before what is told, or is itself denied."""
    words = row.words[slice(*match.span())]
    first = max(row.letters.rfind(mark, 0, match.start()) for mark in (END, PAUSE)) + 1
    clause = row.words[first : match.start()]
    if not _ENDS_DENIAL.isdisjoint(words) or (clause[:1] and clause[0] in _CONDITIONS and PAUSE in match[0]):
        return True
    return words[0] == "without" and denied(clause)


def _said_before(row: Row, match: re.Match[str]) -> list[str]:
    first, _ = sentence(row, match.start())
    return row.words[max(first, match.start() - _BEFORE - 1) : match.start()]


def _speaks_of(letters: str, concepts: str) -> bool:
    """Whether any of these concepts stands there."""
    return any(letter in letters for letter in concepts)


def _spoken_of(row: Row, match: re.Match[str], text: str) -> bool:
    start, _ = sentence(row, match.start())
    at = row.starts[match.start()]
    before = text[max(row.starts[start], at - 300) : at]
    return bool(_LABEL.search(before) or (_INTRODUCES.search(before) and _SPEAKS_OF.search(before)))


def _guards(rule: Rule, row: Row, match: re.Match[str], text: str) -> bool:
    """Whether what shall be ignored are orders that stand in what a tool returns."""
    any_orders = rule.name == "override-orders" and LETTER["prior"] not in match[0]
    return any_orders and bool(_IN_WHAT_IS_READ.match(text, row.ends[match.end() - 1]))


def _means_well(rule: Rule, row: Row, match: re.Match[str], text: str) -> bool:
    """Whether nobody is asked because nothing can be lost, or for what is theirs to keep."""
    excused = _EXCUSES.get(rule.name)
    if not excused:
        return False
    start, end = sentence(row, match.start())
    return excused(text[row.starts[start] : row.ends[end - 1]])


def _looks_up(rule: Rule, row: Row, match: re.Match[str]) -> bool:
    """Whether a tool is called only to look something up, or shall not be called without something."""
    if rule.name == "when-any-tool":
        # What the server's own tools need first is its own business.
        return row.letters[match.end() : match.end() + 1] == LETTER["ownname"]
    if rule.name not in _CALLS:
        return False
    start, end = sentence(row, match.start())
    if _speaks_of(row.letters[start:end], CARRIED):
        return False
    named = [row.words[index] for index in range(*match.span()) if row.letters[index] == LETTER["name"]]
    needs = row.letters[match.end() : match.end() + 1] == LETTER["not"]
    return needs or all(_LOOKS_UP.match(name) for name in named)


def _clause_end(row: Row, index: int) -> int:
    ends = [end for end in (row.letters.find(mark, index) for mark in (END, PAUSE)) if end >= 0]
    return min(ends, default=len(row.letters))


@cache
def _rule(*written: Any) -> Rule:
    return Rule(*written)


def _places(rule: Rule, needs: tuple[str, ...], row: Row) -> Iterator[re.Match[str]]:
    """Where the rule's pattern is found; it is compiled where all that it needs stands in its order."""
    at = 0
    for letters in needs:
        at = 1 + min((place for letter in letters if (place := row.letters.find(letter, at)) >= 0), default=-1)
        if not at:
            return iter(())
    return _compiled(rule.pattern).finditer(row.letters)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


_PLAIN = frozenset(".,\n" + LETTER["to"] + LETTER["and"] + LETTER["this"])
# What is carried is said last: `read from the environment, do not pass them` carries nothing.
_CARRIES = "".join(LETTER[name] for name in ("put", "send", "give", "copy"))
_BREAK = PAUSE + LETTER["and"]
_FORBIDDEN = regex(f"[{_BREAK}][^{_BREAK}{_CARRIES}]{{0,2}}{LETTER['not']}[{_CARRIES}][^{PAUSE}{_CARRIES}]*$")
_NEGATED = regex(f"[{LETTER['not']}{LETTER['over']}]")
