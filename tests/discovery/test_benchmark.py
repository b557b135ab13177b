"""Retrieval metrics, with a second opinion on nDCG, and labelled queries over a corpus of real tools."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.discovery.benchmark import CUTOFFS, METRICS, compare, estimates, paired, retrieve, scores
from tests.bench import searching

_IDS = tuple("ABCDEFGHIJKLMNOP")
_relevance = st.dictionaries(st.sampled_from(_IDS), st.integers(0, 2)).filter(lambda each: any(each.values()))
_rankings = st.lists(st.sampled_from(_IDS), unique=True)


@pytest.mark.parametrize(
    ("ranked", "relevance", "expected"),
    [
        pytest.param(
            "AXBY",
            {"A": 2, "B": 1, "C": 1},
            {
                "recall@1": 1 / 3,
                "recall@3": 2 / 3,
                "recall@10": 2 / 3,
                "mrr": 1,
                "ndcg@10": 0.7984848580994974,
                "map": 5 / 9,
            },
            id="one of three is missed",
        ),
        pytest.param("AAB", {"A": 2, "B": 1}, {"recall@5": 1, "ndcg@10": 1, "map": 1}, id="a repeated id counts once"),
        pytest.param(
            "XA", {"A": 1, "X": 0}, {"recall@1": 0, "recall@3": 1, "mrr": 0.5, "map": 0.5}, id="the wrong one"
        ),
        pytest.param("", {"A": 1}, dict.fromkeys(METRICS, 0), id="nothing is found"),
    ],
)
def test_worked_examples(ranked: str, relevance: dict[str, int], expected: dict[str, float]) -> None:
    found = scores(ranked, relevance)
    assert {metric: found[metric] for metric in expected} == pytest.approx(expected)


def test_without_a_relevant_tool_there_is_no_metric() -> None:
    with pytest.raises(ValueError, match="no tool is relevant"):
        scores("A", {"A": 0})


@given(_rankings, _relevance)
def test_metrics_are_shares_and_recall_grows_with_the_cutoff(ranked: list[str], relevance: dict[str, int]) -> None:
    found = scores(ranked, relevance)
    assert tuple(found) == METRICS
    assert all(0 <= value <= 1 + 1e-12 for value in found.values())
    recalls = [found[f"recall@{cutoff}"] for cutoff in CUTOFFS]
    assert recalls == sorted(recalls)


@given(st.permutations(_IDS), _relevance)
def test_ndcg_is_that_of_scikit_learn(ranked: list[str], relevance: dict[str, int]) -> None:
    from sklearn.metrics import ndcg_score  # a second to import, which every process would that collects this

    gains = [[relevance.get(each, 0) for each in _IDS]]
    order = [[-ranked.index(each) for each in _IDS]]
    assert scores(ranked, relevance)["ndcg@10"] == pytest.approx(ndcg_score(gains, order, k=10))


def test_intervals_hold_the_mean_and_are_the_same_in_every_run() -> None:
    each = [scores(ranked, {"A": 1}) for ranked in ("A", "XA", "XYA", "XYZ") * 5]
    first = estimates(each)
    assert first == estimates(each)
    for metric in METRICS:
        assert first[metric].low <= first[metric].mean <= first[metric].high
    assert first["mrr"].low < first["mrr"].mean < first["mrr"].high


def test_two_systems_are_compared_query_by_query() -> None:
    better = [scores("A", {"A": 1})] * 9 + [scores("XA", {"A": 1})]
    worse = [scores("XA", {"A": 1})] * 9 + [scores("A", {"A": 1})]
    compared = paired(better, worse)["recall@1"]
    assert (compared.wins, compared.losses, compared.ties) == (9, 1, 0)
    assert compared.difference.mean == pytest.approx(0.8)
    assert compared.difference.low > 0
    assert paired(better, better)["recall@1"].ties == 10


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
