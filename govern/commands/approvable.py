"""What `govern approve` may approve: what the diff finds, and what only the gate does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from govern.commands.approve import matching
from govern.commands.diff import diff
from govern.commands.gate import GateRequest, gate
from govern.errors import Exit, GovernError, UsageError
from govern.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from govern.commands.diff import DiffRequest
    from govern.servers.capture import Progress

Approvable = tuple[Verdict, Path, Exit]


def approvable(  # noqa: PLR0913 - what a diff is asked, and what of it is wanted
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
        gated = gate(_gate(request), environ, today)
        return gated.gate.verdict, gated.path, gated.exit_code
    diffed = diff(request, environ, today, progress)
    verdict = diffed.verdict
    unknown = [each for each in ids if not any(True for _ in matching(verdict, each))]
    if unknown and request.new is None and not request.live:
        verdict = _with_gates(verdict, request, environ, today)
    return verdict, diffed.path, diffed.exit_code


def _with_gates(verdict: Verdict, request: DiffRequest, environ: Mapping[str, str], today: date) -> Verdict:
    try:
        found = gate(_gate(replace(request, old=None)), environ, today).gate.verdict
    except GovernError:
        # Where no gate can be asked, no id is one of its.
        return verdict
    known = {each.finding.change.id for each in verdict.decided}
    more = tuple(each for each in found.decided if each.finding.change.id not in known)
    return replace(verdict, decided=(*verdict.decided, *more), approvers=found.approvers or verdict.approvers)


def _gate(request: DiffRequest) -> GateRequest:
    asked = GateRequest(request.old, config=request.config, lock=request.lock, config_from=request.config_from)
    return replace(asked, first=None)
