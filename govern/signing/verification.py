"""What came of checking signatures: who signed, what did not count and why, and what policy still asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from govern.policy.approvals import person_key
from govern.signing.signatures import MalformedLine
from govern.signing.ssh import is_certificate
from govern.signing.statement import entry_fields, entry_name, entry_statement, lock_statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from govern.policy.approvals import Approval, Approvals, Waiver
    from govern.policy.settings import SignatureKeys
    from govern.signing.allowed_signers import AllowedSigner
    from govern.signing.signatures import Signature
    from govern.signing.ssh import SshSignature
    from govern.signing.statement import Kind, Statement, Subject


ProblemKind = Literal[
    "malformed",
    "stale",
    "changed",
    "forged",
    "replayed",
    "not allowed",
    "expired",
    "not yet valid",
    "revoked",
    "shared key",
    "unchecked",
]
_LONGEST = 80
_SHOWN = len("sha256:") + 12


@dataclass(frozen=True, slots=True)
class TrustSettings:
    """Whom we believe: the text of allowed_signers, of a list or KRL of revoked keys, and Sigstore's root of trust.

    `name` is what messages call the first of them.
    """

    allowed: str | None = None
    revoked: bytes | None = None
    sigstore_root: bytes | None = None
    name: str = "allowed_signers"


@dataclass(frozen=True, slots=True)
class Signer:
    """A person whose signature is good, by the name in allowed_signers; `key` is the fingerprint or the issuer."""

    person: str
    key: str
    way: Literal["ssh", "sigstore"] = "ssh"
    line: int = 0


@dataclass(frozen=True, slots=True)
class SignatureProblem:
    """A signature that does not count, and why; `about` is the lock, or the change or waiver it speaks of."""

    why: ProblemKind
    message: str
    line: int
    kind: Kind | None = None
    about: str = ""
    by: str = ""

    @property
    def refused(self) -> bool:
        """Whether it is wrong, and not merely of another day."""
        return self.why != "stale"


@dataclass(frozen=True, slots=True)
class MissingSignature:
    """What policy asks for and nobody has given, and what became of a signature that would have done."""

    message: str
    because: str = ""

    def __str__(self) -> str:
        return f"{self.message}; {self.because}" if self.because else self.message


@dataclass(frozen=True, slots=True)
class Verification:
    """Whose signatures of the lock count, and what they do not count for.

    `entries` are the approvals and waivers that their givers have signed. `missing` is what policy asks for and nobody
    has given yet; `unsigned` are the entries that do not count for want of a signature.
    """

    lock: tuple[Signer, ...] = ()
    entries: frozenset[Approval | Waiver] = frozenset()
    problems: tuple[SignatureProblem, ...] = ()
    missing: tuple[MissingSignature, ...] = ()
    valid: tuple[tuple[Statement, Signer], ...] = ()
    unsigned: tuple[Approval | Waiver, ...] = ()

    @property
    def refused(self) -> tuple[SignatureProblem, ...]:
        """The signatures that are wrong."""
        return tuple(each for each in self.problems if each.refused)


@dataclass(frozen=True, slots=True)
class CurrentSignature:
    """A signature that speaks of what is there; whether it is good is still to be asked."""

    signature: Signature
    entry: Approval | Waiver | None


def match_signatures(
    signatures: Iterable[Signature | MalformedLine], subject: Subject | None, approvals: Approvals
) -> tuple[list[CurrentSignature], list[SignatureProblem]]:
    """What speaks of this lock or of these approvals, and what does not; without a subject nothing of a lock does."""
    there: tuple[Approval | Waiver, ...] = (*approvals.approvals, *approvals.waivers)
    entries = {entry_statement(each): each for each in there}
    current: list[CurrentSignature] = []
    problems: list[SignatureProblem] = []
    for each in signatures:
        if isinstance(each, MalformedLine):
            problems.append(SignatureProblem("malformed", each.reason, each.line))
        elif each.statement.kind == "lock":
            wrong = _other_lock(each, subject) if subject else None
            if wrong:
                problems.append(wrong)
            elif subject:
                current.append(CurrentSignature(each, None))
        elif each.statement.kind == "verdict":
            problems.append(
                signature_problem(each, "malformed", "a verdict of the gate belongs in capability.attestations.jsonl")
            )
        elif each.envelope.payload in entries:
            current.append(CurrentSignature(each, entries[each.envelope.payload]))
        else:
            problems.append(_other_entry(each, there))
    return current, problems


def signature_problem(signature: Signature, why: ProblemKind, message: str) -> SignatureProblem:
    """What is wrong with a signature."""
    statement = signature.statement
    about = f"{'lock' if statement.kind == 'lock' else f'{statement.kind} {statement.subject}'} by {statement.by}"
    return SignatureProblem(
        why, f"the signature of the {about}: {message}", signature.line, statement.kind, statement.subject, statement.by
    )


def shared_key_problems(good: Sequence[tuple[CurrentSignature, Signer]]) -> list[SignatureProblem]:
    """Keys that sign the lock, or approvals, as several people, as patterns in allowed_signers let them.

    They count for nobody: how many people have said yes is what is asked.
    """
    people: dict[tuple[bool, str], dict[str, str]] = {}
    for each, signer in good:
        if signer.way == "ssh":
            people.setdefault((each.entry is None, signer.key), {})[person_key(signer.person)] = signer.person
    return [
        signature_problem(each.signature, "shared key", f"{signer.key} signs as {names}; one key is one person")
        for each, signer in good
        if (names := _several(people.get((each.entry is None, signer.key), {})))
    ]


def _several(people: Mapping[str, str]) -> str:
    return " and as ".join(sorted(people.values())) if len(people) > 1 else ""


def missing_lock_signatures(
    keys: SignatureKeys, signers: Sequence[Signer], problems: Sequence[SignatureProblem]
) -> tuple[MissingSignature, ...]:
    """What policy asks of the lock's signatures and they do not give."""
    have = {person_key(each.person): each.person for each in signers}
    missing = [
        MissingSignature(f"the lock needs the signature of {each}", _because(problems, each))
        for each in keys.signers
        if person_key(each) not in have
    ]
    if len(have) < keys.lock:
        wanted = "a signature" if keys.lock == 1 else f"signatures of {keys.lock} people"
        has = f", and has {len(have)} ({', '.join(have.values())})" if have else ""
        missing.insert(0, MissingSignature(f"the lock needs {wanted}{has}", _because(problems)))
    return tuple(missing)


