"""Descriptions that are nearly the same are found, together, and fast however many there are."""

from random import Random
from time import perf_counter

from hypothesis import given
from hypothesis import strategies as st

from govern.economics.confusable import near_duplicates

FILES = "Read the complete contents of a file from the disk as text"


def test_a_word_of_ten_changed_is_nearly_the_same() -> None:
    assert near_duplicates([FILES, "List all issues of a repository by label", FILES.replace("text", "bytes")]) == [
        [0, 2]
    ]


def test_the_same_words_in_another_case_and_order_are_the_same() -> None:
    assert near_duplicates(["Get the user of this name", "get the name of THIS user!"]) == [[0, 1]]


def test_few_words_and_other_words_are_let_be() -> None:
    assert near_duplicates(["Get it", "Get it", "", ""]) == []
    assert near_duplicates([FILES, "Write the given contents to a file on the disk or make it"]) == []


def test_groups_hold_together_through_their_middle() -> None:
    texts = ["a b c d e f g h i j", "a b c d e f g h i k", "a b c d e f g h l k"]
    assert near_duplicates(texts) == [[0, 1, 2]]


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), min_size=5).map(" ".join), max_size=12))
def test_every_pair_that_is_alike_is_in_one_group(texts: list[str]) -> None:
    groups = near_duplicates(texts)
    assert sorted({place for group in groups for place in group}) == sorted(
        place for group in groups for place in group
    )
    for one, first in enumerate(texts):
        for other, second in enumerate(texts[:one]):
            ours, theirs = set(first.split()), set(second.split())
            if min(len(ours), len(theirs)) >= 5 and len(ours & theirs) >= 0.8 * len(ours | theirs):
                assert any(one in group and other in group for group in groups)


def test_ten_thousand_texts_that_share_all_their_words_take_no_square_of_time() -> None:
    words, random = [f"w{at}" for at in range(30)], Random(7)
    texts = [" ".join(random.sample(words, 25)) for _ in range(10_000)]
    started = perf_counter()
    assert near_duplicates(texts)
    assert perf_counter() - started < 10
