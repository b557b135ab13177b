"""A schema with what it refers to and conjoins laid over one another, so that sizes are read off in one place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from govern.economics.references import referred

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.json_type import Json

# What is bounded by this or more is not bounded: generators write the largest number of their type where nobody chose.
NO_BOUND = 2**53 - 1

# Of two bounds that both hold, the one that counts.
_TIGHTER = {
    **dict.fromkeys(("maxItems", "maxLength", "maxProperties", "maximum"), min),
    **dict.fromkeys(("minItems", "minLength", "minProperties", "minimum"), max),
}
_MAPS = ("properties", "patternProperties")


@dataclass(slots=True)
class Plain:
    """The keywords of a schema and all that it conjoins; each union among them apart."""

    keywords: dict[str, Any] = field(default_factory=dict)
    unions: list[list[Any]] = field(default_factory=list)

    def types(self) -> list[str]:
        """The declared types, or the one that the keywords speak of, or none."""
        declared = self.keywords.get("type")
        if isinstance(declared, str):
            return [declared]
        if isinstance(declared, list):
            return [name for name in declared if isinstance(name, str)]
        if not self.keywords.keys().isdisjoint(("properties", "patternProperties", "additionalProperties")):
            return ["object"]
        return [] if self.keywords.keys().isdisjoint(("items", "prefixItems")) else ["array"]

    def count(self, keyword: str) -> int | None:
        """The keyword's value where it is a number of things, such as `maxItems`."""
        value = self.keywords.get(keyword)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < NO_BOUND:
            return None
        return value


def plain(root: Json, schema: dict[str, Any]) -> Plain:
    """What the schema says by itself, through `$ref` and through `allOf`; what is nearer counts first."""
    found = Plain()
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
        yield referred(root, part["$ref"])
    if isinstance(part.get("allOf"), list):
        yield from part["allOf"]


def _lay(found: Plain, keyword: str, value: Any) -> None:
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
