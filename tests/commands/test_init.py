import json
import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from govern.commands.init import InitRequest, init
from govern.errors import PolicyInvalid, UsageError
from govern.policy.config import load_config
from govern.policy.target import Command
from govern.policy.targets import targets

SECRET = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
OTHER_SECRET = "sk-proj-abcdefghijklmnop0123456789"
TIME = {"command": "uvx", "args": ["mcp-server-time==2025.9.25"]}
TIME_TABLE = {"command": ["uvx", "mcp-server-time==2025.9.25"]}


@pytest.fixture
def home(tmp_path):
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def project(home):
    (home / "project").mkdir()
    return home / "project"


def put(folder, path, content):
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return file


def written(report):
    return report.path.read_bytes().decode()


def tables(report):
    """Return the written servers as every other command reads them."""
    config = load_config(report.path, report.path.parent)
    document = tomllib.loads(written(report))
    servers = document.get("tool", {}).get("govern", document).get("servers", {})
    assert list(config.settings.servers) == list(servers)
    return servers


def run(home, project, platform="linux", environ=None, **request):
    return init(InitRequest(**request), home, project, platform, environ or {})


@pytest.mark.parametrize(
    ("platform", "base", "path", "keys", "client"),
    [
        ("linux", "project", ".mcp.json", ["mcpServers"], "project"),
        ("linux", "home", ".config/Claude/claude_desktop_config.json", ["mcpServers"], "Claude Desktop"),
        (
            "darwin",
            "home",
            "Library/Application Support/Claude/claude_desktop_config.json",
            ["mcpServers"],
            "Claude Desktop",
        ),
        ("win32", "home", "AppData/Roaming/Claude/claude_desktop_config.json", ["mcpServers"], "Claude Desktop"),
        (
            "win32",
            "home",
            "AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json",
            ["mcpServers"],
            "Claude Desktop",
        ),
        ("linux", "home", ".claude.json", ["mcpServers"], "Claude Code"),
        ("linux", "project", ".vscode/mcp.json", ["servers"], "VS Code"),
        ("linux", "project", ".vscode/settings.json", ["mcp", "servers"], "VS Code"),
        ("linux", "project", ".vscode/settings.json", ["mcp.servers"], "VS Code"),
        ("linux", "home", ".config/Code/User/mcp.json", ["servers"], "VS Code"),
        ("linux", "home", ".config/Code/User/settings.json", ["mcp", "servers"], "VS Code"),
        ("linux", "home", ".config/Code/User/profiles/-abc/mcp.json", ["servers"], "VS Code"),
        ("darwin", "home", "Library/Application Support/Code/User/mcp.json", ["servers"], "VS Code"),
        ("win32", "home", "AppData/Roaming/Code - Insiders/User/mcp.json", ["servers"], "VS Code"),
        ("linux", "project", ".cursor/mcp.json", ["mcpServers"], "Cursor"),
        ("linux", "home", ".cursor/mcp.json", ["mcpServers"], "Cursor"),
        ("linux", "home", ".codeium/windsurf/mcp_config.json", ["mcpServers"], "Windsurf"),
        ("linux", "project", ".gemini/settings.json", ["mcpServers"], "Gemini CLI"),
        ("linux", "home", ".gemini/settings.json", ["mcpServers"], "Gemini CLI"),
    ],
)
def test_each_file_of_each_client_is_read(home, project, platform, base, path, keys, client):
    content: dict[str, object] = {"time": TIME}
    for key in reversed(keys):
        content = {key: content, "other": True}
    put(home if base == "home" else project, path, content)
    report = run(home, project, platform)
    assert tables(report) == {"time": TIME_TABLE}
    assert [source.client for source in report.found[0].sources] == [client]
    shown = f"~/{path}" if base == "home" else path
    assert f"# found in {shown} ({client})\n[servers.time]\n" in written(report)


def test_claude_code_knows_servers_of_this_project(home, project):
    other = {"other": {"command": "other"}}
    content = {"projects": {str(project): {"mcpServers": {"time": TIME}}, "/elsewhere": {"mcpServers": other}}}
    put(home, ".claude.json", content)
    assert tables(run(home, project)) == {"time": TIME_TABLE}


