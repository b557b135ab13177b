"""Advice that makes a surface cheaper or clearer: one table with a row for each piece of advice."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil
from typing import TYPE_CHECKING, Any, Literal

from govern.contract.surface import collisions
from govern.economics.answers import resolve_reference
from govern.economics.assess import Basis, Risk
from govern.economics.budgets import Budget, Costed

if TYPE_CHECKING:
    from collections.abc import Callable

    from govern.contract.json_text import Json

_SAME_PLACE = ("anyOf", "oneOf", "allOf")
_END = re.compile(r"[.!?](?=\s|$)|\n\s*\n|。")
_PLAIN_WORD = re.compile(r"[^\W\d_]+|\d+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# Words that do not distinguish one tool from another.
_EMPTY = frozenset(re.findall(r"\w+", """
    a an and any are as at be by call calls can do does execute executes for from function given handle
    handles helper helps here in into invoke invokes is it its let lets method mcp of on operation or perform
    performs provide provides run runs server service that the these this to tool tools use used useful user
    uses using utility via when which will with you your
"""))  # fmt: skip
_ALIKE = 0.8
_FEWEST_WORDS = 5
# Of many texts with one word only the latest are compared, so that the work stays linear.
_LATEST = 16
_WORD = re.compile(r"\w+")
_MANY_FIELDS = 15
Tools = Sequence[Costed]
Found = Iterator[tuple[Tools, str]]
_SHOWN = 5
_GUARDS = "`[servers.NAME.guards.TOOL]` in govern.toml"


def unlimited_arrays(schema: Json) -> list[str]:
    """Return the paths of arrays without `maxItems`, such as `issues[].labels`, each place of the schema once."""
    found, seen = set(), set()
    todo: list[tuple[str, Any]] = [("", schema)]
    while todo:
        path, node = todo.pop()
        if not isinstance(node, dict) or id(node) in seen:
            continue
        seen.add(id(node))
        if _is_array(node) and "maxItems" not in node:
            found.add(path or "the answer itself")
        todo += _within(schema, node, path)
    return sorted(found)


def _is_array(node: dict[str, Any]) -> bool:
    declared = node.get("type")
    return declared == "array" or (isinstance(declared, list) and "array" in declared)


def _within(root: Json, node: dict[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    yield path, resolve_reference(root, node.get("$ref"))
    for keyword in _SAME_PLACE:
        branches = node.get(keyword)
        yield from ((path, branch) for branch in branches) if isinstance(branches, list) else ()
    yield f"{path}[]", node.get("items")
    yield f"{path}{{}}", node.get("additionalProperties")
    properties = node.get("properties")
    if isinstance(properties, dict):
        yield from ((f"{path}.{name}" if path else name, inner) for name, inner in properties.items())


def is_empty_sentence(name: str, description: str) -> bool:
    """Return whether the first sentence adds no word to the tool's name."""
    known = {_stem(word) for word in _meaningful_words(_CAMEL.sub(" ", name))} | _EMPTY
    return all(_stem(word) in known for word in _meaningful_words(first_sentence(description)))


def first_sentence(description: str) -> str:
    """Return the description up to the end of its first sentence or paragraph."""
    text = description.strip()
    end = _END.search(text)
    return text[: end.start()] if end else text


def _meaningful_words(text: str) -> Iterator[str]:
    return (found[0] for found in _PLAIN_WORD.finditer(text.lower()) if found[0] not in _EMPTY)


def _stem(word: str) -> str:
    """Return the word without endings of English verbs and plurals."""
    for ending in ("ing", "ies", "es", "ed", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) > len("ge"):
            return word[: -len(ending)]
    return word


def near_duplicates(texts: Sequence[str]) -> list[list[int]]:
    """Return groups of texts, by index, that share four fifths of their words; texts of few words are left out."""
    same: defaultdict[frozenset[str], list[int]] = defaultdict(list)
    for place, text in enumerate(texts):
        words = frozenset(_WORD.findall(text.lower()))
        if len(words) >= _FEWEST_WORDS:
            same[words].append(place)
    distinct = list(same)
    leader = list(range(len(distinct)))
    for one, other in _similar_pairs(distinct):
        first, second = _leader(leader, one), _leader(leader, other)
        if first != second and _alike(distinct[one], distinct[other]):
            leader[max(first, second)] = min(first, second)
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for at, words in enumerate(distinct):
        groups[_leader(leader, at)] += same[words]
    return sorted(sorted(group) for group in groups.values() if len(group) > 1)


