"""`govern eval`: suites on recorded runs, and every gate failing and lacking its figure."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from markdown_it import MarkdownIt

from govern.gate.results import check_result
from tests.desk import Answer, Desk

if TYPE_CHECKING:
    from collections.abc import Sequence

RECORDINGS = sorted((Path(__file__).parents[1] / "traces" / "recordings").iterdir())
CLASSES = [
    {"name": "search", "members": ["brave.web_search", "google.search"]},
    {"name": "fetch", "members": ["http.get"]},
]
# As mcptest documents them: both spellings of an expectation.
MCPTEST = """servers:
  brave: {command: npx, args: [brave]}
agents:
  - name: research
    model: claude-sonnet-4-5
    servers: [brave, http]
    runs: 2
    prompt: Find the release notes and read them.
    equal_function_sets:
      classes:
        - name: search
          members: [brave.web_search, google.search]
        - name: fetch
          members: [http.get]
    token_efficiency: {}
    expect:
      - tool_selection.f1: {">=": 80}
      - target: token_efficiency.f1
        matcher: {schema: {minimum: 80}}
      - target: token_efficiency.tool_surface_tokens
        matcher: {schema: {maximum: 4000}}
"""


@pytest.fixture
def judged(desk: Desk) -> Desk:
    schema = {"type": "object", "properties": {"q": {"type": "string"}}}
    search = {"name": "web_search", "description": "Search the web.", "inputSchema": schema}
    get = {"name": "get", "description": "Read a page.", "inputSchema": schema}
    desk.catalogs(brave=[search], http=[get])
    desk.ok("lock")
    return desk


def record(desk: Desk, file: str, *ids: str, lock: str = "") -> str:
    """Record a run of these calls, each `server.tool`; a `!` at the end marks a failed one."""
    lines: list[dict[str, Any]] = [{"lock": lock}] if lock else [{"role": "user", "content": "Find it."}]
    for each in ids:
        server, _, tool = each.rstrip("!").partition(".")
        answer = {"content": [], "isError": each.endswith("!")}
        lines.append({"server": server, "tool": tool, "arguments": {}, "result": answer})
    desk.write(file, "".join(json.dumps(line) + "\n" for line in lines))
    return file


def suite(desk: Desk, expect: Sequence[dict[str, Any]] = (), name: str = "research", **blocks: Any) -> str:
    agent = {"name": name, "expect": [*expect], **(blocks or {"equal_function_sets": {"classes": CLASSES}})}
    desk.write("suite.yaml", json.dumps({"agents": [agent]}))
    return "suite.yaml"


def checks(answer: Answer) -> dict[str, tuple[Any, bool, str]]:
    (agent,) = answer.document["agents"]
    return {each["target"]: (each["found"], each["passed"], each["why"]) for each in agent["checks"]}


def figures(answer: Answer) -> dict[str, Any]:
    (agent,) = answer.document["agents"]
    found: dict[str, Any] = agent["figures"]
    return found


def test_mcptests_suite_runs_unchanged(judged: Desk) -> None:
    judged.write("suite.yml", MCPTEST)
    record(judged, "runs/1.jsonl", "brave.web_search", "http.get")
    record(judged, "runs/2.jsonl", "google.search", "http.get")
    answer = judged.ok("eval", "suite.yml", "--traces", "runs")
    assert "research  2 runs, grade A" in answer.out
    assert "ok  tool_selection.f1: 100, expected >= 80" in answer.out
    record(judged, "runs/2.jsonl", "shell.exec")
    answer = judged.govern("eval", "suite.yml", "--traces", "runs")
    assert answer.code == 1
    assert "failed  tool_selection.f1: 57, expected >= 80" in answer.out
    assert "failed  token_efficiency.f1: 57, expected >= 80" in answer.out
    assert "missed: fetch, search" in answer.out
    assert "unexpected: shell.exec" in answer.out


def test_the_default_gate_is_an_f1_of_50(judged: Desk) -> None:
    path = suite(judged, equal_function_sets={"classes": CLASSES}, token_efficiency={})
    record(judged, "run.jsonl", "google.search", "shell.exec")
    found = checks(judged.ok("eval", path, "--traces", "run.jsonl", "--json"))
    assert found == {"tool_selection.f1": (50, True, ""), "token_efficiency.f1": (50, True, "")}
    record(judged, "run.jsonl", "google.search", "shell.exec", "shell.exec")
    answer = judged.govern("eval", path, "--traces", "run.jsonl", "--json")
    assert (answer.code, answer.document["verdict"]) == (1, "failed")
    assert found.keys() == {target for target, (_, passed, _) in checks(answer).items() if not passed}


@pytest.mark.parametrize(
    ("target", "matcher", "found"),
    [
        ("tool_selection.precision", {">=": 51}, 50),
        ("tool_selection.recall", {">=": 51}, 50),
        ("tool_selection.f1", {">=": 51}, 50),
        ("tool_selection.true_positives", {">": 1}, 1),
        ("tool_selection.false_positives", {"==": 0}, 1),
        ("tool_selection.false_negatives", {"exact": 0}, 1),
        ("tool_selection.redundant_calls", {"<": 1}, 1),
        ("tool_selection.failed_calls", {"<=": 0}, 1),
        ("tool_selection.calls_per_correct", {"<=": 2}, 3),
        ("token_efficiency.f1", {">=": 51}, 50),
        ("token_efficiency.correct_selections", {">=": 2}, 1),
        ("trajectory.matched", {">=": 1}, 0),
    ],
)
def test_every_gate_can_fail(judged: Desk, target: str, matcher: dict[str, int], found: int) -> None:
    blocks: dict[str, Any] = {"token_efficiency": {}, "trajectory": {"calls": ["get"]}}
    path = suite(judged, [{target: matcher}], equal_function_sets={"classes": CLASSES}, **blocks)
    record(judged, "run.jsonl", "google.search", "google.search", "shell.exec!")
    answer = judged.govern("eval", path, "--traces", "run.jsonl", "--json")
    assert answer.code == 1
    assert checks(answer)[target] == (found, False, "")


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("tool_selection.precision", "no call was in a class or unexpected"),
        ("tool_selection.calls_per_correct", "no selection was correct"),
        ("token_efficiency.tokens_per_correct", "no selection was correct"),
        ("token_efficiency.tokens_per_correct_pooled", "no selection was correct"),
        ("token_efficiency.cost", "recordings hold no prices"),
        ("token_efficiency.cost_per_correct", "recordings hold no prices"),
        ("trajectory.matched", "the agent has no `trajectory`"),
    ],
)
def test_a_gate_on_an_absent_figure_fails_and_says_why(judged: Desk, target: str, why: str) -> None:
    path = suite(judged, [{target: {">=": 0}}], equal_function_sets={"classes": CLASSES}, token_efficiency={})
    answer = judged.govern("eval", path, "--traces", record(judged, "run.jsonl"), "--json")
    assert answer.code == 1
    assert checks(answer)[target] == (None, False, why)


@pytest.mark.parametrize(
    "target",
    ["tool_selection.f1", "tool_selection.recall", "token_efficiency.f1", "token_efficiency.correct_selections"],
)
def test_a_gate_without_its_block_fails_and_says_why(judged: Desk, target: str) -> None:
    path = suite(judged, [{target: {">=": 0}}], trajectory={"calls": ["get"]})
    answer = judged.govern("eval", path, "--traces", record(judged, "run.jsonl", "http.get"), "--json")
    assert answer.code == 1
    assert checks(answer)[target][2].startswith("the agent has no `")


def test_tokens_per_correct_do_not_fall_with_more_runs(judged: Desk) -> None:
    tokens = sum(server.definition_tokens for server in judged.lock.servers)
    path = suite(judged, token_efficiency={"classes": CLASSES})
    for run in range(4):
        record(judged, f"runs/{run}.jsonl", *(["google.search"] if run else []))
    found = figures(judged.govern("eval", path, "--traces", "runs", "--json"))
    assert found["token_efficiency.tool_surface_tokens"] == tokens
    assert found["token_efficiency.tokens_per_correct"] == -(-4 * tokens // 3)
    assert found["token_efficiency.tokens_per_correct_pooled"] == -(-tokens // 3)


def test_the_surface_is_that_of_the_agents_servers(judged: Desk) -> None:
    run = record(judged, "run.jsonl", "google.search", "http.get")
    gate = [{"token_efficiency.tool_surface_tokens": {"<=": 1}}]
    path = suite(judged, gate, servers=["http"], token_efficiency={"classes": CLASSES})
    answer = judged.govern("eval", path, "--traces", run, "--json")
    (http,) = [server for server in judged.lock.servers if server.name == "http"]
    assert checks(answer)["token_efficiency.tool_surface_tokens"] == (http.definition_tokens, False, "")
    path = suite(judged, gate, servers=["github"], token_efficiency={"classes": CLASSES})
    answer = judged.govern("eval", path, "--traces", run, "--json")
    why = "the lock has no server github"
    assert checks(answer)["token_efficiency.tool_surface_tokens"] == (None, False, why)


def test_a_recording_of_another_lock_fails_unless_it_is_allowed(judged: Desk) -> None:
    path = suite(judged)
    record(judged, "run.jsonl", "google.search", "http.get", lock=judged.lock.digest)
    judged.ok("eval", path, "--traces", "run.jsonl")
    record(judged, "run.jsonl", "google.search", "http.get", lock="sha256:" + "0" * 64)
    answer = judged.govern("eval", path, "--traces", "run.jsonl")
    assert answer.code == 1
    assert "failed  lock: run.jsonl saw another lock" in answer.out
    assert judged.govern("eval", path, "--traces", "run.jsonl", "--trace-format", "jsonl").code == 1
    judged.ok("eval", path, "--traces", "run.jsonl", "--allow-other-surface")


def test_fewer_recordings_than_runs_fail(judged: Desk) -> None:
    path = suite(judged, runs=3, equal_function_sets={"classes": CLASSES})
    answer = judged.govern("eval", path, "--traces", record(judged, "run.jsonl", "brave.web_search", "http.get"))
    assert answer.code == 1
    assert "failed  runs: 1, expected >= 3: 1 of 3 runs are recorded" in answer.out


def test_a_trajectory_must_match_in_every_run(judged: Desk) -> None:
    path = suite(judged, trajectory={"calls": ["web_search", "http.get"]})
    record(judged, "runs/1.jsonl", "brave.web_search", "http.get")
    judged.ok("eval", path, "--traces", "runs")
    record(judged, "runs/2.jsonl", "http.get", "brave.web_search")
    answer = judged.govern("eval", path, "--traces", "runs", "--json")
    assert checks(answer) == {"trajectory.matched": (50, False, "")}


def test_calls_keep_the_order_in_which_they_were_made(judged: Desk) -> None:
    calls = [("1", "web_search"), ("2", "get")]
    asked = [
        {"jsonrpc": "2.0", "id": ident, "method": "tools/call", "params": {"name": tool, "arguments": {}}}
        for ident, tool in calls
    ]
    answered = [{"jsonrpc": "2.0", "id": ident, "result": {"content": []}} for ident, _ in reversed(calls)]
    judged.write("run.jsonl", "".join(json.dumps(line) + "\n" for line in [*asked, *answered]))
    judged.ok("eval", suite(judged, trajectory={"calls": ["web_search", "get"]}), "--traces", "run.jsonl")


def test_runs_are_found_by_the_agents_name_or_by_the_suite(judged: Desk) -> None:
    agents = [
        {"name": name, "trajectory": {"calls": ["get"]}, **more}
        for name, more in {"Read it": {}, "read": {}, "by file": {"traces": "own/x.jsonl"}, "given": {}}.items()
    ]
    judged.write("suites/suite.yaml", json.dumps({"agents": agents}))
    record(judged, "runs/read-it-1.jsonl", "http.get")
    record(judged, "runs/read-it-2.jsonl", "http.get")
    record(judged, "runs/read/any.jsonl", "http.get")
    record(judged, "suites/own/x.jsonl", "http.get")
    record(judged, "other.jsonl", "http.get")
    words = ("eval", "suites/suite.yaml", "--traces", "runs", "--json")
    document = judged.ok(*words, "--traces", "given=other.jsonl").document
    assert [each["runs"] for each in document["agents"]] == [2, 1, 1, 1]
    answer = judged.govern(*words)
    assert answer.code == 2
    assert "no recording of agent 'given'" in answer.err


def test_several_suites_are_one_result(judged: Desk) -> None:
    record(judged, "one.jsonl", "http.get")
    for name, call in {"one": "get", "two": "web_search"}.items():
        agent = {"name": name, "traces": "one.jsonl", "trajectory": {"calls": [call]}}
        judged.write(f"{name}.yaml", json.dumps({"agents": [agent]}))
    answer = judged.govern("eval", "one.yaml", "two.yaml")
    assert (answer.code, answer.out.splitlines()[-1]) == (1, "failed: 1 of 2 agents passed")


def test_servers_recorded_under_other_names_are_mapped(judged: Desk) -> None:
    path = suite(judged, trajectory={"calls": ["brave.web_search"]})
    record(judged, "run.jsonl", "search-mcp.web_search")
    assert judged.govern("eval", path, "--traces", "run.jsonl").code == 1
    judged.ok("eval", path, "--traces", "run.jsonl", "--server", "search-mcp=brave")


def test_a_gzipped_chat_is_a_run(judged: Desk) -> None:
    call = {"id": "1", "type": "function", "function": {"name": "brave__web_search", "arguments": "{}"}}
    chat = json.dumps({"messages": [{"role": "assistant", "tool_calls": [call]}]})
    judged.write("run.json.gz", gzip.compress(chat.encode()))
    judged.ok("eval", suite(judged, trajectory={"calls": ["brave.web_search"]}), "--traces", "run.json.gz")


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_every_format_of_recordings_gives_the_same_figures(desk: Desk, path: Path) -> None:
    calls = ["search_books", "search_books", "borrow_book", "borrow_book"]
    desk.catalogs(library=[{"name": name, "inputSchema": {"type": "object"}} for name in dict.fromkeys(calls)])
    desk.ok("lock")
    classes = [{"name": name, "members": [f"library.{name}"]} for name in calls[::2]]
    written = suite(desk, trajectory={"calls": calls}, equal_function_sets={"classes": classes})
    found = figures(desk.ok("eval", written, "--traces", str(path), "--json"))
    assert (found["tool_selection.f1"], found["tool_selection.redundant_calls"]) == (100, 2)
    assert found["trajectory.matched"] == 100
    # The Agents SDK does not record that an MCP server answered with an error.
    assert found["tool_selection.failed_calls"] == (0 if path.stem.startswith("openai-agents") else 1)


def test_junit_has_a_case_for_each_check(judged: Desk) -> None:
    path = suite(judged, equal_function_sets={"classes": CLASSES}, trajectory={"calls": ["search"]}, name="a<b")
    record(judged, "run.jsonl", "google.search", "shell.exec", "shell.exec")
    answer = judged.govern("eval", path, "--traces", "run.jsonl", "--format", "junit")
    cases = {case.get("name"): case for case in ET.fromstring(answer.out).iter("testcase")}
    assert [*cases] == ["tool_selection.f1", "trajectory.matched"]
    failure = cases["tool_selection.f1"].find("failure")
    assert failure is not None
    assert "unexpected: shell.exec (2 times)" in (failure.text or "")


def test_hostile_names_are_escaped(judged: Desk) -> None:
    path = suite(judged, name="\x1b[31m|<b>`x`")
    record(judged, "run.jsonl", "evil.\x1b[2J|<img>")
    for form in ("text", "markdown", "json", "junit"):
        answer = judged.govern("eval", path, "--traces", "run.jsonl", "--format", form)
        assert "\x1b" not in answer.out
    markdown = judged.govern("eval", path, "--traces", "run.jsonl", "--format", "markdown").out
    tokens = [token for block in MarkdownIt("commonmark").parse(markdown) for token in (block.children or [block])]
    html = [token.content.strip() for token in tokens if token.type.startswith("html")]
    assert [each for each in html if "img" in each or "<b>" in each] == []


def test_the_gate_takes_the_result_of_this_lock(judged: Desk) -> None:
    path = suite(judged)
    record(judged, "run.jsonl", "brave.web_search", "http.get")
    passed = check_result(
        "eval.json", judged.ok("eval", path, "--traces", "run.jsonl", "--json").out, judged.lock.digest
    )
    assert (passed.passes, passed.message) == (True, "govern.eval/1: verdict 'passed'")
    record(judged, "run.jsonl", "shell.exec")
    answer = judged.govern("eval", path, "--traces", "run.jsonl", "--json")
    assert not check_result("eval.json", answer.out, judged.lock.digest).passes


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "no recorded run found"),
        ('{"hello": 1}\n', "no recorded run found"),
        ('{"server": "http", "tool": "get"}\n{broken\n', "cannot read this recording"),
    ],
)
def test_a_file_that_is_no_whole_recording_is_an_error(judged: Desk, content: str, message: str) -> None:
    judged.write("run.jsonl", content)
    answer = judged.govern("eval", suite(judged), "--traces", "run.jsonl")
    assert answer.code == 2
    assert message in answer.err


def test_a_suite_without_a_gate_is_an_error(judged: Desk) -> None:
    judged.write("suite.yaml", "agents:\n  - name: a\n    intents: []\n")
    record(judged, "run.jsonl", "http.get")
    answer = judged.govern("eval", "suite.yaml", "--traces", "run.jsonl", "--skip-unknown")
    assert (answer.code, "no agent with a gate" in answer.err) == (2, True)
    answer = judged.govern("eval")
    assert (answer.code, "no suite given" in answer.err) == (2, True)


def test_skipped_parts_are_reported(judged: Desk) -> None:
    judged.write("suite.yaml", "agents:\n  - name: a\n    intents: []\n    trajectory: {calls: [get]}\n")
    words = ("eval", "suite.yaml", "--traces", record(judged, "run.jsonl", "http.get"))
    answer = judged.govern(*words)
    assert (answer.code, "suite.yaml:3: agents[0].intents: unknown key" in answer.err) == (2, True)
    for form in ("text", "markdown", "json"):
        answer = judged.ok(*words, "--skip-unknown", "--format", form)
        assert "suite.yaml:3: agents[0].intents: unknown key" in answer.out
