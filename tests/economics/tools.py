"""Tools for cost tests, and unusual schemas."""

from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from govern.contract.json_text import Json, decode
from govern.contract.surface import TOOL, Item
from govern.economics.assess import Guard, assess
from govern.economics.budgets import Costed

_KEYWORDS = [
    "type", "properties", "items", "anyOf", "oneOf", "allOf", "$ref", "$defs", "additionalProperties", "prefixItems",
    "patternProperties", "required", "enum", "const", "maxItems", "minItems", "maxLength", "minLength", "maximum",
    "minimum", "format", "maxProperties", "title", "description", "default", "limit", "a",
]  # fmt: skip
_REFERENCES = ["#", "#/properties/a", "#/$defs/a", "#/nowhere", "#/anyOf/0"]
_TYPES = ["object", "array", "string", "integer"]
_LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(_REFERENCES + _TYPES),
    st.text(max_size=5),
)
# Anything that is JSON, out of the words of JSON Schema.
ODD_SCHEMAS: st.SearchStrategy[Json] = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(_KEYWORDS), inner, max_size=5),
    max_leaves=25,
)


def tool(name: str = "search_issues", **fields: Any) -> Item:
    """Return a tool of this name with these fields."""
    return Item(TOOL, {"name": name, **fields})


def costed(name: str, tokens: int = 10, *, server: str = "github", guard: Guard | None = None, **fields: Any) -> Costed:
    """Return a tool with this many tokens, assessed."""
    item = tool(name, **fields)
    return Costed(server, item, tokens, assess(item, guard))


def tools_in(path: Path) -> list[dict[str, Any]]:
    """Return the tools of a capture as they were sent."""
    capture: Any = decode(path.read_bytes())
    tools: list[dict[str, Any]] = capture["tools"]
    return tools


def nested(depth: int, keyword: str = "items") -> Json:
    """Return a schema of this depth."""
    schema: Json = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "array", keyword: schema}
    return schema
