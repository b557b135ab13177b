"""The definitions of the seven tools, and the tools behind them: found by words, listed and described."""

from __future__ import annotations

from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from govern.contract.characters import shortened
from govern.discovery.modes import definition_tokens, example_arguments, parameters
from govern.discovery.search import IndexedTool, ToolIndex, parameter_texts, search, try_also
from govern.economics.advice import first_sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


_TOOL = {"type": "string", "description": "server/tool"}
_INTENT = {
    "type": "string",
    "description": "What you look for in the answer. Of a long answer only the parts that fit are shown.",
}
_READ_ONLY = {"readOnlyHint": True, "openWorldHint": False}
_CALLS = {"readOnlyHint": False, "destructiveHint": True, "openWorldHint": True}


def definitions(*, code: bool) -> list[dict[str, Any]]:
    """Return the seven tools as they are listed; with `code`, chains may be Python."""
    return [
        _tool(
            "search_tools",
            "Find tools by what you want to do. Returns names and first sentences; `full` adds parameters and a call.",
            {"query": {"type": "string"}, "limit": _integer(5, 50), "full": {"type": "boolean"}},
            ["query"],
        ),
        _tool(
            "list_tools",
            "List all tool names by server, in pages.",
            {"server": {"type": "string"}, "page": _integer(1)},
        ),
        _tool(
            "tool_info",
            "Show a tool's parameters and an example call; `full` shows its whole description and schemas.",
            {"tool": _TOOL, "full": {"type": "boolean"}},
            ["tool"],
        ),
        _tool(
            "required_keys",
            "Show which environment variables a server still needs before its tools can be called.",
            {"server": {"type": "string"}},
            ["server"],
        ),
        _tool(
            "call_tool",
            "Call a tool. A long answer is shortened and says how to read the rest.",
            {"tool": _TOOL, "arguments": {"type": "object"}, "intent": _INTENT},
            ["tool"],
            _CALLS,
        ),
        _call_chain(code=code),
        _tool(
            "refresh",
            "Connect again to one server, or to all, and compare it with the lock. Use after a call was refused.",
            {"server": {"type": "string"}},
        ),
    ]


def _call_chain(*, code: bool) -> dict[str, Any]:
    step = _object({"id": {"type": "string"}, "tool": _TOOL, "arguments": {"type": "object"}}, ["tool"])
    properties: dict[str, Any] = {
        "steps": {"type": "array", "items": step, "minItems": 1, "maxItems": 50},
        "return": {"type": "string", "description": "JMESPath over the results by step ID, to return less."},
        "intent": _INTENT,
    }
    text = (
        "Call several tools in one request. An argument can take a value from an earlier step by JMESPath: "
        '{"$from": "find.items[0].id"} for the step with ID find. Independent steps run at the same time.'
    )
    if code:
        properties["code"] = {"type": "string"}
        text += (
            ' Instead of steps, `code` is Python: await call_tool("server/tool", {…}) returns the result; the last '
            "expression is returned."
        )
    return _tool("call_chain", text, properties, [], _CALLS)


def can_run_code() -> bool:
    """Return whether the sandbox for Python code is installed."""
    return find_spec("pydantic_monty") is not None


def _tool(
    name: str,
    description: str,
    properties: dict[str, Any],
    required: list[str] | None = None,
    annotations: dict[str, bool] | None = None,
) -> dict[str, Any]:
    schema = _object(properties, required or [])
    return {
        "name": name, "description": description, "inputSchema": schema, "annotations": annotations or _READ_ONLY,
    }  # fmt: skip


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, **({"required": required} if required else {})}


def _integer(default: int, most: int | None = None) -> dict[str, Any]:
    return {"type": "integer", "minimum": 1, "default": default, **({"maximum": most} if most else {})}


PAGE = 200
_MOST_NAMED = 3
_SENTENCE = 300
# What a model needs to know of a tool; `_meta`, icons and the like are for clients.
_FULL = ("title", "description", "inputSchema", "outputSchema", "annotations")


