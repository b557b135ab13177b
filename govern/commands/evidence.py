"""Evidence for a verdict from outside of the locks: recorded calls that break, and a judge of added sentences."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from govern.errors import JudgeFailed, UsageError, docs_url
from govern.rules.rule import Severity
from govern.traces.outcome import Evidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.compare.added_texts import AddedSentence, Opinion, TextJudge
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


def text_judge(config: Config | None, *, starts_servers: bool) -> TextJudge | None:
    """Return the judge that policy.text.judge names, or None if there is none.

    A config that a commit brings by --config-from is trusted with commands, and so is one whose servers are started
    anyway. Any other config may be untrusted: its judge is not run, and texts that need it are an error.
    """
    if config is None or not config.policy.text.judge:
        return None
    if not (config.from_commit or starts_servers):
        return _refused
    return _Once(config, config.policy.text.judge, config.policy.text.timeout)


def _refused(_: Sequence[AddedSentence]) -> Sequence[Opinion]:
    raise UsageError(
        "policy.text.judge was not run: the work tree's config may not start programs",
        hint="name a commit whose config you trust, such as --config-from HEAD",
    )


class _Once:
    """A judge that scores each sentence once, within one time limit for all."""

    def __init__(self, config: Config, command: Sequence[str], seconds: float) -> None:
        self._root, self._command, self._seconds = config.root, command, seconds
        self._known: dict[AddedSentence, Opinion] = {}

    def __call__(self, sentences: Sequence[AddedSentence]) -> Sequence[Opinion]:
        fresh = [each for each in dict.fromkeys(sentences) if each not in self._known]
        if fresh:
            self._known |= zip(fresh, self._answers(fresh), strict=True)
        return [self._known[each] for each in sentences]

    def _answers(self, sentences: Sequence[AddedSentence]) -> Sequence[Opinion]:
        from govern.servers.text_judge import ask_judge, judge_program

        command = (judge_program(self._command[0]), *self._command[1:])
        _refuse_checkout(command, self._root)
        if self._seconds <= 0:
            raise JudgeFailed("timed out before all sentences were scored", where="policy.text.judge")
        begun = monotonic()
        answers = ask_judge(command, self._seconds, sentences)
        self._seconds -= monotonic() - begun
        return answers


def _refuse_checkout(command: Sequence[str], root: Path) -> None:
    """Raise UsageError if a word names a file of the repository: a pull request could change it."""
    folders = (root, *root.parents)
    top = next((folder for folder in folders if (folder / ".git").exists()), root)
    inside = {f"{folder}{os.sep}" for folder in (top, top.resolve())}
    for word in command:
        spellings = {word, str(Path(word).resolve())} if Path(word).is_absolute() else {word}
        if any(folder in spelling for folder in inside for spelling in spellings):
            raise UsageError(
                f"policy.text.judge names a file of the repository: {word}",
                hint="install the judge outside of the repository, where no pull request can change it",
            )
