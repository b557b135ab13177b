"""`govern approve` without IDs: review open changes one by one. Each decision is written before the next change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from govern.commands.approve import approver_of, count_unsigned, selected_changes, still_open
from govern.errors import UsageError
from govern.policy.approvals import parse_approvals
from govern.policy.approvals_writing import (
    ApproveOutcome,
    add_approvals,
    current_text,
    delete_approvals,
)
from govern.policy.config_writing import replace_user_file
from govern.report.terminal.approve import Effect, answer, press, walk_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date
    from pathlib import Path

    from govern.commands.approve import ApproveRequest, ChangeSelection
    from govern.policy.approvals import Approval
    from govern.report.terminal.approve import Walk
    from govern.verdict import Decided, Verdict


@dataclass(frozen=True, slots=True)
class WalkTerminal:
    """The terminal of the reviewer: read a key, read a line of text, show a change."""

    read_key: Callable[[], str]
    ask: Callable[[], str]
    show: Callable[[Walk], None]


def walk_through(
    verdict: Verdict, path: Path, request: ApproveRequest, today: date, talk: WalkTerminal
) -> ApproveOutcome:
    """Review changes, of a selection only those, until the last one, `q`, end of input or Ctrl-C.

    Decisions made until then stay.
    """
    approver = approver_of(verdict, path, request, today)
    chosen = _waiting(verdict, request.selection)
    state = walk_of(tuple(each for each in chosen if not each.approved_by(approver.by)), approver.reason)
    page = _Page(path, current_text(path))
    interrupted = False
    try:
        while state.open:
            talk.show(state)
            state, effect = press(state, talk.read_key())
            if effect is Effect.ASK:
                state, effect = answer(state, talk.ask())
            if effect is Effect.WRITE:
                approved = (replace(approver, reason=reason).approval_of(each) for each, reason in state.approved)
                page.write(tuple(approved))
            if effect is Effect.STOP:
                break
    except EOFError:
        pass
    except KeyboardInterrupt:
        interrupted = True
    left = still_open(verdict, page.signed)
    return ApproveOutcome(
        path, page.signed, open=left, interrupted=interrupted, sealed=count_unsigned(verdict, page.signed)
    )


def _waiting(verdict: Verdict, selection: ChangeSelection) -> Sequence[Decided]:
    """Return the open changes to review. `--all-risky` leaves out the same ones as without a review."""
    if not selection:
        return verdict.unapproved
    chosen = [each for each in selected_changes(verdict, selection) if not each.approved]
    return [each for each in chosen if not (selection.risky and selection.leaves_out(each))]


class _Page:
    """The approvals file as it was, and what this review adds to it, so that an undone approval leaves no trace."""

    def __init__(self, path: Path, before: str) -> None:
        parse_approvals(before, str(path))
        self._path = path
        self._existed = path.exists()
        self._before = self._written = before
        self.signed: tuple[Approval, ...] = ()

    def write(self, signed: tuple[Approval, ...]) -> None:
        """Write the file with these approvals. Raise if another process changed it since the last write."""
        if current_text(self._path) != self._written:
            hint = "check that your approvals are still in it, then run `govern approve` again for the rest"
            raise UsageError("was changed by another process", where=str(self._path), hint=hint)
        text = add_approvals(self._before, signed, str(self._path))
        if text or self._existed:
            replace_user_file(self._path, text)
        else:
            delete_approvals(self._path)
        self._written, self.signed = text, signed
