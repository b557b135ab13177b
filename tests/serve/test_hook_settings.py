"""The hook in the settings of clients: added once, removed whole, and nothing else touched."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from govern.serve.hook_settings import SETTINGS, install, settings_file, uninstall
from tests.desk import Desk

OTHERS: list[dict[str, Any]] = [
    {},
    {"permissions": {"allow": ["mcp__x"]}, "ü": 1},
    {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}},
    {"hooks": {event.event: [{"matcher": "x", "hooks": [{"command": "other"}]}, {"command": "their hook"}, "odd"]
               for event in SETTINGS.values()}},
]  # fmt: skip


@pytest.mark.parametrize("client", SETTINGS)
@pytest.mark.parametrize("before", OTHERS)
def test_what_is_added_once_is_removed_whole(client: str, before: dict[str, Any], tmp_path: Path) -> None:
    file = settings_file(client, tmp_path, {}, user=False)
    file.parent.mkdir()
    file.write_text(json.dumps(before), "utf-8")
    assert install(client, file)
    assert not install(client, file)
    after = json.loads(file.read_text("utf-8"))
    event = SETTINGS[client].event
    assert after["hooks"][event] == [*before.get("hooks", {}).get(event, []), SETTINGS[client].entry]
    assert {key: after[key] for key in before if key != "hooks"} == {k: v for k, v in before.items() if k != "hooks"}
    assert uninstall(client, file)
    assert not uninstall(client, file)
    if before:
        assert json.loads(file.read_text("utf-8")) == {**SETTINGS[client].top, **before}
    assert file.exists() == bool(before)


def test_a_command_beside_others_is_removed_alone(tmp_path: Path) -> None:
    ours, theirs = {"type": "command", "command": "govern hook claude-code"}, {"type": "command", "command": "audit"}
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"hooks": {"PreToolUse": [{"matcher": "mcp__.*", "hooks": [ours, theirs]}]}}), "utf-8")
    assert uninstall("claude-code", file)
    assert json.loads(file.read_text("utf-8"))["hooks"]["PreToolUse"] == [{"matcher": "mcp__.*", "hooks": [theirs]}]


def test_the_program_writes_the_settings_of_the_project_or_the_user(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(home))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    desk.catalogs(s=[])
    desk.write("sub/x", "")
    desk.ok("lock", "--accept-empty", "s")
    monkeypatch.chdir(desk.folder / "sub")
    assert "added the hook to" in desk.ok("hook", "claude-code", "--install").out
    assert json.loads((desk.folder / ".claude/settings.json").read_text("utf-8"))["hooks"]["PreToolUse"]
    desk.ok("hook", "gemini-cli", "--install", "--user")
    assert (home / ".gemini/settings.json").exists()
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home / "c"))
    desk.ok("hook", "claude-code", "--install", "--user")
    assert (home / "c/settings.json").exists()
    desk.ok("hook", "claude-code", "--uninstall")
    assert not (desk.folder / ".claude/settings.json").exists()
    for broken, said in (
        ("// c\n{}", "not plain JSON"),
        ("[]", "not a JSON object"),
        ('{"hooks": 1}', "unexpected type"),
    ):
        file = desk.write(".claude/settings.json", broken)
        answer = desk.govern("hook", "claude-code", "--install")
        assert answer.code == 2
        assert said in answer.err
        assert file.read_text("utf-8") == broken
    monkeypatch.setenv("PATH", "")
    assert "not on PATH" in desk.govern("hook", "cursor", "--install").err
