"""A witness made to look like a real call, where it stays one: values that the schema itself gives, and none empty."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from govern.schemas.edits.words import same
from govern.schemas.references import UnresolvedReference, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from govern.contract.json_type import Json
    from govern.schemas.edits.words import Path

_MOST = 24
_DEEP = 12
_BRANCHES = ("anyOf", "oneOf", "allOf")
_ORDINARY: dict[type, Json] = {str: "a", int: 1}
_SCALARS = (str, int, float)
# A client that checks formats takes no other for what was documented.
OF_FORMAT: Mapping[str, str] = {
    "date": "2025-01-31", "date-time": "2025-01-31T12:00:00Z", "duration": "P1D", "email": "ana@mail.example",
    "hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "iri": "https://example.com",
    "time": "12:00:00Z", "uri": "https://example.com", "uuid": "6f9619ff-8b86-4011-b42d-00c04fc964ff",
}  # fmt: skip


def natural(instance: Json, schema: Any, holds: Callable[[Json], bool]) -> Json:
    """The instance with each made-up value exchanged for a likelier one that it holds with."""
    leaves = list(_leaves(instance, schema))
    # Nobody takes a call of so many values for one that a person wrote.
    for path, value, nodes in leaves if len(leaves) <= _MOST else ():
        for likelier in _likelier(value, nodes):
            changed = _placed(instance, path, likelier)
            if holds(changed):
                instance = changed
                break
    return instance


def _leaves(instance: Json, schema: Any) -> Iterator[tuple[Path, Json, list[dict[str, Any]]]]:
    """Every plain value with the schemas that speak of its place, what is nearest to the root first."""
    waiting: list[tuple[Path, Json, list[dict[str, Any]]]] = [((), instance, _nodes(schema, schema))]
    for path, value, nodes in waiting:
        if isinstance(value, dict):
            waiting += [((*path, name), held, _named(nodes, name, schema)) for name, held in value.items()]
        elif isinstance(value, list):
            waiting += [((*path, at), held, _below(nodes, "items", schema)) for at, held in enumerate(value)]
        elif path and (value is None or isinstance(value, _SCALARS)):
            yield path, value, nodes


def _named(nodes: list[dict[str, Any]], name: str, schema: Any) -> list[dict[str, Any]]:
    declared = [node["properties"].get(name) for node in nodes if isinstance(node.get("properties"), dict)]
    return [inner for held in declared for inner in _nodes(held, schema)]


def _below(nodes: list[dict[str, Any]], keyword: str, schema: Any) -> list[dict[str, Any]]:
    return [inner for node in nodes for inner in _nodes(node.get(keyword), schema)]


def _nodes(node: Any, schema: Any, depth: int = 0) -> list[dict[str, Any]]:
    """A schema with what it refers to and its branches."""
    if not isinstance(node, dict) or depth > _DEEP:
        return []
    found = [node]
    if isinstance(node.get("$ref"), str):
        with suppress(UnresolvedReference):
            found += _nodes(resolve(schema, node["$ref"]), schema, depth + 1)
    for keyword in _BRANCHES:
        branches = node.get(keyword)
        for branch in branches if isinstance(branches, list) else ():
            found += _nodes(branch, schema, depth + 1)
    return found


def _likelier(value: Json, nodes: list[dict[str, Any]]) -> Iterator[Json]:
    """Examples first, then the default, then a value of the format, then anything that is not empty."""
    given = [each for node in nodes for each in _given(node)]
    if any(same(value, each) for each in given) or isinstance(value, bool):
        return
    yield from (each for each in given if isinstance(each, _SCALARS))
    if isinstance(value, str):
        named = (node.get("format") for node in nodes)
        yield from (OF_FORMAT[name] for name in named if isinstance(name, str) and name in OF_FORMAT)
    if value in ("", 0) and type(value) in _ORDINARY:
        yield _ORDINARY[type(value)]


def _given(node: dict[str, Any]) -> list[Json]:
    examples = node.get("examples")
    listed = examples[:2] if isinstance(examples, list) else []
    return [*listed, node["default"]] if "default" in node else listed


def _placed(held: Any, path: Path, value: Json) -> Any:
    if not path:
        return value
    key, rest = path[0], path[1:]
    if isinstance(held, list):
        return [_placed(inner, rest, value) if at == key else inner for at, inner in enumerate(held)]
    return {name: _placed(inner, rest, value) if name == key else inner for name, inner in held.items()}
