"""`govern approve --prune`: remove approvals that expired or match no change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.git.history import version_tags
from govern.git.process import work_tree_of
from govern.git.trees import committed_text
from govern.lockfile.writing import exclusive_access
from govern.policy.approvals import FILE, parse_approvals
from govern.policy.approvals_writing import Pruned, current_text, without_entries, write_approvals

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from govern.policy.approvals import Approval, Standing
    from govern.verdict import Verdict


def prune(verdicts: Sequence[Verdict], lock: Path, *, dry_run: bool = False) -> Pruned:
    """Remove approvals that expired or match no change of any verdict, and return them.

    The gate judges every step since the last release, so approvals that were added since then are kept.
    """
    path = lock.with_name(FILE)
    gone = _unneeded(verdicts)
    released = _released(lock) if gone else []
    removed = [each for each in gone if each.why == "expired" or all(each.what in held for held in released)]
    if removed and not dry_run:
        with exclusive_access(path):
            _remove(removed, path)
    return Pruned(path, tuple(removed), len(gone) - len(removed), dry_run)


def _unneeded(verdicts: Sequence[Verdict]) -> list[Standing]:
    found = [[each for each in verdict.standings if each.why in ("stale", "expired")] for verdict in verdicts]
    first, *others = [{each.what: each for each in standings} for standings in found]
    gone = [each for what, each in first.items() if all(what in other for other in others)]
    if any(each.why == "stale" for each in gone) and (bare := next((each for each in verdicts if each.first), None)):
        raise UsageError(
            f"cannot tell which approvals are stale: {bare.old} has no lock",
            hint="name the state to compare with: govern approve --prune --against REF",
        )
    return gone


def _remove(removed: Sequence[Standing], path: Path) -> None:
    text = current_text(path)
    held = parse_approvals(text, str(path))
    unneeded = {each.what for each in removed}
    lines = {each.line for each in (*held.approvals, *held.waivers) if each in unneeded}
    write_approvals(path, without_entries(text, lines, str(path)))


def _released(lock: Path) -> list[tuple[Approval, ...]]:
    """Return the approvals that the last final release held, for each tag series; an empty list if there is none.

    Raise UsageError in a shallow clone, which may lack the release.
    """
    if work_tree_of(lock.absolute().parent) is None:
        return []
    tags = version_tags(lock)
    # A final release is compared with the last final one, so approvals from before a pre-release still count.
    finals = [tag for tag in tags if tag.version.final]
    newest = {tag.series: tag.commit for tag in reversed(finals or tags)}
    texts = [committed_text(lock.with_name(FILE), commit) for commit in newest.values()]
    return [parse_approvals(text, FILE).approvals if text is not None else () for text in texts]
