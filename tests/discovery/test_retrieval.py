"""Search over a corpus of real tools: labelled queries find the right one, also among distractors and misspelt."""

import pytest

from govern.discovery.benchmark import compare, retrieve
from govern.discovery.metrics import METRICS
from tests.bench import searching

pytestmark = pytest.mark.usefixtures("shared_data")


def test_labelled_queries_find_their_tools() -> None:
    metrics = searching.ours_over(searching.corpus()).metrics
    assert metrics["recall@5"].mean >= 0.74
    assert metrics["mrr"].mean >= 0.66


def test_distractors_do_not_hide_the_right_tool() -> None:
    wide = searching.with_distractors()
    assert len(wide.tools) == 45 + 479
    assert searching.ours_over(wide).metrics["recall@5"].mean >= 0.64


def test_a_misspelt_word_costs_less_than_a_third() -> None:
    wrong = retrieve(searching.misspelt(searching.golden()), searching.search_of(searching.corpus()))
    right = searching.ours_over(searching.corpus())
    assert wrong.metrics["recall@5"].mean >= 0.7 * right.metrics["recall@5"].mean


def test_it_finds_more_than_a_recorded_tf_idf() -> None:
    compared = compare(searching.ours_over(searching.corpus()), searching.recorded())
    assert compared["mrr"].difference.low > 0
    assert tuple(compared) == METRICS
