"""Replaying recorded calls, against a bare script that parses the same lines and validates the same arguments."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench.figures import Figure
from tests.bench.measuring import govern, seconds_in, side_by_side, timed

_CALLS = 100_000
_SEED = 20_261_118
_BOUND = 1.5
_OURS = (
    "import gc; gc.disable()\n"
    "from govern.commands.recordings import ReplayRequest, replay\n"
    "lock, config = path.with_name('capability.lock'), path.with_name('govern.toml')\n"
    "request = ReplayRequest(traces=(path,), lock=lock, config=config)"
)
_REPLAYED = "assert replay(request, {{}}).replayed.total.calls == {calls}"
_BARE = """
import jsonschema_rs, orjson
def run():
    schemas = orjson.loads(path.with_name("schemas.json").read_bytes())
    known, valid = {{}}, 0
    def made(name):
        known[name] = jsonschema_rs.validator_for(schemas[name]).is_valid
        return known[name]
    get = known.get
    with path.open("rb") as lines:
        for line in lines:
            record = orjson.loads(line)
{body}
    return valid
"""
_BODIES = {
    "jsonl": """
            name = record["tool"]
            valid += (get(name) or made(name))(record["arguments"])
""",
    "answers": """
            name = record["tool"]
            valid += (get(name) or made(name))(record["arguments"])
            name += " answers"
            valid += (get(name) or made(name))(record["result"]["structuredContent"])
""",
    "mcp": """
            if "method" in record:
                name = record["params"]["name"]
                valid += (get(name) or made(name))(record["params"]["arguments"])
""",
    "openai": """
            for call in record.get("tool_calls", ()):
                name = call["function"]["name"]
                valid += (get(name) or made(name))(orjson.loads(call["function"]["arguments"]))
""",
}
_WORDS = [
    "owls",
    "larks",
    "the quick brown fox",
    "2026-11-18",
    "https://example.com/a/b?c=d",
    "a longer sentence, as models write",
]
Lines = Callable[[str, dict[str, Any], int], list[Any]]


def replay(repeats: int, calls: int = _CALLS) -> list[Figure]:
    """Measure our own format against the bound, and report the cost of finding calls in the others."""
    shown = "orjson and jsonschema-rs alone"
    rows: list[tuple[str, str, Lines, float | None]] = [
        ("JSON lines", "jsonl", _ours, _BOUND),
        ("JSON lines with answers", "answers", _answered, _BOUND),
        ("MCP messages", "mcp", _messages, None),
        ("chat completions", "openai", _chat, None),
    ]
    return [
        Figure(
            f"replay of {calls:,} calls, {what}, in process",
            shown,
            *_measured(kind, lines, repeats, calls),
            bound=bound,
        )
        for what, kind, lines, bound in rows
    ]


def _measured(kind: str, lines: Lines, repeats: int, calls: int) -> tuple[float, float]:
    with _recorded(lines, calls, answers=kind == "answers") as path:
        bare = _BARE.format(body=_BODIES[kind].strip("\n"))
        return side_by_side(
            lambda: timed(path, _OURS, _REPLAYED.format(calls=calls)), lambda: timed(path, bare, "run()"), repeats
        )


@contextmanager
def _recorded(lines: Lines, calls: int, *, answers: bool) -> Iterator[Path]:
    """Create a folder with a lock of some tools and a recording of calls to them, nearly all different."""
    chance = random.Random(_SEED)
    tools = [_tool(at, answers=answers) for at in range(60)]
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "tools.json").write_text(json.dumps({"tools": tools}), encoding="utf-8")
        (folder / "govern.toml").write_text('[servers.s]\ncatalog = "tools.json"\n', encoding="utf-8")
        seconds_in(folder, govern("lock", "--quiet"))
        schemas = {tool["name"]: tool["inputSchema"] for tool in tools}
        schemas |= {f"{tool['name']} answers": tool["outputSchema"] for tool in tools if answers}
        (folder / "schemas.json").write_text(json.dumps(schemas), encoding="utf-8")
        with (folder / "calls.jsonl").open("w", encoding="utf-8") as file:
            for at in range(calls):
                for line in lines(chance.choice(tools)["name"], _arguments(chance, at), at):
                    file.write(json.dumps(line) + "\n")
        yield folder / "calls.jsonl"


def _tool(at: int, *, answers: bool) -> dict[str, Any]:
    """Return a tool of the usual size: six parameters, two of them required, one an object."""
    properties = {
        "query": {"type": "string", "maxLength": 200},
        "limit": {"type": "integer", "minimum": 1, "maximum": 100},
        "sort": {"enum": ["newest", "oldest", "title"]},
        "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 10},
        "filter": {"type": "object", "properties": {"year": {"type": "integer"}, "open": {"type": "boolean"}}},
        f"own_{at}": {"type": "number"},
    }
    found = {"type": "object", "properties": {"title": {"type": "string"}, "year": {"type": "integer"}}}
    output = {
        "type": "object",
        "properties": {"found": {"type": "array", "items": found}, "total": {"type": "integer"}},
    }
    tool = {
        "name": f"tool_{at}",
        "inputSchema": {"type": "object", "properties": properties, "required": ["query", "limit"]},
    }
    return tool | ({"outputSchema": output} if answers else {})


def _arguments(chance: random.Random, at: int) -> dict[str, Any]:
    given: dict[str, Any] = {"query": f"{chance.choice(_WORDS)} {at}", "limit": chance.randint(1, 100)}
    more = {
        "sort": chance.choice(["newest", "oldest"]),
        "tags": chance.sample(_WORDS, chance.randint(0, 3)),
        "filter": {"year": chance.randint(1800, 2026), "open": chance.random() < 0.5},
    }
    return given | {name: value for name, value in more.items() if chance.random() < 0.5}


def _ours(tool: str, arguments: dict[str, Any], _: int) -> list[Any]:
    return [{"server": "s", "tool": tool, "arguments": arguments}]


def _answered(tool: str, arguments: dict[str, Any], at: int) -> list[Any]:
    answer = {"found": [{"title": f"{word} {at}", "year": 1800 + at % 200} for word in _WORDS[: at % 5]], "total": at}
    return [
        {"server": "s", "tool": tool, "arguments": arguments, "result": {"structuredContent": answer, "content": []}}
    ]


def _messages(tool: str, arguments: dict[str, Any], at: int) -> list[Any]:
    request = {"jsonrpc": "2.0", "id": at, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    return [request, {"jsonrpc": "2.0", "id": at, "result": {"content": [{"type": "text", "text": "three found"}]}}]


def _chat(tool: str, arguments: dict[str, Any], at: int) -> list[Any]:
    function = {"name": tool, "arguments": json.dumps(arguments)}
    asked = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": f"call_{at}", "type": "function", "function": function}],
    }
    return [asked, {"role": "tool", "tool_call_id": f"call_{at}", "content": "three found"}]
