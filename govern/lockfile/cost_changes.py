"""What changed in the economics of tools that both locks hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.facts import rule_ids as ids
from govern.facts.change import Change

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.contract.json_type import Json
    from govern.economics.budgets import Budget
    from govern.lockfile.document import LockedItem, LockedServer, Numbers

    _Fact = tuple[str, str, Json, Json, dict[str, Json]]

_UNKNOWN = "unknown"


def cost_changes(old: LockedServer, new: LockedServer, budget: Budget | None) -> Iterator[Change]:
    """Every change between the numbers of tools of one name."""
    if old.digest == new.digest:
        return
    before = {(tool.key, tool.copy): tool for tool in old.tools}
    for tool in new.tools:
        was = before.get((tool.key, tool.copy))
        if was and was is not tool and was.numbers and tool.numbers and was.numbers != tool.numbers:
            raised = _risk_raised(was, was.numbers, tool.numbers)
            for rule, pointer, left, right, said in _facts(was.numbers, tool.numbers, budget, raised):
                yield Change(rule, new.name, "tool", tool.key, f"/economics/{pointer}", left, right, said)


def _facts(old: Numbers, new: Numbers, budget: Budget | None, raised: str | None) -> Iterator[_Fact]:
    if rule := _risk(old.risk, new.risk, raised):
        yield rule, "risk", old.risk, new.risk, {}
    if old.bounded != new.bounded and _UNKNOWN not in (old.risk, new.risk):
        yield ids.ANSWERS_BOUNDED if new.bounded else ids.ANSWERS_UNBOUNDED, "bounded", old.bounded, new.bounded, {}
    if dict(old.guard) != dict(new.guard):
        rule = ids.GUARD_LOOSENED if _looser(old.guard, new.guard) else ids.GUARD_TIGHTENED
        yield rule, "guard", dict(old.guard), dict(new.guard), {}
    most, percent = (budget.tool_tokens, budget.growth_percent) if budget else (None, None)
    over = most is not None and new.tokens > most >= old.tokens
    if over:
        yield ids.DEFINITION_OVER_BUDGET, "budget", old.tokens, new.tokens, {"budget": most}
    grown = percent is not None and new.tokens * 100 > old.tokens * (100 + percent)
    if grown:
        yield ids.DEFINITION_GREW, "growth", old.tokens, new.tokens, {"percent": percent}
    moved = _moved(old, new)
    if moved and not (over or grown):
        was, now = (" and ".join(side) for side in zip(*moved, strict=True))
        yield ids.DEFINITION_COST_MOVED, "definition", was, now, {}


def _risk(old: str, new: str, raised: str | None) -> str | None:
    if old == new:
        return None
    if _UNKNOWN in (old, new):
        return ids.ANSWERS_DECLARED if old == _UNKNOWN else ids.ANSWERS_UNDECLARED
    from govern.economics.risk import Risk

    return raised if Risk(new).rank > Risk(old).rank else ids.RISK_EASED


def _risk_raised(was: LockedItem, old: Numbers, new: Numbers) -> str | None:
    """The rule for a risk that is higher now.

    What an answer without a bound may cost is a guess, so a promise is broken only where there was a bound. One that
    came says it all, and so does the loss of one that was no more than a schema's own smallness.
    """
    if not old.bounded:
        return None if new.bounded else ids.RISK_ESTIMATE_RAISED
    if new.bounded or old.guard:
        return ids.RISK_ESCALATED
    from govern.economics.assess import Basis, assess

    return ids.RISK_ESCALATED if assess(was.item()).basis is not Basis.SCHEMA else None


def _looser(old: Mapping[str, int], new: Mapping[str, int]) -> bool:
    """Whether any bound is gone or higher than it was."""
    return any(name not in new or new[name] > bound for name, bound in old.items())


def _moved(old: Numbers, new: Numbers) -> list[tuple[str, str]]:
    """What of a definition's size is not what it was, before and after; what stayed is not told."""
    sizes = (("token", old.tokens, new.tokens), ("field", old.fields, new.fields))
    return [(_count(was, noun), _count(now, noun)) for noun, was, now in sizes if was != now]


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
