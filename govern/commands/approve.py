"""`govern approve`: approvals of open changes, by their ids or by a selection, written to capability.approvals.toml."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from govern.commands.diff import diff
from govern.commands.explain import no_such_rule
from govern.commands.project import suggestion
from govern.contract.characters import has_lone_surrogate, without_hidden
from govern.errors import Exit, GovernError, UsageError
from govern.git.history import version_tags
from govern.git.revisions import user_email
from govern.git.trees import committed_text
from govern.lockfile.writing import alone
from govern.policy.approvals import FILE, Approval, matches_pattern, parse_approvals, person_key
from govern.policy.approvals_writing import (
    ApproveOutcome,
    add_approvals,
    current_text,
    without_entries,
    write_approvals,
)
from govern.policy.approvers import may_approve
from govern.rules.table import RULES
from govern.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import date

    from govern.commands.diff import DiffRequest
    from govern.commands.gate import GateResult
    from govern.policy.approvals import Standing
    from govern.servers.capture import Progress
    from govern.verdict import Decided


_MOST_LISTED = 12


@dataclass(frozen=True, slots=True)
class ChangeSelection:
    """Which open changes, by patterns with `*`; what is None fits any."""

    server: str | None = None
    tool: str | None = None
    rule: str | None = None

    def __bool__(self) -> bool:
        return (self.server, self.tool, self.rule) != (None, None, None)

    def fits(self, decided: Decided) -> bool:
        """Whether a change is among them."""
        change = decided.finding.change
        pairs = ((self.server, change.server), (self.tool, change.name), (self.rule, change.rule))
        return all(pattern is None or matches_pattern(pattern, name) for pattern, name in pairs)


@dataclass(frozen=True, slots=True)
class ApproveRequest:
    """What was asked for; without ids and a selection the changes are walked through."""

    ids: tuple[str, ...] = ()
    selection: ChangeSelection = ChangeSelection()
    reason: str = ""
    by: str | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Approver:
    """Who says yes, why, and for how long."""

    by: str
    reason: str
    until: date | None

    def under(self, decided: Decided) -> Approval:
        """The approval of one change."""
        finding = decided.finding
        change = finding.change
        return Approval(
            change=change.id,
            server=change.server,
            tool=change.name,
            rule=change.rule,
            severity=finding.severity.value,
            origin=finding.origin,
            target=finding.target,
            reason=self.reason,
            by=self.by,
            until=self.until,
        )


def approve(verdict: Verdict, path: Path, request: ApproveRequest, today: date) -> ApproveOutcome:
    """Approve the changes with these ids, or else the open ones that the selection fits."""
    ids, selection = request.ids, request.selection
    _require_text(request)
    if not _says_something(request.reason):
        raise UsageError(
            "an approval needs a reason", hint='say why with --reason "…"; whoever reads the file will ask'
        )
    if ids and selection:
        raise UsageError("changes are named by their ids or by --server, --tool and --rule, not by both")
    signature = approver_of(verdict, path, request, today)
    chosen = _by_ids(verdict, ids) if ids else _selected(verdict, selection)
    # What steers a model is approved by who names it, never in passing.
    left_out = [] if ids else [each for each in chosen if not each.finding.rule.waivable and not each.approved]
    # Whoever else approves at the same time waits, so that neither writes over what the other wrote.
    with alone(path):
        written, idle = _written(signature, [each for each in chosen if each not in left_out], path)
    passed_by = tuple(map(signature.under, left_out))
    return ApproveOutcome(
        path, written, idle, passed_by, still_open(verdict, written), sealed=count_unsigned(verdict, written)
    )


def _written(
    signature: Approver, chosen: Sequence[Decided], path: Path
) -> tuple[tuple[Approval, ...], tuple[tuple[Approval, str], ...]]:
    """What was added to the file, and what did not have to be, with the reason."""
    text = current_text(path)
    held = {_what(each) for each in parse_approvals(text, str(path)).approvals}
    fresh: list[Approval] = []
    idle: list[tuple[Approval, str]] = []
    for decided in chosen:
        approval = signature.under(decided)
        if why := _needless(decided, signature.by) or (_held_already(decided) if _what(approval) in held else ""):
            idle.append((approval, why))
        else:
            fresh.append(approval)
    if fresh:
        write_approvals(path, add_approvals(text, fresh, str(path)))
    return tuple(fresh), tuple(idle)


def approver_of(verdict: Verdict, path: Path, request: ApproveRequest, today: date) -> Approver:
    """Who signs, by git's word where nobody says; an approval that could not count is refused before anything else."""
    _require_text(request)
    by, until = request.by, request.until
    who = (by if by is not None else user_email(path) or "").strip()
    if not _says_something(who):
        said = "--by is empty" if by is not None else "git knows no user.email here"
        hint = "say who with --by, or with `git config user.email you@example.com`"
        raise UsageError(f"nobody to approve: {said}", hint=hint)
    if not may_approve(who, verdict.approvers):
        raise UsageError(f"{who!r} is not among policy.approvals.approvers, so this approval would not count")
    if until and until < today:
        raise UsageError(f"--until {until} is past, so this approval would not count")
    return Approver(who, request.reason.strip() if _says_something(request.reason) else "", until)


def _require_text(request: ApproveRequest) -> None:
    if has_lone_surrogate(request.reason + (request.by or "")):
        raise UsageError("the reason or who gives it holds bytes that are no UTF-8", hint="write it as text")


def _says_something(text: str) -> bool:
    return bool(without_hidden(text).strip())


def still_open(verdict: Verdict, fresh: Sequence[Approval]) -> int:
    """How many changes lack somebody's approval when these have come in."""
    more = {each.change for each in fresh}
    return sum(1 for each in verdict.unapproved if each.people + (each.finding.change.id in more) < each.needed)


