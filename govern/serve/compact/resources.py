"""The `govern://` resources and the two prompts of the compact surface, and the whole answers behind reduced ones."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING, Any

from govern.discovery.modes import definition_tokens
from govern.economics.answer_blocks import compact_json
from govern.reductions.reduce import text_parts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.serve.compact.surface import CompactSurface

SCHEME = "govern://"
PREFIX = "govern://result/"
_JSON, _TEXT = "application/json", "text/markdown"
_RESULT = re.compile(re.escape(PREFIX) + r"(\d{1,9})(?:/(\d{1,9}))?")
GUIDE = """To use a tool: find it with search_tools, read its parameters with tool_info, call it with call_tool.

- Tools are named server/tool. list_tools lists all of them; for one server it adds the server's instructions.
- State an `intent` with a call if you look for something in a long answer.
- A shortened answer says so in its first line, with the URI of the whole. Read it with
  call_tool {"tool":"govern/read","arguments":{"uri":"govern://result/1","page":2}}, or only parts of JSON with
  {"uri":"govern://result/1","select":"items[?done].id"}, which is JMESPath.
- A call that is refused because its tool changed needs a person. Other tools still work.
"""
CHAIN_GUIDE = """call_chain takes steps; a step may use the results of earlier ones by JMESPath:

{"steps":[
  {"id":"find","tool":"library/search_books","arguments":{"query":"emma"}},
  {"id":"lend","tool":"library/borrow_book","arguments":{"isbn":{"$from":"find.books[0].isbn"},"reader":"Ana"}}],
 "return":"lend.due"}

Independent steps run at the same time. Without `return`, the results that no step used are returned.
Steps that depend on a failed one are skipped, and each says why. Every step is checked like a single call.
"""
_GUIDES = {"tools": GUIDE, "chains": CHAIN_GUIDE}
_RESOURCES = (
    ("overview", "Servers, number of tools, and how to use them", _TEXT),
    ("servers", "Servers with their health", _JSON),
    ("tools", "Index of all tools with their first sentences", _JSON),
    ("recent", "The latest calls of this session", _JSON),
    ("stats", "Tokens returned and processed, savings, and latency", _JSON),
    ("guide/tools", "How to find and call tools", _TEXT),
    ("guide/chains", "How to call several tools at once", _TEXT),
)
_TEMPLATES = (
    ("tool/{server}/{tool}", "One tool with its schemas"),
    ("server/{server}", "One server: its health and tools"),
    ("result/{id}/{page}", "A page of a whole answer"),
)
PROMPTS: Mapping[str, tuple[str, str]] = {
    "discover_tools": (
        "task",
        "Find the tools for this task with search_tools and read their parameters with tool_info. Then name them: {}",
    ),
    "find_tool": ("query", "Find the one tool that fits best with search_tools, and call it: {}"),
}


def listed_resources() -> list[dict[str, Any]]:
    """Return the resources as they are listed."""
    return [
        {"uri": f"{SCHEME}{path}", "name": f"govern {path}", "description": about, "mimeType": mime}
        for path, about, mime in _RESOURCES
    ]


def listed_templates() -> list[dict[str, Any]]:
    """Return the resource templates as they are listed."""
    return [
        {"uriTemplate": f"{SCHEME}{path}", "name": f"govern {path.partition('/')[0]}", "description": about}
        for path, about in _TEMPLATES
    ]


def listed_prompts() -> list[dict[str, Any]]:
    """Return the prompts as they are listed."""
    return [
        {"name": name, "description": text.partition(":")[0], "arguments": [{"name": argument, "required": True}]}
        for name, (argument, text) in PROMPTS.items()
    ]


def prompt(name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result of one of the prompts."""
    argument, text = PROMPTS[name]
    message = {"role": "user", "content": {"type": "text", "text": text.format(arguments.get(argument, ""))}}
    return {"messages": [message]}


