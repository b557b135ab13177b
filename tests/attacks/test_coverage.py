"""Attempts to bring a server past the gate in a client's config; each kind has an honest counterpart that passes."""

import json
import os
from collections.abc import Callable
from typing import Any

import pytest

from govern.report.formats import Format
from tests.attacks.victim import Victim, assert_held, assert_passes

EVIL = {"command": "npx", "args": ["-y", "evil-mcp@latest"]}
GOOD = {"command": "node", "args": ["server.js"], "env": {"MODE": "plain"}}
REMOTE = {"url": "https://api.example.com/mcp", "headers": {"X-Team": "docs"}}
SAID = "evil-mcp"


def config(**servers: Any) -> str:
    return json.dumps({"mcpServers": servers})


def commit(victim: Victim, files: dict[str, str | bytes]) -> None:
    """Commit files, by their paths from the root, on a new branch."""
    victim.branch()
    for name, content in files.items():
        victim.desk.write(f"../{name}", content)
    victim.commit("add a client config")


PLACES = [
    ".mcp.json",
    "pkg/.mcp.json",
    "deep/below/.cursor/mcp.json",
    ".vscode/mcp.json",
    ".vscode/settings.json",
    ".github/agents/helper.agent.md",
    ".claude/agents/helper.md",
    ".devcontainer/devcontainer.json",
    "all.code-workspace",
    ".continue/mcpServers/x.yaml",
    "opencode.json",
    ".agents/mcp.json",
    ".codex/config.toml",
    # Other spellings that file systems of Windows and macOS take for a client's own.
    ".MCP.json",
    ".Cursor/MCP.JSON",
    ".mcp.j\u017fon",
    ".mcp.json.",
    ".mcp.json ",
    ".cursor./mcp.json",
]
FORMS = {
    ".vscode/mcp.json": {"servers": {"evil": EVIL}},
    ".vscode/settings.json": {"mcp.servers": {"evil": EVIL}},
    ".devcontainer/devcontainer.json": {"customizations": {"vscode": {"mcp": {"servers": {"evil": EVIL}}}}},
    "all.code-workspace": {"settings": {"mcp": {"servers": {"evil": EVIL}}}},
    "opencode.json": {"mcp": {"evil": {"type": "local", "command": ["npx", "-y", "evil-mcp@latest"]}}},
    ".agents/mcp.json": {"evil": {"type": "local", "command": ["npx", "-y", "evil-mcp@latest"]}},
}
TEXTS = {
    ".github/agents/helper.agent.md": "---\nmcp-servers:\n  evil:\n    command: npx\n    args: [-y, evil-mcp@latest]\n---\nHi\n",  # noqa: E501
    ".claude/agents/helper.md": "---\nmcpServers:\n  - evil:\n      command: npx\n      args: [-y, evil-mcp@latest]\n---\nHi\n",  # noqa: E501
    ".continue/mcpServers/x.yaml": "mcpServers:\n  - name: evil\n    command: npx\n    args: [-y, evil-mcp@latest]\n",
    ".codex/config.toml": '[mcp_servers.evil]\ncommand = "npx"\nargs = ["-y", "evil-mcp@latest"]\n',
}


@pytest.mark.parametrize("place", PLACES)
def test_a_server_that_the_config_does_not_name_is_rejected(victim: Victim, place: str) -> None:
    if os.name == "nt" and place.endswith((".", " ")):
        pytest.skip("Windows creates no such file")
    commit(victim, {place: TEXTS.get(place) or json.dumps(FORMS.get(place, {"mcpServers": {"evil": EVIL}}))})
    assert_held(victim.attempt("gate"), "failed   coverage", SAID, code=1)
    checked = victim.attempt("init", "--check")
    assert_held(checked, SAID, code=1)


