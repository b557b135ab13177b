"""`govern add` with a registry on this machine."""

import hashlib
import sys
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from tests.desk import Answer, Desk
from tests.endpoints.code_host import serving
from tests.endpoints.mcp_registry import McpRegistry, entry, package

BOOKS = "io.github.acme/books"
KEY = {"name": "BOOKS_KEY", "description": "Key of the shop.", "isRequired": True, "isSecret": True}
MODE = {"type": "named", "name": "--mode", "description": "How it works.", "choices": ["local", "proxy"]}
REMOTE = {"type": "streamable-http", "url": "https://books.example.com/mcp"}


@pytest.fixture
def registry() -> Iterator[McpRegistry]:
    listed = [
        entry(BOOKS, "1.1.0", packages=[package("npm", "@acme/books", "1.1.0")]),
        entry(
            BOOKS,
            packages=[
                package("npm", "@acme/books", environmentVariables=[KEY], packageArguments=[MODE]),
                package("pypi", "acme-books"),
            ],
            remotes=[REMOTE],
        ),
        entry("io.github.acme/old", status="deprecated", packages=[package("npm", "old")]),
        entry("io.github.acme/gone", status="deleted", packages=[package("npm", "gone")]),
    ]
    with serving(McpRegistry(listed=listed)) as host:
        yield host


@pytest.fixture(autouse=True)
def repository_here(desk: Desk) -> None:
    """Make the desk a repository, so that no config above it is used."""
    (desk.folder / ".git").mkdir()


def add(desk: Desk, registry: McpRegistry, name: str, *words: str, code: int = 0) -> Answer:
    answer = desk.govern("add", name, "--registry", registry.url, *words)
    assert answer.code == code, answer
    return answer


def servers(desk: Desk) -> Any:
    return tomllib.loads((desk.folder / "govern.toml").read_text("utf-8"))["servers"]


def test_a_server_is_added_pinned_with_a_placeholder_for_its_secret(desk: Desk, registry: McpRegistry) -> None:
    answer = add(desk, registry, BOOKS, "--yes")
    table = {"command": ["npx", "-y", "@acme/books@1.2.0"], "env": {"BOOKS_KEY": "${BOOKS_KEY}"}}
    assert servers(desk) == {"books": table}
    assert "runs     npx -y @acme/books@1.2.0" in answer.out
    assert "export this before `govern lock`:\n  BOOKS_KEY (required; secret): Key of the shop." in answer.out
    assert "left out; set with --set NAME=VALUE:\n  BOOKS_MODE (one of local, proxy): How it works." in answer.out
    assert answer.out.endswith("added books to govern.toml\nnext: govern lock books\n")
    assert f"# {BOOKS} 1.2.0 of {registry.url}\n" in (desk.folder / "govern.toml").read_text("utf-8")
    assert "already has books; nothing changed" in add(desk, registry, BOOKS, "--yes").out
    assert servers(desk) == {"books": table}


def test_what_is_in_the_config_stays_as_it_is(desk: Desk, registry: McpRegistry) -> None:
    before = '# ours\n[servers.z]   # last\ncatalog = "z.json"\n\n[policy]\npreset = "strict" # why\n'
    desk.write("govern.toml", before)
    add(desk, registry, BOOKS, "--yes", "--package", "pypi")
    text = (desk.folder / "govern.toml").read_text("utf-8")
    assert text.startswith(before)
    assert servers(desk)["books"] == {"command": ["uvx", "acme-books==1.2.0"]}


@pytest.mark.parametrize(
    ("words", "table"),
    [
        (["--package", "remote"], {"url": REMOTE["url"]}),
        (
            ["--set", "BOOKS_MODE=proxy", "--set", "BOOKS_KEY=${SHOP_KEY}"],
            {"command": ["npx", "-y", "@acme/books@1.2.0", "--mode", "proxy"], "env": {"BOOKS_KEY": "${SHOP_KEY}"}},
        ),
        (
            ["--set", "BOOKS_MODE"],
            {
                "command": ["npx", "-y", "@acme/books@1.2.0", "--mode", "${BOOKS_MODE}"],
                "env": {"BOOKS_KEY": "${BOOKS_KEY}"},
            },
        ),
    ],
)
def test_options_choose_the_package_and_set_values(
    desk: Desk, registry: McpRegistry, words: list[str], table: dict[str, Any]
) -> None:
    add(desk, registry, BOOKS, "--yes", "--name", "shop", *words)
    assert servers(desk) == {"shop": table}


