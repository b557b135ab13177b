"""TODO told."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from govern.contract.json_text import canonical
from govern.contract.surface import Absent
from govern.schemas.edits.keywords import EVERY_TYPE, types_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.schemas.edits.keywords import Path
    from govern.schemas.edits.schema_edit import SchemaEdit


_LONGEST = 80
_HELD: Mapping[str, str] = {
    "additionalProperties": "{}", "contains": "[]", "items": "[]", "patternProperties": "{}",
}  # fmt: skip
# What follows these is a name, whatever it is.
_NAMING = frozenset({"$defs", "dependentSchemas", "patternProperties", "properties"})
_WHERE: Mapping[str, str] = {"then": "where its condition holds", "else": "where its condition does not hold"}
_IN_WORDS: Mapping[str, str] = {
    "property-moved": "is declared elsewhere",
    "property-added": "added", "property-removed": "removed", "property-required": "added, and required",
    "required-added": "is required now", "required-removed": "is no longer required",
}  # fmt: skip
_OPEN = frozenset({"enum", "pattern", "type"})
_CHOICES = ("anyOf", "oneOf")
_AGAIN = "#/$defs/"
_PARTS = ("allOf", "dependentSchemas")  # of one object, so they are no places of their own


def said_of(edit: SchemaEdit, root: str) -> dict[str, Any]:
    """What a rule's message is filled from."""
    before, after = _sides(edit)
    said: dict[str, Any] = {
        "place": _place(edit, root),
        "keyword": _keyword(edit),
        "before": before,
        "after": after,
        "edit": in_words(edit, root),
    }
    if "values" in edit.details:
        said["values"] = ", ".join(map(_text, edit.details["values"]))
    return said | {key: edit.details[key] for key in ("renamed", "schema") if key in edit.details}


def in_words(edit: SchemaEdit, root: str) -> str:
    """One line for the edit, for where several are told together."""
    place = _place(edit, root)
    if edit.kind == "property-renamed":
        also = [in_words(_below(inner, edit), "").removeprefix(": ") for inner in edit.details["also"]]
        return "; ".join([f"{place} renamed to `{edit.details['renamed']}`", *also])
    if edit.kind in _IN_WORDS:
        return f"{place} {_IN_WORDS[edit.kind]}"
    return f"{place}: {_moved(edit)}"


def place_of(path: Path) -> str:
    """`filter.tags[]` for the path through `properties` and `items`."""
    place = ""
    steps = iter(path)
    for step in steps:
        if step == "$defs":
            place = _inside(place, _definition(str(next(steps, ""))))
        elif step == "properties":
            place = _inside(place, str(next(steps, "")))
        elif isinstance(step, int):
            place += f"(form {step + 1})"
        elif step in _PARTS:
            next(steps, None)
        elif step == "prefixItems":
            place += f"[{next(steps, '')}]"
        elif step in _HELD:
            place += _HELD[step]
            if step == "patternProperties":
                next(steps, None)
    return place


def _conditions(path: Path) -> str:
    """Under which conditions the place is looked at, for those that no part of its name tells."""
    found: list[str] = []
    steps = iter(path)
    for step in steps:
        if step in _NAMING:
            name = next(steps, "")
            found += [f"where `{name}` is given"] if step == "dependentSchemas" else []
        elif step in _WHERE:
            found.append(_WHERE[str(step)])
    return f" ({', '.join(found)})" if found else ""


def _definition(name: str) -> str:
    """What refers to itself is known by the path that led there first."""
    if name.startswith("unused."):
        return name
    return place_of(tuple(int(part) if part.isdecimal() else part for part in name.split(".")))


def _moved(edit: SchemaEdit) -> str:
    before, after = _sides(edit)
    return f"{_keyword(edit)} {before} → {after}"


def _keyword(edit: SchemaEdit) -> str:
    if edit.kind == "safe-integer" and any(isinstance(side, dict) and len(side) > 1 for side in _both(edit)):
        return "bounds"
    if edit.kind == "bound" and any(isinstance(side, dict) for side in _both(edit)):
        return "bound"
    return "schema" if edit.kind == "property-moved" else edit.keyword or edit.kind


