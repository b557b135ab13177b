import asyncio
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.types import TextContent, TextResourceContents

from examples.library import server

EMMA = "9780141439587"
JANE_EYRE = "9780141441146"


@pytest.fixture(autouse=True)
def _own_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIBRARY_DB", str(tmp_path / "library.sqlite3"))


def call(tool: str, /, **arguments: Any) -> dict[str, Any]:
    async def session() -> dict[str, Any]:
        async with Client(server) as client:
            result = await client.call_tool(tool, arguments)
            return {"error": text(result.content[0])} if result.is_error else result.structured_content or {}

    return asyncio.run(session())


def text(content: object) -> str:
    assert isinstance(content, TextContent | TextResourceContents)
    return content.text


def test_a_search_is_paged_until_its_end() -> None:
    first = call("search_books", query="AUSTEN", limit=1)
    assert ([book["title"] for book in first["books"]], first["total"]) == (["Pride and Prejudice"], 2)
    second = call("search_books", query="AUSTEN", limit=1, offset=first["next_offset"])
    assert ([book["title"] for book in second["books"]], second["next_offset"]) == (["Emma"], None)


def test_a_page_has_a_largest_size() -> None:
    assert "less than or equal to 20" in call("search_books", query="", limit=21)["error"]


def test_a_loan_begins_once_and_ends() -> None:
    lent = call("borrow_book", isbn=EMMA, reader="Ana", days=7)
    assert abs(date.fromisoformat(lent["due"]) - date.today() - timedelta(days=7)) <= timedelta(days=1)  # noqa: DTZ011
    assert "until" in call("borrow_book", isbn=EMMA, reader="Ben")["error"]
    assert call("return_book", isbn=EMMA)["reader"] is None
    assert call("return_book", isbn=EMMA)["reader"] is None
    assert call("borrow_book", isbn=EMMA, reader="Ben")["reader"] == "Ben"


def test_a_withdrawn_book_takes_its_loan_along() -> None:
    call("borrow_book", isbn=JANE_EYRE, reader="Ana")
    assert call("withdraw_book", isbn=JANE_EYRE, reason="lost") == {
        "result": "Jane Eyre has left the collection: lost."
    }
    assert "no book has the ISBN" in call("return_book", isbn=JANE_EYRE)["error"]
    assert call("search_books", query="eyre")["total"] == 0


def test_prompts_and_resources_read_the_same_books() -> None:
    async def session() -> tuple[str, str]:
        async with Client(server) as client:
            await client.call_tool("borrow_book", {"isbn": EMMA, "reader": "Ana"})
            letter = await client.get_prompt("reminder_letter", {"reader": "Ana"})
            card = await client.read_resource(f"library://books/{EMMA}")
            return text(letter.messages[0].content), text(card.contents[0])

    letter, card = asyncio.run(session())
    assert "reminder to Ana" in letter
    assert "- none" in letter
    assert '"reader":"Ana"' in card


def test_it_speaks_over_stdio(repository: Path, tmp_path: Path) -> None:
    async def session() -> tuple[list[str], int]:
        environment = {"LIBRARY_DB": str(tmp_path / "stdio.sqlite3")}
        child = StdioServerParameters(
            command=sys.executable, args=["examples/library.py"], cwd=repository, env=environment
        )
        async with Client(child) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            found = await client.call_tool("search_books", {"query": ""})
            return tools, (found.structured_content or {})["total"]

    assert asyncio.run(session()) == (["search_books", "borrow_book", "return_book", "withdraw_book"], 8)
