"""The JSON document of `govern eval`."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.selection.evaluation import EvalCheck, Evaluated, Evaluation
from govern.selection.intents import PROXY, IntentScore


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
    return {
        "suite": agent.suite,
        "name": agent.name,
        "verdict": _verdict(passes=agent.passes),
        "runs": agent.runs,
        "grade": agent.grade,
        "figures": {**agent.figures},
        "missed": {**selection.missed} if selection else {},
        "unexpected": {**selection.unexpected} if selection else {},
        "checks": [_check_document(check) for check in agent.checks],
        "intents": _intents_document(agent.intents) if agent.intents else None,
        "unscored": [*agent.unscored],
    }


def _intents_document(score: IntentScore) -> IntentsDocument:
    return {
        "basis": PROXY,
        "queries": [
            {
                "query": each.query,
                "expect": each.expect,
                "tool": each.tool.id if each.tool else None,
                "rank": each.rank,
                "first": each.first.id if each.first else None,
            }
            for each in score.ranks
        ],
        "near_duplicates": [[one.id, other.id] for one, other in score.near_duplicates],
        "sweep": [
            {"look_alikes": step.look_alikes, "recall_at": {"1": step.recall_at_1, "5": step.recall_at_5}}
            for step in score.sweep
        ],
    }


def _check_document(check: EvalCheck) -> EvalCheckDocument:
    return {
        "target": check.target,
        "expected": check.expected,
        "found": check.found,
        "passed": check.passes,
        "why": check.why,
    }
