"""`govern approve`: approve open changes by ID or by a selection."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from govern.commands.diff import diff
from govern.commands.show import no_such_rule
from govern.contract.characters import has_lone_surrogate, without_hidden
from govern.errors import GovernError, UsageError, did_you_mean_or_list
from govern.git.revisions import user_email
from govern.lockfile.writing import exclusive_access
from govern.policy.approvals import Approval, matches_pattern, parse_approvals, person_key
from govern.policy.approvals_writing import APPROVE, ApproveOutcome, add_approvals, current_text
from govern.policy.approvers import may_approve
from govern.policy.change_filter import ChangeFilter
from govern.policy.config_writing import replace_user_file
from govern.rules.rule import RULES, Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import date
    from pathlib import Path

    from govern.commands.diff import DiffRequest
    from govern.commands.gate import GateResult
    from govern.errors import Exit
    from govern.fleet.judging import FleetDiff
    from govern.servers.capture import Progress
    from govern.verdict import Decided, Verdict

_MOST_LISTED = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSelection:
    """A selection of open changes by patterns with `*`. No pattern selects all; `risky` leaves out BREAKING ones."""

    server: tuple[str, ...] = ()
    tool: tuple[str, ...] = ()
    rule: tuple[str, ...] = ()
    risky: bool = False

    def __bool__(self) -> bool:
        return self.risky or bool(self.server or self.tool or self.rule)

    def fits(self, decided: Decided) -> bool:
        """Return whether the selection includes a change."""
        return ChangeFilter(servers=self.server, tools=self.tool, rules=self.rule).fits(decided.finding.change)

    def leaves_out(self, decided: Decided) -> bool:
        """Return whether an open change has to be approved by its ID although it fits."""
        finding = decided.finding
        return not decided.approved and (
            not finding.rule.waivable or (self.risky and finding.severity is Severity.BREAKING)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ApproveRequest:
    """The arguments of `govern approve`. Without IDs and selection the changes are reviewed one by one.

    `command` approves a change by its ID, for reports.
    """

    ids: tuple[str, ...] = ()
    selection: ChangeSelection = ChangeSelection()
    reason: str = ""
    by: str | None = None
    until: date | None = None
    command: str = APPROVE


@dataclass(frozen=True, slots=True)
class Approver:
    """The person who approves, with the reason and the last day."""

    by: str
    reason: str
    until: date | None

    def approval_of(self, decided: Decided) -> Approval:
        """Return this person's approval of one change."""
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
    """Approve the changes with the given IDs, or the open ones that the selection includes."""
    require_reason(request)
    # Another process that approves at the same time waits, so that no approval is overwritten.
    with exclusive_access(path):
        outcome = preview(verdict, path, request, today)
        if outcome.written:
            replace_user_file(path, add_approvals(current_text(path), outcome.written, str(path)))
    return replace(outcome, previewed=False)


def preview(verdict: Verdict, path: Path, request: ApproveRequest, today: date) -> ApproveOutcome:
    """Return what `approve` would do, without writing it."""
    ids, selection = request.ids, request.selection
    if ids and selection:
        raise UsageError("IDs cannot be combined with --all-risky, --server, --tool and --rule")
    if not (ids or selection):
        raise UsageError("no change selected", hint="give change IDs, or use --all-risky, --server, --tool or --rule")
    approver = approver_of(verdict, path, request, today)
    fitting = _by_ids(verdict, ids) if ids else selected_changes(verdict, selection)
    left_out = [] if ids else [each for each in fitting if selection.leaves_out(each)]
    chosen = [each for each in fitting if ids or not selection.leaves_out(each)]
    fresh, idle = _needed_and_not(approver, chosen, path)
    return ApproveOutcome(
        path,
        fresh,
        idle,
        tuple(map(approver.approval_of, left_out)),
        still_open(verdict, fresh),
        sealed=count_unsigned(verdict, fresh),
        previewed=True,
        command=request.command,
    )


