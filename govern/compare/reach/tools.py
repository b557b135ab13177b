"""Tools that a client drops, or for which a provider rejects the request, for the clients that policy names."""

from __future__ import annotations

import json
import re
from collections import deque
from itertools import chain
from typing import TYPE_CHECKING, Any

from govern.compare.reach.clients import tool_rows
from govern.compare.reach.lists import Problem
from govern.contract.tool_names import server_of
from govern.facts import rule_ids as ids
from govern.facts.change import step
from govern.schemas.dialect import subschemas

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from govern.compare.reach.clients import Strict, ToolRow

    Schemas = Sequence[tuple[str, dict[str, Any]]]

_ROOT = "/inputSchema"
_LONGEST = 100


def tool_problems(tool: dict[str, Any], server: str, clients: Iterable[str]) -> Iterator[Problem]:
    """Yield the problems of a tool for each of these clients; `server` is the name of its server in the config."""
    for client in clients:
        row = tool_rows()[client]
        yield from _tool_name_problems(str(tool.get("name", "")), server, row)
        schema = tool.get("inputSchema")
        if isinstance(schema, dict):
            yield from _input_problems(schema, row)


def _tool_name_problems(name: str, server: str, row: ToolRow) -> Iterator[Problem]:
    prefix = row.prefix.format(server=re.sub(r"[^a-zA-Z0-9_-]", "_", server_of(server)))
    if row.tool_name and not re.fullmatch(row.tool_name, prefix + name, re.ASCII | re.DOTALL):
        what = f"`{_shortened(prefix + name)}` ({len(prefix + name)} characters) does not match `{row.tool_name}`"
        yield Problem(ids.REACH_TOOL_NAME, "/name", what, row.name)


def _input_problems(schema: dict[str, Any], row: ToolRow) -> Iterator[Problem]:
    for keyword in row.root:
        if keyword in schema:
            what = f"`{keyword}` is at the root of `inputSchema`"
            yield Problem(ids.REACH_ROOT_UNION, f"/inputSchema/{keyword}", what, row.name)
    if row.property_name:
        yield from _parameter_problems(schema.get("properties"), row)
    if row.array_items:
        for pointer, held in schemas_in(schema):
            if held.get("type") == "array" and not {"items", "prefixItems"} & held.keys():
                yield Problem(ids.REACH_ARRAY_ITEMS, pointer, f"the array at `{pointer}` has no `items`", row.name)
    if row.strict:
        for pointer, what in strict_problems([*schemas_in(schema)], row.strict):
            yield Problem(ids.REACH_STRICT_SCHEMA, pointer, what, row.name)


def _parameter_problems(properties: Any, row: ToolRow) -> Iterator[Problem]:
    for name in properties if isinstance(properties, dict) else ():
        if not re.fullmatch(row.property_name, name, re.ASCII | re.DOTALL):
            what = f"parameter `{_shortened(name)}` does not match `{row.property_name}`"
            yield Problem(ids.REACH_PROPERTY_NAME, step("/inputSchema/properties", name), what, row.name)


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…"


