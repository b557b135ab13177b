"""Facts about a schema as a whole: added or removed, invalid, in another dialect, or respelled."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from govern.contract.digests import behaviour
from govern.contract.surface import ABSENT, Absent
from govern.facts import rule_ids as ids
from govern.facts.change import Fact, pointer_keys, step
from govern.schemas.dialect import has_static_references
from govern.schemas.edits.keywords import VALIDATING_KEYWORDS, same_json
from govern.schemas.edits.normal_form import normal_form
from govern.schemas.edits.pointers import keyword_pointer, pointers_above, pointers_of, property_pointer, value_at
from govern.schemas.edits.schema_edit import VALIDATING_KINDS, EditStep, apply_steps
from govern.schemas.edits.walk import schema_edits
from govern.schemas.edits.witnesses import HARMLESS, AdvertisedSchemas, sample, valid_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.contract.json_text import Json
    from govern.contract.surface import Position
    from govern.facts.change import Reading
    from govern.schemas.edits.keywords import Path
    from govern.schemas.edits.normal_form import NormalForm
    from govern.schemas.edits.schema_edit import SchemaEdit

_NOT_CONSTRAINING = frozenset({"$comment", "$id", "$schema", "description", "title"})
# What may be sent without a schema: arguments are objects, answers nearly always.
_ANYTHING: dict[Position, tuple[Any, ...]] = {"input": ({"type": "object"},), "output": ({"type": "object"}, True)}


def has_no_constraints(schema: Json | Absent) -> bool:
    """Return whether a schema is missing, or has annotations only, as generators write it when they fail."""
    return isinstance(schema, Absent) or (isinstance(schema, dict) and not schema.keys() - _NOT_CONSTRAINING)


def presence_facts(position: Position, old: Json | Absent, new: Json | Absent, reading: Reading) -> list[Fact]:
    """Return the facts of a schema that was added or removed, compared with what its absence accepts."""
    rule = (ids.SCHEMA_ADDED if has_no_constraints(old) else ids.SCHEMA_REMOVED)[position]
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
    if rule == ids.SCHEMA_REMOVED["input"] and isinstance(old, dict) and old.get("properties"):
        rule = ids.SCHEMA_REMOVED["input"] if isinstance(new, Absent) else ids.INPUT_SCHEMA_EMPTIED
        emptied = AdvertisedSchemas(position, old, new, reading)
        witness = None if isinstance(new, Absent) else emptied.example(sample(old))
    elif result.breaks == "unknown" or (result.breaks == "yes" and witness is None):
        rule = ids.UNPROVEN[position]
    elif result.breaks == "no" and (result.reverse == "no" or position == "input"):
        rule = ids.RESPELLED[position]
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
    rule = (ids.UNPROVEN if witness is None else ids.COMBINED)[position]
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
    return [Fact(ids.DIALECT_CHANGED[position], "/$schema", *sides, details, witness)]


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
        repaired = ids.SCHEMA_RESTATED if is_restated else ids.SCHEMA_REPAIRED
        rule = ids.SCHEMA_INVALID if pointer in new_problems else repaired
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
    for name in pointer_keys(pointer):
        key: Any = int(name) if isinstance(document, list) else name
        document = document[key] if isinstance(document, list) else document.get(key)
        steps.append(key)
    return tuple(steps)


# Kinds of edits that may appear in several keywords of their node.
_NODE_KINDS = VALIDATING_KINDS | {"nullable-type", "safe-integer"}
# Keywords with subschemas that are compared as one value.
_SCHEMA_KEYWORDS = frozenset({"additionalProperties", "allOf", "anyOf", "items", "oneOf", "prefixItems"})
_SET_KEYWORDS = ("enum", "required", "type")
_DEFINITION = re.compile(r"/(?:\$defs|definitions)/[^/]*")
_BRANCH_PREFIX = re.compile(r"^.*?/(?:allOf|anyOf|oneOf)/")
# Facts of these rules explain everything below their pointer.
_COVERING_RULES = ("-property-", "-default-", "-examples-", "-definition-", "-annotation-", ids.UNCLASSIFIED)


def respelling_facts(
    position: Position, old: NormalForm, new: NormalForm, edits: list[SchemaEdit], facts: list[Fact]
) -> Iterator[Fact]:
    """Yield one fact for all differences that the given facts do not explain, or none."""
    left = list(_differences(behaviour(position, old.raw), behaviour(position, new.raw), ""))
    if facts:
        nodes = {pointer for edit in edits if edit.kind in _NODE_KINDS for pointer in pointers_of(edit, old, new)}
        below = {fact.pointer for fact in facts if any(keyword in fact.rule for keyword in _COVERING_RULES)}
        below |= {pointer for edit in edits for pointer in _explained_pointers(edit, old, new)}
        below |= _replaced_pointers(edits, old, new)
        # References on the way to an edit: their target changed, and that is reported.
        references = {f"{pointer}/$ref" for edit in edits for pointer in pointers_above(edit, old, new)}
        exact = {fact.pointer for fact in facts} | references
        left = [leaf for leaf in left if not _is_explained(leaf, exact, below, nodes)]
    if left:
        before = {pointer: was for pointer, was, _ in left if was is not ABSENT}
        after = {pointer: now for pointer, _, now in left if now is not ABSENT}
        details = {"schema": {"pointers": [pointer for pointer, _, _ in left[:3]]}}
        yield Fact(ids.RESPELLED[position], "", before or ABSENT, after or ABSENT, details)


def _explained_pointers(edit: SchemaEdit, old: NormalForm, new: NormalForm) -> Iterator[str]:
    """Yield the pointers on both sides that an edit explains completely."""
    if edit.kind.startswith("property-"):
        yield property_pointer(edit.details["name"], old, edit.path)
        yield property_pointer(edit.details.get("renamed", edit.details["name"]), new, edit.new_path)
    elif edit.kind.startswith("required-"):
        for form, path in ((old, edit.path), (new, edit.new_path)):
            yield f"{property_pointer(edit.details['name'], form, path)}/default"
    elif edit.kind == "text":
        yield from (f"{pointer}/{edit.keyword}" for pointer in pointers_of(edit, old, new))
    elif edit.kind in VALIDATING_KINDS:
        yield keyword_pointer(edit, old, edit.path, new)
        yield keyword_pointer(edit, new, edit.new_path, old)


def _replaced_pointers(edits: list[SchemaEdit], old: NormalForm, new: NormalForm) -> set[str]:
    """Return the pointers inside what an edit replaces as a whole, by reference or not."""
    found: set[str] = set()
    for form, of_old in ((old, True), (new, False)):
        places = [(edit, edit.path if of_old else edit.new_path) for edit in edits]
        roots = {(*path, *inner) for edit, path in places for inner in _replaced_paths(edit, of_old=of_old)}
        for path, pointers in form.origins.items() if roots else ():
            if any(path[:length] in roots for length in range(len(path) + 1)):
                found.update(pointers)
    return found - {""}


def _replaced_paths(edit: SchemaEdit, *, of_old: bool) -> Iterator[Path]:
    if edit.kind.startswith("property-"):
        yield "properties", edit.details["name"] if of_old else edit.details.get("renamed", edit.details["name"])
    elif edit.kind in VALIDATING_KINDS and edit.keyword == "":
        yield ()
    elif edit.kind in VALIDATING_KINDS and edit.keyword in _SCHEMA_KEYWORDS:
        yield (edit.keyword,)


def _is_explained(leaf: tuple[str, Any, Any], exact: set[str], below: set[str], nodes: set[str]) -> bool:
    pointer, before, after = leaf
    if pointer in exact or pointer.endswith("/title"):
        return True
    if _DEFINITION.fullmatch(pointer) and ABSENT in (before, after) and nodes:
        return True
    # Branches are compared in sorted order, so one that changes may move others.
    branches = _BRANCH_PREFIX.search(pointer)
    if branches and any(place.startswith(branches[0]) for place in exact):
        return True
    parts = pointer.split("/")
    for length in range(len(parts), 0, -1):
        prefix = "/".join(parts[:length])
        if prefix in below or (prefix in nodes and "/properties/" not in pointer[len(prefix) :]):
            return True
    return False


def _differences(old: Any, new: Any, pointer: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            sides = [side.get(key, ABSENT) for side in (old, new)]
            if key in ("$defs", "definitions") and any(isinstance(side, dict) and side for side in sides):
                sides = [{} if side is ABSENT else side for side in sides]
            yield from _differences(sides[0], sides[1], step(pointer, key))
    elif (
        isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and not pointer.endswith(_SET_KEYWORDS)
    ):
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from _differences(one, other, step(pointer, at))
    elif old is not new and (old is ABSENT or new is ABSENT or not same_json(old, new)):
        yield pointer, old, new
