"""`govern diff`: find every change between two locks, and decide whether it may pass."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from govern.commands.project import ProjectRequest, find_config_if_any, in_repository
from govern.commands.sides import LIVE, LockSide, approvals_beside, authors_between, new_side, old_side
from govern.errors import Exit, LockfileMissing, UsageError, did_you_mean, docs_url
from govern.findings import changed_sizes, findings
from govern.lockfile.document import Lock
from govern.lockfile.store import LOCK_NAME, read_both, read_headers, require_lock
from govern.policy.approvals import FILE, Approvals, Standing, new_waivers, parse_approvals, readable_approvals
from govern.policy.change_filter import EVERYTHING, unmatched
from govern.policy.settings import Policy
from govern.rules.rule import Severity
from govern.verdict import decide, with_evidence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import date

    from govern.compare.added_texts import TextJudge
    from govern.lockfile.outcome import LockOutcome, Note
    from govern.policy.approvers import Authors
    from govern.policy.change_filter import ChangeFilter
    from govern.policy.config import Config
    from govern.rules.finding import Finding
    from govern.selection.intents import IntentGate
    from govern.servers.capture import Progress
    from govern.signing.verification import Verification
    from govern.traces.outcome import Evidence
    from govern.verdict import Verdict

# An intent should find its tool among so many.
TOP = 5
_PLAIN_MARKS = str.maketrans("", "", "./_-")


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffRequest(ProjectRequest):
    """The arguments of `govern diff`. `live` stands for OLD = the lock in the work tree and NEW = `live`.

    `intents` is a suite, whose intents should find their tools among the first `intents_top`.
    """

    old: str | None = None
    new: str | None = None
    live: bool = False
    fail_on: str | None = None
    jobs: int | None = None
    traces: tuple[Path, ...] = ()
    only: ChangeFilter = EVERYTHING
    intents: Path | None = None
    intents_top: int = TOP

    @property
    def is_live(self) -> bool:
        """Return whether servers have to be started."""
        return self.live or LIVE in (self.old, self.new)


@dataclass(frozen=True, slots=True)
class DiffResult:
    """The verdict of a comparison, the path of the lock, and what servers returned if NEW is live.

    `lock` is the lock that the findings are about, None if both sides are identical. `old` is the lock before it.
    `written` is the lock file that reports refer to by line.
    """

    verdict: Verdict
    lock: Lock | None
    path: Path
    preview: LockOutcome | None = None
    old: Lock | None = None
    notes: tuple[Note, ...] = ()
    written: tuple[Path, Lock | None] | None = None

    @property
    def shown_path(self) -> Path:
        """Return the path of the lock that reports refer to, relative to the repository."""
        return in_repository(self.written[0] if self.written else self.path)

    def lines(self) -> dict[tuple[str, str | None], int]:
        """Return the line of each server and tool in that lock."""
        from govern.lockfile.text import lines_of

        lock = self.written[1] if self.written else self.lock
        return lines_of(lock) if lock else {}

    @property
    def exit_code(self) -> Exit:
        """Return the exit code; an unreachable server outweighs an unapproved change."""
        return Exit.UNREACHABLE if self.verdict.unseen else Exit.FAILED if self.verdict.fails else Exit.OK


def diff(
    request: DiffRequest,
    environ: Mapping[str, str],
    today: date | None,
    progress: Callable[[Progress], None] | None = None,
) -> DiffResult:
    """Compare OLD with NEW by the policy of the config. Servers are started only if one side is `live`."""
    require_severity(request.fail_on)
    config = find_config_if_any(request.config, request.config_from, needed=request.is_live)
    path = request.lock or (config.lock if config else Path.cwd() / LOCK_NAME)
    before, after = _sides(request, path, environ)
    policy = config.policy if config else Policy()
    preview = _preview(request, config, path, environ, progress) if request.is_live else None
    old, new = _both_locks(request, before, after, preview)
    changes_found = _changes_found(request, config, old, new)
    approvals = parse_approvals(after.approvals, FILE) if after.approvals is not None else Approvals()
    signed = _verification(request, approvals, config, after, path)
    verdict = decide(
        changes_found,
        approvals,
        policy,
        today,
        old=before.called,
        new=after.called,
        first=old is None and new is not None,
        fail_on=request.fail_on,
        signed=signed.entries if signed else frozenset(),
        authors=_authors(policy, before, after, path),
        only=request.only,
    )
    verdict = with_evidence(verdict, _evidence(request, config, old, new, changes_found), policy, request.fail_on)
    verdict = replace(
        verdict,
        standings=(*verdict.standings, *_new_waivers(before, approvals, today)),
        default_old=before.is_default,
        unseen=preview.unseen if preview else (),
        repeat=_repeat(request, before, config),
        unsigned=tuple(map(str, signed.missing)) if signed else (),
        sizes=changed_sizes(old, new, changes_found),
    )
    notes, written = tuple(_notes(config, old, new, after)), _written(request, (before, old), (after, new), path)
    return DiffResult(verdict=verdict, lock=new, path=path, preview=preview, old=old, notes=notes, written=written)


def _changes_found(request: DiffRequest, config: Config | None, old: Lock | None, new: Lock | None) -> list[Finding]:
    intents = _intents(request)
    if new is None:
        return []
    return findings(old or Lock(), new, config.policy if config else Policy(), _text_judge(request, config), intents)


def _written(
    request: DiffRequest, old: tuple[LockSide, Lock | None], new: tuple[LockSide, Lock | None], path: Path
) -> tuple[Path, Lock | None]:
    """Return the lock file that reports refer to by line: NEW's, or OLD's if NEW is live."""
    side, lock = old if request.is_live and request.old != LIVE else new
    return side.file or path, lock


def _sides(request: DiffRequest, path: Path, environ: Mapping[str, str]) -> tuple[LockSide, LockSide]:
    """Return both sides as requested. A live side holds only its approvals so far."""
    if request.live and request.new is not None:
        raise UsageError("--live and NEW cannot be combined", hint="run: govern diff OLD live, or: govern diff --live")
    live = LockSide(LIVE, None, approvals_beside(path)) if request.is_live else None
    if live and request.old == LIVE:
        if request.live or request.new == LIVE:
            raise UsageError("OLD and NEW cannot both be live", hint="run: govern diff OLD live")
        return live, new_side(request.new, path)
    word = str(path) if request.live and request.old is None else request.old
    return old_side(word, path, environ), live or new_side(request.new, path)


def _preview(
    request: DiffRequest,
    config: Config | None,
    path: Path,
    environ: Mapping[str, str],
    progress: Callable[[Progress], None] | None,
) -> LockOutcome:
    from govern.commands.lock import preview_lock

    names = _chosen_servers(request.only, config) if config and request.only.servers else ()
    return preview_lock(request, path, environ, progress, jobs=request.jobs, names=names)


def _chosen_servers(only: ChangeFilter, config: Config) -> tuple[str, ...]:
    """Return the servers to start. Raise UsageError for a pattern that matches none."""
    from govern.policy.targets import target_names

    names = target_names(config)
    _require_match("server", only.servers, names)
    return tuple(only.chosen_servers(names))


def _require_known(only: ChangeFilter, *locks: Lock) -> None:
    """Raise UsageError for a pattern that matches nothing, so that a misspelled filter does not pass as no change."""
    servers = [server for lock in locks for server in lock.servers]
    # Changes of the whole lock are those of a server `lock`.
    _require_match("server", only.servers, [*(server.name for server in servers), "lock"])
    _require_match("tool", only.tools, [item.key for server in servers for item in server.items])
    if only.rules:
        from govern.rules.rule import RULES

        _require_match("rule", only.rules, list(RULES))


def _require_match(kind: str, patterns: Sequence[str], names: Sequence[str]) -> None:
    pattern = unmatched(patterns, names)
    if pattern is not None:
        close = did_you_mean(pattern, sorted(set(names)))
        raise UsageError(f"--{kind} {pattern} matches no {kind}{close}", hint="`*` matches any text")


def _both_locks(
    request: DiffRequest, before: LockSide, after: LockSide, preview: LockOutcome | None
) -> tuple[Lock | None, Lock | None]:
    """Return both locks, None for both if they are identical. Raise UsageError if a filter fits nothing in them."""
    old, new = _locks(request, before, after, preview.lock) if preview else _both(before, after)
    if request.only:
        _require_known(request.only, old or Lock(), new or _read(after) or Lock())
    return old, new


def _locks(request: DiffRequest, before: LockSide, after: LockSide, seen: Lock) -> tuple[Lock | None, Lock]:
    """Return both locks if one of them is live."""
    if request.old != LIVE:
        return _read(before), seen
    if after.content is None:
        raise _nothing_to_compare(after)
    return seen, after.lock()


def _nothing_to_compare(side: LockSide) -> LockfileMissing:
    hint = "write it with `govern lock`"
    return LockfileMissing("no lock to compare with", where=side.called, hint=hint)


def _evidence(
    request: DiffRequest, config: Config | None, old: Lock | None, new: Lock | None, changes_found: Sequence[Finding]
) -> Evidence | None:
    if not request.traces and (config is None or config.policy.traces.dir is None):
        return None
    from govern.commands.evidence import evidence_for

    return evidence_for(request.traces, config, old, new, changes_found)


def _notes(config: Config | None, old: Lock | None, new: Lock | None, after: LockSide) -> Iterator[Note]:
    """Yield what the config names in vain, and for the lock in the work tree what it lacks of the config."""
    if config is None:
        return
    if new is not None and config.settings.names_tools:
        from govern.commands.notes import config_notes

        yield from config_notes(config, old, new)
    if after.is_default and not config.from_commit:
        from govern.commands.notes import unlocked_notes

        yield from unlocked_notes(config, new or read_headers(after.content or b"", after.called))


def _verification(
    request: DiffRequest, approvals: Approvals, config: Config | None, after: LockSide, path: Path
) -> Verification | None:
    """Return the valid signatures of the approvals and of NEW's lock, or None if policy requires none."""
    if config is None:
        return None
    keys = config.policy.signatures
    of_lock = after.content is not None and bool(keys.lock or keys.signers)
    if not (of_lock or keys.approvals or approvals.waivers):
        return None
    from govern.commands.signatures import check_signatures, signatures_at, trusted_by

    signatures = signatures_at(None if request.live else request.new, path)
    lock = after.lock() if of_lock else None
    return check_signatures(lock, approvals, signatures, trusted_by(config, request.config_from), config.policy)


