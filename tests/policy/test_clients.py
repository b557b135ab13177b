"""Read one config of each client, at each place where the client keeps it."""

from pathlib import Path
from typing import Any

import pytest

from govern.policy.client_files import (
    LEVELS,
    ClientPlaces,
    client_files,
    client_kinds,
    client_sources,
    is_client_folder,
)
from govern.policy.discovery import discover_servers

FIXTURES = Path(__file__).with_name("clients")
NPX = ["npx", "-y", "a-server@1.2.3"]
UVX = ["uvx", "mcp-server-time==2025.9.25"]
NODE = ["node", "server.js"]
URL = "https://api.example.com/mcp"
TEAM = {"X-Team": "docs"}
BEARER = {"Authorization": "Bearer ${API_TOKEN}"}
TOKEN = {"API_TOKEN": "${API_TOKEN}"}

# For each fixture: its client, the places of the file in the project, and the servers in it.
PROJECT: dict[str, tuple[str, list[str], dict[str, Any]]] = {
    "zed.jsonc": (
        "Zed",
        [".zed/settings.json"],
        {
            "local": {"command": UVX},
            "older": {"command": NODE, "env": {"MODE": "plain"}},
            "remote": {"url": URL, "headers": TEAM},
        },
    ),
    "roo.json": (
        "Roo Code",
        [".roo/mcp.json"],
        {
            "local": {"command": NPX, "env": {"MODE": "${MODE}"}, "cwd": "tools"},
            "remote": {"url": URL, "headers": {"X-Team": "${TEAM}"}},
        },
    ),
    "continue.yaml": (
        "Continue",
        [".continue/mcpServers/servers.yaml", ".continue/mcpServers/a.yml", ".continue/agents/reviewer.yaml"],
        {"local": {"command": NPX, "env": TOKEN}, "remote": {"url": URL, "headers": TEAM}},
    ),
    "amazon-q.json": (
        "Amazon Q",
        [".amazonq/mcp.json", ".amazonq/default.json", ".amazonq/cli-agents/reviewer.json"],
        {"local": {"command": UVX, "env": {"AWS_REGION": "eu-central-1"}}, "remote": {"url": URL}},
    ),
    "kiro.json": (
        "Kiro",
        [".kiro/settings/mcp.json", ".kiro/agents/reviewer.json"],
        {"local": {"command": NPX, "env": TOKEN}, "remote": {"url": URL, "headers": TEAM}},
    ),
    "junie.json": ("Junie", [".junie/mcp/mcp.json"], {"local": {"command": NPX, "env": {"MODE": "plain"}}}),
    "copilot-cli.json": (
        "GitHub Copilot",
        [".github/mcp.json"],
        {
            "local": {"command": NPX, "env": TOKEN},
            "remote": {"url": URL, "headers": {"X-Team": "${TEAM:-docs}"}},
        },
    ),
    "copilot-agent.md": (
        "GitHub Copilot",
        [".github/agents/reviewer.md", ".github/agents/reviewer.agent.md"],
        {"local": {"command": NPX, "env": {"API_TOKEN": "${COPILOT_MCP_API_TOKEN}"}}},
    ),
    "claude-agent.md": ("Claude Code", [".claude/agents/reviewer.md"], {"inline": {"command": UVX}}),
    "opencode-config.jsonc": (
        "OpenCode",
        ["opencode.json", "opencode.jsonc", ".opencode/opencode.json"],
        {"local": {"command": NPX, "env": {"MODE": "plain"}}, "remote": {"url": URL, "headers": BEARER}},
    ),
    "opencode-agents.json": ("OpenCode", [".agents/mcp.json"], {"remote": {"url": URL}}),
    "qwen.json": (
        "Qwen Code",
        [".qwen/settings.json"],
        {"local": {"command": NODE, "env": TOKEN, "cwd": "./tools"}, "remote": {"url": URL}},
    ),
    "antigravity.json": (
        "Antigravity",
        [".agents/mcp_config.json", ".agent/mcp_config.json"],
        {"remote": {"url": URL}, "local": {"command": NODE}},
    ),
    "amp.jsonc": (
        "Amp",
        [".amp/settings.json", ".amp/settings.jsonc"],
        {"local": {"command": NPX, "env": TOKEN}, "remote": {"url": URL, "headers": TEAM}},
    ),
    "crush-config.json": (
        "Crush",
        ["crush.json", ".crush.json"],
        {"local": {"command": NODE, "env": {"NODE_ENV": "production"}}, "remote": {"url": URL, "headers": BEARER}},
    ),
    "factory.json": (
        "Factory",
        [".factory/mcp.json"],
        {"local": {"command": NPX}, "remote": {"url": URL, "headers": TEAM}},
    ),
    "devcontainer.jsonc": (
        "Dev Container",
        [".devcontainer/devcontainer.json", ".devcontainer.json", ".devcontainer/python/devcontainer.json"],
        {"local": {"command": UVX, "env": {"A": "${A:-none}"}}},
    ),
    "workspace.jsonc": ("VS Code", ["all.code-workspace"], {"local": {"command": UVX}}),
}
STORAGE = "User/globalStorage"
CLINE = f"{STORAGE}/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"
ROO = f"{STORAGE}/rooveterinaryinc.roo-cline/settings/mcp_settings.json"
CLINE_SERVERS = {
    "local": {"command": NPX},
    "remote": {"url": URL},
    "nested": {"url": "https://old.example.com/sse", "transport": "sse"},
}
GOOSE_SERVERS = {
    "local": {"command": NPX, "env": TOKEN | {"MODE": "plain"}},
    "remote": {"url": URL, "headers": TEAM},
}
MAC = "Library/Application Support"
APPDATA = "AppData/Roaming"
# For each fixture: the system, and the place of the file in the home folder.
USER: list[tuple[str, str, str, str]] = [
    ("zed.jsonc", "Zed", "linux", ".config/zed/settings.json"),
    ("zed.jsonc", "Zed", "darwin", ".config/zed/settings.json"),
    ("zed.jsonc", "Zed", "win32", f"{APPDATA}/zed/settings.json"),
    ("cline.json", "Cline", "linux", f".config/Code/{CLINE}"),
    ("cline.json", "Cline", "darwin", f"{MAC}/Cursor/{CLINE}"),
    ("cline.json", "Cline", "win32", f"{APPDATA}/Code/{CLINE}"),
    ("cline.json", "Cline", "linux", ".cline/data/settings/cline_mcp_settings.json"),
    ("roo.json", "Roo Code", "linux", f".config/Code/{ROO}"),
    ("roo.json", "Roo Code", "darwin", f"{MAC}/Code/{ROO}"),
    ("continue.yaml", "Continue", "win32", ".continue/config.yaml"),
    ("continue.json", "Continue", "linux", ".continue/config.json"),
    ("amazon-q.json", "Amazon Q", "linux", ".aws/amazonq/mcp.json"),
    ("amazon-q.json", "Amazon Q", "darwin", ".aws/amazonq/agents/default.json"),
    ("kiro.json", "Kiro", "linux", ".kiro/settings/mcp.json"),
    ("junie.json", "Junie", "linux", ".junie/mcp/mcp.json"),
    ("copilot-cli.json", "GitHub Copilot", "linux", ".copilot/mcp-config.json"),
    ("copilot-agent.md", "GitHub Copilot", "linux", ".copilot/agents/reviewer.agent.md"),
    ("copilot-jetbrains.json", "GitHub Copilot", "darwin", ".config/github-copilot/intellij/mcp.json"),
    ("copilot-jetbrains.json", "GitHub Copilot", "win32", "AppData/Local/github-copilot/intellij/mcp.json"),
    ("antigravity.json", "Windsurf", "linux", ".config/devin/mcp_config.json"),
    ("antigravity.json", "Windsurf", "win32", ".codeium/windsurf/mcp_config.json"),
    ("claude-agent.md", "Claude Code", "linux", ".claude/agents/reviewer.md"),
    ("goose.yaml", "Goose", "linux", ".config/goose/config.yaml"),
    ("goose.yaml", "Goose", "darwin", ".config/goose/config.yaml"),
    ("goose.yaml", "Goose", "win32", f"{APPDATA}/Block/goose/config/config.yaml"),
    ("opencode-config.jsonc", "OpenCode", "win32", ".config/opencode/opencode.jsonc"),
    ("opencode-agents.json", "OpenCode", "linux", ".agents/mcp.json"),
    ("lm-studio.json", "LM Studio", "linux", ".lmstudio/mcp.json"),
    ("qwen.json", "Qwen Code", "linux", ".qwen/settings.json"),
    ("antigravity.json", "Antigravity", "linux", ".gemini/config/mcp_config.json"),
    ("antigravity.json", "Antigravity", "win32", ".gemini/antigravity/mcp_config.json"),
    ("amp.jsonc", "Amp", "win32", ".config/amp/settings.json"),
    ("crush-config.json", "Crush", "linux", ".config/crush/crush.json"),
    ("crush-config.json", "Crush", "win32", "AppData/Local/crush/crush.json"),
    ("factory.json", "Factory", "darwin", ".factory/mcp.json"),
]
SERVERS: dict[str, dict[str, Any]] = {name: row[2] for name, row in PROJECT.items()} | {
    "cline.json": CLINE_SERVERS,
    "copilot-jetbrains.json": {"local": {"command": NPX}, "remote": {"url": URL, "headers": TEAM}},
    "goose.yaml": GOOSE_SERVERS,
    "continue.json": {"local": {"command": UVX}},
    "lm-studio.json": {"remote": {"url": URL, "headers": TEAM}},
}


