"""Intents whose tool a search finds among the old tools and not among the new ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from govern.errors import InvalidInput
from govern.facts import rule_ids as ids
from govern.facts.change import Change
from govern.selection.calls import ToolCall
from govern.selection.intents import IntentSearch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from govern.lockfile.document import Lock
    from govern.selection.intents import IntentRank
    from govern.selection.suite import Agent

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
