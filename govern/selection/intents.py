"""Intents: whether govern's own search finds the right tool for what users ask, and whether a change loses it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from govern.compare.view import SAME, similarity
from govern.contract.surface import TOOL
from govern.discovery.corpus import corpus_of
from govern.discovery.search import ToolIndex, search
from govern.errors import InvalidInput
from govern.facts import rule_ids as ids
from govern.facts.change import Change
from govern.lockfile.comparison import view
from govern.selection.distractors import look_alike_names
from govern.selection.runs import CallNames, Figure, ToolCall, percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from govern.lockfile.document import Lock
    from govern.selection.blocks import Intent
    from govern.selection.suite import Agent

PROXY = "proxy: ranked by govern's search, without a model"
CUTOFFS = (1, 5, 10)
# A tool below this rank is taken as not found.
_DEPTH = 50
# The numbers of look-alikes of each right tool in a sweep; the gate is on the last one.
_SWEEP = (1, 3, 10)
_MOST_NEAR = 100


@dataclass(frozen=True, slots=True)
class IntentRank:
    """One intent: the best ranked of its tools with its rank, None if none is found, and the tool that ranks first."""

    query: str
    expect: str
    tool: ToolCall | None
    rank: int | None
    first: ToolCall | None


@dataclass(frozen=True, slots=True)
class SweepStep:
    """The share of intents, in whole percent, that find their tool first and among five beside look-alikes."""

    look_alikes: int
    recall_at_1: int
    recall_at_5: int


@dataclass(frozen=True, slots=True)
class IntentScore:
    """The ranks of all intents, tools that resemble a right one, and how ranks fall as look-alikes are added.

    `unknown` are the expectations that no locked tool meets.
    """

    ranks: tuple[IntentRank, ...]
    near_duplicates: tuple[tuple[ToolCall, ToolCall], ...] = ()
    sweep: tuple[SweepStep, ...] = ()
    unknown: tuple[str, ...] = ()


class IntentSearch:
    """Searches the tools of some servers of a lock, or of all, for intents."""

    def __init__(self, lock: Lock, servers: Sequence[str] = ()) -> None:
        self.lock = lock
        tools = [tool for tool in corpus_of(lock).tools if not servers or tool.server in servers]
        self.names = CallNames(_tools_by_server((tool.server, tool.tool) for tool in tools))
        self._index = ToolIndex(tool.indexed() for tool in tools)

    def expected(self, expect: str, classes: Mapping[str, Sequence[str]]) -> tuple[ToolCall, ...]:
        """Return the locked tools of a class, or those that a tool's name means."""
        found = (tool for member in classes.get(expect, (expect,)) for tool in self.names.tools(member))
        return tuple(dict.fromkeys(found))

    def rank(self, intent: Intent, right: Sequence[ToolCall]) -> IntentRank:
        """Rank the tools for an intent."""
        found = [ToolCall(hit.tool.server, hit.tool.name) for hit in search(self._index, intent.query, _DEPTH).hits]
        place = next((at for at, tool in enumerate(found, 1) if tool in right), None)
        best = found[place - 1] if place else next(iter(right), None)
        return IntentRank(intent.query, intent.expect, best, place, found[0] if found else None)

    def add_look_alikes(self, tools: Iterable[ToolCall], number: int) -> None:
        """Replace the look-alikes in the index by this many of each tool; one with an equal score ranks behind it."""
        wanted = set(tools)
        copies = [
            replace(tool, id=f"{tool.id}~{name}", server="", name=name)
            for tool in self._index.tools.values()
            if ToolCall(tool.server, tool.name) in wanted
            for name in islice(look_alike_names(tool.name), number)
        ]
        self._index.replace("", copies)


