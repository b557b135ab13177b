"""`govern sign`: sign the lock or one's own approvals, in capability.signatures.jsonl."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from govern.commands.project import find_lock
from govern.commands.signatures import check_signatures, config_beside, plain_file, signatures_beside, trusted_by
from govern.commands.verify import verified_lock
from govern.errors import PolicyInvalid, UsageError
from govern.git.revisions import signing_key, user_email
from govern.policy.approvals import FILE as APPROVALS
from govern.policy.approvals import person_key, read_approvals
from govern.policy.config_writing import replace_user_file
from govern.policy.settings import Policy
from govern.policy.validation import bad_identity
from govern.signing.sigstore import sign_by_sigstore
from govern.signing.ssh import (
    allowed_line,
    fingerprint,
    is_certificate,
    is_over,
    parse_ssh_signature,
    public_key,
    sign_by_ssh,
)
from govern.signing.statement import (
    NAMESPACES,
    SIGNATURES_FILE,
    Envelope,
    MalformedError,
    Signature,
    entry_statement,
    lock_statement,
    parse_statement,
    read_signatures,
    signature_of,
    signature_of_bundle,
    signatures_text,
    subject_of,
)
from govern.signing.verification import SignOutcome, match_signatures

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from govern.policy.approvals import Approval, Approvals, Waiver
    from govern.signing.statement import Subject
    from govern.signing.verification import SignatureProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SignRequest:
    """The arguments of `govern sign`. Without approvals the lock is signed; `init` also writes allowed_signers."""

    key: str | None = None
    ids: tuple[str, ...] = ()
    approvals: bool = False
    identity: str | None = None
    sigstore: bool = False
    config: Path | None = None
    lock: Path | None = None
    init: bool = False


def sign(request: SignRequest) -> SignOutcome:
    """Sign what is requested, unless it is signed already, and remove signatures of things that no longer exist."""
    if request.key is not None and request.sigstore:
        raise UsageError("--key and --sigstore cannot be combined")
    path = find_lock(request.lock, request.config)
    lock = verified_lock(path)
    config = config_beside(path, request.config)
    approvals = read_approvals(path.with_name(APPROVALS))
    subject, who = subject_of(lock), _signer(request, path)
    payloads = _payloads(request, subject, approvals, who)
    held = _held(path)
    trusted = trusted_by(config, folder=path.parent)
    allowed_signers = (config.root if config else path.parent) / trusted.name
    if request.init:
        _require_none(allowed_signers, request)
    if request.sigstore:
        fresh = _by_sigstore(payloads, trusted.sigstore_root, who)
        already: list[Signature] = []
    else:
        key = request.key if request.key is not None else _key_of_git(path)
        already = _already(payloads, held, key)
        done = {each.envelope.payload for each in already}
        fresh = [_sign_payload(payload, key) for payload in payloads if payload not in done]
    if request.init:
        trusted = replace(trusted, allowed=_write_allowed_signers(allowed_signers, who, [*already, *fresh][0]))
    kept = _kept(held, fresh, subject, approvals)
    _write(path.with_name(SIGNATURES_FILE), [*kept, *fresh])
    text = signatures_text([*already, *fresh])
    return SignOutcome(
        path=path.with_name(SIGNATURES_FILE),
        who=who,
        fresh=tuple(fresh),
        already=tuple(already),
        dropped=len(held) - len(kept),
        problems=check_signatures(lock, approvals, text, trusted, config.policy if config else Policy()).problems,
        allowed_signers=trusted.name,
        has_allowed_signers=trusted.allowed is not None,
        initialized=request.init,
        options=_signer_options(request),
    )


def _signer_options(request: SignRequest) -> tuple[str, ...]:
    chosen = {"--key": request.key, "--identity": request.identity}
    return tuple(word for option, value in chosen.items() if value for word in (option, value))


def _require_none(allowed_signers: Path, request: SignRequest) -> None:
    """Raise UsageError if the file exists, since another line in it is a decision of whoever owns it."""
    if request.sigstore:
        raise UsageError("--init and --sigstore cannot be combined", hint="set policy.signatures.sigstore instead")
    if os.path.lexists(allowed_signers):
        hint = "run `govern sign` without --init: if your key is not in the file, it prints the line to add"
        raise UsageError("exists already, so --init does not write it", where=str(allowed_signers), hint=hint)


def _write_allowed_signers(path: Path, who: str, signature: Signature) -> str:
    """Write the line for the key that made a signature, and return the text. Raise if the file exists by now."""
    key = parse_ssh_signature(signature.envelope.signature).key
    if is_certificate(key):
        raise UsageError(
            "--init cannot write a line for a certificate",
            hint=f"write a cert-authority line to {path.name}; see `man ssh-keygen`",
        )
    text = f"{allowed_line(who, key)}\n"
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=str(path)) from None
    return text


def signed_statement(request: SignRequest, path: Path, make: Callable[[str], bytes], root: bytes | None) -> Signature:
    """Return the statement of `make` with the signature of the person who signs here."""
    if request.key is not None and request.sigstore:
        raise UsageError("--key and --sigstore cannot be combined")
    who = _signer(request, path)
    if request.sigstore:
        return _by_sigstore([make(who)], root, who)[0]
    return _sign_payload(make(who), request.key if request.key is not None else _key_of_git(path))


def _by_sigstore(payloads: Sequence[bytes], root: bytes | None, who: str) -> list[Signature]:
    return [_of_bundle(text, who) for text in sign_by_sigstore(payloads, root)]


def _signer(request: SignRequest, path: Path) -> str:
    """Return the person who signs; by default git's user.email."""
    who = (request.identity if request.identity is not None else user_email(path) or "").strip()
    if not who and request.identity is None:
        hint = "use --identity you@example.com, or run: git config user.email you@example.com"
        raise UsageError("no signer: git has no user.email here", hint=hint)
    if reason := bad_identity(who):
        raise UsageError(f"the identity {who!r} {reason}")
    return who