def test_where_variables_name_the_folder(home, project, tmp_path):
    put(tmp_path, "xdg/Code/User/mcp.json", {"servers": {"a": TIME}})
    put(tmp_path, "codex/config.toml", '[mcp_servers.b]\ncommand = "b"\n')
    put(tmp_path, "appdata/Claude/claude_desktop_config.json", {"mcpServers": {"c": {"command": "c"}}})
    environ = {"XDG_CONFIG_HOME": str(tmp_path / "xdg"), "CODEX_HOME": str(tmp_path / "codex")}
    assert set(tables(run(home, project, "linux", environ))) == {"a", "b"}
    (project / "govern.toml").unlink()
    assert set(tables(run(home, project, "win32", {"APPDATA": str(tmp_path / "appdata")}))) == {"c"}


@pytest.mark.parametrize("where", ["home", "project"])
def test_codex(home, project, where):
    put(
        home if where == "home" else project,
        ".codex/config.toml",
        f"""
model = "x"
[mcp_servers.local]
command = "npx"
args = ["-y", "foo@1.2.3"]
env_vars = ["FORWARDED", {{ name = "REMOTE", source = "remote" }}]
startup_timeout_sec = 30
[mcp_servers.local.env]
API_KEY = "{SECRET}"
[mcp_servers.remote]
url = "https://x.example/mcp"
bearer_token_env_var = "REMOTE_TOKEN"
http_headers = {{ X-Team = "docs" }}
env_http_headers = {{ X-Key = "KEY_VAR" }}
[mcp_servers.off]
command = "x"
enabled = false
""",
    )
    report = run(home, project)
    assert tables(report) == {
        "local": {
            "command": ["npx", "-y", "foo@1.2.3"],
            "env": {"FORWARDED": "${FORWARDED}", "REMOTE": "${REMOTE}", "API_KEY": "${API_KEY}"},
        },
        "remote": {
            "url": "https://x.example/mcp",
            "headers": {"X-Team": "docs", "X-Key": "${KEY_VAR}"},
            "token": "${REMOTE_TOKEN}",
        },
    }
    assert [(skipped.name, skipped.reason) for skipped in report.discovery.skipped] == [
        ("off", "disabled in the client")
    ]


def test_vs_code_inputs_env_file_and_comments(home, project):
    put(
        project,
        ".vscode/mcp.json",
        """{
  // what the editor asks for
  "inputs": [
    {"id": "api-key", "type": "promptString", "description": "Key", "password": true, "default": "hush-hush"},
    {"id": "region", "type": "pickString", "default": "eu"},
  ],
  "servers": {
    "local": {
      "type": "stdio", "command": "node",
      "args": ["${workspaceFolder}/server.js", "${workspaceFolder}", "${userHome}/x"],
      "env": {"API_KEY": "${input:api-key}", "REGION": "${input:region}", "FROM": "${env:THERE}", "N": 3, "B": true,
              "GONE": null, "W": "${workspaceFolderBasename}", "C": "${config:some.setting}"},
      "envFile": "${workspaceFolder}/secrets.env", "cwd": "${workspaceFolder}", /* here */
    },
    "remote": {"type": "http", "url": "https://x.example/mcp", "headers": {"Authorization": "Bearer ${input:api-key}"}},
    "old": {"type": "sse", "url": "https://x.example/sse"},
  },
}""",
    )
    report = run(home, project)
    assert tables(report) == {
        "local": {
            "command": ["node", "./server.js", ".", "${HOME}/x"],
            "env-file": "secrets.env",
            "env": {
                "API_KEY": "${API_KEY}",
                "REGION": "${REGION:-eu}",
                "FROM": "${THERE}",
                "N": "3",
                "B": "true",
                "W": "project",
                "C": "${SOME_SETTING}",
            },
        },
        "remote": {"url": "https://x.example/mcp", "headers": {"Authorization": "Bearer ${API_KEY}"}},
        "old": {"url": "https://x.example/sse", "transport": "sse"},
    }
    assert "hush" not in written(report)
    assert {variable.name for variable in report.placeholders} == {*("HOME", "API_KEY", "THERE", "SOME_SETTING")}