def _because(problems: Sequence[SignatureProblem], who: str = "") -> str:
    fitting = [each for each in problems if each.kind == "lock" and (not who or person_key(each.by) == person_key(who))]
    return fitting[-1].message if fitting else ""


def _other_lock(signature: Signature, subject: Subject) -> SignatureProblem | None:
    statement = signature.statement
    if signature.envelope.payload == lock_statement(subject, statement.by):
        return None
    digest = statement.words.get("digest")
    if digest == subject.digest:
        return signature_problem(
            signature, "stale", "it is of another text of this lock, under the same digest; sign this one"
        )
    return signature_problem(signature, "stale", f"it is of another lock, {str(digest)[:_SHOWN]}…; sign this one")


def _other_entry(signature: Signature, entries: Sequence[Approval | Waiver]) -> SignatureProblem:
    """An entry that was signed and is not there: it was edited where its giver's other words are, else taken away."""
    statement = signature.statement
    alike = [
        each
        for each in entries
        if entry_name(each) == statement.subject and person_key(each.by) == person_key(statement.by)
    ]
    if not alike:
        return signature_problem(signature, "stale", "there is no such entry in the approvals any more")
    now = entry_fields(alike[-1])
    moved = [key for key in now if now[key] != statement.words.get(key)]
    told = "; ".join(f"{key} was {_short(statement.words.get(key))}, and is {_short(now[key])}" for key in moved)
    return signature_problem(signature, "changed", f"what was signed was changed since: {told}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def lines_for_key(told: SshSignature, lines: Sequence[AllowedSigner]) -> list[AllowedSigner]:
    """The lines that may speak of the key of this signature; of a certificate's, those of any authority."""
    certificate = is_certificate(told.key)
    return [each for each in lines if (each.authority if certificate else each.key == told.key)]


def forged_problem(signature: Signature) -> SignatureProblem:
    """It was moved here, or what it was made over was edited."""
    message = "it is not over this statement: that was changed, or the signature is the one of another statement"
    return signature_problem(signature, "forged", message)


def not_allowed_problem(
    signature: Signature, told: SshSignature, lines: Sequence[AllowedSigner], trusted: TrustSettings, now: datetime
) -> SignatureProblem:
    """It is over this statement, and made with a key that may not sign it."""
    why, message = next(_reasons(signature.statement.by, told, lines, trusted, now))
    return signature_problem(signature, why, message)


def _reasons(
    by: str, told: SshSignature, lines: Sequence[AllowedSigner], trusted: TrustSettings, now: datetime
) -> Iterator[tuple[ProblemKind, str]]:
    key = f"its key {told.fingerprint}"
    if not lines:
        there = "is not in" if trusted.allowed is not None else "cannot be known without"
        yield "not allowed", f"{key} {there} {trusted.name}"
    named = [each for each in lines if each.names(by) or person_key(by) in map(person_key, each.principals)]
    if not named:
        people = ", ".join(dict.fromkeys(name for each in lines for name in each.principals))
        yield "not allowed", f"{key} is that of {people} in {trusted.name}, not of {by}"
    for each in named:
        place = f"({trusted.name}:{each.line})"
        if until := each.expired(now):
            yield "expired", f"{key} has expired: it was valid before {until} {place}"
        if since := each.early(now):
            yield "not yet valid", f"{key} is not valid yet: it will be after {since} {place}"
        if not each.permits(told.namespace):
            yield "not allowed", f"{key} may not be used for {told.namespace} {place}"
    yield "not allowed", f"ssh-keygen does not find {key} good for {by}"


@dataclass(frozen=True, slots=True)
class SignOutcome:
    """What was signed by whom, what had been already, and how many signatures of what is no more were taken out.

    `problems` are why these signatures do not count yet, by the allowed signers that policy names.
    """

    path: Path
    who: str
    fresh: tuple[Signature, ...]
    already: tuple[Signature, ...]
    dropped: int
    problems: tuple[SignatureProblem, ...]
    allowed_signers: str
