"""`govern gate`: check whether a release is allowed, and which version it needs."""

from __future__ import annotations

import shlex
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from govern.commands.cost import costed_tools, tokens_before
from govern.commands.coverage import committed_coverage
from govern.commands.evidence import text_judge
from govern.commands.gate_inputs import (
    config_mismatches,
    file_reader,
    results_in,
    unpinned_launchers,
    versions_declared,
)
from govern.commands.gate_sides import NewSide, at_head, open_sides
from govern.commands.gate_verdict import Signoffs, policy_for_gate, verdict_since
from govern.commands.lock import preview_lock
from govern.commands.project import ProjectRequest, find_config, in_repository
from govern.commands.signatures import plain_file, signatures_beside, trusted_by
from govern.commands.verify import verified_lock
from govern.economics.budgets import broken_budgets
from govern.errors import Exit, UsageError
from govern.gate.checks import (
    approvals_line,
    budget_line,
    changes_line,
    coverage_line,
    launchers_line,
    lock_line,
    policy_line,
    results_line,
    servers_line,
    signatures_line,
    version_line,
)
from govern.gate.declared import version_of_tag
from govern.gate.release import Gate, RequiredBump, required_bump
from govern.git.process import asking_once
from govern.lockfile.store import BlockReader
from govern.lockfile.writing import replace_file
from govern.policy.approvals import FILE, read_approvals
from govern.signing.statement import Signature, read_signatures, signatures_text, subject_of, verdict_statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import date
    from pathlib import Path

    from govern.commands.gate_sides import GateSides
    from govern.commands.gate_verdict import GatePolicy, GateVerdict
    from govern.commands.sign import SignRequest
    from govern.contract.version import Version
    from govern.economics.budgets import BrokenBudget, Budget
    from govern.gate.declared import Declared
    from govern.gate.release import CheckLine
    from govern.lockfile.document import Lock
    from govern.lockfile.outcome import LockOutcome
    from govern.policy.config import Config
    from govern.policy.settings import Policy
    from govern.servers.capture import Progress
    from govern.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRequest(ProjectRequest):
    """The arguments of `govern gate`. `first` requires that nothing was released before; None allows both."""

    against: str | None = None
    live: bool = False
    jobs: int | None = None
    first: bool | None = False


@dataclass(frozen=True, slots=True)
class GateResult:
    """The verdict of the gate, the lock that it is about, and what servers returned if they were checked."""

    gate: Gate
    lock: Lock
    path: Path
    preview: LockOutcome | None = None

    @property
    def shown_path(self) -> Path:
        """Return the path of the lock relative to the repository."""
        return in_repository(self.path)

    def lines(self) -> dict[tuple[str, str | None], int]:
        """Return the line of each server and tool in the lock."""
        from govern.lockfile.text import lines_of

        return lines_of(self.lock)

    @property
    def exit_code(self) -> Exit:
        """Return the exit code; an unreachable server outweighs a failed check."""
        if self.gate.outcome == "undecided":
            return Exit.UNREACHABLE
        return Exit.FAILED if self.gate.failed else Exit.OK


@asking_once()
def gate(
    request: GateRequest,
    environ: Mapping[str, str],
    today: date,
    progress: Callable[[Progress], None] | None = None,
) -> GateResult:
    """Run every check of policy on the lock in the work tree, by the stricter of its policy and the last release's."""
    if request.first and request.against is not None:
        raise UsageError(
            "--first and --against cannot be combined", hint="--first means that nothing was released before"
        )
    new = read_new_side(request)
    path, lock = new.path, new.lock
    signoffs = Signoffs(read_approvals(path.with_name(FILE)), signatures_beside(path))
    with open_sides(new, request.against, environ, first=request.first) as sides:
        preview = preview_lock(request, path, environ, progress, jobs=request.jobs) if request.live else None
        judged = policy_for_gate(sides, signoffs, today)
        found = verdict_since(sides, judged, today, text_judge(new.config, starts_servers=request.live))
        bump, declared = _bump_and_versions(sides, found.verdict, judged.policy)
        lines = (
            *_lines(sides, found, judged, preview),
            version_line(bump, declared, sides.old.called, chosen=judged.policy.gate.version, built=sides.built),
        )
    verdict = replace(found.verdict, unseen=preview.unseen if preview else (), repeat=_repeat(request, new.config))
    return GateResult(Gate(lines, verdict, bump, sides.tag or ""), lock, path, preview)


