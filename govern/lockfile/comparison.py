"""Make two locks comparable, and compare the costs of their tools."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from govern.compare.view import ItemView, ServerView
from govern.facts import rule_ids as ids
from govern.facts.change import Change
from govern.lockfile.document import Lock
from govern.lockfile.integrity import digest_of_lock

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.compare.view import View
    from govern.contract.json_type import Json
    from govern.economics.budgets import Budget
    from govern.lockfile.document import LockedItem, LockedServer, Numbers

    _Fact = tuple[str, str, Json, Json, dict[str, Json]]

_UNKNOWN = "unknown"


def measured_by(lock: Lock) -> tuple[object, ...]:
    """Return the encoding, version and risk thresholds that a lock's economics were measured with."""
    return lock.encoding, lock.economics, lock.risk


def measured_like(lock: Lock, other: Lock) -> Lock:
    """Return a lock with its economics measured as in the other lock."""
    if measured_by(lock) == measured_by(other):
        return lock
    from govern.lockfile.lock_server import measured_anew
    from govern.lockfile.measures import guards_in, measures_of

    servers = {
        server.name: measured_anew(server, replace(measures_of(other, guards_in(server.items)), trusted=False))
        for server in lock.servers
    }
    again = Lock(encoding=other.encoding, economics=other.economics, risk=other.risk).with_servers(servers)
    return replace(again, digest=digest_of_lock(again))


def views(*locks: Lock) -> list[View]:
    """Return each lock as one side of a comparison; an item that locks share is one object in all of them."""
    known: dict[int, ItemView] = {}
    return [{server.name: _server_view(server, known) for server in lock.servers} for lock in locks]


def view(lock: Lock) -> View:
    """Return a lock's servers by name, with nothing decoded yet."""
    return views(lock)[0]


def _server_view(server: LockedServer, known: dict[int, ItemView]) -> ServerView:
    return ServerView(
        name=server.name,
        digest=server.digest,
        source=server.source,
        client=server.client,
        folds=server.folds,
        integrity=server.integrity,
        items={(item.kind.name, item.key, item.copy): _item_view(item, known) for item in server.items},
        load_header=lambda: server.without_items().surface(),
    )


def _item_view(item: LockedItem, known: dict[int, ItemView]) -> ItemView:
    found = known.get(id(item))
    if found is None:
        found = known[id(item)] = ItemView(item.kind, item.key, item.digest, item.parts, item.item)
    return found


def cost_changes(old: LockedServer, new: LockedServer, budget: Budget | None) -> Iterator[Change]:
    """Yield the changes in economics of each tool that both servers have."""
    if old.digest == new.digest:
        return
    before = {(tool.key, tool.copy): tool for tool in old.tools}
    for tool in new.tools:
        was = before.get((tool.key, tool.copy))
        if was and was is not tool and was.numbers and tool.numbers and was.numbers != tool.numbers:
            raised = _raised_risk_rule(was, was.numbers, tool.numbers)
            for rule, pointer, left, right, detail in _cost_facts(was.numbers, tool.numbers, budget, raised):
                yield Change(rule, new.name, "tool", tool.key, f"/economics/{pointer}", left, right, detail)


def _cost_facts(old: Numbers, new: Numbers, budget: Budget | None, raised: str | None) -> Iterator[_Fact]:
    if rule := _risk_rule(old.risk, new.risk, raised):
        yield rule, "risk", old.risk, new.risk, {}
    if old.bounded != new.bounded and _UNKNOWN not in (old.risk, new.risk):
        yield ids.ANSWERS_BOUNDED if new.bounded else ids.ANSWERS_UNBOUNDED, "bounded", old.bounded, new.bounded, {}
    if dict(old.guard) != dict(new.guard):
        rule = ids.GUARD_LOOSENED if _is_looser(old.guard, new.guard) else ids.GUARD_TIGHTENED
        yield rule, "guard", dict(old.guard), dict(new.guard), {}
    most, percent = (budget.tool_tokens, budget.growth_percent) if budget else (None, None)
    over = most is not None and new.tokens > most >= old.tokens
    if over:
        yield ids.DEFINITION_OVER_BUDGET, "budget", old.tokens, new.tokens, {"budget": most}
    grown = percent is not None and new.tokens * 100 > old.tokens * (100 + percent)
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
