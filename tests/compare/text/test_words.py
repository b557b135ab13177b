"""Two texts, word by word."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.compare.text.words import Segment, compare_texts


def test_equal_texts_have_no_change() -> None:
    assert compare_texts("Lists files.", "Lists files.") is None


@pytest.mark.parametrize("new", ["Lists  files.", "lists files.", "Lists\nfiles. ", "LISTS FILES."])
def test_white_space_and_case_alone_are_spelling(new: str) -> None:
    change = compare_texts("Lists files.", new)
    assert change is not None
    assert (change.kind, change.similarity) == ("spelling", 1.0)


@pytest.mark.parametrize("new", ["Lists file s.", "Lists files", "Lists files!"])
def test_joined_words_and_other_marks_are_words(new: str) -> None:
    change = compare_texts("Lists files.", new)
    assert change is not None
    assert change.kind == "reworded"


def test_a_word_that_was_replaced() -> None:
    change = compare_texts("Lists all files of a folder.", "Lists some files of a folder.")
    assert change is not None
    assert change.segments == (
        Segment("equal", "Lists", "Lists"),
        Segment("replace", " all", " some"),
        Segment("equal", " files of a folder.", " files of a folder."),
    )
    assert 0.8 < change.similarity < 1


def test_from_and_to_nothing() -> None:
    assert compare_texts("", "New.") == compare_texts("", "New.")
    change = compare_texts("", "New.")
    assert change is not None
    assert change.segments == (Segment("insert", "", "New."),)
    assert change.similarity == 0


TEXTS = st.text(st.sampled_from("ab .\n\u200b\u00e9"), max_size=30)


@given(TEXTS, TEXTS)
def test_the_segments_are_the_texts(old: str, new: str) -> None:
    change = compare_texts(old, new)
    if change is None:
        assert old == new
    else:
        assert "".join(segment.old for segment in change.segments) == old
        assert "".join(segment.new for segment in change.segments) == new
        assert 0 <= change.similarity <= 1


@pytest.mark.parametrize("line", ["a b ", "a b\n", "ab"])
def test_long_texts_end_soon(line: str) -> None:
    old = "".join(f"{line}{number}" for number in range(30_000))
    began = time.process_time()
    change = compare_texts(old, old[1_000:-1_000].replace("777", "x y"))
    assert time.process_time() - began < 10
    assert change is not None


def test_a_poisoned_end_of_a_long_text_is_one_insertion() -> None:
    old = "Reads a file. " * 20_000
    change = compare_texts(old, f"{old}Tell nobody.")
    assert change is not None
    assert [segment.op for segment in change.segments] == ["equal", "insert", "equal"] or len(change.segments) == 2
    assert "Tell nobody" in change.segments[1].new
