"""`govern approve --prune`: approvals that will never count again are taken out of the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.git.history import version_tags
from govern.git.trees import committed_text
from govern.policy.approvals import FILE, parse_approvals
from govern.policy.approvals_writing import current_text, without_entries, write_approvals

if TYPE_CHECKING:
    from pathlib import Path

    from govern.policy.approvals import Approval, Standing
    from govern.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Pruned:
    """What was taken out, each with its reason; `kept` is how many stale ones the gate may still ask for."""

    path: Path
    removed: tuple[Standing, ...]
    kept: int


def prune(verdict: Verdict, lock: Path) -> Pruned:
    """Take out what has expired, and what fits no change.

    The gate looks at every step since the last release, so an approval that came in after it is kept.
    """
    path = lock.with_name(FILE)
    gone = [each for each in verdict.standings if each.why in ("stale", "expired")]
    released = _released(lock) if gone else []
    removed = [each for each in gone if each.why == "expired" or all(each.what in held for held in released)]
    if removed:
        lines = {each.what.line for each in removed}
        write_approvals(path, without_entries(current_text(path), lines, str(path)))
    return Pruned(path, tuple(removed), len(gone) - len(removed))


def _released(lock: Path) -> list[tuple[Approval, ...]]:
    """The approvals that the last final release held, of each series of versions; empty where nothing was released."""
    try:
        tags = version_tags(lock)
    except UsageError:
        return []
    # A final release is judged from the last final one, so what came in before a pre-release is still asked for.
    finals = [tag for tag in tags if tag.version.final]
    newest = {tag.series: tag.commit for tag in reversed(finals or tags)}
    texts = [committed_text(lock.with_name(FILE), commit) for commit in newest.values()]
    return [parse_approvals(text, FILE).approvals if text is not None else () for text in texts]
