"""Compare the costs of two locks: the size of servers and definitions, and the bounds and risk of answers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from govern.economics.budgets import renamed_servers
from govern.facts import rule_ids as ids
from govern.facts.change import Change

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from govern.contract.json_text import Json
    from govern.economics.budgets import Budget
    from govern.facts.change import Place
    from govern.lockfile.document import Lock, LockedItem, LockedServer, Numbers

    _Fact = tuple[str, str, Json, Json, dict[str, Json]]


@dataclass(frozen=True, slots=True)
class ContractSize:
    """The number of tools, and the tokens of their definitions on every model call."""

    tools: int
    tokens: int


@dataclass(frozen=True, slots=True)
class ServerSize:
    """The size of a server in two locks; None in a lock that lacks the server."""

    server: str
    before: ContractSize | None
    after: ContractSize | None


def server_sizes(old: Lock, new: Lock, names: Collection[str]) -> tuple[ServerSize, ...]:
    """Return the sizes of these servers in two locks."""
    sides = [
        {server.name: _contract_size(server) for server in lock.servers if server.name in names} for lock in (old, new)
    ]
    return tuple(ServerSize(name, *(side.get(name) for side in sides)) for name in sorted({*sides[0], *sides[1]}))


def _contract_size(server: LockedServer) -> ContractSize:
    return ContractSize(len(server.tools), server.definition_tokens)


_UNKNOWN = "unknown"
_OF_SCHEMAS = ("input-", "output-", "parameter-")
# The rule of a schema that already reports what happened to the size of answers.
_SAME_CAUSE = {ids.ANSWERS_DECLARED: ids.SCHEMA_ADDED["output"], ids.ANSWERS_UNDECLARED: ids.SCHEMA_REMOVED["output"]}


def cost_changes(old: Lock, new: Lock, found: Sequence[Change], budget: Budget) -> list[Change]:
    """Return the changes in economics that none of the changes found so far already reports.

    Renamed and moved tools are followed.
    """
    growth = _growth_by_server(old, new)
    grown = list(_server_growth(old, new, growth, budget))
    told = {change.server for change in grown}
    rules: dict[tuple[str, str], set[str]] = {}
    for change in found:
        rules.setdefault((change.server, change.name), set()).add(change.rule)
    changes: list[Change] = []
    for was, server, tool in _tools_on_both_sides(old, new, found):
        if was.numbers and tool.numbers and was.numbers != tool.numbers:
            raised = _raised_risk_rule(was, was.numbers, tool.numbers)
            facts = _cost_facts(was.numbers, tool.numbers, budget, raised, server_grew=server in told)
            changes += [
                Change(rule, server, "tool", tool.key, f"/economics/{pointer}", before, after, values)
                for rule, pointer, before, after, values in facts
                if not _is_reported(rule, rules.get((server, tool.key), set()))
            ]
    rest = sum(growth.values()) - sum(change.values["growth"] for change in grown)
    return [*grown, *_lock_growth(old, new, rest, budget), *changes]


def _is_reported(rule: str, others: set[str]) -> bool:
    """Return whether another rule reports the same cause."""
    if rule == ids.DEFINITION_COST_MOVED:
        return any(other.startswith(_OF_SCHEMAS) for other in others)
    return _SAME_CAUSE.get(rule) in others


def _tools_on_both_sides(old: Lock, new: Lock, found: Sequence[Change]) -> Iterator[tuple[LockedItem, str, LockedItem]]:
    """Yield each tool that may have changed, as it was and as it is, with its server."""
    origins = {change.became: (change.server, change.name) for change in found if change.kind == "tool"}
    origins.pop(None, None)
    servers = {server.name: server for server in old.servers}
    known: dict[str, dict[tuple[str, int], LockedItem]] = {}
    for server in new.servers:
        if server.name in servers and servers[server.name].digest == server.digest:
            continue
        for tool in server.tools:
            origin, name = origins.get((server.name, tool.key), (server.name, tool.key))
            if origin not in known:
                held = servers[origin].tools if origin in servers else []
                known[origin] = {(each.key, each.copy): each for each in held}
            was = known[origin].get((name, tool.copy))
            if was and was is not tool:
                yield was, server.name, tool


def _growth_by_server(old: Lock, new: Lock) -> dict[str, int]:
    before, after = ({server.name: server for server in lock.servers} for lock in (old, new))
    return {name: _growth(before.get(name), after.get(name)) for name in before.keys() | after.keys()}


def _server_growth(old: Lock, new: Lock, growth: Mapping[str, int], budget: Budget) -> Iterator[Change]:
    """Yield the servers that grew too much, also where one was renamed."""
    before = {server.name: server for server in old.servers}
    renamed = _renamed(old, new)
    for server in new.servers:
        was = before.get(renamed.get(server.name, server.name))
        by = growth[server.name] if server.name in before else _growth(was, server)
        if was and budget.is_outgrown(by, _sizes(was)):
            yield _grown(ids.SERVER_TOKENS_GREW, server.name, was.definition_tokens, server.definition_tokens)


def _lock_growth(old: Lock, new: Lock, rest: int, budget: Budget) -> Iterator[Change]:
    """Yield a change if the servers that are not reported one by one grew too much; `rest` is their growth."""
    if old.servers and budget.is_outgrown(rest, chain.from_iterable(map(_sizes, old.servers))):
        was, now = (sum(server.definition_tokens for server in lock.servers) for lock in (old, new))
        yield _grown(ids.LOCK_TOKENS_GREW, "lock", was, now)


def _grown(rule: str, server: str, before: int, after: int) -> Change:
    growth = after - before
    values = {"growth": growth, "percent": f", {growth * 100 / before:+,.0f}%" if before else ""}
    kind: Place = "lock" if rule == ids.LOCK_TOKENS_GREW else "server"
    return Change(rule, server, kind, "", "/economics/tokens", before, after, values)


def _renamed(old: Lock, new: Lock) -> dict[str, str]:
    """Return the old name of each renamed server, which has the same source or the same tools."""
    kept = {server.name for server in old.servers} & {server.name for server in new.servers}
    gone, added = ([server for server in lock.servers if server.name not in kept] for lock in (old, new))
    if not (gone and added):
        return {}
    sources = {server.source: server.name for server in gone}
    same = {server.name: sources[server.source] for server in added if server.source in sources}
    before, after = ({server.name: {tool.key for tool in server.tools} for server in side} for side in (gone, added))
    return renamed_servers(before, after) | same


def _growth(was: LockedServer | None, now: LockedServer | None) -> int:
    """Return by how many tokens the definitions of a server grew; only tools that differ are read."""
    if was and now and was.digest == now.digest:
        return 0
    before, after = ({(tool.key, tool.copy): tool for tool in side.tools} if side else {} for side in (was, now))
    lost, gained = (
        sum(_size(tool) for key, tool in side.items() if not _is_same(tool, other.get(key)))
        for side, other in ((before, after), (after, before))
    )
    return gained - lost


def _is_same(tool: LockedItem, other: LockedItem | None) -> bool:
    return other is tool or (other is not None and other.parts == tool.parts)


def _sizes(server: LockedServer) -> Iterator[int]:
    return (_size(tool) for tool in server.tools)


def _size(tool: LockedItem) -> int:
    return tool.numbers.tokens if tool.numbers else 0


def _cost_facts(
    old: Numbers, new: Numbers, budget: Budget, raised: str | None, *, server_grew: bool
) -> Iterator[_Fact]:
    if rule := _risk_rule(old.risk, new.risk, raised):
        yield rule, "risk", old.risk, new.risk, {}
    if old.bounded != new.bounded and _UNKNOWN not in (old.risk, new.risk):
        yield ids.ANSWERS_BOUNDED if new.bounded else ids.ANSWERS_UNBOUNDED, "bounded", old.bounded, new.bounded, {}
    if dict(old.guard) != dict(new.guard):
        rule = ids.GUARD_LOOSENED if _is_looser(old.guard, new.guard) else ids.GUARD_TIGHTENED
        yield rule, "guard", dict(old.guard), dict(new.guard), {}
    most, percent = budget.tool_tokens, budget.growth_percent
    over = most is not None and new.tokens > most >= old.tokens
    if over:
        yield ids.DEFINITION_OVER_BUDGET, "budget", old.tokens, new.tokens, {"budget": most}
    grown = not server_grew and percent is not None and new.tokens * 100 > old.tokens * (100 + percent)
    if grown:
        yield ids.DEFINITION_GREW, "growth", old.tokens, new.tokens, {"percent": percent}
    moved = _changed_sizes(old, new)
    if moved and not (over or grown):
        was, now = (" and ".join(side) for side in zip(*moved, strict=True))
        yield ids.DEFINITION_COST_MOVED, "definition", was, now, {}


def _risk_rule(old: str, new: str, raised: str | None) -> str | None:
    if old == new:
        return None
    if _UNKNOWN in (old, new):
        return ids.ANSWERS_DECLARED if old == _UNKNOWN else ids.ANSWERS_UNDECLARED
    from govern.economics.assess import Risk

    return raised if Risk(new).rank > Risk(old).rank else ids.RISK_EASED


def _raised_risk_rule(was: LockedItem, old: Numbers, new: Numbers) -> str | None:
    """Return the rule for a risk that increased, or None if another rule reports it.

    The size of an unbounded answer is an estimate, so `risk-escalated` needs an old bound. A new bound is reported by
    its own rule, and so is the loss of a bound that came from the schema alone.
    """
    if not old.bounded:
        return None if new.bounded else ids.RISK_ESTIMATE_RAISED
    if new.bounded or old.guard:
        return ids.RISK_ESCALATED
    from govern.economics.assess import Basis, assess

    return ids.RISK_ESCALATED if assess(was.item()).basis is not Basis.SCHEMA else None


def _is_looser(old: Mapping[str, int], new: Mapping[str, int]) -> bool:
    """Return whether any bound was removed or raised."""
    return any(name not in new or new[name] > bound for name, bound in old.items())


def _changed_sizes(old: Numbers, new: Numbers) -> list[tuple[str, str]]:
    """Return the sizes of a definition that changed, before and after."""
    sizes = (("token", old.tokens, new.tokens), ("field", old.fields, new.fields))
    return [(_counted(was, noun), _counted(now, noun)) for noun, was, now in sizes if was != now]


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
