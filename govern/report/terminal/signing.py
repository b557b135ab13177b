"""The reports of `govern sign` and `govern verify`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from govern.files import relative_path
from govern.report.terminal.page import count, shown
from govern.signing.statement import SIGNATURES_FILE, entry_kind, entry_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from govern.lockfile.document import Lock
    from govern.report.terminal.page import Page
    from govern.signing.statement import Signature, Statement
    from govern.signing.verification import Signer, SignOutcome, Verification


_SHOWN = len("sha256:") + 12


def sign_report(outcome: SignOutcome, page: Page) -> str:
    """Return what was signed, the file written, and what is missing for the signatures to count."""
    lines = [
        *(f"  {page.paint('signed', 'good')} {each}" for each in _grouped(map(_signed_subject, outcome.fresh))),
        *(f"  already signed: {each}" for each in _grouped(map(_signed_subject, outcome.already))),
        _file_line(outcome),
        *_problem_lines(outcome, page),
    ]
    return "\n".join(lines) + "\n"


def _grouped(signed: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    """Yield a line for each kind and signer of (kind, subject, signer); several subjects are counted."""
    groups: dict[tuple[str, str], list[str]] = {}
    for kind, subject, signer in signed:
        groups.setdefault((kind, signer), []).append(subject)
    for (kind, signer), subjects in groups.items():
        yield shown(f"{subjects[0] if len(subjects) == 1 else count(len(subjects), kind)} by {signer}")


def _signed_subject(signature: Signature) -> tuple[str, str, str]:
    statement, fields = signature.statement, signature.statement.fields
    key = f" ({signature.envelope.key})" if signature.envelope.key else ""
    what = f"{statement.kind} {statement.subject}"
    if statement.kind == "lock":
        what = f"the lock {str(fields['digest'])[:_SHOWN]}…"
    elif statement.kind == "approval":
        place = "/".join(filter(None, (str(fields["server"]), str(fields["tool"]))))
        what += f", {fields['rule']} of {place},"
    return statement.kind, what, f"{statement.by}{key}"


def _file_line(outcome: SignOutcome) -> str:
    name = shown(relative_path(outcome.path, Path.cwd()))
    if not outcome.fresh and not outcome.dropped:
        return f"{name} unchanged"
    dropped = f"; {count(outcome.dropped, 'older signature')} removed" if outcome.dropped else ""
    return f"{name} written{dropped}: review and commit it"


def _problem_lines(outcome: SignOutcome, page: Page) -> Iterator[str]:
    for problem in outcome.problems:
        yield f"{page.paint('not valid yet', 'warn')}: {shown(problem.message)}"
    if outcome.initialized:
        key = [*outcome.already, *outcome.fresh][0].envelope.key
        yield f"{shown(outcome.allowed_signers)} written: {shown(outcome.who)} may sign with key {shown(key)}"
        yield "compare that key with yours (ssh-keygen -l), then commit the file: it decides whose signatures count"
    for line in dict.fromkeys(shown(each.allow) for each in outcome.problems if each.allow):
        yield f"next: if this key belongs to {shown(outcome.who)}, add this line to {shown(outcome.allowed_signers)}:"
        yield line
        if not outcome.has_allowed_signers:
            yield shown(f"or run: {shlex.join(['govern', 'sign', '--init', *outcome.options])}")


def verify_report(lock: Lock, signed: Verification, page: Page, folds: Sequence[str] = ()) -> str:
    """Return what was verified, the digest of the lock, and its signatures."""
    items = sum(len(server.items) for server in lock.servers)
    contents = f"{count(len(lock.servers), 'server')}, {count(items, 'item')}"
    computed = "digests, economics and formatting match"
    if signed.refused or signed.missing:
        first = f"{page.paint('refused', 'bad')} {contents}: a signature is invalid or missing; {computed}"
    elif folds:
        first = f"{page.paint('refused', 'bad')} {contents}: folds differ from the config; {computed}"
    else:
        first = f"{page.paint('verified', 'good')} {contents}: {computed}"
    lines = [first, lock.digest, *_signature_lines(signed, page)]
    steps = [*(["govern sign"] if signed.missing else []), *(["govern sign --approvals"] if signed.unsigned else [])]
    lines += [f"{page.paint('refused', 'bad')} {shown(each)}" for each in folds]
    lines += [f"next: {step}" for step in [*(["govern lock"] if folds else []), *steps]]
    if signed.lacks:
        lines += _first_signer_lines(signed)
    return "\n".join(lines) + "\n"


def _first_signer_lines(signed: Verification) -> Iterator[str]:
    """Yield what to write to allowed_signers, which does not exist, for each signature that needs it."""
    for each in {problem.allow: problem for problem in signed.problems if problem.allow}.values():
        yield f"next: if you know that this key belongs to {shown(each.by)}, write this line to {shown(signed.lacks)}:"
        yield shown(each.allow)
        yield "or, if it is your own: govern sign --init"


def _verified_subject(statement: Statement, signer: Signer) -> tuple[str, str, str]:
    what = "the lock" if statement.kind == "lock" else f"{statement.kind} {statement.subject}"
    way = "Sigstore, " if signer.way == "sigstore" else ""
    return statement.kind, what, f"{signer.person} ({way}{signer.key})"


def _signature_lines(signed: Verification, page: Page) -> Iterator[str]:
    for line in _grouped(_verified_subject(*each) for each in signed.valid):
        yield f"{page.paint('signed', 'good')} {line}"
    for problem in signed.problems:
        word = page.paint("refused" if problem.refused else "stale", "bad" if problem.refused else "dim")
        yield f"{word} {SIGNATURES_FILE}:{problem.line}: {shown(problem.message)}"
    for entry in signed.unsigned:
        who = entry.by or "a named person"
        problem_text = f"the {entry_kind(entry)} {entry_name(entry)} does not count until {who} signs it"
        yield f"{page.paint('unsigned', 'warn')} {shown(problem_text)}"
    for missing in signed.missing:
        yield f"{page.paint('missing', 'bad')} {shown(missing.message)}"