def read_resource(surface: CompactSurface, uri: str) -> dict[str, Any] | None:
    """Return the result of reading a resource, or None for an unknown one."""
    mime, value = _content(surface, uri)
    if value is None:
        return None
    text = value if isinstance(value, str) else compact_json(value)
    return {"contents": [{"uri": uri, "mimeType": mime, "text": text}]}


def _content(surface: CompactSurface, uri: str) -> tuple[str, Any]:
    if found := _RESULT.fullmatch(uri):
        page = surface.results.page(f"{PREFIX}{found[1]}", int(found[2] or 1))
        return "text/plain", page and page[0]
    directory = surface.directory
    kind, _, rest = uri.removeprefix(SCHEME).partition("/")
    if kind == "guide":
        return _TEXT, _GUIDES.get(rest)
    if kind == "tool":
        return _JSON, directory.full(rest) if directory.definition(rest) else None
    if kind == "server":
        return _JSON, _server(surface, rest) if rest in directory.servers else None
    whole = {
        "overview": _overview,
        "servers": lambda of: {name: _server(of, name, tools=False) for name in of.directory.servers},
        "tools": lambda of: [of.directory.line(place) for place in of.directory.places()],
        "recent": lambda of: list(of.recent),
        "stats": stats,
    }
    return (_TEXT if kind == "overview" else _JSON), whole[kind](surface) if kind in whole and not rest else None


def _overview(surface: CompactSurface) -> str:
    lines = [f"- {name}: {len(tools)} tools" for name, tools in surface.directory.servers.items()]
    return "\n".join([*lines, "", GUIDE])


def _server(surface: CompactSurface, name: str, *, tools: bool = True) -> dict[str, Any]:
    about: dict[str, Any] = {"state": surface.servers.health().get(name, "idle")}
    listed = surface.directory.servers[name]
    return about | ({"tools": list(listed)} if tools else {"tools": len(listed)})


def stats(surface: CompactSurface) -> dict[str, Any]:
    """Return the tokens that clients got and that servers answered, the cost of the menus, and latencies."""
    sums = surface.usage.sums()
    returned = sum(figures.get("returned", 0) for figures in sums.values())
    processed = sum(figures.get("processed", 0) for figures in sums.values())
    plain = surface.directory.tokens(surface.encoding)
    compact = definition_tokens(surface.tools(), surface.encoding)
    return {
        "tokens": {"returned": returned, "processed": processed},
        "menu": {"plain": plain, "compact": compact, "saved": plain - compact},
        "tools": sums,
        "latency": surface.usage.latencies(),
        "all_runs": surface.usage.saved(),
    }


MOST_CHARACTERS = 32 * 1024 * 1024
# 4,000 tokens by the rule of 3.5 characters.
_PAGE = 14_000


class ResultStore:
    """The whole answers of one session; the oldest are dropped when together they have too many characters."""

    def __init__(self, most: int = MOST_CHARACTERS) -> None:
        self._most = most
        self._numbers = count(1)
        self._texts: dict[str, str] = {}
        self._size = 0

    def new_uri(self) -> str:
        """Return the URI for the next answer."""
        return f"{PREFIX}{next(self._numbers)}"

    def keep(self, uri: str, text: str) -> None:
        """Keep an answer under its URI."""
        self._texts[uri] = text
        self._size += len(text)
        while self._size > self._most:
            self._size -= len(self._texts.pop(next(iter(self._texts))))

    def text(self, uri: str) -> str | None:
        """Return a whole answer, or None if there is none or it was dropped."""
        return self._texts.get(uri)

    def page(self, uri: str, number: int) -> tuple[str, int] | None:
        """Return one page of an answer and the number of pages; None if there is no such page."""
        if (text := self.text(uri)) is None:
            return None
        pages = text_parts(text, _PAGE)
        return (pages[number - 1], len(pages)) if 1 <= number <= len(pages) else None
