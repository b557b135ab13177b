"""The JSON documents of `govern sign` and `govern verify`."""

from collections.abc import Sequence
from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.lockfile.document import Lock
from govern.report.documents import document_of
from govern.signing.statement import Signature, Statement, entry_kind, entry_name
from govern.signing.verification import SignatureProblem, Signer, SignOutcome, Verification


class NewSignatureDocument(TypedDict):
    """A signature; `key` is the fingerprint of an SSH key, null for Sigstore."""

    of: Literal["lock", "approval", "waiver", "verdict"]
    about: str
    by: str
    key: str | None


class SignProblemDocument(TypedDict):
    """The reason why a signature does not count yet; `allow` is the line of allowed_signers that it lacks, if any."""

    message: str
    allow: str


class SignDocument(TypedDict):
    """`govern sign --json`; `dropped` is the number of outdated signatures that were removed.

    `initialized` is true if `allowed_signers` was written with this key.
    """

    format: Literal["govern.sign/1"]
    file: str
    by: str
    signed: list[NewSignatureDocument]
    already: list[NewSignatureDocument]
    dropped: int
    problems: list[SignProblemDocument]
    allowed_signers: str
    initialized: bool


def sign_document(outcome: SignOutcome) -> SignDocument:
    """Return what was signed, and what is missing for it to count."""
    return document_of(
        SignDocument,
        outcome,
        file=outcome.path.name,
        by=outcome.who,
        signed=map(_signature_document, outcome.fresh),
        already=map(_signature_document, outcome.already),
    )


def _signature_document(signature: Signature) -> NewSignatureDocument:
    statement, key = signature.statement, signature.envelope.key or None
    return document_of(NewSignatureDocument, statement, of=statement.kind, about=statement.subject, key=key)


class SignatureDocument(TypedDict):
    """One line of the signatures file; `of` is null if it cannot be read.

    `standing` is `valid`, or the reason why the signature does not count; `key` is a fingerprint or a Sigstore issuer.
    """

    line: int
    of: Literal["lock", "approval", "waiver", "verdict"] | None
    about: str
    by: str
    key: str | None
    way: Literal["ssh", "sigstore"] | None
    standing: str
    message: str


class UnsignedDocument(TypedDict):
    """An approval or waiver that is ignored because its approver's signature is missing."""

    of: Literal["lock", "approval", "waiver", "verdict"]
    about: str
    by: str


class VerifyDocument(TypedDict):
    """`govern verify --json`; `missing` are the lock's signatures that policy requires and that are missing.

    `folds` are the servers whose locked folds differ from the config.
    """

    format: Literal["govern.verify/1"]
    lock: str
    digest: str
    verdict: Literal["verified", "refused"]
    servers: int
    items: int
    signatures: list[SignatureDocument]
    folds: list[str]
    missing: list[str]
    unsigned: list[UnsignedDocument]


def verify_document(name: str, lock: Lock, signed: Verification, folds: Sequence[str] = ()) -> VerifyDocument:
    """Return the result of verifying a lock and its signatures."""
    signatures = [*(_valid_signature(*each) for each in signed.valid), *map(_invalid_signature, signed.problems)]
    return {
        "format": "govern.verify/1",
        "lock": name,
        "digest": lock.digest,
        "verdict": "refused" if signed.refused or signed.missing or folds else "verified",
        "servers": len(lock.servers),
        "items": sum(len(server.items) for server in lock.servers),
        "signatures": sorted(signatures, key=lambda each: each["line"]),
        "folds": list(folds),
        "missing": list(map(str, signed.missing)),
        "unsigned": [{"of": entry_kind(each), "about": entry_name(each), "by": each.by} for each in signed.unsigned],
    }


def _valid_signature(statement: Statement, signer: Signer) -> SignatureDocument:
    of, about = statement.kind, statement.subject
    return document_of(SignatureDocument, signer, of=of, about=about, by=signer.person, standing="valid", message="")


def _invalid_signature(problem: SignatureProblem) -> SignatureDocument:
    return document_of(SignatureDocument, problem, of=problem.kind, key=None, way=None, standing=problem.why)
