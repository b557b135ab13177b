"""The corpora, and the texts of the tools that they are about."""

import json
import os
import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from itertools import pairwise
from pathlib import Path
from typing import Any

from govern.compare.text.cue import Cue
from govern.compare.text.cues import introduced
from govern.compare.text.places import texts_in

HERE = Path(__file__).parent
DATA = Path(os.environ.get("GOVERN_DATA", Path(__file__).parents[3] / "shared" / "data"))
Tool = dict[str, Any]
_SENTENCE = re.compile("(?<=[.!?])\\s+|\n+|(?<=[\u3002\uff01\uff1f])")


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


def added(row: dict[str, Any]) -> list[str]:
    """The sentences that a written-down change adds."""
    before, after = ([text for _, text in texts_in(tool_with(row["where"], row[side]))] for side in ("before", "after"))
    known = {_plain(sentence) for text in before for sentence in _SENTENCE.split(text)}
    told = [sentence for text in after if text not in before for sentence in _SENTENCE.split(text)]
    return [sentence for sentence in told if _plain(sentence) and _plain(sentence) not in known]


def _plain(sentence: str) -> str:
    return " ".join(re.findall(r"\w+", sentence.lower()))


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


def histories(data: Path, asked: AbstractSet[str] = frozenset()) -> Iterator[tuple[str, list[Cue]]]:
    """Every tool, of some or all servers, that differs between neighbouring versions, and the cues it introduces."""
    for server in sorted((data / "catalogs").iterdir()):
        if asked and server.name not in asked:
            continue
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
