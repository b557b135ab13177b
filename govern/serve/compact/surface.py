"""The seven tools: find, describe and call the tools of all servers, with shorter answers where they are long."""

from __future__ import annotations

import asyncio
from collections import deque
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from govern.economics.answer_blocks import compact_json
from govern.economics.tokens import ENCODINGS
from govern.errors import GovernError, UsageError
from govern.reductions.answer import answer_tokens, block_text, content_blocks, reduce_answer
from govern.reductions.reduce import json_value
from govern.serve.compact.chain import Selector, chain_results, parse_return, parse_steps, run_chain, run_code
from govern.serve.compact.resources import PREFIX
from govern.serve.compact.tools import can_run_code, definitions

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from govern.reductions.reduce import ReductionLimits
    from govern.serve.compact.resources import ResultStore
    from govern.serve.compact.tools import ToolDirectory
    from govern.serve.compact.usage import UsageCounts

    Result = dict[str, Any]
    CallTool = Callable[[str, str, dict[str, Any]], Awaitable[Result]]

# A tool of govern's own, for clients whose model cannot read resources.
READ = "govern/read"
_LONG = 50_000
_FOUND, _MOST_FOUND = 5, 50
_RECENT = 20


class Servers(Protocol):
    """The questions that the compact surface asks the gateway, besides calls."""

    def health(self) -> Mapping[str, str]:
        """Return the state of each server in a few words."""

    def missing_keys(self, server: str) -> Sequence[str]:
        """Return the environment variables without which the server cannot start."""

    async def refresh(self, server: str | None) -> Mapping[str, str]:
        """List one server again, or all, and return the state of each."""

    def limits(self, server: str, tool: str) -> ReductionLimits:
        """Return the limits above which answers of a tool are reduced."""