@pytest.mark.parametrize("form", Format)
def test_every_report_names_the_server_and_escapes_it(victim: Victim, form: Format) -> None:
    entry = {"command": "npx", "args": ["-y", "evil-mcp", "\x1b[31m", "\u202e", "a\nok lock", "</pre><b>|`"]}
    commit(victim, {".mcp.json": config(evil=entry)})
    answer = victim.attempt("gate", "--format", form)
    assert_held(answer, SAID, code=1)
    # XML and JSON have escapes of their own.
    assert not {"\x1b", "\u202e"} & {*answer.out}
    assert "\nok lock" not in answer.out


def test_a_repository_without_client_configs_passes_as_before(victim: Victim) -> None:
    commit(victim, {"notes.txt": "evil-mcp", "mcp.json": config(evil=EVIL), ".vscode/settings.json": '{"a": 1}'})
    assert_passes(victim.attempt("gate", "--verbose"), "allowed")
    assert_passes(victim.attempt("init", "--check"), "no client config of this project names a server")


def test_an_ordinary_broken_file_without_servers_passes(victim: Victim) -> None:
    commit(victim, {".vscode/settings.json": '{"editor.tabSize": {{ cookiecutter.size }} }'})
    assert_passes(victim.attempt("gate"), "allowed")


NOTHING_EVIL = "failed   coverage"
HIDDEN: dict[str, tuple[dict[str, str | bytes], str]] = {
    "a comment": ({".mcp.json": '{/* "mcpServers": {} */ "mcpServers": {"e": {"command": "evil-mcp", // x\n}}}'}, SAID),
    "a repeated table": ({".mcp.json": '{"mcpServers": {}, "mcpServers": {}}'}, "occurs more than once"),
    "a repeated server": (
        {".mcp.json": '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}'},
        "more than once",
    ),
    "a repeated key": ({".mcp.json": '{"mcpServers": {"a": {"command": "x", "command": "y"}}}'}, "more than once"),
    "a repeated key in YAML": (
        {".continue/config.yaml": "mcpServers:\n  - name: a\n    command: x\n    command: y\n"},
        "occurs more than once",
    ),
    "behind a comment that ends early for some": (
        {".vscode/mcp.json": '{// \r "servers": {"e": {"command": "evil-mcp"}}, //\n "a": 1}'},
        NOTHING_EVIL,
    ),
    "in Git LFS": (
        {".vscode/mcp.json": "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 9\n"},
        "is stored with Git LFS",
    ),
    "in another header": (
        {".claude/agents/a.md": '---json\n{"mcpServers": {"e": {"command": "evil-mcp"}}}\n---\nHi\n'},
        "its header has no end",
    ),
    "below empty lines": (
        {".claude/agents/a.md": "\n\n---\nmcpServers: {e: {command: evil-mcp}}\n---\nHi\n"},
        SAID,
    ),
    "an escaped key": ({".mcp.json": '{"\\u006dcpServers": {"e": {"command": "evil-mcp"}}}'}, SAID),
    "an escaped key in a broken file": ({".vscode/settings.json": '{"\\u006dcp": {"servers": {}}, !}'}, NOTHING_EVIL),
    "a broken file": ({".mcp.json": '{"mcpServers": {"e": {"command": "evil-mcp"}}'}, NOTHING_EVIL),
    "UTF-16": ({".mcp.json": config(evil=EVIL).encode("utf-16")}, "not UTF-8"),
    "a byte order mark": ({".mcp.json": b"\xef\xbb\xbf" + config(evil=EVIL).encode()}, SAID),
    "a huge file": ({".mcp.json": config(evil=EVIL) + " " * (5 * 1024 * 1024)}, "larger than 4 MiB"),
    "deep nesting": ({".mcp.json": '{"mcpServers": ' + "[" * 100_000}, NOTHING_EVIL),
    "a list": ({".mcp.json": '{"mcpServers": [["npx", "evil-mcp"]]}'}, "is not a table"),
    "no table": ({".mcp.json": '{"mcpServers": {"e": "npx evil-mcp"}}'}, "is not a table"),
    "disabled": ({".mcp.json": config(evil=EVIL | {"disabled": True})}, SAID),
    "excluded": (
        {".gemini/settings.json": '{"mcp": {"excluded": ["e"]}, "mcpServers": {"e": {"command": "evil-mcp"}}}'},
        SAID,
    ),
    "two targets": (
        {".mcp.json": config(evil=EVIL | {"url": "https://x.example/mcp"})},
        "more than one command or URL",
    ),
    "a helper": (
        {".mcp.json": config(a={"url": "https://x.example/mcp", "headersHelper": "evil-mcp"})},
        "headersHelper",
    ),
    "two spellings": ({"crush.json": '{"mcp": {"a": {"command": "x", "cmd": "evil-mcp"}}}'}, "gives command twice"),
    "a list of arguments that is none": ({".mcp.json": config(a={"command": "x", "args": "evil-mcp"})}, "args is not"),
    "another protocol": ({".mcp.json": config(a={"type": "ws", "url": "wss://x.example"})}, "neither http"),
    "a submodule's config beside a good one": ({".mcp.json": config(a=EVIL), "x/.mcp.json": "{}"}, SAID),
}