def _key_of_git(path: Path) -> str:
    form, key = signing_key(path)
    if form == "ssh" and key:
        return key
    problem = f"git signs with {form} here" if key else "git has no user.signingkey here"
    hint = "use --key FILE, or run: git config gpg.format ssh; git config user.signingkey ~/.ssh/id_ed25519.pub"
    raise UsageError(f"no SSH key to sign with: {problem}", hint=hint)


def _payloads(request: SignRequest, subject: Subject, approvals: Approvals, who: str) -> list[bytes]:
    if not (request.ids or request.approvals):
        return [lock_statement(subject, who)]
    entries: list[Approval | Waiver] = [*approvals.approvals, *approvals.waivers] if request.approvals else []
    own = [each for each in entries if person_key(each.by) == person_key(who)]
    if request.approvals and not own:
        raise UsageError(f"{APPROVALS} has no approval by {who}")
    chosen = [*own, *(each for given in request.ids for each in _own_approvals(given, approvals, who))]
    return list(dict.fromkeys(map(entry_statement, chosen)))


def _own_approvals(given: str, approvals: Approvals, who: str) -> list[Approval]:
    """Return this person's approvals of a change. Raise if only others approved it."""
    fitting = [
        each
        for each in approvals.approvals
        if given and each.change.removeprefix("c-").startswith(given.removeprefix("c-"))
    ]
    changes = sorted({each.change for each in fitting})
    if not changes:
        raise UsageError(f"{APPROVALS} has no approval of {given!r}")
    if len(changes) > 1:
        raise UsageError(f"{given!r} is ambiguous: {', '.join(changes)}")
    own = [each for each in fitting if person_key(each.by) == person_key(who)]
    if not own:
        givers = ", ".join(dict.fromkeys(each.by for each in fitting))
        raise UsageError(f"{changes[0]} was approved by {givers}; only the approver can sign it, and you are {who}")
    return own


def _held(path: Path) -> list[Signature]:
    """Return the existing signatures. Raise for any other line, so that it is not overwritten."""
    lines = read_signatures(signatures_beside(path) or "")
    for each in lines:
        if not isinstance(each, Signature):
            where = f"{path.with_name(SIGNATURES_FILE)}:{each.line}"
            raise PolicyInvalid(each.reason, where=where, hint="remove the line, then sign again")
    return [each for each in lines if isinstance(each, Signature)]


def _already(payloads: Sequence[bytes], held: Sequence[Signature], key: str) -> list[Signature]:
    """Return what this key has already signed, if its public half is available, so that it need not sign again."""
    public = public_key(key)
    return [
        each
        for each in held
        if public is not None
        and not each.bundle
        and each.envelope.payload in payloads
        and each.envelope.key == fingerprint(public)
        and is_over(each.envelope.signature, each.envelope.signed, NAMESPACES[each.statement.kind])
    ]


def _sign_payload(payload: bytes, key: str) -> Signature:
    unsigned = Envelope(payload, b"")
    signature = sign_by_ssh(unsigned.signed, NAMESPACES[parse_statement(payload).kind], key)
    return signature_of(Envelope(payload, signature, parse_ssh_signature(signature).fingerprint))


def _of_bundle(text: str, who: str) -> Signature:
    try:
        return signature_of_bundle(text)
    except MalformedError as error:
        raise UsageError(f"Sigstore returned an invalid signature for {who}: its {error}") from None


def _kept(
    held: Sequence[Signature], fresh: Sequence[Signature], subject: Subject, approvals: Approvals
) -> list[Signature]:
    """Return the signatures that stay: those neither stale nor replaced by the fresh ones."""
    _, problems = match_signatures(held, subject, approvals)
    gone = {each.line for each in problems if each.why == "stale" or _replaced(each, fresh)}
    again = {(each.envelope.payload, each.envelope.key, each.bundle) for each in fresh}
    return [
        each for each in held
        if each.line not in gone and (each.envelope.payload, each.envelope.key, each.bundle) not in again
    ]  # fmt: skip


def _replaced(old: SignatureProblem, fresh: Sequence[Signature]) -> bool:
    """Return whether the same person has now signed the current state of the same change."""
    return old.why == "changed" and any(
        (each.statement.kind, each.statement.subject, person_key(each.statement.by))
        == (old.kind, old.about, person_key(old.by))
        for each in fresh
    )


def _write(path: Path, signatures: Sequence[Signature]) -> None:
    text = signatures_text(signatures)
    if plain_file(path) != text.encode():
        replace_user_file(path, text)
