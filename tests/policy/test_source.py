import pytest

from govern.policy.server_settings import OAuth
from govern.policy.settings import Server
from govern.policy.source import source_of


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
