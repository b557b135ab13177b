"""The reports of `govern sign` and `govern verify`."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from govern.report.terminal.page import count, shown
from govern.signing.signatures import SIGNATURES_FILE
from govern.signing.ssh import key_type, parse_ssh_signature
from govern.signing.statement import entry_kind, entry_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.lockfile.document import Lock
    from govern.report.terminal.page import Page
    from govern.signing.signatures import Signature
    from govern.signing.verification import SignOutcome, Verification


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
    digest = str(statement.fields.get("digest", ""))
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
        key = parse_ssh_signature(signatures[0].envelope.signature).key
        yield f"next: if that key is {shown(outcome.who)}'s, this line in {shown(outcome.allowed_signers)} says so:"
        yield f'{shown(outcome.who)} namespaces="govern-*" {key_type(key)} {base64.b64encode(key).decode()}'


def verify_report(lock: Lock, signed: Verification, page: Page, folds: Sequence[str] = ()) -> str:
    """What was computed again, the digest that vouches for it, and whose signatures count."""
    items = sum(len(server.items) for server in lock.servers)
    held = f"{count(len(lock.servers), 'server')}, {count(items, 'item')}"
    kept = "digests, economics and spelling are as stated"
    if signed.refused or signed.missing:
        first = f"{page.paint('refused', 'bad')} {held}: a signature is wrong or missing; {kept}"
    elif folds:
        first = f"{page.paint('refused', 'bad')} {held}: the folds are not those of the config; {kept}"
    else:
        first = f"{page.paint('verified', 'good')} {held}: {kept}"
    lines = [first, lock.digest, *_signatures(signed, page)]
    steps = [*(["govern sign"] if signed.missing else []), *(["govern sign --approvals"] if signed.unsigned else [])]
    lines += [f"{page.paint('refused', 'bad')} {shown(each)}" for each in folds]
    lines += [f"next: {step}" for step in [*(["govern lock"] if folds else []), *steps]]
    return "\n".join(lines) + "\n"


def _signatures(signed: Verification, page: Page) -> Iterator[str]:
    for statement, signer in signed.valid:
        what = "the lock" if statement.kind == "lock" else f"{statement.kind} {statement.subject}"
        way = "Sigstore, " if signer.way == "sigstore" else ""
        yield f"{page.paint('signed', 'good')} {shown(what)} by {shown(signer.person)} ({way}{shown(signer.key)})"
    for problem in signed.problems:
        word = page.paint("refused" if problem.refused else "stale", "bad" if problem.refused else "dim")
        yield f"{word} {SIGNATURES_FILE}:{problem.line}: {shown(problem.message)}"
    for entry in signed.unsigned:
        who = entry.by or "somebody who is named"
        told = f"the {entry_kind(entry)} {entry_name(entry)} does not count before {who} has signed it"
        yield f"{page.paint('unsigned', 'warn')} {shown(told)}"
    for missing in signed.missing:
        yield f"{page.paint('missing', 'bad')} {shown(missing.message)}"
