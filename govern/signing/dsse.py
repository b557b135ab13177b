"""DSSE envelopes: a payload, and a signature over it and its type together."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from govern.contract.json_type import Json

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


def envelope_of(value: Json) -> Envelope:
    """The envelope that this JSON value is."""
    payload_type, payload = _member(value, "payloadType"), _member(value, "payload")
    if payload_type != PAYLOAD_TYPE:
        raise MalformedError("envelope holds no in-toto statement")
    signatures = value.get("signatures") if isinstance(value, dict) else None
    if not isinstance(signatures, list) or len(signatures) != 1:
        raise MalformedError("envelope should have exactly one signature")
    key = signatures[0].get("keyid", "") if isinstance(signatures[0], dict) else ""
    return Envelope(_decoded(payload), _decoded(_member(signatures[0], "sig")), key if isinstance(key, str) else "")


def as_json(envelope: Envelope) -> Json:
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