def _needed_and_not(
    approver: Approver, chosen: Sequence[Decided], path: Path
) -> tuple[tuple[Approval, ...], tuple[tuple[Approval, str], ...]]:
    """Return the approvals to add to the file, and those not needed with the reason."""
    held = {_key(each) for each in parse_approvals(current_text(path), str(path)).approvals}
    fresh: list[Approval] = []
    idle: list[tuple[Approval, str]] = []
    for decided in chosen:
        approval = approver.approval_of(decided)
        again = "you already approved it" + ("; sign it: govern sign --approvals" if decided.sealed else "")
        if why := _reason_not_needed(decided, approver.by) or (again if _key(approval) in held else ""):
            idle.append((approval, why))
        else:
            fresh.append(approval)
    return tuple(fresh), tuple(idle)


def approver_of(verdict: Verdict, path: Path, request: ApproveRequest, today: date) -> Approver:
    """Return the person who approves; by default git's user.email. Raise if the approval could not count."""
    _require_text(request)
    by, until = request.by, request.until
    person = (by if by is not None else user_email(path) or "").strip()
    if not _has_visible_text(person):
        problem = "--by is empty" if by is not None else "git has no user.email here"
        hint = "use --by you@example.com, or run: git config user.email you@example.com"
        raise UsageError(f"no approver: {problem}", hint=hint)
    if not may_approve(person, verdict.approvers):
        raise UsageError(f"{person!r} is not in policy.approvals.approvers, so this approval would not count")
    if until and until < today:
        raise UsageError(f"--until {until} is in the past, so this approval would not count")
    return Approver(person, request.reason.strip() if _has_visible_text(request.reason) else "", until)


def require_reason(request: ApproveRequest) -> None:
    """Raise UsageError if the reason is empty or invisible."""
    _require_text(request)
    if not _has_visible_text(request.reason):
        raise UsageError("an approval needs a reason", hint='add --reason "…"; it is recorded with the approval')


def _require_text(request: ApproveRequest) -> None:
    if has_lone_surrogate(request.reason + (request.by or "")):
        raise UsageError("--reason or --by is not valid UTF-8", hint="check the encoding of your terminal")


def _has_visible_text(text: str) -> bool:
    return bool(without_hidden(text).strip())


def still_open(verdict: Verdict, fresh: Sequence[Approval]) -> int:
    """Return how many changes still need approval once these are added."""
    more = {each.change for each in fresh}
    return sum(1 for each in verdict.unapproved if each.people + (each.finding.change.id in more) < each.needed)


def count_unsigned(verdict: Verdict, fresh: Sequence[Approval]) -> int:
    """Return how many of these approvals count only once they are signed."""
    waiting = {each.finding.change.id for each in verdict.decided if each.sealed}
    return sum(1 for each in fresh if each.change in waiting)


def _reason_not_needed(decided: Decided, by: str) -> str:
    """Return the reason why an approval would add nothing, or an empty string."""
    if not decided.needed:
        return "needs no approval"
    if decided.approved:
        return f"already approved by {', '.join(dict.fromkeys(each.by or 'a waiver' for each in decided.given))}"
    if decided.made_by(by):
        return f"made by {by}; policy.approvals.not-author requires somebody else to approve it"
    return f"you already approved it; {decided.missing}" if decided.approved_by(by) else ""


def _key(approval: Approval) -> tuple[object, ...]:
    """Return an approval without its reason; a second approval that is equal in the rest adds nothing."""
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
            problems.append(f"{given!r} is ambiguous: {', '.join(each.finding.change.id for each in matches)}")
        else:
            problems.append(f"no change has the ID {given!r}")
    if problems:
        raise UsageError("; ".join(problems), hint=_what_is_open(verdict))
    return list(found.values())


def changes_with_id(verdict: Verdict, given: str) -> Iterator[Decided]:
    """Yield the changes with this ID or with an ID that begins so; `c-` may be left out."""
    for decided in verdict.decided:
        change = decided.finding.change.id
        if given and (change.startswith(given) or change.removeprefix("c-").startswith(given)):
            yield decided


