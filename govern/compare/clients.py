"""The limits of clients and providers, from clients.json, and the tools that are beyond them."""

from __future__ import annotations

import json
import re
from collections import deque
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.compare.reach import Problem
from govern.contract.characters import shortened
from govern.contract.surface import server_of
from govern.contract.version import Version
from govern.facts import rule_ids as ids
from govern.facts.change import step
from govern.schemas.dialect import subschemas

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    Schemas = Sequence[tuple[str, dict[str, Any]]]

_FILE = Path(__file__).with_name("clients.json")


@dataclass(frozen=True, slots=True)
class ListRow:
    """One SDK that rejects a whole list of tools for a problem, with its versions."""

    problem: str
    client: str
    since: str
    until: str
    source: str

    def covers(self, other: ListRow) -> bool:
        """Return whether every version of the other row is one of this."""
        since, until = (
            [Version.read_short(version) for version in pair]
            for pair in ((self.since, other.since), (self.until, other.until))
        )
        ends = until[0] is None or (until[1] is not None and until[1] <= until[0])
        return (
            self.client == other.client
            and ends
            and since[0] is not None
            and since[1] is not None
            and since[0] <= since[1]
        )

    def __str__(self) -> str:
        return f"{self.client} {self.since}" + (f" to {self.until}" if self.until else "+")


@dataclass(frozen=True, slots=True)
class Strict:
    """The limits of a provider's strict mode: unsupported keywords and the largest sizes."""

    keywords: tuple[str, ...]
    closed: bool = False
    all_required: bool = False
    recursive: bool = True
    min_items: int | None = None
    optional: int | None = None
    unions: int | None = None
    properties: int | None = None
    depth: int | None = None
    enum_values: int | None = None
    characters: int | None = None


@dataclass(frozen=True, slots=True)
class ToolRow:
    """The limits of one client or provider.

    `prefix` plus the tool's name has to match `tool_name`, and each parameter `property_name`. `root` lists keywords
    that are not allowed at the root of an input schema. `seen` is the version or month of the observation.
    """

    name: str
    client: str
    seen: str
    sources: tuple[str, ...]
    prefix: str = ""
    tool_name: str = ""
    property_name: str = ""
    root: tuple[str, ...] = ()
    array_items: bool = False
    strict: Strict | None = field(default=None)


@cache
def meanings() -> dict[str, str]:
    """Return the description of each problem of a list."""
    return dict(_table()["problems"])


@cache
def list_rows() -> tuple[ListRow, ...]:
    """Return the rows about whole lists."""
    return tuple(ListRow(**row) for row in _table()["lists"])


@cache
def tool_rows() -> dict[str, ToolRow]:
    """Return the rows about single tools, by the name that policy gives a client."""
    return {row["name"]: _tool_row(row) for row in _table()["tools"]}


def rejecting_clients(row: str) -> list[str]:
    """Return the SDKs that reject lists with this problem, or the client of this name."""
    if row in tool_rows():
        return [tool_rows()[row].client]
    return [str(each) for each in list_rows() if each.problem == row]


def loses_more(row: str, known: Collection[str]) -> bool:
    """Return whether clients reject a problem of this row that reject none of the known rows."""
    if row in known:
        return False
    rows, held = ([each for each in list_rows() if each.problem in names] for names in ((row,), known))
    return not rows or not all(any(other.covers(each) for other in held) for each in rows)


def _tool_row(row: dict[str, Any]) -> ToolRow:
    strict = row.get("strict")
    given: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    given["strict"] = strict and Strict(**{**strict, "keywords": tuple(strict["keywords"])})
    return ToolRow(**given)


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(_FILE.read_text("utf-8"))
    return table


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
        what = (
            f"`{shortened(prefix + name, _LONGEST)}` ({len(prefix + name)} characters) does not match `{row.tool_name}`"
        )
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
            what = f"parameter `{shortened(name, _LONGEST)}` does not match `{row.property_name}`"
            yield Problem(ids.REACH_PROPERTY_NAME, step("/inputSchema/properties", name), what, row.name)


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
