"""Recorded answers as blocks: the forms in which they are recorded, audiences, repeated and indented JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.economics.answer_blocks import answer_blocks, compacted

ROWS = [{"id": 1}, {"id": 2}]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


def text(said: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": said, **more}


def only(*audience: str) -> dict[str, Any]:
    return {"annotations": {"audience": [*audience]}}


@pytest.mark.parametrize(
    ("recorded", "texts"),
    [
        pytest.param("hello", ["hello"], id="text"),
        pytest.param([text("a"), text("b")], ["a", "b"], id="blocks"),
        pytest.param({"content": [text("a")]}, ["a"], id="result"),
        pytest.param(json.dumps({"content": [text("a")], "isError": False}), ["a"], id="result-as-text"),
        pytest.param('{"content": 1, "mine": 2}', ['{"content": 1, "mine": 2}'], id="other-json"),
        pytest.param({"content": [], "structuredContent": {"n": 1}}, ['{"n":1}'], id="structured-alone"),
        pytest.param({"structuredContent": None, "content": "a"}, ["a"], id="null-structure"),
        pytest.param({"n": 1}, ['{"n":1}'], id="value"),
        pytest.param(7, ["7"], id="number"),
        pytest.param([{"type": "image", "data": "AAAA", "mimeType": "image/png"}], [None], id="image"),
        pytest.param([{"type": "resource", "resource": {"uri": "f:a", "text": "in"}}], ["in"], id="resource"),
        pytest.param([{"type": "resource", "resource": {"uri": "f:a", "blob": "AAAA"}}], [None], id="blob"),
        pytest.param([{"type": "resource_link", "uri": "f:a", "name": "a"}], ["a\nf:a"], id="link"),
        pytest.param([{"type": "text", "text": 3}], [None], id="broken-block"),
        pytest.param([], [], id="empty"),
    ],
)
def test_the_texts_of_an_answer_in_each_form(recorded: Any, texts: list[str | None]) -> None:
    assert [block.text for block in answer_blocks(recorded).blocks] == texts


@pytest.mark.parametrize(
    ("blocks", "overhead"),
    [
        pytest.param([text("a"), text("b", **only("user"))], {1}, id="for-the-user"),
        pytest.param([text("rules", **only("assistant")), text("data")], {0}, id="rules-beside-data"),
        pytest.param([text("data", **only("assistant"))], set(), id="data-for-the-model-alone"),
        pytest.param([text("data", **only("assistant")), text("chart", **only("user"))], {1}, id="one-for-each"),
        pytest.param([text("a", **only("user", "assistant"))], set(), id="both"),
        pytest.param([text("a", annotations={"audience": "user"}), text("b", **only("dog"))], set(), id="not-valid"),
    ],
)
def test_blocks_for_one_reader_are_overhead(blocks: list[Any], overhead: set[int]) -> None:
    assert answer_blocks(blocks).overhead == overhead


@pytest.mark.parametrize(
    ("blocks", "structured", "repeated"),
    [
        pytest.param([text('{"b": 1, "a": 2}')], {"a": 2, "b": 1}, {0}, id="same-value"),
        pytest.param([text("summary"), text("[1, 2]")], {"result": [1, 2]}, {1}, id="wrapped"),
        pytest.param([text("plain words")], {"result": "plain words"}, {0}, id="wrapped-text"),
        pytest.param([text(json.dumps(row)) for row in ROWS], {"result": ROWS}, {0, 1}, id="an-item-each"),
        pytest.param([text('{"a": true}')], {"a": 1}, set(), id="true-is-not-1"),
        pytest.param([text("found 2")], {"a": 1}, set(), id="summary"),
        pytest.param([text("null")], None, set(), id="nothing-to-repeat"),
    ],
)
def test_texts_that_repeat_the_structured_content(blocks: list[Any], structured: Any, repeated: set[int]) -> None:
    assert answer_blocks({"content": blocks, "structuredContent": structured}).repeated == repeated


@given(VALUES.filter(lambda value: isinstance(value, (dict, list))), st.sampled_from([None, 0, 2, "\t"]))
def test_compacting_removes_white_space_alone(value: Any, indent: Any) -> None:
    written = json.dumps(value, indent=indent)
    shorter = compacted(written)
    assert (shorter or written) == json.dumps(value, separators=(",", ":"))


@pytest.mark.parametrize("said", ["plain  words", '{"a": 1', '{"a":1}', "", '"  "', "[" * 100_000])
def test_what_is_not_indented_json_stays(said: str) -> None:
    assert compacted(said) is None


def test_compacting_keeps_numbers_as_they_are_written() -> None:
    assert compacted('{ "n": 1.10, "big": 123456789012345678901234567890, "s": "a  \\" b" }') == (
        '{"n":1.10,"big":123456789012345678901234567890,"s":"a  \\" b"}'
    )