def _similar_pairs(distinct: Sequence[frozenset[str]]) -> Iterator[tuple[int, int]]:
    """Yield pairs of similar size that share one of their rarest words, as all similar texts do."""
    uses = Counter(chain.from_iterable(distinct))
    rarity = {word: at for at, word in enumerate(sorted(uses, key=lambda word: (uses[word], word)))}
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for at, words in enumerate(distinct):
        fewest, most = ceil(_ALIKE * len(words)), len(words) / _ALIKE
        rarest = sorted(words, key=rarity.__getitem__)[: len(words) - fewest + 1]
        sharing = {earlier for word in rarest for earlier in holders[word][-_LATEST:]}
        yield from ((at, earlier) for earlier in sharing if fewest <= len(distinct[earlier]) <= most)
        for word in rarest:
            holders[word].append(at)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    shared = len(one & other)
    return shared >= _ALIKE * (len(one) + len(other) - shared)


def _leader(leader: list[int], at: int) -> int:
    while leader[at] != at:
        leader[at] = leader[leader[at]]
        at = leader[at]
    return at


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table; `test` checks a tool, a server or a lock, and yields tools with what it found.

    What it found is added to `message`.
    """

    id: str
    title: str
    over: Literal["tool", "server", "lock"]
    priority: int
    test: Callable[[Tools, Budget], Found]
    message: str


@dataclass(frozen=True, slots=True)
class Advice:
    """One piece of advice on tools (as `server/tool`) or a server; priority 1 comes first."""

    id: str
    title: str
    priority: int
    places: tuple[str, ...]
    message: str
    servers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AdviceGroup:
    """All advice of one kind; `message` names no tool unless there is only one piece of advice."""

    title: str
    message: str
    places: tuple[str, ...]
    advice: tuple[Advice, ...]
    about_servers: bool


def grouped(advice: Sequence[Advice]) -> list[AdviceGroup]:
    """Return advice by kind, in the order of the first of each kind."""
    kinds: dict[str, list[Advice]] = {}
    for each in advice:
        kinds.setdefault(each.id, []).append(each)
    return [
        AdviceGroup(
            title=found[0].title,
            message=found[0].message if len(found) == 1 else _ROWS_BY_ID[kind].message,
            places=tuple(dict.fromkeys(place for each in found for place in each.places)),
            advice=tuple(found),
            about_servers=_ROWS_BY_ID[kind].over == "server",
        )
        for kind, found in kinds.items()
    ]


def advise(tools: Tools, budget: Budget | None = None) -> list[Advice]:
    """Return all advice on these tools, by priority, then by risk and tokens."""
    budget = budget or Budget()
    servers: defaultdict[str, list[Costed]] = defaultdict(list)
    for costed in tools:
        servers[costed.server].append(costed)
    scopes: dict[str, list[Tools]] = {
        "tool": [[each] for each in tools],
        "server": [*servers.values()],
        "lock": [tools],
    }
    found = [
        (max((each.assessment.risk.rank for each in about), default=0), row, about, detail)
        for row in ROWS
        for scope in scopes[row.over]
        for about, detail in row.test(scope, budget)
    ]
    found.sort(key=lambda each: (each[1].priority, -each[0], -sum(costed.tokens for costed in each[2])))
    return [
        Advice(row.id, row.title, row.priority, _places(row, about), _message(row, detail), _servers(about))
        for _, row, about, detail in found
    ]


def _message(row: Row, detail: str) -> str:
    return f"{row.message.removesuffix('.')}: {detail}." if detail else row.message


def _servers(about: Tools) -> tuple[str, ...]:
    return tuple(dict.fromkeys(costed.server for costed in about))


def _places(row: Row, about: Tools) -> tuple[str, ...]:
    return tuple(dict.fromkeys(costed.server if row.over == "server" else costed.place for costed in about))


def _tool_above_budget(tools: Tools, budget: Budget) -> Found:
    for costed in tools:
        if budget.tool_tokens is not None and costed.tokens > budget.tool_tokens:
            yield tools, f"{costed.tokens:,} tokens, {budget.tool_tokens:,} allowed"


def _server_above_budget(tools: Tools, budget: Budget) -> Found:
    tokens = sum(costed.tokens for costed in tools)
    if budget.server_tokens is not None and tokens > budget.server_tokens:
        yield tools, f"{tokens:,} tokens, {budget.server_tokens:,} allowed"


def _severe(tools: Tools, _: Budget) -> Found:
    for costed in tools:
        if costed.assessment.risk in (Risk.HIGH, Risk.CRITICAL):
            limit = "up to" if costed.assessment.bounded else "at least"
            yield tools, f"{limit} {costed.assessment.max_tokens:,} tokens, risk {costed.assessment.risk}"


def _unbounded(tools: Tools, _: Budget) -> Found:
    for costed in tools:
        if costed.assessment.basis is Basis.DEFAULT:
            yield tools, ""


def _flooding(tools: Tools, _: Budget) -> Found:
    for costed in tools:
        arrays = [] if costed.assessment.bounded else unlimited_arrays(costed.tool.raw.get("outputSchema"))
        if arrays:
            yield tools, _some(arrays)


def _undeclared(tools: Tools, _: Budget) -> Found:
    for costed in tools:
        if costed.assessment.basis is Basis.UNDECLARED:
            yield tools, ""


def _many_fields(tools: Tools, _: Budget) -> Found:
    for costed in tools:
        if costed.assessment.fields > _MANY_FIELDS:
            yield tools, f"{costed.assessment.fields:,} fields"


def _empty_sentence(tools: Tools, _: Budget) -> Found:
    for costed in tools:
        if is_empty_sentence(costed.name, costed.tool.description):
            yield tools, ""


def _confusable(tools: Tools, _: Budget) -> Found:
    for group in near_duplicates([costed.tool.description for costed in tools]):
        about = [tools[at] for at in group]
        yield about, _some(sorted({costed.place for costed in about}))


def _colliding(tools: Tools, _: Budget) -> Found:
    by_place: defaultdict[tuple[str, str], list[Costed]] = defaultdict(list)
    names: defaultdict[str, list[str]] = defaultdict(list)
    for costed in tools:
        by_place[costed.server, costed.name].append(costed)
        names[costed.server].append(costed.name)
    for collision in collisions(names):
        about = [costed for place in dict.fromkeys(collision.places) for costed in by_place[place]]
        yield about, _some(["/".join(place) for place in collision.places])


def _some(names: Sequence[str]) -> str:
    """Return the first few names, and the number of the others."""
    shown = ", ".join(names[:_SHOWN])
    return f"{shown} and {len(names) - _SHOWN} more" if len(names) > _SHOWN else shown


ROWS = (
    Row("tool-above-budget", "Definition above budget", "tool", 1, _tool_above_budget,
        "Shorten the description or the schema, or raise `policy.budget.tool-tokens`."),
    Row("server-above-budget", "Server above budget", "server", 1, _server_above_budget,
        "Offer fewer tools or shorter definitions, or raise `policy.budget.server-tokens`."),
    Row("names-collide", "Confusable names", "lock", 1, _colliding,
        "Rename the tools or add a prefix; clients and models confuse these names."),
    Row("answer-too-large", "Very large answers", "tool", 2, _severe,
        f"Limit the size of an answer in the server, then set `max_bytes` as a guard: {_GUARDS}."),
    Row("answer-unbounded", "Unbounded answers", "tool", 3, _unbounded,
        f"Declare `maxItems` or a page size with a `maximum`, or set a guard: {_GUARDS}."),
    Row("arrays-without-limit", "Unlimited arrays", "tool", 3, _flooding,
        "One call can fill the context window; declare `maxItems` for these arrays."),
    Row("descriptions-alike", "Nearly equal descriptions", "lock", 3, _confusable,
        "Describe how these tools differ."),
    Row("many-fields", "Many fields", "tool", 4, _many_fields,
        "Accept and return fewer fields."),
    Row("first-sentence-empty", "First sentence without information", "tool", 4, _empty_sentence,
        "Use the first sentence to add what the name leaves out, such as what the tool returns and when to use it."),
    Row("answer-undeclared", "No output schema", "tool", 5, _undeclared,
        f"Declare an `outputSchema`, or set a guard: {_GUARDS}."),
)  # fmt: skip
_ROWS_BY_ID = {row.id: row for row in ROWS}