def count_unsigned(verdict: Verdict, fresh: Sequence[Approval]) -> int:
    """How many of these count only once they are signed."""
    waiting = {each.finding.change.id for each in verdict.decided if each.sealed}
    return sum(1 for each in fresh if each.change in waiting)


def _held_already(decided: Decided) -> str:
    return "is approved by you already" + ("; sign it: govern sign --approvals" if decided.sealed else "")


def _needless(decided: Decided, by: str) -> str:
    """Why an approval would add nothing, if so."""
    if not decided.needed:
        return "needs no approval"
    if decided.approved:
        return f"is approved by {', '.join(dict.fromkeys(each.by or 'a waiver' for each in decided.given))} already"
    if decided.made_by(by):
        return f"was made by {by}, who may not approve it: policy.approvals.not-author"
    return f"is approved by you already, and {decided.missing}" if decided.approved_by(by) else ""


def _what(approval: Approval) -> tuple[object, ...]:
    """All but the words: another approval of the same would say nothing new."""
    until, by = approval.until, person_key(approval.by)
    return approval.change, approval.severity, approval.origin, approval.target, until, by


def _by_ids(verdict: Verdict, ids: Sequence[str]) -> list[Decided]:
    found: dict[str, Decided] = {}
    problems = []
    for given in ids:
        matches = list(changes_with_id(verdict, given))
        if len(matches) == 1:
            found[matches[0].finding.change.id] = matches[0]
        elif matches:
            problems.append(f"{given!r} may be {', '.join(each.finding.change.id for each in matches)}")
        else:
            problems.append(f"no change has the id {given!r}")
    if problems:
        raise UsageError("; ".join(problems), hint=_what_is_open(verdict))
    return list(found.values())


def changes_with_id(verdict: Verdict, given: str) -> Iterator[Decided]:
    """A whole id, or the beginning of one with or without its `c-`."""
    for decided in verdict.decided:
        change = decided.finding.change.id
        if given and (change.startswith(given) or change.removeprefix("c-").startswith(given)):
            yield decided


def _selected(verdict: Verdict, selection: ChangeSelection) -> list[Decided]:
    """All that fits where nothing open does, so that whoever asks learns why."""
    rule = selection.rule
    if rule is not None and not any(matches_pattern(rule, known) for known in RULES):
        raise no_such_rule(rule)
    fitting = [each for each in verdict.decided if selection.fits(each)]
    if not fitting:
        raise UsageError(f"no change fits{_instead(verdict, selection)}", hint=_what_is_open(verdict))
    return [each for each in fitting if not each.approved] or fitting


def _instead(verdict: Verdict, selection: ChangeSelection) -> str:
    changes = [each.finding.change for each in verdict.decided]
    sides = (
        ("server", selection.server, [change.server for change in changes]),
        ("tool", selection.tool, [change.name for change in changes]),
        ("rule", selection.rule, [change.rule for change in changes]),
    )
    for word, given, known in sides:
        if given is not None and not any(matches_pattern(given, name) for name in known):
            return f" --{word} {given}{suggestion(given, sorted(set(known)))}"
    return " all of --server, --tool and --rule"


def _what_is_open(verdict: Verdict) -> str:
    lines = [
        f"{change.id}  {change.server}/{change.name}  {change.rule}"
        for change in (each.finding.change for each in verdict.unapproved)
    ]
    if not lines:
        return "Nothing is open: every change is approved or needs no approval."
    more = [f"and {len(lines) - _MOST_LISTED} more; `govern diff` lists all"] if len(lines) > _MOST_LISTED else []
    return "\n".join(["Open are:", *lines[:_MOST_LISTED], *more])


Approvable = tuple[Verdict, Path, Exit]


def approvable_changes(  # noqa: PLR0913 - what a diff is asked, and what of it is wanted
    request: DiffRequest,
    ids: Sequence[str],
    environ: Mapping[str, str],
    today: date,
    progress: Callable[[Progress], None] | None = None,
    *,
    by_gate: bool = False,
) -> Approvable:
    """The verdict, the lock that it is about, and the exit code of looking.

    By the gate it is that of everything since the last release. Else it is the diff's; where that knows an id not, the
    gate's findings stand beside it, since what is weaker since the last release is found by the gate alone.
    """
    if by_gate:
        if request.new is not None or request.live:
            raise UsageError("--gate compares the last release with the work tree; --to and --live do not go with it")
        gated = _gate(request, environ, today)
        return gated.gate.verdict, gated.path, gated.exit_code
    diffed = diff(request, environ, today, progress)
    verdict = diffed.verdict
    unknown = [each for each in ids if not any(True for _ in changes_with_id(verdict, each))]
    if unknown and request.new is None and not request.live:
        verdict = _with_gates(verdict, request, environ, today)
    return verdict, diffed.path, diffed.exit_code


def _with_gates(verdict: Verdict, request: DiffRequest, environ: Mapping[str, str], today: date) -> Verdict:
    try:
        found = _gate(replace(request, old=None), environ, today).gate.verdict
    except GovernError:
        # Where no gate can be asked, no id is one of its.
        return verdict
    known = {each.finding.change.id for each in verdict.decided}
    more = tuple(each for each in found.decided if each.finding.change.id not in known)
    return replace(verdict, decided=(*verdict.decided, *more), approvers=found.approvers or verdict.approvers)


def _gate(request: DiffRequest, environ: Mapping[str, str], today: date) -> GateResult:
    from govern.commands.gate import GateRequest, gate

    against, config, lock = request.old, request.config, request.lock
    return gate(
        GateRequest(against, config=config, lock=lock, config_from=request.config_from, first=None), environ, today
    )


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
