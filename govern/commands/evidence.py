"""Recorded calls as evidence: which recorded calls a change would break."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.errors import UsageError, docs_url
from govern.rules.rule import Severity
from govern.traces.outcome import Evidence

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from govern.lockfile.document import Lock
    from govern.policy.config import Config
    from govern.rules.finding import Finding


def evidence_for(
    paths_given: Sequence[Path], config: Config | None, old: Lock | None, new: Lock | None, findings: Sequence[Finding]
) -> Evidence | None:
    """Return the recorded calls that the findings affect, or None if there is nothing to compare.

    Recordings named on the command line must contain calls. Those that only policy names are read if a change is
    BREAKING, and may be missing.
    """
    paths = [*paths_given] or _by_policy(config, findings)
    if not paths or not findings or old is None or new is None:
        return None
    from govern.traces.contract import Contract
    from govern.traces.judge import Judge
    from govern.traces.reading import Recordings, recordings
    from govern.traces.reasons import successors

    judge = Judge(Contract(new), Contract(old), findings)
    calls = Recordings(judge.take)
    calls.read(recordings(paths), judge.at)
    replayed = judge.outcome()
    if paths_given and not (replayed.total.calls or replayed.outside):
        where = ", ".join(map(str, paths_given))
        raise UsageError("no recorded call found", where=where, hint=f"see {docs_url('replay.md#formats')}")
    earlier_names = {after: before for before, after in successors([finding.change for finding in findings]).items()}
    return Evidence(replayed, earlier_names, calls.notes.bad)


def _by_policy(config: Config | None, findings: Sequence[Finding]) -> list[Path]:
    folder = config.policy.traces.dir if config else None
    if config is None or folder is None or all(each.severity is not Severity.BREAKING for each in findings):
        return []
    path = config.root / folder
    return [path] if path.exists() else []
