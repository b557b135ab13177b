"""Each reduction: what it keeps, that it says so, and that no answer gets longer."""

import json
import time
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.economics.tokens import count_tokens
from govern.reductions.answer import answer_tokens, json_leaves, reduce_answer, savings
from govern.reductions.reduce import ReductionLimits, collapse, json_chunks, reduce_text, text_parts

ENCODING = "cl100k_base"
NEVER = ReductionLimits(0, 0, 0, 0)
BOOKS = [{"id": at, "title": f"Book {at}", "pages": [at, at + 1], "notes": "long " * 20} for at in range(100)]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=40,
)


def text_result(*texts: str, **fields: Any) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text} for text in texts], **fields}


def test_the_rest_of_a_uniform_array_shows_what_identifies_it() -> None:
    value: Any
    value, arrays = collapse({"found": {"books": BOOKS}, "total": 100})
    assert value["found"]["books"] == [*BOOKS[:3], *({"id": at, "title": f"Book {at}"} for at in range(3, 100))]
    assert [(each.path, each.items, each.keys) for each in arrays] == [("$.found.books", 97, ("id", "title"))]


def test_items_with_optional_keys_are_uniform_and_arrays_inside_the_first_ones_collapse_too() -> None:
    value: Any
    inner = [{"name": f"n{at}", "size": at} for at in range(9)]
    items = [{"slug": f"s{at}", "rows": inner} | ({"extra": 1} if at % 2 else {}) for at in range(6)]
    value, arrays = collapse([items])
    assert value[0][0]["rows"] == [*inner[:3], *({"name": f"n{at}"} for at in range(3, 9))]
    assert value[0][5] == {"slug": "s5"}
    assert [each.path for each in arrays] == ["$[0]", "$[0][0].rows", "$[0][1].rows", "$[0][2].rows"]


@pytest.mark.parametrize(
    "kept",
    [[1, 2, 3, 4, 5, 6], BOOKS[:4], [{"a": 1}, {"b": 1}, {"c": 1}, {"d": 1}, {"e": 1}], ["x", *BOOKS[:5]]],
    ids=["numbers", "four", "other keys", "mixed"],
)
def test_other_arrays_stay(kept: list[Any]) -> None:
    assert collapse(kept) == (kept, [])


def test_without_an_identity_the_rest_is_a_number() -> None:
    assert collapse([{"x": at} for at in range(9)])[0] == [{"x": 0}, {"x": 1}, {"x": 2}, "… 6 more"]


@given(JSON, st.integers(20, 200))
def test_chunks_hold_every_value_once_and_are_small(value: Any, most: int) -> None:
    chunks = json_chunks(value, most)
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    assert sum((json_leaves(chunk.text) for chunk in chunks), json_leaves("")) == json_leaves(text)
    assert all(len(chunk.text) <= most + 2 or not chunk.text.startswith(("{", "[")) for chunk in chunks)
    # No two neighbours of the same array would have fitted into one.
    if len(text) <= most:
        assert [chunk.text for chunk in chunks] == [text]


def test_a_chunk_is_labelled_with_its_path() -> None:
    chunks = json_chunks({"total": 100, "a b": {"books": BOOKS[:20]}}, 1_000)
    assert [chunk.path for chunk in chunks][:3] == ["$", '$["a b"].books[0-5]', '$["a b"].books[6-11]']


@given(st.text(alphabet="ab \n", max_size=300), st.integers(1, 50))
def test_parts_of_a_text_are_the_text(text: str, most: int) -> None:
    parts = text_parts(text, most)
    assert "".join(parts) == text
    assert all(len(part) <= most for part in parts)
    assert all(len(one) + len(two) > most or "\n" in one + two for one, two in pairwise(parts))


def test_an_intent_keeps_the_parts_that_fit() -> None:
    text = "\n\n".join(f"Section {at}: {'lorem ipsum ' * 40}" for at in range(40)) + "\n\nInvoices are due in May."
    reduced = reduce_text(text, ReductionLimits(0, 0, 300, 0), "when are the invoices due?")
    assert "Invoices are due in May." in reduced.text
    assert count_tokens(reduced.text, ENCODING) <= 320
    assert "parts left out" in reduced.text
    assert "kept for the intent" in reduced.done[-1]
    unmatched = reduce_text(text, ReductionLimits(0, 0, 300, 0), "zebra")
    assert unmatched.text == text
    assert "nothing fits the intent" in unmatched.done[0]