def selected_changes(verdict: Verdict, selection: ChangeSelection) -> list[Decided]:
    """Return the selected changes that are open, or all selected ones if none is open, to show why."""
    for rule in selection.rule:
        if not any(matches_pattern(rule, known) for known in RULES):
            raise no_such_rule(rule)
    fitting = [each for each in verdict.decided if selection.fits(each)]
    if mismatch := next(_mismatches(verdict, selection), "" if fitting else "all of --server, --tool and --rule"):
        # A suggested name says enough; the open changes may be many.
        hint = "" if mismatch.endswith("?") else _what_is_open(verdict)
        raise UsageError(f"no change matches {mismatch}", hint=hint)
    return [each for each in fitting if not each.approved] or fitting


def _mismatches(verdict: Verdict, selection: ChangeSelection) -> Iterator[str]:
    changes = [each.finding.change for each in verdict.decided]
    # A renamed or moved tool is selected by either name.
    became = [change.became for change in changes if change.became]
    sides = (
        ("server", selection.server, [*(change.server for change in changes), *(server for server, _ in became)]),
        ("tool", selection.tool, [*(change.name for change in changes), *(name for _, name in became)]),
        ("rule", selection.rule, [change.rule for change in changes]),
    )
    for word, patterns, known in sides:
        for given in patterns:
            if not any(matches_pattern(given, name) for name in known):
                yield f"--{word} {given}{did_you_mean_or_list(given, sorted(set(known)))}"


def _what_is_open(verdict: Verdict) -> str:
    lines = [
        f"{change.id}  {change.server}/{change.name}  {change.rule}"
        for change in (each.finding.change for each in verdict.unapproved)
    ]
    if not lines:
        return "No change needs approval."
    more = [f"and {len(lines) - _MOST_LISTED} more"] if len(lines) > _MOST_LISTED else []
    return "\n".join(["These changes need approval:", *lines[:_MOST_LISTED], *more])


def approvable_changes(  # noqa: PLR0913 - what a diff is asked, and what of it is wanted
    request: DiffRequest,
    ids: Sequence[str],
    environ: Mapping[str, str],
    today: date,
    progress: Callable[[Progress], None] | None = None,
    *,
    by_gate: bool = False,
) -> tuple[Verdict, Path, Exit]:
    """Return a verdict with the changes that may be approved, the path of the lock and the exit code.

    With `by_gate` the verdict is the gate's: everything since the last release. Otherwise it is the diff's. An ID
    that the diff does not contain may be a weakened policy, which only the gate reports, so the gate's findings are
    then added.
    """
    if by_gate:
        if request.new is not None or request.live:
            raise UsageError(
                "--gate compares the last release with the work tree; it cannot be combined with --to or --live"
            )
        gated = _gate(request, environ, today)
        return gated.gate.verdict, gated.path, gated.exit_code
    result = diff(request, environ, today, progress)
    verdict = result.verdict
    unknown = [each for each in ids if not any(True for _ in changes_with_id(verdict, each))]
    if unknown and request.new is None and not request.live:
        verdict = _with_gates(verdict, request, environ, today)
    return verdict, result.path, result.exit_code


def _with_gates(verdict: Verdict, request: DiffRequest, environ: Mapping[str, str], today: date) -> Verdict:
    try:
        found = _gate(replace(request, old=None), environ, today).gate.verdict
    except GovernError:
        # Without a gate there are no further findings.
        return verdict
    known = {each.finding.change.id for each in verdict.decided}
    more = tuple(each for each in found.decided if each.finding.change.id not in known)
    return replace(verdict, decided=(*verdict.decided, *more), approvers=found.approvers or verdict.approvers)


def _gate(request: DiffRequest, environ: Mapping[str, str], today: date) -> GateResult:
    from govern.commands.gate import GateRequest, gate

    against, config, lock = request.old, request.config, request.lock
    return gate(
        GateRequest(against=against, config=config, lock=lock, config_from=request.config_from, first=None),
        environ,
        today,
    )


def with_members(request: ApproveRequest, diff: FleetDiff) -> ApproveRequest:
    """Return the request with the ID of every member of a family in place of the one that `fleet diff` prints."""
    ids: list[str] = []
    for given in request.ids:
        found = [*changes_with_id(diff.verdict, given)]
        ids += [each.change.id for each in found[0].findings] if len(found) == 1 else [given]
    return replace(request, ids=tuple(dict.fromkeys(ids)))
