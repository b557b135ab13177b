"""Helpers for tests of recordings: a sink that keeps the calls that readers return, and contracts."""

import json
from pathlib import Path
from typing import Any

from govern.compare.sides import changes
from govern.contract.surface import TOOL, Item, Surface
from govern.lockfile.comparison import view
from govern.lockfile.document import Lock
from govern.lockfile.lock_server import Measures, Origin, lock_server
from govern.policy.overrides import overrides
from govern.policy.settings import Policy
from govern.rules.finding import Finding, judge
from govern.traces.call import FAILED, Server
from govern.traces.contract import Contract
from govern.traces.judge import Judge
from govern.traces.outcome import Evidence, Replayed, ToolReplay
from govern.traces.reading import Notes, Recordings
from govern.traces.recording import TraceFormat

Tools = list[dict[str, Any]]
TEXT: dict[str, Any] = {"type": "string"}


class Kept:
    """Every call that a reader returned, as (server, tool, arguments, answer); `failed` in place of an answer."""

    def __init__(self) -> None:
        self.calls: list[tuple[Server, str, Any, Any]] = []
        self.lines: list[int] = []

    def take(self, server: Server, tool: str, arguments: Any, answer: Any, number: int) -> None:
        self.calls.append((server, tool, arguments, "failed" if answer is FAILED else answer))
        self.lines.append(number)


def lines(*values: Any) -> bytes:
    """Return JSON lines; bytes are inserted unchanged."""
    return b"\n".join(value if isinstance(value, bytes) else json.dumps(value).encode() for value in values) + b"\n"


def read(folder: Path, *values: Any, form: TraceFormat = TraceFormat.AUTO, longest: int = 1_000_000) -> Kept:
    """Return the calls read from one file with these lines."""
    return read_files([written(folder, *values)], form=form, longest=longest)[0]


def written(folder: Path, *values: Any, name: str = "trace.jsonl") -> Path:
    path = folder / name
    path.write_bytes(lines(*values))
    return path


def read_files(paths: list[Path], form: TraceFormat = TraceFormat.AUTO, longest: int = 1_000_000) -> tuple[Kept, Notes]:
    kept = Kept()
    recordings = Recordings(kept.take, form, longest)
    recordings.read(paths, lambda _: None)
    return kept, recordings.notes


def lock(**servers: Tools) -> Lock:
    """Return a lock of servers with these tools."""
    return Lock(
        tuple(
            lock_server(
                Origin(name, "catalog"),
                Surface({"serverInfo": {"name": f"{name}-server"}}, tuple(Item(TOOL, tool) for tool in tools)),
                Measures(),
            )
            for name, tools in sorted(servers.items())
        )
    )


def tool(name: str, properties: dict[str, Any] | None = None, *required: str, **more: Any) -> dict[str, Any]:
    """Return a tool with these parameters."""
    schema: dict[str, Any] = {"type": "object", "properties": properties or {}}
    return {"name": name, "inputSchema": schema | ({"required": [*required]} if required else {}), **more}


def found(old: Lock, new: Lock) -> list[Finding]:
    """Return every change between two locks, judged by the rules."""
    return [judge(change, overrides(Policy()), ("-", "-")) for change in changes(view(old), view(new))]


def judged(old: Tools | Lock, new: Tools | Lock, *calls: tuple[Any, ...]) -> Replayed:
    """Return the result of these calls (tool, arguments, answer) of a server `s` under both sides."""
    before, after = (side if isinstance(side, Lock) else lock(s=side) for side in (old, new))
    court = Judge(Contract(after), Contract(before), found(before, after))
    return replay_of(court, *calls)


def replay_of(court: Judge, *calls: tuple[Any, ...], server: Server = "s") -> Replayed:
    for number, (name, arguments, *answer) in enumerate(calls, 1):
        court.take(server, name, arguments, answer[0] if answer else None, number)
    return court.outcome()


def the_only(replayed: Replayed) -> ToolReplay:
    (only,) = replayed.tools
    return only


def evidence(old: Tools, new: Tools, *calls: tuple[Any, ...]) -> tuple[Evidence, list[Finding]]:
    before, after = lock(s=old), lock(s=new)
    return Evidence(judged(before, after, *calls)), found(before, after)