def test_an_older_version_can_be_named_and_a_dry_run_writes_nothing(desk: Desk, registry: McpRegistry) -> None:
    answer = add(desk, registry, f"{BOOKS}@1.1.0", "--dry-run")
    assert 'command = ["npx", "-y", "@acme/books@1.1.0"]' in answer.out
    document = add(desk, registry, f"{BOOKS}@1.1.0", "--dry-run", "--json").document
    assert (document["format"], document["package"], document["written"]) == (
        "govern.add/1",
        "@acme/books@1.1.0",
        False,
    )
    assert not (desk.folder / "govern.toml").exists()


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["books"], "books is not a full name such as io.github.user/server"),
        (["books"], f"did you mean: govern add {BOOKS}"),
        (["io.github.acme/book"], f"did you mean: govern add {BOOKS}"),
        ([f"{BOOKS}@9.9.9"], "is not in the registry at version 9.9.9"),
        (["io.github.acme/gone"], "was removed from the registry"),
        ([BOOKS, "--package", "mcpb"], "has no mcpb package; it has: npm, pypi, remote"),
        ([BOOKS, "--set", "MODE=x"], "--set MODE: no such value"),
        ([BOOKS, "--set", "BOOKS_MODE=other"], "expected one of local, proxy"),
        ([BOOKS, "--set", "BOOKS_MODE=local", "--set", "BOOKS_MODE=proxy"], "given twice"),
        ([BOOKS, "--set", "BOOKS_KEY=hunter2"], "a secret is never written down"),
        ([BOOKS, "--set", "BOOKS_MODE=ghp_abcdefghijklmnopqrstuvwxyz0123456789"], "a secret is never written down"),
        ([BOOKS, "--name", "a/b"], "a name must not contain /"),
    ],
)
def test_what_cannot_be_added_is_told(desk: Desk, registry: McpRegistry, words: list[str], problem: str) -> None:
    answer = add(desk, registry, words[0], *words[1:], "--yes", code=2)
    assert problem in answer.err
    assert "hunter2" not in answer.err + answer.out
    assert not (desk.folder / "govern.toml").exists()


def test_it_asks_before_it_writes(desk: Desk, registry: McpRegistry) -> None:
    answer = add(desk, registry, BOOKS, code=2)
    assert "add --yes, or --dry-run" in answer.err


def on_a_terminal(desk: Desk, *typed: str) -> None:
    lines = iter(typed)
    desk.monkeypatch.setattr("govern.cli.keyboard.on_terminal", lambda: True)
    desk.monkeypatch.setattr("builtins.input", lambda _prompt="": next(lines))


def test_a_person_chooses_the_package_and_the_values(desk: Desk, registry: McpRegistry) -> None:
    on_a_terminal(desk, "9", "1", "hunter2hunter2", "$", "proxy", "y")
    answer = add(desk, registry, BOOKS)
    assert "  3  remote  https://books.example.com/mcp" in answer.out
    assert "a secret is never written down" in answer.out
    assert servers(desk)["books"] == {
        "command": ["npx", "-y", "@acme/books@1.2.0", "--mode", "proxy"],
        "env": {"BOOKS_KEY": "${BOOKS_KEY}"},
    }


def test_a_person_may_say_no(desk: Desk, registry: McpRegistry) -> None:
    on_a_terminal(desk, "2", "n")
    assert "nothing was written" in add(desk, registry, BOOKS).out
    assert not (desk.folder / "govern.toml").exists()


def test_another_server_of_that_name_is_kept(desk: Desk, registry: McpRegistry) -> None:
    desk.write("govern.toml", '[servers.books]\ncommand = ["npx", "-y", "@acme/books@1.0.0"]\n')
    answer = add(desk, registry, BOOKS, "--yes", code=2)
    assert "govern upgrade books" in answer.err


def test_a_deprecated_server_is_marked(desk: Desk, registry: McpRegistry) -> None:
    assert "deprecated by its publisher" in add(desk, registry, "io.github.acme/old", "--yes").out


@pytest.fixture
def npm(desk: Desk) -> bytes:
    """Put an `npm` on PATH that packs one file, and return its content."""
    content = b"the package"
    desk.write("bin/package.tgz", content)
    script = '#!/bin/sh\nfor word; do last=$word; done\ncp "$(dirname "$0")/package.tgz" "$last/books-1.2.0.tgz"\n'
    desk.write("bin/npm", script).chmod(0o755)
    desk.monkeypatch.setenv("PATH", f"{desk.folder / 'bin'}:/usr/bin:/bin")
    return content


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for npm is a script")
def test_the_integrity_of_a_package_with_the_stated_hash_is_recorded(
    desk: Desk, registry: McpRegistry, npm: bytes
) -> None:
    stated = hashlib.sha256(npm).hexdigest()
    registry.listed = [entry(BOOKS, packages=[package("npm", "@acme/books", fileSha256=stated)])]
    add(desk, registry, BOOKS, "--yes")
    integrity = servers(desk)["books"]["integrity"]
    assert integrity.startswith("@acme/books@1.2.0 sha512-")
    registry.listed = [entry(BOOKS, packages=[package("npm", "@acme/books", fileSha256="0" * 64)])]
    answer = add(desk, registry, BOOKS, "--yes", "--name", "other", code=1)
    assert f"is not what the registry describes: SHA-256 {stated}" in answer.err
    assert "other" not in servers(desk)
