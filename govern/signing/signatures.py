"""capability.signatures.jsonl: one signed statement per line, as a DSSE envelope or a Sigstore bundle."""

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
