"""The words of a finding about a schema: its place, keyword and values, short enough to read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.json_text import canonical

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_LONGEST = 80
_MOST_COMBINED = 6
_ALL_TYPES = frozenset({"array", "boolean", "null", "number", "object", "string"})
_SUFFIXES = {"additionalProperties": "{}", "contains": "[]", "items": "[]", "patternProperties": "{}"}
# The step after one of these keywords is a name, whatever it is.
_NAMING = frozenset({"$defs", "dependentSchemas", "patternProperties", "properties"})
_CONDITIONS = {"then": "if its condition holds", "else": "if its condition does not hold"}
# Parts of the object that holds them, and therefore no places of their own.
_PARTS = ("allOf", "dependentSchemas")
_EVENTS = {
    "property-moved": "declared elsewhere",
    "property-added": "added",
    "property-removed": "removed",
    "property-required": "added, required",
    "property-unlisted": "no longer declared",
    "required-added": "now required",
    "required-removed": "no longer required",
}
_REASONS = {
    "whole": "the schema itself",
    "too-expensive": "comparing the schemas takes too much time or memory",
    "too-deep": "the schemas are nested too deeply to compare",
    "dynamic-references": "its references resolve differently depending on the path to them",
}
_OPEN_BY_DEFAULT = frozenset({"enum", "pattern", "type"})
_CHOICES = ("anyOf", "oneOf")
_UNUSED = "unused."
_TO_DEFINITION = "#/$defs/"


def message_values(rule: str, schema: Any) -> dict[str, str]:
    """Return what fills the message of a schema rule, for what the fact holds: edits, or another reason."""
    root = "the answer" if rule.startswith("output") else "the arguments"
    if isinstance(schema, list):
        return _edit_values(schema[0], root) if len(schema) == 1 else _combined_values(schema, root)
    if "reason" in schema:
        return {"place": root, "edit": _REASONS[schema["reason"]], "declared": _declared_words(schema)}
    if "pointers" in schema:
        return {"place": root, "edit": ", ".join(schema["pointers"])}
    if "dialects" in schema:
        before, after = schema["dialects"]
        return {"place": root, "before": before, "after": after}
    return {"place": f"`{schema['pointer']}`" if schema["pointer"] else root, "edit": schema["problem"]}


def _declared_words(schema: Mapping[str, Any]) -> str:
    """Return `: required a, b; optional c` for the properties that a whole schema declares."""
    kinds = [(kind, schema[kind]) for kind in ("required", "optional") if schema.get(kind)]
    words = [f"{kind} {', '.join(f'`{name}`' for name in names)}" for kind, names in kinds]
    return f": {'; '.join(words)}" if words else ""


def _edit_values(edit: Mapping[str, Any], root: str) -> dict[str, str]:
    before, after = _sides(edit)
    words = {"place": _edit_place(edit, root), "keyword": _keyword(edit), "before": before, "after": after}
    words["need"] = "new, required" if edit["kind"] == "property-required" else "optional → required"
    if "values" in edit:
        words["values"] = ", ".join(map(_json_text, edit["values"]))
    words["definition"] = edit.get("definition", "").removeprefix(_UNUSED)
    return words | {"edit": _edit_line(edit, root)}


def _combined_values(edits: Sequence[Mapping[str, Any]], root: str) -> dict[str, str]:
    shown = [_edit_line(edit, root) for edit in edits[:_MOST_COMBINED]]
    more = [f"and {len(edits) - _MOST_COMBINED} more"] if len(edits) > _MOST_COMBINED else []
    return {"place": root, "edit": "; ".join([*shown, *more])}


def _edit_line(edit: Mapping[str, Any], root: str) -> str:
    """Return one line for the edit: its place and what happened there."""
    place = _edit_place(edit, root)
    if edit["kind"] == "property-renamed":
        # The places of what else changed begin inside the renamed property.
        start = len(edit["path"]) + 2
        also = [_edit_line({**inner, "path": inner["path"][start:]}, "").removeprefix(": ") for inner in edit["also"]]
        return "; ".join([f"{place} renamed to `{edit['renamed']}`", *also])
    if edit["kind"] in _EVENTS:
        return f"{place} {_EVENTS[edit['kind']]}"
    before, after = _sides(edit)
    return f"{place}: {_keyword(edit)} {before} → {after}"


def place_of(path: Iterable[str | int]) -> str:
    """Return `filter.tags[]` for the path through `properties`, `filter`, `properties`, `tags` and `items`."""
    place = ""
    steps = iter(path)
    for step in steps:
        if step == "$defs":
            place = _dotted(place, _definition_place(str(next(steps, ""))))
        elif step == "properties":
            place = _dotted(place, str(next(steps, "")))
        elif isinstance(step, int):
            place += f"(form {step + 1})"
        elif step in _PARTS:
            next(steps, None)
        elif step == "prefixItems":
            place += f"[{next(steps, '')}]"
        elif step in _SUFFIXES:
            place += _SUFFIXES[step]
            if step == "patternProperties":
                next(steps, None)
    return place


def _edit_place(edit: Mapping[str, Any], root: str) -> str:
    place = _dotted(place_of(edit["path"]), edit.get("name", ""))
    return (f"`{place}`" if place else root) + _conditions(edit["path"])


def _conditions(path: Iterable[str | int]) -> str:
    """Return the conditions under which a place is validated, for those that its name does not show."""
    found: list[str] = []
    steps = iter(path)
    for step in steps:
        if step in _NAMING:
            name = next(steps, "")
            found += [f"if `{name}` is given"] if step == "dependentSchemas" else []
        elif step in _CONDITIONS:
            found.append(_CONDITIONS[str(step)])
    return f" ({', '.join(found)})" if found else ""


def _definition_place(name: str) -> str:
    """Return the place of a recursive definition, whose name is the path that led there first."""
    if name.startswith(_UNUSED):
        return name
    return place_of(int(part) if part.isdecimal() else part for part in name.split("."))


def _dotted(place: str, name: str) -> str:
    return f"{place}.{name}" if place and name else place or name


def _keyword(edit: Mapping[str, Any]) -> str:
    bounds = [side for side in (edit.get("before"), edit.get("after")) if isinstance(side, dict)]
    if edit["kind"] == "safe-integer" and any(len(side) > 1 for side in bounds):
        return "bounds"
    if edit["kind"] == "bound" and bounds:
        return "bound"
    return "schema" if edit["kind"] == "property-moved" else edit["keyword"] or str(edit["kind"])


def _sides(edit: Mapping[str, Any]) -> tuple[str, str]:
    listed = _listed(edit.get("before")) if edit["keyword"] == "default" else []
    if listed and listed == _listed(edit.get("after")):
        # A server that prints a set has another order at each start.
        return f"{len(listed):,} values", "the same in another order"
    before, after = _short(edit, "before"), _short(edit, "after")
    if before != after:
        return before, after
    # Two schemas can have the same summary; their JSON differs.
    before, after = (_json_text(edit[side]) if side in edit else "none" for side in ("before", "after"))
    return before, after


def _listed(value: Any) -> list[bytes]:
    """Return the sorted values of a list or of a text with commas."""
    if isinstance(value, str) and "," in value:
        value = [part.strip() for part in value.split(",")]
    return sorted(map(canonical, value)) if isinstance(value, list) else []


def _short(edit: Mapping[str, Any], side: str) -> str:
    keyword = edit["keyword"]
    if side not in edit:
        return _default(edit)
    value = edit[side]
    if isinstance(value, dict):
        return _object_words(edit, value)
    if keyword == "type":
        return _joined_by_or(value) if isinstance(value, list) else str(value)
    if keyword == "prefixItems" and isinstance(value, list):
        return _cut(f"[{', '.join(map(_summary, value))}]")
    if keyword in _CHOICES and isinstance(value, list):
        forms = _cut(" or ".join(map(_summary, value)))
        return f"the other forms or {forms}" if "beside" in edit else forms
    return value if keyword == "required" and isinstance(value, str) else _json_text(value)


def _object_words(edit: Mapping[str, Any], value: dict[str, Any]) -> str:
    """Return what a schema accepts, or the bounds that an edit of two keywords holds."""
    if edit["keyword"] == "":
        return _cut(_summary(value))
    if edit["kind"] == "bound":
        return ", ".join(f"{word} {_json_text(end)}" for word, end in value.items())
    return " to ".join(map(_json_text, sorted(value.values()))) if edit["kind"] == "safe-integer" else _json_text(value)


def _default(edit: Mapping[str, Any]) -> str:
    """Return what is valid without the keyword, or without a further form of a choice."""
    if "beside" in edit:
        return "the other forms"
    types = edit.get("free", _ALL_TYPES)
    if edit["keyword"] == "enum" and {*types} != _ALL_TYPES:
        return f"any {_joined_by_or(types)}"
    return "any" if edit["keyword"] in _OPEN_BY_DEFAULT else "none"


def _summary(node: Any) -> str:
    """Return a few words for what a schema accepts."""
    if node == {"not": {}}:
        return "nothing"
    if not isinstance(node, dict) or node.keys() & {"allOf", "not", "$ref"}:
        return _recursion(node) or _json_text(node)
    for keyword in _CHOICES:
        if isinstance(node.get(keyword), list):
            return _joined_by_or(dict.fromkeys(map(_summary, node[keyword])))
    if isinstance(node.get("enum"), list):
        return " or ".join(map(_json_text, node["enum"]))
    listed = node["type"] if isinstance(node.get("type"), list) else [node["type"]] if "type" in node else []
    types = _joined_by_or(listed) if listed and {*listed} != _ALL_TYPES else "anything"
    if "pattern" in node:
        types += f" like {_json_text(node['pattern'])}"
    names, required = node.get("properties"), node.get("required", [])
    if isinstance(names, dict) and names:
        return f"{types} with {', '.join(sorted(names, key=lambda name: (name not in required, name)))}"
    return f"{types} with {', '.join(required)}" if required else types


def _recursion(node: Any) -> str:
    """Return the place that a recursive reference leads back to."""
    reference = node.get("$ref") if isinstance(node, dict) else None
    if not isinstance(reference, str) or not reference.startswith(_TO_DEFINITION):
        return ""
    place = _definition_place(reference.removeprefix(_TO_DEFINITION))
    return f"another `{place}`" if place else "the whole schema again"


def _joined_by_or(types: Iterable[Any]) -> str:
    return " or ".join(sorted(map(str, types), key=lambda name: (name == "null", name)))


def _json_text(value: Any) -> str:
    if value == {"not": {}}:
        return "false"
    return _cut(canonical(value).decode("utf-8", "backslashreplace"))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