def _authors(policy: Policy, before: LockSide, after: LockSide, path: Path) -> Authors:
    """Return a function that returns the authors of a change: for a pull request, everybody who changed the lock."""
    if not policy.approvals.not_author or before.content == after.content:
        return lambda _: frozenset()
    authors = authors_between(before, after, path)
    return lambda _: authors


def _new_waivers(before: LockSide, approvals: Approvals, today: date | None) -> list[Standing]:
    if not approvals.waivers:
        return []
    from govern.policy import clock

    held = readable_approvals(before.approvals)
    return [
        Standing(each, "new", f"{each.server}/{each.tool} {each.rule} is waived until {each.until}: {each.reason}")
        for each in new_waivers(held, approvals, today or clock.today())
    ]


def _text_judge(request: DiffRequest, config: Config | None) -> TextJudge | None:
    if config is None or not config.policy.text.judge:
        return None
    from govern.commands.evidence import text_judge

    return text_judge(config, starts_servers=request.is_live)


def _intents(request: DiffRequest) -> IntentGate | None:
    if request.intents is None:
        return None
    from govern.selection.intents import IntentGate
    from govern.selection.suite import read_suite

    suite, _ = read_suite(request.intents)
    agents = [agent for agent in suite.all if agent.intents]
    if not agents:
        raise UsageError("no intents", where=str(request.intents), hint=f"see {docs_url('eval.md#intents')}")
    return IntentGate(str(request.intents), agents, request.intents_top)