@pytest.mark.parametrize(("files", "message"), HIDDEN.values(), ids=HIDDEN)
def test_a_hidden_server_is_rejected(victim: Victim, files: dict[str, str | bytes], message: str) -> None:
    commit(victim, files)
    assert_held(victim.attempt("gate"), "failed   coverage", message, code=1)
    assert_held(victim.attempt("init", "--check"), "" if message == NOTHING_EVIL else message, code=1)


def cursor_to_folder(victim: Victim) -> None:
    victim.desk.write("../settings/mcp.json", config(evil=EVIL))
    (victim.root / ".cursor").symlink_to("settings")


def cursor_to_another_case(victim: Victim) -> None:
    victim.desk.write("../settings/mcp.json", config(evil=EVIL))
    (victim.root / ".cursor").symlink_to("SETTINGS")


def cursor_through_two_links(victim: Victim) -> None:
    victim.desk.write("../one/mcp.json", config(evil=EVIL))
    (victim.root / "two").symlink_to("one")
    (victim.root / "pkg" / ".cursor").symlink_to("../two")


def cursor_above_a_link(victim: Victim) -> None:
    victim.desk.write("../other/one/mcp.json", config(evil=EVIL))
    victim.desk.write("../other/in/notes.txt", "")
    victim.desk.write("../one/notes.txt", "")
    (victim.root / "in").symlink_to("other/in")
    (victim.root / ".cursor").symlink_to("in/../one")


def file_to_file(victim: Victim) -> None:
    victim.desk.write("../notes.txt", config(evil=EVIL))
    (victim.root / ".mcp.json").symlink_to("notes.txt")


def root_as_folder(victim: Victim) -> None:
    victim.desk.write("../mcp.json", config(evil=EVIL))
    (victim.root / ".cursor").symlink_to(".")


def out_of_the_repository(victim: Victim) -> None:
    victim.desk.write("../../evil.json", config(evil=EVIL))
    (victim.root / ".mcp.json").symlink_to("../evil.json")


def folder_out_of_the_repository(victim: Victim) -> None:
    victim.desk.write("../../evil/mcp.json", config(evil=EVIL))
    (victim.root / ".cursor").symlink_to("../evil")


def link_to_nothing(victim: Victim) -> None:
    (victim.root / ".mcp.json").symlink_to("made-later.json")


def circle(victim: Victim) -> None:
    (victim.root / ".cursor").symlink_to("other")
    (victim.root / "other").symlink_to(".cursor")


def two_levels(victim: Victim) -> None:
    victim.desk.write("../b/mcp.json", config(evil=EVIL))
    victim.desk.write("../a/notes.txt", "")
    (victim.root / "a" / "settings").symlink_to("../b")
    (victim.root / ".kiro").symlink_to("a")


def many_links(victim: Victim) -> None:
    for number in range(50):
        (victim.root / f"d{number}").mkdir()
        (victim.root / f"d{number}" / ".cursor").symlink_to("..")
    victim.desk.write("../mcp.json", config(evil=EVIL))


