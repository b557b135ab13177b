"""The labelled texts, the real upgrades, and the texts that each change adds."""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from govern.texts.parts import Placed, read_by_model
from govern.texts.score import sentences

LABELLED = Path(__file__).parent / "labelled"
DATA = Path(os.environ.get("GOVERN_DATA", Path(__file__).parents[3] / "shared" / "data"))
HANDS = ("fresh", "third", "fourth", "fifth", "everyday")
Tool = dict[str, Any]
Texts = list[Placed]


@dataclass(frozen=True)
class Edit:
    """One change of a tool: the texts before and after it."""

    name: str
    old: Texts
    new: Texts


@dataclass(frozen=True)
class Upgrade:
    """Two consecutive versions of a real server, with the tools that changed."""

    server: str
    versions: str
    edits: list[Edit]


def seen(kind: str) -> list[Edit]:
    """Return the labelled edits for training; `kind` is "poisoned" or "benign"."""
    own = [*rows(kind), *(rows("paraphrases") if kind == "poisoned" else ()), *rows(f"{kind}-blind")[::2]]
    return [edit(row) for row in (*own, *(row for hand in HANDS for row in half(f"{kind}-{hand}", "tune")))]


def unseen(kind: str) -> list[Edit]:
    """Return the labelled edits that are only used to measure."""
    return [
        edit(row) for row in (*rows(f"{kind}-blind")[1::2], *(r for h in HANDS for r in half(f"{kind}-{h}", "held")))
    ]


def rows(name: str) -> list[dict[str, Any]]:
    read = [json.loads(line) for line in (LABELLED / f"{name}.jsonl").read_text(encoding="utf-8").split("\n") if line]
    return [row for row in read if "provenance" not in row]


def half(name: str, which: str) -> list[dict[str, Any]]:
    return [row for row in rows(name) if row["half"] == which]


def lines(name: str) -> list[str]:
    """Return the texts of a file, one per line."""
    return [line for line in (LABELLED / name).read_text(encoding="utf-8").split("\n") if line]


def edit(row: dict[str, Any]) -> Edit:
    old, new = (list(read_by_model(tool_with(row["where"], row[side]))) for side in ("before", "after"))
    return Edit(row["id"], old, new)


def added(edit: Edit) -> list[tuple[str, ...]]:
    """Return the words of each sentence that an edit adds."""
    before = {text for _, text in edit.old}
    known = {sentence.words for text in before for sentence in sentences(text)}
    output = [sentence.words for _, text in edit.new if text not in before for sentence in sentences(text)]
    return [words for words in output if words not in known]


def tool_with(where: str, value: str) -> Tool:
    """Return a tool with this text at a JSON pointer; a pointer that ends in `*` means the name of a property."""
    *above, last = where.strip("/").split("/")
    built: Tool = {value: {"type": "string"}} if last == "*" else {last: value}
    for name in reversed(above):
        built = {name: built}
    return {"name": "the_tool", **built}


def upgrades() -> Iterator[Upgrade]:
    """Yield every upgrade of the real servers in the shared data."""
    for server in sorted((DATA / "catalogs").iterdir()):
        versions = sorted((path.stem for path in server.glob("*.json")), key=_version_key)
        for older, newer in pairwise(versions):
            old, new = (tools(server, version) for version in (older, newer))
            changed = [name for name in sorted(old.keys() & new.keys()) if old[name] != new[name]]
            edits = [Edit(name, list(read_by_model(old[name])), list(read_by_model(new[name]))) for name in changed]
            yield Upgrade(server.name, f"{older} → {newer}", edits)


def tools(server: Path, version: str) -> dict[str, Tool]:
    captured = json.loads((server / f"{version}.json").read_text(encoding="utf-8"))
    return {tool["name"]: tool for tool in captured.get("tools") or []}


def server_texts() -> Iterator[tuple[str, str]]:
    """Yield each server of the shared data with each text of its tools."""
    for server in sorted((DATA / "catalogs").iterdir()):
        for path in sorted(server.glob("*.json")):
            for tool in tools(server, path.stem).values():
                yield from ((server.name, text) for _, text in read_by_model(tool))
    snapshot = json.loads((DATA / "mcpproxy" / "livemcptool_snapshot" / "tools.json").read_text(encoding="utf-8"))
    for tool in snapshot["tools"]:
        yield from ((f"live/{tool['server']}", text) for _, text in read_by_model(tool))


def _version_key(version: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"[.\-+]", version)]
