"""The corpora, and the texts of the tools that they are about."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from govern.compare.text.cue import Cue
from govern.compare.text.cues import introduced
from govern.compare.text.places import texts_in

HERE = Path(__file__).parent
Tool = dict[str, Any]


def rows(name: str) -> list[dict[str, Any]]:
    read = [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text(encoding="utf-8").split("\n") if line]
    return [row for row in read if "provenance" not in row]


def tool_with(where: str, value: str) -> Tool:
    """A tool that has this text at this place."""
    *above, last = where.strip("/").split("/")
    built: Tool = {value: {"type": "string"}} if last == "*" else {last: value}
    for name in reversed(above):
        built = {name: built}
    return {"name": "the_tool", **built}


def cues_of(row: dict[str, Any]) -> list[Cue]:
    """What one written-down change introduces."""
    before, after = (texts_in(tool_with(row["where"], row[side])) for side in ("before", "after"))
    return introduced(before, after, frozenset({"the_tool", *row.get("own", ())}))


def capture(data: Path, server: str, version: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((data / "catalogs" / server / f"{version}.json").read_text(encoding="utf-8"))
    return read


def tools(captured: dict[str, Any]) -> dict[str, Tool]:
    return {tool["name"]: tool for tool in captured.get("tools") or []}


def at(tool: Tool, pointer: str) -> str:
    value: Any = tool
    for name in pointer.strip("/").split("/"):
        plain = name.replace("~1", "/").replace("~0", "~")
        value = value[int(plain)] if isinstance(value, list) else value[plain]
    return str(value)


def rewordings(data: Path) -> Iterator[tuple[dict[str, str], list[Cue]]]:
    """Each rewording of a real server, with the cues that it introduces."""
    for row in rows("rewordings"):
        old, new = (tools(capture(data, row["server"], row[side])) for side in ("old", "new"))
        own = frozenset(name.lower() for name in {*old, *new})
        before, after = at(old[row["tool"]], row["pointer"]), at(new[row["tool"]], row["pointer"])
        yield row, introduced([(row["pointer"], before)], [(row["pointer"], after)], own)


def histories(data: Path) -> Iterator[tuple[str, list[Cue]]]:
    """Every tool of the catalogs that differs between neighbouring versions, with the cues that this introduces."""
    for server in sorted((data / "catalogs").iterdir()):
        versions = sorted((path.stem for path in server.glob("*.json")), key=_order)
        for older, newer in pairwise(versions):
            old, new = (tools(capture(data, server.name, version)) for version in (older, newer))
            own = frozenset(name.lower() for name in {*old, *new})
            for name in old.keys() & new.keys():
                if old[name] != new[name]:
                    place = f"{server.name} {older} → {newer} {name}"
                    yield place, introduced(texts_in(old[name]), texts_in(new[name]), own)


def _order(version: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in version.split(".")]