LINKS = [
    cursor_to_folder, cursor_to_another_case, cursor_through_two_links, cursor_above_a_link, file_to_file,
    root_as_folder, out_of_the_repository, folder_out_of_the_repository, link_to_nothing, circle, two_levels,
    many_links,
]  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="links")
@pytest.mark.parametrize("attack", LINKS)
def test_a_server_behind_a_link_is_rejected(victim: Victim, attack: Callable[[Victim], None]) -> None:
    victim.branch()
    attack(victim)
    victim.commit("link")
    assert_held(victim.attempt("gate"), "failed   coverage", code=1)
    assert_held(victim.attempt("init", "--check"), code=1)


def test_a_config_that_only_the_commit_has_is_rejected(victim: Victim) -> None:
    """A build that removes the file before the gate runs hides nothing."""
    commit(victim, {".mcp.json": config(evil=EVIL)})
    (victim.root / ".mcp.json").unlink()
    assert_held(victim.attempt("gate"), "failed   coverage", SAID, code=1)


def test_a_submodule_in_place_of_a_clients_folder_is_rejected(victim: Victim) -> None:
    victim.branch()
    victim.git("update-index", "--add", "--cacheinfo", f"160000,{victim.head()},.cursor")
    victim.git("commit", "-q", "-m", "a submodule")
    assert_held(victim.attempt("gate"), "failed   coverage", "is a submodule", code=1)


RELEASED = """\
[servers.good]
command = ["node", "server.js"]
env = { MODE = "plain", MORE = "here" }
[servers.remote]
url = "https://api.example.com/mcp"
headers = { X-Team = "docs" }
token = "${API_TOKEN}"
"""
CHANGED: dict[str, tuple[dict[str, Any], str]] = {
    "an argument": (
        GOOD | {"args": ["server.js", "--evil"]},
        "command differs (govern.toml: node server.js, pkg/.mcp.json: node server.js --evil)",
    ),
    "an argument less": (GOOD | {"args": []}, "command differs (govern.toml: node server.js, pkg/.mcp.json: node)"),
    "a variable": (
        GOOD | {"env": {"NODE_OPTIONS": "--require ./evil.js"}},
        "env NODE_OPTIONS differs (govern.toml: not set, ",
    ),
    "a value": (GOOD | {"env": {"MODE": "evil"}}, "env MODE differs (govern.toml: plain, pkg/.mcp.json: evil)"),
    "another folder": (GOOD | {"cwd": "evil"}, "cwd differs (govern.toml: ., pkg/.mcp.json: evil)"),
    "an env file": (GOOD | {"envFile": "evil.env"}, "env-file differs (govern.toml: not set, pkg/.mcp.json: evil.env)"),
    "a URL": (
        REMOTE | {"url": "https://evil.example/mcp"},
        "url differs (govern.toml: https://api.example.com/mcp, pkg/.mcp.json: https://evil.example/mcp)",
    ),
    "a header": (
        REMOTE | {"headers": {"X-Evil": "1"}},
        "header x-evil differs (govern.toml: not set, pkg/.mcp.json: 1)",
    ),
    "another variable": (REMOTE | {"headers": {"Authorization": "Bearer ${AWS_SECRET}"}}, "header authorization"),
    "a secret": (
        REMOTE | {"headers": {"Authorization": f"Bearer ghp_{'a1' * 18}"}},
        "header authorization contains a secret; write it as Bearer ${API_TOKEN}",
    ),
    "a second command": (GOOD | {"command": "evil", "transport": {"command": "node"}}, "gives command twice"),
    "second headers": (REMOTE | {"requestInit": {"headers": {"X-Team": "docs"}}}, "gives headers twice"),
    "second variables": (GOOD | {"environment": {"MODE": "plain"}}, "gives env twice"),
    "two tokens": (
        REMOTE | {"headers": {"Authorization": "Bearer ${API_TOKEN}"}, "bearer_token_env_var": "AWS_SECRET"},
        "gives authorization twice",
    ),
    "a header in two cases": (REMOTE | {"headers": {"X-Team": "evil", "x-team": "docs"}}, "gives x-team twice"),
    "another token": (REMOTE | {"apiKey": "${AWS_SECRET}"}, "header authorization"),
    "another login": (REMOTE | {"oauth": {"authorizationUrl": "https://evil.example"}}, "another URL for OAuth"),
    "another folder by another name": (
        GOOD | {"workingDirectory": "evil"},
        "cwd differs (govern.toml: ., pkg/.mcp.json: evil)",
    ),
    "a value of the editor's settings": (
        REMOTE | {"headers": {"Authorization": "Bearer ${config:api.token}"}},
        "is a value of the client's settings",
    ),
    "another folder of the editor": (
        GOOD | {"args": ["${workspaceFolder:evil}/server.js"]},
        "of the client's settings",
    ),
    "client credentials": (REMOTE | {"oauth": {"clientId": "a", "clientSecret": "${B}"}}, "other client credentials"),
}


