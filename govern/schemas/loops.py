"""Reference loops that stay at one value of the instance, such as `{"not": {"$ref": "#"}}`.

A loop through `not` or `if` has no defined meaning, and the library follows some of them until its stack overflows.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .dialect import applied_subschemas, subschemas
from .references import UnresolvedReference, UnsupportedReference, resolve, to_pointer_references

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = Any

_REFERENCE_WORDS = ("'$ref'", "'$dynamicRef'", "'$recursiveRef'")
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
