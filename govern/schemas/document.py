"""A canonical form together with its definitions, so that its parts can be examined one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .dialect import map_subschemas
from .engine import InvalidSchema, Undecided, accepts, is_understood
from .references import resolve

if TYPE_CHECKING:
    from .engine import Canonical, Engine, Validator

Json = Any

_ROOT = "~root"
_SCOPE_WORDS = ("'$id'", "'$dynamicRef'", "'$recursiveRef'", "'$ref': 'http")
_DEFINITIONS = ("$defs", "definitions")
_ANNOTATIONS = frozenset({"$schema", *_DEFINITIONS, "$comment", "title", "description", "default", "examples"}) | {
    "deprecated",
    "readOnly",
    "writeOnly",
    "$id",
}


class Document:
    """A form in 2020-12 with its definitions."""

    def __init__(self, form: Json, engine: Engine) -> None:
        self.engine = engine
        self._schema = _with_named_root(form) if isinstance(form, dict) and "'$ref': '#'" in repr(form) else form
        self.definitions: dict[str, Json] = {}
        self.root = assertions(self._schema)
        if isinstance(form, dict):
            self.definitions = {name: self._schema[name] for name in _DEFINITIONS if name in self._schema}
        self.has_independent_parts = not any(word in repr(form) for word in _SCOPE_WORDS)
        self._canonicals: dict[str, Canonical | None] = {}
        self._validators: dict[str, Validator] = {}

    def follow(self, reference: str) -> Json:
        """Return the target of a reference."""
        return assertions(resolve(self._schema, reference))

    def canonical(self, part: Json) -> Canonical | None:
        """Return the canonical form of a part, None if the library has none."""
        text = repr(part)
        if text not in self._canonicals:
            try:
                self._canonicals[text] = self.engine.canonical(self._standalone(part))
            except (Undecided, InvalidSchema):
                self._canonicals[text] = None
        return self._canonicals[text]

    def merged(self, parts: list[Json]) -> Json:
        """Return one form that is equivalent to all parts together."""
        parts = [part for part in parts if part is not True]
        if len(parts) <= 1:
            return parts[0] if parts else True
        held = self.canonical({"allOf": parts})
        if held is None or not is_understood(held):
            return {"allOf": parts}
        return self._adopted(held.to_json_schema())

    def is_empty(self, part: Json) -> bool:
        """Return whether it is proven that a part has no instance."""
        if part is False or part == {"not": {}}:
            return True
        held = self.canonical(part)
        return held is not None and self.engine.is_empty(held)

    def accepts(self, part: Json, instance: Json) -> bool:
        """Return whether an instance is valid against a part."""
        return part if isinstance(part, bool) else accepts(self._validator(part), instance)

    def rejected(self, part: Json, instances: list[Json]) -> list[Json]:
        """Return the instances that are invalid against a part."""
        if isinstance(part, bool):
            return [] if part else instances
        validator = self._validator(part)
        return [instance for instance in instances if not accepts(validator, instance)]

    def _standalone(self, part: Json) -> Json:
        """Return a part with the definitions that it may refer to."""
        if isinstance(part, dict) and self.definitions and "'$ref'" in repr(part):
            return {**self.definitions, **part}
        return part

    def _adopted(self, form: Json) -> Json:
        """Return a form of the library's after moving its definitions into the document."""
        if not isinstance(form, dict):
            return form
        if "$defs" in form:
            own = self.definitions.setdefault("$defs", {})
            self._schema = {**self._schema, "$defs": own}
            for name, held in form["$defs"].items():
                own.setdefault(name, held)
        bare = assertions(form)
        return False if bare == {"not": {}} else bare

    def _validator(self, part: Json) -> Validator:
        text = repr(part)
        if text not in self._validators:
            self._validators[text] = self.engine.validator(self._standalone(part))
        return self._validators[text]


def assertions(schema: Json) -> Json:
    """Return a schema without annotations and definitions."""
    if not isinstance(schema, dict):
        return schema
    held = {keyword: value for keyword, value in schema.items() if keyword not in _ANNOTATIONS}
    return held or True


def _with_named_root(form: dict[str, Json]) -> dict[str, Json]:
    """Return a form whose root is among its definitions, so that a part of it can refer to the root."""
    pointed = _without_root_references(form)
    body = {keyword: value for keyword, value in pointed.items() if keyword not in {"$schema", *_DEFINITIONS}}
    return {**pointed, "$defs": {**pointed.get("$defs", {}), _ROOT: body}}


def _without_root_references(schema: Json) -> Json:
    if not isinstance(schema, dict):
        return schema
    built = map_subschemas(schema, _without_root_references)
    return {**built, "$ref": f"#/$defs/{_ROOT}"} if built.get("$ref") == "#" else built
