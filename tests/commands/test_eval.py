"""`govern eval`: suites on recorded runs, and every gate failing and lacking its figure."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from markdown_it import MarkdownIt

from govern.gate.checks import check_result
from tests.desk import Answer, Desk, Prepared

if TYPE_CHECKING:
    from collections.abc import Sequence

RECORDINGS = sorted((Path(__file__).parents[1] / "traces" / "recordings").iterdir())
CLASSES = [
    {"name": "search", "members": ["brave.web_search", "google.search"]},
    {"name": "fetch", "members": ["http.get"]},
]
# In the forms that mcptest documents: equal-function sets with operators, and token efficiency with schemas.
MCPTEST = {
    "equal-function-sets": """# yaml-language-server: $schema=https://example.com/schema/v1.json
servers:
  brave: {command: npx, args: [brave]}
  http: {url: "https://example.com/mcp"}
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
    expect:
      - tool_selection.f1: {">=": 80}
""",
    "token-efficiency": """servers:
  brave: {command: npx, args: [brave]}
agents:
  - name: research
    model: claude-sonnet-4-5
    servers: [brave, http]
    runs: 2
    prompt: Find the release notes and read them.
    token_efficiency:
      classes:
        - name: search
          members: [brave.web_search, google.search]
        - name: fetch
          members: [http.get]
    expect:
      - target: token_efficiency.f1
        matcher: {schema: {type: integer, minimum: 80}}
      - target: token_efficiency.tool_surface_tokens
        matcher:
          schema:
            maximum: 4000
