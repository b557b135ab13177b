"""Facts about a schema as a whole: added or removed, invalid, or in another dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT, Absent
from govern.facts import rule_ids as ids
from govern.facts.change import Fact
from govern.schemas.edits import rules
from govern.schemas.edits.keywords import VALIDATING_KEYWORDS, same_json
from govern.schemas.edits.normal_form import normal_form
from govern.schemas.edits.pointers import value_at
from govern.schemas.edits.schema_edit import EditStep, apply_steps
from govern.schemas.edits.walk import schema_edits
from govern.schemas.edits.witnesses import HARMLESS, AdvertisedSchemas, sample, valid_part
from govern.schemas.references import has_static_references

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.contract.json_text import Json
    from govern.facts.change import Reading
    from govern.schemas.edits.keywords import Path
    from govern.schemas.edits.witnesses import Position

_NOT_CONSTRAINING = frozenset({"$comment", "$id", "$schema", "description", "title"})
# What may be sent without a schema: arguments are objects, answers nearly always.
_ANYTHING: dict[Position, tuple[Any, ...]] = {"input": ({"type": "object"},), "output": ({"type": "object"}, True)}


def has_no_constraints(schema: Json | Absent) -> bool:
    """Return whether a schema is missing, or has annotations only, as generators write it when they fail."""
    return isinstance(schema, Absent) or (isinstance(schema, dict) and not schema.keys() - _NOT_CONSTRAINING)


def presence_facts(position: Position, old: Json | Absent, new: Json | Absent, reading: Reading) -> list[Fact]:
    """Return the facts of a schema that was added or removed, compared with what its absence accepts."""
    rule = (rules.SCHEMA_ADDED if has_no_constraints(old) else rules.SCHEMA_REMOVED)[position]
    result, witness = HARMLESS, None
    # Answers without a schema may be anything, so a new schema of answers is compared with that alone.
    is_new_output = position == "output" and has_no_constraints(old)
    for anything in (True,) if is_new_output else _ANYTHING[position]:
        before, after = (anything if has_no_constraints(side) else side for side in (old, new))
        schemas = AdvertisedSchemas(position, before, after, reading)
        result = schemas.compatibility
        witness = schemas.witness(result)
        if witness:
            break
    if rule == ids.INPUT_SCHEMA_REMOVED and isinstance(old, dict) and old.get("properties"):
        rule = ids.INPUT_SCHEMA_REMOVED if isinstance(new, Absent) else ids.INPUT_SCHEMA_EMPTIED
        emptied = AdvertisedSchemas(position, old, new, reading)
        witness = None if isinstance(new, Absent) else emptied.example(sample(old))
    elif result.breaks == "unknown" or (result.breaks == "yes" and witness is None):
        rule = rules.UNPROVEN[position]
    elif result.breaks == "no" and (result.reverse == "no" or position == "input"):
        rule = rules.RESPELLED[position]
    details = {"schema": {"reason": "whole"} | _property_names(old if has_no_constraints(new) else new)}
    return [Fact(rule, "", old, new, details, witness), *validity_facts(position, old, new, reading)]


def _property_names(schema: Json | Absent) -> dict[str, list[str]]:
    """Return the names of the properties that a schema requires, and of those that it leaves optional."""
    parts = schema if isinstance(schema, dict) else {}
    names, required = parts.get("properties"), parts.get("required")
    needed = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
    return {
        "required": needed,
        "optional": [name for name in names if name not in needed] if isinstance(names, dict) else [],
    }


def unproven_reference_facts(position: Position, old: Json, new: Json, reading: Reading) -> list[Fact]:
    """Return a fact if references resolve differently depending on the path, and nothing is proven."""
    if has_static_references(old) and has_static_references(new):
        return []
    schemas = AdvertisedSchemas(position, old, new, reading)
    if schemas.compatibility.breaks == "no":
        return []
    witness = schemas.witness(schemas.compatibility)
    rule = (rules.UNPROVEN if witness is None else rules.COMBINED)[position]
    return [Fact(rule, "", old, new, {"schema": {"reason": "dynamic-references"}}, witness)]


def dialect_facts(position: Position, old: Json, new: Json, reading: Reading) -> list[Fact]:
    """Return a fact if another dialect gives the same keywords another meaning.

    Keywords that were translated with the dialect do not count.
    """
    if not isinstance(old, dict) or not isinstance(new, dict) or same_json(old.get("$schema"), new.get("$schema")):
        return []
    translated = with_dialect_of(old, new)
    as_old, as_new = (normal_form(valid_part(schema)[0]).tree for schema in (old, translated))
    if same_json(as_old, as_new) or edit_distance(old, new) <= edit_distance(translated, new):
        return []
    schemas = AdvertisedSchemas(position, old, translated, reading)
    witness = schemas.witness(schemas.compatibility)
    sides = (old.get("$schema", ABSENT), new.get("$schema", ABSENT))
    details = {"schema": {"dialects": [str(side.get("$schema", "none")) for side in (old, new)]}}
    return [Fact(rules.DIALECT_CHANGED[position], "/$schema", *sides, details, witness)]


def with_dialect_of(old: Any, new: Any) -> Any:
    """Return the old schema with the `$schema` of the new one."""
    rest = {key: value for key, value in old.items() if key != "$schema"}
    return {**rest, "$schema": new["$schema"]} if "$schema" in new else rest


_BOUNDS = {"exclusiveMaximum": "maximum", "exclusiveMinimum": "minimum"}


def validity_facts(position: Position, old: Json | Absent, new: Json | Absent, reading: Reading) -> list[Fact]:
    """Return the facts about invalid parts that differ between the sides.

    A repaired keyword may refuse values that were accepted while validators ignored it.
    """
    old_problems, new_problems = ({} if isinstance(side, Absent) else valid_part(side)[1] for side in (old, new))
    matters = bool(old_problems) and _matters(position, old, new, reading)
    facts = []
    for pointer in sorted({*old_problems, *new_problems}):
        before, after = value_at(old, pointer), value_at(new, pointer)
        if pointer in old_problems and pointer in new_problems and (before is after or same_json(before, after)):
            continue
        details = {"schema": {"pointer": pointer, "problem": new_problems.get(pointer) or old_problems[pointer]}}
        is_restated = matters and pointer in old_problems and _meaning_of(old, old, new, pointer) != {pointer: ABSENT}
        repaired = rules.SCHEMA_RESTATED if is_restated else rules.SCHEMA_REPAIRED
        rule = rules.SCHEMA_INVALID if pointer in new_problems else repaired
        facts.append(Fact(rule[position], pointer, before, after, details))
    return facts


def _matters(position: Position, old: Json | Absent, new: Json | Absent, reading: Reading) -> bool:
    """Return whether the meaning of the invalid parts makes a difference to a caller."""
    nearer, other = _interpretations(old, new)
    if nearer is other:
        return False
    return AdvertisedSchemas(position, _valid(other), _valid(nearer), reading).compatibility.breaks != "no"


def as_intended(old: Json, new: Json) -> Json:
    """Return the old schema with its invalid parts interpreted or ignored, whichever is nearer to the new one.

    An invalid part means what an earlier dialect makes of it, or else what stands there in the new schema.
    """
    return _interpretations(old, new)[0]


def _interpretations(old: Any, new: Any) -> tuple[Json, Json]:
    if isinstance(old, Absent) or isinstance(new, Absent):
        return True, True
    known, interpreted = valid_part(new)[1], old
    for pointer in valid_part(old)[1]:
        if pointer not in known:
            interpreted = _with_meaning(interpreted, old, new, pointer)
    is_nearer = interpreted is not old and edit_distance(interpreted, new) < edit_distance(old, new)
    return (interpreted, old) if is_nearer else (old, interpreted)


def _with_meaning(schema: Any, old: Any, new: Any, pointer: str) -> Any:
    """Return a schema with the invalid part at a pointer replaced by its meaning."""
    if not pointer:
        return schema if isinstance(old, (dict, bool)) else new  # The error names no keyword.
    if not isinstance(value_at(schema, pointer.rpartition("/")[0]), dict):
        return schema  # An earlier replacement removed its parent.
    for place, value in _meaning_of(schema, old, new, pointer).items():
        schema = apply_steps(schema, [EditStep("set", _path_of(schema, place), value)]) if place else value
    return schema


def _valid(schema: Any) -> Any:
    return valid_part(schema)[0]


def edit_distance(old: Json, new: Json) -> int:
    """Return the number of edits between two schemas."""
    before, after = (normal_form(_valid(side)).tree for side in (old, new))
    return sum(1 for _ in schema_edits(before, after))


def _meaning_of(schema: Any, old: Any, new: Any, pointer: str) -> Mapping[str, Any]:
    """Return the values, by pointer, that replace the invalid part at a pointer."""
    return _legacy_meaning(schema, pointer) or _current_meaning(old, new, pointer)


def _legacy_meaning(schema: Any, pointer: str) -> Mapping[str, Any]:
    """Return the values, by pointer, that a boolean flag of draft 3 or 4 stands for."""
    node, _, keyword = pointer.rpartition("/")
    value = value_at(schema, pointer)
    if not isinstance(value, bool):
        return {}
    if keyword in _BOUNDS:
        bound = value_at(schema, f"{node}/{_BOUNDS[keyword]}")
        if value and bound is not ABSENT:
            return {pointer: bound, f"{node}/{_BOUNDS[keyword]}": ABSENT}
        return {} if value else {pointer: ABSENT}
    holder, _, name = node.rpartition("/properties/")
    if keyword != "required" or not name or "/" in name:
        return {}
    required_names = value_at(schema, f"{holder}/required")
    required = [*(required_names if isinstance(required_names, list) else []), *_path_of({}, f"/{name}")]
    return {pointer: ABSENT, f"{holder}/required": required} if value else {pointer: ABSENT}


def _current_meaning(old: Any, new: Any, pointer: str) -> Mapping[str, Any]:
    """Return what the new schema has at the pointer, or at the node of an unresolved reference."""
    node, _, keyword = pointer.rpartition("/")
    old_problems, new_problems = value_at(old, node), value_at(new, node)
    if (
        keyword != "$ref"
        or not isinstance(old_problems, dict)
        or not isinstance(new_problems, dict)
        or VALIDATING_KEYWORDS & old_problems.keys() != {"$ref"}
    ):
        return {pointer: value_at(new, pointer)}
    notes = {key: value for key, value in old_problems.items() if key != "$ref"}
    return {node: notes | {key: value for key, value in new_problems.items() if key in VALIDATING_KEYWORDS}}


def _path_of(document: Any, pointer: str) -> Path:
    """Return the steps of a pointer in a document; the last one may be missing there."""
    steps: list[str | int] = []
    for part in pointer.split("/")[1:]:
        key: Any = int(part) if isinstance(document, list) else part.replace("~1", "/").replace("~0", "~")
        document = document[key] if isinstance(document, list) else document.get(key)
        steps.append(key)
    return tuple(steps)
