"""`govern init --wrap` and `--unwrap`."""

import json
import tomllib
from pathlib import Path

import pytest

from tests.desk import Desk
from tests.serve.clients import PUPPET, puppet, puppets

ENTRY = json.dumps([*PUPPET[1:], "one.json"])
JSON = f"""// my servers
{{
  "theme": "dark", // stays
  "mcpServers": {{
      "one": {{"type": "stdio", "command": {json.dumps(PUPPET[0])},
        "args": {ENTRY}, "disabledTools": [1.50,],}},
      "other": {{"command": "unknown"}},
  }},
}}
"""
TOML = f"""# codex
model = "x"

[mcp_servers.one]
command = {json.dumps(PUPPET[0])}
args = {ENTRY}  # why
startup_timeout_sec = 5
"""
YAML = f"mcpServers:\n  one:\n    command: {json.dumps(PUPPET[0])}\n    args: {ENTRY}\n"


@pytest.fixture
def locked(desk: Desk) -> Desk:
    desk.monkeypatch.setenv("XDG_STATE_HOME", str(desk.folder / "state"))
    puppet(desk, "one", "say")
    puppets(desk, "one")
    return desk


def test_no_client_is_made_to_start_a_govern_of_the_checkout(locked: Desk) -> None:
    locked.write("govern", "").chmod(0o755)
    locked.monkeypatch.setenv("PATH", ".")
    locked.write("mcp.json", JSON)
    locked.govern("init", "--wrap", "--from", "mcp.json")
    assert '"command": "govern"' in (locked.folder / "mcp.json").read_text("utf-8")


def test_wrapped_and_restored_byte_by_byte(locked: Desk) -> None:
    config = locked.write("mcp.json", JSON.replace("\n", "\r\n"))
    before = config.read_bytes()
    assert "would wrap one" in locked.govern("init", "--wrap", "--from", "mcp.json", "--dry-run").out
    assert config.read_bytes() == before
    answer = locked.govern("init", "--wrap", "--from", "mcp.json")
    assert answer.code == 2
    assert "wrapped one" in answer.out
    assert "left other" in answer.out
    after = config.read_bytes().decode()
    args = json.dumps(["run", "one", "--config", str(locked.folder / "govern.toml")])
    assert f'"args": {args}, "disabledTools": [1.50,],' in after
    assert after.count("\r\n") == before.decode().count("\r\n")
    assert "// stays" in after
    # What runs through govern is not one more server, and wrapping it again changes nothing.
    locked.govern("init", "--from", "mcp.json", "--dry-run")
    locked.govern("init", "--wrap", "--from", "mcp.json")
    assert config.read_bytes().decode() == after
    assert "would restore one" in locked.ok("init", "--unwrap", "--from", "mcp.json", "--dry-run").out
    locked.ok("init", "--unwrap", "--from", "mcp.json")
    assert config.read_bytes() == before
    assert "no client config has a wrapped server" in locked.ok("init", "--unwrap", "--from", "mcp.json").out


def test_servers_that_differ_are_left_with_the_reason(locked: Desk) -> None:
    servers = {name: {"command": "other"} for name in ("one", "two", "three")}
    locked.write("mcp.json", json.dumps({"mcpServers": servers}))
    differs, missing = locked.govern("init", "--wrap", "--from", "mcp.json").out.splitlines()
    assert differs.startswith("left one in ")
    assert "settings differ from govern.toml; make both the same" in differs
    assert missing.startswith("left two, three in ")


def test_a_secret_that_stays_is_named(locked: Desk) -> None:
    text = (locked.folder / "govern.toml").read_text()
    locked.write("govern.toml", f'{text}env = {{API_KEY = "${{API_KEY}}"}}\n')
    entry = {"command": PUPPET[0], "args": [*PUPPET[1:], "one.json"], "env": {"API_KEY": "sk-live-1234567890abcdef"}}
    locked.write("mcp.json", json.dumps({"mcpServers": {"one": entry}}))
    wrapped = locked.ok("init", "--wrap", "--from", "mcp.json").out
    assert wrapped.endswith("mcp.json still contains a secret: replace it with the variable API_KEY\n")
    # A server that is wrapped is not a missing one.
    assert "\n1 server already runs through govern\n" in locked.ok("init", "--from", "mcp.json").out


def test_an_edited_file_gets_its_entries_back(locked: Desk) -> None:
    config = locked.write("mcp.json", JSON)
    locked.govern("init", "--wrap", "--from", "mcp.json")
    config.write_text(config.read_text().replace('"dark"', '"light"'))
    locked.ok("init", "--unwrap", "--from", "mcp.json")
    assert config.read_text() == JSON.replace('"dark"', '"light"')


def test_toml_is_edited_and_yaml_is_not(locked: Desk) -> None:
    config = locked.write("config.toml", TOML)
    locked.ok("init", "--wrap", "--from", "config.toml")
    table = tomllib.loads(config.read_text())["mcp_servers"]["one"]
    assert Path(table["command"]).name in ("govern", "govern.exe")
    assert (table["args"][:2], table["startup_timeout_sec"]) == (["run", "one"], 5)
    assert config.read_text().startswith("# codex\n")
    locked.ok("init", "--unwrap", "--from", "config.toml")
    assert config.read_text() == TOML
    config = locked.write("mcp.yaml", YAML)
    answer = locked.govern("init", "--wrap", "--from", "mcp.yaml")
    assert answer.code == 2
    assert '"run",' in answer.out
    assert config.read_text() == YAML


def test_a_url_becomes_a_command_and_the_project_stays_covered(locked: Desk) -> None:
    (locked.folder / ".git").mkdir()
    text = (locked.folder / "govern.toml").read_text()
    locked.write("govern.toml", f'{text}[servers.web]\nurl = "https://example.com/mcp"\n')
    config = locked.write(
        ".mcp.json", json.dumps({"mcpServers": {"web": {"type": "http", "url": "https://example.com/mcp"}}}, indent=4)
    )
    before = config.read_text()
    assert "govern lock web" in locked.govern("init", "--wrap").out
    lock = locked.lock_path.read_text()
    locked.lock_path.write_text(lock)
    assert config.read_text() == before
    config.write_text(json.dumps({"mcpServers": {"one": {"command": "govern", "args": ["run", "one"]}}}))
    locked.ok("init", "--check")
    config.write_text(json.dumps({"mcpServers": {"one": {"command": "govern", "args": ["run", "one", "--lock", "x"]}}}))
    assert locked.govern("init", "--check").code == 1


def test_the_examples_stay_true_once_servers_are_added(desk: Desk) -> None:
    (desk.folder / ".git").mkdir()
    desk.ok("init")
    desk.write(".mcp.json", '{"mcpServers": {"a": {"command": "node"}}}')
    desk.ok("init")
    text = (desk.folder / "govern.toml").read_text()
    assert "[servers.a]" in text
    assert "No server was found" not in text
