"""`govern eval --live`: real model clients over HTTP, and real servers behind them."""

from __future__ import annotations

import json
from time import sleep
from typing import TYPE_CHECKING, Any

import pytest

from tests.desk import Answer, Desk, Prepared
from tests.endpoints.chat_api import ChatApi, chat_api

if TYPE_CHECKING:
    from collections.abc import Iterator

KEY = "sk-live-0123456789abcdef"
LISTED = {"type": "object", "properties": {"q": {"type": "string", "default": ""}}, "required": ["q"]}
SEARCH = {"name": "web.search", "description": "Search the web.", "inputSchema": LISTED}
GET = {"name": "get", "description": "Read a page.", "inputSchema": {"type": "object"}}
CLASSES = [{"name": "search", "members": ["web.search"]}, {"name": "read", "members": ["http.get"]}]
# The tools by the names that a model sees.
FIND, READ = "brave__web_search", "http__get"
# A request of 1,000 and 100 tokens.
PRICE = 1000 * 0.15e-6 + 100 * 0.6e-6


@pytest.fixture
def api() -> Iterator[ChatApi]:
    with chat_api() as served:
        yield served


@pytest.fixture
def live(prepared: Prepared, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return prepared(two_locked)


def two_locked(desk: Desk) -> None:
    page = {"content": [{"type": "text", "text": "A page."}], "structuredContent": {"n": 12345678901234567890}}
    refused = {"content": [{"type": "text", "text": "no such page"}], "isError": True}
    desk.say("brave", SEARCH, calls={"web.search": page})
    desk.say("http", GET, calls={"get": refused})
    desk.config("brave", "http")
    desk.ok("lock")


def suite(desk: Desk, **agent: Any) -> str:
    blocks = {"equal_function_sets": {"classes": CLASSES}, "token_efficiency": {}}
    agents = [{"name": "Read it", "prompt": "go", "model": "gpt-4o-mini", "runs": 2} | blocks | agent]
    desk.write("suite.yaml", json.dumps({"agents": agents}))
    return "suite.yaml"


def run(desk: Desk, api: ChatApi, *words: str) -> Answer:
    return desk.govern("eval", "suite.yaml", "--live", "--base-url", api.url, *words)


def _turns(request: dict[str, Any]) -> int:
    return len(request["messages"])


def recorded(desk: Desk, number: int = 1, model: str = "gpt-4o-mini") -> list[Any]:
    text = (desk.folder / "runs" / model / f"read-it-{number}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_live_runs_are_recorded_scored_priced_and_not_repeated(live: Desk, api: ChatApi) -> None:
    suite(live)
    api.script["go"] = [[(FIND, {"q": KEY}), (READ, {})], [("nothing", {}), (READ, "{")], f"Done with {KEY}."]
    answer = run(live, api, "--max-cost", "1", "--json")
    (agent,) = answer.document["agents"]
    assert (answer.code, agent["runs"], agent["figures"]["tool_selection.f1"]) == (0, 2, 100)
    assert agent["figures"]["tool_selection.failed_calls"] == 2
    assert agent["figures"]["token_efficiency.cost"] == pytest.approx(2 * 3 * PRICE)
    assert agent["figures"]["token_efficiency.cost_per_correct"] == pytest.approx(6 * PRICE / 4)
    # The model has read the definitions of the lock, and the answers of the servers.
    tools = {each["function"]["name"]: each["function"] for each in api.requests[0]["tools"]}
    assert tools[FIND] == {"name": FIND, "description": "Search the web.", "parameters": LISTED}
    read = [each["content"] for each in max(api.requests, key=_turns)["messages"] if each["role"] == "tool"]
    assert read[0] == "A page."
    assert "no such page" in read[1]
    # The recording holds the calls as they were made, and no key.
    lock, prompt, search, get, end, usage = recorded(live)
    assert (lock, prompt["content"]) == ({"lock": live.lock.digest}, "go")
    assert (search["server"], search["tool"], search["arguments"]) == ("brave", "web.search", {"q": "***"})
    assert search["result"]["structuredContent"] == {"n": 12345678901234567890}
    assert get["result"]["isError"] is True
    assert end["content"] == "Done with ***."
    assert usage["usage"]["ended"] == "finished"
    assert (usage["usage"]["requests"], usage["usage"]["input_tokens"]) == (3, 3000)
    assert api.keys == {f"Bearer {KEY}"}
    # Every command that reads recordings reads it.
    live.ok("replay", "runs")
    live.ok("eval", "suite.yaml", "--traces", "runs")
    # What is recorded is not repeated; a run of another prompt or lock is.
    asked = len(api.requests)
    assert run(live, api).code == 0
    assert len(api.requests) == asked
    # A secret may be a part of the prompt, and of a number that a server returns; a text may have any line separator.
    live.monkeypatch.setenv("PIN_TOKEN", "345678")
    api.script["go to 345678"] = [[(FIND, {"q": "x"})], "Done.\u2028All of it."]
    suite(live, prompt="go to 345678", runs=1)
    for _ in range(2):
        assert run(live, api).code == 0
        assert len(api.requests) == asked + 2


def test_drift_is_refused_before_a_model_is_asked(live: Desk, api: ChatApi) -> None:
    suite(live)
    live.say("http", GET | {"description": "Read any page."})
    answer = run(live, api)
    assert (answer.code, api.requests) == (1, [])
    assert "not what is locked: http" in answer.err
    assert "govern diff --live" in answer.err
    # What `govern run` lets pass is no drift, and the model is offered what is locked.
    (change,) = (each["id"] for each in live.govern("diff", "--live", "--json").document["changes"])
    live.ok("approve", "--live", change, "--reason", "read it", "--by", "ana")
    api.script["go"] = [[(FIND, {"q": "x"}), (READ, {})], "Done."]
    assert run(live, api).code == 0
    assert "Read any page." not in json.dumps(api.requests)
    api.requests.clear()
    suite(live, prompt="go on")
    live.say("http", GET, exit=4)
    answer = run(live, api)
    assert (answer.code, api.requests) == (3, [])
    assert "http" in answer.err


def test_a_server_that_changes_after_the_check_is_refused_by_the_next_run(live: Desk, api: ChatApi) -> None:
    suite(live)
    api.script["go"] = ["Done."]
    api.asked = lambda: live.say("http", GET | {"description": "Read any page."})
    answer = run(live, api, "--jobs", "1")
    assert (answer.code, len(api.requests)) == (1, 1)
    assert "not what is locked: http" in answer.err
    assert recorded(live)[-2]["content"] == "Done."


def test_max_cost_ends_the_runs_and_the_next_command_goes_on(live: Desk, api: ChatApi) -> None:
    suite(live, runs=3)
    api.script["go"] = [[(FIND, {"q": "x"})], "Done."]
    answer = run(live, api, "--max-cost", "0.00063", "--jobs", "1")
    assert answer.code == 1
    assert "--max-cost 0.00063 is reached" in answer.err
    assert len(api.requests) == 3
    assert not (live.folder / "runs" / "gpt-4o-mini" / "read-it-2.jsonl").exists()
    assert run(live, api, "--max-cost", "1").code == 0
    assert len(api.requests) == 3 + 4
    suite(live, model="unheard-of")
    answer = run(live, api, "--max-cost", "1")
    assert (answer.code, len(api.requests)) == (2, 7)
    assert "no price is known" in answer.err
    suite(live, prompt="free")
    api.script["free"], api.usage = ["Done."], None
    answer = run(live, api, "--max-cost", "1")
    assert answer.code == 3
    assert "--max-cost cannot be kept" in answer.err
    # Without a limit the cost is absent, and so a gate on it fails.
    suite(live, prompt="free", model="unheard-of", runs=1, expect=[{"token_efficiency.cost": {"<=": 1}}])
    answer = run(live, api)
    assert (answer.code, answer.err) == (1, "")
    assert "states no cost" in answer.out


def test_what_fails_is_named_and_not_recorded(live: Desk, api: ChatApi) -> None:
    suite(live)
    api.script["go"] = [401]
    answer = run(live, api)
    assert answer.code == 3
    assert "model gpt-4o-mini" in answer.err
    assert KEY not in answer.err
    live.say("http", GET, calls={"get": {"exit": 7}})
    api.script["go"] = [[(READ, {})], "Done."]
    answer = run(live, api)
    assert answer.code == 3
    assert "http" in answer.err
    assert not list((live.folder / "runs").rglob("*.jsonl"))
    # A run that takes too long counts with the calls that it has made.
    suite(live, runs=1)
    live.say("http", GET, calls={"get": {"error": {"code": -32602, "message": "refused"}}})
    api.script["go"], api.asked = [[(READ, {})]], lambda: sleep(0.05)
    assert run(live, api, "--run-timeout", "0.6").code == 0
    *_, call, end, usage = recorded(live)
    assert call["error"] == {"code": -32602, "message": "the server returned error -32602: refused"}
    assert end["content"] == ""
    assert usage["usage"]["ended"] == "not finished after 0.6 s"


def test_distractors_are_offered_and_counted(live: Desk, api: ChatApi) -> None:
    distractors = {"count": 2, "from": "near_duplicate", "of": ["web.search"]}
    suite(live, runs=1, distractors=distractors, intents=[{"query": "look it up", "expect": "web.search"}])
    api.script["go"] = [[(FIND, {"q": "x"}), ("brave__web_search_v2", {})], "Done."]
    figures = run(live, api, "--json").document["agents"][0]["figures"]
    assert (figures["distractors.correct"], figures["distractors.chosen"]) == (1, 1)
    assert len(api.requests[0]["tools"]) == 4
    assert recorded(live)[1] == {"distractors": ["web.search_v2", "web.searchs"]}


def test_the_test_model_needs_no_key_and_several_models_are_scored_apart(live: Desk) -> None:
    suite(live, model=["test", "openai:gpt-5"], runs=1)
    answer = live.govern("eval", "suite.yaml", "--live", "--model", "test", "--record", "kept")
    assert answer.code == 0
    assert [path.name for path in (live.folder / "kept").rglob("*.jsonl")] == ["read-it-1.jsonl"]
    agents = [
        {"name": name, "prompt": "go", "model": "test", "trajectory": {"calls": ["get"]}} for name in ("A b", "a-b")
    ]
    live.write("same.yaml", json.dumps({"agents": agents}))
    answer = live.govern("eval", "same.yaml", "--live")
    assert (answer.code, "recorded to one file" in answer.err) == (2, True)
    live.monkeypatch.delenv("OPENAI_API_KEY")
    answer = live.govern("eval", "suite.yaml", "--live", "--record", "kept")
    assert answer.code == 2
    assert "model openai:gpt-5" in answer.err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--max-cost", "1"), "need --live"),
        (("--live", "--traces", "x"), "leave out --traces"),
        (("--live", "--max-cost", "0"), "--max-cost 0"),
        (("--live", "--max-cost", "nan"), "--max-cost nan"),
        (("--live", "--run-timeout", "-1"), "--run-timeout"),
        (("--live", "--model", "gpt-5"), "Unknown model"),
    ],
)
def test_options_that_make_no_sense_are_refused(live: Desk, words: tuple[str, ...], why: str) -> None:
    suite(live)
    answer = live.govern("eval", "suite.yaml", *words)
    assert answer.code == 2
    assert why in answer.err
