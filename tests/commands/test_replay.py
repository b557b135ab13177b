"""`govern replay`, and `govern diff` with recorded calls, on the command line."""

import gzip
import json
from typing import Any

import pytest

from tests.desk import Desk, Prepared

TEXT = {"type": "string"}
LOOK = {
    "name": "look",
    "inputSchema": {"type": "object", "properties": {"q": TEXT, "limit": {"type": "integer", "maximum": 20}}},
}
TIGHT = {
    "name": "look",
    "inputSchema": {"type": "object", "properties": {"q": TEXT, "limit": {"type": "integer", "maximum": 10}}},
}
FEED = {"name": "feed", "inputSchema": {"type": "object", "properties": {"n": TEXT}}}


def call(tool: str = "look", **arguments: Any) -> str:
    return json.dumps({"server": "zoo", "tool": tool, "arguments": arguments}) + "\n"


@pytest.fixture
def zoo(prepared: Prepared) -> Desk:
    """Commit a lock, then narrow the tool; the calls are in calls.jsonl."""

    def build(desk: Desk) -> None:
        desk.git("init", "-q", "-b", "main")
        desk.catalogs(zoo=[LOOK, FEED])
        desk.ok("lock")
        desk.commit()
        desk.catalogs(zoo=[TIGHT, FEED])
        desk.ok("lock")
        desk.write("calls.jsonl", call(q="owls") + call(limit=15) + call(limit=30) + call("feed"))

    return prepared(build)


def test_what_worked_and_fails_now(zoo: Desk) -> None:
    answer = zoo.govern("replay", "calls.jsonl", "--against", "HEAD")
    assert answer.code == 1
    assert (
        answer.out.splitlines()[-1]
        == "breaks: 1 of 4 recorded calls that worked under HEAD fails under capability.lock"
    )
    assert "`limit` is greater than the maximum of 10" in answer.out
    assert "for example calls.jsonl:2: {limit: number}" in answer.out
    assert "affects 1 of 3 recorded calls" in " ".join(answer.out.split())


def test_changes_of_tools_that_were_never_called_are_counted_once(zoo: Desk) -> None:
    never = [FEED | {"name": name} for name in ("pet", "wash", "walk")]
    zoo.catalogs(zoo=[LOOK, FEED, *never])
    zoo.ok("lock")
    zoo.commit()
    zoo.catalogs(zoo=[TIGHT, FEED])
    zoo.ok("lock")
    text = zoo.govern("replay", "calls.jsonl", "--against", "HEAD").out
    rows = text.partition("by change\n")[2].partition("\n\n")[0]
    assert rows.count("affects") == rows.count("c-") == 1
    assert "\n3 BREAKING changes are of tools without recorded calls\n" in text
    markdown = zoo.govern("replay", "calls.jsonl", "--against", "HEAD", "--format", "markdown").out
    assert markdown.count("tool-removed") == 0
    assert "3 BREAKING changes are of tools without recorded calls" in markdown
    hits = zoo.govern("replay", "calls.jsonl", "--against", "HEAD", "--json").document["changes"]
    assert [each["calls"] for each in hits] == [3, 0, 0, 0]


def test_against_the_new_contract_alone(zoo: Desk) -> None:
    answer = zoo.govern("replay", "calls.jsonl", "--json")
    assert (answer.code, answer.document["verdict"], answer.document["old"]) == (1, "breaks", None)
    assert answer.document["total"]["broken"] == 2
    zoo.write("fine.jsonl", call(q="owls"))
    assert zoo.ok("replay", "fine.jsonl").out.endswith("fits: none of 1 recorded call fails under capability.lock\n")


def test_old_may_be_a_file(zoo: Desk) -> None:
    zoo.write("old.lock", zoo.git("show", "HEAD:capability.lock"))
    assert zoo.govern("replay", "calls.jsonl", "--against", "old.lock").code == 1
    assert zoo.govern("replay", "calls.jsonl", "--against", "capability.lock").code == 0
    zoo.ok("replay", "calls.jsonl", "--lock", "old.lock", "--against", "capability.lock")


def test_the_servers_as_they_are_now(zoo: Desk) -> None:
    zoo.ok("replay", "calls.jsonl", "--live")
    zoo.catalogs(zoo=[FEED])
    before = zoo.lock_path.read_bytes()
    answer = zoo.govern("replay", "calls.jsonl", "--live")
    assert (answer.code, zoo.lock_path.read_bytes()) == (1, before)
    assert "3 of 4 recorded calls that worked under capability.lock fail under live" in answer.out
    zoo.write("zoo.json", "no")
    assert zoo.govern("replay", "calls.jsonl", "--live").code == 3