def test_cursor_windsurf_and_gemini_spellings(home, project):
    put(
        home,
        ".cursor/mcp.json",
        {
            "mcpServers": {
                "line": {"command": "npx -y foo@1.2.3 'a b'"},
                "oauth": {
                    "url": "https://o.example/mcp",
                    "auth": {"CLIENT_ID": "me", "CLIENT_SECRET": "${env:CLIENT_SECRET}", "scopes": ["a", "b"]},
                },
            }
        },
    )
    put(
        home,
        ".codeium/windsurf/mcp_config.json",
        {
            "mcpServers": {
                "surf": {"serverUrl": "https://s.example/mcp", "headers": {"X": "${env:SURF:-calm}"}},
                "off": {**TIME, "disabled": True},
                "on": {"command": "on", "disabled": False},
            }
        },
    )
    put(
        home,
        ".gemini/settings.json",
        {
            "mcp": {"excluded": ["excluded"]},
            "mcpServers": {
                "http": {"httpUrl": "https://g.example/mcp", "url": "https://g.example/sse"},
                "sse": {"url": "https://g.example/sse", "type": "sse"},
                "bare": {"command": "x", "env": {"A": "$DB_STRING", "B": "${EXTERNAL}", "C": "$5"}, "cwd": "./servers"},
                "excluded": {"command": "never"},
            },
        },
    )
    report = run(home, project)
    assert tables(report) == {
        "line": {"command": ["npx", "-y", "foo@1.2.3", "a b"]},
        "oauth": {
            "url": "https://o.example/mcp",
            "oauth": {"client-id": "me", "client-secret": "${CLIENT_SECRET}", "scope": "a b"},
        },
        "surf": {"url": "https://s.example/mcp", "headers": {"X": "${SURF:-calm}"}},
        "on": {"command": ["on"]},
        "http": {"url": "https://g.example/mcp"},
        "sse": {"url": "https://g.example/sse", "transport": "sse"},
        "bare": {"command": ["x"], "env": {"A": "${DB_STRING}", "B": "${EXTERNAL}", "C": "$5"}, "cwd": "./servers"},
    }
    assert [skipped.name for skipped in report.discovery.skipped] == ["off", "excluded"]


def test_secrets_become_placeholders_and_it_names_which_to_set(home, project):
    put(
        project,
        ".mcp.json",
        {
            "mcpServers": {
                "github": {
                    "command": "docker",
                    "args": ["run", "-e", f"TOKEN={OTHER_SECRET}", "--api-key", "flag-secret", "x"],
                    "env": {"GITHUB_TOKEN": SECRET, "MODE": "plain", "DB": "postgres://me:db-secret@h/db"},
                },
                "docs": {
                    "url": "https://me:url-secret@docs.example/Zk3Vb9Qw7Lm2Xc8Rt5Yp/mcp?token=query-secret&team=x",
                    "headers": {"Authorization": "Bearer header-secret-1", "X-API-Key": "key-secret"},
                },
                "again": {"command": "x", "env": {"GITHUB_TOKEN": SECRET}},
                "differs": {"command": "y", "env": {"GITHUB_TOKEN": OTHER_SECRET + "z"}},
                "falls-back": {"command": "z", "env": {"A": f"${{TOKEN:-{SECRET}}}", "B": "${PLAIN:-yes}"}},
            }
        },
    )
    report = run(home, project, environ={"GITHUB_TOKEN": "set"})
    for secret in (SECRET, OTHER_SECRET, "Zk3Vb9Qw7Lm2Xc8Rt5Yp", "flag-secret", "db-secret", "url-secret", "y-secret"):
        assert secret not in written(report)
        assert secret not in repr(report)
    servers = tables(report)
    assert servers["github"] == {
        "command": ["docker", "run", "-e", "TOKEN=${GITHUB_TOKEN_2}", "--api-key", "${GITHUB_API_KEY}", "x"],
        "env": {"GITHUB_TOKEN": "${GITHUB_TOKEN}", "MODE": "plain", "DB": "postgres://me:${GITHUB_PASSWORD}@h/db"},
    }
    assert servers["docs"] == {
        "url": "https://me:${DOCS_PASSWORD}@docs.example/${DOCS_SECRET}/mcp?token=${DOCS_TOKEN}&team=x",
        "headers": {"Authorization": "Bearer ${DOCS_TOKEN_2}", "X-API-Key": "${DOCS_API_KEY}"},
    }
    assert servers["falls-back"]["env"] == {"A": "${TOKEN}", "B": "${PLAIN:-yes}"}
    variables = {variable.name: variable for variable in report.placeholders}
    shared = servers["again"]["env"]["GITHUB_TOKEN"].strip("${}")
    assert variables[shared].servers == ("github", "again")
    assert variables[shared].was_inline
    assert variables["GITHUB_TOKEN"].is_set
    assert "PLAIN" not in variables
    assert servers["differs"]["env"]["GITHUB_TOKEN"] not in ("${GITHUB_TOKEN}", f"${{{shared}}}")


