"""A hostile registry: nothing that it says may act on the terminal, run a program, read a variable or never end."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.desk import Desk
from tests.endpoints.code_host import Answer, Asked, serving
from tests.endpoints.mcp_registry import McpRegistry, entry, package

NAME = "io.github.evil/books"
ACTS = "a\x1b[2J\x1b]0;t\x07\r::error::owned\n\u202e\U000e0041[x](javascript:1)<script>"


@dataclass
class Hostile(McpRegistry):
    """A registry that gives one answer to everything."""

    says: Any = None

    def answer(self, asked: Asked) -> Answer:
        self.asked.append(asked)
        return (200, self.says) if not callable(self.says) else self.says(asked)


@pytest.fixture
def hostile() -> Iterator[Hostile]:
    with serving(Hostile()) as host:
        yield host


@pytest.fixture(autouse=True)
def repository_here(desk: Desk) -> None:
    """Make the desk a repository, so that no config above it is used."""
    (desk.folder / ".git").mkdir()


def texts(**more: Any) -> Any:
    said = {"description": ACTS, "default": "x", "choices": ["x", ACTS]}
    fields = {
        "environmentVariables": [{"name": "MODE", **said}, {"name": "KEY", "description": ACTS, "isRequired": True}],
        **more,
    }
    found = entry(NAME, packages=[package("npm", "books", **fields)])
    found["server"] |= {"description": ACTS, "title": ACTS}
    meta = found["_meta"]["io.modelcontextprotocol.registry/official"]
    meta |= {"status": "deprecated", "statusMessage": ACTS}
    return found


@pytest.mark.parametrize("words", [("--dry-run",), ("--yes",), ("--yes", "--json")])
def test_texts_of_a_registry_do_not_act_on_the_terminal(desk: Desk, hostile: Hostile, words: tuple[str, ...]) -> None:
    hostile.says = texts()
    out = desk.ok("add", NAME, "--registry", hostile.url, *words).out
    assert "books@1.2.0" in out
    assert not any(character in out for character in "\x1b\x07\r\u202e\U000e0041")
    assert "\n::error" not in out
    if "--dry-run" not in words:
        text = (desk.folder / "govern.toml").read_text("utf-8")
        assert text.isascii()
        assert "error" not in text


def test_a_registry_that_answers_for_another_server_is_an_error(desk: Desk, hostile: Hostile) -> None:
    hostile.says = entry("io.github.evil/other", packages=[package("npm", "other")])
    answer = desk.govern("add", NAME, "--registry", hostile.url, "--yes")
    assert answer.code == 3
    assert "it sent io.github.evil/other" in answer.err
    hostile.says = entry(NAME, "2.0.0", packages=[package("npm", "books", "2.0.0")])
    assert desk.govern("add", f"{NAME}@1.2.0", "--registry", hostile.url, "--yes").code == 3


@pytest.mark.parametrize(
    "says", [[], "x", 7, {"server": {}}, {"server": {"name": NAME, "version": "1\x1b[2J"}}, {"servers": []}]
)
def test_an_answer_that_is_no_server_is_an_error(desk: Desk, hostile: Hostile, says: Any) -> None:
    hostile.says = says
    answer = desk.govern("add", NAME, "--registry", hostile.url, "--yes")
    assert answer.code == 3
    assert "\x1b" not in answer.err
    assert not (desk.folder / "govern.toml").exists()


def test_an_answer_without_end_or_depth_is_cut_off(desk: Desk, hostile: Hostile) -> None:
    started = time.monotonic()
    hostile.says = {"server": {"name": NAME, "version": "1", "description": "x" * 20_000_000}}
    answer = desk.govern("add", NAME, "--registry", hostile.url, "--yes")
    assert (answer.code, "larger than" in answer.err) == (3, True)
    deep: Any = []
    for _ in range(100):
        deep = [deep]
    hostile.says = {"server": {"name": NAME, "version": "1", "_meta": deep}}
    assert "nested more than 64" in desk.govern("add", NAME, "--registry", hostile.url, "--yes").err
    assert time.monotonic() - started < 20


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://127.0.0.1", "javascript:1", "https://a:b@x.example", "x"])
def test_a_registry_is_a_web_address(desk: Desk, url: str) -> None:
    assert desk.govern("add", NAME, "--registry", url, "--yes").code == 2


def test_no_program_of_the_checkout_is_run(desk: Desk, hostile: Hostile) -> None:
    hostile.says = entry(NAME, packages=[package("npm", "books", fileSha256="0" * 64)])
    desk.write("npm", "#!/bin/sh\ntouch owned\n").chmod(0o755)
    desk.monkeypatch.setenv("PATH", ".")
    answer = desk.govern("add", NAME, "--registry", hostile.url, "--yes")
    assert (answer.code, "npm is not installed" in answer.err) == (3, True)
    assert not (desk.folder / "owned").exists()


def test_what_a_registry_adds_stays_one_table(desk: Desk, hostile: Hostile) -> None:
    arguments = [{"type": "positional", "value": '"]\n[policy]\npreset = "compatible"'}]
    hostile.says = texts(packageArguments=arguments)
    assert desk.govern("add", NAME, "--registry", hostile.url, "--yes").code == 2
    arguments[0]["value"] = "'] #"
    hostile.says = texts(packageArguments=arguments)
    desk.write("govern.toml", '[policy]\npreset = "strict"\n')
    desk.ok("add", NAME, "--registry", hostile.url, "--yes")
    document = json.loads(desk.ok("add", NAME, "--registry", hostile.url, "--yes", "--json").out)
    assert document["present"] is True
    assert document["command"] == ["npx", "-y", "books@1.2.0", "'] #"]
