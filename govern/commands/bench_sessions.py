"""The cost of recorded sessions by mode, for `govern bench --traces`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.commands.replay import TRACE_FORMATS_HINT
from govern.discovery.running import SessionCost
from govern.economics.answer_blocks import answer_blocks, compact_json
from govern.economics.tokens import load as load_encoding
from govern.errors import UsageError, did_you_mean
from govern.traces.call import FAILED, Client
from govern.traces.files import recordings
from govern.traces.reading import Recordings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.discovery.modes import Mode
    from govern.traces.call import Server

_SEPARATORS = ("__", ".", ":", "/")


def session_costs(
    words: Sequence[str], modes: Sequence[Mode], search_tools: Sequence[str], encoding: str
) -> Iterator[SessionCost]:
    """Yield the mean cost of the sessions of each mode; a file is a session."""
    known = {mode.name: mode for mode in modes}
    paths: dict[str, list[Path]] = {}
    for word in words:
        name, equals, path = word.partition("=")
        if not (equals and path):
            raise UsageError(f"--traces {word}: expected MODE=PATH")
        if name not in known:
            raise UsageError(f"no mode {name!r}{did_you_mean(name, known)}", where=f"--traces {word}")
        paths.setdefault(name, []).append(Path(path))
    for name, given in paths.items():
        sessions = [_session(file, search_tools, encoding) for file in recordings(given)]
        if not sum(session.calls for session in sessions):
            raise UsageError("no recorded tool call found", where=f"--traces {name}=…", hint=TRACE_FORMATS_HINT)
        count = len(sessions)
        yield SessionCost(
            mode=name,
            sessions=count,
            menu=known[name].tokens,
            discovery=round(sum(session.discovery for session in sessions) / count),
            retries=round(sum(session.retries for session in sessions) / count),
            answers=round(sum(session.answers for session in sessions) / count),
        )


@dataclass(slots=True)
class _Session:
    """The tokens of one session by what they are for."""

    calls: int = 0
    discovery: int = 0
    retries: int = 0
    answers: int = 0


def _session(file: Path, search_tools: Sequence[str], encoding: str) -> _Session:
    encoder, session = load_encoding(encoding), _Session()

    def tokens(text: str) -> int:
        return len(encoder.encode_ordinary(text))

    def take(server: Server, tool: str, arguments: Any, answer: Any, _: int) -> None:
        if isinstance(server, Client) and not _is_one_of(tool, search_tools):
            return
        session.calls += 1
        if answer is FAILED:
            session.retries += tokens(arguments if isinstance(arguments, str) else compact_json(arguments))
            return
        read = sum(tokens(block.text) for block in answer_blocks(answer).blocks if block.text) if answer else 0
        if _is_one_of(tool, search_tools):
            session.discovery += read
        else:
            session.answers += read

    read = Recordings(take)
    read.read([file], lambda _: None)
    if read.notes.named:
        where, why = read.notes.named[0]
        raise UsageError(f"cannot read this recording: {why}", where=where, hint=TRACE_FORMATS_HINT)
    return session


def _is_one_of(tool: str, search_tools: Sequence[str]) -> bool:
    """Return whether this is a search tool, with or without the name of its server before it."""
    return any(tool == name or tool.endswith(tuple(f"{mark}{name}" for mark in _SEPARATORS)) for name in search_tools)
