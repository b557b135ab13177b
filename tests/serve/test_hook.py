"""The hook of each client: what is blocked, what passes in silence, and that the index allows nothing more."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from govern.serve.hook import allowed_quickly, index_path, read_call
from govern.serve.hook_decision import answer
from govern.serve.quarantine import MOST_CHANGES, Quarantine
from tests.desk import Desk

INPUT: dict[str, Any] = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
LOOK = {
    "name": "look",
    "inputSchema": INPUT,
}
FINE = {"q": "x"}


@pytest.fixture
def locked(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("XDG_STATE_HOME", str(desk.folder / "state"))
    for variable in ("CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"):
        monkeypatch.delenv(variable, raising=False)
    draft7 = {**INPUT, "$schema": "http://json-schema.org/draft-07/schema#"}
    # These two fit one name of Claude Code.
    alike = {"a.b": [LOOK], "a_b": [LOOK]}
    elsewhere = {"name": "far", "inputSchema": {"type": "object", "$ref": "https://example.com/s.json"}}
    listed = {
        "docs": [LOOK, {"name": "get.page", "inputSchema": draft7}, elsewhere],
        "web": [{"name": "any", "inputSchema": {}}],
    }
    for name, tools in {**listed, **alike}.items():
        desk.write(f"{name}.json", json.dumps({"tools": tools}))
    tables = [f'[servers."{name}"]\ncatalog = "{name}.json"\n' for name in (*listed, *alike)]
    desk.write("govern.toml", "".join(tables))
    desk.ok("lock")
    return desk


def asked(desk: Desk, client: str, payload: Any, **environ: str) -> str:
    """Return what the client reads, after comparing the quick answer before and after the index was written."""
    content = payload if isinstance(payload, bytes) else json.dumps({"cwd": str(desk.folder), **payload}).encode()
    before = allowed_quickly(client, content, environ)
    whole = answer(client, content, None, environ)
    after = allowed_quickly(client, content, environ)
    assert before in (None, whole)
    assert after in (None, whole)
    return whole


def reason(client: str, text: str) -> str | None:
    """Return the reason of a refusal, which has exactly the fields that the client documents; None if there is none."""
    document = json.loads(text) if text else {}
    match client, document:
        case "claude-code", {
            "hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", **rest}
        }:
            assert [*document] == ["hookSpecificOutput"]
            assert [*rest] == ["permissionDecisionReason"]
            return str(rest["permissionDecisionReason"])
        case "cursor", {"permission": "deny", "user_message": said, "agent_message": also}:
            assert said == also
            return str(said)
        case "gemini-cli", {"decision": "deny", "reason": said}:
            return str(said)
    assert text == ("{}\n" if client == "cursor" else "")
    return None


def gemini(server: object, tool: str, name: str = "look", **more: Any) -> dict[str, Any]:
    return {"tool_name": name, "mcp_context": {"server_name": server, "tool_name": tool}, "tool_input": FINE, **more}


CASES: list[tuple[str, dict[str, Any], str | None]] = [
    ("claude-code", {"tool_name": "Bash", "tool_input": {"command": "ls"}}, None),
    ("claude-code", {"tool_name": "mcp__docs__look", "tool_input": FINE}, None),
    ("claude-code", {"tool_name": "mcp__docs__get_page", "tool_input": FINE}, None),
    ("claude-code", {"tool_name": "mcp__plugin_my_tools_docs__look", "tool_input": FINE}, None),
    ("claude-code", {"tool_name": "mcp__web__any"}, None),
    ("claude-code", {"tool_name": "mcp__docs__look", "tool_input": {"q": 1}}, "docs/look"),
    ("claude-code", {"tool_name": "mcp__docs__look"}, "docs/look"),
    ("claude-code", {"tool_name": "mcp__docs__get_page", "tool_input": {}}, "docs/get.page"),
    ("claude-code", {"tool_name": "mcp__docs__lock", "tool_input": FINE}, "did you mean mcp__docs__look?"),
    ("claude-code", {"tool_name": "mcp__other__look", "tool_input": FINE}, "no such tool"),
    ("claude-code", {"tool_name": "mcp__a_b__look", "tool_input": FINE}, "a.b/look, a_b/look"),
    ("claude-code", {"tool_name": "mcp__plugin_docs__other__look", "tool_input": FINE}, "no such tool"),
    ("claude-code", {"tool_name": "mcp__docs__look\ttrue\n", "tool_input": FINE}, "no such tool"),
    ("claude-code", {"tool_name": "mcp__docs__look", "tool_input": [1]}, "`tool_input` is not an object"),
    ("claude-code", {"tool_input": FINE}, "no `tool_name`"),
    ("cursor", {"tool_name": "look", "mcp_server_name": "docs", "tool_input": json.dumps(FINE)}, None),
    ("cursor", {"tool_name": "look", "mcp_server_name": "docs", "tool_input": '{"q": 1}'}, "docs/look"),
    ("cursor", {"tool_name": "look", "mcp_server_name": "docs", "tool_input": "{"}, "`tool_input` is not JSON"),
    ("cursor", {"tool_name": "look", "command": "catalog:docs.json", "tool_input": FINE}, "no such tool"),
    ("cursor", {"tool_name": "get.page", "mcp_server_name": "docs", "tool_input": FINE}, None),
    ("cursor", {"tool_name": "get\u200bpage", "mcp_server_name": "docs", "tool_input": FINE}, "no such tool"),
    ("cursor", {"tool_name": "look", "tool_input": FINE}, "neither a server nor its URL"),
    ("gemini-cli", {"tool_name": "read_file", "tool_input": {"path": "x"}}, None),
    ("gemini-cli", gemini("docs", "look"), None),
    ("gemini-cli", gemini("docs", "get.page", "mcp_docs_get.page"), None),
    ("gemini-cli", gemini("a_b", "look"), None),
    ("gemini-cli", gemini("docs", "get_page"), "no such tool"),
    ("gemini-cli", gemini("a b", "look"), "no such tool"),
    ("gemini-cli", gemini("docs", "look", "mcp__web__any", tool_input={}), "docs/look"),
    ("gemini-cli", gemini("else", "look"), "no such tool"),
    ("gemini-cli", gemini(1, "look"), "does not name a server"),
    ("gemini-cli", {"tool_name": "mcp_docs_look", "tool_input": FINE}, "no such tool"),
]  # fmt: skip


def test_each_client_gets_the_decision_of_the_lock_in_its_own_form(locked: Desk) -> None:
    found = [(client, payload, reason(client, asked(locked, client, payload))) for client, payload, _ in CASES]
    wrong = [
        (client, payload, why)
        for (client, payload, why), (_, _, part) in zip(found, CASES, strict=True)
        if (part is None) != (why is None) or (part and why and part not in why)
    ]
    assert not wrong
    quick = {"tool_name": "mcp__docs__look", "tool_input": FINE, "cwd": str(locked.folder)}
    assert allowed_quickly("claude-code", json.dumps(quick).encode(), {}) == ""


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"[" * 100_000, b'{"tool_name": 1}', b"\xff"])
def test_input_that_no_client_sends_is_blocked(locked: Desk, content: bytes) -> None:
    assert reason("claude-code", asked(locked, "claude-code", content))


def test_an_index_counts_only_for_the_bytes_of_its_lock(locked: Desk) -> None:
    call = {"tool_name": "mcp__web__any", "tool_input": {}}
    assert reason("claude-code", asked(locked, "claude-code", call)) is None
    locked.write("web.json", json.dumps({"tools": [LOOK]}))
    locked.ok("lock")
    assert "no such tool" in str(reason("claude-code", asked(locked, "claude-code", call)))
    text = locked.lock_path.read_text("utf-8")
    locked.lock_path.write_text(text.replace('name = "look"', 'name = "any"'), "utf-8")
    assert "was changed in the lock" in str(reason("claude-code", asked(locked, "claude-code", call)))
    locked.lock_path.unlink()
    assert "there is no capability.lock" in str(reason("claude-code", asked(locked, "claude-code", call)))


def test_the_project_folder_of_the_client_comes_before_the_working_directory(locked: Desk) -> None:
    locked.write("inner/capability.lock", locked.lock_path.read_bytes().replace(b'"docs"', b'"dogs"'))
    inner = str(locked.folder / "inner")
    call = {"tool_name": "mcp__docs__look", "tool_input": FINE, "cwd": inner}
    assert reason("claude-code", asked(locked, "claude-code", call, CLAUDE_PROJECT_DIR=str(locked.folder))) is None
    assert reason("claude-code", asked(locked, "claude-code", call))
    roots = {"workspace_roots": ["/nowhere", str(locked.folder)], "mcp_server_name": "docs"}
    assert reason("cursor", asked(locked, "cursor", {**call, "tool_name": "look", **roots})) is None


def test_the_folders_of_a_cursor_on_windows_are_paths_of_uris() -> None:
    call = {"tool_name": "look", "mcp_server_name": "docs", "workspace_roots": ["/c:/books", "/home/ana/books"]}
    read = read_call("cursor", json.dumps(call).encode(), {})
    assert read is not None
    assert read.folders == ("c:/books", "/home/ana/books")


def test_a_cursor_that_names_no_server_is_matched_by_url(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(desk.folder / "state"))
    desk.say("docs", LOOK)
    desk.config("docs")
    desk.ok("lock")
    (server,) = desk.lock.servers
    call = {"tool_name": "look", "tool_input": json.dumps(FINE), "command": server.source}
    assert reason("cursor", asked(desk, "cursor", call)) is None
    assert reason("cursor", asked(desk, "cursor", {**call, "command": f"{server.source} x"}))


def test_a_server_in_quarantine_is_blocked_until_it_is_released(locked: Desk) -> None:
    call, other = ({"tool_name": f"mcp__{name}", "tool_input": FINE} for name in ("docs__look", "web__any"))
    quarantine = Quarantine(locked.lock_path)
    assert reason("claude-code", asked(locked, "claude-code", call)) is None
    for at in range(MOST_CHANGES):
        assert reason("claude-code", asked(locked, "claude-code", call)) is None
        quarantine.record("docs", "same", ("tool look",) * (at % 2 == 0), "http")
    assert "is quarantined" in str(reason("claude-code", asked(locked, "claude-code", call)))
    assert reason("claude-code", asked(locked, "claude-code", other)) is None
    assert quarantine.release("docs")
    assert reason("claude-code", asked(locked, "claude-code", call)) is None


def test_without_an_index_calls_are_only_slower(locked: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    call = {"tool_name": "mcp__docs__look", "tool_input": FINE}
    monkeypatch.setenv("XDG_STATE_HOME", str(locked.write("file", "")))
    assert reason("claude-code", asked(locked, "claude-code", call)) is None
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    assert "set XDG_STATE_HOME" in str(reason("claude-code", asked(locked, "claude-code", call)))


def test_the_program_answers_on_stdout_and_never_exits_with_a_code_that_lets_a_call_pass(locked: Desk) -> None:
    """Claude Code and Gemini CLI let a call pass if the hook exits with a code other than 0 and 2."""
    fine, bad = ({"tool_name": f"mcp__docs__{name}", "tool_input": FINE} for name in ("look", "other"))
    state = Path(index_path(str(locked.lock_path)))
    runs = []
    for payload in (fine, fine, bad):
        locked.write("payload.json", json.dumps({**payload, "cwd": str(locked.folder)}))
        with (locked.folder / "payload.json").open() as stdin:
            runs.append(locked.typed("hook", "claude-code", stdin=stdin))
    assert [(run.code, run.err) for run in runs] == [(0, "")] * 3
    assert [reason("claude-code", run.out) is None for run in runs] == [True, True, False]
    assert os.name != "posix" or state.parent.stat().st_mode & 0o777 == 0o700
    for words in (["hook"], ["hook", "nobody"], ["hook", "claude-code", "--nothing"]):
        assert locked.govern(*words).code == 2
