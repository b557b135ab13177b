"""The JSON documents of `govern bench` and `govern eval`."""

from dataclasses import asdict
from typing import Any, Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.discovery.benchmark import (
    CUTOFFS,
    Bench,
    Estimate,
    GatewaySearch,
    Paired,
    QueryResult,
    Retrieval,
)
from govern.discovery.modes import Mode
from govern.report.documents import document_of
from govern.selection.evaluation import Evaluated, Evaluation
from govern.selection.intents import PROXY, IntentScore


class ModeDocument(TypedDict):
    """One way of offering tools; null where a figure is not known."""

    name: str
    tools: int
    tokens: int
    basis: Literal["computed", "measured"]
    savings: float | None
    break_even: int | None


class EstimateDocument(TypedDict):
    """A mean over queries and its 95% bootstrap interval."""

    mean: float
    low: float
    high: float


class RetrievalMetricsDocument(TypedDict):
    """Metrics by their names in mcpproxy's formats."""

    recall_at: dict[str, float]
    mrr: float
    ndcg_at_10: float
    map: float


class QueryDocument(TypedDict):
    """One query with its ranking."""

    id: str
    query: str
    relevant: list[str]
    ranked: list[str]
    metrics: RetrievalMetricsDocument


class BenchGateDocument(TypedDict):
    """The comparison with the baseline: each metric that was checked, and the queries that were lost."""

    passed: bool
    checks: list[dict[str, Any]]
    lost: list[str]


class RetrievalDocument(TypedDict):
    """The rankings and metrics of all labelled queries."""

    corpus_version: str
    golden_version: str
    runs_averaged: int
    metrics: RetrievalMetricsDocument
    intervals: dict[str, EstimateDocument]
    baseline_delta: dict[str, float]
    gate: BenchGateDocument
    queries: list[QueryDocument]


class PairedDocument(TypedDict):
    """One metric against that of another corpus over the same queries."""

    wins: int
    losses: int
    ties: int
    difference: EstimateDocument


class LatencyDocument(TypedDict):
    """Milliseconds from a call to its answer, as the client measured them."""

    p50: float
    p95: float
    p99: float
    max: float


class GatewayDocument(TypedDict):
    """The queries of the golden set, asked of the search tool of a running server."""

    server: str
    tool: str
    metrics: RetrievalMetricsDocument
    intervals: dict[str, EstimateDocument]
    latency_ms: LatencyDocument
    answer_tokens: int
    failed: int
    queries: list[QueryDocument]


class SessionCostDocument(TypedDict):
    """The mean tokens of the recorded sessions of a mode."""

    mode: str
    sessions: int
    menu: int
    discovery: int
    retries: int
    answers: int
    total: int


class BenchDocument(TypedDict):
    """`govern bench --format json`; `lock` is null for a corpus file, `retrieval` without a golden set."""

    format: Literal["govern.bench/1"]
    verdict: Literal["passed", "failed"]
    lock: str | None
    encoding: str
    corpus_version: str
    modes: list[ModeDocument]
    retrieval: RetrievalDocument | None
    gateway: GatewayDocument | None
    sessions: list[SessionCostDocument]
    compared: dict[str, PairedDocument] | None


def bench_document(bench: Bench) -> BenchDocument:
    """Return the result of a benchmark."""
    compared = bench.compared
    return document_of(
        BenchDocument,
        bench,
        verdict=_verdict(passes=bench.passes),
        lock=bench.lock.digest if bench.lock else None,
        modes=[_mode_document(mode, bench.modes[0]) for mode in bench.modes],
        retrieval=_retrieval_document(bench, bench.retrieval) if bench.retrieval else None,
        gateway=_gateway_document(bench.gateway) if bench.gateway else None,
        compared={name: _paired_document(each) for name, each in compared.items()} if compared else None,
    )


def _gateway_document(search: GatewaySearch) -> GatewayDocument:
    metrics = search.retrieval.metrics
    return document_of(
        GatewayDocument,
        search,
        metrics=_metrics_document({name: estimate.mean for name, estimate in metrics.items()}),
        intervals={name: _estimate_document(estimate) for name, estimate in metrics.items()},
        latency_ms=search.latency,
        queries=map(_query_document, search.retrieval.queries),
    )


def _mode_document(mode: Mode, baseline: Mode) -> ModeDocument:
    savings = None if mode is baseline else mode.savings(baseline)
    even = None if mode is baseline else mode.break_even(baseline)
    return document_of(ModeDocument, mode, savings=None if savings is None else round(savings, 6), break_even=even)


