"""Check a lock's bodies against its digests. No lock is used before this check."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn

from govern.contract.digests import NONE, digest, item_digest, part_digest, short
from govern.contract.json_text import decode, decode_pretty
from govern.contract.surface import KINDS, is_text
from govern.errors import ContractInvalid, LockfileInvalid
from govern.lockfile.text import RESTORE_HINT
from govern.lockfile.toml import json_block

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.contract.json_text import Json
    from govern.lockfile.document import Lock, LockedItem, LockedServer

_CACHED_BLOCKS = 50_000


def check(lock: Lock, beside: Lock | None = None) -> None:
    """Recompute every digest from the stored bodies and raise LockfileInvalid at the first that differs.

    Items that are equal in the lock `beside` are skipped, since a comparison of both locks shows nothing of them.
    """
    held = {server.name: server for server in beside.servers} if beside else {}
    for at, server in enumerate(lock.servers):
        if server != held.get(server.name):
            with naming(server):
                _check_server(server, held.get(server.name), f"server[{at}]")
    names = [server.name for server in lock.servers]
    if names != sorted(set(names)):
        _fail("server", "servers are not sorted by name, or one is repeated")
    if lock.digest != digest_of_lock(lock):
        _fail("digest", "the lock's digest does not match its servers")


@contextmanager
def naming(server: LockedServer) -> Iterator[None]:
    """Add the server's name to the place of errors about it."""
    try:
        yield
    except LockfileInvalid as error:
        raise LockfileInvalid(error.message, where=f"{error.where} of {server.name!r}", hint=error.hint) from None


def _check_server(server: LockedServer, beside: LockedServer | None, where: str) -> None:
    held = {(item.kind.name, item.key, item.copy): item for item in beside.items} if beside else {}
    counts = dict.fromkeys(KINDS, 0)
    copies: Counter[tuple[str, str]] = Counter()
    for item in server.items:
        kind = item.kind.name
        place = f"{where}.{kind}[{counts[kind]}]"
        same = held.get((kind, item.key, item.copy))
        # Comparing an item with itself would read it.
        if item is not same and item != same:
            _check_item(item, place)
        counts[kind] += 1
        copies[kind, item.key] += 1
        if item.copy != copies[kind, item.key]:
            _fail(place, f"{kind} {item.key!r}: `copy` is {item.copy}, expected {copies[kind, item.key]}")
    _check_handshake(server, where)
    with _Placed(where):
        found = digest_of_server(server)
    if server.digest != found:
        _fail(where, f"the digest of server {server.name!r} does not match its body")


def _check_handshake(server: LockedServer, where: str) -> None:
    """Refuse fields that are not laid out as govern writes them: other readers of the lock would not find them."""
    hints = _fields_at(server.hints, f"{where}.hints")
    shadowed = {key for key in ("protocol", "instructions") if getattr(server, key) is not None}
    if "instructions" in hints.keys() & shadowed or ("protocol" in shadowed and "protocolVersion" in hints):
        _fail(f"{where}.hints", "repeats fields that have their own lines")
    lists = _fields_at(server.lists, f"{where}.lists")
    if not all(isinstance(each, dict) for each in lists.values()):
        _fail(f"{where}.lists", "should be an object of objects, by list")


def _fields_at(text: str | None, where: str) -> Mapping[str, Json]:
    fields = _value_at(text, where) if text is not None else {}
    if not isinstance(fields, dict):
        _fail(where, "should be a JSON object")
    return fields


def _check_hints(item: LockedItem, where: str) -> None:
    """Refuse hints with a field that has a line of its own: the hint would replace that line."""
    fields = _fields_at(item.blocks.get("hints"), f"{where}.hints")
    texts = {name for name in item.kind.texts if name in item.texts or is_text(fields.get(name))}
    if shadowed := fields.keys() & {item.kind.key, *texts, *item.kind.json_parts.values()}:
        _fail(f"{where}.hints", f"{min(shadowed)!r} has its own line and must not be repeated here")


def _check_item(item: LockedItem, where: str) -> None:
    """Recompute one item's part digests and its own."""
    parts = parts_of(item, where)
    _check_hints(item, where)
    if item.digest == item_digest(parts) and item.parts == parts_line(parts):
        return
    moved = [name for name, found in parts.items() if item.stated_parts.get(name) != short(found)]
    verb = "do" if len(moved) > 1 else "does"
    what = f"its {' and '.join(moved)} {verb} not match" if moved else "it does not match"
    _fail(where, f"{item.kind.name} {item.key!r} was changed in the lock: {what} the digest")


def parts_of(item: LockedItem, where: str = "") -> dict[str, str]:
    """Return the digests of an item's parts, computed from its stored body."""
    parts = {"surface": part_digest("surface", dict(item.identity()))}
    for part in item.kind.block_names:
        parts[part] = _block_digest_at(part, item.blocks[part], where) if part in item.blocks else NONE
    if item.numbers:
        parts["economics"] = digest(item.numbers.as_json())
    return parts


def parts_line(parts: dict[str, str]) -> str:
    """Return the `parts` line of a lock for these digests."""
    return " ".join(f"{name}:{short(found)}" for name, found in parts.items())


def digest_of_server(server: LockedServer) -> str:
    """Return a server's digest, which covers its own lines and the digests of its items."""
    return digest(dict(_server_fields(server)))


def contract_digest(server: LockedServer) -> str:
    """Return a digest of everything that a server promises: its own digest without its name and source."""
    return digest({key: value for key, value in _server_fields(server) if key not in {"name", "source"}})


def digest_of_lock(lock: Lock) -> str:
    """Return the lock's digest, which covers those of its servers."""
    return digest({server.name: server.digest for server in lock.servers})


def _server_fields(server: LockedServer) -> Iterator[tuple[str, Json]]:
    yield "name", server.name
    yield "source", server.source
    yield "capabilities", list(server.capabilities)
    for key in ("title", "version", "protocol", "client", "folds", "integrity", "instructions"):
        text = getattr(server, key)
        if text is not None:
            yield key, text
    for key, text in (("hints", server.hints), ("lists", server.lists)):
        if text is not None:
            yield key, _value_of(text)
    for kind in KINDS.values():
        # Sorted, so that the order of items never matters.
        yield kind.listed_as, sorted(item.digest for item in server.of(kind))


def _block_digest_at(part: str, text: str, where: str) -> str:
    with _Placed(f"{where}.{part}"):
        return _block_digest(part, text)


def _value_at(text: str, where: str) -> Json:
    with _Placed(where):
        return _value_of(text)


class _Placed:
    """A context that adds the place of a block to errors about its JSON."""

    def __init__(self, where: str) -> None:
        self._where = where

    def __enter__(self) -> None:
        return

    def __exit__(self, _kind: object, error: object, _trace: object) -> None:
        if isinstance(error, ContractInvalid):
            _fail(self._where, error.message)
        if isinstance(error, RecursionError):
            _fail(self._where, "JSON nested too deeply")


@lru_cache(_CACHED_BLOCKS)
def _block_digest(part: str, text: str) -> str:
    return part_digest(part, _value_of(text))


def _value_of(text: str) -> Json:
    """Return a block's value; a text that is not in canonical form is refused, since it may mislead a reader."""
    value = decode_pretty(text)
    if value is None:
        value = decode(text)
        if json_block(value) != text:
            raise ContractInvalid("JSON that is not in the form that govern writes")
    return value


def _fail(where: str, message: str) -> NoReturn:
    raise LockfileInvalid(message, where=where, hint=RESTORE_HINT)
