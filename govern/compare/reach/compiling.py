"""Output schemas that a client's validator cannot compile, as far as that is certain.

The TypeScript SDK 1.21 to 1.32 compiles every output schema when it lists tools, with Ajv for draft-07 and patterns in
JavaScript's Unicode mode; where one fails, the whole list does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.facts.fact import step

if TYPE_CHECKING:
    from collections.abc import Iterator

_TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
_ONE = ("additionalProperties", "contains", "items", "not", "propertyNames")
_MANY = ("allOf", "anyOf", "items", "oneOf")
_NAMED = ("patternProperties", "properties")
# Of letters and digits only these may stand behind a backslash; all else that may is a sign of the syntax.
_ESCAPES = frozenset("dDsSwWbBfnrtvcxukpP0123456789")
_GROUPS = ("?:", "?=", "?!", "?<")


def compile_errors(schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the pointer and the words of each part of an output schema that cannot be compiled."""
    if "$id" in schema:
        return
    seen: set[str] = set()
    waiting: list[tuple[str, Any]] = [("", schema)]
    while waiting:
        pointer, held = waiting.pop()
        if pointer in seen or not isinstance(held, dict):
            continue
        seen.add(pointer)
        yield from _own(pointer, held)
        reference = held.get("$ref")
        if isinstance(reference, str) and reference.startswith("#/") and "%" not in reference:
            try:
                waiting.append((reference[1:], _at(schema, reference)))
            except (KeyError, IndexError, TypeError, ValueError):
                yield f"{pointer}/$ref", f"the reference `{reference}` leads nowhere"
        waiting += _below(pointer, held)


def _own(pointer: str, schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    kinds = schema.get("type")
    for kind in kinds if isinstance(kinds, list) else [kinds]:
        if isinstance(kind, str) and kind not in _TYPES:
            yield f"{pointer}/type", f"`{kind}` is not a type"
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and (reason := _unknown_to_javascript(pattern)):
        yield f"{pointer}/pattern", f"JavaScript does not know `{reason}` in a pattern"


def _below(pointer: str, schema: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for keyword in _ONE:
        yield f"{pointer}/{keyword}", schema.get(keyword)
    for keyword in _MANY:
        held = schema.get(keyword)
        yield from (
            (f"{pointer}/{keyword}/{at}", each) for at, each in enumerate(held if isinstance(held, list) else ())
        )
    for keyword in _NAMED:
        held = schema.get(keyword)
        yield from (
            (step(f"{pointer}/{keyword}", name), each)
            for name, each in (held.items() if isinstance(held, dict) else ())
        )


def _at(schema: Any, reference: str) -> Any:
    held = schema
    for part in reference[2:].split("/"):
        name = part.replace("~1", "/").replace("~0", "~")
        held = held[int(name)] if isinstance(held, list) else held[name]
    return held


def _unknown_to_javascript(pattern: str) -> str:
    """Return what makes a pattern invalid in Unicode mode though Python, say, reads it: `(?i)`, `(?P<`."""
    at, in_class = 0, False
    while at < len(pattern):
        sign = pattern[at]
        if sign == "\\":
            following = pattern[at + 1 : at + 2]
            if following.isascii() and following.isalnum() and following not in _ESCAPES:
                return pattern[at : at + 2]
            at += 1
        elif sign in "[]":
            in_class = sign == "["
        elif sign == "(" and not in_class and pattern[at + 1 : at + 2] == "?":
            # Newer engines know `(?ims-ims:`, and no flags without the colon.
            flags, colon, _ = pattern[at + 2 : at + 10].partition(":")
            if not pattern.startswith(_GROUPS, at + 1) and (not colon or flags.strip("ims-")):
                return pattern[at : at + 4]
        at += 1
    return ""
