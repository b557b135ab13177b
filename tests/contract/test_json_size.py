"""The size of a JSON text, counted from its bytes."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.contract.json_size import json_size
from govern.contract.json_text import depth

texts = st.text(st.characters()) | st.sampled_from(["\\", '"', '\\"', "[[[", "{,:}", '\\\\"['])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=40,
)


def nodes(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + len(value) + sum(map(nodes, value.values()))
    return 1 + sum(map(nodes, value)) if isinstance(value, list) else 1


def empties(value: Any) -> int:
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return sum(map(empties, inner)) + (value in ([], {}) and isinstance(value, (list, dict)))


@given(values, st.booleans())
def test_counts_equal_those_of_a_parser(value: Any, ascii_only: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    size = json_size(text)
    assert size.depth == depth(value)
    assert size.nodes == nodes(value) + empties(value)
    assert size.bytes >= len(text)


@pytest.mark.parametrize("before", [0, 1, 65_534, 65_535, 65_536])
def test_strings_may_span_windows(before: int) -> None:
    text = b"[" + b" " * before + b'"' + b'\\"[' * 50_000 + b'", [1, 2]]'
    assert (json_size(text).nodes, json_size(text).depth) == (5, 2)


def test_memory_counts_where_it_is_more_than_the_bytes() -> None:
    assert json_size(b'"' + b"x" * 1000 + b'"').bytes == 1002
    assert json_size('"é'.encode() + b"x" * 1000 + b'"').bytes == 1004
    assert json_size('"\U0001f600'.encode() + b"x" * 1000 + b'"').bytes == 2 * 1003


def test_counting_stops_soon_after_the_limit() -> None:
    started = time.perf_counter()
    assert json_size(b"[" * 20_000_000, most_nodes=1000).nodes < 100_000
    assert time.perf_counter() - started < 1