def test_the_values_stand_where_they_stood(home, project):
    """With the variables set to the secrets, the servers are those of the clients."""
    put(
        project,
        ".mcp.json",
        {
            "mcpServers": {
                "a": {
                    "command": "run",
                    "args": [
                        f"--key={SECRET}",
                        "--header",
                        f"Authorization: Bearer {OTHER_SECRET}",
                        "a$$b",
                        "$${X}",
                        "${",
                    ],
                    "env": {"A_TOKEN": "first-secret", "URL": "amqp://me:second-secret@h"},
                }
            }
        },
    )
    report = run(home, project)
    known = {"A_KEY": SECRET, "A_TOKEN": "first-secret", "A_TOKEN_2": OTHER_SECRET, "A_PASSWORD": "second-secret"}
    by_place = {variable.name for variable in report.placeholders}
    assert len(by_place) == 4
    environ = {name: known[name] for name in by_place}
    how = targets(load_config(None, project), None, environ)[0].how
    assert isinstance(how, Command)
    assert how.argv == (
        "run",
        f"--key={SECRET}",
        "--header",
        f"Authorization: Bearer {OTHER_SECRET}",
        "a$$b",
        "$${X}",
        "${",
    )
    assert how.env == {"A_TOKEN": "first-secret", "URL": "amqp://me:second-secret@h"}


def test_the_same_server_in_several_clients_is_one(home, project):
    put(
        project,
        ".mcp.json",
        {"mcpServers": {"time": TIME, "github": {"command": "a", "env": {"GITHUB_TOKEN": SECRET}}}},
    )
    put(home, ".cursor/mcp.json", {"mcpServers": {"Time": TIME}})
    put(
        project,
        ".vscode/mcp.json",
        {"servers": {"github": {"command": "a", "env": {"GITHUB_TOKEN": "${env:GITHUB_TOKEN}"}}}},
    )
    report = run(home, project)
    assert list(tables(report)) == ["time", "github"]
    assert "# found in .mcp.json (project), ~/.cursor/mcp.json (Cursor)\n[servers.time]" in written(report)
    assert "# found in .mcp.json (project), .vscode/mcp.json (VS Code)\n[servers.github]" in written(report)


def test_the_same_name_for_another_server_gets_a_number(home, project):
    put(project, ".mcp.json", {"mcpServers": {"a": {"command": "one"}, "a/b": {"command": "x"}}})
    put(
        home,
        ".cursor/mcp.json",
        {"mcpServers": {"a": {"command": "two"}, "a@b": {"command": "y"}, "a-2": {"command": "z"}}},
    )
    assert {name: table["command"] for name, table in tables(run(home, project)).items()} == {
        "a": ["one"],
        "a-b": ["x"],
        "a-2": ["two"],
        "a-b-2": ["y"],
        "a-2-2": ["z"],
    }


def test_running_it_again_adds_what_is_new_and_touches_nothing_else(home, project):
    put(project, ".cursor/mcp.json", {"mcpServers": {"time": TIME}})
    first = run(home, project)
    assert (first.added, first.kept, first.wrote) == (("time",), (), True)
    edited = (
        written(first).replace("mcp-server-time==2025.9.25", "mcp-server-time==2026.1.1")
        + "# mine\n\n\n[policy.risk]\nlow=5"
    )
    put(project, "govern.toml", edited)
    again = run(home, project)
    assert (again.added, again.kept, again.wrote, written(again)) == ((), (), False, edited)
    (changed,) = again.changed
    assert changed.name == "time"
    sides = "govern.toml: uvx mcp-server-time==2026.1.1, .cursor/mcp.json: uvx mcp-server-time==2025.9.25"
    assert changed.differences == (f"command differs ({sides})",)
    put(home, ".cursor/mcp.json", {"mcpServers": {"other": {"command": "uvx", "args": ["other"]}}})
    third = run(home, project)
    assert (third.added, third.kept, third.wrote) == (("other",), (), True)
    assert written(third).startswith(edited + "\n")
    assert (
        written(third)
        .removeprefix(edited)
        .startswith("\n\n# found in ~/.cursor/mcp.json (Cursor)\n# unpinned: uvx runs")
    )
    assert set(tables(third)) == {"time", "other"}
    assert not run(home, project).wrote


