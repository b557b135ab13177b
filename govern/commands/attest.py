"""`govern gate --attest`: a signed verdict that the lock passed, for later gates and for whoever uses the release."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from govern.commands.gate import new_side
from govern.commands.gate_old import at_head
from govern.commands.sign import signed_statement
from govern.commands.signatures import plain_file
from govern.errors import UsageError
from govern.lockfile.replacing import replace_file
from govern.signing.signatures import Signature, read_signatures, signatures_text
from govern.signing.statement import subject_of, verdict_statement

if TYPE_CHECKING:
    from pathlib import Path

    from govern.commands.gate import Gated, GateRequest
    from govern.commands.sign import SignRequest


def attest(gated: Gated, request: GateRequest, signing: SignRequest, file: Path) -> Signature:
    """Sign that the lock passed, and add that to a file of verdicts. What did not pass is never signed."""
    if gated.gate.outcome != "allowed":
        raise UsageError("the gate did not pass, so there is no verdict to sign")
    new = new_side(request)
    with ExitStack() as stack:
        committed = at_head(new, stack)
        if committed is None:
            message = "the lock, the config, the approvals or the signers are not as they are committed"
            raise UsageError(message, where=str(new.path), hint="Commit them: a verdict is about a commit's files.")
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
