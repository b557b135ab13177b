"""`govern diff`: every change between two locks, judged and decided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from govern.commands.findings import findings
from govern.commands.project import find_config_if_any
from govern.commands.sides import LIVE, LockSide, approvals_beside, authors_between, new_side, old_side
from govern.errors import Exit, LockfileMissing, UsageError
from govern.lockfile.document import Lock
from govern.lockfile.store import LOCK_NAME, read_both, read_text, require_lock
from govern.policy.approvals import FILE, Approvals, parse_approvals, readable_approvals
from govern.policy.settings import Policy
from govern.rules.rule import Severity
from govern.verdict import decide, with_evidence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from govern.compare.added_texts import Judge
    from govern.lockfile.outcome import LockOutcome, Note
    from govern.policy.approvals import Standing
    from govern.policy.approvers import Authors
    from govern.policy.config import Config
    from govern.rules.finding import Finding
    from govern.servers.capture import Progress
    from govern.signing.verification import Verification
    from govern.traces.outcome import Evidence
    from govern.verdict import Verdict

_PLAIN_MARKS = str.maketrans("", "", "./_-")


@dataclass(frozen=True, slots=True)
class DiffRequest:
    """What was asked for; `live` is short for OLD = the work tree's lock and NEW = `live`."""

    old: str | None = None
    new: str | None = None
    live: bool = False
    fail_on: str | None = None
    config: Path | None = None
    lock: Path | None = None
    jobs: int | None = None
    config_from: str | None = None
    traces: tuple[Path, ...] = ()

    @property
    def looks(self) -> bool:
        """Whether servers are looked at."""
        return self.live or LIVE in (self.old, self.new)


@dataclass(frozen=True, slots=True)
class DiffResult:
    """The verdict, where approvals go, and what came of looking where NEW is live.

    `lock` is the one that findings are about; there is none where both sides are byte for byte the same. `old` is the
    one before it, where there was one. `written` is the one that reports point into, a file that people can open: what
    was seen is in none yet.
    """

    verdict: Verdict
    lock: Lock | None
    path: Path
    looked: LockOutcome | None = None
    old: Lock | None = None
    notes: tuple[Note, ...] = ()
    written: tuple[Path, Lock | None] | None = None

    @property
    def shown_path(self) -> Path:
        """The path, as code hosts know it, of the lock that reports point into."""
        from govern.commands.project import in_repository

        return in_repository(self.written[0] if self.written else self.path)

    def lines(self) -> dict[tuple[str, str | None], int]:
        """Where in that lock's text servers and tools stand."""
        from govern.lockfile.render import lines_of

        lock = self.written[1] if self.written else self.lock
        return lines_of(lock) if lock else {}

    @property
    def exit_code(self) -> Exit:
        """A server that could not be seen outweighs an unapproved change."""
        return Exit.UNREACHABLE if self.verdict.unseen else Exit.FAILED if self.verdict.fails else Exit.OK


def diff(
    request: DiffRequest,
    environ: Mapping[str, str],
    today: date | None,
    progress: Callable[[Progress], None] | None = None,
) -> DiffResult:
    """Compare OLD with NEW by the policy of the config. Unless NEW is live, no server is started."""
    require_severity(request.fail_on)
    config = find_config_if_any(request.config, request.config_from, needed=request.looks)
    path = request.lock or (config.lock if config else Path.cwd() / LOCK_NAME)
    policy = config.policy if config else Policy()
    before, after = _sides(request, path, environ)
    looked = _looked(request, path, environ, progress) if request.looks else None
    old, new = _locks(request, before, after, looked.lock) if looked else _both(before, after)
    found = [] if new is None else findings(old or Lock(), new, policy, _text_judge(request, config))
    approvals = parse_approvals(after.approvals, FILE) if after.approvals is not None else Approvals()
    signed = _signed(request, approvals, config, after, path)
    verdict = decide(
        found,
        approvals,
        policy,
        today,
        old=before.called,
        new=after.called,
        first=old is None and new is not None,
        fail_on=request.fail_on,
        signed=signed.entries if signed else frozenset(),
        authors=_authors(policy, before, after, path),
    )
    verdict = replace(verdict, standings=(*verdict.standings, *_new_waivers(before, approvals, today)))
    verdict = with_evidence(verdict, _evidence(request, config, old, new, found), policy, request.fail_on)
    verdict = replace(
        verdict,
        unseen=looked.unseen if looked else (),
        repeat=_repeat(request, before, config),
        unsigned=tuple(map(str, signed.missing)) if signed else (),
    )
    is_seen = request.looks and request.old != LIVE
    written = (before.file or path, old) if is_seen else (after.file or path, new)
    return DiffResult(verdict, new, path, looked, old, _notes(config, old, new), written)


