"""Gateway servers: a few listed tools that find and call tools which no lock contains."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.contract.surface import Item

# A server with more tools lists its catalogue itself.
_FEW = 32
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_FINDING = frozenset({"browse", "discover", "discovery", "find", "list", "lookup", "query", "retrieve", "search"})
_CALLING = frozenset({"call", "exec", "execute", "execution", "invoke", "run", "use"})
_CALLED = frozenset(
    {"action", "actions", "capabilities", "capability", "function", "functions", "mcp", "tool", "tools"}
)
_CODE = frozenset({"code", "script"})
_NAMES = frozenset({"action", "actionname", "function", "functionname", "id", "name", "tool", "toolid", "toolname",
                    "toolslug"})  # fmt: skip
_ARGUMENTS = frozenset({"args", "argsjson", "arguments", "argumentsjson", "input", "inputs", "params", "parameters",
                        "payload", "toolargs", "toolarguments", "toolinput", "toolparams"})  # fmt: skip


@dataclass(frozen=True, slots=True)
class GatewayTools:
    """The tools with which a server finds and calls unlisted tools."""

    finding: tuple[str, ...]
    calling: tuple[str, ...]


def gateway(tools: Sequence[Item]) -> GatewayTools | None:
    """Return the gateway tools of a server, or None for an ordinary server."""
    if len(tools) > _FEW:
        return None
    finding = tuple(tool.key for tool in tools if _finds(tool))
    calling = tuple(tool.key for tool in tools if tool.key not in finding and _calls(tool))
    return GatewayTools(finding, calling) if finding and calling else None


def _finds(tool: Item) -> bool:
    words = _words(tool.key)
    return bool(words & _FINDING) and bool(words & _CALLED)


def _calls(tool: Item) -> bool:
    """Return whether the tool calls others by name with free-form arguments, or runs code."""
    words = _words(tool.key)
    if not words & _CALLING:
        return False
    schema = tool.raw.get("inputSchema")
    if words & _CALLED:
        return any(map(_is_call, _objects(schema)))
    return bool(words & _CODE) and any(_CODE & properties.keys() for properties in _objects(schema))


def _is_call(properties: dict[str, Any]) -> bool:
    names = {name.lower().replace("_", "").replace("-", ""): schema for name, schema in properties.items()}
    named = any(name in _NAMES and _is_open_text(schema) for name, schema in names.items())
    return named and any(name in _ARGUMENTS and _is_open(schema) for name, schema in names.items())


def _is_open_text(schema: Any) -> bool:
    """Return whether the name is free text; an enum would list the catalogue."""
    return not isinstance(schema, dict) or (schema.get("type", "string") == "string" and "enum" not in schema)


def _is_open(schema: Any) -> bool:
    return not isinstance(schema, dict) or not schema.get("properties")


def _objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield the properties of the input and of items in its arrays, since some gateways call many tools at once."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if isinstance(properties, dict):
        yield properties
        for inner in properties.values():
            items = inner.get("items") if isinstance(inner, dict) else None
            called = items.get("properties") if isinstance(items, dict) else None
            if isinstance(called, dict):
                yield called


def _words(name: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(name)}
