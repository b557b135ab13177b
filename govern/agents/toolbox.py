"""The locked tools that a model is offered, and its calls of them, which the live servers answer."""

from __future__ import annotations

import asyncio
import re
from time import perf_counter
from typing import TYPE_CHECKING, Any

from pydantic_ai import Tool
from pydantic_ai.exceptions import ToolFailed

from govern.economics.answer_blocks import answer_blocks
from govern.errors import ServerError
from govern.servers.capture import capture_error
from govern.servers.session import ErrorResponse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from govern.lockfile.document import LockedServer
    from govern.policy.target import Target
    from govern.servers.session import Session

# What every provider accepts in the name of a tool.
_NOT_ALLOWED = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST_NAME = 64


def offered(
    servers: Sequence[LockedServer], distractors: Sequence[Mapping[str, Any]] = ()
) -> dict[str, tuple[str, Mapping[str, Any]]]:
    """Return the tools by the names that a model sees: their own for one server, else `server__tool`.

    Each is its server and its definition; a distractor has no server, and looks like a tool of the first one.
    """
    locked = [(each.name, item.item().raw) for each in servers for item in each.tools if item.copy == 1]
    tools = [*((name, name, tool) for name, tool in locked), *(("", servers[0].name, each) for each in distractors)]
    found: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for server, shown_server, tool in tools:
        name = tool["name"] if len(servers) == 1 else f"{shown_server}__{tool['name']}"
        found[_free_name(name, found)] = (server, tool)
    return found


def _free_name(name: str, taken: Mapping[str, Any]) -> str:
    allowed = _NOT_ALLOWED.sub("_", name)
    numbers = (f"_{number}" for number in range(2, len(taken) + 3))
    names = (allowed[: _LONGEST_NAME - len(end)] + end for end in ("", *numbers))
    return next(each for each in names if each not in taken)


class Toolbox:
    """The tools of one run; `calls` are its records in the order in which the model made them."""

    def __init__(
        self,
        tools: Mapping[str, tuple[str, Mapping[str, Any]]],
        sessions: Mapping[str, Session],
        targets: Mapping[str, Target],
    ) -> None:
        self.calls: list[dict[str, Any]] = []
        self._sessions, self._targets = sessions, targets
        # A session waits for the answer to one request at a time.
        self._locks = {name: asyncio.Lock() for name in sessions}
        self._offered = tools

    def tools(self) -> Iterator[Tool[None]]:
        """Yield the tools with the texts and schemas of the lock."""
        for name, (server, definition) in self._offered.items():
            schema = definition.get("inputSchema")
            schema = schema if isinstance(schema, dict) else {"type": "object"}
            description = definition.get("description")
            function = self._function(server, definition["name"])
            text = description if isinstance(description, str) else ""
            tool = Tool[None].from_schema(function, name, text, schema)
            # So that the schema is sent as it is, and not in OpenAI's strict form.
            tool.strict = False
            yield tool

    def _function(self, server: str, tool: str) -> Any:
        async def call(**arguments: Any) -> str:
            record: dict[str, Any] = {"server": server or None, "tool": tool, "arguments": arguments}
            self.calls.append(record)
            if server:
                async with self._locks[server]:
                    await self._answer(record)
            else:
                record["error"] = {"message": "not available"}
            return _text_for_model(record)

        return call

    async def _answer(self, record: dict[str, Any]) -> None:
        """Let the server answer a call."""
        server, started = record["server"], perf_counter()
        try:
            record["result"] = await self._sessions[server].call(record["tool"], record["arguments"])
        except ErrorResponse as error:
            record["error"] = {"code": error.code, "message": error.message}
        except ServerError as error:
            raise capture_error(self._targets[server], error) from None
        record["ms"] = round(1000 * (perf_counter() - started))


def _text_for_model(record: Mapping[str, Any]) -> str:
    """Return the texts of an answer; a failed call is one that the model should react to."""
    if "error" in record:
        raise ToolFailed(record["error"]["message"])
    result = record["result"]
    text = "\n".join(block.text or f"[{block.type}]" for block in answer_blocks(result).blocks)
    if result.get("isError") is True:
        raise ToolFailed(text)
    return text
