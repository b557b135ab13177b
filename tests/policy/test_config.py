import re
import subprocess
import sys

import pytest

from govern.errors import Exit, PolicyInvalid
from govern.policy.config import config_from_text, load_config
from govern.policy.settings import ApprovalKeys

WHOLE = """
jobs = 3

[servers.github]
command = ["npx", "-y", "@modelcontextprotocol/server-github@2025.4.8"]
env = { GITHUB_TOKEN = "${GITHUB_TOKEN}" }
cwd = "work"
timeout = 90
client = { roots = { listChanged = true } }

[servers.docs]
url = "https://docs.example.com/mcp"
transport = "sse"
headers = { X-Team = "docs" }
token = "${DOCS_TOKEN}"
protocol = "2025-11-25"
retries = 0

[servers.docs.limits]
bytes = 1000
pages = 2
items = 3
depth = 4

[servers.docs.guards.search]
limit = 50
max_bytes = 65536

[servers.docs.normalize]
paths = true
dates = false
set-order = true
build = 'build \\d+'

[servers.github.profiles.readonly]
env = { GITHUB_READ_ONLY = "1" }
args = ["--read-only"]

[servers.weather]
python = "examples.weather:server"

[servers.captured]
catalog = "catalogs/github.json"

[servers.behind]
url = "https://example.com/mcp"
oauth = { client-id = "me", client-secret = "${SECRET}", scope = "read", issuer = "https://login.example.com" }

[policy]
preset = "strict"
fail-on = "breaking"
encoding = "o200k_base"
reading = "literal"
[policy.severity]
"tool-description-changed" = "safe"
"github/search" = { "tool-removed" = "risky" }
"tool-removed" = { severity = "breaking", reason = "we mean it" }
[policy.severity.docs]
"tool-removed" = "safe"
"tool-added" = { severity = "risky", reason = "we look at each" }
[policy.approvals]
approvers = ["ana@example.com", "ben@example.com"]
breaking = 2
risky = 0
[policy.budget]
server-tokens = 20000
tool-tokens = 1500
growth-percent = 10
context-window = 200000
[policy.risk]
low = 1
medium = 2
high = 3
"""


def written(folder, text, name="govern.toml"):
    (folder / name).write_text(text, "utf-8")
    return folder / name


def refused(folder, text, name="govern.toml"):
    with pytest.raises(PolicyInvalid) as error:
        load_config(written(folder, text, name), folder)
    assert error.value.exit_code is Exit.INVALID
    return str(error.value)


def test_every_key_is_read(tmp_path):
    settings = load_config(written(tmp_path, WHOLE), tmp_path).settings
    assert settings.jobs == 3
    github, docs = settings.servers["github"], settings.servers["docs"]
    assert github.command == ["npx", "-y", "@modelcontextprotocol/server-github@2025.4.8"]
    assert (github.timeout, type(github.timeout)) == (90.0, float)
    assert github.client == {"roots": {"listChanged": True}}
    assert github.profiles["readonly"].args == ["--read-only"]
    assert (docs.limits.bytes, docs.limits.pages, docs.limits.items, docs.limits.depth) == (1000, 2, 3, 4)
    assert (docs.guards["search"].limit, docs.guards["search"].max_bytes) == (50, 65536)
    assert docs.normalize == {"paths": True, "dates": False, "set-order": True, "build": r"build \d+"}
    assert settings.servers["behind"].oauth
    assert settings.servers["behind"].oauth.client_id == "me"
    policy = settings.policy
    assert (policy.preset, policy.fail_on, policy.encoding, policy.reading) == (
        "strict",
        "breaking",
        "o200k_base",
        "literal",
    )
    assert policy.severity == {
        "tool-description-changed": "safe",
        "github/search": {"tool-removed": "risky"},
        "tool-removed": {"severity": "breaking", "reason": "we mean it"},
        "docs": {"tool-removed": "safe", "tool-added": {"severity": "risky", "reason": "we look at each"}},
    }
    assert policy.approvals == ApprovalKeys(["ana@example.com", "ben@example.com"], None, 0, 2)
    assert (policy.budget.server_tokens, policy.budget.growth_percent, policy.budget.context_window) == (
        20000,
        10,
        200000,
    )
    assert (policy.risk.low, policy.risk.medium, policy.risk.high) == (1, 2, 3)


