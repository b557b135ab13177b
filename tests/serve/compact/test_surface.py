"""The seven tools over the example library: what a model reads, and what it costs."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from examples.library import server as library
from govern.economics.answer_blocks import compact_json
from govern.economics.tokens import SEAM, count_tokens, counts_between_seams, load
from govern.reductions.answer import answer_tokens
from govern.reductions.reduce import ReductionLimits
from govern.serve.compact.resources import PREFIX, ResultStore
from govern.serve.compact.surface import CompactSurface
from govern.serve.compact.tools import ToolDirectory
from govern.serve.compact.usage import UsageCounts

TOOLS = ["search_tools", "list_tools", "tool_info", "required_keys", "call_tool", "call_chain", "refresh"]
LOG = [{"id": at, "message": f"request {at} took {at * 37 % 91} ms on host {at % 7}"} for at in range(2_000)]
Ask = Callable[..., Awaitable[Any]]


class Servers:
    """The library, and a server whose answers are long."""

    def __init__(self) -> None:
        self.limit = ReductionLimits()

    def health(self) -> Mapping[str, str]:
        return {"library": "ready", "logs": "ready"}

    def missing_keys(self, server: str) -> list[str]:
        return ["LOGS_TOKEN"] if server == "logs" else []

    async def refresh(self, server: str | None) -> Mapping[str, str]:
        return {server: "ready"} if server else self.health()

    def limits(self, _server: str, _tool: str) -> ReductionLimits:
        return self.limit


def conversation(tmp_path: Path, talk: Callable[[Ask, CompactSurface], Awaitable[None]]) -> UsageCounts:
    """Run a conversation with the seven tools, and check that what was counted is what was sent."""

    async def run() -> UsageCounts:
        async with Client(library) as client:
            listed = [tool.model_dump(by_alias=True, exclude_none=True) for tool in (await client.list_tools()).tools]
            logs = [{"name": name, "inputSchema": {"type": "object"}} for name in ("read_log", "picture", "fail")]
            usage = UsageCounts(tmp_path / "usage.json")
            surface = CompactSurface(ToolDirectory({"library": listed, "logs": logs}), Servers(), ResultStore(), usage)
            wire = 0

            async def call_tool(server: str, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
                if server == "library":
                    return (await client.call_tool(tool, arguments)).model_dump(by_alias=True, exclude_none=True)
                if tool == "picture":
                    return {"content": [{"type": "image", "data": "aGk=", "mimeType": "image/png"}]}
                text = json.dumps({"log": LOG})
                return {"content": [{"type": "text", "text": text}], "isError": tool == "fail"}

            async def ask(name: str, **arguments: Any) -> Any:
                nonlocal wire
                result = await surface.call(name, arguments, call_tool)
                wire += answer_tokens(result)
                return result

            await talk(ask, surface)
            assert sum(figures.get("returned", 0) for figures in usage.sums().values()) == wire
            return usage

    return asyncio.run(run())


def data(result: dict[str, Any]) -> Any:
    """Return the parsed text of an answer that is no error."""
    assert not result.get("isError"), result
    (block,) = result["content"]
    assert block["text"] == compact_json(json.loads(block["text"]))
    return json.loads(block["text"])


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIBRARY_DB", str(tmp_path / "library.sqlite3"))


def test_a_model_finds_describes_and_calls_a_tool(tmp_path: Path) -> None:
    async def talk(ask: Ask, surface: CompactSurface) -> None:
        assert [tool["name"] for tool in surface.tools()] == TOOLS
        found = data(await ask("search_tools", query="lend a borow", limit=1))
        assert found["tools"] == [
            {
                "tool": "library/borrow_book",
                "description": "Lend a book that is on the shelf to a reader, and say when it is due",
            }
        ]
        assert found["corrected"] == {"borow": "borrow"}
        brief = data(await ask("tool_info", tool="library/borrow_book"))
        assert brief["parameters"] == "isbn: string, reader: string, days?: integer"
        assert brief["example"].keys() == {"isbn", "reader"}
        full = data(await ask("tool_info", tool="library/borrow_book", full=True))
        assert full["inputSchema"]["properties"]["days"]["maximum"] == 60
        names = data(await ask("list_tools", server="logs"))
        assert names == {"servers": {"logs": ["read_log", "picture", "fail"]}}
        assert data(await ask("required_keys", server="logs")) == {"server": "logs", "missing": ["LOGS_TOKEN"]}
        assert data(await ask("refresh")) == {"library": "ready", "logs": "ready"}
        answer = await ask("call_tool", tool="library/search_books", arguments={"query": "Emma"})
        assert "white space in JSON removed]" in answer["content"][0]["text"]
        assert json.loads(answer["content"][1]["text"])["total"] == 1

    conversation(tmp_path, talk)


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("call_tool", {"tool": "library/borow_book"}, "did you mean library/borrow_book"),
        ("call_tool", {"tool": "nothing/like_it"}, "no tool 'nothing/like_it'"),
        ("call_tool", {}, "`tool` is missing"),
        ("call_tool", {"tool": "library/search_books", "arguments": []}, "`arguments` must be an object"),
        ("tool_info", {"tool": "x"}, "no tool 'x'"),
        ("search_tools", {"query": "a", "limit": 0}, "`limit` must be a whole number"),
        ("required_keys", {"server": "x"}, "no server 'x'; there are library, logs"),
        ("call_tool", {"tool": "govern/read", "arguments": {"uri": "govern://result/9"}}, "keeps only its latest"),
        ("call_chain", {}, "`steps` must be a list"),
        ("call_chain", {"steps": [{"tool": "a/b", "arguments": {"x": {"$from": "late.x"}}}]}, "earlier step"),
        ("call_chain", {"steps": [{"tool": "a/b", "arguments": {"x": {"$from": "a["}}}]}, "not valid JMESPath"),
        ("call_chain", {"steps": [{"id": "a", "tool": "a/b"}, {"id": "a", "tool": "a/b"}]}, "two steps have the ID"),
        ("call_chain", {"steps": [{"tool": "library/search_books"}], "return": "["}, "not valid JMESPath"),
        ("call_chain", {"steps": [{"tool": "library/search_books"}], "return": 1}, "`return` must be a JMESPath"),
        ("call_chain", {"code": "1/0"}, "ZeroDivisionError"),
    ],
)
def test_a_mistake_is_an_answer_that_says_what_to_do(
    tmp_path: Path, name: str, arguments: dict[str, Any], says: str
) -> None:
    async def talk(ask: Ask, _: CompactSurface) -> None:
        result = await ask(name, **arguments)
        assert result["isError"]
        assert says in result["content"][0]["text"]

    usage = conversation(tmp_path, talk)
    assert usage.sums().keys() == {name}


def test_a_long_answer_is_shorter_and_the_whole_can_be_read(tmp_path: Path) -> None:
    whole = json.dumps({"log": LOG})

    async def talk(ask: Ask, surface: CompactSurface) -> None:
        answer = await ask("call_tool", tool="logs/read_log")
        assert f"{PREFIX}1" in answer["content"][0]["text"]
        pages = [surface.results.page(f"{PREFIX}1", 1)]
        assert pages[0]
        number = pages[0][1]
        assert number > 5
        read = [
            await ask("call_tool", tool="govern/read", arguments={"uri": f"{PREFIX}1", "page": at + 1})
            for at in range(number)
        ]
        assert "".join(each["content"][0]["text"].partition("\n")[2] for each in read) == whole
        picked = {"uri": f"{PREFIX}1", "select": "log[?id==`1234`].message | [0]"}
        assert data(await ask("call_tool", tool="govern/read", arguments=picked)) == LOG[1234]["message"]
        failed = await ask("call_tool", tool="logs/fail")
        assert failed["content"][0]["text"] == whole

    sums = conversation(tmp_path, talk).sums()
    tokens = count_tokens(whole, "cl100k_base")
    assert sums["logs/read_log"] == {"calls": 1, "processed": tokens}
    assert sums["logs/fail"] == {"calls": 1, "failed": 1, "processed": tokens}


def test_a_chain_passes_results_on_and_stops_behind_a_failure(tmp_path: Path) -> None:
    steps = [
        {"id": "find", "tool": "library/search_books", "arguments": {"query": "Emma"}},
        {
            "id": "lend",
            "tool": "library/borrow_book",
            "arguments": {"isbn": {"$from": "find.books[0].isbn"}, "reader": "Ana"},
        },
        {"id": "none", "tool": "library/return_book", "arguments": {"isbn": {"$from": "find.books[7].isbn"}}},
        {"id": "again", "tool": "library/borrow_book", "arguments": {"isbn": {"$from": "lend.isbn"}, "reader": "Ben"}},
        {"id": "after", "tool": "library/return_book", "arguments": {"isbn": {"$from": "again.isbn"}}},
        {"id": "image", "tool": "logs/picture"},
    ]

    async def talk(ask: Ask, _: CompactSurface) -> None:
        good = await ask("call_chain", steps=[*steps[:2], steps[5]])
        text, image = good["content"]
        assert json.loads(text["text"])["results"]["lend"]["reader"] == "Ana"
        assert "find" not in json.loads(text["text"])["results"]
        assert image["type"] == "image"
        less = data(await ask("call_chain", steps=steps[:1], **{"return": "find.books[].title"}))
        assert less == {"results": ["Emma"]}
        late = await ask("call_chain", steps=steps[:1], **{"return": "find.books[::0]"})
        assert json.loads(late["content"][0]["text"])["results"]["find"]["total"] == 1, "what was called is not lost"
        bad = await ask("call_chain", steps=[steps[0], steps[2], steps[1], *steps[3:5]])
        assert bad["isError"]
        failed = json.loads(bad["content"][0]["text"])["failed"]
        assert failed["none"] == "'find.books[7].isbn' finds nothing in the earlier results"
        assert "lent to someone else" in failed["lend"]
        assert failed["again"] == "skipped: step 'lend' failed"
        assert failed["after"] == "skipped: step 'again' failed"

    conversation(tmp_path, talk)


def test_independent_steps_run_at_the_same_time() -> None:
    running = most = 0

    async def call_tool(_server: str, _tool: str, _arguments: dict[str, Any]) -> dict[str, Any]:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        running -= 1
        return {"content": []}

    directory = ToolDirectory({"a": [{"name": "b", "inputSchema": {}}]})
    surface = CompactSurface(directory, Servers(), ResultStore(), UsageCounts())
    asyncio.run(surface.call("call_chain", {"steps": [{"tool": "a/b"}] * 5}, call_tool))
    assert most == 5


def test_python_calls_tools_and_nothing_else(tmp_path: Path) -> None:
    good = """
