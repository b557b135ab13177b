"""Every change between two locks, judged by the table and by policy."""

from __future__ import annotations

from itertools import count, takewhile
from typing import TYPE_CHECKING

from govern.compare.sides import changes
from govern.contract.digests import digest
from govern.lockfile.cost_changes import cost_changes
from govern.lockfile.remeasure import measured_like
from govern.lockfile.views import views
from govern.policy.overrides import overrides
from govern.policy.settings import BudgetKeys
from govern.rules.finding import judge

if TYPE_CHECKING:
    from govern.compare.view import View
    from govern.facts.change import Change
    from govern.lockfile.document import Lock
    from govern.policy.settings import Policy
    from govern.rules.finding import Finding


def findings(old: Lock, new: Lock, policy: Policy) -> list[Finding]:
    """All changes, judged; the old lock's numbers are first brought to the measures of the new one."""
    old = measured_like(old, new)
    before, after = views(old, new)
    rule_severity = overrides(policy)
    return [
        judge(change, rule_severity, (_digest(before, change, after=False), _digest(after, change, after=True)))
        for change in _changes(old, new, before, after, policy)
    ]


def _changes(old: Lock, new: Lock, before: View, after: View, policy: Policy) -> list[Change]:
    found = changes(before, after, policy.reading, policy.reach)
    budget = policy.budget.bounds if policy.budget != BudgetKeys() else None
    held = {server.name: server for server in old.servers}
    for server in new.servers:
        found += cost_changes(held[server.name], server, budget) if server.name in held else ()
    return found


def _digest(view: View, change: Change, *, after: bool) -> str:
    """The digest of what changed, on one side: the item's, or the server's own."""
    server, name = (change.became if after else None) or (change.server, change.name)
    held = view.get(server)
    if held is None:
        return "-"
    if change.kind == "server" or change.kind == "policy":  # noqa: PLR1714 - mypy follows only this
        return held.digest
    kind = change.kind
    copies = takewhile(lambda item: item is not None, (held.items.get((kind, name, copy)) for copy in count(1)))
    # Where a name stands twice nobody says which of both changed, so an approval is of all of them.
    digests = [item.digest for item in copies if item]
    return digest(digests) if len(digests) > 1 else "".join(digests) or "-"
