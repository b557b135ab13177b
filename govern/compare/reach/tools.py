"""Single tools that a client drops, or with which a provider refuses the request, for the clients that policy names."""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING, Any

from govern.compare.reach.lists import Problem
from govern.compare.reach.strict import strict_problems
from govern.compare.reach.table import tool_rows
from govern.contract.tool_names import server_of
from govern.facts import rule_ids as ids
from govern.facts.fact import step
from govern.schemas.dialect import subschemas

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from govern.compare.reach.table import ToolRow

_LONGEST = 100


def tool_problems(tool: dict[str, Any], server: str, clients: Iterable[str]) -> Iterator[Problem]:
    """Yield what each of these clients refuses in a tool; `server` is what the config calls its server."""
    for client in clients:
        row = tool_rows()[client]
        yield from _name(str(tool.get("name", "")), server, row)
        schema = tool.get("inputSchema")
        if isinstance(schema, dict):
            yield from _input(schema, row)


def _name(name: str, server: str, row: ToolRow) -> Iterator[Problem]:
    prefix = row.prefix.format(server=re.sub(r"[^a-zA-Z0-9_-]", "_", server_of(server)))
    if row.tool_name and not re.fullmatch(row.tool_name, prefix + name, re.ASCII | re.DOTALL):
        what = f"`{_short(prefix + name)}` ({len(prefix + name)} characters) does not match `{row.tool_name}`"
        yield Problem(ids.REACH_TOOL_NAME, "/name", what, row.name)


def _input(schema: dict[str, Any], row: ToolRow) -> Iterator[Problem]:
    for keyword in row.root:
        if keyword in schema:
            what = f"`{keyword}` stands at the root of `inputSchema`"
            yield Problem(ids.REACH_ROOT_UNION, f"/inputSchema/{keyword}", what, row.name)
    if row.property_name:
        yield from _parameters(schema.get("properties"), row)
    if row.array_items:
        for pointer, held in schemas_in(schema):
            if held.get("type") == "array" and not {"items", "prefixItems"} & held.keys():
                yield Problem(ids.REACH_ARRAY_ITEMS, pointer, f"the array at `{pointer}` has no `items`", row.name)
    if row.strict:
        for pointer, what in strict_problems([*schemas_in(schema)], row.strict):
            yield Problem(ids.REACH_STRICT_SCHEMA, pointer, what, row.name)


def _parameters(properties: Any, row: ToolRow) -> Iterator[Problem]:
    for name in properties if isinstance(properties, dict) else ():
        if not re.fullmatch(row.property_name, name, re.ASCII | re.DOTALL):
            what = f"parameter `{_short(name)}` does not match `{row.property_name}`"
            yield Problem(ids.REACH_PROPERTY_NAME, step("/inputSchema/properties", name), what, row.name)


def _short(name: str) -> str:
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
