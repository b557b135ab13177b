"""The integrity of what a pinned launcher ran: recorded by `govern lock`, and compared by `govern diff`."""

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from tests.desk import REPOSITORY, Desk

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for npx is a script")

LOOK = {"name": "look", "description": "Looks.", "inputSchema": {"type": "object"}}
# Starts the installed package in a child, as npx does.
NPX = """\
#!/bin/sh
for file; do :; done
{python} -I -S {script} "$file"
exit $?
"""


@pytest.fixture
def cache(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a package cache with an `npx` on PATH, and a config that starts a package from it."""
    cache = tmp_path_factory.mktemp("cache")
    package = cache / "node_modules" / "@acme" / "books"
    package.mkdir(parents=True)
    script = package / "index.py"
    script.write_bytes((REPOSITORY / "tests" / "endpoints" / "saying.py").read_bytes())
    npx = cache / "npx"
    npx.write_text(NPX.format(python=shlex.quote(sys.executable), script=shlex.quote(str(script))))
    npx.chmod(0o755)
    desk.monkeypatch.setenv("PATH", f"{cache}{os.pathsep}{os.environ['PATH']}")
    desk.say("a", LOOK)
    configure(desk, "@acme/books@1.2.3")
    install(cache, "1.2.3", "sha512-b2xk")
    return cache


def install(cache: Path, version: str, integrity: str) -> None:
    package = cache / "node_modules" / "@acme" / "books" / "package.json"
    package.write_text(json.dumps({"name": "@acme/books", "version": version}))
    entry = {"node_modules/@acme/books": {"version": version, "integrity": integrity}}
    (cache / "node_modules" / ".package-lock.json").write_text(json.dumps({"packages": entry}))


def configure(desk: Desk, spec: str) -> None:
    desk.write("govern.toml", f'[servers.a]\ncommand = "npx"\nargs = ["-y", "{spec}", "a.json"]\n')


@pytest.mark.usefixtures("cache")
def test_the_lock_has_the_integrity_of_a_pinned_package(desk: Desk) -> None:
    desk.ok("lock")
    assert desk.lock.servers[0].integrity == "@acme/books@1.2.3 sha512-b2xk"
    assert 'integrity = "@acme/books@1.2.3 sha512-b2xk"\n' in desk.lock_path.read_text("utf-8")
    assert "integrity" in desk.ok("show", "a").out
    desk.ok("verify")
    desk.ok("lock", "--check")


def test_other_content_under_the_same_version_is_breaking(desk: Desk, cache: Path) -> None:
    desk.ok("lock")
    install(cache, "1.2.3", "sha512-bmV3")
    answer = desk.govern("diff", "--live", "--format", "json")
    assert answer.code == 1
    (change,) = answer.document["changes"]
    assert (change["rule"], change["severity"]) == ("integrity-changed", "BREAKING")
    assert change["after"] == "@acme/books@1.2.3 sha512-bmV3"
    assert desk.govern("lock", "--check").code == 1


def test_watch_reports_other_content_too(desk: Desk, cache: Path) -> None:
    desk.ok("lock")
    install(cache, "1.2.3", "sha512-bmV3")
    answer = desk.govern("watch", "--once", "--json")
    assert answer.code == 1, answer
    assert "integrity-changed" in answer.out


def test_a_package_that_names_itself_another_version_is_breaking_too(desk: Desk, cache: Path) -> None:
    desk.ok("lock")
    install(cache, "1.2.3-x", "sha512-bmV3")
    (change,) = desk.govern("diff", "--live", "--format", "json").document["changes"]
    assert change["rule"] == "integrity-changed"


def test_another_version_with_other_content_is_an_upgrade(desk: Desk, cache: Path) -> None:
    desk.ok("lock")
    configure(desk, "@acme/books@1.3.0")
    install(cache, "1.3.0", "sha512-bmV3")
    (change,) = desk.ok("diff", "--live", "--format", "json").document["changes"]
    assert change["rule"] == "server-upgraded"
    desk.ok("lock")
    assert desk.lock.servers[0].integrity == "@acme/books@1.3.0 sha512-bmV3"


def test_a_cache_that_does_not_know_it_leaves_the_lock_as_it_is(desk: Desk, cache: Path) -> None:
    desk.ok("lock")
    before = desk.lock_path.read_bytes()
    (cache / "node_modules" / ".package-lock.json").unlink()
    desk.ok("lock", "--check")
    desk.ok("lock")
    assert desk.lock_path.read_bytes() == before


def test_integrity_that_was_removed_by_hand_is_risky(desk: Desk, cache: Path) -> None:
    desk.ok("lock")
    desk.write("with.lock", desk.lock_path.read_bytes())
    (cache / "node_modules" / ".package-lock.json").unlink()
    desk.lock_path.unlink()
    desk.ok("lock")
    found = {}
    for sides in (("with.lock", "capability.lock"), ("capability.lock", "with.lock")):
        (change,) = desk.govern("diff", *sides, "--format", "json").document["changes"]
        found[change["rule"]] = change["severity"]
    assert found == {"integrity-removed": "RISKY", "integrity-recorded": "SAFE"}


@pytest.mark.usefixtures("cache")
def test_an_unpinned_package_is_noted_with_the_version_that_ran(desk: Desk) -> None:
    configure(desk, "@acme/books")
    (server,) = desk.ok("lock", "--json").document["servers"]
    assert server["notes"] == [
        {
            "code": "unpinned",
            "message": "unpinned: npx runs the latest @acme/books; pin the version that ran: @acme/books@1.2.3; "
            "the next start may run another version",
        }
    ]
    assert desk.lock.servers[0].integrity is None


@pytest.mark.usefixtures("cache")
def test_where_the_package_is_not_found_the_reported_version_is_noted(desk: Desk) -> None:
    configure(desk, "books")
    (server,) = desk.ok("lock", "--json").document["servers"]
    assert "pin it: books@VERSION; the server reports version 1; the next" in server["notes"][0]["message"]


@pytest.mark.usefixtures("cache")
def test_the_value_of_a_placeholder_does_not_reach_the_lock(desk: Desk) -> None:
    desk.monkeypatch.setenv("VERSION", "1.2.3")
    configure(desk, "@acme/books@${VERSION}")
    desk.ok("lock")
    assert desk.lock.servers[0].integrity is None
    assert "1.2.3" not in desk.lock_path.read_text("utf-8")


def stated(desk: Desk, integrity: str) -> None:
    desk.write("govern.toml", (desk.folder / "govern.toml").read_text("utf-8") + f'integrity = "{integrity}"\n')


def test_other_content_than_the_config_states_is_an_error(desk: Desk, cache: Path) -> None:
    stated(desk, "@acme/books@1.2.3 sha512-b2xk")
    desk.ok("lock")
    install(cache, "1.2.3", "sha512-bmV3")
    answer = desk.govern("lock")
    assert answer.code == 3
    assert "integrity @acme/books@1.2.3 sha512-bmV3, but `integrity` in govern.toml is" in answer.out
    assert desk.lock.servers[0].integrity == "@acme/books@1.2.3 sha512-b2xk"


def test_where_the_cache_does_not_know_what_ran_a_note_says_so(desk: Desk, cache: Path) -> None:
    stated(desk, "@acme/books@1.2.3 sha512-b2xk")
    (cache / "node_modules" / ".package-lock.json").unlink()
    (server,) = desk.ok("lock", "--json").document["servers"]
    assert [note["code"] for note in server["notes"]] == ["integrity"]


def test_the_integrity_of_a_config_has_a_package_and_a_hash(desk: Desk) -> None:
    stated_alone = '[servers.a]\ncommand = ["npx", "-y", "a@1.2.3"]\nintegrity = "abc"\n'
    desk.write("govern.toml", stated_alone)
    assert "a package with its version, a space and a hash" in desk.govern("lock").err
