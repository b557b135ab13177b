"""capability.signatures.jsonl: one signed statement a line, as a DSSE envelope or as a Sigstore bundle around one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.contract.json_text import canonical, decode
from govern.errors import ContractInvalid, PolicyInvalid
from govern.signing.statement import PREDICATES, MalformedError, envelope_json, parse_envelope, parse_statement

if TYPE_CHECKING:
    from collections.abc import Iterable

    from govern.signing.statement import Envelope, Statement

SIGNATURES_FILE = "capability.signatures.jsonl"
# Some thousand signatures; whoever sends more keeps whoever checks them busy.
_LARGEST = 16 * 1024 * 1024
_MOST = 10_000


@dataclass(frozen=True, slots=True)
class Signature:
    """One line of the file: a statement and the envelope it came in; `bundle` is the text of a Sigstore bundle."""

    statement: Statement
    envelope: Envelope
    text: str
    line: int = 0
    bundle: bool = False


@dataclass(frozen=True, slots=True)
class MalformedLine:
    """A line that is no signature, and why."""

    line: int
    reason: str


def read_signatures(text: str) -> list[Signature | MalformedLine]:
    """Every line, in the file's order; the same signature twice is one. More than anyone signs is not even read."""
    lines = text.split("\n") if len(text) <= _LARGEST else []
    if len(text) > _LARGEST or len(lines) > _MOST:
        raise PolicyInvalid(f"holds more than {_MOST:,} lines or {_LARGEST >> 20} MiB", where=SIGNATURES_FILE)
    found: dict[str, Signature | MalformedLine] = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            found.setdefault(line.strip(), _read(number, line.strip()))
    return list(found.values())


def signature_of(envelope: Envelope) -> Signature:
    """A fresh signature as a line of the file."""
    return Signature(parse_statement(envelope.payload), envelope, canonical(envelope_json(envelope)).decode())


def signature_of_bundle(text: str) -> Signature:
    """A fresh Sigstore bundle as a line of the file."""
    found = _read(0, canonical(decode(text)).decode())
    if isinstance(found, MalformedLine):
        raise MalformedError(found.reason)
    return found


def signatures_text(signatures: Iterable[Signature]) -> str:
    """The file's text: what is about the lock first, then by change and by who signed, so that merges stay easy."""
    return "".join(f"{text}\n" for text in dict.fromkeys(each.text for each in sorted(signatures, key=_order)))


def _read(number: int, line: str) -> Signature | MalformedLine:
    try:
        value = decode(line)
        bundle = isinstance(value, dict) and "dsseEnvelope" in value
        envelope = parse_envelope(value["dsseEnvelope"] if bundle and isinstance(value, dict) else value)
        return Signature(parse_statement(envelope.payload), envelope, line, number, bundle)
    except ContractInvalid as error:
        return MalformedLine(number, f"this is no JSON: {error.message}")
    except MalformedError as error:
        return MalformedLine(number, f"this {error}")


def _order(signature: Signature) -> tuple[int, str, str, str, str]:
    statement = signature.statement
    return (
        list(PREDICATES).index(statement.kind),
        statement.subject,
        statement.by,
        signature.envelope.key,
        signature.text,
    )
