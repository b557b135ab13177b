"""Suites: both spellings of expectations, and errors that name a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from govern.errors import InvalidInput
from govern.selection.blocks import Matcher
from govern.selection.suite import read_suite

if TYPE_CHECKING:
    from govern.selection.suite import Agent

SCHEMA = Path(__file__).resolve().parents[2] / "docs" / "schemas" / "govern.suite-1.json"
SETS = """    equal_function_sets:
      classes:
        - name: search
          members: [brave.web_search, google.search]
"""
GOOD = f"""$schema: https://example.com/suite.json
servers:
  brave: {{command: [npx, brave]}}
agents:
  - name: research
    servers: [brave]
    runs: 0
    prompt: Find it.
    model: any
{SETS}    token_efficiency: {{}}
    trajectory: {{calls: [web_search], match: subset}}
    expect:
      - tool_selection.f1: {{">=": 80, "<=": 100}}
      - target: token_efficiency.tokens_per_correct
        matcher: {{schema: {{type: integer, maximum: 500}}}}
tests:
  - name: fetch
    type: agent
{SETS}"""


def suite_of(folder: Path, text: str) -> Path:
    path = folder / "suite.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def agents_of(folder: Path, text: str) -> list[Agent]:
    return read_suite(suite_of(folder, text))[0].all


def test_a_suite_has_agents_in_both_lists(tmp_path: Path) -> None:
    research, fetch = agents_of(tmp_path, GOOD)
    assert (research.name, research.servers, research.least_runs) == ("research", ["brave"], 1)
    assert [(each.target, each.matcher.words) for each in research.expect] == [
        ("tool_selection.f1", ">= 80 and <= 100"),
        ("token_efficiency.tokens_per_correct", "<= 500"),
    ]
    assert fetch.name == "fetch"


def test_the_published_schema_accepts_both_spellings_and_refuses_unknown_blocks() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    good: dict[str, Any] = yaml.safe_load(GOOD)
    Draft202012Validator(schema).validate(good)
    good["agents"][0]["golden_path"] = []
    assert not Draft202012Validator(schema).is_valid(good)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("agents:\n  - name: a\n    golden_path: []\n", 3, "agents[0].golden_path: unknown key"),
        ("agents:\n  - name: a\nsweep: 1\n", 3, "sweep: unknown key"),
        ("agents:\n  - name: a\nagent: []\n", 3, "agent: unknown key; did you mean agents?"),
        ("agents:\n  - name: a\n    promt: x\n", 3, "agents[0].promt: unknown key; did you mean prompt?"),
        ("tests:\n  - name: a\n    type: tool\n    tool: x\n", 2, "tests[0]: a test of type 'tool', expected agent"),
        ("tests:\n  - name: a\n    tool: x\n", 2, "tests[0]: not an agent test"),
        ("agents:\n  - name: a\n    expect:\n      - tool_names: {exact: 1}\n", 4, "unknown figure 'tool_names'"),
        (
            "agents:\n  - name: a\n    expect:\n      - tool_selection.f: {exact: 1}\n",
            4,
            "; did you mean tool_selection.f1?",
        ),
        ("agents:\n  - name: a\n    expect:\n      - target: x\n        matcher: {exact: 1}\n", 4, "figure 'x'"),
    ],
)
def test_an_unknown_part_is_an_error_that_names_it(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = suite_of(tmp_path, text)
    with pytest.raises(InvalidInput, match="--skip-unknown") as refused:
        read_suite(path)
    assert refused.value.where == f"{path}:{line}"
    assert message in refused.value.message
    suite, skipped = read_suite(path, skip_unknown=True)
    assert [line for line in skipped if message in line]
    assert not any(agent.expect for agent in suite.all)


def test_skipping_keeps_what_is_known(tmp_path: Path) -> None:
    unknown = "agents:\n  - &base\n    name: a\n    x: [1]\n    expect:\n"
    unknown += "      - y: {exact: 1}\n      - tool_selection.f1: {exact: 1}\n      - z: {exact: 1}\n"
    unknown += "  - {<<: *base, name: b}\n"
    suite, skipped = read_suite(suite_of(tmp_path, unknown), skip_unknown=True)
    assert [[each.target for each in agent.expect] for agent in suite.all] == [["tool_selection.f1"]] * 2
    assert len(skipped) == 6


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("agents: [\n", 2, "not valid YAML"),
        ("agents:\n  - name: a\n    name: b\n", 3, "the key 'name' occurs more than once"),
        ("agents:\n  - name: a\n  - name: a\n", 1, "the agent a occurs more than once"),
        ("agents:\n  - runs: 1\n", 2, "agents[0].name: Field required"),
        ("agents:\n  - name: a\n    runs: many\n", 3, "agents[0].runs: "),
        ("agents:\n  - name: a\n    equal_function_sets: {classes: []}\n", 3, "equal_function_sets.classes: "),
        ("agents:\n  - name: a\n    equal_function_sets: {}\n", 3, "classes: Field required"),
        ("agents:\n  - name: a\n    token_efficiency: {}\n", 2, "token_efficiency needs `classes`"),
        ("agents:\n  - name: a\n    equal_function_sets:\n      classes: [{name: c, members: []}]\n", 4, "members: "),
        ("agents:\n  - name: a\n    expect:\n      - tool_selection.f1: {}\n", 4, "the matcher has no condition"),
        ("agents:\n  - name: a\n    expect:\n      - tool_selection.f1: {'>=': .inf}\n", 4, "finite"),
        ("agents:\n  - name: a\n    expect:\n      - tool_selection.f1: {'>=': true}\n", 4, "valid number"),
        ("agents:\n  - name: a\n    expect:\n      - tool_selection.f1: {'=>': 1}\n", 4, "unknown key"),
        (
            "agents:\n  - name: a\n    expect:\n      - tool_selection.f1: {schema: {minimun: 1}}\n",
            4,
            "key; did you mean minimum?",
        ),
        ("a: &a [*a]\n", 1, "values"),
        ("- 1\n", 1, "Input should be"),
        ("agents: !!python/object:os.system []\n", 1, "not valid YAML"),
    ],
)
def test_an_invalid_suite_is_an_error_at_a_line(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = suite_of(tmp_path, text)
    for skip in (False, True):
        with pytest.raises(InvalidInput) as refused:
            read_suite(path, skip_unknown=skip)
        assert refused.value.where == f"{path}:{line}"
        assert message in refused.value.message


def test_anchors_that_stand_for_billions_are_refused(tmp_path: Path) -> None:
    lines = ["a0: &a0 [x]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    with pytest.raises(InvalidInput, match="more than 100,000 values"):
        read_suite(suite_of(tmp_path, "\n".join(lines)))


def test_a_deep_suite_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput):
        read_suite(suite_of(tmp_path, "[" * 20_000))


def test_two_classes_of_one_name_are_refused(tmp_path: Path) -> None:
    classes = "      classes: [{name: c, members: [x]}, {name: c, members: [y]}]\n"
    for block in ("equal_function_sets", "token_efficiency"):
        with pytest.raises(InvalidInput, match="the class c occurs more than once"):
            agents_of(tmp_path, f"agents:\n  - name: a\n    {block}:\n{classes}")


@pytest.mark.parametrize(
    ("matcher", "accepted", "refused"),
    [
        ({">=": 80}, 80, 79),
        ({">": 80}, 81, 80),
        ({"<=": 80}, 80, 81),
        ({"<": 80}, 79, 80),
        ({"==": 80}, 80, 81),
        ({"exact": 80}, 80, 79),
        ({"schema": {"minimum": 80}}, 80, 79),
        ({"schema": {"maximum": 80}}, 80, 81),
        ({"schema": {"exclusiveMinimum": 80}}, 81, 80),
        ({"schema": {"exclusiveMaximum": 80}}, 79, 80),
        ({"schema": {"const": 80}}, 80, 81),
        ({"schema": {"type": "integer", "minimum": 1}}, 2, 1.5),
        ({">=": 80, "<": 90}, 85, 90),
    ],
)
def test_each_matcher_accepts_and_refuses(matcher: dict[str, Any], accepted: float, refused: float) -> None:
    found = Matcher.model_validate(matcher)
    assert found.accepts(accepted)
    assert not found.accepts(refused)
