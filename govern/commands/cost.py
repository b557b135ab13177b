"""`govern cost`: the token cost of tools and servers, checked against the budgets of policy."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from govern.commands.project import ProjectRequest, find_config, in_repository, server_named
from govern.commands.sides import names_file, old_side
from govern.economics.assess import Guard, Thresholds, assess
from govern.economics.bill import CONTEXT_WINDOW, Bill, read_prices, summarise
from govern.economics.budgets import Costed, broken_budgets
from govern.errors import UsageError
from govern.lockfile.comparison import measured_like
from govern.lockfile.outcome import Costs
from govern.lockfile.store import load
from govern.policy.settings import BudgetKeys
from govern.policy.source import own_servers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from govern.lockfile.document import Lock


@dataclass(frozen=True, slots=True, kw_only=True)
class CostRequest(ProjectRequest):
    """The arguments of `govern cost`. A lock named without a config has no policy, so no budgets."""

    servers: tuple[str, ...] = ()
    against: str | None = None
    window: int | None = None
    prices: Path | None = None


def cost(request: CostRequest) -> Costs:
    """Return the token cost of every tool of a lock, checked against the budgets of its policy."""
    path, keys = _lock_and_budget(request)
    lock = load(path)
    keys = replace(keys, context_window=request.window or keys.context_window)
    tools = costed_tools(lock, request.servers)
    bill = make_bill(lock, tools, keys, _tokens_to_compare(request.against, path, lock, keys), request.prices)
    own = own_servers(lock.servers, path.absolute().parent)
    return Costs(in_repository(path), lock, replace(bill, own=own))


def _lock_and_budget(request: CostRequest) -> tuple[Path, BudgetKeys]:
    if request.lock and not (request.config or request.config_from):
        return request.lock, BudgetKeys()
    config = find_config(request.config, request.config_from)
    return request.lock or config.lock, config.policy.budget


def make_bill(
    lock: Lock,
    tools: Sequence[Costed],
    keys: BudgetKeys,
    before: Mapping[str, Mapping[str, int]] | None,
    prices: Path | None = None,
) -> Bill:
    """Return the bill of these tools, with growth measured from `before`."""
    window, table = keys.context_window or CONTEXT_WINDOW, read_prices(prices)
    return Bill(
        encoding=lock.encoding,
        window=window,
        prices_date=table.date,
        tools=tuple(tools),
        summary=summarise(tools, window=window, prices=table, budget=keys.bounds),
        broken=tuple(broken_budgets(tools, keys.bounds, before)),
        thresholds=Thresholds(*lock.risk),
    )


def costed_tools(lock: Lock, servers: tuple[str, ...] = ()) -> list[Costed]:
    """Return the tools of the named servers, or of all, with their token cost, the most expensive first."""
    return sorted(_costed(lock, servers), key=lambda each: (-each.tokens, each.place))


def tokens_before(old: Lock | None, lock: Lock) -> Mapping[str, Mapping[str, int]]:
    """Return the tokens of each tool of an older lock, counted as in the new one, to measure growth from."""
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
                assessment = assess(tool, Guard(**locked.numbers.guard), thresholds, locked.numbers.fields)
                yield Costed(server.name, tool, locked.numbers.tokens, assessment)


def _tokens_to_compare(
    against: str | None, path: Path, lock: Lock, keys: BudgetKeys
) -> Mapping[str, Mapping[str, int]] | None:
    """Return the tokens that growth is measured from: those of the named lock, else of the one committed last."""
    if keys.growth_percent is None:
        if against:
            raise UsageError("--against has no effect: policy.budget.growth-percent is not set")
        return None
    old = load(Path(against)) if against and names_file(against, path) else _committed_lock(against or "HEAD", path)
    return tokens_before(old, lock)


def _committed_lock(ref: str, path: Path) -> Lock | None:
    """Return the lock in a commit, or None if the commit has none; then nothing grew."""
    side = replace(old_side(ref, path, {}), called=f"{path.name} at {ref}")
    return side.lock() if side.content is not None else None
