"""Which of some commits lead to which, in one walk over the history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.git.process import run_git

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path


def ancestors(path: Path, commits: Collection[str], end: str, begin: str | None = None) -> dict[str, frozenset[str]]:
    """For `end` and each of these commits that it reaches, which of them it reaches; those of `begin` are left out."""
    reach = (end, f"^{begin}") if begin else (end,)
    # Only commits with a ref and those where lines meet are told, so a long history between tags costs git alone.
    answer = run_git(path, "rev-list", "--simplify-by-decoration", "--parents", "--topo-order", "--reverse", *reach)
    if answer.returncode:
        raise UsageError("git cannot read the history", where=str(path.absolute().parent))
    bits = {commit: 1 << at for at, commit in enumerate(commits)}
    reached: dict[str, int] = {}
    for line in answer.stdout.decode("ascii").splitlines():
        commit, *parents = line.split(" ")
        mask = bits.get(commit, 0)
        for parent in parents:
            mask |= reached.get(parent, 0)
        reached[commit] = mask
    # Whatever was told is reached from the end, which is told itself only where it has a ref.
    reached[end] = sum(bit for commit, bit in bits.items() if commit in reached)
    return {
        commit: frozenset(other for other, bit in bits.items() if reached[commit] & bit and other != commit)
        for commit in (end, *bits)
        if commit in reached
    }