class ToolDirectory:
    """The offered tools of all servers, by `server/tool`."""

    def __init__(
        self, servers: Mapping[str, Iterable[dict[str, Any]]], instructions: Mapping[str, str | None] | None = None
    ) -> None:
        self._instructions = instructions or {}
        self._tokens: dict[str, int] = {}
        self.servers: dict[str, dict[str, dict[str, Any]]] = {
            server: {tool["name"]: tool for tool in tools} for server, tools in servers.items()
        }

    @cached_property
    def _index(self) -> ToolIndex:
        tools = (_indexed(server, tool) for server, tools in self.servers.items() for tool in tools.values())
        return ToolIndex(tools)

    def definition(self, place: str) -> dict[str, Any] | None:
        """Return the definition of `server/tool`, or None."""
        server, _, name = place.partition("/")
        return self.servers.get(server, {}).get(name)

    def places(self) -> list[str]:
        """Return all tools as `server/tool`."""
        return [f"{server}/{name}" for server, tools in self.servers.items() for name in tools]

    def tokens(self, encoding: str) -> int:
        """Return the tokens of all definitions, as a plain menu has them."""
        if encoding not in self._tokens:
            every = (tool for tools in self.servers.values() for tool in tools.values())
            self._tokens[encoding] = definition_tokens(every, encoding)
        return self._tokens[encoding]

    def closest(self, place: str) -> list[str]:
        """Return the tools that an unknown name may mean: those with this name, or else the best hits."""
        name = place.rpartition("/")[2]
        named = [f"{server}/{name}" for server, tools in self.servers.items() if name in tools]
        return named or search(self._index, place, _MOST_NAMED).ids

    def search(self, query: str, limit: int, *, full: bool) -> dict[str, Any]:
        """Return the tools that fit a query best, words to try also, and the spelling corrections."""
        found = search(self._index, query, limit)
        describe = self.brief if full else self.line
        answer: dict[str, Any] = {"tools": [describe(each) for each in found.ids]}
        if words := try_also(self._index, found):
            answer["try_also"] = words
        return answer | ({"corrected": dict(found.corrected)} if found.corrected else {})

    def names(self, server: str | None, page: int) -> dict[str, Any]:
        """Return a page of the tool names by server."""
        places = [(each, name) for each in self.servers if server in {None, each} for name in self.servers[each]]
        shown: dict[str, Any] = {}
        for each, name in places[(page - 1) * PAGE : page * PAGE]:
            shown.setdefault(each, []).append(name)
        told = server and self._instructions.get(server)
        return {
            "servers": shown,
            **({"instructions": told} if told else {}),
            **({"next_page": page + 1} if len(places) > page * PAGE else {}),
        }

    def line(self, place: str) -> dict[str, Any]:
        """Return a tool with the first sentence of its description."""
        tool = self.definition(place) or {}
        sentence = first_sentence(_text_of_field(tool.get("description")) or _text_of_field(tool.get("title")))
        return {"tool": place, **({"description": shortened(sentence, _SENTENCE)} if sentence else {})}

    def brief(self, place: str) -> dict[str, Any]:
        """Return a tool with its parameters as a signature and the arguments of an example call."""
        schema = (self.definition(place) or {}).get("inputSchema")
        about = self.line(place)
        if signature := parameters(schema):
            about["parameters"] = signature
        if arguments := example_arguments(schema):
            about["example"] = arguments
        return about

    def full(self, place: str) -> dict[str, Any]:
        """Return a tool with its whole description and its schemas."""
        tool = self.definition(place) or {}
        return {"tool": place, **{key: tool[key] for key in _FULL if key in tool}}


def _indexed(server: str, tool: dict[str, Any]) -> IndexedTool:
    return IndexedTool(
        id=f"{server}/{tool['name']}",
        server=server,
        name=tool["name"],
        title=_text_of_field(tool.get("title")),
        description=_text_of_field(tool.get("description")),
        parameters=parameter_texts(tool.get("inputSchema")),
    )


def _text_of_field(value: Any) -> str:
    return value if isinstance(value, str) else ""
