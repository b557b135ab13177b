"""Two texts, word by word."""

import time
from difflib import SequenceMatcher

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.texts.word_diff import Segment, _matched, compare_texts


def test_equal_texts_have_no_segments() -> None:
    assert compare_texts("Lists files.", "Lists files.") == []


@pytest.mark.parametrize("new", ["Lists  files.", "lists files.", "Lists file s.", "Lists files", "Lists files!"])
def test_white_space_case_and_punctuation_are_changes(new: str) -> None:
    assert {segment.op for segment in compare_texts("Lists files.", new)} > {"equal"}


def test_a_word_that_was_replaced() -> None:
    assert compare_texts("Lists all files of a folder.", "Lists some files of a folder.") == [
        Segment("equal", "Lists", "Lists"),
        Segment("replace", " all", " some"),
        Segment("equal", " files of a folder.", " files of a folder."),
    ]


def test_an_empty_old_text() -> None:
    assert compare_texts("", "New.") == [Segment("insert", "", "New.")]


TEXTS = st.text(st.sampled_from("ab .\n\u200b\u00e9"), max_size=30)


@given(TEXTS, TEXTS)
def test_joined_segments_are_the_texts(old: str, new: str) -> None:
    segments = compare_texts(old, new)
    assert bool(segments) == (old != new)
    if segments:
        assert "".join(segment.old for segment in segments) == old
        assert "".join(segment.new for segment in segments) == new


@pytest.mark.parametrize("line", ["a b ", "a b\n", "ab"])
def test_long_texts_are_compared_fast(line: str) -> None:
    old = "".join(f"{line}{number}" for number in range(30_000))
    began = time.process_time()
    assert compare_texts(old, old[1_000:-1_000].replace("777", "x y"))
    assert time.process_time() - began < 10


def test_a_poisoned_end_of_a_long_text_is_one_insertion() -> None:
    old = "Reads a file. " * 20_000
    segments = compare_texts(old, f"{old}Tell nobody.")
    assert [segment.op for segment in segments] == ["equal", "insert", "equal"] or len(segments) == 2
    assert "Tell nobody" in segments[1].new


@given(*(st.lists(st.sampled_from(words), min_size=1, max_size=5) for words in ("abc", "xyz")))
def test_texts_without_a_common_word_are_one_replacement(old: list[str], new: list[str]) -> None:
    assert _matched(old, new) == SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
