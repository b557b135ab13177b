"""An edit in words: the place as people name it, and values short enough to read."""

from collections.abc import Mapping
from typing import Any

from govern.compare.schemas.edits.edit import Edit
from govern.compare.schemas.edits.words import Path, types_of
from govern.contract.json_text import canonical
from govern.contract.surface import Absent

_LONGEST = 80
_HELD: Mapping[str, str] = {
    "additionalProperties": "{}", "contains": "[]", "items": "[]", "patternProperties": "{}", "prefixItems": "[]",
}  # fmt: skip
_IN_WORDS: Mapping[str, str] = {
    "property-added": "added", "property-removed": "removed", "property-required": "added, and required",
    "required-added": "is required now", "required-removed": "is no longer required",
}  # fmt: skip
_NAMED = ("$defs", "dependentSchemas", "properties")
_OPEN = frozenset({"enum", "pattern", "type"})


def said_of(edit: Edit, root: str) -> dict[str, Any]:
    """What a rule's message is filled from."""
    said: dict[str, Any] = {
        "place": _place(edit, root),
        "keyword": edit.keyword or edit.family,
        "before": _short(edit, edit.before),
        "after": _short(edit, edit.after),
        "edit": in_words(edit, root),
    }
    if "values" in edit.said:
        said["values"] = ", ".join(map(_text, edit.said["values"]))
    return said | {key: edit.said[key] for key in ("renamed", "schema") if key in edit.said}


def in_words(edit: Edit, root: str) -> str:
    """One line for the edit, for where several are told together."""
    place = _place(edit, root)
    if edit.family == "property-renamed":
        return "; ".join([f"{place} renamed to `{edit.said['renamed']}`", *map(_moved, edit.said["also"])])
    if edit.family in _IN_WORDS:
        return f"{place} {_IN_WORDS[edit.family]}"
    return f"{place}: {_moved(edit)}"


def place_of(path: Path) -> str:
    """`filter.tags[]` for the path through `properties` and `items`."""
    place = ""
    steps = iter(path)
    for step in steps:
        if step in _NAMED:
            place = _inside(place, str(next(steps, "")))
        elif isinstance(step, int):
            place += f"({step + 1})"
        elif step in _HELD:
            place += _HELD[step]
            if step in ("patternProperties", "prefixItems"):
                next(steps, None)
    return place


def _moved(edit: Edit) -> str:
    return f"{edit.keyword or edit.family} {_short(edit, edit.before)} → {_short(edit, edit.after)}"


def _place(edit: Edit, root: str) -> str:
    place = _inside(place_of(edit.path), edit.said.get("name", ""))
    return f"`{place}`" if place else root


def _inside(place: str, name: str) -> str:
    return f"{place}.{name}" if place and name else place or name


def _short(edit: Edit, value: Any) -> str:
    if isinstance(value, Absent):
        return "any" if edit.keyword in _OPEN else "none"
    if edit.keyword == "" and isinstance(value, dict) and not value.keys() & {"allOf", "anyOf", "oneOf", "not", "$ref"}:
        return _listed(sorted(types_of(value)))
    if edit.keyword == "type":
        return _listed(value) if isinstance(value, list) else str(value)
    return value if edit.keyword == "required" and isinstance(value, str) else _text(value)


def _listed(types: list[Any]) -> str:
    return " or ".join(sorted(map(str, types), key=lambda name: (name == "null", name)))


def _text(value: Any) -> str:
    text = canonical(value).decode("utf-8", "backslashreplace")
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
