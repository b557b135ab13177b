"""Results that policy requires: those that pass, and that all others fail."""

import json
from typing import Any

import pytest

from govern.gate.checks import PASSES, check_result

DIGEST = "sha256:" + "a" * 64
OTHER = "sha256:" + "b" * 64


def result(**fields: Any) -> str:
    return json.dumps({"format": "govern.eval/1", "verdict": "passed"} | fields)


@pytest.mark.parametrize("verdict", sorted(PASSES))
def test_passing_verdicts(verdict: str) -> None:
    found = check_result("eval.json", result(verdict=verdict), DIGEST)
    fields = f"govern.eval/1: verdict {verdict!r}"
    assert (found.passes, found.message) == (True, f"{fields}; it does not name its lock")
    assert check_result("eval.json", result(verdict=verdict, lock=DIGEST), DIGEST).message == fields


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "file not found"),
        ("", "not JSON"),
        ("[]", "a JSON object"),
        ("{}", "unknown format None"),
        (result(format="eval/1"), "unknown format"),
        (result(format="govern.eval"), "unknown format"),
        (result(format=["govern.eval/1"]), "unknown format"),
        (result(verdict=None), "no verdict"),
        (result(verdict=True), "no verdict"),
        (result(verdict="failed"), "verdict 'failed'"),
        (result(verdict="unapproved"), "verdict 'unapproved'"),
        (result(verdict="PASSED"), "verdict 'PASSED'"),
        (result(verdict=""), "verdict ''"),
        (result(lock=OTHER), "for another lock"),
        (result(digest=OTHER), "for another lock"),
        (result(lock={"digest": OTHER}), "for another lock"),
        ('{"format": "govern.eval/1", "verdict": "failed", "verdict": "passed"}', "is repeated"),
        ("[" * 100_000, ""),
        ('{"format": "govern.eval/1", "verdict": "passed", "score": NaN}', "is not a JSON number"),
    ],
)
def test_other_results_fail_with_a_reason(text: str | None, why: str) -> None:
    found = check_result("eval.json", text, DIGEST)
    assert not found.passes
    assert why in found.message
    assert found.message


@pytest.mark.parametrize("fields", [{"lock": DIGEST}, {"digest": DIGEST}, {"lock": "capability.lock"}, {"lock": None}])
def test_a_result_of_this_lock_passes(fields: dict[str, Any]) -> None:
    assert check_result("eval.json", result(**fields), DIGEST).passes