@pytest.mark.parametrize("lines", [True, False], ids=["lines", "one line"])
def test_what_is_still_too_long_is_cut_in_the_middle(lines: bool) -> None:
    rows = [f"row {at} of a long log" for at in range(3_000)]
    text = ("\n" if lines else " ").join(rows)
    reduced = reduce_text(text, ReductionLimits(0, 0, 0, 1_000))
    head, _, tail = reduced.text.partition("\n… ")
    tail = tail.partition(" …\n")[2]
    assert count_tokens(reduced.text, ENCODING) <= 1_000
    assert text.startswith(head)
    assert text.endswith(tail)
    assert 0.55 <= len(head) / len(head + tail) <= 0.65
    if lines:
        assert {*head.splitlines(), *tail.splitlines()} <= set(rows)


def embedded(text: str) -> dict[str, Any]:
    return {"type": "resource", "resource": {"uri": "a://x", "mimeType": "application/json", "text": text}, "more": 1}


@pytest.mark.parametrize("is_embedded", [False, True])
def test_an_answer_says_what_was_done_and_keeps_the_whole(*, is_embedded: bool) -> None:
    text = json.dumps({"books": BOOKS}, indent=2)
    image = {"type": "image", "data": "aGk=", "mimeType": "image/png"}
    block = embedded(text) if is_embedded else {"type": "text", "text": text}
    result = {"content": [block, image], "_meta": {"x": 1}}
    reduced = reduce_answer(result, ReductionLimits(), "govern://result/1")
    header, shorter, last = reduced.result["content"]
    assert header["text"].startswith(f"[govern: {reduced.before:,} → ")
    assert "97 items show only id, title" in header["text"]
    assert "govern://result/1" in header["text"]
    short = shorter["resource"]["text"] if is_embedded else shorter["text"]
    assert json.loads(short)["books"][:3] == BOOKS[:3]
    assert shorter == (embedded(short) if is_embedded else {"type": "text", "text": short})
    assert last is image
    assert reduced.result["_meta"] == {"x": 1}
    assert reduced.full == text
    assert reduced.after == answer_tokens(reduced.result) < reduced.before


@pytest.mark.parametrize(
    "result",
    [
        text_result(json.dumps(BOOKS), isError=True),
        text_result("short"),
        text_result('{\n "a": 1}'),
        {"content": [{"type": "image", "data": "a" * 100_000, "mimeType": "image/png"}]},
        {"content": [{"type": "resource", "resource": {"uri": "a://x", "blob": "a" * 100_000}}]},
        {"resultType": "input_required", "inputRequests": {"a": {"method": "elicitation/create"}}},
    ],
    ids=["error", "short", "saves less than the header", "image", "blob", "not an answer yet"],
)
def test_some_answers_stay_as_they_are(result: dict[str, Any]) -> None:
    assert reduce_answer(result, ReductionLimits(), "govern://result/1").result is result


def test_structured_content_that_repeats_the_text_is_sent_once_and_other_is_kept() -> None:
    books = {"books": BOOKS}
    repeated = reduce_answer(text_result(json.dumps(books), structuredContent=books), ReductionLimits(), "u")
    assert "structuredContent" not in repeated.result
    assert repeated.full == json.dumps(books)
    other = reduce_answer(text_result("see below", structuredContent=books), ReductionLimits(), "u")
    assert json.loads(other.result["content"][-1]["text"])["books"][:3] == BOOKS[:3]


@given(JSON, st.sampled_from(["", "find books"]))
def test_no_answer_gets_longer(value: Any, intent: str) -> None:
    reduced = reduce_answer(text_result(json.dumps(value, indent=1)), ReductionLimits(5, 20, 20, 30), "u", intent)
    assert answer_tokens(reduced.result) == reduced.after <= reduced.before


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":1,"a":2}', "[NaN]", "[1" + "0" * 5_000 + "]"])
def test_what_is_no_json_is_text(text: str) -> None:
    assert reduce_text(text, ReductionLimits(1, 1, 0, 0)).text == text


def test_each_reduction_alone_saves_and_hides() -> None:
    text = json.dumps({"books": BOOKS}, separators=(",", ":"))
    found = savings(text, count_tokens(text, ENCODING), "book 57", ENCODING)
    leaves = 100 * 5
    assert found["collapse"].leaves == leaves
    assert found["collapse"].hidden == 97 * 3
    assert found["chunk"].hidden == 0 > found["chunk"].tokens
    assert 0 < found["intent"].hidden < leaves
    assert found["collapse"].visible == pytest.approx(1 - 291 / 500)


def test_leaves_of_what_is_no_json_are_counted_quickly() -> None:
    began = time.process_time()
    assert json_leaves('["a", "' + '\\"' * 200_000).total() == 2
    assert time.process_time() - began < 5