def read_new_side(request: GateRequest) -> NewSide:
    """Return the lock in the work tree with its config."""
    config = find_config(request.config, request.config_from)
    path = request.lock or config.lock
    blocks = BlockReader()
    lock = verified_lock(path, blocks)
    return NewSide(path, lock, config, trusted_by(config, request.config_from), request.config, blocks)


def suggested_version(gated: GateResult) -> Version:
    """Return the version that the changes require; for a first release the declared version."""
    bump = gated.gate.bump
    version = bump.next or bump.declared
    if version is None:
        raise UsageError(
            "no version to start from: no version tag found and none declared",
            hint="name a release with --against TAG, or set policy.gate.version to the file that declares the version",
        )
    return version


def _bump_and_versions(sides: GateSides, verdict: Verdict, policy: Policy) -> tuple[RequiredBump, list[Declared]]:
    """Return the required version bump and the declared versions."""
    old, source = sides.old, policy.gate.version
    found = versions_declared(file_reader(sides.new.config.root), source, sides.new.lock)
    if source is None and sides.tag and not any(each.version for each in found):
        found.append(version_of_tag(sides.tag))
    known = next((each for each in found if each.version), None)
    base = old.version
    if base is None and old.commit:
        # Without a tag, the version declared in that commit was released.
        before = versions_declared(old.read, source, sides.locks[0])
        base = next((each.version for each in before if each.version), None)
    step, because = required_bump([each.finding for each in verdict.decided], policy.bump)
    version, named = (known.version, known.source) if known else (None, "")
    return RequiredBump(step, because, base, version, named), found


def _lines(
    sides: GateSides, found: GateVerdict, judged: GatePolicy, preview: LockOutcome | None
) -> Iterator[CheckLine]:
    """Yield the result of every check but that of the version."""
    verdict, policy, new = found.verdict, judged.policy, sides.new
    yield lock_line(new.lock, list(config_mismatches(new.config, new.lock)))
    yield servers_line(preview)
    yield changes_line(verdict, found.stepwise, fails=found.changes_fail)
    yield policy_line(verdict, compared=sides.old.config is not None)
    yield approvals_line(verdict)
    yield signatures_line(policy.signatures, judged.signed)
    budget = policy.budget.bounds
    yield budget_line(budget, _broken(budget, new.lock, sides.before), sides.old.called if sides.before else "")
    yield launchers_line(policy, list(unpinned_launchers(new.config)))
    yield coverage_line(committed_coverage(new.config, new.path, policy), new.config.file.name)
    yield results_line(results_in(new.config, policy.results, new.lock))


def _broken(budget: Budget, lock: Lock, before: Lock | None) -> list[BrokenBudget]:
    if not budget.is_set:
        return []
    return broken_budgets(costed_tools(lock), budget, tokens_before(before, lock))


def _repeat(request: GateRequest, config: Config) -> str:
    """Return the arguments that make `govern approve` compare the same two sides."""
    against = f" --against {shlex.quote(request.against)}" if request.against is not None else ""
    judged = config.policy.text.judge and request.config_from
    config_from = f" --config-from {shlex.quote(request.config_from or '')}" if judged else ""
    return f" --gate{against}{config_from}"


def attest(gated: GateResult, request: GateRequest, signing: SignRequest, file: Path) -> Signature:
    """Sign a verdict that the lock passed and add it to a file. Raise UsageError if it did not pass."""
    from govern.commands.sign import signed_statement

    if gated.gate.outcome != "allowed":
        raise UsageError("the gate did not pass, so no verdict is signed")
    new = read_new_side(request)
    with ExitStack() as stack:
        committed = at_head(new, stack)
        if committed is None:
            message = "the lock, config, approvals or signers have uncommitted changes"
            raise UsageError(message, where=str(new.path), hint="commit them first: a verdict is about committed files")
        policy = committed.policy_digest
    when = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    fresh = signed_statement(
        signing,
        new.path,
        lambda by: verdict_statement(subject_of(gated.lock), policy, by, when, gated.gate.verdict.old),
        new.trusted.sigstore_root,
    )
    content = plain_file(file) or b""
    kept = [each for each in read_signatures(content.decode("utf-8", "replace")) if isinstance(each, Signature)]
    replace_file(file, signatures_text([*kept, fresh]).encode())
    return fresh
