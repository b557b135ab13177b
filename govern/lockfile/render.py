"""Render a lock as its one canonical text; parse.py is the inverse."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from govern.lockfile.document import (
    FORMAT,
    LONG_TEXTS,
    RISK_THRESHOLDS,
    SPELLED,
)
from govern.lockfile.toml import block, line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.lockfile.document import (
        Lock,
        LockedItem,
        LockedServer,
        Numbers,
    )


HEAD = "# capability.lock · written by `govern lock`; review it, do not edit it.\n"
_HEAD = re.compile(r"^\[\[(server|server\.\w+)\]\]$", re.MULTILINE)


def render(lock: Lock) -> str:
    """Return the lock's text, which is the same on every machine."""
    return "".join(pieces(lock))


def pieces(lock: Lock) -> Iterator[str]:
    """Yield the lock's text in pieces, so that a large lock is never held as one string."""
    yield _head(lock)
    yield from map(_server_block, lock.servers)


def _head(lock: Lock) -> str:
    risk = f"risk = {list(lock.risk)}\n" if lock.risk != RISK_THRESHOLDS else ""
    return (
        f"{HEAD}lock = {FORMAT}\n{line('encoding', lock.encoding)}economics = {lock.economics}\n{risk}"
        f"{line('digest', lock.digest)}"
    )


def _server_block(server: LockedServer) -> str:
    return "".join((*_server_lines(server), *map(_item_block, server.items)))


def _server_lines(server: LockedServer) -> Iterator[str]:
    yield "\n[[server]]\n"
    yield line("name", server.name)
    yield line("source", server.source)
    for key, text in (("title", server.title), ("version", server.version), ("protocol", server.protocol)):
        if text is not None:
            yield line(key, text)
    yield _list_line("capabilities", server.capabilities)
    if server.client is not None:
        yield line("client", server.client)
    if server.folds is not None:
        yield line("folds", server.folds)
    if server.integrity is not None:
        yield line("integrity", server.integrity)
    yield line("digest", server.digest)
    for key, text in (("instructions", server.instructions), ("hints", server.hints), ("lists", server.lists)):
        if text is not None:
            yield block(key, text)


def _item_block(item: LockedItem) -> str:
    return "".join(_item_lines(item))


def _item_lines(item: LockedItem) -> Iterator[str]:
    yield f"\n[[server.{item.kind.name}]]\n"
    yield line(item.kind.key, item.key)
    if item.copy > 1:
        yield f"copy = {item.copy}\n"
    # Digests and fixed names hold nothing that TOML would escape.
    yield f'digest = "{item.digest}"\nparts = "{item.parts}"\n'
    if item.numbers:
        yield _number_lines(item.numbers)
    for name in item.kind.texts:
        if name in item.texts:
            key = SPELLED.get(name, name)
            yield block(key, item.texts[name]) if name in LONG_TEXTS else line(key, item.texts[name])
    for part in (*item.kind.json_parts, "hints"):
        if part in item.blocks:
            yield block(part, item.blocks[part])


def _number_lines(numbers: Numbers) -> str:
    guard = ", ".join(f"{key} = {value}" for key, value in sorted(numbers.guard.items()))
    return (
        f"tokens = {numbers.tokens}\nfields = {numbers.fields}\nbounded = {str(numbers.bounded).lower()}\n"
        f'risk = "{numbers.risk}"\n' + (f"guard = {{ {guard} }}\n" if guard else "")
    )


def _list_line(key: str, values: tuple[str, ...]) -> str:
    quoted = ", ".join(line("", value).removeprefix(" = ").rstrip("\n") for value in values)
    return f"{key} = [{quoted}]\n"


def lines_of(lock: Lock) -> dict[tuple[str, str | None], int]:
    """Return the line of each server's block as (server, None), and of each name's first tool as (server, tool).

    Blocks are in the order of the lock. Multi-line strings are skipped: a line in them may look like a heading, and
    each closes at the start of a line.
    """
    heads = iter(_heads(render(lock)))
    lines: dict[tuple[str, str | None], int] = {}
    for server in lock.servers:
        lines[server.name, None] = next(heads)
        for item in server.items:
            line = next(heads)
            if item.kind.name == "tool":
                lines.setdefault((server.name, item.key), line)
    return lines


def _heads(text: str) -> list[int]:
    heads = []
    closing = ""
    for number, text_line in enumerate(text.split("\n"), 1):
        if closing:
            closing = "" if text_line == closing else closing
        elif text_line.endswith((" = '''", ' = """')):
            closing = text_line[-3:]
        elif _HEAD.match(text_line):
            heads.append(number)
    return heads
