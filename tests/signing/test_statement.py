"""Statements: each follows from its subject, and different subjects have different statements."""

import base64
import json
from dataclasses import fields, replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.errors import PolicyInvalid
from govern.policy.approvals import Approval, Waiver
from govern.signing.statement import (
    PREDICATES,
    Envelope,
    MalformedError,
    MalformedLine,
    Signature,
    Subject,
    entry_statement,
    envelope_json,
    lock_statement,
    pae,
    parse_envelope,
    parse_statement,
    read_signatures,
    signature_of,
    signatures_text,
    subject_of,
)
from tests.lockfile.building import lock_of, locked

APPROVAL = Approval(
    change="c-0123456789ab",
    server="a",
    tool="look",
    rule="tool-removed",
    severity="BREAKING",
    origin=f"sha256:{'0' * 64}",
    target="-",
    reason="x",
    by="ana@example.com",
)
WAIVER = Waiver("a", "*", "*", "x", date(2030, 1, 1), "ana@example.com")
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=9)


def test_a_statement_about_a_lock_names_its_text_and_its_digest() -> None:
    lock = lock_of(locked("a", {"name": "look"}))
    statement = json.loads(lock_statement(subject_of(lock), "ana@example.com"))
    assert statement == {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": "capability.lock", "digest": {"sha256": subject_of(lock).sha256}}],
        "predicateType": PREDICATES["lock"],
        "predicate": {"by": "ana@example.com", "digest": lock.digest},
    }


@pytest.mark.parametrize("name", [each.name for each in fields(Approval) if each.compare and each.name != "until"])
def test_every_field_of_an_approval_is_signed(name: str) -> None:
    other = replace(APPROVAL, **{name: "another"})  # type: ignore[arg-type]
    assert entry_statement(other) != entry_statement(APPROVAL)


@pytest.mark.parametrize("name", [each.name for each in fields(Waiver) if each.compare and each.name != "until"])
def test_every_field_of_a_waiver_is_signed(name: str) -> None:
    other = replace(WAIVER, **{name: "another"})  # type: ignore[arg-type]
    assert entry_statement(other) != entry_statement(WAIVER)


def test_the_expiry_is_signed_but_not_the_line_number() -> None:
    for entry in (APPROVAL, WAIVER):
        assert entry_statement(replace(entry, until=date(2031, 1, 1))) != entry_statement(entry)
        assert entry_statement(replace(entry, line=7)) == entry_statement(entry)


@given(TEXTS, TEXTS, TEXTS)
def test_statements_round_trip(one: str, two: str, by: str) -> None:
    for payload in (
        lock_statement(Subject(one, two), by),
        entry_statement(replace(APPROVAL, reason=one, tool=two, by=by)),
        entry_statement(replace(WAIVER, reason=one, tool=two, by=by)),
    ):
        statement = parse_statement(payload)
        assert statement.by == by
        assert json.loads(payload)["predicate"] == statement.fields


@given(st.binary(max_size=40) | st.text(max_size=40).map(str.encode))
def test_anything_else_is_rejected(payload: bytes) -> None:
    with pytest.raises(MalformedError):
        parse_statement(payload)


def test_the_encoding_follows_the_specification() -> None:
    assert (
        pae("http://example.com/HelloWorld", b"hello world")
        == b"DSSEv1 29 http://example.com/HelloWorld 11 hello world"
    )
    assert pae("", b"") == b"DSSEv1 0  0 "
    assert pae("é", b"\x00") == b"DSSEv1 2 \xc3\xa9 1 \x00"


@given(st.tuples(st.text(), st.binary()), st.tuples(st.text(), st.binary()))
def test_two_payloads_are_never_encoded_as_one(one: tuple[str, bytes], other: tuple[str, bytes]) -> None:
    assert (pae(*one) == pae(*other)) == (one == other)


@given(st.binary(), st.binary(), st.text())
def test_an_envelope_is_read_as_it_was_written(payload: bytes, signature: bytes, key: str) -> None:
    envelope = Envelope(payload, signature, key)
    assert parse_envelope(envelope_json(envelope)) == envelope


def test_the_library_of_sigstore_signs_the_same_bytes() -> None:
    dsse = pytest.importorskip("sigstore.dsse", reason="the extra govern-mcp[sigstore] is not installed")
    payload = b'{"a":1}'
    assert Envelope(payload, b"").signed == dsse._pae(dsse.Envelope._TYPE, payload)


@pytest.mark.parametrize("value", [None, 1, "x", [], {}, {"payload": "", "payloadType": 1}, {"payloadType": "x"}])
def test_invalid_envelopes(value: int | str | list[str] | dict[str, int | str] | None) -> None:
    with pytest.raises(MalformedError):
        parse_envelope(value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=5,
)


def signature(by: str = "ana@example.com", made: bytes = b"x", key: str = "SHA256:x") -> Signature:
    return signature_of(Envelope(lock_statement(Subject("0" * 64, "sha256:0"), by), made, key))


@given(st.text())
def test_any_text_is_parsed_line_by_line(text: str) -> None:
    found = read_signatures(text)
    assert all(isinstance(each, MalformedLine) and each.reason for each in found)
    assert len(found) == len({line.strip() for line in text.split("\n") if line.strip()})


@given(
    st.fixed_dictionaries({}, optional={"payload": JSON, "payloadType": JSON, "signatures": JSON, "dsseEnvelope": JSON})
)
def test_any_object_is_an_error_or_a_server(value: dict[str, object]) -> None:
    (found,) = read_signatures(json.dumps(value))
    assert isinstance(found, MalformedLine)


@given(JSON, JSON, JSON, st.text(max_size=5))
def test_any_bytes_are_a_statement_or_an_error(words: object, subject: object, kind: object, by: str) -> None:
    statement = {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": subject,
        "predicateType": kind,
        "predicate": words,
    }
    envelope = {
        "payload": base64.b64encode(json.dumps(statement | {"by": by}).encode()).decode(),
        "payloadType": "application/vnd.in-toto+json",
        "signatures": [{"sig": ""}],
    }
    (found,) = read_signatures(json.dumps(envelope))
    assert isinstance(found, MalformedLine)


def test_signatures_round_trip() -> None:
    signatures = [signature(by, made) for by in ("ben@example.com", "ana@example.com") for made in (b"2", b"1")]
    text = signatures_text([*signatures, *signatures])
    found = read_signatures(text)
    assert [each.line for each in found] == [1, 2, 3, 4]
    assert signatures_text(each for each in found if isinstance(each, Signature)) == text
    assert text == signatures_text(reversed(signatures))


def test_a_file_with_too_many_signatures_is_not_read() -> None:
    with pytest.raises(PolicyInvalid, match=r"10,000 lines or 16 MiB"):
        read_signatures("\n" * 10_001)
    with pytest.raises(PolicyInvalid):
        read_signatures("x" * (16 * 1024 * 1024 + 1))