def uncovered(victim: Victim, entry: dict[str, Any], name: str = "good", place: str = "pkg/.mcp.json") -> Any:
    """Return what `init --check` says of an entry, with the servers of RELEASED in the config."""
    victim.configure("[servers.a]", f"{RELEASED}[servers.a]")
    victim.desk.write(f"../{place}", config(**{name: entry}))
    return victim.attempt("init", "--check")


@pytest.mark.parametrize(("entry", "message"), CHANGED.values(), ids=CHANGED)
def test_each_part_of_an_entry_counts(victim: Victim, entry: dict[str, Any], message: str) -> None:
    answer = uncovered(victim, entry, "remote" if "url" in entry else "good")
    assert_held(answer, message, code=1)
    assert "ghp_" not in answer.out


@pytest.mark.parametrize(
    "entry",
    [
        GOOD,
        {"command": "node", "args": ["server.js"]},
        {"command": "node server.js"},
        REMOTE,
        REMOTE | {"headers": {"authorization": "Bearer ${API_TOKEN}", "x-team": "docs"}},
        GOOD | {"disabled": True, "alwaysAllow": ["look"], "timeout": 5},
    ],
)
def test_an_entry_of_the_config_passes_under_any_name(victim: Victim, entry: dict[str, Any]) -> None:
    assert_passes(
        uncovered(victim, entry, "renamed"), "1 client config in the work tree names only what govern.toml names"
    )


@pytest.mark.parametrize("place", [".mcp.json", "pkg/sub/.cursor/mcp.json"])
def test_the_same_words_in_another_folder_start_another_program(victim: Victim, place: str) -> None:
    assert_held(uncovered(victim, GOOD, place=place), "cwd differs (govern.toml: ., ", code=1)


def test_an_input_of_the_editor_passes_without_a_default(victim: Victim) -> None:
    victim.configure("[servers.a]", f"{RELEASED}[servers.a]")
    prompt = {"id": "api-token", "type": "promptString", "password": True}
    entry = REMOTE | {"headers": {"Authorization": "Bearer ${input:api-token}"}}
    for more, code in ({}, 0), ({"default": "evil"}, 1):
        victim.desk.write(".vscode/mcp.json", json.dumps({"inputs": [prompt | more], "servers": {"remote": entry}}))
        assert victim.attempt("init", "--check").code == code


def test_a_secret_in_a_client_config_is_rejected(victim: Victim) -> None:
    entry = REMOTE | {"headers": {"X-Api-Key": f"sk-{'a1' * 18}"}}
    victim.configure("[servers.a]", '[servers.b]\nurl = "https://api.example.com/mcp"\n'
                     'headers = { X-Api-Key = "${B_API_KEY}" }\n[servers.a]')  # fmt: skip
    victim.desk.write(".mcp.json", config(b=entry))
    answer = victim.attempt("init", "--check")
    assert_held(answer, "b: contains a secret; write it as ${B_API_KEY}", code=1)
    assert "a1a1" not in answer.out


