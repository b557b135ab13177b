"""Decide on a tool call by the lock itself, say why it is refused, and write the index for the calls that follow."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.contract.characters import visible
from govern.contract.json_text import decode
from govern.contract.surface import TOOL
from govern.errors import GovernError, did_you_mean
from govern.lockfile.store import bytes_at, read_lock
from govern.lockfile.writing import replace_file
from govern.schemas.dialect import draft_of, with_pointer_references
from govern.schemas.engine import Engine, Undecided
from govern.serve.checks import ArgumentChecks
from govern.serve.hook import (
    CLIENTS,
    LOCK,
    MalformedCall,
    exact_key,
    find_lock,
    index_head,
    index_line,
    index_path,
    key_of,
    keys,
    read_call,
)
from govern.serve.quarantine import Quarantine
from govern.serve.refusals import quarantined
from govern.traces.contract import Contract

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.lockfile.document import Lock, LockedItem, LockedServer
    from govern.serve.hook import HookCall

    Tool = tuple[LockedServer, LockedItem]


def answer(client: str, content: bytes, lock: str | None, environ: Mapping[str, str]) -> str:
    """Return what the client reads on stdout: a refusal with its reason, or what it expects for an allowed call."""
    try:
        call = read_call(client, content, environ)
        reason = refusal_of(call, lock or find_lock(call.folders)) if call else None
    except (GovernError, MalformedCall) as error:
        reason = f"govern cannot check this call, so it is blocked: {error}"
    if reason is None:
        return CLIENTS[client].allowed
    return json.dumps(CLIENTS[client].refusal(reason)) + "\n"


def refusal_of(call: HookCall, path: str | None) -> str | None:
    """Return why a call is refused, or None if the lock allows it."""
    if path is None:
        return (
            f"govern blocks tools of MCP servers here: there is no {LOCK} in {visible(call.folders[0])} or above. A "
            "person can write one with `govern lock`, or remove this hook with `govern hook --uninstall`."
        )
    content = bytes_at(Path(path))
    lock = read_lock(content, path)
    tools = _by_key(lock)
    _write_index(path, content, tools)
    named = [tool for key in _keys(call, lock) for tool in tools.get(key, [])]
    if len(named) == 1:
        ((server, tool),) = named
        if Quarantine(Path(path)).holds(server.name):
            return quarantined(server.name).message
        refusal = ArgumentChecks(Contract(lock)).refusal(server.name, tool.key, call.arguments)
        return refusal.message if refusal else None
    if named:
        among = ", ".join(f"{visible(server.name)}/{visible(tool.key)}" for server, tool in named)
        return f"govern blocked {visible(call.tool)}: the name fits several locked tools ({among}). Rename one server."
    return _unlocked(call, lock, tools)


def _keys(call: HookCall, lock: Lock) -> Iterator[str]:
    """Yield the keys that the tool may have; a server without a name is found by its URL or command."""
    if call.server == "":
        yield from (exact_key(server.name, call.tool) for server in lock.servers if server.source == call.launch)
    else:
        yield from keys(call)


def _by_key(lock: Lock) -> dict[str, list[Tool]]:
    tools: dict[str, list[Tool]] = {}
    for server in lock.servers:
        for tool in server.of(TOOL):
            for key in (key_of(server.name, tool.key), exact_key(server.name, tool.key)):
                tools.setdefault(key, []).append((server, tool))
    return tools


def _unlocked(call: HookCall, lock: Lock, tools: Mapping[str, object]) -> str:
    name = call.tool if call.server is None else f"{call.server or call.launch}/{call.tool}"
    names = [key for key in tools if key.startswith("mcp__")]
    known = names if call.server is None else [server.name for server in lock.servers]
    wanted = call.server or call.tool
    suggested = "" if wanted in known else did_you_mean(wanted, known)
    return (
        f"govern blocked {visible(name)}: {LOCK} has no such tool{visible(suggested) or '.'} A person has to review "
        "the tool and add it with `govern lock`."
    )


def _write_index(path: str, content: bytes, tools: Mapping[str, list[Tool]]) -> None:
    """Write the index of the tools whose name is unique and whose schema compiles; without it calls are only slower."""
    marked = Quarantine(Path(path)).mark
    unique = [(key, server, _compiling(tool)) for key, ((server, tool), *more) in tools.items() if not more]
    lines = [index_line(key, marked(server.name), schema) for key, server, schema in unique if schema is not None]
    with suppress(OSError, RuntimeError):
        index = Path(index_path(path))
        index.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        replace_file(index, index_head(content), *lines)


def _compiling(tool: LockedItem) -> Any:
    """Return a tool's input schema if it compiles in the draft that it names, else None."""
    text = tool.blocks.get("input")
    schema = True if text is None else decode(text)
    if draft := draft_of(schema):
        with suppress(Undecided, RecursionError):
            schema = with_pointer_references(schema)
            Engine().validator(schema, draft)
            return schema
    return None
