"""What is signed: in-toto statements about a lock or about one entry of the approvals file.

A statement follows from what it is about and from who signs, byte by byte. So one that was read is never interpreted
for its worth: it is the statement that is expected, or it is not.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

from govern.contract.json_text import canonical, decode
from govern.errors import ContractInvalid
from govern.lockfile.render import render
from govern.lockfile.store import LOCK_NAME
from govern.policy.approvals import Approval

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.contract.json_type import Json
    from govern.lockfile.document import Lock
    from govern.policy.approvals import Waiver

Kind = Literal["lock", "approval", "waiver", "verdict"]
STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATES: Mapping[Kind, str] = {
    "lock": "https://github.com/govern-mcp/govern/attestations/lock/v1",
    "approval": "https://github.com/govern-mcp/govern/attestations/approval/v1",
    "waiver": "https://github.com/govern-mcp/govern/attestations/waiver/v1",
    # A Verification Summary Attestation, as SLSA defines it.
    "verdict": "https://slsa.dev/verification_summary/v1",
}
# What SSH keys sign under, so that allowed_signers may let a key sign locks and no approvals, or the other way about.
NAMESPACES: Mapping[Kind, str] = {
    "lock": "govern-lock",
    "approval": "govern-approval",
    "waiver": "govern-approval",
    # No `govern-*`: whoever may sign locks and approvals cannot say that the gate passed.
    "verdict": "gate-verdict",
}
PASSED = "PASSED"
_KINDS = {predicate: kind for kind, predicate in PREDICATES.items()}


@dataclass(frozen=True, slots=True)
class Subject:
    """A lock, by its text and by what the text means."""

    sha256: str
    digest: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement as it was read: what it speaks of, who claims to say so, and its words."""

    kind: Kind
    by: str
    subject: str
    words: Mapping[str, Json]


def subject_of(lock: Lock) -> Subject:
    """What a signature of this lock is about: its text as govern writes it, and its digest."""
    return Subject(sha256(render(lock).encode()).hexdigest(), lock.digest)


def lock_statement(subject: Subject, by: str) -> bytes:
    """That this person vouches for this lock."""
    words: dict[str, Json] = {"by": by, "digest": subject.digest}
    return _statement("lock", LOCK_NAME, subject.sha256, words)


def verdict_statement(subject: Subject, policy: str, by: str, when: str, against: str) -> bytes:
    """Return the statement that this lock passed the gate; `policy` is the digest of all that it was judged by."""
    words: dict[str, Json] = {
        "by": by,
        "against": against,
        "digest": subject.digest,
        "policy": {"uri": "govern.toml", "digest": {"sha256": policy}},
        "resourceUri": f"govern:lock/{subject.digest}",
        "timeVerified": when,
        "verificationResult": PASSED,
        "verifiedLevels": ["GOVERN_GATE"],
        "verifier": {"id": "https://github.com/govern-mcp/govern"},
    }
    return _statement("verdict", LOCK_NAME, subject.sha256, words)


def is_verdict_on(payload: bytes, subject: Subject, policy: str) -> bool:
    """Return whether a statement says that this lock passed by this policy."""
    value = decode(payload)
    match value:
        case {
            "subject": [{"digest": {"sha256": text}}],
            "predicate": {
                "digest": digest,
                "policy": {"digest": {"sha256": by_policy}},
                "verificationResult": result,
            },
        }:
            return (text, digest, by_policy, result) == (subject.sha256, subject.digest, policy, PASSED)
    return False


def entry_statement(entry: Approval | Waiver) -> bytes:
    """That this approval or waiver, with every field of it, is its giver's."""
    words = entry_fields(entry)
    return _statement(entry_kind(entry), entry_name(entry), sha256(canonical(words)).hexdigest(), words)


def entry_kind(entry: Approval | Waiver) -> Kind:
    """Which of the two it is."""
    return "approval" if isinstance(entry, Approval) else "waiver"