def test_defaults(tmp_path):
    config = load_config(written(tmp_path, '[servers.x]\ncommand = ["x"]\n'), tmp_path)
    server, policy = config.settings.servers["x"], config.policy
    assert (server.timeout, server.client, server.transport) == (60.0, {}, "auto")
    assert (policy.preset, policy.fail_on, policy.encoding, policy.reading) == (
        "balanced",
        None,
        "cl100k_base",
        "documented",
    )
    assert config.lock == tmp_path / "capability.lock"


def test_the_nearest_file_upwards_is_found(tmp_path):
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    written(tmp_path, '[servers.far]\ncommand = ["x"]')
    assert load_config(None, below).root == tmp_path
    written(tmp_path / "a", '[tool.govern.servers.near]\ncommand = ["x"]', "pyproject.toml")
    assert list(load_config(None, below).settings.servers) == ["near"]
    written(tmp_path / "a", '[servers.nearer]\ncommand = ["x"]')
    assert list(load_config(None, below).settings.servers) == ["nearer"]


@pytest.mark.parametrize("other", ["[project]\nname = 'govern'", "this is no TOML", "[tool.other]\ngovern = 1"])
def test_a_pyproject_without_the_table_is_ignored(tmp_path, other):
    below = tmp_path / "below"
    below.mkdir()
    written(below, other, "pyproject.toml")
    written(tmp_path, '[servers.x]\ncommand = ["x"]')
    assert load_config(None, below).root == tmp_path


def test_an_invalid_pyproject_that_mentions_govern_is_an_error(tmp_path):
    written(tmp_path, "[tool.govern.servers.x\n", "pyproject.toml")
    with pytest.raises(PolicyInvalid, match="is not valid TOML"):
        load_config(None, tmp_path)


def test_without_a_config_the_hint_is_govern_init(tmp_path):
    with pytest.raises(PolicyInvalid, match="govern init") as error:
        load_config(None, tmp_path)
    assert error.value.exit_code == 2


def test_a_named_file_must_be_there(tmp_path):
    with pytest.raises(PolicyInvalid, match="file not found"):
        load_config(tmp_path / "other.toml", tmp_path)


def test_a_named_pyproject_must_have_the_table(tmp_path):
    assert "[tool.govern]" in refused(tmp_path, "[project]\nname = 'x'\n", "pyproject.toml")


def test_a_file_that_is_not_toml_or_not_text_is_an_error(tmp_path):
    assert "line 2" in refused(tmp_path, "jobs = 1\njobs = = 2\n")
    (tmp_path / "bad.toml").write_bytes(b"jobs = 1 # \xff")
    with pytest.raises(PolicyInvalid, match="cannot be read: not UTF-8 at byte 11"):
        load_config(tmp_path / "bad.toml", tmp_path)
    with pytest.raises(PolicyInvalid, match=r"cannot be read: Is a directory$"):
        load_config(tmp_path, tmp_path)


def test_a_byte_order_mark_is_ignored(tmp_path):
    (tmp_path / "govern.toml").write_bytes(b"\xef\xbb\xbfjobs = 2\r\n")
    assert load_config(None, tmp_path).settings.jobs == 2


