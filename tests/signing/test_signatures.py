"""The signatures file: each line is a signature, or has a reason why it is not."""

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.errors import PolicyInvalid
from govern.signing.signatures import MalformedLine, Signature, read_signatures, signature_of, signatures_text
from govern.signing.statement import Envelope, Subject, lock_statement

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
