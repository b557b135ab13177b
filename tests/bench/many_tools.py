"""Ten thousand tools: those of real servers, once each, then altered copies of them."""

import json
import os
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

CATALOGS = Path(os.environ.get("GOVERN_DATA", Path(__file__).parents[3] / "shared" / "data")) / "catalogs"
_TOOLS_PER_SERVER = 200


def write_catalogs(folder: Path, tools: int) -> None:
    """Write a config and the catalogs that it names, with this many tools."""
    config = []
    wanted = many_tools(tools)
    for number in count(1):
        batch = list(islice(wanted, _TOOLS_PER_SERVER))
        if not batch:
            break
        (folder / f"{number:02}.json").write_text(json.dumps({"tools": batch}), encoding="utf-8")
        config.append(f'[servers.s{number:02}]\ncatalog = "{number:02}.json"\n')
    (folder / "govern.toml").write_text("\n".join(config), encoding="utf-8")


def many_tools(tools: int) -> Iterator[dict[str, Any]]:
    """Return this many tools."""
    return islice(_named_apart(_endless()), tools)


def _endless() -> Iterator[dict[str, Any]]:
    real = []
    for tool in _real():
        real.append(tool)
        yield tool
    for copy in count(2):
        yield from (_altered(tool, f" (copy {copy})") for tool in real)


def _real() -> Iterator[dict[str, Any]]:
    """Return each tool once, even if several versions of its server list it unchanged."""
    seen = set()
    for path in sorted(CATALOGS.rglob("*.json")):
        for tool in json.loads(path.read_text(encoding="utf-8"))["tools"]:
            text = json.dumps(tool, sort_keys=True)
            if text not in seen:
                seen.add(text)
                yield tool


def _altered(value: Any, mark: str) -> Any:
    """Return the tool with every description changed, also in schemas, so that no token count can be reused."""
    if isinstance(value, list):
        return [_altered(inner, mark) for inner in value]
    if not isinstance(value, dict):
        return value
    return {
        key: inner + mark if key == "description" and isinstance(inner, str) else _altered(inner, mark)
        for key, inner in value.items()
    }


def _named_apart(tools: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Give versions and copies different names; otherwise the report of collisions would be measured."""
    for number, tool in enumerate(tools):
        yield tool | {"name": f"{tool['name']}_{number}"}


def write_texts(folder: Path, tools: int) -> None:
    """Write the definitions of these tools, ready to be encoded."""
    from govern.contract.surface import TOOL, Item
    from govern.economics.tokens import definition

    texts = [definition(Item(TOOL, tool)) for tool in many_tools(tools)]
    (folder / "texts.json").write_text(json.dumps(texts), encoding="utf-8")