found = await call_tool("library/search_books", {"query": "austen"})
print("books", found["total"])
[book["title"] for book in found["books"]]
"""
    caught = """
try:
    await call_tool("library/return_book", {"isbn": "9780000000000"})
except RuntimeError as error:
    text = str(error)
text
"""
    refused = [
        "open('/etc/passwd').read()",
        "import socket",
        "import subprocess",
        "import os\nos.environ",
        "'x' * 10**10",
    ]

    async def talk(ask: Ask, _: CompactSurface) -> None:
        answer = data(await ask("call_chain", code=good))
        assert answer == {"result": ["Pride and Prejudice", "Emma"], "printed": "books 2\n"}
        assert "no book has the ISBN" in data(await ask("call_chain", code=caught))["result"]
        for code in refused:
            assert (await ask("call_chain", code=code))["isError"], code

    assert conversation(tmp_path, talk).sums()["library/search_books"]["calls"] == 1


def test_figures_of_two_processes_add_up_and_a_damaged_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "state" / "usage.json"
    one, two = UsageCounts(path), UsageCounts(path)
    for usage, times in ((one, 2), (two, 3)):
        for _ in range(times):
            usage.answered("a/b", 10, 0.5, failed=False)
            usage.returned("call_tool", 4)
        usage.save()
    one.answered("a/b", 1, 1.5, failed=True)
    sums = {"a/b": {"calls": 6, "failed": 1, "processed": 51}, "call_tool": {"calls": 5, "returned": 20}}
    assert one.saved() == sums
    assert one.latencies() == {"a": {"calls": 3, "p50_ms": 500, "p95_ms": 1500, "p99_ms": 1500}}
    path.write_text('{"format": "govern.usage/1", "tools": {"a/b": {"calls": true, "x": 1}, "c": 7}}')
    one.save()
    assert json.loads(path.read_text())["tools"] == {"a/b": {"calls": 1, "failed": 1, "processed": 1}}


def test_figures_are_saved_while_a_gateway_runs_and_kept_if_they_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    usage = UsageCounts(tmp_path / "file" / "usage.json")
    for _ in range(100):
        assert not usage.is_due
        usage.returned("call_tool", 1)
    assert usage.is_due
    usage.save()
    assert usage.saved() == {"call_tool": {"calls": 100, "returned": 100}}


def test_the_oldest_answers_are_dropped() -> None:
    store = ResultStore(most=25)
    uris = [store.new_uri() for _ in range(3)]
    for uri in uris:
        store.keep(uri, "x" * 10)
    assert [store.text(uri) for uri in uris] == [None, "x" * 10, "x" * 10]


def test_brief_forms_cost_less_than_full_ones_for_every_real_tool(shared_data: Path) -> None:
    seen: dict[str, list[str]] = {}
    for path in sorted((shared_data / "catalogs").rglob("*.json")):
        for tool in json.loads(path.read_text(encoding="utf-8"))["tools"]:
            directory, place = ToolDirectory({"s": [tool]}), f"s/{tool['name']}"
            full = compact_json(directory.full(place))
            if full not in seen:
                seen[full] = [compact_json(directory.line(place)), compact_json(directory.brief(place))]
    texts = [text for full, shorter in seen.items() for text in (full, *shorter)]
    counts = iter(counts_between_seams(load("cl100k_base"), SEAM.join(texts)))
    assert not [full for full in seen if next(counts) <= max(next(counts), next(counts))]
    assert len(seen) > 4_000
