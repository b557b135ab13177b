"""Servers that run the project's own code."""

from pathlib import Path

import pytest

from govern.policy.own_servers import runs_own_code


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("library.py", "src/weather/__main__.py", "dist/index.js", "bin/server", "cmd/srv/main.go", "data.db"):
        file = tmp_path / "project" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")
    (tmp_path / "shared.py").write_text("")
    (tmp_path / "project" / "catalogs").mkdir()
    (tmp_path / "project" / "catalogs" / "github.json").write_text("{}")
    return tmp_path / "project"


@pytest.mark.parametrize(
    "source",
    [
        "python:weather:server",
        "python library.py",
        "uv run library.py --port 1",
        "python ../shared.py",
        "python -m weather",
        "./bin/server",
        "bin/server --stdio",
        "node dist/index.js",
        "npx tsx dist/index.js",
        "node .",
        "go run ./cmd/srv",
        "uv run --directory=. weather",
        "npx -y .",
        "uvx --from . weather",
        "env A=1 python library.py",
    ],
)
def test_own_code(project: Path, source: str) -> None:
    assert runs_own_code(source, project)


@pytest.mark.parametrize(
    "source",
    [
        "https://example.com/mcp",
        "npx -y @modelcontextprotocol/server-filesystem@2025.8.21 .",
        "npx -y @modelcontextprotocol/server-filesystem ./catalogs",
        "uvx mcp-server-sqlite --db-path data.db",
        "docker run -i --rm mcp/github",
        "python -m mcp_server_git --repository .",
        "github-mcp-server stdio",
        "python missing.py",
        "python /usr/lib/server.py",
        "catalogs/github.json",
        "node \0.js",
        "node 'unclosed",
        "",
    ],
)
def test_code_of_others(project: Path, source: str) -> None:
    assert not runs_own_code(source, project)