def _sides(request: DiffRequest, path: Path, environ: Mapping[str, str]) -> tuple[LockSide, LockSide]:
    """Both sides as they were asked for; of one that is live nothing is known yet but its approvals."""
    if request.live and request.new is not None:
        raise UsageError("--live says what NEW is, and so does another word", hint="name OLD alone, or write `live`")
    live = LockSide(LIVE, None, approvals_beside(path)) if request.looks else None
    if live and request.old == LIVE:
        if request.live or request.new == LIVE:
            raise UsageError("OLD and NEW are both live, and servers are looked at once", hint="name one of them")
        return live, new_side(request.new, path)
    word = str(path) if request.live and request.old is None else request.old
    return old_side(word, path, environ), live or new_side(request.new, path)


def _looked(
    request: DiffRequest, path: Path, environ: Mapping[str, str], progress: Callable[[Progress], None] | None
) -> LockOutcome:
    from govern.commands.lock import preview_lock

    return preview_lock(request, path, environ, progress, request.jobs)


def _locks(request: DiffRequest, before: LockSide, after: LockSide, seen: Lock) -> tuple[Lock | None, Lock]:
    """Both locks where one of them is what was seen."""
    if request.old != LIVE:
        return _read(before), seen
    if after.content is None:
        raise _nothing_to_compare(after)
    return seen, read_text(after.text, after.called)


def _nothing_to_compare(side: LockSide) -> LockfileMissing:
    hint = "write it with `govern lock`"
    return LockfileMissing("there is no lock to compare with", where=side.called, hint=hint)


def _evidence(
    request: DiffRequest, config: Config | None, old: Lock | None, new: Lock | None, found: Sequence[Finding]
) -> Evidence | None:
    if not request.traces and (config is None or config.policy.traces.dir is None):
        return None
    from govern.commands.evidence import evidence_for

    return evidence_for(request.traces, config, old, new, found)


def _notes(config: Config | None, old: Lock | None, new: Lock | None) -> tuple[Note, ...]:
    if config is None or new is None or not config.settings.names_tools:
        return ()
    from govern.commands.notes import config_notes

    return tuple(config_notes(config, old, new))


def _signed(
    request: DiffRequest, approvals: Approvals, config: Config | None, after: LockSide, path: Path
) -> Verification | None:
    """Return whose signatures count, of approvals and of NEW's lock, where policy asks for any."""
    if config is None:
        return None
    keys = config.policy.signatures
    of_lock = after.content is not None and bool(keys.lock or keys.signers)
    if not (of_lock or keys.approvals or approvals.waivers):
        return None
    from govern.commands.signatures import check_signatures, signatures_at, trusted_by

    signatures = signatures_at(None if request.live else request.new, path)
    lock = read_text(after.text, after.called) if of_lock else None
    return check_signatures(lock, approvals, signatures, trusted_by(config, request.config_from), config.policy)


def _authors(policy: Policy, before: LockSide, after: LockSide, path: Path) -> Authors:
    """Return who made a finding's change: of one pull request all who touched its lock."""
    if not policy.approvals.not_author or before.content == after.content:
        return lambda _: frozenset()
    authors = authors_between(before, after, path)
    return lambda _: authors


def _new_waivers(before: LockSide, approvals: Approvals, today: date | None) -> list[Standing]:
    if not approvals.waivers:
        return []
    from govern.policy.approvals import Standing, new_waivers
    from govern.policy.approvers import of_the_clock

    held = readable_approvals(before.approvals)
    return [
        Standing(each, "new", f"{each.server}/{each.tool} {each.rule} is waived until {each.until}: {each.reason}")
        for each in new_waivers(held, approvals, today or of_the_clock())
    ]


def _text_judge(request: DiffRequest, config: Config | None) -> Judge | None:
    if config is None or not config.policy.text.judge:
        return None
    from govern.commands.text_judge import text_judge

    return text_judge(config, starts_servers=request.looks)


def _repeat(request: DiffRequest, before: LockSide, config: Config | None) -> str:
    """What makes `govern approve` compare the same, also where no CI names a target branch."""
    words = [("--against", request.old or before.found), ("--to", request.new)]
    if config is not None and config.policy.text.judge:
        words.append(("--config-from", request.config_from))
    given = "".join(f" {flag} {_quoted(word)}" for flag, word in words if word is not None)
    return given + (" --live" if request.live else "")


def _quoted(word: str) -> str:
    """As a shell takes it; what is plain needs no look at what is not."""
    if word.isascii() and word.translate(_PLAIN_MARKS).isalnum():
        return word
    from shlex import quote

    return quote(word)


def require_severity(fail_on: str | None) -> None:
    """Only what is a severity, or `never`, says from where on changes fail."""
    known = [*map(str.lower, Severity), "never"]
    if fail_on is not None and fail_on not in known:
        raise UsageError(f"--fail-on {fail_on}: should be {' | '.join(known)}")


def _read(side: LockSide) -> Lock | None:
    return read_text(side.text, side.called) if side.content is not None else None


def _both(before: LockSide, after: LockSide) -> tuple[Lock | None, Lock | None]:
    """Both locks; of neither more than its head is read where their texts are one."""
    if after.content is None:
        raise _nothing_to_compare(after)
    if before.content == after.content:
        require_lock(after.content, after.called)
        return None, None
    if before.content is None:
        return None, read_text(after.text, after.called)
    return read_both((before.content, before.called), (after.content, after.called))