@pytest.mark.parametrize(
    ("content", "words", "message"),
    [
        ("", (), "no recorded tool call found"),
        ("nonsense\n{}\n[]\n", (), "no recorded tool call found"),
        ('{"tool": "Bash"}\n{"tool": "Read"}\n', (), "no recorded call is for a tool of the lock: 'Bash', 'Read'"),
        (call("feed").replace("}\n", ', "error": "no"}\n'), (), "no recorded call can be checked"),
        ('{"server": "zoo", "tool": "feed", "arguments": null}\n', (), "no recorded call can be checked"),
        (call(), ("--server", "zo"), "no server 'zo' in the lock; did you mean zoo?"),
        (call(), ("--server", "a=b"), "no server 'b'"),
        (call(), ("--server", "=zoo"), "no server"),
        (call(), ("--against", "live"), "use --live to replay against the running servers"),
        (call(), ("--against", "nowhere"), "nowhere"),
        (call(), ("--trace-format", "mcp"), "no recorded tool call found"),
    ],
)
def test_what_shows_nothing_is_never_taken_for_what_passed(
    zoo: Desk, content: str, words: tuple[str, ...], message: str
) -> None:
    zoo.write("odd.jsonl", content)
    answer = zoo.govern("replay", "odd.jsonl", *words)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err


def test_recordings_that_are_not_there(zoo: Desk) -> None:
    assert zoo.govern("replay").code == 2
    assert zoo.govern("replay", "none.jsonl").code == 2
    (zoo.folder / "empty").mkdir()
    assert "no recording" in zoo.govern("replay", "empty").err
    assert zoo.govern("replay", "calls.jsonl", "--format", "sarif").code == 2


def test_no_lock_and_no_config(desk: Desk) -> None:
    desk.write("calls.jsonl", call())
    assert desk.govern("replay", "calls.jsonl").code == 2
    assert desk.govern("replay", "calls.jsonl", "--live").code == 2


def test_folders_archives_and_names_that_clients_gave(zoo: Desk) -> None:
    used = {"type": "tool_use", "id": "1", "name": "mcp__animals__look", "input": {"limit": 15}}
    line = {"type": "assistant", "sessionId": "s", "message": {"role": "assistant", "content": [used]}}
    zoo.write("traces/a.jsonl.gz", gzip.compress(json.dumps(line).encode()))
    zoo.write("traces/b/c.json", json.dumps([json.loads(call(limit=12)), {"tool": "look", "arguments": {}}], indent=1))
    answer = zoo.govern("replay", "traces", "--server", "animals=zoo", "--against", "HEAD", "--json")
    assert answer.document["total"]["calls"] == 3
    assert answer.document["total"]["broken"] == 2
    assert answer.document["recordings"]["files"] == 2


def test_bad_lines_are_reported(zoo: Desk) -> None:
    zoo.write("calls.jsonl", call(q="owls") + "oops\n" + '{"level": 3}\n')
    answer = zoo.ok("replay", "calls.jsonl")
    assert "1 line skipped: calls.jsonl:2 not valid JSON" in answer.out
    assert "1 line without a recorded call" in answer.out


def test_the_report_goes_to_a_file_and_to_the_job_summary(zoo: Desk) -> None:
    summary = zoo.folder / "summary.md"
    zoo.monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    answer = zoo.govern("replay", "calls.jsonl", "--output", "out.json", "--format", "json")
    assert answer.out == ""
    assert json.loads((zoo.folder / "out.json").read_text())["format"] == "govern.replay/1"
    assert summary.read_text().startswith("<!-- govern replay -->\n## govern replay: breaks\n")


def test_every_tool_and_reason_where_requested(zoo: Desk) -> None:
    short, whole = (zoo.govern("replay", "calls.jsonl", *words).out for words in ((), ("--verbose",)))
    assert "zoo/feed" not in short
    assert "zoo/feed" in whole
    assert (short.count("for example"), whole.count("for example")) == (1, 2)


