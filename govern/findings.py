"""Findings between two locks: every change, judged by the table of rules and by policy."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from govern.compare.added_texts import Key, TextJudge
    from govern.compare.view import View
    from govern.facts.change import Change, Place
    from govern.lockfile.costs import ServerSize
    from govern.lockfile.document import Lock
    from govern.policy.settings import Policy
    from govern.rules.finding import Finding
    from govern.selection.intents import IntentGate


def findings(
    old: Lock, new: Lock, policy: Policy, text_judge: TextJudge | None = None, intents: IntentGate | None = None
) -> list[Finding]:
    """Return every change between two locks, judged. Old token counts are first measured as in the new lock.

    `text_judge` scores the sentences that changed texts add; `intents` should find their tools on both sides.
    """
    if old == new:
        return []
    # Comparisons, schemas, texts and rules are most of govern, and equal locks need none of them.
    from govern.lockfile.comparison import measured_like, view
    from govern.policy.overrides import overrides
    from govern.rules.finding import judge

    old = measured_like(old, new)
    before, after = view(old), view(new)
    rule_severity = overrides(policy)
    changes = _changes(old, new, before, after, policy)
    if intents:
        from govern.selection.intents import undiscoverable

        changes += undiscoverable(old, new, changes, intents)
    changes, scores = _scored(changes, before, after, text_judge)
    found = []
    digest_before, digest_after = _digests(before), _digests(after)
    for change in changes:
        origin = change.server, change.kind, change.name
        server, name = change.became or (change.server, change.name)
        digests = digest_before(*origin), digest_after(server, change.kind, name)
        finding = judge(change, rule_severity, digests)
        suspicion = scores.get((change.server, change.kind, change.name), -inf) if finding.rule.lane == "text" else -inf
        found.append(replace(finding, suspicion=suspicion))
    return found


def changed_sizes(old: Lock | None, new: Lock | None, found: Sequence[Finding]) -> tuple[ServerSize, ...]:
    """Return the sizes of the servers that the findings are about."""
    if new is None or not found:
        return ()
    from govern.lockfile.costs import server_sizes
    from govern.lockfile.document import Lock

    return server_sizes(old or Lock(), new, {each.change.server for each in found})


def _scored(
    changes: list[Change], before: View, after: View, text_judge: TextJudge | None
) -> tuple[list[Change], Mapping[Key, float]]:
    """Return the changes with those that the judge adds, and the score of each item whose texts changed."""
    from govern.rules.rule import RULES

    of_texts = {(change.server, change.kind, change.name) for change in changes if RULES[change.rule].lane == "text"}
    if not changes or not (text_judge or of_texts):
        return changes, {}
    from govern.compare.added_texts import added_texts, suspicions, with_opinions

    added = added_texts(changes, before, after, None if text_judge else of_texts)
    opinions = text_judge(added) if text_judge and added else ()
    if opinions:
        changes = with_opinions(changes, added, opinions)
    return changes, suspicions(added, opinions)


def _changes(old: Lock, new: Lock, before: View, after: View, policy: Policy) -> list[Change]:
    from govern.compare.sides import changes
    from govern.lockfile.costs import cost_changes

    found = changes(before, after, policy.reading, policy.reach)
    return [*found, *cost_changes(old, new, found, policy.budget.bounds)]


def _digests(view: View) -> Callable[[str, Place, str], str]:
    """Return a function that returns the digest of an item or a server of one side, `-` where that side lacks it."""
    from govern.contract.digests import digest

    @cache
    def digest_of(server_name: str, kind: Place, name: str) -> str:
        server = view.get(server_name)
        if server is None or kind == "lock":
            # The id of a change of the whole lock depends on both totals.
            return "-"
        if kind == "server" or kind == "policy":  # noqa: PLR1714 - mypy follows only this
            return server.digest
        # It is unknown which of several items with one name changed, so an approval covers all of them.
        digests = [item.digest for item in server.copies(kind, name)]
        return digest(digests) if len(digests) > 1 else "".join(digests) or "-"

    return digest_of
