"""References that lead back to where they stand without going into the instance, such as `{"not": {"$ref": "#"}}`.

Where `not` or `if` is on the way, nothing defines what they mean. The library follows some of them until its stack
overflows.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .dialect import subschemas
from .references import UnresolvedReference, UnsupportedReference, resolve, to_pointer_references

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = Any


_LISTS = ("allOf", "anyOf", "oneOf")
_MAPS = ("dependentSchemas", "dependencies")
_ONE = ("then", "else")
_TURNING = ("not", "if")
_WORDS = ("'$ref'", "'$dynamicRef'", "'$recursiveRef'")


def has_loop(schema: Json, text: str) -> bool:
    """Tell whether any part of a schema, given with its `repr`, has to be answered before it can be answered."""
    return _refers(schema, text) and bool(_Parts(schema, None).loops())


def has_undefined_loop(schema: Json, text: str, draft: str) -> bool:
    """Tell whether there is a loop with `not` or `if` on the way, or one beside words that look at their neighbours."""
    if not _refers(schema, text) or not any(word in text for word in ("'not'", "'if'", "'unevaluated")):
        return False
    parts = _Parts(schema, draft)
    loops = parts.loops()
    if "'unevaluated" in text and loops:
        return True
    return any(target in loop for loop in loops for part in loop for target in parts.turning.get(part, ()))


def _refers(schema: Json, text: str) -> bool:
    return isinstance(schema, dict) and any(word in text for word in _WORDS)


class _Parts:
    """The parts of one document, each with those that are asked about the same instance because of it."""

    def __init__(self, schema: Json, draft: str | None) -> None:
        self._document: Json = schema
        is_pointed = False
        with suppress(UnsupportedReference):
            self._document, is_pointed = to_pointer_references(schema, draft), True
        self._named: dict[str, list[Json]] = {}
        self.onward: dict[int, list[int]] = {}
        self.turning: dict[int, list[int]] = {}
        self._resources: dict[int, dict[str, Json]] = {}
        nodes = self._nodes()
        for node in () if is_pointed else nodes:
            for word in ("$anchor", "$dynamicAnchor", "$recursiveAnchor", "$id", "id"):
                if word in node:
                    self._named.setdefault(_last_step(str(node[word])), []).append(node)
        for node in nodes:
            self._connect(node, nodes)

    def _connect(self, node: dict[str, Json], nodes: list[dict[str, Json]]) -> None:
        if id(node) in self.onward:
            return
        turned = [node[word] for word in _TURNING if isinstance(node.get(word), dict)]
        beside = [*turned, *(held for held in self._beside(node) if isinstance(held, dict))]
        self.onward[id(node)] = [id(held) for held in beside]
        self.turning[id(node)] = [id(held) for held in turned]
        # A reference may lead to what stands at no place for schemas.
        nodes += [held for held in beside if id(held) not in self.onward]

    def _beside(self, node: dict[str, Json]) -> Iterator[Json]:
        for keyword in _LISTS:
            held = node.get(keyword)
            yield from held if isinstance(held, list) else ()
        for keyword in _MAPS:
            held = node.get(keyword)
            yield from held.values() if isinstance(held, dict) else ()
        yield from (node[keyword] for keyword in _ONE if keyword in node)
        for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
            if isinstance(node.get(keyword), str):
                yield from self._targets(node, keyword, node[keyword])

    def _targets(self, node: dict[str, Json], keyword: str, reference: str) -> list[Json]:
        found: list[Json] = []
        if keyword == "$recursiveRef":
            # What stands at no place for schemas is in the document itself.
            resource: dict[str, Json] = self._resources.get(id(node)) or self._document
            return [resource, *(self._named.get("True", []) if resource.get("$recursiveAnchor") is True else [])]
        if keyword == "$dynamicRef":
            found = self._named.get(reference.partition("#")[2], [])
        address, _, fragment = reference.partition("#")
        if not address:
            return [*found, *_resolved(self._document, reference)]
        # By an address that is not followed here it may lead into all whose own address ends like it.
        roots = self._named.get(_last_step(address), [])
        inside = [inner for root in roots for inner in _resolved(root, f"#{fragment}")]
        return [*found, *inside, *self._named.get(fragment, [])]

    def loops(self) -> list[set[int]]:
        """Return the groups of parts that all lead to one another."""
        backward: dict[int, list[int]] = {part: [] for part in self.onward}
        for part, targets in self.onward.items():
            for target in targets:
                backward[target].append(part)
        met: set[int] = set()
        order = [part for start in self.onward for part in _finished(start, self.onward, met)]
        met.clear()
        groups = [set(_finished(start, backward, met)) for start in reversed(order)]
        return [group for group in groups if len(group) > 1 or any(part in self.onward[part] for part in group)]

    def _nodes(self) -> list[dict[str, Json]]:
        """Return every part that stands where schemas do, and note in which part with an `$id` it is."""
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


def _finished(start: int, onward: dict[int, list[int]], met: set[int]) -> list[int]:
    """Return what can be reached and was not met before, each part after those that it leads to."""
    if start in met:
        return []
    met.add(start)
    done, way = [], [(start, iter(onward[start]))]
    while way:
        part, targets = way[-1]
        following = next((target for target in targets if target not in met), None)
        if following is None:
            done.append(part)
            way.pop()
        else:
            met.add(following)
            way.append((following, iter(onward[following])))
    return done


def _resolved(document: Json, reference: str) -> list[Json]:
    try:
        return [resolve(document, reference)]
    except UnresolvedReference:
        return []


def _last_step(address: str) -> str:
    return address.rstrip("#").rpartition("/")[2]
