"""The changed passages of a text."""

from hypothesis import given
from hypothesis import strategies as st

from govern.report.passages import TextSpan, after, before, passages

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