def _repeat(request: DiffRequest, before: LockSide, config: Config | None) -> str:
    """Return the arguments that make `govern approve` compare the same two sides, also outside of CI."""
    words = [("--against", request.old or before.found), ("--to", request.new)]
    if request.intents:
        top = None if request.intents_top == TOP else str(request.intents_top)
        words += [("--intents", str(request.intents)), ("--intents-top", top)]
    if config is not None and config.policy.text.judge:
        words.append(("--config-from", request.config_from))
    given = "".join(f" {flag} {_shell_word(word)}" for flag, word in words if word is not None)
    return given + (" --live" if request.live else "")


def _shell_word(word: str) -> str:
    """Return a word quoted for a shell, importing shlex only if it needs quotes."""
    if word.isascii() and word.translate(_PLAIN_MARKS).isalnum():
        return word
    from shlex import quote

    return quote(word)


def require_severity(fail_on: str | None) -> None:
    """Raise UsageError if `--fail-on` is neither a severity nor `never`."""
    known = [*map(str.lower, Severity), "never"]
    if fail_on is not None and fail_on not in known:
        raise UsageError(f"--fail-on {fail_on}: expected {' | '.join(known)}")


def _read(side: LockSide) -> Lock | None:
    return side.lock() if side.content is not None else None


def _both(before: LockSide, after: LockSide) -> tuple[Lock | None, Lock | None]:
    """Return both locks. If their texts are identical, check only the header and return None for both."""
    if after.content is None:
        raise _nothing_to_compare(after)
    if before.content == after.content:
        require_lock(after.content, after.called)
        return None, None
    if before.content is None:
        return None, after.lock()
    return read_both((before.content, before.called), (after.content, after.called))
