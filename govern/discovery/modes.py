"""The ways of offering tools to a model: their tokens, and signatures in place of schemas.

Every definition that is counted is one of the corpus, or comes from a file; none is invented.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from govern.contract.surface import TOOL, Item
from govern.economics.advice import first_sentence
from govern.economics.answers import resolve_reference
from govern.economics.tokens import count_tokens, definition

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from govern.contract.json_text import Json
    from govern.discovery.corpus import CorpusTool

Basis = Literal["computed", "measured"]


@dataclass(frozen=True, slots=True)
class Mode:
    """One way of offering tools: the definitions or texts in the context of every model call.

    A mode is computed if govern derives its text from the corpus, and measured if its definitions are real.
    """

    name: str
    tools: int
    tokens: int
    basis: Basis
    with_schemas: bool
    discovery_tokens: int | None = None

    def savings(self, baseline: Mode) -> float | None:
        """Return the share of the baseline that is saved, negative if it costs more; None unless both have schemas."""
        if not (baseline.tokens and baseline.with_schemas and self.with_schemas):
            return None
        return 1 - self.tokens / baseline.tokens

    def break_even(self, baseline: Mode) -> int | None:
        """Return after how many discoveries this mode costs as much as the baseline, if it ever does."""
        if not self.discovery_tokens:
            return None
        return max(0, -(-(baseline.tokens - self.tokens) // self.discovery_tokens))


def corpus_modes(tools: Sequence[CorpusTool], encoding: str, discovery_tokens: int | None) -> list[Mode]:
    """Return the modes that the corpus itself determines; `discovery_tokens` is what finding a tool once costs."""
    definitions = [tool.definition() for tool in tools]
    schemas = all(tool.input_schema is not None for tool in tools)
    listings = {
        "deferred-names": [_full_name(tool) for tool in tools],
        "deferred-sentences": [f"{_full_name(tool)}: {first_sentence(tool.description or '')}" for tool in tools],
        "deferred-signatures": [_signature_line(tool) for tool in tools],
    }
    baseline = Mode("baseline", len(tools), definition_tokens(definitions, encoding), "measured", schemas)
    return [
        baseline,
        *(
            Mode(name, 0, count_tokens("\n".join(lines), encoding), "computed", schemas, discovery_tokens)
            for name, lines in listings.items()
        ),
    ]


def listed_mode(
    name: str, definitions: Sequence[Mapping[str, Json]], encoding: str, discovery_tokens: int | None
) -> Mode:
    """Return the mode whose context holds these definitions."""
    schemas = all("inputSchema" in each for each in definitions)
    tokens = definition_tokens(definitions, encoding)
    return Mode(name, len(definitions), tokens, "measured", schemas, discovery_tokens)


def definition_tokens(definitions: Iterable[Mapping[str, Json]], encoding: str) -> int:
    """Return the tokens of tool definitions, counted one by one as in a lock."""
    return sum(count_tokens(definition(Item(TOOL, dict(each))), encoding) for each in definitions)


def _signature_line(tool: CorpusTool) -> str:
    return f"{_full_name(tool)}({parameters(tool.input_schema)}): {tool.description or ''}"


def _full_name(tool: CorpusTool) -> str:
    return f"{tool.server}.{tool.tool}"


_ANY = "any"
_MOST_VALUES = 8
_DEEPEST = 4
_UNIONS = ("anyOf", "oneOf")
_SAMPLES: dict[str, Json] = {"string": "…", "integer": 1, "number": 1, "boolean": True, "null": None}
_FORMATS = {
    "date": "2026-01-31",
    "date-time": "2026-01-31T12:00:00Z",
    "email": "a@example.com",
    "uri": "https://example.com",
    "uuid": "00000000-0000-4000-8000-000000000000",
}


def parameters(schema: Json) -> str:
    """Return the parameters as in a function signature: `path: string, depth?: integer`."""
    return ", ".join(
        f"{name}{'' if needed else '?'}: {_type_of(inner, schema, 0)}" for name, inner, needed in _members(schema)
    )


def example_arguments(schema: Json) -> dict[str, Json]:
    """Return example arguments with only the required parameters; they are not validated."""
    return {name: _sample(inner, schema, 0) for name, inner, needed in _members(schema) if needed}


def _members(schema: Json) -> Iterator[tuple[str, Json, bool]]:
    """Yield each property with its schema and whether it is required; the required ones come first."""
    if not isinstance(schema, dict):
        return
    properties = schema.get("properties")
    required = schema.get("required")
    needed = required if isinstance(required, list) else []
    held = properties if isinstance(properties, dict) else {}
    for is_needed in (True, False):
        yield from ((name, inner, is_needed) for name, inner in held.items() if (name in needed) is is_needed)


def _type_of(schema: Json, root: Json, depth: int) -> str:
    """Return a parameter's type in a few characters."""
    schema = _followed(schema, root)
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return _ANY
    if isinstance(values := schema.get("enum"), list) and values:
        shown = [str(value) if isinstance(value, str) else json.dumps(value) for value in values[:_MOST_VALUES]]
        return " | ".join(shown + ["…"] * (len(values) > _MOST_VALUES))
    if branches := _branches(schema):
        return " | ".join(dict.fromkeys(_type_of(branch, root, depth + 1) for branch in branches))
    kind = schema.get("type", _ANY)
    if kind == "array":
        inner = _type_of(schema.get("items", True), root, depth + 1)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object" and schema.get("required"):
        names = ", ".join(f"{name}{'' if needed else '?'}" for name, _, needed in _members(schema))
        return f"{{{names}}}" if names else kind
    return " | ".join(map(str, kind)) if isinstance(kind, list) else str(kind)


def _sample(schema: Json, root: Json, depth: int) -> Json:
    """Return a value that the schema names, or one of its type."""
    schema = _followed(schema, root)
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return "…"
    for key in ("const", "default"):
        if key in schema and schema[key] is not None:
            value: Json = schema[key]
            return value
    for key in ("examples", "enum"):
        if isinstance(values := schema.get(key), list) and values:
            first: Json = values[0]
            return first
    if branches := _branches(schema):
        return _sample(branches[0], root, depth + 1)
    return _sample_of_type(schema, root, depth)


def _sample_of_type(schema: dict[str, Any], root: Json, depth: int) -> Json:
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) and kind else kind
    if kind == "array":
        return [_sample(schema.get("items", True), root, depth + 1)] if schema.get("minItems") else []
    if kind == "object" or (kind is None and "properties" in schema):
        return {name: _sample(inner, root, depth + 1) for name, inner, needed in _members(schema) if needed}
    if kind in ("integer", "number") and isinstance(least := schema.get("minimum"), int | float):
        return max(least, 1)
    if kind == "string" and (form := schema.get("format")) in _FORMATS:
        return _FORMATS[form]
    return _SAMPLES.get(kind, "…") if isinstance(kind, str) else "…"


def _branches(schema: dict[str, Any]) -> list[Json]:
    """Return the branches of a union."""
    return next((schema[key] for key in _UNIONS if isinstance(schema.get(key), list) and schema[key]), [])


def _followed(schema: Json, root: Json) -> Json:
    """Return what a local reference leads to; a schema without one is returned as it is."""
    for _ in range(_DEEPEST):
        if not isinstance(schema, dict) or not isinstance(reference := schema.get("$ref"), str):
            return schema
        schema = resolve_reference(root, reference)
    return schema
