"""Changes of an item's hints."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.compare.hints import hint_facts
from govern.compare.sides import changes
from govern.facts.change import Change
from govern.lockfile.comparison import view
from govern.rules.finding import judge
from govern.rules.rule import RULES, Severity
from tests.lockfile.building import lock_of, locked

SIZE = "anthropic/maxResultSizeChars"
PLAIN = {"name": "get_weather", "description": "Returns the weather of a city."}
SMALL, LARGE = {**PLAIN, "_meta": {SIZE: 1000}}, {**PLAIN, "_meta": {SIZE: 2000}}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (SMALL, LARGE, "maxResultSizeChars: 1000 → 2000"),
        (SMALL, PLAIN, "maxResultSizeChars: 1000 → not set"),
        (PLAIN, SMALL, "maxResultSizeChars: not set → 1000"),
    ],
    ids=["raised", "removed", "added"],
)
def test_a_size_hint_shows_both_sides(old: dict[str, object], new: dict[str, object], message: str) -> None:
    (change,) = changes(view(lock_of(locked("s", old))), view(lock_of(locked("s", new))))
    assert judge(change, lambda _: None, ("-", "-")).message == message


@pytest.mark.parametrize(
    ("old", "new", "rule", "message"),
    [
        ({"_fastmcp": {"a": 1}}, {"fastmcp": {"a": 1}}, "respelled", "`_meta`: key renamed, with the same value"),
        (
            {"_fastmcp": {"a": 1}, "fastmcp": {}},
            {"_fastmcp": {"a": 2}, "fastmcp": {}},
            "changed",
            "`_meta._fastmcp` changed",
        ),
        (None, {}, "changed", "`_meta` changed"),
    ],
)
def test_metadata_is_only_renamed_with_its_key(old: Any, new: Any, rule: str, message: str) -> None:
    sides = (view(lock_of(locked("s", PLAIN | ({} if meta is None else {"_meta": meta})))) for meta in (old, new))
    (change,) = changes(next(sides), next(sides))
    found = judge(change, lambda _: None, ("-", "-"))
    assert (change.rule, found.message) == (f"bookkeeping-{rule}", message)


CLAIMS: dict[str, list[object]] = {
    "readOnlyHint": [True, False],
    "destructiveHint": [True, False],
    "idempotentHint": [True, False],
    "openWorldHint": [True, False],
    "title": ["Weather", "get weather"],
    "category": ["data"],
}


@given(*[st.fixed_dictionaries({}, optional={key: st.sampled_from(each) for key, each in CLAIMS.items()})] * 2)
def test_all_annotations_of_a_tool_are_one_finding_as_severe_as_the_worst_of_them(
    old: dict[str, object], new: dict[str, object]
) -> None:
    found = hinted(old, new)
    single = [fact for fact in hint_facts("tool", {"annotations": old}, {"annotations": new}) if old != new]
    severities = {RULES[fact.rule].severity for fact in single if fact.rule != "annotation-title-changed"}
    severities |= {
        RULES[change.rule].severity for change in hinted(*({"title": side.get("title")} for side in (old, new)))
    }
    assert max((RULES[change.rule].severity.rank for change in found), default=0) == max(
        (severity.rank for severity in severities), default=0
    )
    assert sum(1 for change in found if RULES[change.rule].severity is not Severity.SAFE) <= 1


def hinted(old: dict[str, object], new: dict[str, object]) -> list[Change]:
    """Return the changes between two tools with these annotations; a value of None is left out."""
    sides = [{key: value for key, value in each.items() if value is not None} for each in (old, new)]
    before, after = (view(lock_of(locked("s", PLAIN | ({"annotations": each} if each else {})))) for each in sides)
    return [each for each in changes(before, after) if each.pointer.startswith("/annotations")]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            {"readOnlyHint": True, "title": "Weather" * 20},
            {},
            f'annotations dropped: readOnlyHint: true, title: "{"Weather" * 8}Wea…',
        ),
        ({}, {"destructiveHint": True, "readOnlyHint": True, "openWorldHint": False},
         "annotations added: destructiveHint: true, openWorldHint: false, readOnlyHint: true"),
        ({"readOnlyHint": True, "title": "A"}, {"destructiveHint": True, "title": "A"},
         "readOnlyHint: true → not set (default false)"),
        ({"readOnlyHint": True, "category": "a"}, {"readOnlyHint": False},
         'category: "a" → not set, readOnlyHint: true → false'),
    ],
    ids=["dropped", "added", "single", "several"],
)  # fmt: skip
def test_the_finding_lists_what_the_block_held(old: dict[str, object], new: dict[str, object], message: str) -> None:
    (change,) = hinted(old, new)
    assert message in judge(change, lambda _: None, ("-", "-")).message
