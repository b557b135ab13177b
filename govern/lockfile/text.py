"""The text of a lock: parse it, and render it as its one canonical form.

Only the shape is checked here; integrity.py checks the bodies against their digests.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Any, NoReturn

from govern.contract.json_text import decode
from govern.contract.surface import KINDS
from govern.errors import ContractInvalid, LockfileInvalid, LockfileTooNew
from govern.lockfile.document import (
    ECONOMICS,
    ENCODINGS,
    FORMAT,
    LONG_TEXTS,
    RISK_THRESHOLDS,
    RISKS,
    SPELLED,
    Lock,
    LockedItem,
    LockedServer,
    Numbers,
)
from govern.lockfile.toml import block, fast_read_toml, line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from govern.contract.surface import Kind

    _Reader = Callable[[Mapping[str, Any], str, str], str]

_CONFLICT = re.compile(r"^(?:<{7} |={7}$|>{7} )", re.MULTILINE)
_HEAD_KEYS = frozenset({"lock", "encoding", "economics", "risk", "digest", "server"})
_SERVER_LINES = ("title", "version", "protocol", "client", "integrity")
_SERVER_KEYS = frozenset(
    {"name", "source", "capabilities", "folds", "digest", "instructions", "hints", "lists", *_SERVER_LINES, *KINDS}
)
_NUMBER_KEYS = ("tokens", "fields", "bounded", "risk")
_GUARD = frozenset({"limit", "max_bytes"})
_TYPE_NAMES = {bool: "true or false", dict: "a table", int: "an integer", list: "a list", str: "a string"}
RESTORE_HINT = "restore it from git, or delete it and run `govern lock`"


def parse(text: str) -> Lock:
    """Parse a lock's text; errors name the place by its dotted path."""
    table = _parse_toml(text)
    version = table.get("lock")
    if type(version) is not int:
        _fail("lock", "not a capability.lock: the line `lock = 1` is missing")
    if version > FORMAT:
        _too_new("lock", f"format {version} is newer than format {FORMAT}, which this govern reads")
    if version < 1:
        _fail("lock", "should be 1 or higher")
    economics = _typed(table, "economics", int, "")
    if economics > ECONOMICS:
        _too_new("economics", f"economics {economics} is newer than economics {ECONOMICS}, which this govern computes")
    _only(table, _HEAD_KEYS, "")
    encoding = _typed(table, "encoding", str, "")
    if encoding not in ENCODINGS:
        _fail("encoding", f"unknown encoding {encoding!r}; expected one of {', '.join(ENCODINGS)}")
    if economics < 1:
        _fail("economics", "should be 1 or higher")
    return Lock(
        servers=tuple(_parse_server(each, f"server[{at}]") for at, each in enumerate(_table_list(table, "server", ""))),
        digest=_typed(table, "digest", str, ""),
        encoding=encoding,
        economics=economics,
        risk=_parse_thresholds(table),
    )


