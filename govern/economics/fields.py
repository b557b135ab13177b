"""Read what a schema declares for estimates: its fields, and its keywords through `$ref` and `allOf`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.json_text import Json

# The depth to which schemas are followed; anything deeper counts as one value.
DEEPEST = 100
# A bound this large counts as unbounded: generators write the largest number of a type if no bound was chosen.
NO_BOUND = 2**53 - 1
# The tighter of two bounds for each keyword.
_TIGHTER = {
    **dict.fromkeys(("maxItems", "maxLength", "maxProperties", "maximum"), min),
    **dict.fromkeys(("minItems", "minLength", "minProperties", "minimum"), max),
}
_MAPS = ("properties", "patternProperties")
_NAMED = ("properties", "patternProperties")
_ONE = ("items", "additionalProperties", "additionalItems", "contains", "then", "else")
_MANY = ("anyOf", "oneOf", "allOf", "prefixItems", "items")
# References that double at each step reach numbers that no file can hold.
_MOST = 1_000_000_000
_UNNAMED = frozenset({*_ONE, *_MANY})
_HOLDERS = frozenset({"$ref", *_NAMED, *_UNNAMED})


def resolve_reference(root: Json, reference: Any) -> Any:
    """Return the schema that a reference leads to, or None; other documents are never read."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        return None
    place: Any = root
    for step in _pointer_steps(reference[1:]):
        if isinstance(place, dict):
            place = place.get(step)
        elif isinstance(place, list) and _is_index(step) and int(step) < len(place):
            place = place[int(step)]
        else:
            return None
    return place


def _pointer_steps(pointer: str) -> list[str]:
    if "%" in pointer:
        from urllib.parse import unquote

        pointer = unquote(pointer)
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def _is_index(step: str) -> bool:
    return step.isascii() and step.isdecimal() and len(step) < len("1000000000")


@dataclass(slots=True)
class FlatSchema:
    """The keywords of a schema with its references and `allOf` merged in; `unions` are kept apart."""

    keywords: dict[str, Any] = field(default_factory=dict)
    unions: list[list[Any]] = field(default_factory=list)

    def types(self) -> list[str]:
        """Return the declared types, or the type that the keywords imply, or none."""
        declared = self.keywords.get("type")
        if isinstance(declared, str):
            return [declared]
        if isinstance(declared, list):
            return [name for name in declared if isinstance(name, str)]
        if not self.keywords.keys().isdisjoint(("properties", "patternProperties", "additionalProperties")):
            return ["object"]
        return [] if self.keywords.keys().isdisjoint(("items", "prefixItems")) else ["array"]

    def count(self, keyword: str) -> int | None:
        """Return the value of a keyword such as `maxItems`, or None if it is not a valid count."""
        value = self.keywords.get(keyword)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < NO_BOUND:
            return None
        return value


def flatten(root: Json, schema: dict[str, Any]) -> FlatSchema:
    """Return a schema with its `$ref` and `allOf` merged in; the nearer value of a keyword wins."""
    found = FlatSchema()
    seen: set[int] = set()
    todo: list[Any] = [schema]
    for part in todo:
        if isinstance(part, dict) and id(part) not in seen:
            seen.add(id(part))
            for keyword, value in part.items():
                _lay(found, keyword, value)
            todo += _conjoined(root, part)
    return found


def _conjoined(root: Json, part: dict[str, Any]) -> Iterator[Any]:
    if "$ref" in part:
        yield resolve_reference(root, part["$ref"])
    if isinstance(part.get("allOf"), list):
        yield from part["allOf"]


def _lay(found: FlatSchema, keyword: str, value: Any) -> None:
    keywords = found.keywords
    if keyword in ("anyOf", "oneOf"):
        found.unions += [value] if isinstance(value, list) and value else []
    elif keyword in _MAPS:
        named = keywords.setdefault(keyword, {})
        for name, schema in value.items() if isinstance(value, dict) else ():
            named.setdefault(name, schema)
    elif keyword == "required":
        names = value if isinstance(value, list) else []
        keywords.setdefault(keyword, []).extend(name for name in names if isinstance(name, str))
    else:
        held = keywords.setdefault(keyword, value)
        if keyword in _TIGHTER and type(held) is type(value) is int:
            keywords[keyword] = _TIGHTER[keyword](held, value)


def count_fields(schema: Json) -> int:
    """Return the number of leaf fields of a schema; a scalar root is one field, an empty schema none."""
    if not isinstance(schema, dict):
        return 0
    return _Count(schema).inside(schema) or int(_is_scalar(schema))


class _Count:
    """Counts fields in one document; a schema counts as 1 inside itself."""

    def __init__(self, root: dict[str, Any]) -> None:
        self._root = root
        self._known: dict[int, int] = {}

    def inside(self, schema: Any, depth: int = 0) -> int:
        """Return the number of leaf fields below this schema."""
        if not isinstance(schema, dict) or schema.keys().isdisjoint(_HOLDERS):
            return 0
        known = self._known.get(id(schema))
        if known is None:
            self._known[id(schema)] = 1
            known = min(self._counted(schema, depth + 1), _MOST) if depth < DEEPEST else 1
            self._known[id(schema)] = known
        return known

    def _counted(self, schema: dict[str, Any], depth: int) -> int:
        fields = sum(self.inside(inner, depth) for inner in _inner_schemas(schema))
        if "$ref" in schema:
            fields += self.inside(resolve_reference(self._root, schema["$ref"]), depth)
        for keyword in _NAMED:
            named = schema.get(keyword)
            if isinstance(named, dict):
                # By name: counts of recursive schemas would otherwise depend on the order of properties.
                fields += sum(self.inside(named[name], depth) or 1 for name in sorted(named))
        return fields


def _inner_schemas(schema: dict[str, Any]) -> Iterator[Any]:
    """Yield the schemas of a schema's unnamed values and branches."""
    if _UNNAMED.isdisjoint(schema):
        return
    for keyword in _ONE:
        if isinstance(schema.get(keyword), dict):
            yield schema[keyword]
    for keyword in _MANY:
        inner = schema.get(keyword)
        if isinstance(inner, list):
            yield from inner


def _is_scalar(schema: dict[str, Any]) -> bool:
    declared = schema.get("type", "object")
    return declared != "object" and not (isinstance(declared, list) and "object" in declared)