def test_a_server_that_was_renamed_is_kept(home, project):
    put(project, ".mcp.json", {"mcpServers": {"time": TIME}})
    put(project, "govern.toml", '[servers.clock]\ncommand = ["uvx", "mcp-server-time==2025.9.25"]\n')
    report = run(home, project)
    assert (report.added, report.kept, report.wrote) == ((), ("time",), False)


def test_windows_line_ends_stay(home, project):
    put(project, ".mcp.json", {"mcpServers": {"time": TIME}})
    (project / "govern.toml").write_bytes(b"jobs = 2 # mine\r\n")
    report = run(home, project)
    assert written(report).startswith("jobs = 2 # mine\r\n\r\n# found")
    assert "\n" not in written(report).replace("\r\n", "")
    assert set(tables(report)) == {"time"}


def test_our_table_in_pyproject_grows(home, project):
    before = '[project]\nname = "x"\n\n[tool.govern.servers.mine]\ncommand = ["x"]\n\n[tool.other]\na = 1\n'
    put(project, "pyproject.toml", before)
    put(project, ".mcp.json", {"mcpServers": {"time": TIME}})
    report = run(home, project)
    assert report.path == project / "pyproject.toml"
    assert written(report).startswith(before)
    assert "\n[tool.govern.servers.time]\n" in written(report)
    assert set(tables(report)) == {"mine", "time"}
    assert not (project / "govern.toml").exists()


def test_a_file_that_cannot_grow_stays_as_it_is(home, project):
    put(project, ".mcp.json", {"mcpServers": {"time": TIME}})
    before = 'servers = { mine = { command = ["x"] } }\n'
    put(project, "govern.toml", before)
    with pytest.raises(PolicyInvalid, match=r"\[servers.NAME\]"):
        run(home, project)
    assert (project / "govern.toml").read_text("utf-8") == before


def test_nothing_found_writes_a_commented_start(home, project):
    report = run(home, project)
    assert (report.found, report.added, report.wrote) == ((), (), True)
    assert tables(report) == {}
    commented = [line.removeprefix("# ") for line in written(report).partition("python or catalog:")[2].splitlines()]
    (project / "examples.toml").write_text("\n".join(line for line in commented if line != "#"), "utf-8")
    assert list(load_config(project / "examples.toml", project).settings.servers) == [
        "time",
        "docs",
        "weather",
        "captured",
    ]
    assert not run(home, project).wrote


def test_what_cannot_be_read_is_reported_and_the_rest_goes_on(home, project):
    broken = put(home, ".cursor/mcp.json", '{"mcpServers": {')
    no_text = home / ".gemini" / "settings.json"
    no_text.parent.mkdir()
    no_text.write_bytes(b"\xff\xfe{")
    toml = put(home, ".codex/config.toml", "[mcp_servers.a\n")
    shape = put(home, ".codeium/windsurf/mcp_config.json", {"mcpServers": ["a"]})
    deep = put(home, ".claude.json", "[" * 100_000)
    entry = put(project, ".vscode/mcp.json", {"servers": {"a": 3, "time": TIME}})
    report = run(home, project)
    assert tables(report) == {"time": TIME_TABLE}
    assert {unreadable.path for unreadable in report.discovery.unreadable} == {
        broken,
        no_text,
        toml,
        shape,
        deep,
        entry,
    }
    assert all(unreadable.reason for unreadable in report.discovery.unreadable)


