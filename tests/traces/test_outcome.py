"""The changes that affect a recorded call, and the changes that recordings can show."""

from datetime import date
from typing import Any

from govern.facts.change import Change
from govern.policy.approvals import Approvals
from govern.policy.settings import FailOn, Policy, TraceKeys
from govern.rules.rule import Severity
from govern.traces.contract import Contract
from govern.traces.judge import Judge
from govern.traces.outcome import Evidence, Recorded
from govern.verdict import LACKS_CALLS, Verdict, decide, with_evidence
from tests.journeys.test_pairs import locks
from tests.pairs.pair import PAIRS
from tests.traces.recorder import TEXT, evidence, found, lock, tool

LOOK = tool(
    "look", {"query": TEXT, "limit": {"type": "integer", "maximum": 20}, "dry_run": {"type": "boolean"}}, "query"
)


def by_rule(of: Evidence, findings: list[Any]) -> dict[str, Recorded | None]:
    return {each.rule.id: of.of(each.change) for each in findings}


def test_each_change_is_hit_only_by_its_calls() -> None:
    new = tool("look", {"query": TEXT, "limit": {"type": "integer", "maximum": 10}, "owner": TEXT}, "query", "owner")
    output = by_rule(
        *evidence(
            [LOOK, tool("feed", {"n": TEXT})],
            [new, tool("feed", {"n": TEXT})],
            ("look", {"query": "a"}),
            ("look", {"query": "a", "limit": 15}),
            ("look", {"query": "a", "dry_run": True}),
            ("look", {"query": "a", "limit": 15}, None),
            ("feed", {}),
        )
    )
    assert output["input-required-added"] == Recorded(4, 4)
    assert output["input-bound-tightened"] == Recorded(4, 2)
    assert output["input-property-removed"] == Recorded(4, 1)


def test_a_refused_name_hits_its_removal_and_no_other() -> None:
    old = tool("look", {"a": TEXT, "b": TEXT, "c": TEXT})
    new = tool("look", {"c": TEXT})
    new["inputSchema"]["additionalProperties"] = False
    of, findings = evidence([old], [new], ("look", {"a": "x"}), ("look", {"a": "x", "b": "y"}), ("look", {"odd": 1}))
    hits = {each.change.pointer: of.of(each.change) for each in findings}
    assert hits["/inputSchema/properties/a"] == Recorded(3, 2)
    assert hits["/inputSchema/properties/b"] == Recorded(3, 1)
    assert hits["/inputSchema/additionalProperties"] == Recorded(3, 1)


def test_renamed_parameters() -> None:
    old = tool("look", {"page_size": {"type": "integer"}}, "page_size")
    of, findings = evidence(
        [old], [tool("look", {"pageSize": {"type": "integer"}}, "pageSize")], ("look", {"page_size": 3})
    )
    assert by_rule(of, findings)["input-property-renamed"] == Recorded(1, 1)


def test_removed_moved_and_renamed_tools_are_hit_by_every_call() -> None:
    long = {"description": "Looks for owls in the whole zoo, by name or by what they eat."}
    old = lock(s=[LOOK | long, tool("feed", {"n": TEXT}, **long)], t=[tool("x")])
    new = lock(s=[LOOK | long | {"name": "look_up"}], t=[tool("x"), tool("feed", {"n": TEXT}, **long)])
    findings = found(old, new)
    court = Judge(Contract(new), Contract(old), findings)
    for name in ("look", "look", "feed"):
        court.take("s", name, {"query": "a"}, None, 1)
    output = by_rule(Evidence(court.outcome()), findings)
    assert (output["tool-renamed"], output["tool-moved"]) == (Recorded(2, 2), Recorded(1, 1))
    of, gone = evidence([LOOK, tool("feed")], [tool("feed")], ("look", {"odd": 1}))
    assert by_rule(of, gone)["tool-removed"] == Recorded(1, 1)


def test_other_changes_of_a_renamed_tool_are_hit_too() -> None:
    long = {"description": "Looks for owls in the whole zoo, by name or by what they eat."}
    tight = tool(
        "look_up",
        {"query": TEXT, "limit": {"type": "integer", "maximum": 10}, "dry_run": {"type": "boolean"}},
        "query",
        **long,
    )
    old, new = lock(s=[LOOK | long]), lock(s=[tight])
    findings = found(old, new)
    court = Judge(Contract(new), Contract(old), findings)
    for limit in (5, 15):
        court.take("s", "look", {"query": "a", "limit": limit}, None, 1)
    output = by_rule(Evidence(court.outcome(), {("s", "look_up"): ("s", "look")}), findings)
    assert (output["tool-renamed"], output["input-bound-tightened"]) == (Recorded(2, 2), Recorded(2, 1))