def text_of(content: bytes) -> str:
    """Return the text of a lock's bytes, which have to be UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise LockfileInvalid(f"not UTF-8 at byte {error.start}") from None


def _parse_toml(text: str) -> dict[str, Any]:
    try:
        return fast_read_toml(text)
    except ValueError as error:
        if _CONFLICT.search(text):
            raise LockfileInvalid("contains a merge conflict", hint="resolve it with `govern lock --merge`") from None
        raise LockfileInvalid(f"not valid TOML: {error}", hint=RESTORE_HINT) from None


def _parse_server(table: Mapping[str, Any], where: str) -> LockedServer:
    _only(table, _SERVER_KEYS, where)
    return LockedServer(
        name=_typed(table, "name", str, where),
        source=_typed(table, "source", str, where),
        digest=_typed(table, "digest", str, where),
        capabilities=_string_list(table, "capabilities", where),
        folds=_parse_folds(table, where) if "folds" in table else None,
        instructions=_parse_block(table, "instructions", where),
        hints=_parse_block(table, "hints", where),
        lists=_parse_block(table, "lists", where),
        items=tuple(
            _parse_item(kind, each, f"{where}.{kind.name}[{at}]")
            for kind in KINDS.values()
            for at, each in enumerate(_table_list(table, kind.name, where))
        ),
        **{key: _typed(table, key, str, where) for key in _SERVER_LINES if key in table},
    )


def _parse_folds(table: Mapping[str, Any], where: str) -> str:
    text: str = _typed(table, "folds", str, where)
    try:
        folds = decode(text)
    except ContractInvalid:
        folds = None
    if not isinstance(folds, dict) or not folds:
        _fail(f"{where}.folds", "should be a JSON object of folds")
    return text


def _parse_item(kind: Kind, table: Mapping[str, Any], where: str) -> LockedItem:
    _only(table, _ITEM_KEYS[kind.name], where)
    return LockedItem(
        kind=kind,
        key=_typed(table, kind.key, str, where),
        digest=_typed(table, "digest", str, where),
        parts=_typed(table, "parts", str, where),
        copy=_typed(table, "copy", int, where) if "copy" in table else 1,
        texts={wire: read(table, key, where) for key, wire, read in _ITEM_TEXTS[kind.name] if key in table},
        blocks={part: _required_block(table, part, where) for part in kind.block_names if part in table},
        numbers=_parse_numbers(table, where) if kind.name == "tool" else None,
    )


def _parse_numbers(table: Mapping[str, Any], where: str) -> Numbers:
    guard = _typed(table, "guard", dict, where) if "guard" in table else {}
    if not (guard.keys() <= _GUARD and all(type(bound) is int for bound in guard.values())):
        _fail(f"{where}.guard", f"should hold integers for {' and '.join(sorted(_GUARD))}")
    risk = _typed(table, "risk", str, where)
    if risk not in RISKS:
        _fail(f"{where}.risk", f"unknown risk {risk!r}")
    return Numbers(
        tokens=_typed(table, "tokens", int, where),
        fields=_typed(table, "fields", int, where),
        bounded=_typed(table, "bounded", bool, where),
        risk=risk,
        guard=guard,
    )


def _parse_thresholds(table: Mapping[str, Any]) -> tuple[int, int, int]:
    if "risk" not in table:
        return RISK_THRESHOLDS
    steps = _typed(table, "risk", list, "")
    if len(steps) != len(RISK_THRESHOLDS) or not all(type(step) is int for step in steps):
        _fail("risk", "should be three integers")
    low, medium, high = steps
    if not 0 < low < medium < high:
        _fail("risk", "should be three rising numbers above 0")
    return low, medium, high


def _string(table: Mapping[str, Any], key: str, where: str) -> str:
    text: str = _typed(table, key, str, where)
    return text


def _parse_block(table: Mapping[str, Any], key: str, where: str) -> str | None:
    if key not in table:
        return None
    text: str = _typed(table, key, str, where)
    if not text.endswith("\n"):
        _fail(f"{where}.{key}", "a multi-line string has to end with a newline")
    return text[:-1]


def _required_block(table: Mapping[str, Any], key: str, where: str) -> str:
    return _parse_block(table, key, where) or ""


def _string_list(table: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    values = _typed(table, key, list, where)
    if not all(isinstance(value, str) for value in values):
        _fail(f"{where}.{key}", "should be a list of strings")
    return tuple(values)


def _table_list(table: Mapping[str, Any], key: str, where: str) -> list[dict[str, Any]]:
    tables = table.get(key, [])
    if not (isinstance(tables, list) and all(isinstance(each, dict) for each in tables)):
        _fail(f"{where}.{key}".lstrip("."), f"should be [[{key}]] tables")
    return tables


def _typed(table: Mapping[str, Any], key: str, kind: type, where: str) -> Any:
    value = table.get(key)
    if type(value) is not kind:
        _fail(
            f"{where}.{key}".lstrip("."),
            "missing" if value is None else f"should be {_TYPE_NAMES[kind]}, not {value!r:.60}",
        )
    return value


def _only(table: Mapping[str, Any], known: frozenset[str], where: str) -> None:
    if not table.keys() <= known:
        unknown = min(table.keys() - known)
        _fail(f"{where}.{unknown}".lstrip("."), "unknown key; no digest would cover it")


def _fail(where: str, message: str) -> NoReturn:
    raise LockfileInvalid(message, where=where, hint=RESTORE_HINT)


def _too_new(where: str, message: str) -> NoReturn:
    raise LockfileTooNew(message, where=where, hint="update govern: `pip install --upgrade govern-mcp`")


_ITEM_TEXTS: dict[str, list[tuple[str, str, _Reader]]] = {
    kind.name: [
        (SPELLED.get(wire, wire), wire, _required_block if wire == "description" else _string) for wire in kind.texts
    ]
    for kind in KINDS.values()
}
_ITEM_KEYS = {
    kind.name: frozenset(
        {kind.key, "copy", "digest", "parts", *(key for key, _, _ in _ITEM_TEXTS[kind.name]), *kind.block_names}
        | ({*_NUMBER_KEYS, "guard"} if kind.name == "tool" else set())
    )
    for kind in KINDS.values()
}


HEAD = "# capability.lock · written by `govern lock`; review it, do not edit it.\n"
_HEADING = re.compile(r"^\[\[(server|server\.\w+)\]\]$", re.MULTILINE)


def render(lock: Lock) -> str:
    """Return the lock's text, which is the same on every machine."""
    return "".join(pieces(lock))


def pieces(lock: Lock) -> Iterator[str]:
    """Yield the lock's text in pieces, so that a large lock is never held as one string."""
    yield _render_head(lock)
    for server in lock.servers:
        items = chain.from_iterable(map(_item_lines, server.items))
        yield "".join((*_server_lines(server), *items))


def _render_head(lock: Lock) -> str:
    risk = f"risk = {list(lock.risk)}\n" if lock.risk != RISK_THRESHOLDS else ""
    return (
        f"{HEAD}lock = {FORMAT}\n{line('encoding', lock.encoding)}economics = {lock.economics}\n{risk}"
        f"{line('digest', lock.digest)}"
    )


def _server_lines(server: LockedServer) -> Iterator[str]:
    yield "\n[[server]]\n"
    yield from _text_lines(server, "name", "source", "title", "version", "protocol")
    yield _list_line("capabilities", server.capabilities)
    yield from _text_lines(server, "client", "folds", "integrity", "digest")
    for key, text in (("instructions", server.instructions), ("hints", server.hints), ("lists", server.lists)):
        if text is not None:
            yield block(key, text)


def _text_lines(server: LockedServer, *keys: str) -> Iterator[str]:
    return (line(key, text) for key in keys if (text := getattr(server, key)) is not None)


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
    for part in item.kind.block_names:
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
    heads = iter(_heading_lines(render(lock)))
    lines: dict[tuple[str, str | None], int] = {}
    for server in lock.servers:
        lines[server.name, None] = next(heads)
        for item in server.items:
            line = next(heads)
            if item.kind.name == "tool":
                lines.setdefault((server.name, item.key), line)
    return lines


def _heading_lines(text: str) -> list[int]:
    heads = []
    closing = ""
    for number, text_line in enumerate(text.split("\n"), 1):
        if closing:
            closing = "" if text_line == closing else closing
        elif text_line.endswith((" = '''", ' = """')):
            closing = text_line[-3:]
        elif _HEADING.match(text_line):
            heads.append(number)
    return heads
