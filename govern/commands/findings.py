"""Findings between two locks: every change, judged by the table of rules and by policy."""

from __future__ import annotations

from dataclasses import replace
from itertools import count, takewhile
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from govern.compare.added_texts import Key, TextJudge
    from govern.compare.view import View
    from govern.facts.change import Change
    from govern.lockfile.document import Lock
    from govern.lockfile.sizes import ServerSize
    from govern.policy.settings import Policy
    from govern.rules.finding import Finding


def findings(old: Lock, new: Lock, policy: Policy, text_judge: TextJudge | None = None) -> list[Finding]:
    """Return every change between two locks, judged. Old token counts are first measured as in the new lock.

    `text_judge` scores the sentences that changed texts add.
    """
    if old == new:
        return []
    # Comparisons, schemas, texts and rules are most of govern, and equal locks need none of them.
    from govern.lockfile.comparison import measured_like, views
    from govern.policy.overrides import overrides
    from govern.rules.finding import judge

    old = measured_like(old, new)
    before, after = views(old, new)
    rule_severity = overrides(policy)
    changes, scores = _scored(_changes(old, new, before, after, policy), before, after, text_judge)
    found = []
    for change in changes:
        digests = _digest(before, change, after=False), _digest(after, change, after=True)
        finding = judge(change, rule_severity, digests)
        suspicion = scores.get((change.server, change.kind, change.name), -inf) if finding.rule.lane == "text" else -inf
        found.append(replace(finding, suspicion=suspicion))
    return found


def changed_sizes(old: Lock | None, new: Lock | None, found: Sequence[Finding]) -> tuple[ServerSize, ...]:
    """Return the sizes of the servers that the findings are about."""
    if new is None or not found:
        return ()
    from govern.lockfile.document import Lock
    from govern.lockfile.sizes import server_sizes

    return server_sizes(old or Lock(), new, {each.change.server for each in found})


def _scored(
    changes: list[Change], before: View, after: View, text_judge: TextJudge | None
) -> tuple[list[Change], Mapping[Key, float]]:
    """Return the changes with those that the judge adds, and the score of each item whose texts changed."""
    from govern.rules.rule import RULES

    if not changes or not (text_judge or any(RULES[change.rule].lane == "text" for change in changes)):
        return changes, {}
    from govern.compare.added_texts import added_texts, suspicions, with_opinions

    added = added_texts(changes, before, after)
    opinions = text_judge(added) if text_judge and added else ()
    if opinions:
        changes = with_opinions(changes, added, opinions)
    return changes, suspicions(added, opinions)


def _changes(old: Lock, new: Lock, before: View, after: View, policy: Policy) -> list[Change]:
    from govern.compare.sides import changes
    from govern.lockfile.costs import cost_changes

    found = changes(before, after, policy.reading, policy.reach)
    return [*found, *cost_changes(old, new, found, policy.budget.bounds)]


def _digest(view: View, change: Change, *, after: bool) -> str:
    """Return the digest of the changed item or server on one side, `-` where that side lacks it."""
    if change.kind == "lock":
        # Its id depends on both totals.
        return "-"
    from govern.contract.digests import digest

    server_name, item_name = (change.became if after else None) or (change.server, change.name)
    server = view.get(server_name)
    if server is None:
        return "-"
    if change.kind == "server" or change.kind == "policy":  # noqa: PLR1714 - mypy follows only this
        return server.digest
    kind = change.kind
    copies = takewhile(lambda item: item is not None, (server.items.get((kind, item_name, copy)) for copy in count(1)))
    # It is unknown which of several items with one name changed, so an approval covers all of them.
    digests = [item.digest for item in copies if item]
    return digest(digests) if len(digests) > 1 else "".join(digests) or "-"
