"""The canonical form of JSON: RFC 8785 and its extensions."""

import hashlib
import json
import math
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from govern.contract.json_text import (
    ENCODERS,
    Encoders,
    _canonical_text,
    canonical,
    decode,
    decode_pretty,
    depth,
    pretty,
)
from govern.errors import ContractInvalid


@pytest.fixture(autouse=True, scope="module", params=[sys.maxsize, -1], ids=["at leisure", "in a hurry"])
def _pace(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run every test with the standard library and with orjson."""
    before = dict(vars(ENCODERS))
    vars(ENCODERS).update(vars(Encoders(request.param)))
    ENCODERS.count(1)
    yield
    assert (ENCODERS.orjson is None) == (request.param > 0)
    assert ENCODERS.sha256(b"abc").hexdigest() == hashlib.sha256(b"abc").hexdigest()
    vars(ENCODERS).update(before)


scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)
any_text = st.text(st.characters())
odd_values = st.recursive(
    scalars | any_text, lambda inner: st.lists(inner) | st.dictionaries(any_text, inner), max_leaves=20
)


def in_rfc_domain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(in_rfc_domain, value.values()))
    if isinstance(value, list):
        return all(map(in_rfc_domain, value))
    return not isinstance(value, int) or abs(value) < 2**53


@given(values.filter(in_rfc_domain))
def test_equals_rfc_8785_wherever_that_is_defined(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_float_is_written_as_rfc_8785_writes_it(number: float) -> None:
    assert canonical(number) == rfc8785.dumps(number)


@given(odd_values)
def test_both_encoders_write_the_same_and_each_text_round_trips(value: Any) -> None:
    text, shown = canonical(value), pretty(value)
    assert text == _canonical_text(value, "$").encode("utf-8", "backslashreplace")
    assert canonical(decode(text)) == text
    read = decode(shown)
    assert canonical(read) == text
    assert pretty(read) == shown
    assert decode_pretty(shown) in (None, read)


@pytest.mark.parametrize("text", ["[5.0]", "[1e3]", "[1.0]", '{"a":1}', '{\n  "a": 1,\n  "a": 1\n}', "[", "[-0]"])
def test_no_other_spelling_is_read_as_pretty_text(text: str) -> None:
    assert decode_pretty(text.replace("[", "[\n  ").replace("]", "\n]")) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9223372036854775807", b"9223372036854775807"),
        ("-170141183460469231731687303715884105728", b"-170141183460469231731687303715884105728"),
        ("1.0", b"1"),
        ("-0.0", b"0"),
        ("1e21", b"1e+21"),
        ("0.000001", b"0.000001"),
        ("1e-7", b"1e-7"),
        ("123456789012345680000.0", b"123456789012345680000"),
        ('"\\ud800"', b'"\\ud800"'),
        ('"\\ud83d\\ude00"', '"😀"'.encode()),
        ('{"__proto__":1,"10":2,"9":3}', b'{"10":2,"9":3,"__proto__":1}'),
        ('{"\\ufb33":1,"\\ud83d\\ude00":2}', '{"\U0001f600":2,"\ufb33":1}'.encode()),
    ],
)
def test_values_beyond_the_rfc(text: str, expected: bytes) -> None:
    assert canonical(decode(text)) == expected


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_nan_and_infinities_are_rejected_with_their_path(number: float) -> None:
    with pytest.raises(ContractInvalid) as refused:
        canonical({"a": [1, None, {"b": number}]})
    assert refused.value.where == "$.a[2].b"


@pytest.mark.parametrize("text", ['{"a": [NaN]}', '{"a": [1e999]}', '{"a": [-Infinity]}'])
def test_a_text_with_nan_or_infinity_is_rejected_with_its_path(text: str) -> None:
    with pytest.raises(ContractInvalid) as refused:
        decode(text)
    assert refused.value.where == "$.a[0]"


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', '[{"x": {"b": 1, "c": 2, "b": 1}}]'])
def test_a_repeated_key_is_rejected(text: str) -> None:
    with pytest.raises(ContractInvalid, match="is repeated"):
        decode(text)


def test_invalid_utf_8_is_rejected_with_its_offset() -> None:
    with pytest.raises(ContractInvalid, match="0xff at offset 5"):
        decode(b'{"a":\xff}')


def test_deep_nesting_is_a_contract_error() -> None:
    with pytest.raises(ContractInvalid):
        decode("[" * 200_000 + "]" * 200_000)


@pytest.mark.parametrize(("value", "expected"), [(1, 0), ([], 1), ({"a": [1, [2]]}, 3), ([[], {}], 2)])
def test_depth_counts_nested_values(value: Any, expected: int) -> None:
    assert depth(value) == expected


def test_pretty_text_shows_hidden_characters_as_escapes() -> None:
    assert pretty({"a": "x\u200by⚠️\U000e0041"}) == '{\n  "a": "x\\u200by⚠️\\udb40\\udc41"\n}'


def test_pretty_text_equals_that_of_the_standard_library() -> None:
    value = {"b": [], "a": {"x": [1, True, None, "é"]}, "c": {}}
    assert pretty(value) == json.dumps(value, indent=2, ensure_ascii=False)


def test_long_texts_take_linear_time() -> None:
    """Each of these once took quadratic time."""
    keys = ",".join(f'"{number}":0' for number in range(60_000))
    started = time.process_time()
    with pytest.raises(ContractInvalid, match="the key '59999' is repeated"):
        decode(f'{{{keys},"59999":1}}')
    canonical(["1." * 500_000, 0.5])
    canonical("0." * 500_000)
    assert time.process_time() - started < 3