SECRET = f"sk-{'a1' * 18}"
HIDING = {
    "in an entry that runs govern": ({"command": "govern", "args": ["run", "b"], "env": {"B_TOKEN": SECRET}}, ()),
    "in a setting that the entry does not use": (
        {"command": "govern", "args": ["run", "b"], "headers": {"X-Api-Key": SECRET}}, ()
    ),
    "beside another command": (
        {"command": "node", "args": ["evil.js"], "env": {"B_TOKEN": SECRET}}, ("b: command differs",)
    ),
    "beside a value of the editor's settings": (
        {"command": "node", "args": ["${config:x}"], "env": {"B_TOKEN": SECRET}}, ("b: ${config:x} is a value",)
    ),
    "beside a setting given twice": (
        {"command": "node", "env": {"B_TOKEN": SECRET}, "environment": {}}, ("b: gives env twice",)
    ),
}  # fmt: skip


@pytest.mark.parametrize(("entry", "others"), HIDING.values(), ids=HIDING)
def test_no_other_property_of_an_entry_hides_its_secret(victim: Victim, entry: Any, others: tuple[str, ...]) -> None:
    victim.configure("[servers.a]", '[servers.b]\ncommand = ["node", "server.js"]\n'
                     'env = { B_TOKEN = "${B_TOKEN}" }\n[servers.a]')  # fmt: skip
    victim.desk.write(".mcp.json", config(b=entry))
    answer = victim.attempt("init", "--check")
    assert_held(answer, "b: contains a secret; write it as ${B_", *others, code=1)
    assert "a1a1" not in answer.out


def test_the_gate_rejects_a_secret_in_an_entry_that_runs_govern(victim: Victim) -> None:
    entry = {"command": "govern", "args": ["run", "a"], "env": {"TOKEN": SECRET}}
    commit(victim, {"pkg/.mcp.json": config(a=entry)})
    assert_held(victim.attempt("gate"), "failed   coverage", "a: contains a secret; write it as ${TOKEN}", code=1)


@pytest.mark.parametrize("allowed", ["pkg/.mcp.json", "pkg", "pkg/*", "*", "npx -y evil-mcp@latest"])
def test_an_exception_is_a_weaker_policy_and_needs_an_approval(victim: Victim, allowed: str) -> None:
    commit(victim, {"pkg/.mcp.json": config(evil=EVIL)})
    victim.configure("[policy.approvals]", f'[policy.gate]\nuncovered = ["{allowed}"]\n[policy.approvals]')
    victim.commit("allow it")
    answer = victim.attempt("gate")
    assert_held(answer, "policy.gate.uncovered", "failed   coverage", code=1)
    victim.approve("ana", *victim.open_ids())
    assert_passes(victim.attempt("gate"), "allowed")


@pytest.mark.parametrize("allowed", ["pkg/.mcp", "kg/.mcp.json", "npx -y evil-mcp", "evil", ".mcp.json"])
def test_an_exception_covers_nothing_else(victim: Victim, allowed: str) -> None:
    victim.configure("[policy.approvals]", f'[policy.gate]\nuncovered = ["{allowed}"]\n[policy.approvals]')
    victim.desk.write(".mcp.json", config(evil=EVIL))
    assert_held(victim.attempt("init", "--check"), SAID, code=1)


def test_an_approved_command_does_not_cover_more_of_the_entry(victim: Victim) -> None:
    victim.configure("[policy.approvals]", '[policy.gate]\nuncovered = ["npx -y evil-mcp@latest"]\n[policy.approvals]')
    victim.desk.write(".mcp.json", config(evil=EVIL))
    assert_passes(victim.attempt("init", "--check"))
    victim.desk.write(".mcp.json", config(evil=EVIL | {"env": {"NODE_OPTIONS": "--require ./evil.js"}}))
    assert_held(victim.attempt("init", "--check"), "NODE_OPTIONS", code=1)


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "text",
    ["/*" * 500_000, '\\"' * 500_000, '"\\' * 500_000, "," * 1_000_000, '{"a":' * 200_000, "// x\n" * 200_000],
    ids=["comments", "quotes", "escapes", "commas", "tables", "lines"],
)
def test_a_config_that_is_slow_to_read_does_not_stop_the_gate(victim: Victim, text: str) -> None:
    commit(victim, {".mcp.json": f"{text} mcpServers"})
    assert_held(victim.attempt("gate"), "failed   coverage", code=1)


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "text",
    [
        "a: &a [x, x]\n"
        + "".join(f"a{n}: &a{n} [*a{n - 1 or ''}, *a{n - 1 or ''}]\n" for n in range(1, 40))
        + "mcpServers: *a39\n",
        "mcpServers: " + "[" * 20_000,
        "mcpServers: {" + ", ".join(f"s{n}: {{command: x}}" for n in range(20_000)) + "}",
    ],
    ids=["aliases", "depth", "size"],
)
def test_yaml_that_is_slow_to_read_does_not_stop_the_gate(victim: Victim, text: str) -> None:
    commit(victim, {".continue/config.yaml": text})
    assert_held(victim.attempt("gate"), "failed   coverage", code=1)


