"""`govern cost`: what tools and servers cost, and whether policy allows it."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from govern.commands.configured import configured
from govern.commands.place import in_repository, server_named
from govern.commands.sides import names_file, old_side
from govern.dataclass import dataclass
from govern.economics.assess import Guard, Thresholds, assess
from govern.economics.bill import Bill
from govern.economics.budgets import Budget, broken_budgets
from govern.economics.costed import Costed
from govern.economics.prices import read_prices
from govern.economics.split import split
from govern.economics.summary import CONTEXT_WINDOW, summarise
from govern.errors import UsageError
from govern.lockfile.costs import Costs
from govern.lockfile.remeasure import measured_like
from govern.lockfile.store import load, read_text
from govern.policy.settings import BudgetKeys

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.lockfile.document import Lock


@dataclass(frozen=True, slots=True)
class CostRequest:
    """What was asked for. A lock without a config is priced alone: without policy there is no budget."""

    servers: tuple[str, ...] = ()
    config: Path | None = None
    lock: Path | None = None
    against: str | None = None
    window: int | None = None
    prices: Path | None = None
    config_from: str | None = None


def cost(request: CostRequest) -> Costs:
    """The bill of a lock, by the budgets of its policy."""
    path, keys = _asked(request)
    lock = load(path)
    budget = Budget(keys.server_tokens, keys.tool_tokens, keys.growth_percent)
    window = request.window or keys.context_window or CONTEXT_WINDOW
    prices = read_prices(request.prices)
    tools = dearest_first(lock, request.servers)
    bill = Bill(
        encoding=lock.encoding,
        window=window,
        prices_date=prices.date,
        tools=tuple(tools),
        splits=tuple(split(each.tool, lock.encoding) for each in tools),
        summary=summarise(tools, window=window, prices=prices, budget=budget),
        broken=tuple(broken_budgets(tools, budget, _before(request.against, path, lock, budget))),
    )
    return Costs(in_repository(path), lock, bill)


def _asked(request: CostRequest) -> tuple[Path, BudgetKeys]:
    if request.lock and not (request.config or request.config_from):
        return request.lock, BudgetKeys()
    config = configured(request.config, request.config_from)
    return request.lock or config.lock, config.policy.budget


def dearest_first(lock: Lock, servers: tuple[str, ...] = ()) -> list[Costed]:
    """The tools of these servers, or of all, with their numbers."""
    return sorted(_costed(lock, servers), key=lambda each: (-each.tokens, each.place))


def tokens_before(old: Lock | None, lock: Lock) -> Mapping[str, Mapping[str, int]]:
    """What the tools of an older lock cost, counted as this one counts: what growth is measured from."""
    tokens: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for server in measured_like(old, lock).servers if old else ():
        for tool in server.tools:
            tokens[server.name][tool.key] += tool.numbers.tokens if tool.numbers else 0
    return tokens


def _costed(lock: Lock, servers: tuple[str, ...]) -> Iterator[Costed]:
    thresholds = Thresholds(*lock.risk)
    chosen = [server_named(lock, name) for name in dict.fromkeys(servers)]
    for server in chosen or lock.servers:
        for locked in server.tools:
            if locked.numbers:
                tool = locked.item()
                assessment = assess(tool, Guard(**locked.numbers.guard), thresholds)
                yield Costed(server.name, tool, locked.numbers.tokens, assessment)


def _before(against: str | None, path: Path, lock: Lock, budget: Budget) -> Mapping[str, Mapping[str, int]] | None:
    """The tokens of the lock that growth is measured from: the one named, or else the one last committed."""
    if budget.growth_percent is None:
        if against:
            raise UsageError("--against has nothing to judge: policy.budget sets no growth-percent")
        return None
    old = load(Path(against)) if against and names_file(against, path) else _committed(against or "HEAD", path)
    return tokens_before(old, lock)


def _committed(ref: str, path: Path) -> Lock | None:
    """The lock in a commit; one that did not hold it yet is a beginning, and nothing grew."""
    side = old_side(ref, path, {})
    return read_text(side.text, f"{path.name} at {ref}") if side.content is not None else None
