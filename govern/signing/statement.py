"""In-toto statements about a lock, an approval, a waiver or a verdict, in DSSE envelopes, and the file that holds them.

The bytes of a statement follow from its subject and its signer. So a statement is never interpreted: it equals the
expected one, or it does not.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

from govern.contract.json_text import canonical, decode
from govern.errors import ContractInvalid, PolicyInvalid
from govern.lockfile.store import LOCK_NAME
from govern.lockfile.text import render
from govern.policy.approvals import Approval

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from govern.contract.json_text import Json
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
# The SSH namespaces, so that allowed_signers can restrict a key to locks or to approvals.
NAMESPACES: Mapping[Kind, str] = {
    "lock": "govern-lock",
    "approval": "govern-approval",
    "waiver": "govern-approval",
    # Not `govern-*`: a key that may sign locks and approvals must not attest that the gate passed.
    "verdict": "gate-verdict",
}
PASSED = "PASSED"
_KINDS = {predicate: kind for kind, predicate in PREDICATES.items()}


@dataclass(frozen=True, slots=True)
class Subject:
    """A lock as the subject of a statement: the hash of its text, and its digest."""

    sha256: str
    digest: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A parsed statement: its kind, the signer it names, its subject and all its fields."""

    kind: Kind
    by: str
    subject: str
    fields: Mapping[str, Json]


def subject_of(lock: Lock) -> Subject:
    """Return the subject of a lock: the hash of its text as govern writes it, and its digest."""
    return Subject(sha256(render(lock).encode()).hexdigest(), lock.digest)


def lock_statement(subject: Subject, by: str) -> bytes:
    """Return the statement that a person approves this lock."""
    fields: dict[str, Json] = {"by": by, "digest": subject.digest}
    return _statement_bytes("lock", LOCK_NAME, subject.sha256, fields)


def verdict_statement(subject: Subject, policy: str, by: str, when: str, against: str) -> bytes:
    """Return the statement that a lock passed the gate; `policy` is the digest of everything that decided."""
    fields: dict[str, Json] = {
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
    return _statement_bytes("verdict", LOCK_NAME, subject.sha256, fields)


def is_verdict_on(payload: bytes, subject: Subject, policy: str) -> bool:
    """Return whether a statement attests that this lock passed under this policy."""
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
    """Return the statement that a person gave this approval or waiver, with all its fields."""
    fields = entry_fields(entry)
    return _statement_bytes(entry_kind(entry), entry_name(entry), sha256(canonical(fields)).hexdigest(), fields)


def entry_kind(entry: Approval | Waiver) -> Kind:
    """Return whether an entry is an approval or a waiver."""
    return "approval" if isinstance(entry, Approval) else "waiver"


def entry_name(entry: Approval | Waiver) -> str:
    """Return the name of an entry: the id of the change, or the pattern of a waiver."""
    if isinstance(entry, Approval):
        return entry.change
    return f"{entry.server}/{entry.tool} {entry.rule}"


def entry_fields(entry: Approval | Waiver) -> dict[str, Json]:
    """Return every field of an entry by its key in the file; a missing `until` is null."""
    fields: dict[str, Json] = {
        "server": entry.server,
        "tool": entry.tool,
        "rule": entry.rule,
        "reason": entry.reason,
        "by": entry.by,
        "until": entry.until.isoformat() if entry.until else None,
    }
    if isinstance(entry, Approval):
        fields |= {"change": entry.change, "severity": entry.severity, "from": entry.origin, "to": entry.target}
    return fields


def parse_statement(payload: bytes) -> Statement:
    """Return the statement in a payload; raise MalformedError unless govern would write exactly these bytes."""
    try:
        value = decode(payload)
        exact = canonical(value) == payload
    except ContractInvalid as error:
        raise MalformedError(f"payload is not a statement: {error.message}") from None
    kind = _KINDS.get(str(value.get("predicateType"))) if isinstance(value, dict) else None
    if not isinstance(value, dict) or kind is None or not exact:
        raise MalformedError("statement is not one of govern's")
    fields, subjects = value.get("predicate"), value.get("subject")
    match fields, subjects:
        case {"by": str(by)}, [{"name": str(name), "digest": {"sha256": str(digest)}}] if isinstance(fields, dict):
            if value == _statement_value(kind, name, digest, fields):
                return Statement(kind, by, name, fields)
    raise MalformedError(f"statement does not have the form of a {kind} statement")


def _statement_bytes(kind: Kind, name: str, digest: str, fields: dict[str, Json]) -> bytes:
    return canonical(_statement_value(kind, name, digest, fields))


def _statement_value(kind: Kind, name: str, digest: str, fields: dict[str, Json]) -> dict[str, Json]:
    subject: dict[str, Json] = {"name": name, "digest": {"sha256": digest}}
    return {"_type": STATEMENT, "subject": [subject], "predicateType": PREDICATES[kind], "predicate": fields}


PAYLOAD_TYPE = "application/vnd.in-toto+json"


class MalformedError(Exception):
    """A value that is not valid; the message continues a sentence that starts with "this" or "its"."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """A payload and its signature; `key` is the signer's hint at the key."""

    payload: bytes
    signature: bytes
    key: str = ""

    @property
    def signed(self) -> bytes:
        """Return the bytes that are signed."""
        return pae(PAYLOAD_TYPE, self.payload)


def pae(payload_type: str, payload: bytes) -> bytes:
    """Return the pre-authentication encoding (PAE) of a payload and its type."""
    kind = payload_type.encode()
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)