def schemas_in(root: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every schema of an input schema with the pointer to it, the root first."""
    waiting = deque([("/inputSchema", root)])
    while waiting:
        pointer, schema = waiting.popleft()
        yield pointer, schema
        for path, held in subschemas(schema):
            if isinstance(held, dict):
                below = pointer
                for part in path:
                    below = step(below, part)
                waiting.append((below, held))


def strict_problems(schemas: Schemas, strict: Strict) -> Iterator[tuple[str, str]]:
    """Yield the pointer and description of each problem; `schemas` are the root and all below it, with pointers."""
    for pointer, schema in schemas:
        yield from _keyword_problems(pointer, schema, strict)
        if schema.get("type") == "object" or "properties" in schema:
            yield from _object_problems(pointer, schema, strict)
    if not strict.recursive and _is_recursive(schemas):
        yield f"{_ROOT}/$ref", "recursive `$ref`"
    yield from _size_problems(schemas, strict)


def _keyword_problems(pointer: str, schema: dict[str, Any], strict: Strict) -> Iterator[tuple[str, str]]:
    for keyword in strict.keywords:
        if keyword in schema:
            yield f"{pointer}/{keyword}", f"`{keyword}` at `{pointer}` is not supported"
    fewest = schema.get("minItems")
    if strict.min_items is not None and isinstance(fewest, int) and fewest > strict.min_items:
        yield f"{pointer}/minItems", f"`minItems` at `{pointer}` is {fewest}; the limit is {strict.min_items}"


def _object_problems(pointer: str, schema: dict[str, Any], strict: Strict) -> Iterator[tuple[str, str]]:
    if strict.closed and schema.get("additionalProperties") is not False:
        yield f"{pointer}/additionalProperties", f"`additionalProperties` at `{pointer}` is not false"
    if strict.all_required and (left := _optional(schema)):
        yield f"{pointer}/required", f"`required` at `{pointer}` omits {len(left)}, such as `{left[0]}`"


def _optional(schema: dict[str, Any]) -> list[str]:
    properties, required = schema.get("properties"), schema.get("required")
    named = required if isinstance(required, list) else []
    return [name for name in properties if name not in named] if isinstance(properties, dict) else []


def _is_recursive(schemas: Schemas) -> bool:
    """Return whether a reference leads back to a schema that contains it."""
    led_to: dict[str, list[str]] = {pointer: [] for pointer, _ in schemas}
    for pointer, schema in schemas:
        reference = schema.get("$ref")
        if isinstance(reference, str) and f"{_ROOT}{reference[1:]}" in led_to:
            led_to[pointer].append(f"{_ROOT}{reference[1:]}")
        above = pointer
        while above != _ROOT:
            above = above.rpartition("/")[0]
            if above in led_to:
                led_to[above].append(pointer)
                break
    entered, left, waiting = set[str](), set[str](), [_ROOT]
    while waiting:
        place = waiting.pop()
        if place in entered:
            left.add(place)
            continue
        entered.add(place)
        waiting.append(place)
        for below in led_to[place]:
            if below in entered and below not in left:
                return True
            if below not in entered:
                waiting.append(below)
    return False


def _size_problems(schemas: Schemas, strict: Strict) -> Iterator[tuple[str, str]]:
    """Yield each count of the whole schema that is over its limit."""
    tables = [held for _, schema in schemas if isinstance(held := schema.get("properties"), dict)]
    enums = [held for _, schema in schemas if isinstance(held := schema.get("enum"), list)]
    names = [*chain.from_iterable(tables), *_definitions(schemas)]
    values = [*chain.from_iterable(enums), *(schema["const"] for _, schema in schemas if "const" in schema)]
    counts = {
        "properties": (sum(map(len, tables)), strict.properties),
        "levels of objects": (max((_depth(pointer) for pointer, _ in schemas), default=0), strict.depth),
        "enum values": (sum(map(len, enums)), strict.enum_values),
        "characters of names and constants": (
            sum(map(len, names)) + sum(len(each if isinstance(each, str) else json.dumps(each)) for each in values),
            strict.characters,
        ),
        "optional parameters": (sum(len(_optional(schema)) for _, schema in schemas), strict.optional),
        "parameters of several types": (sum(_is_union(schema) for _, schema in schemas), strict.unions),
    }
    for what, (count, most) in counts.items():
        if most is not None and count > most:
            yield _ROOT, f"{count:,} {what}; the limit is {most:,}"


def _definitions(schemas: Schemas) -> Iterator[str]:
    root = schemas[0][1]
    for key in ("$defs", "definitions"):
        if isinstance(root.get(key), dict):
            yield from root[key]


def _depth(pointer: str) -> int:
    return pointer.count("/properties/") + 1


def _is_union(schema: dict[str, Any]) -> bool:
    return isinstance(schema.get("anyOf"), list) or isinstance(schema.get("type"), list)
