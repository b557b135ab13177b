"""`govern bench`: modes, retrieval over a golden set, and the gate against a baseline."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from govern.economics.tokens import count_tokens
from govern.gate.checks import check_result
from tests.desk import Desk, Prepared

if TYPE_CHECKING:
    from pathlib import Path

TOOLS = {
    "disk": [
        ("read_file", "Read a file as text.", ["path", "encoding"]),
        ("write_file", "Save text to a file. Replaces what is there.", ["path", "text"]),
        ("list_directory", "List what a directory holds.", ["path"]),
    ],
    "mail": [
        ("send_message", "Send a message to a person.", ["to", "body"]),
        ("search_messages", "Search all messages for words.", ["query"]),
    ],
}
QUERIES = [
    ("read", "open a document and show its text", {"disk:read_file": 2, "disk:write_file": 0}),
    ("find", "look for words in my mail", {"mail:search_messages": 2}),
    ("list", "everything that it holds", {"disk:list_directory": 2}),
]


def listed(name: str, description: str, parameters: list[str]) -> dict[str, Any]:
    properties = {parameter: {"type": "string"} for parameter in parameters}
    schema = {"type": "object", "properties": properties, "required": parameters[:1]}
    return {"name": name, "description": description, "inputSchema": schema}


def golden(queries: list[tuple[str, str, dict[str, int]]]) -> str:
    """Return a golden set as mcpproxy writes it."""
    labelled = [
        {"id": each, "query": query, "labels": [{"tool_id": t, "relevance": r} for t, r in labels.items()]}
        for each, query, labels in queries
    ]
    return json.dumps({"corpus_version": "ours", "queries": labelled})


@pytest.fixture
def benched(prepared: Prepared) -> Desk:
    def build(desk: Desk) -> None:
        tools = {server: [listed(*tool) for tool in tools] for server, tools in TOOLS.items()}
        desk.catalogs(more="", **tools)
        desk.ok("lock")
        desk.write("golden.json", golden(QUERIES))

    return prepared(build)


def modes(document: dict[str, Any]) -> dict[str, Any]:
    return {mode["name"]: mode for mode in document["modes"]}


def test_a_mode_saves_what_it_leaves_out(benched: Desk) -> None:
    cost = benched.ok("cost", "--json").document["total"]["definition_tokens"]
    found = modes(benched.ok("bench", "--json").document)
    assert found["baseline"]["tokens"] == cost
    assert found["baseline"]["tools"] == 5
    order = [found[name]["tokens"] for name in ("deferred-names", "deferred-sentences", "deferred-signatures")]
    assert order == sorted(order)
    assert order[-1] < cost
    assert found["deferred-names"]["savings"] == pytest.approx(1 - order[0] / cost, abs=1e-6)
    assert found["deferred-names"]["break_even"] is None
    assert (found["compact"]["tools"], found["compact"]["basis"]) == (7, "measured")
    assert "break even" not in benched.ok("bench").out
    assert "  searches to break even  " in benched.ok("bench", "--golden", "golden.json").out
    retrieved = modes(benched.ok("bench", "--golden", "golden.json", "--json").document)
    assert retrieved["compact"]["break_even"] == 0 < retrieved["deferred-names"]["break_even"]


@pytest.mark.parametrize(
    "wrap",
    [
        pytest.param(lambda tools: {"tools": tools}, id="result"),
        pytest.param(lambda tools: {"jsonrpc": "2.0", "id": 1, "result": {"tools": tools}}, id="message"),
        pytest.param(lambda tools: {tool["name"]: tool for tool in tools}, id="by-name"),
        pytest.param(list, id="list"),
    ],
)
def test_definitions_in_a_file_are_a_mode_and_may_cost_more(benched: Desk, wrap: Any) -> None:
    wide = [listed(f"tool_{at}", "A tool of the gateway that does nothing. " * 3, ["a", "b"]) for at in range(20)]
    benched.write("wide.json", json.dumps(wrap(wide)))
    mode = modes(benched.ok("bench", "--mode", "gateway=wide.json", "--json").document)["gateway"]
    assert mode["tools"] == 20
    assert mode["basis"] == "measured"
    assert mode["savings"] < 0
    assert "gateway" in benched.ok("bench", "--mode", "gateway=wide.json").out


def test_without_schemas_there_is_no_percentage(benched: Desk) -> None:
    tools = [{"server": "disk", "tool": "read_file", "description": "Read a file."}]
    benched.write("corpus.json", json.dumps({"version": "v", "tools": tools}))
    document = benched.ok("bench", "--corpus", "corpus.json", "--json").document
    assert {mode["savings"] for mode in document["modes"]} == {None}
    assert document["lock"] is None
    assert "%" not in benched.ok("bench", "--corpus", "corpus.json").out


def test_break_even_counts_the_definitions_that_a_search_returns(benched: Desk) -> None:
    found = modes(benched.ok("bench", "--golden", "golden.json", "--json").document)
    for name in ("deferred-names", "deferred-sentences", "deferred-signatures"):
        assert found[name]["break_even"] >= 1


def test_the_retrieval_block_is_that_of_mcpproxy(benched: Desk, shared_data: Path) -> None:
    schema = json.loads((shared_data / "mcpproxy" / "score-report.schema.json").read_text("utf-8"))
    document = benched.ok("bench", "--golden", "golden.json", "--json").document
    Draft202012Validator(schema).validate({"retrieval": document["retrieval"]})
    assert document["retrieval"]["metrics"]["recall_at"]["5"] == 1


def test_a_metric_below_its_baseline_fails_and_names_the_lost_query(benched: Desk) -> None:
    benched.ok("bench", "--golden", "golden.json", "--json", "--output", "baseline.json")
    gate = ("bench", "--golden", "golden.json", "--baseline", "baseline.json")
    assert "ok  recall@5: 1.000" in benched.ok(*gate).out
    disk = [listed(*tool) for tool in TOOLS["disk"]]
    disk[2]["description"] = "Proceed."
    benched.catalogs(disk=disk, mail=[listed(*tool) for tool in TOOLS["mail"]])
    benched.ok("lock")
    failed = benched.govern(*gate)
    assert failed.code == 1
    assert "failed  mrr" in failed.out
    assert "lost since the baseline: list" in failed.out
    document = benched.govern(*gate, "--json").document
    assert document["verdict"] == "failed"
    assert not document["retrieval"]["gate"]["passed"]
    sarif = benched.govern(*gate, "--format", "sarif").document["runs"][0]["results"]
    lines = {each["ruleId"]: each["locations"][0]["physicalLocation"]["region"]["startLine"] for each in sarif}
    locked = benched.lock_path.read_text("utf-8").splitlines()
    assert locked[lines["query-lost"]] == 'name = "list_directory"'
    assert "::error file=capability.lock,line=1,title=mrr" in benched.govern(*gate, "--format", "github").out
    checks, junit = document["retrieval"]["gate"]["checks"], benched.govern(*gate, "--format", "junit").out
    assert junit.count("<failure") == sum(not each["passed"] for each in checks)
    assert junit.count("<testcase") == len(checks)
    assert check_result("bench.json", json.dumps(document), benched.lock.digest).message.endswith("verdict 'failed'")
    assert benched.govern(*gate, "--tolerance", "recall@5=1").code == 0


def test_a_metric_that_the_baseline_lacks_is_no_pass(benched: Desk) -> None:
    benched.write("baseline.json", json.dumps({"mrr": 0.5, "tolerance": {"recall_at_5": 0.1}}))
    refused = benched.govern("bench", "--golden", "golden.json", "--baseline", "baseline.json")
    assert refused.code == 2
    assert "a tolerance but no value for recall@5" in refused.err


def test_two_locks_are_compared_query_by_query(benched: Desk) -> None:
    benched.folder.joinpath("capability.lock").rename(benched.folder / "old.lock")
    shortened = [listed(name, "", parameters) for name, _, parameters in TOOLS["disk"]]
    benched.catalogs(disk=shortened, mail=[listed(*tool) for tool in TOOLS["mail"]])
    benched.ok("lock")
    words = ("bench", "--golden", "golden.json", "--against", "old.lock", "--html", "page.html", "--json")
    compared = benched.ok(*words).document["compared"]
    assert "Against the other tools, query by query" in (benched.folder / "page.html").read_text("utf-8")
    assert all(each["wins"] + each["losses"] + each["ties"] == len(QUERIES) for each in compared.values())


@pytest.mark.parametrize(
    ("queries", "message"),
    [
        ([("q", "text", {"disk:read_file": 0})], "query q has no relevant tool"),
        ([("q", "text", {"disk:read_file": -1})], "greater than or equal to 0"),
        ([("q", "text", {"disk:reed_file": 1})], "1 labelled tools are not in the corpus: disk:reed_file"),
        ([("q", "a", {"disk:read_file": 1})] * 2, "the query id q occurs more than once"),
        ([], "at least 1 item"),
    ],
)
def test_an_invalid_golden_set_is_an_error_that_names_the_query(
    benched: Desk, queries: list[tuple[str, str, dict[str, int]]], message: str
) -> None:
    benched.write("golden.json", golden(queries))
    refused = benched.govern("bench", "--golden", "golden.json")
    assert refused.code == 2
    assert message in refused.err


@pytest.mark.parametrize(
    "words",
    [
        ("--baseline", "baseline.json"),
        ("--against", "capability.lock"),
        ("--golden", "golden.json", "--tolerance", "mrr=0.1"),
        ("--mode", "gateway"),
        ("--mode", "gateway=golden.json"),
        ("--mode", "gateway=absent.json"),
        ("--golden", "absent.json"),
        ("--golden", "golden.json", "--baseline", "absent.json"),
        ("--encoding", "p50k_base"),
        ("--corpus", "capability.lock"),
    ],
)
def test_what_does_not_fit_together_is_refused(benched: Desk, words: tuple[str, ...]) -> None:
    refused = benched.govern("bench", *words)
    assert refused.code == 2
    assert "absent.json" not in words[-1] or "help: " in refused.err


def as_text(*lines: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": "\n".join(lines)}]}


def as_value(value: Any) -> dict[str, Any]:
    return {"content": [], "structuredContent": value}


def gateway(desk: Desk, answers: list[dict[str, Any]], more: str = "") -> None:
    """Configure a running gateway that answers the queries in their order."""
    by = {query: answer for (_, query, _), answer in zip(QUERIES, answers, strict=True)}
    desk.say("gate", listed("find", "Find a tool.", ["query"]), calls={"find": {"by": by}})
    catalogs = (desk.folder / "govern.toml").read_text("utf-8")
    desk.config("gate", more=catalogs + more)


SEARCHED = ("bench", "--golden", "golden.json", "--gateway", "gate", "--search-tool", "find")


def test_a_running_gateway_is_searched_and_timed(benched: Desk) -> None:
    first = '{"results":[{"server":"disk","name":"read_file","score":1},{"name":"write_file"}]}'
    second = "1. `mail__send_message`: send or read_file\n2. mail:search_messages, searches"
    gateway(
        benched,
        [
            # By rank: relevant first, relevant second, and an error, which finds nothing and is no answer.
            as_value(json.loads(first)),
            as_text(second),
            {"isError": True, "content": [{"type": "text", "text": "busy"}]},
        ],
    )
    document = benched.ok(*SEARCHED, "--json").document
    found = document["gateway"]
    assert [each["ranked"] for each in found["queries"]] == [
        ["disk:read_file", "disk:write_file"],
        ["mail:send_message", "mail:search_messages"],
        [],
    ]
    assert found["metrics"]["recall_at"] == pytest.approx({"1": 1 / 3, "3": 2 / 3, "5": 2 / 3, "10": 2 / 3})
    assert (found["failed"], found["tool"]) == (1, "find")
    assert found["answer_tokens"] == round(sum(count_tokens(each, "cl100k_base") for each in (first, second)) / 2)
    latency = found["latency_ms"]
    assert 0 < latency["p50"] <= latency["p95"] <= latency["p99"] <= latency["max"]
    gate = modes(document)["gate"]
    assert (gate["tools"], gate["basis"]) == (1, "measured")
    assert gate["break_even"] == -(-(modes(document)["baseline"]["tokens"] - gate["tokens"]) // found["answer_tokens"])
    text = benched.ok(*SEARCHED, "--html", "page.html").out
    page = (benched.folder / "page.html").read_text("utf-8")
    assert "Retrieval by find of gate" in page
    assert "failed searches: 1" in page
    assert "latency: p50" in text
    assert "failed searches: 1" in text
    # Our own search stays the subject of the gate.
    assert document["retrieval"]["metrics"]["recall_at"]["1"] == 1


def test_a_gateway_that_finds_nothing_at_all_is_an_error(benched: Desk) -> None:
    gateway(benched, [{"error": {"code": -32602, "message": "unknown argument: query"}}] * 3)
    answer = benched.govern(*SEARCHED)
    assert answer.code == 3
    assert "every search failed" in answer.err
    assert "--query-arg" in answer.err
    benched.say("gate", exit=3)
    assert benched.govern(*SEARCHED).code == 3
    answer = benched.govern("bench", "--gateway", "disk")
    assert answer.code == 2
    assert "saved catalog" in answer.err
    assert benched.govern("bench", "--gateway", "gate", "--search-tool", "find").code == 2
    assert benched.govern("bench", "--query-arg", "q").code == 2
    assert benched.govern(*SEARCHED, "--gateway", "disk").code == 2


def test_sessions_cost_more_than_their_menu(benched: Desk) -> None:
    def call(tool: str, answer: Any, **more: Any) -> str:
        return json.dumps({"tool": tool, "arguments": {"path": "x"}, "result": answer} | more) + "\n"

    words = as_text("one two three four")
    benched.write("direct.jsonl", call("read_file", words))
    searched = [
        call("gate__find", as_text("one two")),
        call("read_file", None, error="invalid"),
        call("read_file", words),
    ]
    benched.write("found/1.jsonl", "".join(searched))
    benched.write("found/2.jsonl", "".join(searched))
    gateway(benched, [as_text("")] * 3)
    traces = ("--traces", "baseline=direct.jsonl", "--traces", "gate=found")
    command = ("bench", "--gateway", "gate", *traces, "--search-tool", "find")
    document = benched.ok(*command, "--json").document
    direct, found = document["sessions"]
    menus = modes(document)
    assert direct == {
        "mode": "baseline",
        "sessions": 1,
        "menu": menus["baseline"]["tokens"],
        "discovery": 0,
        "retries": 0,
        "answers": 4,
        "total": menus["baseline"]["tokens"] + 4,
    }
    assert (found["sessions"], found["discovery"], found["retries"], found["answers"]) == (2, 2, 5, 4)
    assert found["total"] == menus["gate"]["tokens"] + 11
    assert "sessions, mean tokens" in benched.ok(*command, "--html", "page.html").out
    assert "Mean tokens of a recorded session" in (benched.folder / "page.html").read_text("utf-8")
    assert benched.govern("bench", "--traces", "gatewy=direct.jsonl").code == 2
    benched.write("empty.jsonl", "{}\n")
    assert benched.govern("bench", "--traces", "baseline=empty.jsonl").code == 2


def test_fastmcps_transforms_are_modes_where_it_is_installed(benched: Desk) -> None:
    words = ("bench", "--mode", "fastmcp-search", "--mode", "fastmcp-code", "--json")
    answer = benched.govern(*words)
    if find_spec("fastmcp") is None:
        assert answer.code == 2
        assert "pip install fastmcp" in answer.err
    else:
        found = modes(answer.document)
        assert (found["fastmcp-search"]["tools"], found["fastmcp-code"]["tools"]) == (2, 3)
        assert 0 < found["fastmcp-search"]["tokens"] < found["fastmcp-code"]["tokens"]
        assert found["fastmcp-search"]["basis"] == "measured"
    answer = benched.govern("bench", "--mode", "fastmcp")
    assert answer.code == 2
    assert "expected NAME=FILE" in answer.err
