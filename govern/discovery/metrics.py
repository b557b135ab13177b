"""Retrieval metrics of rankings against labelled queries, with bootstrap intervals.

Gain is linear in relevance and discounted by log2 of the rank; a tool is relevant if its relevance is at least 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CUTOFFS = (1, 3, 5, 10)
METRICS = (*(f"recall@{cutoff}" for cutoff in CUTOFFS), "mrr", "ndcg@10", "map")
_GAIN_CUTOFF = 10
_RESAMPLES = 2_000
_SEED = 20_250_101
# The bounds of a 95% interval among the sorted means of the resamples.
_TAIL = 0.025

Scores = dict[str, float]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over queries and its 95% bootstrap interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Paired:
    """One metric of two systems over the same queries: how often each wins, and the mean difference."""

    wins: int
    losses: int
    ties: int
    difference: Estimate


def scores(ranked: Sequence[str], relevance: Mapping[str, int]) -> Scores:
    """Return the metrics of one ranking; of a repeated id only the first place counts."""
    ranking = list(dict.fromkeys(ranked))
    relevant = {each for each, grade in relevance.items() if grade >= 1}
    if not relevant:
        raise ValueError("no tool is relevant, so no metric is defined")
    places = [place for place, each in enumerate(ranking, 1) if each in relevant]
    recalls = {f"recall@{cutoff}": sum(place <= cutoff for place in places) / len(relevant) for cutoff in CUTOFFS}
    gained = _discounted([relevance.get(each, 0) for each in ranking])
    precision = sum(found / place for found, place in enumerate(places, 1)) / len(relevant)
    return {
        **recalls,
        "mrr": 1 / places[0] if places else 0.0,
        "ndcg@10": gained / _discounted(sorted(relevance.values(), reverse=True)),
        "map": precision,
    }


def _discounted(gains: Sequence[int]) -> float:
    return sum(gain / log2(place + 1) for place, gain in enumerate(gains[:_GAIN_CUTOFF], 1))


def estimates(each: Sequence[Scores]) -> dict[str, Estimate]:
    """Return the mean of each metric over queries."""
    return {metric: _estimate([score[metric] for score in each]) for metric in METRICS}


def paired(ours: Sequence[Scores], theirs: Sequence[Scores]) -> dict[str, Paired]:
    """Compare two systems query by query."""
    compared = {}
    for metric in METRICS:
        differences = [a[metric] - b[metric] for a, b in zip(ours, theirs, strict=True)]
        wins, losses = sum(d > 0 for d in differences), sum(d < 0 for d in differences)
        compared[metric] = Paired(wins, losses, len(differences) - wins - losses, _estimate(differences))
    return compared


def _estimate(values: Sequence[float]) -> Estimate:
    """Return the mean and its percentile interval over resamples that are the same in every run."""
    random = Random(_SEED)  # noqa: S311 - statistics, not secrets
    means = sorted(fmean(random.choices(values, k=len(values))) for _ in range(_RESAMPLES))
    tail = int(_TAIL * _RESAMPLES)
    return Estimate(fmean(values), means[tail], means[-tail - 1])
