"""The locked tools as a model is offered them, and its calls, which the live servers answer."""

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

    from govern.contract.surface import Item
    from govern.lockfile.document import LockedServer
    from govern.policy.target import Target
    from govern.servers.session import Session

# What every provider accepts in the name of a tool.
_NOT_ALLOWED = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST_NAME = 64


def offered(servers: Sequence[LockedServer]) -> dict[str, tuple[str, Item]]:
    """Return the tools by the names that a model sees: their own for one server, else `server__tool`."""
    found: dict[str, tuple[str, Item]] = {}
    for server in servers:
        for locked in server.tools:
            if locked.copy == 1:
                name = locked.key if len(servers) == 1 else f"{server.name}__{locked.key}"
                found[_free_name(name, found)] = (server.name, locked.item())
    return found


def _free_name(name: str, taken: Mapping[str, Any]) -> str:
    allowed = _NOT_ALLOWED.sub("_", name)
    numbers = (f"_{number}" for number in range(2, len(taken) + 3))
    names = (allowed[: _LONGEST_NAME - len(end)] + end for end in ("", *numbers))
    return next(each for each in names if each not in taken)


class Toolbox:
    """The tools of one run; `calls` are its records in the order in which the model made them."""

    def __init__(
        self, servers: Sequence[LockedServer], sessions: Mapping[str, Session], targets: Mapping[str, Target]
    ) -> None:
        self.calls: list[dict[str, Any]] = []
        self._sessions, self._targets = sessions, targets
        # A session waits for the answer to one request at a time.
        self._locks = {name: asyncio.Lock() for name in sessions}
        self._offered = offered(servers)

    def tools(self) -> Iterator[Tool[None]]:
        """Yield the tools with the texts and schemas of the lock."""
        for name, (server, item) in self._offered.items():
            schema = item.raw.get("inputSchema")
            schema = schema if isinstance(schema, dict) else {"type": "object"}
            tool = Tool[None].from_schema(self._function(server, item.key), name, item.description or "", schema)
            # So that the schema is sent as it is, and not in OpenAI's strict form.
            tool.strict = False
            yield tool

    def _function(self, server: str, tool: str) -> Any:
        async def call(**arguments: Any) -> str:
            record: dict[str, Any] = {"server": server, "tool": tool, "arguments": arguments}
            self.calls.append(record)
            async with self._locks[server]:
                started = perf_counter()
                try:
                    record["result"] = await self._sessions[server].call(tool, arguments)
                except ErrorResponse as error:
                    record["error"] = {"code": error.code, "message": error.message}
                except ServerError as error:
                    raise capture_error(self._targets[server], error) from None
                record["ms"] = round(1000 * (perf_counter() - started))
            return _text_for_model(record)

        return call


def _text_for_model(record: Mapping[str, Any]) -> str:
    """Return the texts of an answer; a failed call is one that the model should react to."""
    if "error" in record:
        raise ToolFailed(record["error"]["message"])
    result = record["result"]
    text = "\n".join(block.text or f"[{block.type}]" for block in answer_blocks(result).blocks)
    if result.get("isError") is True:
        raise ToolFailed(text)
    return text