@pytest.mark.skipif(
    os.name == "nt" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything"
)
def test_a_file_that_may_not_be_read(home, project):
    file = put(home, ".cursor/mcp.json", {"mcpServers": {"time": TIME}})
    file.chmod(0)
    assert [unreadable.path for unreadable in run(home, project).discovery.unreadable] == [file]


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({}, "no command and no url"),
        ({"type": "sdk", "name": "x"}, "unsupported type sdk"),
        ({"type": "ws", "url": "wss://x.example/mcp"}, "neither http:// nor https://"),
        ({"command": "x", "args": ["a\0b"]}, "NUL"),
        ({"command": "x", "env": {"A=B": "c"}}, "is not a valid variable name"),
        ({"command": "x", "args": ["\ud800"]}, "contains a lone surrogate"),
    ],
)
def test_an_entry_that_could_not_be_used_is_left_out_with_its_reason(home, project, entry, reason):
    put(project, ".mcp.json", {"mcpServers": {"bad": entry, "time": TIME}})
    report = run(home, project)
    assert list(tables(report)) == ["time"]
    assert [skipped.name for skipped in report.discovery.skipped] == ["bad"]
    assert reason in report.discovery.skipped[0].reason


def test_no_half_written_file_and_no_leftovers(home, project):
    put(project, ".mcp.json", {"mcpServers": {"time": TIME}})
    run(home, project)
    assert sorted(path.name for path in project.iterdir()) == [".mcp.json", "govern.toml"]


def test_a_link_stays_a_link(home, project, tmp_path):
    real = put(tmp_path, "real.toml", "jobs = 2\n")
    try:
        (project / "govern.toml").symlink_to(real)
    except OSError:
        pytest.skip("links are not allowed here")
    put(project, ".mcp.json", {"mcpServers": {"time": TIME}})
    run(home, project)
    assert (project / "govern.toml").is_symlink()
    assert "[servers.time]" in real.read_text("utf-8")


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
ENTRIES = st.fixed_dictionaries(
    {"command": TEXTS.filter(bool)},
    optional={"args": st.lists(TEXTS, max_size=3), "env": st.dictionaries(TEXTS, TEXTS, max_size=2), "cwd": TEXTS},
) | st.fixed_dictionaries({"url": TEXTS}, optional={"headers": st.dictionaries(TEXTS, TEXTS, max_size=2)})


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=75, deadline=None)
@given(st.dictionaries(TEXTS, ENTRIES, max_size=3))
def test_whatever_clients_hold_the_file_is_accepted_and_stable(tmp_path, servers):
    project = Path(tmp_path) / "p"
    project.mkdir(exist_ok=True)
    (project / "govern.toml").unlink(missing_ok=True)
    put(project, ".mcp.json", {"mcpServers": servers})
    report = run(tmp_path / "nobody", project)
    written = tables(report)
    assert {found.name: dict(found.table) for found in report.found} == written
    assert len(report.found) + len(report.discovery.skipped) <= len(servers)
    assert not run(tmp_path / "nobody", project).wrote


def names(report):
    return [found.name for found in report.found]


@pytest.fixture
def both(home, project):
    """A project with a client config, and a user with another."""
    put(project, ".mcp.json", {"mcpServers": {"ours": {"command": "ours"}}})
    put(home, ".cursor/mcp.json", {"mcpServers": {"mine": {"command": "mine"}}})


@pytest.mark.usefixtures("both")
def test_in_a_repository_only_the_projects_configs_are_read(home, project):
    assert names(run(home, project)) == ["ours", "mine"]
    (project / ".git").mkdir()
    assert names(run(home, project)) == ["ours"]
    assert names(run(home, project, levels=("user",))) == ["mine"]
    assert names(run(home, project, levels=("project", "user"))) == ["ours", "mine"]


@pytest.mark.usefixtures("both")
def test_what_was_read_and_what_is_absent_are_reported(home, project):
    report = run(home, project)
    assert report.read == (".mcp.json (project)", "~/.cursor/mcp.json (Cursor)")
    assert "Zed" in report.discovery.absent
    assert "Cursor" not in report.discovery.absent


@pytest.mark.parametrize("source", ["cursor", "Cursor", "~/.cursor/mcp.json"])
@pytest.mark.usefixtures("both")
def test_one_client_or_file_alone(home, project, source, monkeypatch):
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    report = run(home, project, source=source)
    assert (names(report), report.read) == (["mine"], ("~/.cursor/mcp.json (Cursor)",))


def test_a_file_of_no_known_client_may_use_the_keys_of_any(home, project):
    put(project, "servers.json", {"context_servers": {"a": TIME}, "mcp": {"servers": {"b": {"command": "b"}}}})
    assert names(run(home, project, source="servers.json")) == ["b", "a"]


