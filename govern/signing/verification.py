"""The outcome of checking signatures: who signed, which signatures do not count and why, and which are missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from govern.contract.characters import shortened
from govern.policy.approvals import person_key
from govern.signing.ssh import is_certificate
from govern.signing.statement import MalformedLine, entry_fields, entry_name, entry_statement, lock_statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from govern.policy.approvals import Approval, Approvals, Waiver
    from govern.policy.settings import SignatureKeys
    from govern.signing.ssh import AllowedSigner, SshSignature
    from govern.signing.statement import Kind, Signature, Statement, Subject


ProblemKind = Literal[
    "malformed", "stale", "changed", "forged", "replayed", "not allowed", "expired", "not yet valid", "revoked",
    "shared key", "unchecked",
]  # fmt: skip
_MAX_VALUE = 80
_SHORT_DIGEST = len("sha256:") + 12


@dataclass(frozen=True, slots=True)
class TrustSettings:
    """The files that decide which signers are trusted.

    They are the text of allowed_signers, a list or KRL of revoked keys, and Sigstore's root of trust. Messages call the
    first one `name`.
    """

    allowed: str | None = None
    revoked: bytes | None = None
    sigstore_root: bytes | None = None
    name: str = "allowed_signers"


@dataclass(frozen=True, slots=True)
class Signer:
    """A person with a good signature, by the name in allowed_signers; `key` is the fingerprint or the issuer."""

    person: str
    key: str
    way: Literal["ssh", "sigstore"] = "ssh"
    line: int = 0


@dataclass(frozen=True, slots=True)
class SignatureProblem:
    """A signature that does not count, with the reason; `about` is the lock, the change or the waiver that it signs.

    `allow` is the line of allowed_signers with which it would count, if its key is not listed.
    """

    why: ProblemKind
    message: str
    line: int
    kind: Kind | None = None
    about: str = ""
    by: str = ""
    allow: str = ""

    @property
    def refused(self) -> bool:
        """Return whether the signature is invalid rather than outdated."""
        return self.why != "stale"


@dataclass(frozen=True, slots=True)
class MissingSignature:
    """A missing signature that the policy requires; `because` is the reason why an existing one does not count."""

    message: str
    because: str = ""

    def __str__(self) -> str:
        return f"{self.message}; {self.because}" if self.because else self.message


@dataclass(frozen=True, slots=True)
class Verification:
    """The outcome of checking all signatures.

    `lock` are the signers of the lock, and `entries` the approvals and waivers that are signed by the person who gave
    them. `missing` are the signatures that the policy still requires, and `unsigned` the entries that do not count
    without a signature. `lacks` is the name of the allowed_signers file if there is none.
    """

    lock: tuple[Signer, ...] = ()
    entries: frozenset[Approval | Waiver] = frozenset()
    problems: tuple[SignatureProblem, ...] = ()
    missing: tuple[MissingSignature, ...] = ()
    valid: tuple[tuple[Statement, Signer], ...] = ()
    unsigned: tuple[Approval | Waiver, ...] = ()
    lacks: str = ""

    @property
    def refused(self) -> tuple[SignatureProblem, ...]:
        """Return the problems that are invalid rather than outdated signatures."""
        return tuple(each for each in self.problems if each.refused)


@dataclass(frozen=True, slots=True)
class CurrentSignature:
    """A signature of the present lock or of a present entry, which is still to be verified."""

    signature: Signature
    entry: Approval | Waiver | None


def match_signatures(
    signatures: Iterable[Signature | MalformedLine], subject: Subject | None, approvals: Approvals
) -> tuple[list[CurrentSignature], list[SignatureProblem]]:
    """Return the signatures of this lock and these approvals, and the problems of all others.

    Without a subject, signatures of a lock are left out.
    """
    present: tuple[Approval | Waiver, ...] = (*approvals.approvals, *approvals.waivers)
    entries = {entry_statement(each): each for each in present}
    current: list[CurrentSignature] = []
    problems: list[SignatureProblem] = []
    for each in signatures:
        if isinstance(each, MalformedLine):
            problems.append(SignatureProblem("malformed", each.reason, each.line))
        elif each.statement.kind == "lock":
            other = _other_lock_problem(each, subject) if subject else None
            if other:
                problems.append(other)
            elif subject:
                current.append(CurrentSignature(each, None))
        elif each.statement.kind == "verdict":
            problems.append(signature_problem(each, "malformed", "a verdict belongs in capability.attestations.jsonl"))
        elif each.envelope.payload in entries:
            current.append(CurrentSignature(each, entries[each.envelope.payload]))
        else:
            problems.append(_other_entry_problem(each, present))
    return current, problems


def signature_problem(signature: Signature, why: ProblemKind, message: str) -> SignatureProblem:
    """Return a problem of a signature, with a message that names it."""
    statement = signature.statement
    about = f"{'lock' if statement.kind == 'lock' else f'{statement.kind} {statement.subject}'} by {statement.by}"
    return SignatureProblem(
        why, f"the signature of the {about}: {message}", signature.line, statement.kind, statement.subject, statement.by
    )


def shared_key_problems(good: Sequence[tuple[CurrentSignature, Signer]]) -> list[SignatureProblem]:
    """Return a problem for each signature by a key that signs as several people.

    Patterns in allowed_signers make this possible, but signatures are counted by person.
    """
    people: dict[tuple[bool, str], dict[str, str]] = {}
    for each, signer in good:
        if signer.way == "ssh":
            people.setdefault((each.entry is None, signer.key), {})[person_key(signer.person)] = signer.person
    return [
        signature_problem(
            each.signature, "shared key", f"{signer.key} signs as {names}; a key may belong to one person only"
        )
        for each, signer in good
        if (names := _joined_names(people.get((each.entry is None, signer.key), {})))
    ]


def _joined_names(people: Mapping[str, str]) -> str:
    return " and as ".join(sorted(people.values())) if len(people) > 1 else ""


def missing_lock_signatures(
    keys: SignatureKeys, signers: Sequence[Signer], problems: Sequence[SignatureProblem]
) -> tuple[MissingSignature, ...]:
    """Return the signatures of the lock that the policy requires and that are missing."""
    have = {person_key(each.person): each.person for each in signers}
    missing = [
        MissingSignature(f"the lock needs a signature by {each}", _reason_for(problems, each))
        for each in keys.signers
        if person_key(each) not in have
    ]
    if len(have) < keys.lock:
        wanted = "a signature" if keys.lock == 1 else f"signatures by {keys.lock} people"
        has = f"; it has {len(have)} ({', '.join(have.values())})" if have else ""
        missing.insert(0, MissingSignature(f"the lock needs {wanted}{has}", _reason_for(problems)))
    return tuple(missing)


def _reason_for(problems: Sequence[SignatureProblem], who: str = "") -> str:
    fitting = [each for each in problems if each.kind == "lock" and (not who or person_key(each.by) == person_key(who))]
    return fitting[-1].message if fitting else ""


def _other_lock_problem(signature: Signature, subject: Subject) -> SignatureProblem | None:
    statement = signature.statement
    if signature.envelope.payload == lock_statement(subject, statement.by):
        return None
    digest = statement.fields.get("digest")
    if digest == subject.digest:
        return signature_problem(
            signature, "stale", "it signs an earlier text of this lock (same digest); sign it again with `govern sign`"
        )
    return signature_problem(
        signature, "stale", f"it signs another lock ({str(digest)[:_SHORT_DIGEST]}…); sign this one with `govern sign`"
    )


def _other_entry_problem(signature: Signature, entries: Sequence[Approval | Waiver]) -> SignatureProblem:
    """Return the problem of a signed entry that is not present: it was edited, or it was removed."""
    statement = signature.statement
    alike = [
        each
        for each in entries
        if entry_name(each) == statement.subject and person_key(each.by) == person_key(statement.by)
    ]
    if not alike:
        return signature_problem(signature, "stale", "the approvals no longer have this entry")
    now = entry_fields(alike[-1])
    edited = [key for key in now if now[key] != statement.fields.get(key)]
    pairs = ((key, repr(statement.fields.get(key)), repr(now[key])) for key in edited)
    edits = "; ".join(f"{key} {shortened(was, _MAX_VALUE)} → {shortened(new, _MAX_VALUE)}" for key, was, new in pairs)
    return signature_problem(signature, "changed", f"the entry was edited after signing: {edits}")


def lines_for_key(ssh_signature: SshSignature, lines: Sequence[AllowedSigner]) -> list[AllowedSigner]:
    """Return the lines for the key of a signature; for a certificate, those of every authority."""
    certificate = is_certificate(ssh_signature.key)
    return [each for each in lines if (each.authority if certificate else each.key == ssh_signature.key)]


def forged_problem(signature: Signature) -> SignatureProblem:
    """Return the problem of a signature that does not match its statement."""
    message = "it does not match the statement, which was edited or belongs to another signature"
    return signature_problem(signature, "forged", message)


def not_allowed_problem(
    signature: Signature,
    ssh_signature: SshSignature,
    lines: Sequence[AllowedSigner],
    trusted: TrustSettings,
    now: datetime,
) -> SignatureProblem:
    """Return the problem of a signature by a key that may not sign this statement."""
    why, message = next(_rejection_reasons(signature.statement.by, ssh_signature, lines, trusted, now))
    return signature_problem(signature, why, message)


def _rejection_reasons(
    by: str, ssh_signature: SshSignature, lines: Sequence[AllowedSigner], trusted: TrustSettings, now: datetime
) -> Iterator[tuple[ProblemKind, str]]:
    key = f"key {ssh_signature.fingerprint}"
    if not lines:
        reason = "is not in" if trusted.allowed is not None else "cannot be checked without"
        yield "not allowed", f"{key} {reason} {trusted.name}"
    named = [each for each in lines if each.names(by) or person_key(by) in map(person_key, each.principals)]
    if not named:
        people = ", ".join(dict.fromkeys(name for each in lines for name in each.principals))
        yield "not allowed", f"{key} belongs to {people} in {trusted.name}, not to {by}"
    for each in named:
        place = f"({trusted.name}:{each.line})"
        if until := each.expired(now):
            yield "expired", f"{key} is expired: valid before {until} {place}"
        if since := each.early(now):
            yield "not yet valid", f"{key} is not valid yet: valid after {since} {place}"
        if not each.permits(ssh_signature.namespace):
            yield "not allowed", f"{key} is not allowed for {ssh_signature.namespace} {place}"
    yield "not allowed", f"ssh-keygen rejects {key} for {by}"


@dataclass(frozen=True, slots=True)
class SignOutcome:
    """The outcome of `govern sign`: the new signatures, the existing ones, and how many outdated ones were removed.

    `problems` are the reasons why these signatures do not count yet under the policy's allowed signers, a file that was
    written with the signer's key if `initialized`. `options` are those that chose the key and the person.
    """

    path: Path
    who: str
    fresh: tuple[Signature, ...]
    already: tuple[Signature, ...]
    dropped: int
    problems: tuple[SignatureProblem, ...]
    allowed_signers: str
    has_allowed_signers: bool
    initialized: bool = False
    options: tuple[str, ...] = ()
