"""The manifest of an MCP bundle as a table of govern.toml."""

import json
import sys
from typing import Any

import pytest

from govern.policy.bundle_manifest import bundle_installation
from govern.policy.client_entries import UnusableEntryError
from govern.policy.installations import Installation

PYTHON = "python" if sys.platform == "win32" else "python3"
URL = "https://books.example.com/books.mcpb"
FILES = ("server/main.py", "server/index.js", "server/run", "server/run.exe", "config/a.json")
KEY = {"type": "string", "title": "Key", "sensitive": True, "required": True}


def config(command: str = "python", *args: Any, **fields: Any) -> dict[str, Any]:
    return {"command": command, "args": [*args], **fields}


def table(kind: str, started: dict[str, Any], **manifest: Any) -> dict[str, Any]:
    found = read({"manifest_version": "0.3", "server": {"type": kind, "mcp_config": started}, **manifest})
    return {key: value for key, value in found.table({}).items() if key != "bundle"}


def read(manifest: Any) -> Installation:
    found = Installation("mcpb", URL, sha256="0" * 64)
    content = manifest if isinstance(manifest, bytes) else json.dumps(manifest).encode()
    return bundle_installation(found, content, "books", FILES.__contains__)


def test_values_of_the_user_become_variables() -> None:
    options = {
        "api_key": KEY,
        "mode": {"type": "string", "default": "local"},
        "limit": {"type": "number", "default": 10},
        "folder": {"type": "directory", "required": True, "multiple": True, "default": ["${HOME}/Books"]},
        "unused": {"type": "string"},
    }
    args = (
        "${__dirname}/server/main.py",
        "--mode=${user_config.mode}",
        "${user_config.folder}",
        "${user_config.unused}",
    )
    env = {"BOOKS_KEY": "${user_config.api_key}", "LIMIT": "${user_config.limit}", "PYTHONPATH": "${__dirname}${/}lib",
           "HERE": "${HOME}", "PLAIN": "$x ${pathSeparator}", "OFF": "${user_config.unused}"}  # fmt: skip
    manifest = {
        "dxt_version": "0.1",
        "server": {"type": "python", "mcp_config": config("python", *args, env=env)},
        "user_config": options,
    }
    found = read(manifest)
    assert found.table({}) == {
        "bundle": f"{URL}#sha256={'0' * 64}",
        "command": [PYTHON, "${bundle}/server/main.py", "--mode=local", "${BOOKS_FOLDER}"],
        "env": {
            "BOOKS_KEY": "${BOOKS_KEY}",
            "LIMIT": "10",
            "PYTHONPATH": "${bundle}/lib",
            "HERE": "${HOME}",
            "PLAIN": "$x /",
        },
    }
    asked = {each.name: (each.required, each.secret) for each in found.inputs}
    assert asked == {
        "BOOKS_KEY": (True, True), "LIMIT": (False, False), "BOOKS_MODE": (False, False), "OFF": (False, False),
        "BOOKS_FOLDER": (True, False),
    }  # fmt: skip
    folders = found.table({"BOOKS_FOLDER": ["/a", "/b"]})["command"][-2:]
    assert folders == ["/a", "/b"]


@pytest.mark.parametrize(
    ("kind", "started", "command"),
    [
        ("node", config("node", "server/index.js", "--fast"), ["node", "${bundle}/server/index.js", "--fast"]),
        ("python", config("python3", "-m", "books"), [PYTHON, "-m", "books"]),
        ("binary", config("${__dirname}/server/run", "config/a.json"),
         ["${bundle}/server/run", "${bundle}/config/a.json"]),
        ("node", config("node", platform_overrides={sys.platform: {"args": ["server/index.js"]}}),
         ["node", "${bundle}/server/index.js"]),
        ("node", config("node", "$HOME", platform_overrides={"amiga": {"command": "sh"}}), ["node", "$HOME"]),
    ],
)  # fmt: skip
def test_the_command_of_this_platform_is_written(kind: str, started: dict[str, Any], command: list[str]) -> None:
    assert table(kind, started) == {"command": command}


@pytest.mark.parametrize(
    ("kind", "started", "more", "reason"),
    [
        ("uv", config("uv", "run"), {}, "it fetches packages when it starts"),
        (None, config(), {}, "not None"),
        ("node", config("sh", "-c", "x"), {}, "starts 'sh'"),
        ("python", config("/usr/bin/python3"), {}, "starts '/usr/bin/python3'"),
        ("binary", config("sh"), {}, "starts 'sh'"),
        ("binary", config("../../run"), {}, "starts '../../run'"),
        ("node", config("node", "${SECRET_KEY}"), {}, "${SECRET_KEY} in its manifest is not known"),
        ("node", config("node", "${user_config.other}"), {}, "is not known"),
        ("node", config("node", 7), {}, "args is not a text"),
        ("node", config("node", "\u202e"), {}, "hidden characters"),
        ("node", config("node", *["x"] * 101), {}, "at most 100 args"),
        ("node", config("node", env=["A"]), {}, "env in its manifest is not an object"),
        ("node", config("node", env={"A\nB": "1"}), {}, "is not the name of a variable"),
        ("node", config("node", env={"HOME:-x": "${user_config.a}"}), {}, "is not the name of a variable"),
        ("node", config("node", env={"A": "ghp_" + "a1B2" * 9}), {}, "a secret of its publisher"),
        ("node", config("node"), {"compatibility": {"platforms": ["amiga"]}}, "it is for amiga, and this is"),
        ("node", config("node"), {"user_config": {"a": "b"}}, "a in its manifest is not an object"),
    ],
)
def test_a_bundle_that_starts_something_else_is_refused(
    kind: str, started: dict[str, Any], more: dict[str, Any], reason: str
) -> None:
    with pytest.raises(UnusableEntryError) as error:
        table(kind, started, **more)
    assert reason in str(error.value)


@pytest.mark.parametrize("content", [b"", b"[" * 100_000, b"[]", b'{"name": "x"}', b"\xff"])
def test_another_file_is_no_manifest(content: bytes) -> None:
    with pytest.raises(UnusableEntryError, match=r"its manifest\.json is not that of an MCP bundle"):
        read(content)
