"""The newest version of a package, from what its client lists."""

import sys
from pathlib import Path

import pytest

from govern.contract.launchers import packages
from govern.errors import CheckFailed
from govern.registries.package_clients import newer_spec, newest, newest_tag, pinned_package


@pytest.mark.parametrize(
    ("current", "known", "found"),
    [
        ("1.2.0", ["1.10.0", "1.9.0", "1.2.0"], "1.10.0"),
        ("1.2.0", ["1.2.0", "1.1.0"], None),
        ("1.2.0", ["2.0.0-beta", "2.0.0rc1", "2.0.0.dev1"], None),
        ("2.0.0-alpha", ["1.9.0", "2.0.0-beta"], "2.0.0-beta"),
        ("2.0.0-alpha", ["2.0.0-beta", "2.0.0"], "2.0.0"),
        ("2025.4.8", ["2025.11.25", "2025.9.25"], "2025.11.25"),
        ("1.2.0", ["--registry=https://evil.example", "9.9.9; rm", "x"], None),
        ("1.2.0", ["9" * 5000], None),
    ],
)
def test_the_newest_known_version(current: str, known: list[str], found: str | None) -> None:
    assert newest(current, known) == found


@pytest.mark.parametrize(
    ("current", "tags", "found"),
    [
        ("1.2.0", ["latest", "1.3.0", "1.10.0", "2", "1.11", "1.12.0-slim"], "1.10.0"),
        ("v1-alpine", ["v2-alpine", "v3", "4-alpine"], "v2-alpine"),
        ("1.2.0", ["1.2.0", "1.1.9"], None),
        ("2", ["10", "3"], "10"),
        ("1.2.0", ["\uff11.3.0", "1.\u0663.0", "1.3.0 --x", "1.3.0\n"], None),
    ],
)
def test_the_newest_tag_of_the_same_form(current: str, tags: list[str], found: str | None) -> None:
    assert newest_tag(current, tags) == found


@pytest.mark.parametrize(
    ("command", "newer"),
    [
        (["npx", "-y", "@acme/books@1.2.0"], "@acme/books@9.0"),
        (["uvx", "books[all]==1.2.0"], "books[all]==9.0"),
        (["uvx", "books@1.2.0"], "books@9.0"),
        (["pipx", "run", "--spec", "books==1.2.0", "serve"], "books==9.0"),
        (["docker", "run", "-i", "ghcr.io:443/acme/books:1.2.0@sha256:" + "a" * 64], "ghcr.io:443/acme/books:9.0"),
        (["npx", "books"], None),
        (["npx", "books@latest"], None),
        (["npx", "books@^1.2.0"], None),
        (["uvx", "books>=1.2.0"], None),
        (["npx", "github:acme/books#" + "a" * 40], None),
        (["docker", "run", "acme/books"], None),
        (["docker", "run", "acme/books:latest"], None),
    ],
)
def test_a_pinned_package_is_written_as_before_at_another_version(command: list[str], newer: str | None) -> None:
    pinned = pinned_package(next(packages(command)))
    assert (pinned.at("9.0") if pinned else None) == newer


CRANE = """\
#!/bin/sh
test "$1" = ls && printf '1.2.0\\n1.3.0\\nlatest\\n' && exit
test "$2" = acme/books:1.3.0 && echo sha256:%s
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for crane is a script")
def test_an_image_gets_the_digest_of_its_newer_tag(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    pinned = pinned_package(next(packages(["docker", "run", "acme/books:1.2.0@sha256:" + "a" * 64])))
    assert pinned
    with pytest.raises(CheckFailed, match="install crane or skopeo"):
        newer_spec(pinned, tmp_path)
    (tmp_path / "crane").write_text(CRANE.replace("%s", "b" * 64))
    (tmp_path / "crane").chmod(0o755)
    assert newer_spec(pinned, tmp_path) == "acme/books:1.3.0@sha256:" + "b" * 64