def test_a_removed_server() -> None:
    old, new = lock(s=[LOOK], t=[tool("x")]), lock(t=[tool("x")])
    findings = found(old, new)
    court = Judge(Contract(new), Contract(old), findings)
    court.take("s", "look", {}, None, 1)
    court.take(None, "mcp__s__look", {}, None, 2)
    assert by_rule(Evidence(court.outcome()), findings)["server-removed"] == Recorded(2, 2)


def test_changes_that_recordings_cannot_show() -> None:
    old = tool("look", {"q": TEXT}) | {"outputSchema": {"type": "object", "properties": {"n": {"type": "integer"}}}}
    new = tool("look", {"q": {**TEXT, "format": "date"}}) | {
        "outputSchema": {"type": "object", "properties": {"n": {"type": ["integer", "string"]}}},
        "annotations": {"idempotentHint": True},
    }
    output = by_rule(*evidence([old], [new], ("look", {"q": "x"}, {"n": 1})))
    assert output["output-type-widened"] == Recorded(1, None)
    assert output["input-format-added"] == Recorded(1, None)


def test_the_counterexample_as_a_call_hits_its_change() -> None:
    """Each witness, used as a recorded call, is affected by its change."""
    for pair in PAIRS:
        old, new = locks(pair)
        found_here = found(old, new)
        for change in filter(
            shown_by_a_call, (each.change for each in found_here if each.severity is Severity.BREAKING)
        ):
            court = Judge(Contract(new), Contract(old), found_here)
            renamed = (each.change for each in found_here if each.change.after == change.name)
            name = next((each.name for each in renamed if "renamed" in each.rule), change.name)
            instance = change.witness and change.witness.instance
            is_input = change.rule.startswith("input")
            arguments, answer = (instance, None) if is_input else ({}, {"structuredContent": instance})
            court.take(change.server, name, arguments, answer, 1)
            outcome = court.outcome()
            assert outcome.hits.get(change.id) == 1, (pair.name, change.rule, change.pointer, outcome)
            assert outcome.total.broken == 1, pair.name


def shown_by_a_call(change: Change) -> bool:
    """Return whether the old contract accepted the witness of the change, a call or an answer."""
    witness = change.witness
    if witness is None or witness.accepted_by != "old" or change.kind != "tool" or "format" in change.rule:
        return False
    # Behind a recursive reference the example need not reach the name.
    return not change.rule.endswith("-removed") or change.pointer.rpartition("/")[2] in repr(witness.instance)


def decided(required: bool, *calls: tuple[Any, ...], fail_on: FailOn | None = None) -> Verdict:
    of, findings = evidence([LOOK], [tool("look", {"query": TEXT}, "query")], *calls)
    policy = Policy(traces=TraceKeys(required=required), fail_on=fail_on)
    verdict = decide(findings, Approvals(), policy, date(2026, 1, 1), old="a", new="b")
    return with_evidence(verdict, of if calls else None, policy)


def test_without_recordings_nothing_passes_where_policy_requires_them() -> None:
    lacking = [each for each in decided(True).decided if LACKS_CALLS in each.missing]
    assert {each.finding.severity for each in lacking} == {Severity.BREAKING}
    assert decided(True).fails
    assert not [each for each in decided(False).decided if LACKS_CALLS in each.missing]
    assert not [each for each in decided(True, ("look", {"query": "x"})).decided if LACKS_CALLS in each.missing]
    assert not decided(True, fail_on="never").fails


def test_calls_that_hit_nothing_approve_nothing() -> None:
    verdict = decided(True, ("look", {"query": "x"}))
    breaking = [each for each in verdict.decided if each.finding.severity is Severity.BREAKING]
    assert breaking
    assert not any(each.approved for each in breaking)
    assert verdict.fails


def test_changes_of_texts_and_hints_need_no_recordings() -> None:
    hinted = tool("look", {"query": TEXT}, annotations={"readOnlyHint": True})
    of, findings = evidence([hinted], [tool("look", {"query": TEXT})], ("other", {}))
    output = {each.change.rule: each.severity for each in findings}
    assert Severity.BREAKING in output.values()
    policy = Policy(traces=TraceKeys(required=True))
    verdict = with_evidence(decide(findings, Approvals(), policy, date(2026, 1, 1), old="a", new="b"), of, policy)
    assert not [each for each in verdict.decided if LACKS_CALLS in each.missing]


def test_a_change_of_a_prompt_concerns_no_call() -> None:
    of, _ = evidence([LOOK], [LOOK], ("look", {"query": "x"}))
    assert of.of(Change("prompt-removed", "s", "prompt", "ask")) is None