def _both(edit: SchemaEdit) -> tuple[Any, Any]:
    return edit.before, edit.after


def _below(edit: SchemaEdit, outer: SchemaEdit) -> SchemaEdit:
    """The edit as it is seen from a property that another edit tells of."""
    return replace(edit, path=edit.path[len(outer.path) + 2 :])


def _place(edit: SchemaEdit, root: str) -> str:
    place = _inside(place_of(edit.path), edit.details.get("name", ""))
    return (f"`{place}`" if place else root) + _conditions(edit.path)


def _inside(place: str, name: str) -> str:
    return f"{place}.{name}" if place and name else place or name


def _sides(edit: SchemaEdit) -> tuple[str, str]:
    before, after = _short(edit, edit.before), _short(edit, edit.after)
    # What two forms are called in short may be the same.
    return (before, after) if before != after else (_written(edit.before), _written(edit.after))


def _written(value: Any) -> str:
    return "none" if isinstance(value, Absent) else _text(value)


def _short(edit: SchemaEdit, value: Any) -> str:
    if isinstance(value, Absent):
        return _unsaid(edit)
    if edit.keyword == "" and isinstance(value, dict):
        return _cut(_form(value))
    if edit.keyword in (*_CHOICES, "prefixItems") and isinstance(value, list):
        return _forms(edit, value)
    if edit.kind in ("bound", "safe-integer") and isinstance(value, dict):
        named = (f"{word} {_text(end)}" for word, end in value.items())
        return ", ".join(named) if edit.kind == "bound" else " to ".join(map(_text, sorted(value.values())))
    if edit.keyword == "type":
        return _listed(value) if isinstance(value, list) else str(value)
    return value if edit.keyword == "required" and isinstance(value, str) else _text(value)


def _forms(edit: SchemaEdit, schemas: list[Any]) -> str:
    if edit.keyword == "prefixItems":
        return _cut(f"[{', '.join(map(_form, schemas))}]")
    forms = _cut(" or ".join(map(_form, schemas)))
    return f"also {forms}" if "beside" in edit.details else forms


def _unsaid(edit: SchemaEdit) -> str:
    """What holds where a keyword, or a further form of a choice, is not there."""
    if "beside" in edit.details:
        return "only the other forms"
    types = edit.details.get("free", EVERY_TYPE)
    if edit.keyword == "enum" and types != EVERY_TYPE:
        return f"any {_listed(list(types))}"
    return "any" if edit.keyword in _OPEN else "none"


def _form(node: Any) -> str:
    """What a schema lets through, in a few words."""
    if node == {"not": {}}:
        return "nothing"
    if not isinstance(node, dict) or node.keys() & {"allOf", "not", "$ref"}:
        return _again(node) or _text(node)
    for keyword in _CHOICES:
        if isinstance(node.get(keyword), list):
            return _listed(list(dict.fromkeys(map(_form, node[keyword]))))
    if isinstance(node.get("enum"), list):
        return " or ".join(map(_text, node["enum"]))
    types = _listed(sorted(types_of(node))) if types_of(node) != EVERY_TYPE else "anything"
    names, asked = node.get("properties"), node.get("required", [])
    if isinstance(names, dict) and names:
        return f"{types} of {', '.join(sorted(names, key=lambda name: (name not in asked, name)))}"
    return f"{types} with {', '.join(asked)}" if asked else types


def _again(node: Any) -> str:
    """What refers to itself, by the place where it stands first."""
    reference = node.get("$ref") if isinstance(node, dict) else None
    if not isinstance(reference, str) or not reference.startswith(_AGAIN):
        return ""
    place = _definition(reference.removeprefix(_AGAIN))
    return f"another `{place}`" if place else "the whole again"


def _listed(types: list[Any]) -> str:
    return " or ".join(sorted(map(str, types), key=lambda name: (name == "null", name)))


def _text(value: Any) -> str:
    if value == {"not": {}}:
        return "false"
    return _cut(canonical(value).decode("utf-8", "backslashreplace"))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