def advised(victim: Victim, content: str, place: str = ".mcp.json") -> list[str]:
    """Return the remedies that `init --check` prints for a client config."""
    victim.desk.write(place, content)
    checked = victim.attempt("init", "--check")
    assert checked.code == 1
    return [line.removeprefix("next: ") for line in checked.out.splitlines() if line.startswith("next: ")]


def test_each_kind_of_difference_has_its_own_remedy(victim: Victim) -> None:
    victim.configure("[servers.a]", f"{RELEASED}[servers.a]")
    file = "pkg/.mcp.json"
    same = f"change govern.toml or {file}, so that both are the same"
    assert advised(victim, config(good=GOOD | {"command": "evil"}, a=GOOD | {"command": "worse"})) == [same]
    secret = REMOTE | {"headers": {"Authorization": f"Bearer ghp_{'a1' * 18}"}}
    assert advised(victim, config(remote=secret)) == [f"replace each secret in {file} with its variable"]
    assert advised(victim, '{"mcpServers": {\n"a": }') == [f"correct {file}"]
    assert "line 2" in victim.attempt("init", "--check").out
    off = config(off=EVIL | {"disabled": True})
    assert advised(victim, off) == [f"remove off, which is disabled, from {file}, or add it to govern.toml by hand"]
    empty = f"correct empty in {file}, or list {file} in policy.gate.uncovered"
    assert advised(victim, config(empty={})) == [empty]
    assert advised(victim, config(u={"command": "a\0"})) == [
        f"correct u in {file}, or list {file} in policy.gate.uncovered"
    ]


def test_the_remedies_for_a_missing_server_and_a_secret_resolve_them(victim: Victim) -> None:
    remedy, secret = advised(victim, config(new=GOOD, b=REMOTE | {"headers": {"X-Api-Key": f"sk-{'a1' * 18}"}}))
    assert secret == "replace each secret in pkg/.mcp.json with its variable"
    assert remedy == "add it to govern.toml: govern init --from .mcp.json"
    victim.desk.ok(*remedy.partition("govern ")[2].split()[-3:])
    assert "write it as ${B_API_KEY}" in victim.attempt("init", "--check").out
    victim.desk.write(".mcp.json", config(new=GOOD, b=REMOTE | {"headers": {"X-Api-Key": "${B_API_KEY}"}}))
    assert victim.attempt("init", "--check").code == 0


def test_the_gate_names_uncommitted_client_configs(victim: Victim) -> None:
    commit(victim, {".mcp.json": config(evil=EVIL)})
    answer = victim.attempt("gate")
    assert_held(answer, "1 difference between client configs at HEAD and govern.toml", code=1)
    assert "uncommitted" not in answer.out
    (victim.root / ".mcp.json").unlink()
    assert_passes(victim.attempt("init", "--check"), "")
    note = ".mcp.json has uncommitted changes, which are not checked"
    assert_held(victim.attempt("gate"), SAID, note, "then commit the client configs", code=1)
    victim.commit("remove it")
    victim.desk.write("../.cursor/mcp.json", config(evil=EVIL))
    assert_passes(victim.attempt("gate"), ".cursor/mcp.json has uncommitted")
