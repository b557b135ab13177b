"""The JSON document of `govern sign`."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.signing.signatures import Signature
from govern.signing.verification import SignatureProblem, SignOutcome


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
    return {
        "format": "govern.sign/1",
        "file": outcome.path.name,
        "by": outcome.who,
        "signed": [_signature_document(each) for each in outcome.fresh],
        "already": [_signature_document(each) for each in outcome.already],
        "dropped": outcome.dropped,
        "problems": [_problem_document(each) for each in outcome.problems],
        "allowed_signers": outcome.allowed_signers,
        "initialized": outcome.initialized,
    }


def _signature_document(signature: Signature) -> NewSignatureDocument:
    statement = signature.statement
    return {
        "of": statement.kind,
        "about": statement.subject,
        "by": statement.by,
        "key": signature.envelope.key or None,
    }


def _problem_document(problem: SignatureProblem) -> SignProblemDocument:
    return {"message": problem.message, "allow": problem.allow}