def test_all_problems_are_reported_with_their_keys(tmp_path):
    message = refused(
        tmp_path,
        """\
job = 2
[servers.github]
comand = ["x"]
command = 7
env = { A = 1 }
transport = "ssh"
[servers.github.profiles.p]
url = 3
[servers.github.guards.search]
max-bytes = 1
[policy]
preset = "ballanced"
[policy.severity]
x = "unsafe"
[policy.budget]
tool-token = 3
""",
    )
    for line in (
        "10 problems",
        "line 1: job: unknown key; did you mean jobs?",
        "line 3: servers.github.comand: unknown key; did you mean command?",
        "line 4: servers.github.command: should be a list or a string; put it in quotes",
        "servers.github.env.A: should be a string; put it in quotes",
        "line 6: servers.github.transport: should be auto | http | sse",
        "line 8: servers.github.profiles.p.url: should be a string; put it in quotes",
        "line 10: servers.github.guards.search.max-bytes: unknown key; did you mean max_bytes?",
        "line 12: policy.preset: should be strict | balanced | compatible; did you mean balanced?",
        "line 14: policy.severity.x: should be safe | risky | breaking",
        "line 16: policy.budget.tool-token: unknown key; did you mean tool-tokens?",
    ):
        assert line in message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("jobs = 1\n[server.x]\ncommand = ['a']", "line 2: server: unknown key; did you mean servers?"),
        ("jobs = 1\n[[polcy.x.y]]", "line 2: polcy: unknown key"),
        ("jobs = 1\nserver.x.command = 1", "line 2: server: unknown key"),
        ("jobs = 1\nserver = { x = 1 }", "line 2: server: unknown key"),
        ("jobs = 1\n'a=b' = 1", 'line 2: "a=b": unknown key'),
        ('jobs = 1\n"a # b" = 1', 'line 2: "a # b": unknown key'),
        ("jobs = 1\n'a.b' . c = 1", 'line 2: "a.b": unknown key'),
        ("[servers.x]\ncommand = [\n  'a',\n]\nretries = -1", "line 5: servers.x.retries"),
        ("[servers.x]\ncommand = ['a', # ] [\n  '[policy]'\n]\nretries = -1", "line 5: servers.x.retries"),
        (
            '[servers.x]\ncommand = [\'a\']\ncwd = """\nretries = 1\n[policy]\n"""\nretries = -1',
            "line 7: servers.x.retries",
        ),
        ("[servers.x]\ncommand = ['a']\ncwd = '''\n[a]''' # [\nretries = -1", "line 5: servers.x.retries"),
        ('[servers.x]\ncommand = ["a\\"[", "b"]\nretries = -1', "line 3: servers.x.retries"),
        ("[policy]\nreach = [\n 'cursor',\n 'claude-cod']", "line 2: policy.reach[1]: should be"),
        ("jobs = 0", "line 1: jobs: should be at least 1"),
    ],
)
def test_every_problem_has_its_line(tmp_path, text, message):
    assert message in refused(tmp_path, text)
    with pytest.raises(PolicyInvalid, match=re.escape(message)) as error:
        config_from_text(text, tmp_path / "govern.toml", "HEAD:govern.toml")
    assert error.value.where == "HEAD:govern.toml"


def test_in_pyproject_the_lines_are_those_of_the_file(tmp_path):
    message = refused(tmp_path, '[project]\nname = "x"\n[tool.govern]\njobs = "3"\n', "pyproject.toml")
    assert "line 4: jobs: should be a whole number" in message


def test_errors_never_show_a_value(tmp_path):
    message = refused(
        tmp_path, '[servers.x]\nurl = "http://a"\ntoken = ["hush-hush"]\nheaders = { A = ["hush-hush"] }\n'
    )
    assert "hush-hush" not in message
    assert "servers.x.token: should be a string" in message


def test_a_config_is_read_without_pydantic(tmp_path):
    program = (
        "import sys; from pathlib import Path; from govern.policy.config import load_config;"
        "load_config(Path(sys.argv[1]), Path());"
        "sys.exit(sorted({'pydantic', 'tomlkit', 'mcp', 'asyncio'} & sys.modules.keys()) or 0)"
    )
    file = written(tmp_path, WHOLE)
    done = subprocess.run([sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
