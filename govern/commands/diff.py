"""`govern diff`: every change between two locks, judged and decided."""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import get_args

from govern.commands.place import in_repository
from govern.commands.sides import LIVE, Side, approvals_beside, new_side, old_side
from govern.errors import ConfigMissing, Exit, LockfileMissing, UsageError
from govern.lockfile.document import Lock
from govern.lockfile.outcome import LockOutcome
from govern.lockfile.store import LOCK_NAME, read_both, read_text
from govern.policy.approvals import Approvals, parse_approvals
from govern.policy.approvals_writing import FILE
from govern.policy.config import Config, load_config
from govern.policy.settings import FailOn, Policy
from govern.rules.finding import Finding
from govern.snapshot.take import Progress
from govern.verdict import Verdict, decide


@dataclass(frozen=True, slots=True)
class DiffRequest:
    """What was asked for."""

    old: str | None = None
    new: str | None = None
    live: bool = False
    fail_on: str | None = None
    config: Path | None = None
    lock: Path | None = None
    jobs: int | None = None


@dataclass(frozen=True, slots=True)
class Diffed:
    """The verdict, where approvals go, and what came of looking where NEW is live.

    `lock` is the one that findings are about; there is none where both sides are byte for byte the same.
    """

    verdict: Verdict
    lock: Lock | None
    path: Path
    looked: LockOutcome | None = None

    @property
    def shown_path(self) -> Path:
        """The lock's path as code hosts know it."""
        return in_repository(self.path)

    def lines(self) -> dict[tuple[str, str | None], int]:
        """Where in the lock's text servers and tools stand."""
        from govern.lockfile.places import lines_of
        from govern.lockfile.render import render

        return lines_of(self.lock, render(self.lock)) if self.lock else {}

    @property
    def exit_code(self) -> Exit:
        """A server that could not be seen outweighs an unapproved change."""
        unseen = self.looked is not None and any(server.error for server in self.looked.servers)
        return Exit.COULD_NOT_SEE if unseen else Exit.REFUSED if self.verdict.fails else Exit.DONE


def diff(
    request: DiffRequest,
    environ: Mapping[str, str],
    today: date,
    progress: Callable[[Progress], None] | None = None,
) -> Diffed:
    """Compare OLD with NEW by the policy of the config. Unless NEW is live, no server is started."""
    _refuse_unknown(request.fail_on)
    config = _config(request)
    path = request.lock or (config.lock if config else Path.cwd() / LOCK_NAME)
    policy = config.policy if config else Policy()
    old_word = str(path) if request.live and request.old is None else request.old
    before = old_side(old_word, path, environ)
    looked = _look(request, path, environ, progress) if request.live or request.new == LIVE else None
    after = Side(LIVE, None, approvals_beside(path)) if looked else new_side(request.new, path)
    old, new = (_read(before), looked.lock) if looked else _both(before, after)
    findings = [] if new is None else _found(old or Lock(), new, policy)
    approvals = parse_approvals(after.approvals, FILE) if after.approvals is not None else Approvals()
    verdict = decide(
        findings,
        approvals,
        policy,
        today,
        old=before.called,
        new=after.called,
        first=before.content is None,
        fail_on=request.fail_on,
    )
    failed = [(server.name, server.error.message) for server in looked.servers if server.error] if looked else []
    return Diffed(replace(verdict, unseen=tuple(failed), repeat=_repeat(request)), new, path, looked)


def _repeat(request: DiffRequest) -> str:
    """What makes `govern approve` compare the same."""
    words = [("--against", request.old), ("--to", request.new)]
    given = "".join(f" {flag} {shlex.quote(word)}" for flag, word in words if word is not None)
    return given + (" --live" if request.live else "")


def _refuse_unknown(fail_on: str | None) -> None:
    if fail_on is not None and fail_on not in get_args(FailOn):
        raise UsageError(f"--fail-on {fail_on}: should be {' | '.join(get_args(FailOn))}")


def _config(request: DiffRequest) -> Config | None:
    """Two locks can be compared without a config; what is allowed is then what govern allows by default."""
    try:
        return load_config(request.config, Path.cwd())
    except ConfigMissing:
        if request.config or request.live or LIVE in (request.old, request.new):
            raise
        return None


def _look(
    request: DiffRequest, path: Path, environ: Mapping[str, str], progress: Callable[[Progress], None] | None
) -> LockOutcome:
    """The lock as it would be written now; it is not."""
    from govern.commands.lock import LockRequest, lock

    return lock(LockRequest(check=True, jobs=request.jobs, config=request.config, lock=path), environ, progress)


def _read(side: Side) -> Lock | None:
    return read_text(side.text, side.called) if side.content is not None else None


def _both(before: Side, after: Side) -> tuple[Lock | None, Lock | None]:
    """Both locks; neither is even parsed where their texts are one."""
    if before.content is not None and before.content == after.content:
        return None, None
    if after.content is None:
        raise LockfileMissing(
            "there is no lock to compare with", where=after.called, hint="write it with `govern lock`"
        )
    if before.content is None:
        return None, read_text(after.text, after.called)
    return read_both((before.text, before.called), (after.text, after.called))


def _found(old: Lock, new: Lock, policy: Policy) -> list[Finding]:
    # Walkers, schemas, texts and rules are most of govern; two locks that are one need none of it.
    from govern.commands.compared import findings

    return findings(old, new, policy)
