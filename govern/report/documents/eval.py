"""The JSON document of `govern eval`."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.selection.evaluation import EvalCheck, Evaluated, Evaluation


class EvalCheckDocument(TypedDict):
    """One gate; `found` is null if the figure is absent, and `why` is empty if the figure says enough."""

    target: str
    expected: str
    found: float | None
    passed: bool
    why: str


class EvaluatedDocument(TypedDict):
    """One agent test. `figures` are by target; `missed` and `unexpected` count classes and calls over all runs."""

    suite: str
    name: str
    verdict: Literal["passed", "failed"]
    runs: int
    grade: str | None
    figures: dict[str, float | None]
    missed: dict[str, int]
    unexpected: dict[str, int]
    checks: list[EvalCheckDocument]


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
        "lock": evaluation.lock_digest,
        "encoding": evaluation.encoding,
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
    }


def _check_document(check: EvalCheck) -> EvalCheckDocument:
    return {
        "target": check.target,
        "expected": check.expected,
        "found": check.found,
        "passed": check.passes,
        "why": check.why,
    }
