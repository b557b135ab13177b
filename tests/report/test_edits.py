import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.report.edits import TextSpan, ValueEdit, after, before, edit_of, passages, place_of, texts_of
from tests.report.verdicts import BOUND, LIMIT, finding


@pytest.mark.parametrize(
    ("pointer", "place", "what"),
    [
        (LIMIT, "limit", "maximum"),
        ("/inputSchema/required", "", "required"),
        ("/inputSchema", "", "inputSchema"),
        ("/inputSchema/properties/limit", "limit", ""),
        ("/inputSchema/properties/a/properties/b/type", "a.b", "type"),
        ("/inputSchema/properties/properties/type", "properties", "type"),
        ("/inputSchema/properties/tags/items/enum", "tags[]", "enum"),
        ("/inputSchema/properties/a/anyOf/1/maximum", "a.anyOf[1]", "maximum"),
        ("/inputSchema/properties/a/prefixItems/0/type", "a[0]", "type"),
        ("/inputSchema/$defs/Book/properties/title/maxLength", "$defs.Book.title", "maxLength"),
        ("/inputSchema/patternProperties/^x~1y/type", "/^x/y/", "type"),
        ("/outputSchema/properties/id/type", "id", "type"),
        ("/annotations/readOnlyHint", "annotations", "readOnlyHint"),
        ("/description", "", "description"),
        ("/inputSchema/properties/a~0b/type", "a~b", "type"),
        ("odd", "", "odd"),
    ],
)
def test_place_and_keyword_of_a_pointer(pointer: str, place: str, what: str) -> None:
    assert place_of(pointer) == (place, what)


def test_no_edit_without_a_place_or_a_value() -> None:
    assert edit_of(finding("tool-added", after="sha256:0")) is None
    assert edit_of(finding(BOUND, LIMIT)) is None


def test_a_whole_schema_is_shown_only_where_values_are_shown_in_full() -> None:
    added = finding("input-schema-added", "/inputSchema", after={"type": "object"}, schema={"reason": "whole"})
    assert edit_of(added) is None
    assert edit_of(added, whole=True) == ValueEdit("", "inputSchema", None, '{"type": "object"}')


def test_only_changes_of_the_text_lane_have_texts() -> None:
    assert texts_of(finding("tool-description-changed", "/description", after="New.")) == ("", "New.")
    assert texts_of(finding(BOUND, LIMIT, "a", "b")) is None
    assert texts_of(finding("text-hidden", "/description", after=["a"], cues="a")) is None


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("a" * 30, "a" * 29 + "b", ("…" + "a" * 6, "…" + "a" * 5 + "b")),
        ("a" * 30, "a" * 9 + "b", ("a" * 30, "a" * 9 + "b")),
        ("a" * 20, "a" * 19 + "b", ("a" * 20, "a" * 19 + "b")),
        ("a" * 19, "a" * 30, ("…" + "a" * 5, "…" + "a" * 16)),
        (None, "a" * 30, (None, "a" * 30)),
    ],
)
def test_a_long_common_beginning_is_shortened(before: str | None, after: str, shown: tuple[str | None, str]) -> None:
    assert ValueEdit("x", "default", before, after).within(20) == shown


WORDS = st.lists(st.sampled_from(["a", "bc", "def.", "\n", "  ", "漢字"]), max_size=30).map(" ".join)


def joined(spans: tuple[TextSpan, ...]) -> str:
    return "".join(span.text for span in spans)


@given(WORDS, WORDS)
def test_short_texts_are_complete(old: str, new: str) -> None:
    found = passages(old, new)
    assert bool(found) is (old != new)
    if len(found) == 1 and "…" not in joined(found[0]):
        assert joined(before(found[0])).split() == old.split()
        assert joined(after(found[0])).split() == new.split()


@given(st.integers(0, 499), st.integers(0, 499))
def test_each_change_is_in_a_passage_with_context(one: int, other: int) -> None:
    old = [f"word{at}" for at in range(500)]
    new = list(old)
    new[one] = new[other] = "NEW"
    found = passages(" ".join(old), " ".join(new))
    gone = {span.text.strip() for passage in found for span in passage if span.how == "gone"}
    assert set(" ".join(gone).split()) == {old[one], old[other]}
    assert all(len(joined(passage)) < 500 for passage in found)
    assert len(found) == (2 if abs(one - other) > 40 else len(found))


def test_common_leading_white_space_is_unchanged() -> None:
    (passage,) = passages("Finds books.", "Finds papers.")
    assert passage == (
        TextSpan("same", "Finds"),
        TextSpan("same", " "),
        TextSpan("gone", "books"),
        TextSpan("come", "papers"),
        TextSpan("same", "."),
    )


def test_distant_changes_are_two_passages() -> None:
    middle = " ".join(["same"] * 100)
    first, last = passages(f"One {middle} two.", f"Eins {middle} zwei.")
    assert joined(after(first)).endswith(" …")
    assert joined(after(last)).startswith("… ")
