"""Envelopes: what is signed is the payload and its type, so that no two of them have one encoding."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.signing.statement import Envelope, MalformedError, envelope_json, pae, parse_envelope


def test_the_encoding_is_the_one_of_the_specification() -> None:
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
def test_what_is_no_envelope(value: int | str | list[str] | dict[str, int | str] | None) -> None:
    with pytest.raises(MalformedError):
        parse_envelope(value)
