"""A benchmark of tool discovery: rankings of labelled queries, their metrics, and the gate against a baseline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.discovery.index import ToolIndex
from govern.discovery.metrics import METRICS, estimates, paired, scores
from govern.discovery.search import search

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from govern.discovery.corpus import Corpus, GoldenQuery, GoldenSet
    from govern.discovery.metrics import Estimate, Paired, Scores
    from govern.discovery.modes import Mode
    from govern.discovery.running import GatewaySearch, SessionCost
    from govern.lockfile.document import Lock

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
