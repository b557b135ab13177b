"""Runs of gateways for `govern bench`: searches through a running one, and recorded sessions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.commands.recordings import TRACE_FORMATS_HINT
from govern.contract.json_text import decode
from govern.discovery.benchmark import RANKED, GatewaySearch, Latency, SessionCost, retrieve
from govern.economics.answer_blocks import answer_blocks, compact_json
from govern.economics.tokens import count_tokens
from govern.errors import ContractInvalid, ServerMisbehaved, UsageError, did_you_mean, no_such
from govern.policy.target import Catalog
from govern.servers.benchmarking import call_in_turn
from govern.traces.call import FAILED, Client
from govern.traces.names import Names
from govern.traces.reading import Recordings, recordings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from govern.contract.json_text import Json
    from govern.contract.surface import Surface
    from govern.discovery.corpus import Corpus, GoldenSet
    from govern.discovery.modes import Mode
    from govern.policy.target import Target
    from govern.servers.benchmarking import TimedAnswer
    from govern.traces.call import Server

_TOOL_KEYS = ("tool_id", "id", "tool_name", "tool", "name")
_SERVER_KEYS = ("server", "server_name", "serverName")
# What may stand around a name in a text: list marks, quotes and punctuation.
_AROUND = "`\"'*#-[](){}<>,:;.|"


@dataclass(frozen=True, slots=True)
class SearchTool:
    """The search tool of a gateway, and its argument for the query."""

    name: str
    argument: str


def definitions_of(target: Target) -> Surface:
    """Return what a running server lists."""
    if isinstance(target.how, Catalog):
        raise UsageError("a saved catalog is not a running gateway; use --mode NAME=FILE", where=target.name)
    return call_in_turn(target, "", [])[0]


def search_gateway(
    target: Target, asked: SearchTool, corpus: Corpus, golden: GoldenSet, encoding: str
) -> tuple[Surface, GatewaySearch]:
    """Return what a running gateway lists, and how well and how fast its search tool answers each query."""
    tool = asked.name
    surface, answers = call_in_turn(target, tool, [{asked.argument: each.query} for each in golden.queries])
    if tool not in (known := [each.key for each in surface.tools]):
        raise no_such("tool", tool, target.name, known)
    failed = [each for each in answers if _failure(each) is not None]
    if len(failed) == len(answers):
        reason = _failure(answers[0]) or "no text"
        raise ServerMisbehaved(f"every search failed: {reason}", where=f"{target.name}: {tool}", hint="see --query-arg")
    finder = _Finder(corpus)
    ranked = {
        each.query: [] if _failure(answer) is not None else finder.ranked(answer.result)
        for each, answer in zip(golden.queries, answers, strict=True)
    }
    read = [
        count_tokens("\n".join(_answer_texts(answer.result)), encoding)
        for answer in answers
        if _failure(answer) is None
    ]
    return surface, GatewaySearch(
        server=target.name,
        tool=tool,
        retrieval=retrieve(golden, lambda query: ranked[query]),
        latency=Latency.of([answer.seconds for answer in answers]),
        answer_tokens=round(sum(read) / len(read)),
        failed=len(failed),
    )


def _failure(answer: TimedAnswer) -> str | None:
    if answer.error:
        return answer.error
    return "\n".join(_answer_texts(answer.result)) if answer.result.get("isError") is True else None


def _answer_texts(result: Any) -> Iterator[str]:
    return (block.text for block in answer_blocks(result).blocks if block.text)


class _Finder:
    """Finds the tools of a corpus in an answer, by any spelling of their names that clients use."""

    def __init__(self, corpus: Corpus) -> None:
        tools: dict[str, set[str]] = {}
        for each in corpus.tools:
            tools.setdefault(each.server, set()).add(each.tool)
        self._names = Names({server: frozenset(held) for server, held in tools.items()})
        self._ids = {(each.server, each.tool): each.tool_id for each in corpus.tools}
        self._known = set(self._ids.values())

    def ranked(self, result: Mapping[str, Json]) -> list[str]:
        """Return the tools that an answer lists, in order: from its structured content, or else from its texts."""
        found = [*self._in_value(result.get("structuredContent"))]
        for text in () if found else _answer_texts(result):
            try:
                value = decode(text)
            except ContractInvalid:
                found += self._in_lines(text)
            else:
                found += self._in_value(value)
        return list(dict.fromkeys(found))[:RANKED]

    def _in_value(self, value: Json) -> Iterator[str]:
        """Yield the tools that JSON lists: objects with a name, or texts that are one."""
        pending = [value]
        while pending:
            each = pending.pop()
            if isinstance(each, list):
                pending.extend(reversed(each))
            elif isinstance(each, str):
                yield from self._named(None, [each])
            elif isinstance(each, dict):
                server = next((each[key] for key in _SERVER_KEYS if isinstance(each.get(key), str)), None)
                named = [*self._named(server, [each[key] for key in _TOOL_KEYS if isinstance(each.get(key), str)])]
                yield from named[:1]
                pending.extend([] if named else reversed([part for part in each.values() if not isinstance(part, str)]))

    def _in_lines(self, text: str) -> Iterator[str]:
        for line in text.splitlines():
            yield from [*self._named(None, [word.strip(_AROUND) for word in line.split()])][:1]

    def _named(self, server: str | None, words: Sequence[Json]) -> Iterator[str]:
        for word in words:
            if word in self._known:
                yield str(word)
            elif word:
                whose = self._names.whose(server, str(word))
                if isinstance(whose, tuple) and whose in self._ids:
                    yield self._ids[whose]


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
    calls: int = 0
    discovery: int = 0
    retries: int = 0
    answers: int = 0


def _session(file: Path, search_tools: Sequence[str], encoding: str) -> _Session:
    session = _Session()

    def tokens(text: str) -> int:
        return count_tokens(text, encoding)

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
