"""Everything that a lock says, computed again from its bodies."""

from typing import Any

from govern.contract.json_text import decode
from govern.errors import ContractInvalid, LockfileInvalid
from govern.lockfile.document import Lock, LockedItem, LockedServer
from govern.lockfile.integrity import check
from govern.lockfile.lock_server import Origin, lock_server
from govern.lockfile.measures import guards_in, measures_of
from govern.lockfile.parse import AGAIN, parse
from govern.lockfile.render import render


def verify(text: str) -> Lock:
    """The lock of this text; digests, economics, layout and spelling are recomputed; what differs is an error."""
    text = text.replace("\r\n", "\n")
    lock = parse(text)
    check(lock)
    for at, server in enumerate(lock.servers):
        _economics(lock, server, at)
        _layout(lock, server, at)
    _spelling(text, render(lock))
    return lock


def _economics(lock: Lock, server: LockedServer, at: int) -> None:
    measures = measures_of(lock, guards_in(server.items))
    tools = server.tools
    for index, (tool, numbers) in enumerate(zip(tools, measures.of([tool.item() for tool in tools]), strict=True)):
        if tool.numbers != numbers:
            _wrong_numbers(tool, numbers.as_json(), f"server[{at}].tool[{index}]")


def _layout(lock: Lock, server: LockedServer, at: int) -> None:
    """A server that says what is locked would be locked like this, with nothing elsewhere and nothing left out."""
    where = f"server[{at}]"
    client = _client(server.client, f"{where}.client")
    measures = measures_of(lock, guards_in(server.items))
    if lock_server(Origin(server.name, server.source, client), server.surface(), measures) != server:
        raise LockfileInvalid(f"server {server.name!r} is not laid out as govern does it", where=where, hint=AGAIN)


def _client(text: str | None, where: str) -> dict[str, Any]:
    try:
        client = decode(text) if text is not None else {}
    except ContractInvalid as error:
        raise LockfileInvalid(error.message, where=where, hint=AGAIN) from None
    return client if isinstance(client, dict) else {}


def _wrong_numbers(tool: LockedItem, found: object, where: str) -> None:
    stated = tool.numbers.as_json() if tool.numbers else None
    raise LockfileInvalid(
        f"the economics of {tool.key!r} are {stated} in the lock, but {found} by its body", where=where, hint=AGAIN
    )


def _spelling(text: str, canonical: str) -> None:
    if text == canonical:
        return
    lines = zip(text.split("\n"), canonical.split("\n"), strict=False)
    number = next((at for at, (found, wanted) in enumerate(lines, 1) if found != wanted), 0)
    raise LockfileInvalid(
        "this is not how govern writes it", where=f"line {number}" if number else "the end", hint=AGAIN
    )
