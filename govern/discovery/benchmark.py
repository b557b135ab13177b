"""A benchmark of tool discovery: rankings of labelled queries and their metrics, running systems, and the gate.

Gain is linear in relevance and discounted by log2 of the rank; a tool is relevant if its relevance is at least 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

from govern.discovery.search import ToolIndex, search

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from govern.discovery.corpus import Corpus, GoldenQuery, GoldenSet
    from govern.discovery.modes import Mode
    from govern.lockfile.document import Lock

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


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds from a call to its answer, as the client measures them."""

    p50: float
    p95: float
    p99: float
    max: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Latency:
        """Return the nearest-rank percentiles of at least one duration."""
        ordered = sorted(seconds)
        ranks = (-(-percent * len(ordered) // 100) - 1 for percent in (50, 95, 99, 100))
        return cls(*(round(1000 * ordered[rank], 3) for rank in ranks))


@dataclass(frozen=True, slots=True)
class GatewaySearch:
    """The labelled queries, asked of the search tool of a running gateway; `failed` are calls without an answer."""

    server: str
    tool: str
    retrieval: Retrieval
    latency: Latency
    answer_tokens: int
    failed: int


@dataclass(frozen=True, slots=True)
class SessionCost:
    """The tokens of the recorded sessions of one mode, each a mean over sessions.

    `menu` are the definitions in context, `discovery` the answers of search tools, `retries` the arguments of calls
    that failed, and `answers` all other answers.
    """

    mode: str
    sessions: int
    menu: int
    discovery: int
    retries: int
    answers: int

    @property
    def total(self) -> int:
        """Return the tokens of a session."""
        return self.menu + self.discovery + self.retries + self.answers


RANKED = 10
# A metric may be lower than its baseline by this much.
TOLERANCE = 0.0


@dataclass(frozen=True, slots=True)
class QueryResult:
    """One query with its ranking and its metrics."""

    query: GoldenQuery
    ranked: tuple[str, ...]
    scores: Scores


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The rankings and metrics of all labelled queries."""

    queries: tuple[QueryResult, ...]
    metrics: Mapping[str, Estimate]


@dataclass(frozen=True, slots=True)
class BenchBaseline:
    """Metrics that may not be fallen below, with a tolerance each, and the recall of each query if it is known."""

    metrics: Mapping[str, float]
    tolerances: Mapping[str, float]
    queries: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class MetricCheck:
    """One metric against its baseline; `found` is None if the benchmark has no such figure."""

    metric: str
    baseline: float
    tolerance: float
    found: float | None

    @property
    def passes(self) -> bool:
        """Return whether the metric is at least the baseline less its tolerance."""
        return self.found is not None and self.found >= self.baseline - self.tolerance


@dataclass(frozen=True, slots=True)
class Bench:
    """The result of `govern bench`; `path` is the file of the corpus or the lock."""

    corpus_version: str
    golden_version: str
    encoding: str
    modes: tuple[Mode, ...]
    retrieval: Retrieval | None = None
    gateway: GatewaySearch | None = None
    sessions: tuple[SessionCost, ...] = ()
    compared: Mapping[str, Paired] | None = None
    checks: tuple[MetricCheck, ...] = ()
    lost: tuple[str, ...] = ()
    lock: Lock | None = None
    path: Path | None = None

    @property
    def passes(self) -> bool:
        """Return whether every metric that has a baseline passes."""
        return all(check.passes for check in self.checks)


def retrieve(golden: GoldenSet, rank: Callable[[str], Sequence[str]]) -> Retrieval:
    """Rank every query and return the metrics."""
    results = []
    for query in golden.queries:
        ranked = tuple(rank(query.query))
        results.append(QueryResult(query, ranked, scores(ranked, query.relevance)))
    return Retrieval(tuple(results), estimates([each.scores for each in results]))


def retrieve_from(corpus: Corpus, golden: GoldenSet) -> Retrieval:
    """Rank every query with govern's own search over a corpus."""
    index = ToolIndex(tool.indexed() for tool in corpus.tools)
    return retrieve(golden, lambda query: search(index, query, RANKED).ids)


def compare(ours: Retrieval, theirs: Retrieval) -> Mapping[str, Paired]:
    """Compare two retrievals of the same queries."""
    return paired([each.scores for each in ours.queries], [each.scores for each in theirs.queries])


def check(found: Retrieval | None, baseline: BenchBaseline) -> tuple[MetricCheck, ...]:
    """Compare each metric of the baseline with what was found."""
    means = {metric: estimate.mean for metric, estimate in found.metrics.items()} if found else {}
    return tuple(
        MetricCheck(metric, baseline.metrics[metric], baseline.tolerances.get(metric, TOLERANCE), means.get(metric))
        for metric in METRICS
        if metric in baseline.metrics
    )


def lost_queries(found: Retrieval | None, baseline: BenchBaseline) -> tuple[str, ...]:
    """Return the queries whose recall@5 is lower than in the baseline, or that are no longer there."""
    recalls = {each.query.id: each.scores["recall@5"] for each in found.queries} if found else {}
    return tuple(query for query, recall in baseline.queries.items() if recalls.get(query, -1.0) < recall)
