"""The table of clients.json: SDKs that reject lists, and limits of clients and providers."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("clients.json")


@dataclass(frozen=True, slots=True)
class ListRow:
    """One SDK that rejects a whole list of tools for a problem, with its versions."""

    problem: str
    client: str
    since: str
    until: str
    source: str

    def __str__(self) -> str:
        return f"{self.client} {self.since}" + (f" to {self.until}" if self.until else "+")


@dataclass(frozen=True, slots=True)
class Strict:
    """The limits of a provider's strict mode: unsupported keywords and the largest sizes."""

    keywords: tuple[str, ...]
    closed: bool = False
    all_required: bool = False
    recursive: bool = True
    min_items: int | None = None
    optional: int | None = None
    unions: int | None = None
    properties: int | None = None
    depth: int | None = None
    enum_values: int | None = None
    characters: int | None = None


@dataclass(frozen=True, slots=True)
class ToolRow:
    """The limits of one client or provider.

    `prefix` plus the tool's name has to match `tool_name`, and each parameter `property_name`. `root` lists keywords
    that are not allowed at the root of an input schema. `seen` is the version or month of the observation.
    """

    name: str
    client: str
    seen: str
    sources: tuple[str, ...]
    prefix: str = ""
    tool_name: str = ""
    property_name: str = ""
    root: tuple[str, ...] = ()
    array_items: bool = False
    strict: Strict | None = field(default=None)


@cache
def meanings() -> dict[str, str]:
    """Return the description of each problem of a list."""
    return dict(_table()["problems"])


@cache
def list_rows() -> tuple[ListRow, ...]:
    """Return the rows about whole lists."""
    return tuple(ListRow(**row) for row in _table()["lists"])


@cache
def tool_rows() -> dict[str, ToolRow]:
    """Return the rows about single tools, by the name that policy gives a client."""
    return {row["name"]: _tool_row(row) for row in _table()["tools"]}


def rejecting_clients(row: str) -> list[str]:
    """Return the SDKs that reject lists with this problem, or the client of this name."""
    if row in tool_rows():
        return [tool_rows()[row].client]
    return [str(each) for each in list_rows() if each.problem == row]


def _tool_row(row: dict[str, Any]) -> ToolRow:
    strict = row.get("strict")
    given: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    given["strict"] = strict and Strict(**{**strict, "keywords": tuple(strict["keywords"])})
    return ToolRow(**given)


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(_FILE.read_text("utf-8"))
    return table