def entry_name(entry: Approval | Waiver) -> str:
    """What an entry is called: the change's id, or what a waiver fits."""
    if isinstance(entry, Approval):
        return entry.change
    return f"{entry.server}/{entry.tool} {entry.rule}"


def entry_fields(entry: Approval | Waiver) -> dict[str, Json]:
    """Every field of an entry under its key in the file; `until` is null where it has none."""
    words: dict[str, Json] = {
        "server": entry.server,
        "tool": entry.tool,
        "rule": entry.rule,
        "reason": entry.reason,
        "by": entry.by,
        "until": entry.until.isoformat() if entry.until else None,
    }
    if isinstance(entry, Approval):
        words |= {"change": entry.change, "severity": entry.severity, "from": entry.origin, "to": entry.target}
    return words


def parse_statement(payload: bytes) -> Statement:
    """The statement that this payload is; anything that govern would not have said is refused."""
    try:
        value = decode(payload)
        exact = canonical(value) == payload
    except ContractInvalid as error:
        raise MalformedError(f"payload is no statement: {error.message}") from None
    kind = _KINDS.get(str(value.get("predicateType"))) if isinstance(value, dict) else None
    if not isinstance(value, dict) or kind is None or not exact:
        raise MalformedError("statement is none of govern's")
    words, subjects = value.get("predicate"), value.get("subject")
    match words, subjects:
        case {"by": str(by)}, [{"name": str(name), "digest": {"sha256": str(digest)}}] if isinstance(words, dict):
            if value == _value(kind, name, digest, words):
                return Statement(kind, by, name, words)
    raise MalformedError(f"statement is not laid out as one about {kind} should be")


def _statement(kind: Kind, name: str, digest: str, words: dict[str, Json]) -> bytes:
    return canonical(_value(kind, name, digest, words))


def _value(kind: Kind, name: str, digest: str, words: dict[str, Json]) -> dict[str, Json]:
    subject: dict[str, Json] = {"name": name, "digest": {"sha256": digest}}
    return {"_type": STATEMENT, "subject": [subject], "predicateType": PREDICATES[kind], "predicate": words}


PAYLOAD_TYPE = "application/vnd.in-toto+json"


class MalformedError(Exception):
    """What was read is none of what was asked for; the message says why, as what follows "this"."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """What was signed and the signature of it; `key` is the signer's own hint at which key it was."""

    payload: bytes
    signature: bytes
    key: str = ""

    @property
    def signed(self) -> bytes:
        """The bytes that the signature is over."""
        return pae(PAYLOAD_TYPE, self.payload)


def pae(payload_type: str, payload: bytes) -> bytes:
    """The pre-authentication encoding: a payload and its type as one string of bytes that nothing else encodes to."""
    kind = payload_type.encode()
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)


def parse_envelope(value: Json) -> Envelope:
    """The envelope that this JSON value is."""
    payload_type, payload = _member(value, "payloadType"), _member(value, "payload")
    if payload_type != PAYLOAD_TYPE:
        raise MalformedError("envelope holds no in-toto statement")
    signatures = value.get("signatures") if isinstance(value, dict) else None
    if not isinstance(signatures, list) or len(signatures) != 1:
        raise MalformedError("envelope should have exactly one signature")
    key = signatures[0].get("keyid", "") if isinstance(signatures[0], dict) else ""
    return Envelope(_decoded(payload), _decoded(_member(signatures[0], "sig")), key if isinstance(key, str) else "")


def envelope_json(envelope: Envelope) -> Json:
    """The envelope as a JSON value."""
    signature: dict[str, Json] = {"keyid": envelope.key, "sig": base64.b64encode(envelope.signature).decode()}
    return {
        "payload": base64.b64encode(envelope.payload).decode(),
        "payloadType": PAYLOAD_TYPE,
        "signatures": [signature],
    }


def _member(value: Json, name: str) -> str:
    found = value.get(name) if isinstance(value, dict) else None
    if not isinstance(found, str):
        raise MalformedError(f"envelope has no {name}")
    return found


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise MalformedError("envelope's base64 is broken") from None
