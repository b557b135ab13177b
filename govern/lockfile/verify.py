"""Verify a lock by computing everything in it again from its bodies."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from govern.contract.json_text import canonical, decode
from govern.contract.surface import KIND_ORDER
from govern.errors import ContractInvalid, LockfileInvalid
from govern.lockfile.integrity import check, naming
from govern.lockfile.lock_server import Measures, Origin, guards_in, lock_server, measures_of
from govern.lockfile.store import BlockReader
from govern.lockfile.text import RESTORE_HINT, pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from govern.contract.json_text import Json
    from govern.lockfile.document import Lock, LockedItem, LockedServer, Numbers


def verify(content: bytes, blocks: BlockReader | None = None) -> Lock:
    """Return the lock that a file holds; raise LockfileInvalid where digests, economics, layout or spelling differ."""
    content = content.replace(b"\r\n", b"\n")
    lock = (blocks or BlockReader()).parse(content)
    check(lock)
    counting = [_begin_counting(lock, server) for server in lock.servers]
    for at, server in enumerate(lock.servers):
        with naming(server):
            _check_layout(server, f"server[{at}]")
    _check_spelling(content, pieces(lock))
    for at, (server, numbers) in enumerate(zip(lock.servers, counting, strict=True)):
        with naming(server):
            _check_economics(server, numbers(), f"server[{at}]")
    return lock


def _begin_counting(lock: Lock, server: LockedServer) -> Callable[[], list[Numbers]]:
    return measures_of(lock, guards_in(server.items)).begin([tool.item() for tool in server.tools])


def _check_economics(server: LockedServer, found: list[Numbers], where: str) -> None:
    for index, (tool, numbers) in enumerate(zip(server.tools, found, strict=True)):
        if tool.numbers != numbers:
            _refuse_numbers(tool, numbers.as_json(), f"{where}.tool[{index}]")


def _check_layout(server: LockedServer, where: str) -> None:
    """Refuse a block that differs from how govern would lock the surface it describes."""
    client, folds = (_parse_object(getattr(server, key), f"{where}.{key}") for key in ("client", "folds"))
    own = server.without_items()
    again = lock_server(Origin(server.name, server.source, client, folds, server.integrity), own.surface(), Measures())
    keys = [(KIND_ORDER[item.kind.name], item.key, item.copy) for item in server.items]
    if replace(again, digest=own.digest) != own or keys != sorted(keys):
        raise LockfileInvalid(
            f"server {server.name!r} is not laid out as govern writes it", where=where, hint=RESTORE_HINT
        )


def _parse_object(text: str | None, where: str) -> dict[str, Any]:
    try:
        value = decode(text) if text is not None else {}
    except ContractInvalid as error:
        raise LockfileInvalid(error.message, where=where, hint=RESTORE_HINT) from None
    return value if isinstance(value, dict) else {}


def _refuse_numbers(tool: LockedItem, found: Json, where: str) -> None:
    stated, computed = (canonical(each).decode() for each in (tool.numbers.as_json() if tool.numbers else None, found))
    raise LockfileInvalid(
        f"economics of {tool.key!r}: {stated} in the lock, {computed} computed from its body",
        where=where,
        hint=RESTORE_HINT,
    )


def _check_spelling(content: bytes, wanted: Iterator[str]) -> None:
    """Refuse a text that is not these pieces, one after the other."""
    at = 0
    for piece in map(str.encode, wanted):
        if not content.startswith(piece, at):
            rest = piece + "".join(wanted).encode()
            break
        at += len(piece)
    else:
        if at == len(content):
            return
        rest = b""
    lines = zip(content[at:].split(b"\n"), rest.split(b"\n"), strict=False)
    before = content.count(b"\n", 0, at)
    number = next((before + line for line, (found, wanted) in enumerate(lines, 1) if found != wanted), 0)
    raise LockfileInvalid(
        "not written as govern writes it", where=f"line {number}" if number else "the end", hint=RESTORE_HINT
    )
