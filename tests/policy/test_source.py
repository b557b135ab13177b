from pathlib import Path

import pytest

from govern.policy.server_settings import OAuth, Server
from govern.policy.source import runs_own_code, source_of


@pytest.mark.parametrize(
    ("words", "source"),
    [
        (["npx", "-y", "@a/b@1.2.3"], "npx -y @a/b@1.2.3"),
        (["x", "a b", "it's", ""], "x 'a b' 'it'\"'\"'s' ''"),
        (["x", "--token", "${TOKEN}"], "x --token ${TOKEN}"),
        (["x", "--token=${TOKEN:-none}"], "x --token=${TOKEN:-none}"),
        (["x", "--token", "hush"], "x --token ***"),
        (["x", "--api-key=hush"], "x --api-key=***"),
        (["x", "-k", "hush"], "x -k ***"),
        (["x", "-e", "DB_PASSWORD=hush"], "x -e DB_PASSWORD=***"),
        (["x", "ghp_abcdefghijklmnopqrstuvwxyz"], "x ***"),
        (["x", "--header", "Authorization: Bearer hush12"], "x --header 'Authorization: Bearer ***'"),
        (["x", "postgres://me:hush@db/x"], "x postgres://me:***@db/x"),
        (["x", "${TOKEN:-sk-abcdefghijklmnopqrst}"], "x ${TOKEN:-***}"),
        (["x", "${PLAIN:-yes}"], "x ${PLAIN:-yes}"),
        (["/usr/bin/node", "server.js"], "node server.js"),
        (["C:\\Program Files\\nodejs\\node.exe", "server.js"], "node.exe server.js"),
        (["./run", "../x"], "./run ../x"),
        (["x", "/home/ana/notes"], "x ~/notes"),
        (["x", "/Users/ana/notes"], "x ~/notes"),
        (["x", "--dir=C:\\Users\\Ana\\notes"], "x '--dir=~\\notes'"),
        (["/home/ana/.venv/bin/python", "-m", "x"], "python -m x"),
        (["x", "/data:/data"], "x /data:/data"),
    ],
)
def test_a_command_as_one_line(tmp_path, words, source):
    assert source_of(Server(command=words), tmp_path) == source


def test_paths_below_the_config_are_relative(tmp_path):
    words = ["x", str(tmp_path / "a" / "b.py"), f"--root={tmp_path}", f"{tmp_path}-other/x"]
    assert source_of(Server(command=words), tmp_path) == f"x ./a/b.py --root=. {tmp_path}-other/x"


@pytest.mark.parametrize(
    ("url", "source"),
    [
        ("https://x.example/mcp", "https://x.example/mcp"),
        ("https://me:hush@x.example/mcp", "https://x.example/mcp"),
        ("https://${USER}:${PASS}@x.example/mcp", "https://x.example/mcp"),
        ("https://x.example/mcp?token=hush&team=docs", "https://x.example/mcp?token=***&team=docs"),
        ("https://x.example/mcp?token=${TOKEN}", "https://x.example/mcp?token=${TOKEN}"),
        ("https://x.example/Zk3Vb9Qw7Lm2Xc8Rt5Yp/sse", "https://x.example/***/sse"),
        ("https://${HOST:-localhost}:${PORT}/mcp", "https://${HOST:-localhost}:${PORT}/mcp"),
        ("${DOCS_URL}", "${DOCS_URL}"),
    ],
)
def test_a_url_is_shown_without_credentials(tmp_path, url, source):
    assert source_of(Server(url=url, token="hush", oauth=OAuth("a", "b")), tmp_path) == source


def test_python_and_catalog(tmp_path):
    assert source_of(Server(python="a.b:c"), tmp_path) == "python:a.b:c"
    assert source_of(Server(catalog="catalogs\\a.json"), tmp_path) == "catalogs/a.json"
    assert source_of(Server(catalog=str(tmp_path / "a.json")), tmp_path) == "./a.json"


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
