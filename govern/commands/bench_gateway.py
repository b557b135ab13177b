"""Search through a running gateway, for `govern bench --gateway`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from govern.contract.json_text import decode
from govern.discovery.benchmark import RANKED, retrieve
from govern.discovery.running import GatewaySearch, Latency
from govern.economics.answer_blocks import answer_blocks
from govern.economics.tokens import load as load_encoding
from govern.errors import ContractInvalid, ServerMisbehaved, UsageError, no_such
from govern.policy.target import Catalog
from govern.servers.benchmarking import call_in_turn
from govern.traces.names import Names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from govern.contract.json_text import Json
    from govern.contract.surface import Surface
    from govern.discovery.corpus import Corpus, GoldenSet
    from govern.policy.target import Target
    from govern.servers.benchmarking import TimedAnswer

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
    encoder = load_encoding(encoding)
    read = [
        len(encoder.encode_ordinary(text)) for answer in answers for text in ["\n".join(_answer_texts(answer.result))]
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
        """Yield the first tool that each line names."""
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
