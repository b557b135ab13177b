"""How large an answer may be, from its output schema; fields that it does not declare are taken not to come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.json_text import canonical
from govern.economics.plain import plain
from govern.economics.references import DEEPEST
from govern.economics.sizes import ANYTHING, NOTHING, Size, either, listed, repeated, scalar, together

if TYPE_CHECKING:
    from govern.contract.json_type import Json
    from govern.economics.plain import Plain

_COLON_AND_COMMA = 2
_BRACKETS = Size(2, 2, 2)
# What stands for a value inside itself.
_RECURSIVE = Size(4, 4, None, None)


def answer_size(schema: Json) -> Size:
    """The size of an answer of this schema, in characters of JSON."""
    return _Answer(schema).size(schema)


class _Answer:
    """One output schema's sizes; while a schema is being measured it is known as recursive."""

    def __init__(self, root: Json) -> None:
        self._root = root
        self._known: dict[int, Size] = {}

    def size(self, schema: Any, depth: int = 0) -> Size:
        """The size of a value of this schema; where it says nothing, of any value."""
        if not isinstance(schema, dict):
            return NOTHING if schema is False else ANYTHING
        known = self._known.get(id(schema))
        if known is None:
            self._known[id(schema)] = _RECURSIVE
            known = self._measured(plain(self._root, schema), depth + 1) if depth < DEEPEST else _RECURSIVE
            self._known[id(schema)] = known
        return known

    def _measured(self, schema: Plain, depth: int) -> Size:
        named = listed(schema)
        if named:
            return named
        kinds = schema.types()
        parts = [either([self._of_type(kind, schema, depth) for kind in kinds])] if kinds else []
        for branches in schema.unions:
            sizes = [self.size(branch, depth) for branch in branches]
            # Beside a type of its own, a branch such as `{"required": […]}` chooses among fields and adds none.
            parts.append(either([NOTHING if parts and size == ANYTHING else size for size in sizes]))
        if len(parts) == 1:
            return parts[0]
        return together(parts) if parts else ANYTHING

    def _of_type(self, kind: str, schema: Plain, depth: int) -> Size:
        if kind == "object":
            return self._object(schema, depth)
        return self._array(schema, depth) if kind == "array" else scalar(kind, schema)

    def _object(self, schema: Plain, depth: int) -> Size:
        properties, required = schema.keywords.get("properties", {}), frozenset(schema.keywords.get("required", ()))
        members = [_BRACKETS]
        for name in sorted(properties):
            key = len(canonical(name).decode()) + _COLON_AND_COMMA
            size = self.size(properties[name], depth)
            members += [Size(key, key, key), size] if name in required else [Size(0, key, key), size._replace(least=0)]
        rest = schema.keywords.get("additionalProperties", not properties)
        if rest is True or isinstance(rest, dict) or schema.keywords.get("patternProperties"):
            entry = together([ANYTHING, self.size(rest, depth)])
            members.append(repeated(entry, schema.count("minProperties") or 0, schema.count("maxProperties")))
        return together(members)

    def _array(self, schema: Plain, depth: int) -> Size:
        first, rest = schema.keywords.get("prefixItems"), schema.keywords.get("items", True)
        if isinstance(rest, list):
            first, rest = rest, schema.keywords.get("additionalItems", True)
        items = [self.size(item, depth) for item in first] if isinstance(first, list) else []
        least, most = schema.count("minItems") or 0, schema.count("maxItems")
        sizes = [_BRACKETS, *(item if at < least else item._replace(least=0) for at, item in enumerate(items))]
        if rest is not False:
            sizes.append(repeated(self.size(rest, depth), max(least - len(items), 0), most))
        return together(sizes)
