"""`govern lock` against real servers over stdio."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from govern.contract.json_text import canonical
from govern.contract.surface import Surface
from govern.servers.capture import capture_servers
from tests.desk import REPOSITORY, SAYING, Answer, Desk, Prepared

LOOK = {"name": "look", "description": "Looks.", "inputSchema": {"type": "object"}}
FIND = {"name": "find", "description": "Finds.", "inputSchema": {"type": "object"}}
BOOKS = {"name": "books", "outputSchema": {"type": "array", "items": {"type": "string", "maxLength": 35}}}


@pytest.fixture
def two(prepared: Prepared) -> Desk:
    """Create two servers and lock both."""
    return prepared(two_locked)


def two_locked(desk: Desk) -> None:
    desk.say("a", LOOK)
    desk.say("b", FIND)
    desk.config("a", "b")
    desk.ok("lock")


def names(desk: Desk) -> list[str]:
    return [server.name for server in desk.lock.servers]


def tools(desk: Desk, server: str) -> list[str]:
    locked = desk.lock.server(server)
    return [tool.key for tool in locked.tools] if locked else []


def state(path: Path) -> tuple[bytes, int, int]:
    found = path.stat()
    return path.read_bytes(), found.st_mtime_ns, found.st_ino


def statuses(answer: Answer) -> dict[str, str]:
    return {server["name"]: server["status"] for server in answer.document["servers"]}


def test_the_first_lock_holds_what_the_server_sent(desk: Desk) -> None:
    desk.say("a", LOOK, FIND, prompts=[{"name": "ask"}], initialize={"instructions": "Be kind."})
    desk.config("a")
    answer = desk.ok("lock")
    assert answer.err == ""
    assert answer.out.startswith("  new  a  2 tools, 1 prompt")
    assert "capability.lock written (1 server locked, sha256:" in answer.out
    assert tools(desk, "a") == ["find", "look"]
    assert desk.lock.servers[0].instructions == "Be kind."
    assert sorted(path.name for path in desk.folder.iterdir()) == ["a.json", "capability.lock", "govern.toml"]


def test_an_unchanged_lock_is_not_written(two: Desk) -> None:
    before = state(two.lock_path)
    assert "capability.lock unchanged (2 servers" in two.ok("lock").out
    assert two.ok("lock", "a", "--json").document["verdict"] == "unchanged"
    assert two.ok("lock", "--check", "--json").document["verdict"] == "current"
    assert state(two.lock_path) == before


def test_in_a_subfolder_the_lock_is_named_by_its_path_from_there(two: Desk) -> None:
    (two.folder / "deep").mkdir()
    two.monkeypatch.chdir(two.folder / "deep")
    assert "\n../capability.lock unchanged (2 servers locked" in two.ok("lock").out
    assert "\n../capability.lock is up to date\n" in two.ok("lock", "--check").out


def test_check_without_a_lock_is_a_usage_error(desk: Desk) -> None:
    desk.say("a", LOOK)
    desk.config("a")
    answer = desk.govern("lock", "--check")
    assert answer.code == 2
    assert "no lock to check" in answer.err
    assert "govern lock" in answer.err
    assert not desk.lock_path.exists()


def test_check_says_what_moved_and_writes_nothing(two: Desk) -> None:
    before = state(two.lock_path)
    two.say("b", FIND | {"description": "Finds more."}, LOOK)
    answer = two.govern("lock", "--check")
    assert answer.code == 1
    assert "~ tool find: name and texts, token cost" in answer.out
    assert "+ tool look" in answer.out
    assert "capability.lock is stale" in answer.out
    assert state(two.lock_path) == before
    quiet = two.govern("lock", "--check", "--quiet").out
    assert [line.split()[0] for line in answer.out.splitlines()] == [
        "same",
        "changed",
        "~",
        "+",
        "!",
        "capability.lock",
    ]
    assert [line.split()[0] for line in quiet.splitlines()] == ["changed", "~", "+", "capability.lock"]
    two.ok("lock")
    assert two.ok("lock", "--check", "--quiet").out == ""


def test_a_name_locks_that_server_alone(two: Desk) -> None:
    two.say("a", FIND)
    two.say("b", LOOK)
    assert statuses(two.ok("lock", "a", "--json")) == {"a": "changed"}
    assert (tools(two, "a"), tools(two, "b")) == (["find"], ["find"])
    assert two.ok("lock", "--check", "a").code == 0
    assert two.govern("lock", "--check").code == 1


@pytest.mark.parametrize("is_first", [False, True])
def test_what_others_lock_meanwhile_stays(two: Desk, monkeypatch: pytest.MonkeyPatch, *, is_first: bool) -> None:
    def slowly(*targets: Any, **how: Any) -> Any:
        monkeypatch.setattr("govern.commands.lock.capture_servers", capture_servers)
        seen = capture_servers(*targets, **how)
        two.ok("lock", "b")
        return seen

    two.say("a", FIND)
    two.say("b", LOOK)
    if is_first:
        two.lock_path.unlink()
    monkeypatch.setattr("govern.commands.lock.capture_servers", slowly)
    two.ok("lock", "a")
    assert (tools(two, "a"), tools(two, "b")) == (["find"], ["look"])


def test_what_the_config_forgot_leaves_with_the_next_whole_lock(two: Desk) -> None:
    two.say("c", LOOK)
    two.config("b", "c")
    two.ok("lock", "c")
    assert names(two) == ["a", "b", "c"]
    assert two.govern("lock", "--check").code == 1
    answer = two.ok("lock", "--json")
    assert statuses(answer) == {"a": "dropped", "b": "same", "c": "same"}
    assert names(two) == ["b", "c"]


def test_one_bad_server_costs_the_others_nothing(two: Desk) -> None:
    two.say("a", stderr="starting\nno \x1b[31mdatabase\n", exit=7)
    two.say("b", LOOK)
    answer = two.govern("lock")
    assert answer.code == 3
    assert "the server exited with code 7" in answer.out
    assert "    │ no database" in answer.out
    assert "its lock entry stays; it was not compared" in answer.out
    assert "written; 1 server unreachable" in answer.out
    assert (tools(two, "a"), tools(two, "b")) == (["look"], ["look"])
    assert "its other servers are up to date; 1 server unreachable" in two.govern("lock", "--check").out
    two.say("b", stderr="no database\n", exit=7)
    assert "nothing was checked; 2 servers unreachable (a, b)\n" in two.govern("lock", "--check").out


def test_one_bad_server_in_json(two: Desk) -> None:
    two.say("a", stderr="no database\n", exit=7)
    answer = two.govern("lock", "--json")
    assert answer.code == 3
    assert statuses(answer) == {"a": "failed", "b": "same"}
    error = answer.document["servers"][0]["error"]
    assert set(error.pop("withheld")) <= set(os.environ)
    assert error == {
        "message": "the server exited with code 7",
        "where": "a",
        "hint": "",
        "evidence": "no database",
    }


def test_what_fails_or_changed_alike_is_shown_in_few_lines(desk: Desk) -> None:
    desk.config("a", "b", "c")
    desk.say("a", *({"name": f"t{at}"} for at in range(6)))
    desk.say("b", LOOK)
    desk.say("c", LOOK)
    desk.ok("lock")
    desk.say("a", *({"name": f"t{at}", "description": "Is new."} for at in range(6)))
    for name in "bc":
        desk.say(name, stderr="".join(f"line {at}\n" for at in range(14)) + "Error: line 14\n", exit=1)
    out = desk.govern("lock", "--check").out
    assert "\n    ~ tools t0, t1, t2, t3 and 2 more: name and texts, token cost\n" in out
    assert (out.count("│ line "), out.count("│ Error: line 14")) == (4, 2)
    assert "is stale; 2 servers unreachable (b, c): run `govern lock`" in out
    long = desk.govern("lock", "--check", "--verbose").out
    assert (long.count("│ line "), long.count("│ Error: line 14"), long.count("    ~ tool t")) == (28, 4, 6)


def test_where_nothing_could_be_seen_nothing_is_written(desk: Desk) -> None:
    desk.say("a", exit=1)
    desk.config("a")
    answer = desk.govern("lock")
    assert answer.code == 3
    assert "capability.lock not written; 1 server unreachable" in answer.out
    assert desk.govern("lock", "--json").document["verdict"] == "not-written"
    assert not desk.lock_path.exists()


def test_some_seen_at_the_first_lock_are_locked(desk: Desk) -> None:
    desk.say("a", exit=1)
    desk.say("b", LOOK)
    desk.config("a", "b")
    assert desk.govern("lock").code == 3
    assert names(desk) == ["b"]


def test_of_failed_and_stale_the_larger_code_counts(two: Desk) -> None:
    two.say("a", exit=1)
    two.say("b", LOOK)
    before = state(two.lock_path)
    answer = two.govern("lock", "--check")
    assert answer.code == 3
    assert "is stale; 1 server unreachable" in answer.out
    assert state(two.lock_path) == before


def test_a_server_that_forgot_its_tools_is_not_believed(two: Desk) -> None:
    before = state(two.lock_path)
    two.say("a")
    answer = two.govern("lock")
    assert answer.code == 3
    assert "lists no tools; the lock has 1" in answer.out
    assert "govern lock --accept-empty a" in answer.out
    assert state(two.lock_path) == before
    assert two.govern("lock", "--accept-empty", "b").code == 3
    assert two.ok("lock", "--accept-empty", "a").code == 0
    assert (tools(two, "a"), tools(two, "b")) == ([], ["find"])
    assert two.ok("lock", "--check").code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nope",), "govern.toml (there are: 'a', 'b')"),
        (("--accept-empty", "nope"), "--accept-empty: no such server in the config: nope"),
        (("--config", "nope.toml"), "nope.toml: file not found"),
        (("--jobs", "0"), "--jobs"),
        (("--bogus",), "--bogus"),
        (("--lock", "none/capability.lock"), "cannot be written"),
        (("--lock", "."), "cannot be read"),
    ],
)
def test_usage_errors(two: Desk, words: tuple[str, ...], message: str) -> None:
    answer = two.govern("lock", *words)
    assert answer.code == 2
    assert message in answer.err
    assert answer.out == ""


def test_a_place_that_differs_between_two_starts_is_named(desk: Desk) -> None:
    desk.say("a", LOOK | {"description": "Started as $PID."}, FIND)
    desk.config("a")
    assert "differs between two lists" not in desk.ok("lock").out
    answer = desk.ok("lock", "--twice", "--json")
    notes = answer.document["servers"][0]["notes"]
    assert [note["code"] for note in notes] == ["volatile"]
    assert notes[0]["message"].startswith('tool look/description differs between two lists: "Started as ')
    desk.config("a", more='[servers.a.normalize]\npid = "as [0-9]+"\n')
    assert desk.ok("lock", "--twice", "--json").document["servers"][0]["notes"] == []
    assert desk.ok("lock", "--check").code == 0
    assert "Started <pid>." in desk.lock_path.read_text("utf-8")


# Lists its scopes in another order at each start, as a program that prints a set.
UNORDERED = """\
import json, os, pathlib, random, runpy, sys
words = [f"read_{at}" for at in range(12)]
random.Random(os.getpid()).shuffle(words)
scope = {"type": "string", "default": ",".join(words)}
tools = [{"name": "ask", "inputSchema": {"type": "object", "properties": {"a": scope, "b": scope}}}]
pathlib.Path("listed.json").write_text(json.dumps({"tools": tools}))
sys.argv = ["saying", "listed.json"]
runpy.run_path(os.environ["SAYING"], run_name="__main__")
"""


def test_the_fold_of_what_differs_only_in_order_is_named(desk: Desk) -> None:
    desk.write("unordered.py", UNORDERED)
    config = f"[servers.a]\ncommand = {json.dumps([sys.executable, 'unordered.py'])}\n"
    config += f"env = {{ SAYING = {json.dumps(str(REPOSITORY / 'tests/endpoints/saying.py'))} }}\n"
    desk.write("govern.toml", config)
    notes = desk.ok("lock", "--twice", "--json").document["servers"][0]["notes"]
    assert [note["message"].partition(" differs between")[0] for note in notes] == [
        "tool ask/inputSchema/properties/a/default",
        "tool ask/inputSchema/properties/b/default",
        "2 of these differ only in order: `set-order = true` in `[servers.a.normalize]` folds that",
    ]
    desk.write("govern.toml", f"{config}[servers.a.normalize]\nset-order = true\n")
    assert desk.ok("lock", "--twice", "--json").document["servers"][0]["notes"] == []


def eras(**modes: str) -> str:
    """Configure servers of both protocol eras."""
    argv = [sys.executable, "-m", "tests.hostile.servers.eras"]
    return "".join(
        f"[servers.{name}]\ncommand = {json.dumps([*argv, mode])}\ncwd = {json.dumps(str(REPOSITORY))}\n"
        for name, mode in modes.items()
    )


def test_a_contract_that_depends_on_the_protocol_is_noted_once(desk: Desk) -> None:
    pinned = 'protocol = "2025-11-25"\n'
    desk.write("govern.toml", eras(a="both", b="both-unlike", c="older", d="modern", e="both") + pinned)
    document = desk.ok("lock", "--json").document
    notes = {server["name"]: [note["message"] for note in server["notes"]] for server in document["servers"]}
    unlike = (
        "with different contracts (only in 2025-11-25: tool late; only in 2026-07-28: tool wipe, tool purge; "
        "different: tool greet, the instructions); locked with 2025-11-25: set `protocol` to choose"
    )
    assert notes == {
        "a": [],
        "b": [f"supports protocol 2025-11-25 and 2026-07-28, {unlike}"],
        "c": [],
        "d": [],
        "e": [],
    }
    before = desk.lock_path.read_bytes()
    again = desk.ok("lock", "--json").document
    assert [server["notes"] for server in again["servers"]] == [[]] * 5
    assert desk.lock_path.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="the launcher is a shell script")
def test_what_no_lock_holds_still_is_noted(desk: Desk) -> None:
    arguments = {"tool_name": {}, "arguments": {"type": "object"}}
    gateway = [
        {
            "name": "search_tools",
            "description": "Find a tool by query.",
            "inputSchema": {"type": "object", "properties": {"query": {}}},
        },
        {"name": "call_tool", "inputSchema": {"type": "object", "properties": arguments}},
    ]
    desk.say("a", *gateway, LOOK, LOOK | {"title": "Again"})
    desk.say("b", LOOK)
    latest = desk.write("npx", f"#!/bin/sh\nexec {' '.join(SAYING)} b.json\n")
    latest.chmod(0o755)
    desk.config("a", more=f'[servers.b]\ncommand = ["{latest.as_posix()}", "-y", "some-server"]\n')
    answer = desk.ok("lock", "--json")
    codes = {server["name"]: [note["code"] for note in server["notes"]] for server in answer.document["servers"]}
    assert codes == {"a": ["gateway"], "b": ["unpinned"]}
    across = {note["code"]: note["message"] for note in answer.document["notes"]}
    assert set(across) == {"collision", "repeated"}
    assert "a/look is listed 2 times" in across["repeated"]
    assert "a/look, b/look" in across["collision"]
    assert "! finds and calls tools that it does not list (search_tools, call_tool)" in " ".join(
        desk.ok("lock").out.split()
    )


def test_tools_that_clients_refuse_are_noted_each_time(desk: Desk) -> None:
    desk.catalogs(
        a=[LOOK | {"inputSchema": {}, "title": None}, {"name": "find", "inputSchema": {}}],
        b=[LOOK | {"inputSchema": {"type": "object", "anyOf": [{}]}}],
        more='[policy]\nreach = ["claude-code"]\n',
    )
    for words in (("lock",), ("lock",), ("lock", "--check")):
        notes = desk.ok(*words, "--json").document["notes"]
        assert [note["message"].partition(": ")[0] for note in notes if note["code"] == "reach"] == [
            "a/find and 1 more",
            "a/look",
            "b/look",
        ]
    output = " ".join(desk.ok("lock").out.split())
    assert "rejected by TypeScript SDK 1.0.0+ and Python SDK 2.0.0+: `inputSchema.type` is missing" in output
    assert "rejected by the TypeScript SDK (1.x and 2.x): null in `title`" in output
    assert "b/look: rejected by Claude Code: `anyOf` is at the root" in output
    assert "reach-root-union" not in desk.ok("explain", "reach-input-root").out


def test_only_the_servers_that_are_locked_are_noted_and_equal_notes_are_one(desk: Desk) -> None:
    rootless: dict[str, Any] = {"inputSchema": {}}
    more = 'env = { GITHUB_TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz" }\nguards.gone.limit = 9\n'
    desk.config("a", "b", "c", more=more)
    for name in "abc":
        desk.say(name, LOOK | rootless if name != "c" else FIND)

    def notes(*names: str) -> list[tuple[str, str]]:
        found = desk.ok("lock", *names, "--json").document["notes"]
        return [(note["code"], note["message"]) for note in found]

    every = notes()
    assert [message.partition(": ")[0] for code, message in every if code == "reach"] == ["a/look and 1 more"]
    assert {code for code, _ in every} == {"reach", "collision", "secret", "unmatched"}
    assert {code for code, _ in notes("c")} == {"secret", "unmatched"}
    only = notes("b")
    assert {code for code, _ in only} == {"reach", "collision"}
    assert [message.partition(": ")[0] for code, message in only if code == "reach"] == ["b/look"]


def test_no_name_makes_a_line_of_its_own(desk: Desk) -> None:
    desk.say("a", *[{"name": "look\nsame  b  1 tool"}] * 2)
    desk.config("a")
    output = desk.ok("lock").out + desk.ok("cost", "--verbose").out
    assert "look⏎same  b" in output
    assert not [line for line in output.splitlines() if line.lstrip().startswith("same")]


def test_profiles_are_entries_of_their_own(desk: Desk) -> None:
    desk.say("a", LOOK | {"description": "As $WHO."})
    desk.config("a", more='env = { WHO = "anyone" }\n[servers.a.profiles.admin]\nenv = { WHO = "admin" }\n')
    desk.ok("lock")
    assert names(desk) == ["a", "a@admin"]
    assert [server.tools[0].texts["description"] for server in desk.lock.servers] == ["As anyone.", "As admin."]
    desk.ok("lock", "a@admin", "--check")


def numbers(desk: Desk, server: str) -> tuple[int, bool, str, dict[str, int]]:
    found = desk.lock.server(server)
    assert found is not None
    numbers = found.tools[0].numbers
    assert numbers is not None
    return numbers.tokens, numbers.bounded, numbers.risk, dict(numbers.guard)


@pytest.mark.parametrize(
    ("more", "moved"),
    [
        ("[servers.a.guards.books]\nlimit = 5\n", {"a"}),
        ("[policy.risk]\nlow = 1\nmedium = 2\nhigh = 3\n", {"a", "b"}),
        ('[policy]\nencoding = "o200k_base"\n', {"a", "b"}),
    ],
    ids=["guard", "thresholds", "encoding"],
)
def test_other_measures_are_taken_of_all_servers(desk: Desk, more: str, moved: set[str]) -> None:
    text = {"description": "Überraschend viele Bücher, nämlich alle übrigen; größtenteils schöne."}
    desk.say("a", BOOKS | text)
    desk.say("b", BOOKS | text)
    desk.config("a", "b")
    desk.ok("lock")
    before = {name: numbers(desk, name) for name in "ab"}
    desk.config("a", "b", more=more)
    assert desk.govern("lock", "--check").code == 1
    desk.say("b", exit=1)
    assert desk.govern("lock").code == 3
    desk.ok("verify")
    assert {name for name in "ab" if numbers(desk, name) != before[name]} == moved
    desk.say("b", BOOKS | text)
    desk.ok("lock", "--check")


def test_measures_of_servers_that_were_not_named(two: Desk) -> None:
    two.config("a", "b", more='[policy]\nencoding = "o200k_base"\n[policy.risk]\nlow = 5\nmedium = 6\nhigh = 7\n')
    two.ok("lock", "a")
    two.ok("verify")
    assert (two.lock.encoding, two.lock.risk) == ("o200k_base", (5, 6, 7))
    two.ok("lock", "--check")


@pytest.mark.parametrize("keyword", ["properties", "not", "anyOf", "x"])
def test_as_deep_as_the_limit_can_be_set(desk: Desk, keyword: str) -> None:
    step, end = {"properties": ('{"properties": {"a": ', "}}"), "anyOf": ('{"anyOf": [', "]}")}.get(
        keyword, (f'{{"{keyword}": ', "}")
    )
    levels = 230 // step.count("{") if keyword != "anyOf" else 115
    schema = step * levels + "{}" + end * levels
    desk.say("b", LOOK)
    desk.config("b", more='[servers.a]\ncatalog = "a.json"\nlimits = { depth = 240 }\n')
    desk.write("a.json", f'{{"tools": [{{"name": "deep", "inputSchema": {schema}, "outputSchema": {schema}}}]}}')
    desk.ok("lock")
    for words in (("lock", "--check"), ("verify",), ("show", "a/deep"), ("show", "--json"), ("cost", "--json")):
        desk.ok(*words)
    desk.config("b", more='[servers.a]\ncatalog = "a.json"\nlimits = { depth = 241 }\n')
    answer = desk.govern("lock")
    assert answer.code == 2
    assert "servers.a.limits.depth" in answer.err
    assert "at most 240" in answer.err


SECRET = "s3cr3t-Zq8vK2"


def test_secrets_reach_nothing(desk: Desk) -> None:
    message = f"The token is $TOKEN ({SECRET})."
    desk.say(
        "a", LOOK | {"description": message, "inputSchema": {"default": message}}, initialize={"instructions": message}
    )
    desk.say("b", stderr=f"refused $TOKEN\n{SECRET}\n", exit=2)
    desk.config("a", "b", more="".join(f'[servers.{name}.env]\nTOKEN = "${{TOKEN}}"\n' for name in "ab"))
    desk.monkeypatch.setenv("TOKEN", SECRET)
    desk.monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(desk.folder / "summary.md"))
    answers = [desk.govern("lock", *words) for words in ((), ("--json",), ("--twice", "--verbose"), ("--check",))]
    assert [answer.code for answer in answers] == [3, 3, 3, 3]
    answers += [desk.ok("show", "a/look"), desk.ok("show", "--json"), desk.ok("cost", "--verbose")]
    for answer in answers:
        assert SECRET not in answer.out + answer.err
    assert "${TOKEN}" in answers[0].out
    for path in desk.folder.iterdir():
        assert path.suffix == ".json" or SECRET not in path.read_text("utf-8"), path


def test_servers_get_what_tls_needs_and_what_inherit_env_names(desk: Desk) -> None:
    for name, value in {"SSL_CERT_FILE": "/tls/ca.pem", "CI_TOKEN": SECRET, "LIB_MODE": "quick-mode"}.items():
        desk.monkeypatch.setenv(name, value)
    desk.say("a", LOOK | {"description": "$SSL_CERT_FILE $CI_TOKEN $LIB_MODE"})

    def description(more: str) -> str:
        desk.config("a", more=more)
        desk.ok("lock")
        return desk.lock.servers[0].tools[0].texts["description"]

    assert description("") == "/tls/ca.pem $CI_TOKEN $LIB_MODE"
    assert description('inherit-env = ["LIB_*"]\n') == "/tls/ca.pem $CI_TOKEN ${LIB_MODE}"
    assert description('inherit-env = "all"\n') == "/tls/ca.pem ${CI_TOKEN} quick-mode"
    assert description('inherit-env = "none"\n') == "$SSL_CERT_FILE $CI_TOKEN $LIB_MODE"


def test_a_failed_server_names_the_variables_that_it_did_not_get(two: Desk) -> None:
    two.monkeypatch.setenv("LIBRARY_URL", SECRET)
    two.say("a", stderr="KeyError: LIBRARY_URL\n", exit=1)
    message = two.govern("lock").out
    line = 'variables of your shell that it did not get: LIBRARY_URL; pass one with `inherit-env = ["LIBRARY_URL"]`'
    assert line in " ".join(message.split())
    assert SECRET not in message
    document = two.govern("lock", "--json").document
    assert document["servers"][0]["error"]["withheld"][0] == "LIBRARY_URL"
    two.config("a", more='inherit-env = ["LIBRARY_URL"]\n')
    assert "LIBRARY_URL" not in two.govern("lock", "--json").document["servers"][0]["error"]["withheld"]


def test_a_secret_in_the_config_is_noted_without_its_value(two: Desk) -> None:
    token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"
    two.config("a", more=f'env = {{ GITHUB_TOKEN = "{token}" }}\n')
    (note,) = two.ok("lock", "--json").document["notes"]
    message = "servers.a.env.GITHUB_TOKEN: contains a secret; write ${GITHUB_TOKEN} and export it"
    assert note == {"code": "secret", "message": f"govern.toml: line 3: {message}"}
    assert message in " ".join(two.ok("lock").out.split())
    assert token not in two.lock_path.read_text("utf-8")


def test_an_unset_variable_names_server_and_key(two: Desk) -> None:
    two.config("b", "a", more='env = { TOKEN = "${NOT_SET_ANYWHERE}" }\n')
    two.say("b", FIND, LOOK)
    before = two.lock.server("a")
    answer = two.govern("lock", "--json")
    assert answer.code == 3
    assert statuses(answer) == {"a": "failed", "b": "changed"}
    error = next(server["error"] for server in answer.document["servers"] if server["error"])
    assert error["message"].endswith("servers.a.env.TOKEN: ${NOT_SET_ANYWHERE} is not set in the environment")
    assert error["where"] == f"a: {two.folder / 'govern.toml'}"
    text = " ".join(two.govern("lock").out.split())
    assert f" at {two.folder / 'govern.toml'} " in text
    assert "export NOT_SET_ANYWHERE; or give a default: `${NOT_SET_ANYWHERE:-default}`" in text
    assert "; 1 server not started (a); 2 servers locked, sha256:" in text
    assert two.lock.server("a") == before
    assert tools(two, "b") == ["find", "look"]
    diff = two.govern("diff", "--live")
    assert diff.code == 3
    assert "${NOT_SET_ANYWHERE} is not set" in diff.out + diff.err


@pytest.mark.parametrize(
    ("found", "written", "message", "helped"),
    [
        (
            "Looks.",
            "Lures.",
            "server[0].tool[0] of 'a': tool 'look' was changed in the lock: its surface",
            "restore it",
        ),
        ("lock = 1", "lock = 2", "lock: format 2 is newer", "pip install --upgrade"),
        ("economics = 1", "economics = 9", "economics: economics 9 is newer", "pip install --upgrade"),
        ("lock = 1", "<<<<<<< HEAD\nlock = 1", "contains a merge conflict", "govern lock --merge"),
        ('name = "look"', 'name = "look', "not valid TOML", "restore it"),
    ],
)
def test_a_lock_that_cannot_be_trusted_stops_all(
    two: Desk, found: str, written: str, message: str, helped: str
) -> None:
    two.write("capability.lock", two.lock_path.read_text("utf-8").replace(found, written, 1))
    before = state(two.lock_path)
    for words in (("lock",), ("lock", "--check"), ("show",), ("cost",), ("verify",)):
        answer = two.govern(*words)
        assert answer.code == 2, words
        assert "capability.lock: " + message in answer.err
        assert helped in answer.err
        assert answer.out == ""
    assert state(two.lock_path) == before


def test_a_lock_elsewhere(two: Desk) -> None:
    two.ok("lock", "--lock", "other.lock")
    assert (two.folder / "other.lock").read_bytes() == two.lock_path.read_bytes()


def test_from_a_folder_below(two: Desk) -> None:
    below = two.folder / "deep" / "down"
    below.mkdir(parents=True)
    two.monkeypatch.chdir(below)
    for words in (("lock", "--check"), ("show",), ("cost",), ("verify",)):
        two.ok(*words)


@pytest.mark.parametrize(
    "config",
    [
        "",
        "[servers]\n",
        "[servers.a]\n",
        "[servers.a]\ncommand = 'x y'\n",
        "[servers.a]\ncommand = ['x']\nurl = 'http://x'\n",
        "[server.a]\n",
        "servers = 3\n",
        "[servers.a\n",
        "[servers.'a/b']\ncommand = ['x']\n",
        "[servers.a]\ncommand = []\n",
        "[servers.a]\ncatalog = 'a.json'\n[policy]\npreset = 'loose'\n",
        "[servers.a]\ncatalog = 'a.json'\n[servers.a.normalize]\nx = '('\n",
    ],
)
def test_a_config_that_cannot_be_used(two: Desk, config: str) -> None:
    two.write("govern.toml", config)
    before = state(two.lock_path)
    answer = two.govern("lock")
    assert answer.code == 2
    assert answer.err.startswith("error: ")
    assert "govern.toml" in answer.err
    assert "Traceback" not in answer.err
    assert state(two.lock_path) == before


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="whoever may write anywhere is never refused")
def test_a_folder_that_may_not_be_written(two: Desk) -> None:
    two.say("a", FIND)
    before = state(two.lock_path)
    two.folder.chmod(0o500)
    try:
        answer = two.govern("lock")
    finally:
        two.folder.chmod(0o700)
    assert answer.code == 2
    assert "cannot be written" in answer.err
    assert state(two.lock_path) == before


def test_every_capture_of_a_real_server_locks_to_one_text(desk: Desk, shared_data: Path) -> None:
    # The first or the last version of each server, in turn; the bench locks all.
    versions = [sorted(folder.glob("*.json")) for folder in sorted((shared_data / "catalogs").iterdir())]
    paths = [found[-(at % 2)] for at, found in enumerate(versions) if found]
    assert len(paths) > 50
    tables = [f"[servers.s{at}]\ncatalog = {json.dumps(str(path))}\n" for at, path in enumerate(paths)]
    desk.write("govern.toml", "".join(tables))
    answer = desk.ok("lock", "--json")
    assert set(statuses(answer).values()) == {"new"}
    before = state(desk.lock_path)
    desk.ok("lock")
    assert state(desk.lock_path) == before
    lock = desk.lock
    for at, path in enumerate(paths):
        locked = lock.server(f"s{at}")
        assert locked is not None
        assert listed(locked.surface()) == captured(json.loads(path.read_bytes()))


def listed(surface: Surface) -> list[bytes]:
    return sorted(canonical([item.kind.listed_as, item.raw]) for item in surface.items)


def captured(capture: dict[str, Any]) -> list[bytes]:
    parts = ("tools", "prompts", "resources", "resourceTemplates")
    return sorted(canonical([part, raw]) for part in parts for raw in capture[part])


@pytest.mark.parametrize(
    ("code", "told", "first"),
    [
        ("print('usage: serve PORT'); sys.exit(2)", "", "usage: serve PORT"),
        ("sys.exit('usage: serve PORT')", "", "usage: serve PORT"),
        ("sys.exit('Error: no key')", "", "Error: no key"),
        ("sys.exit('Error: no key' + '\\n  at load' * 9)", "", "Error: no key"),
        ("sys.exit('Error: no key' + '\\n  at load' * 20 + '\\nv20')", "Error: no key", "  at load"),
        (
            "atexit.register(lambda: print('bye', file=sys.stderr)); import no_such_module",
            "ModuleNotFoundError: No module named 'no_such_module'",
            "Traceback (most recent call last):",
        ),
        (
            "for line in ('404 Not Found - GET https://x.example/y', *('404 Note',) * 20): print(f'npm error {line}')",
            "npm error 404 Not Found - GET https://x.example/y",
            "npm error 404 Note",
        ),
        (
            "sys.exit('Resolving\\nerror: Failed\\n  cause: Because a depends on b>=2, we need it.\\n    And b<2.')",
            "Because a depends on b>=2, we need it. And b<2.",
            "Resolving",
        ),
        (
            "sys.exit('  Failed:\\n  ╰─▶ Because there is no version of\\n      a==9, it fails.\\nhint: none')",
            "Because there is no version of a==9, it fails.",
            "  Failed:",
        ),
    ],
)
def test_the_output_of_a_server_that_fails_begins_with_the_error(desk: Desk, code: str, told: str, first: str) -> None:
    desk.write("serve.py", f"import atexit, sys\n{code}\n")
    desk.write("govern.toml", f"[servers.a]\ncommand = {json.dumps([sys.executable, 'serve.py'])}\n")
    answer = desk.govern("lock")
    assert answer.code == 3
    lines = [*([f"    │ {told}"] if told else []), "    last lines of its output:", f"    │ {first}"]
    assert answer.out.splitlines()[2 : 2 + len(lines)] == lines


@pytest.mark.skipif(sys.platform == "win32", reason="the launcher is a script")
@pytest.mark.parametrize(
    ("words", "error", "hint"),
    [
        (
            "uvx books==1.0",
            "ImportError: cannot import name",
            "upgrade it, or start it with an older one, such as `--with",
        ),
        (
            "uvx --with x==1 books==1.0",
            "AttributeError: no attribute",
            "one may be too new for it: upgrade it, or start",
        ),
        ("pipx run books==1.0", "ModuleNotFoundError: No module", "one may be too new for it: upgrade it\n"),
        ("uvx books", "ImportError: cannot import name", ""),
        ("uvx books==1.0", "ValueError: no key", ""),
        ("npx books@1.0.0", "ImportError: cannot import name", ""),
        (
            "npx books@1.0.0",
            'npm error npx canceled due to missing packages and no YES option: ["books@1.0.0"]',
            'npx asks before it installs a package: write "-y" after "npx"',
        ),
    ],
)
def test_a_hint_explains_the_error_of_a_launcher(desk: Desk, words: str, error: str, hint: str) -> None:
    launcher, *arguments = words.split()
    program = desk.write(launcher, f"#!{sys.executable}\nimport sys; sys.exit({error!r})\n")
    program.chmod(0o755)
    desk.write("govern.toml", f"[servers.a]\ncommand = {json.dumps([str(program), *arguments])}\n")
    out = desk.govern("lock").out
    assert f"│ {error}" in out
    assert hint in out
    if not hint:
        assert out.splitlines()[2] == "    last lines of its output:"


def test_output_outside_the_protocol_is_explained(desk: Desk) -> None:
    desk.write("serve.py", "import time\nprint('listening on port 8080', flush=True)\ntime.sleep(60)\n")
    desk.write("govern.toml", f"[servers.a]\ncommand = {json.dumps([sys.executable, 'serve.py'])}\ntimeout = 0.7\n")
    answer = desk.govern("lock")
    assert answer.code == 3
    assert "must write its logs to stderr" in answer.out
    assert "│ listening on port 8080" in answer.out
