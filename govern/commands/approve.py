"""`govern approve`: approvals of open changes, by their ids or by a selection, written to capability.approvals.toml."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.commands.explain import no_such_rule
from govern.commands.place import meant
from govern.contract.characters import has_lone_surrogate, without_hidden
from govern.errors import UsageError
from govern.git.revisions import email
from govern.lockfile.exclusive import alone
from govern.policy.approvals import Approval, matches_pattern, parse_approvals, person_key
from govern.policy.approvals_writing import ApproveOutcome, add_approvals, current_text, write_approvals
from govern.policy.approvers import may_approve
from govern.rules.table import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date
    from pathlib import Path

    from govern.verdict import Decided, Verdict

_MOST_LISTED = 12


@dataclass(frozen=True, slots=True)
class Selection:
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
    selection: Selection = Selection()
    reason: str = ""
    by: str | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Signature:
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
    signature = signature_of(verdict, path, request, today)
    chosen = _by_ids(verdict, ids) if ids else _selected(verdict, selection)
    # What steers a model is approved by who names it, never in passing.
    left_out = [] if ids else [each for each in chosen if not each.finding.rule.waivable and not each.approved]
    # Whoever else approves at the same time waits, so that neither writes over what the other wrote.
    with alone(path):
        written, idle = _written(signature, [each for each in chosen if each not in left_out], path)
    passed_by = tuple(map(signature.under, left_out))
    return ApproveOutcome(path, written, idle, passed_by, still_open(verdict, written), sealed=sealed(verdict, written))


def _written(
    signature: Signature, chosen: Sequence[Decided], path: Path
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


def signature_of(verdict: Verdict, path: Path, request: ApproveRequest, today: date) -> Signature:
    """Who signs, by git's word where nobody says; an approval that could not count is refused before anything else."""
    _require_text(request)
    by, until = request.by, request.until
    who = (by if by is not None else email(path) or "").strip()
    if not _says_something(who):
        said = "--by is empty" if by is not None else "git knows no user.email here"
        hint = "say who with --by, or with `git config user.email you@example.com`"
        raise UsageError(f"nobody to approve: {said}", hint=hint)
    if not may_approve(who, verdict.approvers):
        raise UsageError(f"{who!r} is not among policy.approvals.approvers, so this approval would not count")
    if until and until < today:
        raise UsageError(f"--until {until} is past, so this approval would not count")
    return Signature(who, request.reason.strip() if _says_something(request.reason) else "", until)


def _require_text(request: ApproveRequest) -> None:
    if has_lone_surrogate(request.reason + (request.by or "")):
        raise UsageError("the reason or who gives it holds bytes that are no UTF-8", hint="write it as text")


def _says_something(text: str) -> bool:
    return bool(without_hidden(text).strip())


def still_open(verdict: Verdict, fresh: Sequence[Approval]) -> int:
    """How many changes lack somebody's approval when these have come in."""
    more = {each.change for each in fresh}
    return sum(1 for each in verdict.unapproved if each.people + (each.finding.change.id in more) < each.needed)


def sealed(verdict: Verdict, fresh: Sequence[Approval]) -> int:
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
        matches = list(matching(verdict, given))
        if len(matches) == 1:
            found[matches[0].finding.change.id] = matches[0]
        elif matches:
            problems.append(f"{given!r} may be {', '.join(each.finding.change.id for each in matches)}")
        else:
            problems.append(f"no change has the id {given!r}")
    if problems:
        raise UsageError("; ".join(problems), hint=_what_is_open(verdict))
    return list(found.values())


def matching(verdict: Verdict, given: str) -> Iterator[Decided]:
    """A whole id, or the beginning of one with or without its `c-`."""
    for decided in verdict.decided:
        change = decided.finding.change.id
        if given and (change.startswith(given) or change.removeprefix("c-").startswith(given)):
            yield decided


def _selected(verdict: Verdict, selection: Selection) -> list[Decided]:
    """All that fits where nothing open does, so that whoever asks learns why."""
    rule = selection.rule
    if rule is not None and not any(matches_pattern(rule, known) for known in RULES):
        raise no_such_rule(rule)
    fitting = [each for each in verdict.decided if selection.fits(each)]
    if not fitting:
        raise UsageError(f"no change fits{_instead(verdict, selection)}", hint=_what_is_open(verdict))
    return [each for each in fitting if not each.approved] or fitting


def _instead(verdict: Verdict, selection: Selection) -> str:
    changes = [each.finding.change for each in verdict.decided]
    sides = (
        ("server", selection.server, [change.server for change in changes]),
        ("tool", selection.tool, [change.name for change in changes]),
        ("rule", selection.rule, [change.rule for change in changes]),
    )
    for word, given, known in sides:
        if given is not None and not any(matches_pattern(given, name) for name in known):
            return f" --{word} {given}{meant(given, sorted(set(known)))}"
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
