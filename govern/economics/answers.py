"""Estimates from what a schema declares: its fields, and how large an answer can be.

Fields that the schema does not declare are assumed to be absent.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from govern.contract.json_text import canonical
from govern.facts.change import pointer_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

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
    return pointer_keys(pointer)


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
    elif keyword in _NAMED:
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


QUOTES = 2
# The assumed length of an unbounded string.
_TEXT = 35
_FORMATS = {
    "date": (10, 10), "time": (8, 21), "date-time": (20, 35), "uuid": (36, 36), "ipv4": (7, 15), "ipv6": (2, 45),
}  # fmt: skip
_COLON_AND_COMMA = 2


class Size(NamedTuple):
    """The size of a value in characters; `most` is None if it is unbounded.

    `repeats` is the most items of the largest nesting of its arrays: None if unlimited, 0 without arrays.
    """

    least: int
    typical: int
    most: int | None
    repeats: int | None = 0


ANYTHING = Size(1, QUOTES + _TEXT, None)
NOTHING = Size(0, 0, 0)
# The longest usual numbers: -9223372036854775808 and -2.2250738585072014e-308.
_INTEGER, _NUMBER = Size(1, 6, 20), Size(1, 8, 24)
_EXACT = {"boolean": Size(4, 5, 5), "null": Size(4, 4, 4), "number": _NUMBER}


def scalar_size(kind: str, schema: FlatSchema) -> Size:
    """Return the size of a value of a scalar type."""
    if kind == "string":
        return _string(schema)
    return _integer(schema) if kind == "integer" else _EXACT.get(kind, ANYTHING)


def enum_size(schema: FlatSchema) -> Size | None:
    """Return the size of a value of `const` or `enum`, or None if the schema has neither."""
    values = schema.keywords.get("enum")
    if "const" in schema.keywords:
        values = [schema.keywords["const"]]
    if not isinstance(values, list) or not values:
        return None
    sizes = [len(canonical(value).decode()) for value in values]
    return Size(min(sizes), max(sizes), max(sizes))


def one_of_size(sizes: Sequence[Size]) -> Size:
    """Return the size of a value that has one of these sizes."""
    if len(sizes) == 1:
        return sizes[0]
    least, typical, most, repeats = zip(*sizes, strict=True)
    return Size(min(least), max(typical), _largest(most), _largest(repeats))


def total_size(sizes: Sequence[Size]) -> Size:
    """Return the sum of these sizes."""
    least, typical, most, repeats = zip(NOTHING, *sizes, strict=True)
    return Size(_capped(sum(least)), _capped(sum(typical)), _bounded(most, sum), _largest(repeats))


def repeated_size(item: Size, least: int, most: int | None) -> Size:
    """Return the size of repeated items with a comma after each; the typical size is one item."""
    if most == 0:
        return NOTHING
    return Size(
        least=_capped(least * (item.least + 1)),
        typical=item.typical,
        most=_bounded((most, item.most), lambda sizes: sizes[0] * (sizes[1] + 1)),
        repeats=_bounded((most, item.repeats), lambda times: times[0] * max(times[1], 1)),
    )


def _capped(size: int) -> int:
    return min(size, NO_BOUND)


def _bounded(values: Sequence[int | None], combine: Callable[[Sequence[int]], int]) -> int | None:
    """Return the combined bound, or None if a value or the result is unbounded."""
    if None in values:
        return None
    combined = combine(cast("Sequence[int]", values))
    return combined if combined < NO_BOUND else None


def _largest(values: Sequence[int | None]) -> int | None:
    return None if None in values else max(cast("Sequence[int]", values), default=0)


def _string(schema: FlatSchema) -> Size:
    formatted = _FORMATS.get(str(schema.keywords.get("format")))
    shortest, longest = schema.count("minLength") or 0, schema.count("maxLength")
    if longest is None and formatted:
        shortest, longest = formatted
    if longest is None:
        return Size(QUOTES + shortest, QUOTES + max(shortest, _TEXT), None)
    return Size(QUOTES + min(shortest, longest), QUOTES + longest, QUOTES + longest)


def _integer(schema: FlatSchema) -> Size:
    bounds = [schema.keywords.get(keyword) for keyword in ("minimum", "maximum")]
    if any(isinstance(bound, bool) or not isinstance(bound, int) or abs(bound) >= NO_BOUND for bound in bounds):
        return _INTEGER
    digits = max(len(str(bound)) for bound in bounds)
    return Size(1, digits, digits)


_BRACKETS = Size(2, 2, 2)
# The size of a value inside itself.
_RECURSIVE = Size(4, 4, None, None)


def answer_size(schema: Json) -> Size:
    """Return the size of an answer of this schema, in characters of JSON."""
    return _Answer(schema).size(schema)


class _Answer:
    """Sizes of the parts of one output schema; a part that refers to itself counts as recursive."""

    def __init__(self, root: Json) -> None:
        self._root = root
        self._known: dict[int, Size] = {}

    def size(self, schema: Any, depth: int = 0) -> Size:
        """Return the size of a value of this schema; an empty schema has that of any value."""
        if not isinstance(schema, dict):
            return NOTHING if schema is False else ANYTHING
        known = self._known.get(id(schema))
        if known is None:
            self._known[id(schema)] = _RECURSIVE
            known = self._measured(flatten(self._root, schema), depth + 1) if depth < DEEPEST else _RECURSIVE
            self._known[id(schema)] = known
        return known

    def _measured(self, schema: FlatSchema, depth: int) -> Size:
        named = enum_size(schema)
        if named:
            return named
        kinds = schema.types()
        parts = [one_of_size([self._of_type(kind, schema, depth) for kind in kinds])] if kinds else []
        for branches in schema.unions:
            sizes = [self.size(branch, depth) for branch in branches]
            # Beside a type of its own, a branch such as `{"required": […]}` chooses among fields and adds none.
            parts.append(one_of_size([NOTHING if parts and size == ANYTHING else size for size in sizes]))
        if len(parts) == 1:
            return parts[0]
        return total_size(parts) if parts else ANYTHING

    def _of_type(self, kind: str, schema: FlatSchema, depth: int) -> Size:
        if kind == "object":
            return self._object(schema, depth)
        return self._array(schema, depth) if kind == "array" else scalar_size(kind, schema)

    def _object(self, schema: FlatSchema, depth: int) -> Size:
        properties, required = schema.keywords.get("properties", {}), frozenset(schema.keywords.get("required", ()))
        members = [_BRACKETS]
        for name in sorted(properties):
            key = len(canonical(name).decode()) + _COLON_AND_COMMA
            size = self.size(properties[name], depth)
            members += [Size(key, key, key), size] if name in required else [Size(0, key, key), size._replace(least=0)]
        rest = schema.keywords.get("additionalProperties", not properties)
        if rest is True or isinstance(rest, dict) or schema.keywords.get("patternProperties"):
            entry = total_size([ANYTHING, self.size(rest, depth)])
            members.append(repeated_size(entry, schema.count("minProperties") or 0, schema.count("maxProperties")))
        return total_size(members)

    def _array(self, schema: FlatSchema, depth: int) -> Size:
        first, rest = schema.keywords.get("prefixItems"), schema.keywords.get("items", True)
        if isinstance(rest, list):
            first, rest = rest, schema.keywords.get("additionalItems", True)
        items = [self.size(item, depth) for item in first] if isinstance(first, list) else []
        least, most = schema.count("minItems") or 0, schema.count("maxItems")
        sizes = [_BRACKETS, *(item if at < least else item._replace(least=0) for at, item in enumerate(items))]
        if rest is not False:
            sizes.append(repeated_size(self.size(rest, depth), max(least - len(items), 0), most))
        return total_size(sizes)
