"""What was signed, by whom, and whether it counts."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from govern.report.terminal.page import count, shown
from govern.signing.sshsig import key_type, read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.report.terminal.page import Page
    from govern.signing.sign_outcome import SignOutcome
    from govern.signing.signatures import Signature

_SHOWN = len("sha256:") + 12


def sign_report(outcome: SignOutcome, page: Page) -> str:
    """One line a signature, where they were written, and what is missing for them to count."""
    lines = [
        *(f"  {page.paint('signed', 'good')} {_what(each)}" for each in outcome.fresh),
        *(f"  signed already: {_what(each)}" for each in outcome.already),
        _where(outcome),
        *_problems(outcome, page),
    ]
    return "\n".join(lines) + "\n"


def _what(signature: Signature) -> str:
    statement = signature.statement
    key = f" ({signature.envelope.key})" if signature.envelope.key else ""
    digest = str(statement.words.get("digest", ""))
    what = f"the lock {digest[:_SHOWN]}…" if statement.kind == "lock" else f"{statement.kind} {statement.subject}"
    return shown(f"{what} by {statement.by}{key}")


def _where(outcome: SignOutcome) -> str:
    name = shown(outcome.path.name)
    if not outcome.fresh and not outcome.dropped:
        return f"{name} unchanged"
    dropped = f"; {count(outcome.dropped, 'older signature')} taken out" if outcome.dropped else ""
    return f"{name} written{dropped}: review and commit it"


def _problems(outcome: SignOutcome, page: Page) -> Iterator[str]:
    for problem in outcome.problems:
        yield f"{page.paint('does not count yet', 'warn')}: {shown(problem.message)}"
    signatures = [each for each in (*outcome.fresh, *outcome.already) if not each.bundle]
    if signatures and any(each.why == "not allowed" for each in outcome.problems):
        key = read(signatures[0].envelope.signature).key
        yield f"next: if that key is {shown(outcome.who)}'s, this line in {shown(outcome.allowed_signers)} says so:"
        yield f'{shown(outcome.who)} namespaces="govern-*" {key_type(key)} {base64.b64encode(key).decode()}'