def parse_envelope(value: Json) -> Envelope:
    """Return the envelope in a JSON value."""
    payload_type, payload = _required_text(value, "payloadType"), _required_text(value, "payload")
    if payload_type != PAYLOAD_TYPE:
        raise MalformedError("envelope has no in-toto statement")
    signatures = value.get("signatures") if isinstance(value, dict) else None
    if not isinstance(signatures, list) or len(signatures) != 1:
        raise MalformedError("envelope must have exactly one signature")
    key = signatures[0].get("keyid", "") if isinstance(signatures[0], dict) else ""
    return Envelope(
        _from_base64(payload), _from_base64(_required_text(signatures[0], "sig")), key if isinstance(key, str) else ""
    )


def envelope_json(envelope: Envelope) -> Json:
    """Return the envelope as a JSON value."""
    signature: dict[str, Json] = {"keyid": envelope.key, "sig": base64.b64encode(envelope.signature).decode()}
    return {
        "payload": base64.b64encode(envelope.payload).decode(),
        "payloadType": PAYLOAD_TYPE,
        "signatures": [signature],
    }


def _required_text(value: Json, name: str) -> str:
    found = value.get(name) if isinstance(value, dict) else None
    if not isinstance(found, str):
        raise MalformedError(f"envelope has no {name}")
    return found


def _from_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise MalformedError("envelope has invalid base64") from None


SIGNATURES_FILE = "capability.signatures.jsonl"
# Enough for thousands of signatures; more would only keep the verifier busy.
_MAX_SIZE = 16 * 1024 * 1024
_MAX_LINES = 10_000


@dataclass(frozen=True, slots=True)
class Signature:
    """One line of the file: a statement and its envelope; `bundle` is true for a Sigstore bundle."""

    statement: Statement
    envelope: Envelope
    text: str
    line: int = 0
    bundle: bool = False


@dataclass(frozen=True, slots=True)
class MalformedLine:
    """A line that is not a signature, with the reason."""

    line: int
    reason: str


def read_signatures(text: str) -> list[Signature | MalformedLine]:
    """Return the lines in their order, without duplicates; raise PolicyInvalid if the file is too large."""
    lines = text.split("\n") if len(text) <= _MAX_SIZE else []
    if len(text) > _MAX_SIZE or len(lines) > _MAX_LINES:
        raise PolicyInvalid(f"holds more than {_MAX_LINES:,} lines or {_MAX_SIZE >> 20} MiB", where=SIGNATURES_FILE)
    found: dict[str, Signature | MalformedLine] = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            found.setdefault(line.strip(), _parse_signature(number, line.strip()))
    return list(found.values())


def signature_of(envelope: Envelope) -> Signature:
    """Return a new signature as a line of the file."""
    return Signature(parse_statement(envelope.payload), envelope, canonical(envelope_json(envelope)).decode())


def signature_of_bundle(text: str) -> Signature:
    """Return a new Sigstore bundle as a line of the file."""
    found = _parse_signature(0, canonical(decode(text)).decode())
    if isinstance(found, MalformedLine):
        raise MalformedError(found.reason)
    return found


def signatures_text(signatures: Iterable[Signature]) -> str:
    """Return the text of the file, sorted by kind, subject and signer, so that merges stay easy."""
    return "".join(f"{text}\n" for text in dict.fromkeys(each.text for each in sorted(signatures, key=_sort_key)))


def _parse_signature(number: int, line: str) -> Signature | MalformedLine:
    try:
        value = decode(line)
        bundle = isinstance(value, dict) and "dsseEnvelope" in value
        envelope = parse_envelope(value["dsseEnvelope"] if bundle and isinstance(value, dict) else value)
        return Signature(parse_statement(envelope.payload), envelope, line, number, bundle)
    except ContractInvalid as error:
        return MalformedLine(number, f"this line is invalid: {error.message}")
    except MalformedError as error:
        return MalformedLine(number, f"this {error}")


def _sort_key(signature: Signature) -> tuple[int, str, str, str, str]:
    statement = signature.statement
    return (
        list(PREDICATES).index(statement.kind),
        statement.subject,
        statement.by,
        signature.envelope.key,
        signature.text,
    )
