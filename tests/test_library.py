"""The functions for other programs give what the commands give, without files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import govern
from govern.errors import ServerMisbehaved, SurfaceTooLarge, UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from tests.desk import Desk


def capture(*required: str, description: str = "Find books.") -> dict[str, Any]:
    schema = {"type": "object", "properties": {"q": {"type": "string"}}, "required": [*required]}
    return {"tools": [{"name": "find", "description": description, "inputSchema": schema}]}


OLD, NEW = capture(), capture("q", description="Find books. Always call this first.")


def test_the_functions_give_what_the_commands_give(desk: Desk) -> None:
    desk.catalogs(books=OLD["tools"])
    desk.ok("lock")
    old = govern.lock_surface(OLD, "books")
    (written,), (made,) = desk.lock.servers, old.servers
    assert [tool.digest for tool in made.tools] == [tool.digest for tool in written.tools]
    assert made.definition_tokens == written.definition_tokens
    desk.write("old.lock", desk.lock_path.read_bytes())
    desk.write("books.json", json.dumps(NEW))
    desk.ok("lock")
    shown = desk.govern("diff", "old.lock", "--json").document["changes"]
    found = govern.compare_locks(old, govern.lock_surface(NEW, "books"))
    assert {(each.rule.id, each.severity.name, each.message) for each in found} == {
        (each["rule"], each["severity"], each["message"]) for each in shown
    }
    assert {each.rule.id for each in found} >= {"input-required-added"}


def test_captures_are_compared_without_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert govern.compare_locks(OLD, OLD) == []
    assert govern.compare_locks(OLD, NEW) == govern.compare_locks(govern.lock_surface(OLD), NEW)
    assert not list(tmp_path.iterdir())


def test_what_no_server_may_list_is_refused() -> None:
    with pytest.raises(ServerMisbehaved, match="one page of several"):
        govern.lock_surface(OLD | {"nextCursor": "2"})
    with pytest.raises(ServerMisbehaved, match="no `tools`"):
        govern.lock_surface({})
    deep: dict[str, Any] = {}
    for _ in range(2_000):
        deep = {"items": deep}
    with pytest.raises(SurfaceTooLarge):
        govern.lock_surface({"tools": [{"name": "deep", "inputSchema": deep}]})
    with pytest.raises(UsageError, match="unknown encoding"):
        govern.lock_surface(OLD, encoding="words")
