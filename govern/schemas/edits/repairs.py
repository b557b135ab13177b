"""What is invalid in one of two schemas, and what an invalid word may have meant that is none, or another one, now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT, Absent
from govern.facts.fact import Fact
from govern.schemas.edits import rules
from govern.schemas.edits.edit import Step, applied
from govern.schemas.edits.form import form_of
from govern.schemas.edits.oracle import ask, sound
from govern.schemas.edits.places import root_of, value_at
from govern.schemas.edits.walk import edits_between
from govern.schemas.edits.words import VALIDATING, same

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.contract.json_type import Json
    from govern.facts.change import Reading
    from govern.schemas.edits.oracle import Position
    from govern.schemas.edits.words import Path

_BOUNDS = {"exclusiveMaximum": "maximum", "exclusiveMinimum": "minimum"}


def defects_between(position: Position, old: Json | Absent, new: Json | Absent, reading: Reading) -> list[Fact]:
    """What is invalid, where it is not the same on both sides.

    A repair may refuse what was taken where the invalid word was not heard, though nothing else was ever meant.
    """
    was, now = ({} if isinstance(side, Absent) else sound(side)[1] for side in (old, new))
    is_heard = bool(was) and _is_heard(position, old, new, reading)
    facts = []
    for pointer in sorted({*was, *now}):
        before, after = value_at(old, pointer), value_at(new, pointer)
        if pointer in was and pointer in now and (before is after or same(before, after)):
            continue
        said = {"place": f"`{pointer}`" if pointer else root_of(position), "edit": now.get(pointer) or was[pointer]}
        is_restated = is_heard and pointer in was and _meaning(old, old, new, pointer) != {pointer: ABSENT}
        repaired = rules.SCHEMA_RESTATED if is_restated else rules.SCHEMA_REPAIRED
        rule = rules.SCHEMA_INVALID if pointer in now else repaired
        facts.append(Fact(rule[position], pointer, before, after, said))
    return facts


def _is_heard(position: Position, old: Json | Absent, new: Json | Absent, reading: Reading) -> bool:
    """Whether it matters to a caller if the invalid words meant something."""
    readings = _readings(old, new)
    if readings[0] is readings[1]:
        return False
    likely, other = map(_sound, readings)
    answer = ask(other, likely, reading) if position == "input" else ask(likely, other, reading)
    return answer.breaks != "no"


def as_meant(old: Json, new: Json) -> Json:
    """The old schema with its invalid words taken for what they meant, or for none, whichever is nearer to the new one.

    They meant what a dialect before means by them, or else what stands there now.
    """
    likely: Json = _readings(old, new)[0]
    return likely


def _readings(old: Any, new: Any) -> tuple[Any, Any]:
    if isinstance(old, Absent) or isinstance(new, Absent):
        return True, True
    known, heard = sound(new)[1], old
    for pointer in sound(old)[1]:
        if pointer not in known:
            heard = _heard(heard, old, new, pointer)
    is_nearer = heard is not old and apart(heard, new) < apart(old, new)
    return (heard, old) if is_nearer else (old, heard)


def _heard(schema: Any, old: Any, new: Any, pointer: str) -> Any:
    """A schema that is being read, with an invalid word in it taken for what it meant."""
    if not pointer:
        return schema if isinstance(old, (dict, bool)) else new  # It is not known which word of it is invalid.
    if not isinstance(value_at(schema, pointer.rpartition("/")[0]), dict):
        return schema  # It stands in what was taken for something else already.
    for place, value in _meaning(schema, old, new, pointer).items():
        schema = applied(schema, [Step("set", _path(schema, place), value)]) if place else value
    return schema


def _sound(schema: Any) -> Any:
    return sound(schema)[0]


def apart(old: Json, new: Json) -> int:
    """By how many edits two schemas differ."""
    before, after = (form_of(_sound(side)).tree for side in (old, new))
    return sum(1 for _ in edits_between(before, after))


def _meaning(schema: Any, old: Any, new: Any, pointer: str) -> Mapping[str, Any]:
    """What takes the place of an invalid word in a schema that is being read."""
    return _legacy(schema, pointer) or _as_now(old, new, pointer)


def _legacy(schema: Any, pointer: str) -> Mapping[str, Any]:
    """What draft 3 and 4 mean by a flag, as values by their places."""
    node, _, word = pointer.rpartition("/")
    value = value_at(schema, pointer)
    if not isinstance(value, bool):
        return {}
    if word in _BOUNDS:
        bound = value_at(schema, f"{node}/{_BOUNDS[word]}")
        if value and bound is not ABSENT:
            return {pointer: bound, f"{node}/{_BOUNDS[word]}": ABSENT}
        return {} if value else {pointer: ABSENT}
    holder, _, name = node.rpartition("/properties/")
    if word != "required" or not name or "/" in name:
        return {}
    held = value_at(schema, f"{holder}/required")
    asked = [*(held if isinstance(held, list) else []), *_path({}, f"/{name}")]
    return {pointer: ABSENT, f"{holder}/required": asked} if value else {pointer: ABSENT}


def _as_now(old: Any, new: Any, pointer: str) -> Mapping[str, Any]:
    """What stands there now; where nothing but a reference that leads nowhere did, all that does."""
    node, _, word = pointer.rpartition("/")
    was, now = value_at(old, node), value_at(new, node)
    if word != "$ref" or not isinstance(was, dict) or not isinstance(now, dict) or VALIDATING & was.keys() != {"$ref"}:
        return {pointer: value_at(new, pointer)}
    notes = {key: value for key, value in was.items() if key != "$ref"}
    return {node: notes | {key: value for key, value in now.items() if key in VALIDATING}}


def _path(document: Any, pointer: str) -> Path:
    """The steps that a pointer takes in a document, the last of which may lead to what is not there."""
    steps: list[str | int] = []
    for part in pointer.split("/")[1:]:
        key: Any = int(part) if isinstance(document, list) else part.replace("~1", "/").replace("~0", "~")
        document = document[key] if isinstance(document, list) else document.get(key)
        steps.append(key)
    return tuple(steps)
