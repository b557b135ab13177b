"""Which change a recorded call meets: by the place in the schema that refuses it, or by the name that it sends."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from govern.contract.surface import Absent
from govern.facts import rule_ids as ids
from govern.traces.contract import compiled, takes
from govern.traces.outcome import GONE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from govern.contract.json_type import Json
    from govern.facts.change import Change
    from govern.schemas.engine import Validator
    from govern.traces.contract import Complaint, Contract, Part

Path = tuple[str, ...]
_NAMING = frozenset({"additionalProperties", "required", "unevaluatedProperties"})
_CHOICES = ("anyOf", "oneOf")
_IN_PLACE = ("allOf", *_CHOICES)
_NAMED = ("dependentSchemas", "patternProperties", "properties")
_RENAMED = (ids.INPUT_PROPERTY_RENAMED, ids.OUTPUT_PROPERTY_RENAMED)
_DISAPPEARED = ("-property-removed", "-property-renamed")


class Blame:
    """The changes of one part of one tool."""

    def __init__(self, part: Part, changes: Sequence[Change], old: Json | Absent) -> None:
        self._root = f"/{part}Schema"
        self._changes = [
            (change, _path(change.pointer.removeprefix(self._root)))
            for change in changes
            if change.rule.startswith(f"{part}-")
        ]
        self._old = old
        self.probes = [*self._probes(old)]

    def of(self, complaint: Complaint) -> list[Change]:
        """The changes that a complaint comes from: those that are nearest to its place.

        Where none is at the place itself, it is one of a reference that led there, or of a keyword beside it: what
        `items` refuses, `prefixItems` let through. Of a choice that nothing fits, it is one of what its forms refer to.
        """
        scored = [(_nearness(change, path, complaint), change) for change, path in self._changes]
        if not any(score for score, _ in scored):
            led = replace(complaint, pointer=complaint.way)
            scored = [(_nearness(change, path, led), change) for change, path in self._changes]
        if not any(score for score, _ in scored):
            scored = [(_beside(change, path, complaint), change) for change, path in self._changes]
        if not any(score for score, _ in scored):
            targets = _led_to(self._old, tuple(map(str, complaint.pointer)))
            scored = [(_referred(change, path, targets), change) for change, path in self._changes]
        best = max((score for score, _ in scored), default=0)
        return [change for score, change in scored if score == best and score > 0]

    def gone(self, value: Any) -> Iterator[Change]:
        """The changes that took away a name which this value has. It is valid by the old schema."""
        for change, probe in self.probes:
            if takes(probe.is_valid, value) is False:
                yield change

    def _probes(self, old: Json | Absent) -> Iterator[tuple[Change, Validator]]:
        """For each name that disappeared the old schema without it: what has the name does not fit."""
        for change, path in self._changes:
            if change.rule == ids.INPUT_SCHEMA_EMPTIED:
                probe = compiled({"maxProperties": 0})
            elif change.rule.endswith(_DISAPPEARED) and not isinstance(old, Absent):
                was = (*path[:-1], str(change.before)) if change.rule in _RENAMED else path
                forbidden = _forbidding(old, was)
                probe = None if forbidden is None else compiled(forbidden)
            else:
                continue
            if probe:
                yield change, probe


def removals(changes: Iterable[Change]) -> list[Change]:
    """The changes by which a tool is not there any more."""
    return [change for change in changes if change.rule in GONE]


def by_tool(changes: Iterable[Change], old: Contract, new: Contract) -> dict[tuple[str, str], list[Change]]:
    """The changes of each tool that callers knew, by the name that they knew it by; what it became is its own."""
    became = successors(changes)
    was = {after: before for before, after in became.items()}
    found: dict[tuple[str, str], list[Change]] = {}
    for change in changes:
        if change.rule == ids.SERVER_REMOVED:
            for tool in old.servers.get(change.server, {}):
                found.setdefault((change.server, tool), []).append(change)
        elif change.kind == "tool":
            place = (change.server, change.name)
            is_after = place in was and change.rule not in GONE and new.holds(*place)
            found.setdefault(was[place] if is_after else place, []).append(change)
    return found


def successors(changes: Iterable[Change]) -> dict[tuple[str, str], tuple[str, str]]:
    """Where tools that were renamed or moved are now."""
    return {
        (change.server, change.name): change.became for change in changes if change.kind == "tool" and change.became
    }


def _path(pointer: str) -> Path:
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:])


def _nearness(change: Change, path: Path, complaint: Complaint) -> int:
    """How surely the change is what the complaint is about; 0 where it cannot be."""
    place = tuple(map(str, complaint.pointer))
    node = place[:-1]
    if complaint.keyword == "required" and path[-1:] == ("required",):
        return 2 * len(place) + 2 if path == place and change.after in complaint.names else 0
    is_told = change.rule.endswith(_DISAPPEARED) and bool(_names(change) & {*complaint.names})
    if is_told and path[:-2] == node and complaint.keyword in _NAMING:
        return 2 * len(place) + 3
    if place[: len(path)] == path:
        return 2 * len(path) + 1
    return 2 * len(place) if path[: len(place)] == place else 0


def _beside(change: Change, path: Path, complaint: Complaint) -> int:
    """How near a change that is known to break is to a complaint about another keyword; 0 where it is elsewhere."""
    place, node = tuple(map(str, complaint.pointer)), path[:-1]
    return len(path) if change.witness and path and place[: len(node)] == node else 0


def _referred(change: Change, path: Path, targets: set[Path]) -> int:
    """How near a change that is known to break is to one of these places; 0 where it is in none of them."""
    return max((len(place) for place in targets if change.witness and path[: len(place)] == place), default=0)


def _led_to(schema: Any, place: Path) -> set[Path]:
    """Where the pointers lead that stand in a place, and in what they lead to."""
    waiting, found = [place], set[Path]()
    while waiting:
        for target in _pointed(_at(schema, waiting.pop())):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


def _pointed(held: Any) -> Iterator[Path]:
    if isinstance(held, dict):
        reference = held.get("$ref")
        if isinstance(reference, str) and reference.startswith("#/"):
            yield _path(reference[1:])
    for inner in held.values() if isinstance(held, dict) else held if isinstance(held, list) else ():
        yield from _pointed(inner)


def _at(schema: Any, path: Path) -> Any:
    for key in path:
        if isinstance(schema, list):
            schema = schema[int(key)] if key.isdecimal() and int(key) < len(schema) else None
        else:
            schema = schema.get(key) if isinstance(schema, dict) else None
    return schema


def _names(change: Change) -> set[str]:
    """The names that a change of a property is about: the last of its pointer, and of a renamed one both."""
    both = (change.before, change.after) if change.rule.endswith("-renamed") else ()
    return {change.pointer.rpartition("/")[2], *(name for name in both if isinstance(name, str))}


def _forbidding(schema: Any, path: Path) -> Any:
    """The schema with `false` at a place; None where there is no such place."""
    if not path:
        return False
    key, rest = path[0], path[1:]
    if isinstance(schema, dict) and key in schema:
        is_choice = key in _CHOICES and isinstance(schema[key], list) and rest
        inner = _in_a_form(schema[key], rest) if is_choice else _forbidding(schema[key], rest)
        return None if inner is None else {**schema, key: inner}
    if isinstance(schema, list) and str(key).isdecimal() and int(key) < len(schema):
        inner = _forbidding(schema[int(key)], rest)
        return None if inner is None else [inner if at == int(key) else each for at, each in enumerate(schema)]
    return None


def _in_a_form(forms: Any, path: Path) -> Any:
    """The forms with `false` at a place of one: forms that do not have the place let nothing be there either."""
    found = _forbidding(forms, path)
    if found is None:
        return None
    rest, at = path[1:], int(path[0])
    nothing = _nothing_at(rest)
    return [
        form if index == at or _forbidding(forms[index], rest) is not None else {"allOf": [form, nothing]}
        for index, form in enumerate(found)
    ]


def _nothing_at(path: Path) -> Any:
    if not path:
        return False
    if path[0] in _NAMED and len(path) > 1:
        return {path[0]: {path[1]: _nothing_at(path[2:])}}
    return _nothing_at(path[2:]) if path[0] in _IN_PLACE else {path[0]: _nothing_at(path[1:])}