def found(fixture: str, place: Path, home: Path, project: Path, platform: str) -> tuple[dict[str, Any], set[str]]:
    """Put a fixture in its place; return the servers that are found, and the clients that list them."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes((FIXTURES / fixture).read_bytes())
    discovery = discover_servers(ClientPlaces(home, project, (project,), platform, {}), LEVELS)
    assert discovery.unreadable == ()
    return (
        {each.name: dict(each.table) for each in discovery.found},
        {source.client for each in discovery.found for source in each.sources},
    )


@pytest.mark.parametrize(
    ("fixture", "client", "place"),
    [(name, client, place) for name, (client, places, _) in PROJECT.items() for place in places],
)
def test_a_config_of_the_project(fixture: str, client: str, place: str, tmp_path: Path) -> None:
    project = tmp_path / "project"
    assert found(fixture, project / place, tmp_path / "home", project, "linux") == (SERVERS[fixture], {client})


@pytest.mark.parametrize(("fixture", "client", "platform", "place"), USER)
def test_a_config_of_the_user(fixture: str, client: str, platform: str, place: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert found(fixture, home / place, home, tmp_path / "project", platform) == (SERVERS[fixture], {client})


def test_each_client_names_the_page_that_documents_its_config() -> None:
    clients = {kind.client for kind in client_files()} - {"project"}
    assert set(client_sources()) == clients
    assert all(page.startswith("https://") for page in client_sources().values())


def test_no_client_reads_the_fixtures_where_they_are() -> None:
    assert [file.name for file in FIXTURES.iterdir() if [*client_kinds(f"tests/policy/clients/{file.name}")]] == []


PATHS = [kind.path for kind in client_files("project")]


@pytest.mark.parametrize("path", PATHS)
def test_each_path_is_recognized_in_any_folder_and_case(path: str) -> None:
    name = path.replace("*", "some")
    for folder in ("", "pkg", "a/b"):
        for spelled in (name, name.upper(), f"{name}.", f"{name} ", name.replace("/", "\\"), f"{name}::$DATA"):
            place = f"{folder}/{spelled}" if folder else spelled
            assert (path, folder) in [(kind.path, found) for kind, found in client_kinds(place)], place


@pytest.mark.parametrize("path", [each for each in PATHS if "/" in each])
def test_each_folder_of_a_path_is_recognized(path: str) -> None:
    folder = path.replace("*", "some").rpartition("/")[0]
    assert is_client_folder(folder)
    assert is_client_folder(f"pkg/{folder.title()}")
    assert not is_client_folder(f"{folder}/x/y/z")


@pytest.mark.parametrize("path", ["mcp.json", "x.mcp.json", ".mcp.json/x", ".cursor/x/mcp.json", "cursor/mcp.json", ""])
def test_other_files_are_not(path: str) -> None:
    assert not [*client_kinds(path)]
    assert not is_client_folder(path)