""",
}


@pytest.fixture
def judged(prepared: Prepared) -> Desk:
    def build(desk: Desk) -> None:
        schema = {"type": "object", "properties": {"q": {"type": "string"}}}
        search = {"name": "web_search", "description": "Search the web.", "inputSchema": schema}
        get = {"name": "get", "description": "Read a page.", "inputSchema": schema}
        desk.catalogs(brave=[search], http=[get])
        desk.ok("lock")

    return prepared(build)


def record(desk: Desk, file: str, *ids: str, **facts: Any) -> str:
    """Record a run of these calls, each `server.tool`; a `!` at the end marks a failed one. Each fact is a line."""
    lines: list[dict[str, Any]] = [{"role": "user", "content": "Find it."}, *({key: facts[key]} for key in facts)]
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


@pytest.mark.parametrize("form", MCPTEST)
def test_mcptests_suites_run_unchanged(judged: Desk, form: str) -> None:
    judged.write("suite.yml", MCPTEST[form])
    figure = "tool_selection.f1" if form == "equal-function-sets" else "token_efficiency.f1"
    record(judged, "runs/1.jsonl", "brave.web_search", "http.get")
    record(judged, "runs/2.jsonl", "google.search", "http.get")
    answer = judged.ok("eval", "suite.yml", "--traces", "runs")
    assert "research  2 runs, grade A" in answer.out
    assert f"ok  {figure}: 100, expected >= 80" in answer.out
    record(judged, "runs/2.jsonl", "shell.exec")
    answer = judged.govern("eval", "suite.yml", "--traces", "runs")
    assert answer.code == 1
    assert f"failed  {figure}: 57, expected >= 80" in answer.out
    assert "missed: fetch, search" in answer.out
    assert "unexpected: shell.exec" in answer.out
    assert "not in the lock" not in answer.out
    judged.write("suite.yml", MCPTEST[form].replace("http.get", "http.gte"))
    assert "  not in the lock: http.gte\n" in judged.govern("eval", "suite.yml", "--traces", "runs").out


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
        ("token_efficiency.cost", "run.jsonl states no cost"),
        ("token_efficiency.cost_per_correct", "run.jsonl states no cost"),
        ("trajectory.matched", "the agent has no `trajectory`"),
        ("tool_selection.rate", "the agent has no `tool_selection`"),
        ("distractors.accuracy", "the agent has no `distractors`"),
        ("intents.recall@1", "the agent has no `intents`"),
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


USAGE = {"input_tokens": 900, "output_tokens": 100, "cost": 0.02}


def test_every_run_must_choose_a_tool_within_its_tokens(judged: Desk) -> None:
    block = {"tools": ["brave.web_search", "search"], "min_rate": 75, "max_tokens": 1500}
    path = suite(judged, tool_selection=block)
    for run in range(4):
        record(judged, f"runs/{run}.jsonl", *(["google.search"] if run else ["http.get"]), usage=USAGE)
    found = checks(judged.ok("eval", path, "--traces", "runs", "--json"))
    assert found == {"tool_selection.rate": (75, True, ""), "tool_selection.tokens": (1000, True, "")}
    # A second usage line is another model call of the run.
    first = judged.folder / "runs/1.jsonl"
    first.write_text(first.read_text("utf-8") + json.dumps({"usage": {**USAGE, "input_tokens": 501}}) + "\n", "utf-8")
    record(judged, "runs/2.jsonl", "http.get", usage=USAGE)
    answer = judged.govern("eval", path, "--traces", "runs", "--json")
    assert answer.code == 1
    assert checks(answer) == {"tool_selection.rate": (50, False, ""), "tool_selection.tokens": (1601, False, "")}
    record(judged, "runs/2.jsonl", "google.search", usage={"input_tokens": -1, "output_tokens": 0})
    answer = judged.govern("eval", path, "--traces", "runs", "--json")
    assert checks(answer)["tool_selection.tokens"] == (None, False, "runs/2.jsonl states no usage")


def test_costs_are_those_that_every_run_states(judged: Desk) -> None:
    path = suite(judged, [{"token_efficiency.cost": {"<=": 0.03}}], token_efficiency={"classes": CLASSES})
    for run in range(2):
        record(judged, f"runs/{run}.jsonl", "google.search", "http.get", usage=USAGE)
    answer = judged.govern("eval", path, "--traces", "runs", "--json")
    assert (answer.code, checks(answer)) == (1, {"token_efficiency.cost": (0.04, False, "")})
    assert figures(answer)["token_efficiency.cost_per_correct"] == 0.01


def test_distractors_are_told_from_right_tools(judged: Desk) -> None:
    block = {"count": 3, "from": "near_duplicate", "of": ["brave.web_search"]}
    path = suite(judged, [{"distractors.certified_lower": {">=": 60}}], distractors=block)
    for run in range(8):
        record(judged, f"runs/{run}.jsonl", "brave.web_search", "http.get", distractors=["a", "b", "web_search_v2"])
    assert checks(judged.ok("eval", path, "--traces", "runs", "--json")) == {
        "distractors.certified_lower": (67, True, "")
    }
    record(judged, "runs/0.jsonl", "x.web_search_v2")
    record(judged, "runs/1.jsonl", "x.webSearch")
    answer = judged.govern("eval", path, "--traces", "runs", "--json")
    assert (answer.code, checks(answer)) == (1, {"distractors.certified_lower": (40, False, "")})
    assert figures(answer)["distractors.accuracy"] == 75


@pytest.mark.parametrize(
    ("block", "calls", "facts", "why"),
    [
        ({"from": "near_duplicate", "of": ["disk.read"]}, ["x.web_search_v2"], {}, "the lock has no tool disk.read"),
        ({"from": "catalog", "count": 400}, ["x.get_current_weather"], {}, "the catalog has 30 tools, not 400"),
        ({}, ["brave.web_search"], {}, "run.jsonl does not show that distractors were offered"),
        ({}, ["brave.web_search"], {"distractors": ["a"]}, "run.jsonl was offered fewer than 2 distractors"),
        ({}, ["shell.exec"], {"distractors": ["a", "b"]}, "no call was to a right tool or a distractor"),
    ],
)
def test_distractors_that_were_not_seen_prove_nothing(
    judged: Desk, block: dict[str, Any], calls: list[str], facts: dict[str, Any], why: str
) -> None:
    whole = {"count": 2, "from": "near_duplicate", "of": ["brave.web_search"], **block}
    path = suite(judged, distractors=whole)
    answer = judged.govern("eval", path, "--traces", record(judged, "run.jsonl", *calls, **facts), "--json")
    assert (answer.code, checks(answer)) == (1, {"distractors.accuracy": (None, False, why)})


def test_intents_need_no_recording(judged: Desk) -> None:
    intents = [{"query": "look up a site", "expect": "search"}, {"query": "read the page", "expect": "get"}]
    gates = [{f"intents.{name}": {">=": 100}} for name in ("recall@1", "recall@5", "recall@10", "mrr")]
    path = suite(judged, gates, equal_function_sets={"classes": CLASSES}, intents=intents)
    answer = judged.govern("eval", path)
    assert answer.code == 1
    assert "proxy: ranked by govern's search, without a model" in answer.out
    assert "not scored without recordings: equal_function_sets" in answer.out
    intents[0]["query"] = "search the web"
    path = suite(judged, gates, equal_function_sets={"classes": CLASSES}, intents=intents)
    judged.ok("eval", path)
    found = judged.ok("eval", path, "--json").document["agents"][0]["intents"]
    assert [(each["tool"], each["rank"], each["first"]) for each in found["queries"]] == [
        ("brave.web_search", 1, "brave.web_search"),
        ("http.get", 1, "http.get"),
    ]
    # A recording that is named and absent is an error as ever.
    record(judged, "runs/other.jsonl", "http.get")
    judged.write("more.yaml", json.dumps({"agents": [{"name": "other", "trajectory": {"calls": ["get"]}}]}))
    assert judged.govern("eval", path, "more.yaml", "--traces", "runs").code == 2


@pytest.mark.parametrize(
    ("gate", "intent", "found", "why"),
    [
        ({"intents.recall@5": {">=": 1}}, {"query": "zzzz", "expect": "http.get"}, 0, ""),
        ({"intents.near_duplicates": {"<=": 0}}, {"query": "read", "expect": "get"}, 1, ""),
        ({"intents.recall@5_among_look_alikes": {">": 0}}, {"query": "zzzz", "expect": "get"}, 0, ""),
        ({"intents.recall@5": {">=": 0}}, {"query": "read", "expect": "fetch"}, None, "the lock has no tool for fetch"),
        ({"tool_selection.f1": {">=": 0}}, {"query": "read", "expect": "get"}, None, "there is no recording"),
    ],
)
def test_a_gate_on_intents_can_fail(
    judged: Desk, gate: dict[str, Any], intent: dict[str, str], found: int | None, why: str
) -> None:
    schema = {"type": "object", "properties": {"q": {"type": "string"}}}
    judged.catalogs(
        http=[{"name": name, "description": "Read a page.", "inputSchema": schema} for name in ("get", "get_v2")]
    )
    judged.ok("lock")
    answer = judged.govern("eval", suite(judged, [gate], intents=[intent]), "--json")
    assert answer.code == 1
    assert checks(answer)[next(iter(gate))] == (found, False, why)


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


def test_findings_name_the_tool_and_its_line_in_the_lock(judged: Desk) -> None:
    gates = [{"intents.recall@1": {">=": 100}}, {"tool_selection.f1": {">": 99}}]
    classes = [{"name": "search", "members": ["web_search"]}]
    intents = [{"query": "read", "expect": "search"}]
    path = suite(judged, gates, intents=intents, equal_function_sets={"classes": classes})
    words = ("eval", path, "--traces", record(judged, "run.jsonl", "http.get"))
    locked = judged.lock_path.read_text("utf-8").splitlines()
    found: dict[str, str] = {}
    for each in judged.govern(*words, "--format", "sarif").document["runs"][0]["results"]:
        place = each["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "capability.lock"
        # A tool's block begins with its heading, then its name.
        found[each["ruleId"]] = locked[place["region"]["startLine"]]
    search, get = 'name = "web_search"', 'name = "get"'
    assert found == {
        "intents.recall@1": search, "tool_selection.f1": search,
        "eval-missed": search, "eval-unexpected": get, "eval-intent": search,
    }  # fmt: skip
    github = judged.govern(*words, "--format", "github").out
    levels = [line.partition(" ")[0] for line in github.splitlines()]
    assert levels == ["::error", "::error", "::warning", "::warning", "::notice"]


def test_hostile_names_are_escaped(judged: Desk) -> None:
    path = suite(judged, name="\x1b[31m|<b>`x`")
    record(judged, "run.jsonl", "evil.\x1b[2J|<img>")
    for form in ("text", "markdown", "json", "junit", "sarif", "github"):
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
    judged.write("suite.yaml", "agents:\n  - name: a\n    golden_path: []\n")
    record(judged, "run.jsonl", "http.get")
    answer = judged.govern("eval", "suite.yaml", "--traces", "run.jsonl", "--skip-unknown")
    assert (answer.code, "no agent with a gate" in answer.err) == (2, True)
    answer = judged.govern("eval")
    assert (answer.code, "no suite given" in answer.err) == (2, True)


def test_skipped_parts_are_reported(judged: Desk) -> None:
    judged.write("suite.yaml", "agents:\n  - name: a\n    golden_path: []\n    trajectory: {calls: [get]}\n")
    words = ("eval", "suite.yaml", "--traces", record(judged, "run.jsonl", "http.get"))
    answer = judged.govern(*words)
    assert (answer.code, "suite.yaml:3: agents[0].golden_path: unknown key" in answer.err) == (2, True)
    for form in ("text", "markdown", "json"):
        answer = judged.ok(*words, "--skip-unknown", "--format", form)
        assert "suite.yaml:3: agents[0].golden_path: unknown key" in answer.out