class CompactSurface:
    """The seven tools of one session."""

    def __init__(
        self,
        directory: ToolDirectory,
        servers: Servers,
        results: ResultStore,
        usage: UsageCounts,
        encoding: str = ENCODINGS[0],
    ) -> None:
        self.directory, self.servers, self.results, self.usage = directory, servers, results, usage
        self.encoding = encoding
        # Of this session alone: others may be of other users.
        self.recent: deque[Result] = deque(maxlen=_RECENT)
        self._tools: dict[str, Callable[[Result, CallTool], Awaitable[Result]]] = {
            "search_tools": self._search_tools,
            "list_tools": self._list_tools,
            "tool_info": self._tool_info,
            "required_keys": self._required_keys,
            "call_tool": self._call_tool,
            "call_chain": self._call_chain,
            "refresh": self._refresh,
        }

    def tools(self) -> list[dict[str, Any]]:
        """Return the definitions of the seven tools."""
        return definitions(code=can_run_code())

    def __contains__(self, name: str) -> bool:
        return name in self._tools

    async def call(self, name: str, arguments: Result, call_tool: CallTool) -> Result:
        """Return the answer of one of the seven tools; `call_tool` makes a checked call of `server`, `tool`."""
        try:
            result = await self._tools[name](arguments, call_tool)
        except GovernError as error:
            result = _error("\n".join(filter(None, (error.message, error.hint))))
        self.usage.returned(name, await _in_thread(answer_tokens, result, self.encoding, size=_characters(result)))
        if self.usage.is_due:
            await asyncio.to_thread(self.usage.save)
        return result

    async def _search_tools(self, arguments: Result, _: CallTool) -> Result:
        query = _string(arguments, "query")
        limit = min(_number(arguments, "limit", _FOUND), _MOST_FOUND)
        full = arguments.get("full") is True
        # The first search builds the index.
        return _answer(await asyncio.to_thread(self.directory.search, query, limit, full=full))

    async def _list_tools(self, arguments: Result, _: CallTool) -> Result:
        server = arguments.get("server")
        return _answer(self.directory.names(self._server(arguments) if server else None, _number(arguments, "page", 1)))

    async def _tool_info(self, arguments: Result, _: CallTool) -> Result:
        place = self._place(_string(arguments, "tool"))
        describe = self.directory.full if arguments.get("full") is True else self.directory.brief
        return _answer(describe(place))

    async def _required_keys(self, arguments: Result, _: CallTool) -> Result:
        server = self._server(arguments)
        return _answer({"server": server, "missing": list(self.servers.missing_keys(server))})

    async def _refresh(self, arguments: Result, _: CallTool) -> Result:
        server = self._server(arguments) if arguments.get("server") else None
        return _answer(dict(await self.servers.refresh(server)))

    async def _call_tool(self, arguments: Result, call_tool: CallTool) -> Result:
        place = _string(arguments, "tool")
        inner = _object(arguments, "arguments")
        if place == READ:
            return await asyncio.to_thread(self._read, inner)
        place = self._place(place)
        result = await self._called(place, inner, call_tool)
        return await self._reduced(result, self.servers.limits(*place.split("/", 1)), arguments)

    async def _call_chain(self, arguments: Result, call_tool: CallTool) -> Result:
        async def call(place: str, inner: Result) -> Result:
            if place == READ:
                return await asyncio.to_thread(self._read, inner)
            try:
                return await self._called(self._place(place), inner, call_tool)
            except UsageError as error:
                return _error(error.message)

        limits = self.servers.limits("", "")
        if code := arguments.get("code"):
            if not (isinstance(code, str) and can_run_code()):
                raise UsageError("`code` needs the extra govern-mcp[code]; use `steps`")
            return await self._reduced(_answer(await run_code(code, call)), limits, arguments)
        steps = parse_steps(arguments.get("steps"))
        wanted = parse_return(arguments.get("return"))
        outcome = await run_chain(steps, call)
        body = {"results": chain_results(steps, outcome, wanted)} | (
            {"failed": outcome.failed} if outcome.failed else {}
        )
        answer = await self._reduced(_answer(body, outcome.blocks), limits, arguments)
        return answer | ({"isError": True} if outcome.failed else {})

    async def _called(self, place: str, arguments: Result, call_tool: CallTool) -> Result:
        """Return the answer of a server's tool, counted."""
        server, _, tool = place.partition("/")
        begun = perf_counter()
        result = await call_tool(server, tool, arguments)
        seconds = perf_counter() - begun
        tokens = await _in_thread(answer_tokens, result, self.encoding, size=_characters(result))
        failed = bool(result.get("isError"))
        self.usage.answered(place, tokens, seconds, failed=failed)
        self.recent.append({"tool": place, "tokens": tokens, "ms": round(seconds * 1000), "failed": failed})
        return result

    async def _reduced(self, result: Result, limits: ReductionLimits, arguments: Result) -> Result:
        """Return a shorter answer, and keep the whole one for the session."""
        intent = arguments.get("intent")
        uri = self.results.new_uri()
        where = f"resource {uri}, or call_tool {compact_json({'tool': READ, 'arguments': {'uri': uri}})}"
        reduced = await _in_thread(
            reduce_answer,
            result,
            limits,
            where,
            intent if isinstance(intent, str) else "",
            self.encoding,
            size=_characters(result),
        )
        if reduced.full is not None:
            self.results.keep(uri, reduced.full)
        answer: Result = reduced.result
        return answer

    def _read(self, arguments: Result) -> Result:
        """Return a page of a kept answer, or what a JMESPath expression finds in it."""
        uri = _string(arguments, "uri")
        if not uri.startswith(PREFIX) or (whole := self.results.text(uri)) is None:
            raise UsageError(f"no answer {uri!r}; a session keeps only its latest answers")
        if expression := arguments.get("select"):
            return _answer(Selector().select(str(expression), json_value(whole)))
        number = _number(arguments, "page", 1)
        if (page := self.results.page(uri, number)) is None:
            raise UsageError(f"{uri} has no page {number}")
        text, pages = page
        more = f"[page {number} of {pages}; `select` with a JMESPath expression returns parts of JSON]\n"
        return {"content": [{"type": "text", "text": (more if pages > 1 else "") + text}]}

    def _place(self, place: str) -> str:
        """Return a tool as `server/tool`, also where its name alone is clear; raise UsageError for an unknown one."""
        if self.directory.definition(place):
            return place
        close = self.directory.closest(place)
        if len(close) == 1 and "/" not in place and close[0].endswith(f"/{place}"):
            return close[0]
        hint = f"; did you mean {', '.join(close)}?" if close else ""
        raise UsageError(f"no tool {place!r}{hint}")

    def _server(self, arguments: Result) -> str:
        server = _string(arguments, "server")
        if server not in self.directory.servers:
            raise UsageError(f"no server {server!r}; there are {', '.join(self.directory.servers)}")
        return server


def _characters(result: Result) -> int:
    """Return roughly how many characters the texts of a result have."""
    return sum(len(block_text(block) or "") for block in content_blocks(result))


async def _in_thread(work: Callable[..., Any], *arguments: Any, size: int) -> Any:
    """Do work on a text of this size: in a thread where it would block other sessions."""
    return await asyncio.to_thread(work, *arguments) if size > _LONG else work(*arguments)


def _answer(value: Any, blocks: Sequence[Result] = ()) -> Result:
    return {"content": [{"type": "text", "text": compact_json(value)}, *blocks]}


def _error(message: str) -> Result:
    return {"content": [{"type": "text", "text": message}], "isError": True}


def _string(arguments: Result, key: str) -> str:
    value = arguments.get(key)
    if not isinstance(value, str) or not value:
        raise UsageError(f"`{key}` is missing; it must be a string")
    return value


def _number(arguments: Result, key: str, default: int) -> int:
    value = arguments.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise UsageError(f"`{key}` must be a whole number from 1")
    return value


def _object(arguments: Result, key: str) -> Result:
    value = arguments.get(key, {})
    if not isinstance(value, dict):
        raise UsageError(f"`{key}` must be an object")
    return value