def test_an_unknown_client_is_an_error_that_names_the_known_ones(home, project):
    with pytest.raises(UsageError, match="no file and no client named 'crusor'; did you mean Cursor") as error:
        run(home, project, source="crusor")
    assert "Windsurf, Zed" in error.value.hint
    assert not (project / "govern.toml").exists()


@pytest.mark.usefixtures("both")
def test_a_dry_run_writes_nothing_and_shows_what_it_would_write(home, project):
    dry = run(home, project, dry_run=True)
    assert not dry.wrote
    assert not dry.path.exists()
    assert dry.added_text == written(run(home, project))
    put(project, ".mcp.json", {"mcpServers": {"ours": {"command": "ours"}, "new": {"command": "new"}}})
    before = (project / "govern.toml").read_text("utf-8")
    dry = run(home, project, dry_run=True)
    assert (project / "govern.toml").read_text("utf-8") == before
    assert "[servers.new]" in dry.added_text
    assert "[servers.ours]" not in dry.added_text


def test_a_subfolder_uses_the_config_above_it(home, project):
    (project / ".git").mkdir()
    put(project, "govern.toml", "jobs = 2\n")
    put(project, ".mcp.json", {"mcpServers": {"top": {"command": "node", "args": ["top.js"]}}})
    put(
        project,
        "packages/a/.mcp.json",
        {"mcpServers": {"inner": {"command": "node", "args": ["${workspaceFolder}/inner.js"], "cwd": "src"}}},
    )
    report = run(home, project / "packages" / "a")
    assert report.path == project / "govern.toml"
    assert tables(report) == {
        "inner": {"command": ["node", "../inner.js"], "cwd": "packages/a/src"},
        "top": {"command": ["node", "top.js"]},
    }
    assert report.read == (".mcp.json (project)", "packages/a/.mcp.json (project)")[::-1]
    assert "# found in packages/a/.mcp.json (project)\n[servers.inner]" in written(report)
    assert not (project / "packages" / "a" / "govern.toml").exists()
    assert not run(home, project / "packages" / "a").wrote


def test_a_new_config_is_written_at_the_top_of_the_repository(home, project):
    (project / ".git").mkdir()
    put(project, ".mcp.json", {"mcpServers": {"top": {"command": "node", "args": ["top.js"]}}})
    (project / "sub").mkdir()
    report = run(home, project / "sub")
    assert (report.path, report.place) == (project / "govern.toml", "../govern.toml")
    assert "# found in .mcp.json (project)\n[servers.top]" in written(report)
    assert tables(report) == {"top": {"command": ["node", "top.js"]}}


def test_a_file_of_the_home_folder_is_read_as_its_client_reads_it(home, project, monkeypatch):
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    put(home, ".cursor/mcp.json", {"mcpServers": {"time": TIME}})
    assert tables(run(home, project, source="cursor", levels=("user",))) == {"time": TIME_TABLE}
    again = run(home, project, source="~/.cursor/mcp.json")
    assert (again.kept, again.changed) == (("time",), ())


@pytest.fixture
def in_home(desk, home, monkeypatch):
    """Return the desk, with an empty home folder of its own."""
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    return desk


def test_an_invalid_config_is_an_error_and_nothing_is_written(in_home):
    in_home.git("init", "-q")
    (in_home.folder / "govern.toml").unlink(missing_ok=True)
    in_home.write(".mcp.json", '{"mcpServers": {\n"a": }')
    answer = in_home.govern("init")
    assert (answer.code, answer.err) == (2, "")
    assert "unreadable" in answer.out
    assert "line 2" in answer.out
    assert "no server was read; govern.toml is not written\nnext: correct " in answer.out
    assert "has a configured server" not in answer.out
    assert not (in_home.folder / "govern.toml").exists()
    in_home.write(".cursor/mcp.json", json.dumps({"mcpServers": {"time": TIME}}))
    answer = in_home.govern("init")
    assert (answer.code, answer.err) == (2, "")
    assert "govern.toml written\nnext: correct " in answer.out