def _retrieval_document(bench: Bench, retrieval: Retrieval) -> RetrievalDocument:
    means = {name: estimate.mean for name, estimate in retrieval.metrics.items()}
    return {
        "corpus_version": bench.corpus_version,
        "golden_version": bench.golden_version,
        "runs_averaged": 1,
        "metrics": _metrics_document(means),
        "intervals": {name: _estimate_document(estimate) for name, estimate in retrieval.metrics.items()},
        "baseline_delta": {
            each.metric: round(each.found - each.baseline, 6) for each in bench.checks if each.found is not None
        },
        "gate": {
            "passed": bench.passes,
            "checks": [{**asdict(each), "passed": each.passes} for each in bench.checks],
            "lost": [*bench.lost],
        },
        "queries": [_query_document(each) for each in retrieval.queries],
    }


def _metrics_document(means: dict[str, float]) -> RetrievalMetricsDocument:
    return {
        "recall_at": {str(cutoff): means[f"recall@{cutoff}"] for cutoff in CUTOFFS},
        "mrr": means["mrr"],
        "ndcg_at_10": means["ndcg@10"],
        "map": means["map"],
    }


def _query_document(result: QueryResult) -> QueryDocument:
    query, metrics = result.query, _metrics_document(result.scores)
    relevant = [tool for tool, grade in query.relevance.items() if grade]
    return document_of(QueryDocument, query, relevant=relevant, ranked=result.ranked, metrics=metrics)


def _estimate_document(estimate: Estimate) -> EstimateDocument:
    return {"mean": round(estimate.mean, 6), "low": round(estimate.low, 6), "high": round(estimate.high, 6)}


class EvalCheckDocument(TypedDict):
    """One gate; `found` is null if the figure is absent, and `why` is empty if the figure says enough."""

    target: str
    expected: str
    found: float | None
    passed: bool
    why: str


class IntentRankDocument(TypedDict):
    """One intent: the best ranked of its tools and its rank, null if none is found, and the tool that ranks first."""

    query: str
    expect: str
    tool: str | None
    rank: int | None
    first: str | None


class SweepStepDocument(TypedDict):
    """The recall, in whole percent, beside so many look-alikes of each right tool."""

    look_alikes: int
    recall_at: dict[str, int]


class IntentsDocument(TypedDict):
    """The intents of an agent, ranked by govern's search: a proxy, since no model chooses anything."""

    basis: str
    queries: list[IntentRankDocument]
    near_duplicates: list[list[str]]
    sweep: list[SweepStepDocument]


class EvaluatedDocument(TypedDict):
    """One agent test. `figures` are by target; `missed` and `unexpected` count classes and calls over all runs.

    `intents` is null without intents; `unscored` are blocks that need recordings, if there are none.
    """

    suite: str
    name: str
    verdict: Literal["passed", "failed"]
    runs: int
    grade: str | None
    figures: dict[str, float | None]
    missed: dict[str, int]
    unexpected: dict[str, int]
    checks: list[EvalCheckDocument]
    intents: IntentsDocument | None
    unscored: list[str]


class EvalDocument(TypedDict):
    """`govern eval --format json`; `skipped` are the unknown parts of suites that `--skip-unknown` left out."""

    format: Literal["govern.eval/1"]
    verdict: Literal["passed", "failed"]
    lock: str
    encoding: str
    agents: list[EvaluatedDocument]
    skipped: list[str]


def eval_document(evaluation: Evaluation) -> EvalDocument:
    """Return the result of an evaluation."""
    return {
        "format": "govern.eval/1",
        "verdict": _verdict(passes=evaluation.passes),
        "lock": evaluation.lock.digest,
        "encoding": evaluation.lock.encoding,
        "agents": [_agent_document(agent) for agent in evaluation.agents],
        "skipped": [*evaluation.skipped],
    }


def _verdict(*, passes: bool) -> Literal["passed", "failed"]:
    return "passed" if passes else "failed"


def _agent_document(agent: Evaluated) -> EvaluatedDocument:
    selection = agent.selection
    return document_of(
        EvaluatedDocument,
        agent,
        verdict=_verdict(passes=agent.passes),
        missed=selection.missed if selection else {},
        unexpected=selection.unexpected if selection else {},
        checks=[document_of(EvalCheckDocument, check, passed=check.passes) for check in agent.checks],
        intents=_intents_document(agent.intents) if agent.intents else None,
    )


def _intents_document(score: IntentScore) -> IntentsDocument:
    return {
        "basis": PROXY,
        "queries": [
            document_of(IntentRankDocument, each, tool=each.tool and each.tool.id, first=each.first and each.first.id)
            for each in score.ranks
        ],
        "near_duplicates": [[one.id, other.id] for one, other in score.near_duplicates],
        "sweep": [
            {"look_alikes": step.look_alikes, "recall_at": {"1": step.recall_at_1, "5": step.recall_at_5}}
            for step in score.sweep
        ],
    }


def _paired_document(paired: Paired) -> PairedDocument:
    return document_of(PairedDocument, paired, difference=_estimate_document(paired.difference))
