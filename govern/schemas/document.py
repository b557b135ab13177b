"""One canonical form with its definitions: what its references lead to and what its parts mean on their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .dialect import map_subschemas
from .engine import InvalidSchema, Undecided, accepts, is_understood
from .references import resolve

if TYPE_CHECKING:
    from .engine import Canonical, Engine, Validator

Json = Any


_ROOT = "~root"
_OWN_SCOPE = ("'$id'", "'$dynamicRef'", "'$recursiveRef'", "'$ref': 'http")
_ANNOTATIONS = frozenset(
    {"$schema", "$defs", "definitions", "$comment", "title", "description", "default", "examples"}
) | {
    "deprecated",
    "readOnly",
    "writeOnly",
    "$id",
}


class Document:
    """A form in 2020-12 whose every part can be asked about."""

    def __init__(self, form: Json, engine: Engine) -> None:
        self.engine = engine
        self._schema = _rooted(form) if isinstance(form, dict) and "'$ref': '#'" in repr(form) else form
        self.definitions: dict[str, Json] = {}
        self.root = self._schema
        if isinstance(form, dict):
            self.definitions = {name: self._schema[name] for name in ("$defs", "definitions") if name in self._schema}
            self.root = assertions(self._schema)
        self.is_own = not any(word in repr(form) for word in _OWN_SCOPE)
        self._canonicals: dict[str, Canonical | None] = {}
        self._validators: dict[str, Validator] = {}

    def follow(self, reference: str) -> Json:
        """Return what a reference leads to."""
        return assertions(resolve(self._schema, reference))

    def standing_alone(self, fragment: Json) -> Json:
        """Return a part with the definitions it needs."""
        if isinstance(fragment, dict) and self.definitions and "'$ref'" in repr(fragment):
            return {**self.definitions, **fragment}
        return fragment

    def canonical(self, fragment: Json) -> Canonical | None:
        """Return the canonical form of a part, None where the library has none."""
        text = repr(fragment)
        if text not in self._canonicals:
            try:
                self._canonicals[text] = self.engine.canonical(self.standing_alone(fragment))
            except (Undecided, InvalidSchema):
                self._canonicals[text] = None
        return self._canonicals[text]

    def merged(self, parts: list[Json]) -> Json:
        """Return one form for what all parts demand."""
        parts = [part for part in parts if part is not True]
        if len(parts) <= 1:
            return parts[0] if parts else True
        held = self.canonical({"allOf": parts})
        if held is None or not is_understood(held):
            return {"allOf": parts}
        return self._adopted(held.to_json_schema())

    def _adopted(self, form: Json) -> Json:
        if not isinstance(form, dict):
            return form
        if "$defs" in form:
            own = self.definitions.setdefault("$defs", {})
            self._schema = {**self._schema, "$defs": own}
            for name, held in form["$defs"].items():
                own.setdefault(name, held)
        bare = assertions(form)
        return False if bare == {"not": {}} else bare

    def is_empty(self, fragment: Json) -> bool:
        """Tell whether it is proven that nothing satisfies a part."""
        if fragment is False or fragment == {"not": {}}:
            return True
        held = self.canonical(fragment)
        return held is not None and self.engine.is_empty(held)

    def accepts(self, fragment: Json, instance: Json) -> bool:
        """Ask the validator whether an instance satisfies a part."""
        return fragment if isinstance(fragment, bool) else accepts(self._validator(fragment), instance)

    def refused(self, fragment: Json, instances: list[Json]) -> list[Json]:
        """Return the instances that do not satisfy a part."""
        if isinstance(fragment, bool):
            return [] if fragment else instances
        validator = self._validator(fragment)
        return [instance for instance in instances if not accepts(validator, instance)]

    def _validator(self, fragment: Json) -> Validator:
        text = repr(fragment)
        if text not in self._validators:
            self._validators[text] = self.engine.validator(self.standing_alone(fragment))
        return self._validators[text]


def assertions(schema: Json) -> Json:
    """Return a schema without the words that only describe or are only referred to."""
    if not isinstance(schema, dict):
        return schema
    held = {keyword: value for keyword, value in schema.items() if keyword not in _ANNOTATIONS}
    return held or True


def _rooted(form: dict[str, Json]) -> dict[str, Json]:
    """Give the document itself a name among its definitions, so that its parts can speak of it."""
    pointed = _renamed(form)
    body = {keyword: value for keyword, value in pointed.items() if keyword not in {"$schema", "$defs", "definitions"}}
    return {**pointed, "$defs": {**pointed.get("$defs", {}), _ROOT: body}}


def _renamed(schema: Json) -> Json:
    if not isinstance(schema, dict):
        return schema
    built = map_subschemas(schema, _renamed)
    return {**built, "$ref": f"#/$defs/{_ROOT}"} if built.get("$ref") == "#" else built