def _tools_by_server(tools: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    by_server: dict[str, list[str]] = {}
    for server, tool in tools:
        by_server.setdefault(server, []).append(tool)
    return by_server


def score_intents(
    intents: Sequence[Intent], classes: Mapping[str, Sequence[str]], lock: Lock, servers: Sequence[str] = ()
) -> IntentScore:
    """Rank the tools for every intent, and again beside look-alikes of the right tools."""
    searched = IntentSearch(lock, servers)
    right = [searched.expected(intent.expect, classes) for intent in intents]
    ranks = tuple(map(searched.rank, intents, right))
    unknown = tuple(dict.fromkeys(each.expect for each, tools in zip(intents, right, strict=True) if not tools))
    if unknown:
        return IntentScore(ranks, unknown=unknown)
    tools = {tool for each in right for tool in each}
    near = tuple(islice(_near_duplicates(lock, tools, frozenset(searched.names.locked)), _MOST_NEAR))
    sweep = []
    for number in _SWEEP:
        searched.add_look_alikes(tools, number)
        beside = [searched.rank(*each) for each in zip(intents, right, strict=True)]
        sweep.append(SweepStep(number, recall(beside, 1), recall(beside, 5)))
    return IntentScore(ranks, near, tuple(sweep))


def recall(ranks: Sequence[IntentRank], most: int) -> int:
    """Return the share of intents whose tool has at most this rank, in whole percent."""
    return percent(sum(each.rank is not None and each.rank <= most for each in ranks), len(ranks)) or 0


def _near_duplicates(
    lock: Lock, right: set[ToolCall], known: frozenset[ToolCall]
) -> Iterator[tuple[ToolCall, ToolCall]]:
    """Yield each right tool with each tool that resembles it as much as a renamed tool resembles itself."""
    items = {
        ToolCall(server.name, item.key): item
        for server in view(lock).values()
        for item in server.items.values()
        if item.kind is TOOL
    }
    for tool in sorted(right, key=lambda each: each.id):
        for other, item in items.items():
            is_pair = other in known and other != tool and not (other in right and other.id < tool.id)
            if is_pair and similarity(items[tool], item) >= SAME:
                yield tool, other


def intent_figures(score: IntentScore) -> dict[str, Figure]:
    """Return the figures of `intents`, in whole percent; all are absent if the lock lacks an expected tool."""
    why = f"the lock has no tool for {', '.join(score.unknown[:3])}"
    ranks = score.ranks
    figures: dict[str, int | None] = {f"recall@{most}": recall(ranks, most) for most in CUTOFFS}
    # Exact, as 100 * 0.29 would be 28.
    figures["mrr"] = int(100 * sum(Fraction(1, each.rank) for each in ranks if each.rank) / len(ranks))
    figures["near_duplicates"] = len(score.near_duplicates)
    figures["recall@5_among_look_alikes"] = score.sweep[-1].recall_at_5 if score.sweep else None
    return {
        f"intents.{name}": Figure(None if score.unknown else value, why if score.unknown else "")
        for name, value in figures.items()
    }


_TEXTS = ("description", "title", "inputSchema")


class IntentGate(NamedTuple):
    """The intents of a suite, and the rank that counts as found."""

    file: str
    agents: Sequence[Agent]
    top: int


def undiscoverable(old: Lock, new: Lock, found: Sequence[Change], gate: IntentGate) -> list[Change]:
    """Return a change for each intent whose tool is among the first in OLD and not in NEW.

    `found` are the other changes, by which a renamed tool is followed. Raise InvalidInput if an intent expects a tool
    that neither lock has.
    """
    became = {(each.server, each.name): each.became for each in found if each.kind == "tool" and each.became}
    changes = [change for agent in gate.agents for change in _of_agent(agent, old, new, became, gate)]
    return [*{change.fingerprint: change for change in changes}.values()]


def _of_agent(
    agent: Agent, old: Lock, new: Lock, became: Mapping[tuple[str, str], tuple[str, str]], gate: IntentGate
) -> Iterator[Change]:
    before, after = IntentSearch(old, agent.servers), IntentSearch(new, agent.servers)
    classes = {each.name: each.members for each in agent.classes}
    for intent in agent.intents:
        had, has = (side.expected(intent.expect, classes) for side in (before, after))
        if not (had or has):
            raise InvalidInput(f"an intent expects {intent.expect}, which is in neither lock", where=gate.file)
        renamed = [ToolCall(*became[each.server, each.tool]) for each in had if (each.server, each.tool) in became]
        was, now = before.rank(intent, had), after.rank(intent, (*has, *renamed))
        if was.tool and _is_found(was, gate.top) and not _is_found(now, gate.top):
            pointer = _pointer(_definition(old, was.tool), _definition(new, was.tool))
            yield _change(was.tool, was, now, pointer, gate.top)


def _is_found(ranked: IntentRank, top: int) -> bool:
    return ranked.rank is not None and ranked.rank <= top


def _change(tool: ToolCall, was: IntentRank, now: IntentRank, pointer: str, top: int) -> Change:
    first = f"{now.first.id} ranks first" if now.first else "no tool is found"
    return Change(
        ids.TOOL_UNDISCOVERABLE,
        tool.server,
        "tool",
        tool.tool,
        pointer,
        {"query": was.query, "rank": was.rank},
        {"query": was.query, "rank": now.rank},
        values={
            "query": was.query, "was": was.rank, "now": now.rank or "not found", "top": top, "first": first,
        },
    )  # fmt: skip


def _definition(lock: Lock, tool: ToolCall) -> Mapping[str, Any]:
    server = lock.server(tool.server)
    return next((each.item().raw for each in server.tools if each.key == tool.tool), {}) if server else {}


def _pointer(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Return the text of the tool that changed, or "" if another tool took its place."""
    return next((f"/{name}" for name in _TEXTS if after and before.get(name) != after.get(name)), "")
