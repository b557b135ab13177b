"""The cost of a schema, estimated before it is passed to the library, which cannot be interrupted.

A reference loop that stays at one value of the instance, such as `{"not": {"$ref": "#"}}`, has no defined meaning if it
leads through `not` or `if`, and the library follows some of them until its stack overflows.
"""

from __future__ import annotations

import re
from contextlib import suppress
from math import prod
from typing import TYPE_CHECKING, Any

from govern.schemas.dialect import (
    UnresolvedReference,
    UnsupportedReference,
    applied_subschemas,
    resolve,
    subschemas,
    to_pointer_references,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = Any

_LONGEST = 16_000
_DEEPEST = 60
_FEW_BRACKETS = 60
_CHEAP_LISTS = {"allOf": 4, "anyOf": 30, "items": 20, "oneOf": 8, "prefixItems": 20}
_LIST_WORDS = ("Of'", "prefixItems'", "'items': [")
_CHEAP_COUNTS = {"'anyOf'": 40, "'$ref'": 12, "'pattern'": 8, "'allOf'": 3, "'oneOf'": 3, "'propertyNames'": 3}
# Keywords that multiply cases, that relate an instance to several parts of the schema, and large numbers.
_COSTLY = re.compile(
    r"'(?:not|if|dependentSchemas|dependencies|patternProperties|contains|multipleOf|unevaluated\w+|(?:min|max)Contains"
    r"|\$id|\$anchor|\$(?:dynamic|recursive)\w+)'"
    r"|'min(?:Items|Length|Properties)': (?:\d{4}|\d+[.e])"
    r"|: -?(?:\d{25}|\d[\d.]*e[+-]\d\d|inf\b|nan\b)"
)
# Repeated groups, lookarounds, references to groups, large counts and long patterns.
_COSTLY_PATTERN = re.compile(r"""\)[*+{]|\(\?[=!<]|\\[1-9pP]|\{\d*,?\d{4}|'pattern': (?:'[^']{200}|"[^"]{200})""")

_MOST_CASES = 2_000
_MOST_BRANCHES = {"anyOf": 120, "oneOf": 40}  # the library compares each branch with each other
_BRANCH_KEYWORDS = frozenset({"properties", "pattern"})
_CASES_OF_IF = 4  # `if` holds or not, and the negation of a property's value splits again
_CHOICE_WORDS = ("'anyOf'", "'oneOf'", "'if'")
_FEW_CHOICES = 4
_SHORT = 2_500

_MOST_EVALUATIONS = 30_000
_REFERENCE_WORDS = ("'$ref'", "'$dynamicRef'", "'$recursiveRef'")
_FEW_REFERENCES = 12  # at worst they multiply evaluations by a hundred


def is_cheap(*schemas: Json) -> bool:
    """Return whether schemas are so small and simple that they can be compared in this process.

    Nearly all schemas of real tools are. The others are compared in a child process with limits, so this may be wrong
    about a harmless schema, but never about an expensive one.
    """
    try:
        return all(_is_cheap(schema) for schema in schemas)
    except (RecursionError, ValueError):
        return False  # too deeply nested, or a number with too many digits, for repr


def _is_cheap(schema: Json) -> bool:
    if isinstance(schema, dict) and any(
        isinstance(held, list | dict | str) and len(held) > _LONGEST for held in schema.values()
    ):
        return False
    text = repr(schema)
    if len(text) > _LONGEST or _COSTLY.search(text):
        return False
    if any(text.count(word) > most for word, most in _CHEAP_COUNTS.items() if word in text):
        return False
    if "'pattern'" in text and _COSTLY_PATTERN.search(text):
        return False
    may_be_wide = text.count("{") + text.count("[") > _FEW_BRACKETS or any(word in text for word in _LIST_WORDS)
    if may_be_wide and isinstance(schema, dict) and not _is_shallow_and_narrow(schema, _DEEPEST):
        return False
    return "'$ref'" not in text or not has_loop(schema, text)


def _is_shallow_and_narrow(held: Json, depth: int) -> bool:
    if depth == 0:
        return False
    if isinstance(held, list):
        return all(_is_shallow_and_narrow(each, depth - 1) for each in held if isinstance(each, dict | list))
    for word, value in held.items():
        if isinstance(value, list) and len(value) > _CHEAP_LISTS.get(word, _LONGEST):
            return False
        if isinstance(value, dict | list) and not _is_shallow_and_narrow(value, depth - 1):
            return False
    return True


def has_too_many_cases(schema: Json, text: str) -> bool:
    """Return whether the alternatives of a schema, given with its `repr`, multiply out to too many cases.

    The library's canonical form multiplies them out: a kilobyte of conditions can take a second.
    """
    if len(text) < _SHORT and sum(map(text.count, _CHOICE_WORDS)) <= _FEW_CHOICES:
        return False
    return _any_has_too_many_cases(schema)


def _any_has_too_many_cases(schema: Json) -> bool:
    if not isinstance(schema, dict):
        return False
    return _case_count(schema) > _MOST_CASES or any(_any_has_too_many_cases(held) for _, held in subschemas(schema))


def _case_count(schema: Json) -> int:
    """Count the cases of one schema, without those of properties and items."""
    if not isinstance(schema, dict):
        return 1
    count = _CASES_OF_IF if "if" in schema else 1
    if isinstance(schema.get("allOf"), list):
        count *= prod(map(_case_count, schema["allOf"]))
    for keyword, most in _MOST_BRANCHES.items():
        branches = schema.get(keyword)
        if isinstance(branches, list):
            costly = sum(isinstance(branch, dict) and bool(branch.keys() & _BRANCH_KEYWORDS) for branch in branches)
            count *= _MOST_CASES + 1 if costly > most else max(1, sum(map(_case_count, branches)))
    return count


def unfolds_too_far(schema: Json, text: str) -> bool:
    """Return whether references make a validator evaluate the parts of a schema, given with its `repr`, too often.

    Thirty definitions with three references each to the next one are a kilobyte, and validators follow every path.
    """
    if sum(map(text.count, _REFERENCE_WORDS)) < _FEW_REFERENCES:
        return False
    try:
        return _Unfolding(schema).is_too_far(schema)
    except RecursionError:
        return True


class _Unfolding:
    """The number of evaluations that each part of a document leads to."""

    def __init__(self, document: Json) -> None:
        self._document = document
        self._counts: dict[int, int] = {}

    def is_too_far(self, held: Json) -> bool:
        """Return whether anything that may be a schema leads to too many evaluations."""
        if isinstance(held, dict):
            return self._count(held) > _MOST_EVALUATIONS or any(map(self.is_too_far, held.values()))
        return isinstance(held, list) and any(map(self.is_too_far, held))

    def _count(self, schema: Json) -> int:
        """Count the evaluations for a value that contains one property or item, which contains one, and so on."""
        if not isinstance(schema, dict):
            return 1
        if id(schema) not in self._counts:
            self._counts[id(schema)] = 1  # for references that lead back to here
            found = 1 + sum(map(self._count, self._in_place(schema))) + self._inside(schema)
            self._counts[id(schema)] = min(found, _MOST_EVALUATIONS + 1)
        return self._counts[id(schema)]

    def _in_place(self, schema: dict[str, Json]) -> Iterator[Json]:
        """Yield the parts that apply to the same value."""
        yield from (held for _, held in applied_subschemas(schema))
        for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
            if keyword in schema:
                with suppress(UnresolvedReference):
                    yield resolve(self._document, schema[keyword])

    def _inside(self, schema: dict[str, Json]) -> int:
        """Count the evaluations of the one property or item that most parts apply to."""
        named, patterns = (_held_schemas(schema, keyword) for keyword in ("properties", "patternProperties"))
        items = schema.get("items")
        placed = [*(items if isinstance(items, list) else []), *_held_schemas(schema, "prefixItems")]
        of_object = self._most([*named, *map(schema.get, ("additionalProperties", "unevaluatedProperties"))])
        of_array = self._most([*placed, *map(schema.get, ("items", "additionalItems", "unevaluatedItems"))])
        return max(of_object + sum(map(self._count, patterns)), of_array + self._most([schema.get("contains")]))

    def _most(self, schemas: list[Json]) -> int:
        return max((self._count(schema) for schema in schemas if isinstance(schema, dict)), default=0)


def _held_schemas(schema: dict[str, Json], keyword: str) -> list[Json]:
    held = schema.get(keyword)
    return held if isinstance(held, list) else [*held.values()] if isinstance(held, dict) else []


_NEGATING_WORDS = ("'not'", "'if'", "'unevaluated")


def has_loop(schema: Json, text: str) -> bool:
    """Return whether a part of a schema, given with its `repr`, depends on itself for the same value."""
    return _has_references(schema, text) and bool(_DependencyGraph(schema, None).loops())


def has_undefined_loop(schema: Json, text: str, draft: str) -> bool:
    """Return whether there is a loop through `not` or `if`, or any loop in a schema with `unevaluated*` keywords."""
    if not _has_references(schema, text) or not any(word in text for word in _NEGATING_WORDS):
        return False
    graph = _DependencyGraph(schema, draft)
    loops = graph.loops()
    if "'unevaluated" in text and loops:
        return True
    return any(target in loop for loop in loops for part in loop for target in graph.negated.get(part, ()))


def _has_references(schema: Json, text: str) -> bool:
    return isinstance(schema, dict) and any(word in text for word in _REFERENCE_WORDS)


class _DependencyGraph:
    """The parts of a document by id, each with the parts that it applies to the same value."""

    def __init__(self, schema: Json, draft: str | None) -> None:
        self._document: Json = schema
        has_pointers = False
        with suppress(UnsupportedReference):
            self._document, has_pointers = to_pointer_references(schema, draft), True
        self._named: dict[str, list[Json]] = {}
        self.applied: dict[int, list[int]] = {}
        self.negated: dict[int, list[int]] = {}
        self._resources: dict[int, dict[str, Json]] = {}
        nodes = self._nodes()
        for node in () if has_pointers else nodes:
            for word in ("$anchor", "$dynamicAnchor", "$recursiveAnchor", "$id", "id"):
                if word in node:
                    self._named.setdefault(_last_segment(str(node[word])), []).append(node)
        for node in nodes:
            self._connect(node, nodes)

    def loops(self) -> list[set[int]]:
        """Return the strongly connected components of more than one part, and the parts that apply themselves."""
        backward: dict[int, list[int]] = {part: [] for part in self.applied}
        for part, targets in self.applied.items():
            for target in targets:
                backward[target].append(part)
        visited: set[int] = set()
        order = [part for start in self.applied for part in _postorder(start, self.applied, visited)]
        visited.clear()
        groups = [set(_postorder(start, backward, visited)) for start in reversed(order)]
        return [group for group in groups if len(group) > 1 or any(part in self.applied[part] for part in group)]

    def _nodes(self) -> list[dict[str, Json]]:
        """Return every part in a place for schemas, and record the part with an `$id` that it belongs to."""
        found: list[dict[str, Json]] = []
        waiting: list[tuple[Json, dict[str, Json]]] = [(self._document, self._document)]
        while waiting:
            held, resource = waiting.pop()
            if isinstance(held, dict):
                resource = held if "$id" in held else resource
                self._resources[id(held)] = resource
                found.append(held)
                waiting += [(inner, resource) for _, inner in subschemas(held)]
        return found

    def _connect(self, node: dict[str, Json], nodes: list[dict[str, Json]]) -> None:
        if id(node) in self.applied:
            return
        parts = [*applied_subschemas(node), *self._targets_of(node)]
        applied = [held for _, held in parts if isinstance(held, dict)]
        self.applied[id(node)] = [id(held) for held in applied]
        self.negated[id(node)] = [id(held) for word, held in parts if word in {"not", "if"}]
        # A reference may have a target that is not in a place for schemas.
        nodes += [held for held in applied if id(held) not in self.applied]

    def _targets_of(self, node: dict[str, Json]) -> Iterator[tuple[str, Json]]:
        for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
            if isinstance(node.get(keyword), str):
                yield from ((keyword, held) for held in self._targets(node, keyword, node[keyword]))

    def _targets(self, node: dict[str, Json], keyword: str, reference: str) -> list[Json]:
        """Return all parts that a reference may lead to."""
        if keyword == "$recursiveRef":
            resource: dict[str, Json] = self._resources.get(id(node)) or self._document
            return [resource, *(self._named.get("True", []) if resource.get("$recursiveAnchor") is True else [])]
        address, _, fragment = reference.partition("#")
        found = self._named.get(fragment, []) if keyword == "$dynamicRef" else []
        if not address:
            return [*found, *_resolved(self._document, reference)]
        # An address that is not followed here may mean each part whose own address has the same last segment.
        roots = self._named.get(_last_segment(address), [])
        inside = [inner for root in roots for inner in _resolved(root, f"#{fragment}")]
        return [*found, *inside, *self._named.get(fragment, [])]


def _postorder(start: int, edges: dict[int, list[int]], visited: set[int]) -> list[int]:
    """Return the parts that can be reached and were not visited, each after those that it leads to."""
    if start in visited:
        return []
    visited.add(start)
    done, path = [], [(start, iter(edges[start]))]
    while path:
        part, targets = path[-1]
        following = next((target for target in targets if target not in visited), None)
        if following is None:
            done.append(part)
            path.pop()
        else:
            visited.add(following)
            path.append((following, iter(edges[following])))
    return done


def _resolved(document: Json, reference: str) -> list[Json]:
    with suppress(UnresolvedReference):
        return [resolve(document, reference)]
    return []


def _last_segment(address: str) -> str:
    return address.rstrip("#").rpartition("/")[2]