def changes(of: Desk, *words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = of.govern("diff", "--json", *words).document["changes"]
    return found


def test_diff_says_how_many_recorded_calls_each_change_hits(zoo: Desk) -> None:
    answer = zoo.govern("diff", "--traces", "calls.jsonl")
    assert answer.code == 1
    assert "      affects 1 of 3 recorded calls\n" in answer.out
    assert "recorded calls: 1 of 4 that worked now fail\n  zoo/look: 1 of 3\n" in answer.out
    (tight,) = (each for each in changes(zoo, "--traces", "calls.jsonl") if each["severity"] == "BREAKING")
    assert (tight["hits"], tight["calls"]) == (1, 3)
    markdown = zoo.govern("diff", "--traces", "calls.jsonl", "--format", "markdown").out
    assert "**affects 1 of 3 recorded calls**" in markdown
    assert "Recorded calls: 1 of 4 that worked now fail." in markdown
    sarif = zoo.govern("diff", "--traces", "calls.jsonl", "--format", "sarif").document
    hits = [each["properties"]["hits"] for each in sarif["runs"][0]["results"] if "properties" in each]
    assert hits == [1]
    assert "affects 1 of 3 recorded calls" in zoo.govern("diff", "--traces", "calls.jsonl", "--format", "github").out


def test_without_recordings_a_diff_is_as_it_was(zoo: Desk) -> None:
    document = zoo.govern("diff", "--json").document
    assert "recorded" not in document
    assert not [each for each in document["changes"] if "hits" in each or "calls" in each]
    assert "recorded" not in zoo.govern("diff").out
    document = zoo.govern("diff", "--json", "--traces", "calls.jsonl").document
    assert document["recorded"] == {
        "calls": 4, "failed": 0, "broken": 1, "outside": 0, "spoilt": 0,
        "tools": [
            {"server": "zoo", "tool": "look", "calls": 3, "failed": 0, "broken": 1},
            {"server": "zoo", "tool": "feed", "calls": 1, "failed": 0, "broken": 0},
        ],
    }  # fmt: skip


def test_diff_refuses_recordings_without_calls(zoo: Desk) -> None:
    zoo.write("empty.jsonl", "{}\n")
    assert zoo.govern("diff", "--traces", "empty.jsonl").code == 2
    assert zoo.govern("diff", "--traces", "none").code == 2


def test_policy_names_recordings_that_need_not_be_there(zoo: Desk) -> None:
    zoo.catalogs(zoo=[TIGHT, FEED], more='[policy.traces]\ndir = "traces"\n')
    assert "recorded" not in zoo.govern("diff", "--json").document
    zoo.write("traces/a.jsonl", call(limit=15))
    assert zoo.govern("diff", "--json").document["recorded"]["broken"] == 1
    zoo.monkeypatch.chdir(zoo.folder / "traces")
    assert zoo.govern("diff", "--json").document["recorded"]["broken"] == 1


def test_recordings_of_policy_are_read_only_for_a_breaking_change(zoo: Desk) -> None:
    zoo.catalogs(zoo=[LOOK | {"title": "Look"}, FEED], more='[policy.traces]\ndir = "traces"\n')
    zoo.ok("lock")
    zoo.write("traces/a.jsonl", call(limit=15))
    assert "recorded" not in zoo.govern("diff", "--json").document


def test_policy_may_ask_for_recorded_calls(zoo: Desk) -> None:
    zoo.catalogs(zoo=[TIGHT, FEED], more="[policy.traces]\nrequired = true\n")
    approve = ("approve", "--rule", "input-bound-tightened", "--reason", "callers page by 10", "--by", "a@example.com")
    zoo.ok(*approve)
    answer = zoo.govern("diff")
    assert answer.code == 1
    assert "policy requires recorded calls of it, and there are none; so far" in answer.out
    assert "next: govern diff --traces PATH" in answer.out
    zoo.ok("diff", "--traces", "calls.jsonl")
    zoo.write("feed.jsonl", call("feed"))
    assert zoo.govern("diff", "--traces", "feed.jsonl").code == 1
    zoo.ok("diff", "--fail-on", "never")


def test_an_approval_is_still_needed_where_no_call_is_hit(zoo: Desk) -> None:
    zoo.catalogs(zoo=[TIGHT, FEED], more="[policy.traces]\nrequired = true\n")
    zoo.write("fine.jsonl", call(limit=5))
    answer = zoo.govern("diff", "--traces", "fine.jsonl")
    assert answer.code == 1
    assert "affects 0 of 1 recorded call\n" in answer.out
    assert "needs approval\n" in answer.out


def test_a_folder_of_recordings_has_a_name(zoo: Desk) -> None:
    zoo.catalogs(zoo=[TIGHT], more='[policy.traces]\ndir = " "\n')
    answer = zoo.govern("diff")
    assert (answer.code, "policy.traces.dir: is empty" in answer.err) == (2, True)