def test_the_files_that_still_contain_secrets_are_named(in_home):
    in_home.git("init", "-q")
    (in_home.folder / "govern.toml").unlink(missing_ok=True)
    github = {"command": "a", "env": {"GITHUB_TOKEN": SECRET}}
    in_home.write(".mcp.json", json.dumps({"mcpServers": {"github": github}}))
    in_home.write(
        ".vscode/mcp.json", '{"servers": {"github": {"command": "a", "env": {"GITHUB_TOKEN": "${env:GITHUB_TOKEN}"}}}}'
    )
    still = ".mcp.json still contains a secret: replace it with the variable GITHUB_TOKEN"
    for _ in range(2):
        answer = in_home.govern("init")
        assert (answer.code, still in answer.out, ".vscode/mcp.json still" in answer.out) == (0, True, False)
        assert SECRET not in answer.out
    document = in_home.govern("init", "--json").document
    assert document["secrets"] == [{"path": ".mcp.json", "variables": ["GITHUB_TOKEN"]}]


def test_a_repository_does_not_use_the_config_of_the_folder_around_it(home, project):
    put(home, "govern.toml", "jobs = 2\n")
    (project / ".git").mkdir()
    assert run(home, project).path == project / "govern.toml"


def test_a_default_is_kept_and_not_requested(home, project):
    env = {"LEVEL": "${LEVEL:-info}", "HOST": "${HOST}", "OTHER": "${HOST:-x}"}
    put(project, ".mcp.json", {"mcpServers": {"a": {"command": "a", "env": env}}})
    report = run(home, project)
    assert tables(report)["a"]["env"] == env
    assert [variable.name for variable in report.placeholders] == ["HOST"]


@pytest.mark.parametrize(
    ("entry", "differences"),
    [
        ({"command": "node", "args": ["b.js"]}, ["command differs (govern.toml: node a.js, .mcp.json: node b.js)"]),
        (
            {"url": "https://x.example/mcp"},
            ["server differs (govern.toml: A=1 node a.js, .mcp.json: https://x.example/mcp)"],
        ),
        ({"command": "node", "args": ["a.js"], "cwd": "sub"}, ["cwd differs (govern.toml: ., .mcp.json: sub)"]),
        (
            {"command": "node", "args": ["a.js"], "env": {"A": "2", "B": "3"}},
            ["env A differs (govern.toml: 1, .mcp.json: 2)", "env B differs (govern.toml: not set, .mcp.json: 3)"],
        ),
        (
            {"command": "node", "args": ["a.js"], "env": {"A": SECRET}},
            ["env A differs (govern.toml: 1, .mcp.json: ${A})"],
        ),
    ],
)
def test_a_changed_entry_is_reported_and_the_config_stays(home, project, entry, differences):
    before = '[servers.a]\ncommand = "node"\nargs = ["a.js"]\nenv = { A = "1" }\n'
    put(project, "govern.toml", before)
    put(project, ".mcp.json", {"mcpServers": {"a": entry}})
    report = run(home, project)
    (changed,) = report.changed
    assert [*changed.differences] == differences
    assert (report.added, report.kept, report.wrote, written(report)) == ((), (), False, before)


def test_a_changed_header_is_reported(home, project):
    put(project, "govern.toml", '[servers.a]\nurl = "https://x.example/mcp"\ntoken = "${A}"\n')
    headers = {"authorization": "Bearer ${A}", "X-Team": "docs"}
    put(project, ".mcp.json", {"mcpServers": {"a": {"url": "https://x.example/mcp", "headers": headers}}})
    (changed,) = run(home, project).changed
    assert changed.differences == ("header x-team differs (govern.toml: not set, .mcp.json: docs)",)


@pytest.mark.parametrize("text", ['{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}',
                                  '{"mcpServers": {"a": {"command": "x", "command": "y"}}}',
                                  '{"mcpServers": {}, "mcpServers": {"a": {"command": "x"}}}'])  # fmt: skip
def test_a_repeated_key_is_unreadable(home, project, text):
    put(project, ".mcp.json", text)
    assert ["more than once" in each.reason for each in run(home, project).discovery.unreadable] == [True]


def test_a_config_that_holds_a_secret_is_an_error(home, project):
    before = f'[servers.a]\ncommand = "a"\nenv = {{ GITHUB_TOKEN = "{SECRET}" }}\n'
    put(project, "govern.toml", before)
    put(project, ".mcp.json", {"mcpServers": {"time": TIME}})
    with pytest.raises(PolicyInvalid, match=r"line 3: servers.a.env.GITHUB_TOKEN: contains a secret") as error:
        run(home, project)
    assert SECRET not in str(error.value)
    assert (project / "govern.toml").read_text("utf-8") == before
