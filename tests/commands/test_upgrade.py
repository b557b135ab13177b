"""`govern upgrade` with stand-ins for npm and npx on PATH, which serve versions of one package."""

import json
import os
import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.desk import SAYING, Desk, Prepared

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins for npm and npx are scripts")

# The stand-ins read files of the desk, which a sandbox does not show.
UPGRADE = ("upgrade", "--sandbox", "none")
LOOK = {"name": "look", "description": "Looks.", "inputSchema": {"type": "object"}}
TAKE = {"name": "take", "description": "Takes.", "inputSchema": {"type": "object"}}
SPOKEN = {**LOOK, "inputSchema": {"type": "object", "properties": {"at": {"type": "string"}}, "required": ["at"]}}
# Starts what the desk says for that version.
NPX = f"""\
#!/bin/sh
for package; do :; done
version=${{package##*@}}
exec {shlex.join(SAYING)} "$version.json"
"""
NPM = f"""\
#!{sys.executable} -IS
import json, sys
known = json.load(open(__file__.removesuffix("npm") + "registry.json"))
name = sys.argv[2] if "deprecated" not in sys.argv else sys.argv[2].rpartition("@")[0]
if name not in known:
    sys.exit("npm error 404 " + name + " token ghp_abcdefghijklmnopqrstuvwxyz0123456789")
print(known[name].get("deprecated", "") if "deprecated" in sys.argv else json.dumps(known[name]))
"""
CONFIG = """\
# ours
[servers.books] # pinned
command = ["npx", "-y", "@acme/books@1.2.0"] # reviewed
env = { MODE = "x" }

[policy]
preset = "balanced"
"""


@pytest.fixture
def shelf(prepared: Prepared, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put npm and npx on PATH, configure version 1.2.0 of a package and lock it; 1.3.0 lists one more tool."""
    shelf = tmp_path_factory.mktemp("shelf")
    for name, script in (("npx", NPX), ("npm", NPM)):
        (shelf / name).write_text(script)
        (shelf / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{shelf}{os.pathsep}{os.environ['PATH']}")
    publish(shelf, "1.1.0", "1.2.0", "1.3.0", "2.0.0-rc.1", latest="1.3.0")
    prepared(locked)
    return shelf


def locked(desk: Desk) -> None:
    desk.write("govern.toml", CONFIG)
    desk.say("1.2.0", LOOK)
    desk.say("1.3.0", LOOK, TAKE)
    desk.ok("lock")


def publish(shelf: Path, *versions: str, latest: str, deprecated: str = "") -> None:
    found = {"versions": versions, "dist-tags": {"latest": latest}, "deprecated": deprecated}
    (shelf / "registry.json").write_text(json.dumps({"@acme/books": found}))


def config(desk: Desk) -> str:
    return (desk.folder / "govern.toml").read_text("utf-8")


@pytest.mark.usefixtures("shelf")
def test_a_newer_version_is_locked_judged_and_written(desk: Desk) -> None:
    answer = desk.ok(*UPGRADE, "--yes")
    assert config(desk) == CONFIG.replace("books@1.2.0", "books@1.3.0")
    assert [tool.key for tool in desk.lock.servers[0].tools] == ["look", "take"]
    assert desk.lock.servers[0].source == "npx -y @acme/books@1.3.0"
    assert answer.out.startswith("books: @acme/books@1.2.0 → @acme/books@1.3.0\n")
    assert "tool-added" in answer.out
    assert "upgraded 1 server in govern.toml and capability.lock\n" in answer.out
    desk.ok("lock", "--check")
    assert "the packages ran with your rights, in no sandbox" in answer.out
    assert desk.ok(*UPGRADE, "--yes").out == "  current  books  @acme/books@1.3.0\n"


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize("option", ["--yes", "--pr", "--json"])
def test_client_configs_that_the_upgrade_leaves_behind_are_named(desk: Desk, option: str) -> None:
    def client(package: str) -> str:
        return json.dumps({"mcpServers": {"books": {"command": "npx", "args": ["-y", package], "env": {"MODE": "x"}}}})

    desk.write(".mcp.json", client("@acme/books@1.2.0"))
    desk.write(".cursor/mcp.json", client("@acme/books@1.3.0"))
    desk.write(".vscode/mcp.json", json.dumps({"servers": {"other": {"command": "other"}}}))
    answer = desk.ok(*UPGRADE, "--yes", option)
    if option == "--json":
        assert answer.document["behind"] == [".mcp.json"]
    else:
        assert re.search(r"[Ss]till on an old version.*: `?\.mcp\.json`?(\n|; change them too)", answer.out)


@pytest.mark.usefixtures("shelf")
def test_the_verdict_is_that_of_diff(desk: Desk) -> None:
    desk.say("1.3.0", SPOKEN)
    desk.write("old.lock", desk.lock_path.read_bytes())
    (server,) = desk.ok(*UPGRADE, "--dry-run", "--json").document["servers"]
    assert (server["state"], server["severity"]) == ("offered", "BREAKING")
    desk.ok(*UPGRADE, "--yes")
    diff = desk.govern("diff", "old.lock", "capability.lock", "--format", "json").document
    assert server["diff"]["changes"] == diff["changes"]
    assert server["diff"]["summary"] == diff["summary"]
    assert diff["summary"]["unapproved"] == 1


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize(
    ("tool", "limit", "state"),
    [
        (TAKE, "safe", "upgraded"),
        (SPOKEN, "safe", "offered"),
        (SPOKEN, "risky", "offered"),
        (SPOKEN, "breaking", "upgraded"),
    ],
)
def test_only_what_is_at_most_that_severe_is_accepted_by_itself(
    desk: Desk, tool: dict[str, object], limit: str, state: str
) -> None:
    desk.say("1.3.0", *([LOOK, tool] if tool is TAKE else [tool]))
    (server,) = desk.ok(*UPGRADE, "--max-severity", limit, "--json").document["servers"]
    assert server["state"] == state
    assert ("@1.3.0" in config(desk)) is (state == "upgraded")


@pytest.mark.usefixtures("shelf")
def test_what_is_still_offered_beside_an_upgrade_is_not_forgotten(desk: Desk) -> None:
    desk.write("govern.toml", CONFIG + '\n[servers.old]\ncommand = ["npx", "-y", "@acme/books@1.1.0"]\n')
    for version, listed in (("1.1.0", SPOKEN), ("1.2.0", LOOK), ("1.3.0", SPOKEN)):
        desk.say(version, listed)
    desk.ok("lock")
    answer = desk.ok(*UPGRADE, "--max-severity", "safe")
    assert re.findall(r"(?m)^  (upgraded|offered) +(\w+)", answer.out) == [("offered", "books"), ("upgraded", "old")]
    assert answer.out.endswith("\nto accept what is offered: govern upgrade --yes\n")


@pytest.mark.usefixtures("shelf")
def test_the_changes_of_all_servers_are_one_report(desk: Desk) -> None:
    more = "".join(f'\n[servers.more{at}]\ncommand = ["npx", "-y", "@acme/books@1.1.0"]\n' for at in range(3))
    desk.write("govern.toml", CONFIG + more)
    desk.say("1.1.0", *({**LOOK, "name": f"n{at}", "description": f"Looks {at}."} for at in range(60)))
    desk.say("1.3.0", *({**SPOKEN, "name": f"n{at}", "description": f"Sees {at}!"} for at in range(60)))
    desk.ok("lock")
    out = desk.ok(*UPGRADE, "--dry-run").out
    assert out.count("\nBREAKING: ") == 1
    assert len(out.splitlines()) <= 60
    assert all(f"input-required-added more{at}: " in out for at in range(3))
    assert "  tool-removed c-" in out
    assert re.search(r"\nunapproved: \d+ of \d+ changes from the lock to the newer versions \(181 BREAKING, ", out)
    assert desk.ok(*UPGRADE, "--dry-run", "--verbose").out.count("  input-required-added c-") == 180


@pytest.mark.usefixtures("shelf")
def test_a_dry_run_writes_nothing(desk: Desk) -> None:
    before = (config(desk), desk.lock_path.read_bytes())
    assert "nothing was written; to write it: govern upgrade --yes" in desk.ok(*UPGRADE, "--dry-run").out
    assert (config(desk), desk.lock_path.read_bytes()) == before


@pytest.mark.usefixtures("shelf")
def test_the_body_of_a_pull_request(desk: Desk) -> None:
    body = desk.ok(*UPGRADE, "--dry-run", "--pr").out
    assert body.startswith("<!-- govern upgrade -->\n## Upgrade `books`\n\n| server | from | to | changes | worst |")
    assert "| `books` | `@acme/books@1.2.0` | `@acme/books@1.3.0` |" in body
    assert "## govern diff: " in body
    desk.ok(*UPGRADE, "--yes")
    assert desk.ok(*UPGRADE, "--dry-run", "--pr").out.endswith("## No MCP server to upgrade\n")


@pytest.mark.parametrize(
    ("now", "versions", "latest", "wanted"),
    [
        ("1.2.0", ["1.2.0", "1.3.0", "2.0.0-rc.1"], "1.3.0", "1.3.0"),
        # A version above the one that is marked as latest is not offered.
        ("1.2.0", ["1.2.0", "1.3.0", "9.0.0"], "1.3.0", "1.3.0"),
        ("1.3.0-rc.1", ["1.2.0", "1.3.0-rc.2"], "1.2.0", "1.3.0-rc.2"),
        ("1.2.0", ["1.1.0"], "1.1.0", None),
    ],
)
def test_the_newest_version_that_may_be_offered(
    desk: Desk, shelf: Path, now: str, versions: list[str], latest: str, wanted: str | None
) -> None:
    publish(shelf, *versions, latest=latest)
    desk.write("govern.toml", CONFIG.replace("1.2.0", now))
    for version in (now, *versions):
        desk.say(version, LOOK)
    desk.ok("lock")
    (server,) = desk.ok(*UPGRADE, "--dry-run", "--json").document["servers"]
    assert server["new"] == ([f"@acme/books@{wanted}"] if wanted else [])


def test_a_deprecated_version_is_skipped(desk: Desk, shelf: Path) -> None:
    publish(shelf, "1.3.0", latest="1.3.0", deprecated="Use books2.\x1b[2J")
    answer = desk.ok(*UPGRADE, "--yes")
    assert (
        "  skipped  books  @acme/books@1.2.0: @acme/books@1.3.0 is deprecated by its publisher: Use books2."
        in answer.out
    )
    assert "\x1b" not in answer.out


@pytest.mark.usefixtures("shelf")
def test_one_failure_does_not_stop_the_others(desk: Desk) -> None:
    lost = '\n[servers.lost]\ncommand = ["npx", "-y", "@acme/lost@1.0.0"]\n[servers.web]\nurl = "https://x.example"\n'
    desk.write("govern.toml", CONFIG + lost + '[servers.loose]\ncommand = ["npx", "loose"]\n')
    answer = desk.govern(*UPGRADE, "--yes")
    assert answer.code == 3
    assert "failed    lost   @acme/lost@1.0.0: `npm view @acme/lost` failed with exit code 1" in answer.out
    assert "skipped   web    it starts no package" in answer.out
    assert "skipped   loose  unpinned: npx runs the latest loose" in answer.out
    assert "ghp_" not in answer.out
    assert "@acme/books@1.3.0" in config(desk)


@pytest.mark.usefixtures("shelf")
def test_a_newer_version_that_does_not_start_fails_and_is_not_written(desk: Desk) -> None:
    (desk.folder / "1.3.0.json").unlink()
    answer = desk.govern(*UPGRADE, "--yes", "books")
    assert (answer.code, config(desk)) == (3, CONFIG)
    assert "  failed  books  @acme/books@1.2.0 → @acme/books@1.3.0: the server exited with code 1" in answer.out


@pytest.mark.usefixtures("shelf")
def test_without_a_lock_the_current_version_is_locked_beside_the_newer_one(desk: Desk) -> None:
    desk.lock_path.unlink()
    (server,) = desk.ok(*UPGRADE, "--dry-run", "--json").document["servers"]
    assert {change["rule"] for change in server["diff"]["changes"]} == {"tool-added", "server-upgraded"}


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize("locked", [True, False])
def test_a_pinned_version_that_no_longer_starts_can_be_left(desk: Desk, *, locked: bool) -> None:
    desk.write("govern.toml", CONFIG.replace("1.2.0", "1.1.0"))
    if not locked:
        desk.lock_path.unlink()
    answer = desk.ok(*UPGRADE, "--dry-run", "--json")
    (server,) = answer.document["servers"]
    assert (server["state"], server["old"]) == ("offered", ["@acme/books@1.1.0"])
    assert server["reason"].startswith("@acme/books@1.1.0 failed: ")
    assert ": FileNotFoundError: " in server["reason"]
    assert "1.1.0.json" in server["reason"]
    assert server["reason"].endswith("compared with the lock entry" if locked else "shown as a new server")
    rules = {change["rule"] for change in server["diff"]["changes"]}
    assert ("server-upgraded" in rules or "server-downgraded" in rules) == locked
    assert "\n  @acme/books@1.1.0 failed: " in desk.ok(*UPGRADE, "--dry-run").out


@pytest.mark.usefixtures("shelf")
def test_profiles_are_upgraded_with_their_server(desk: Desk) -> None:
    profiles = '[servers.books.profiles.quiet]\nenv = { MODE = "q" }\n[servers.books.profiles.own]\n'
    desk.write("govern.toml", CONFIG + profiles + 'command = ["npx", "@acme/books@1.2.0"]\n')
    desk.ok("lock")
    desk.ok(*UPGRADE, "--yes")
    assert config(desk).count("@acme/books@1.3.0") == 2
    assert {server.source.rpartition(" ")[2] for server in desk.lock.servers} == {"@acme/books@1.3.0"}
    desk.ok("lock", "--check")


@pytest.mark.usefixtures("shelf")
def test_a_person_decides_about_each(desk: Desk) -> None:
    for typed, state in (("n", "declined"), ("y", "upgraded")):
        desk.monkeypatch.setattr("govern.cli.keyboard.on_terminal", lambda: True)
        desk.monkeypatch.setattr("builtins.input", lambda _prompt, typed=typed: typed)
        answer = desk.ok(*UPGRADE)
        assert "tool-added" in answer.out
        assert f"  {state}  books" in answer.out
        assert ("@1.3.0" in config(desk)) is (state == "upgraded")


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ([], "add --yes, --max-severity SEVERITY or --dry-run"),
        (["--yes", "book"], "govern.toml; did you mean books?"),
        (["--yes", "--max-severity", "safe"], "cannot be combined"),
        (["--max-severity", "harmless"], "harmless"),
    ],
)
def test_usage_errors(desk: Desk, words: list[str], problem: str) -> None:
    answer = desk.govern(*UPGRADE, *words)
    assert (answer.code, problem in answer.err) == (2, True), answer
    assert config(desk) == CONFIG


@pytest.mark.usefixtures("shelf")
def test_what_another_process_wrote_meanwhile_stays(desk: Desk) -> None:
    def typed(_prompt: str) -> str:
        desk.write("govern.toml", CONFIG + "# theirs\n")
        return "y"

    desk.monkeypatch.setattr("govern.cli.keyboard.on_terminal", lambda: True)
    desk.monkeypatch.setattr("builtins.input", typed)
    answer = desk.govern(*UPGRADE)
    assert (answer.code, "was changed by another process" in answer.out) == (3, True)
    assert config(desk) == CONFIG + "# theirs\n"


def test_a_newer_version_that_rewrites_the_lock_is_not_written(desk: Desk, shelf: Path) -> None:
    """Otherwise it would be compared with itself, and be accepted as unchanged."""
    desk.say("1.2.0", SPOKEN)
    desk.ok("lock", "--lock", "theirs.lock")
    desk.say("1.3.0", SPOKEN)
    npx = shelf / "npx"
    rewrites = '[ "$version" != 1.3.0 ] || cp theirs.lock capability.lock\nexec '
    npx.write_text(npx.read_text().replace("exec ", rewrites))
    answer = desk.govern(*UPGRADE, "--yes")
    assert answer.code == 3
    assert "1 BREAKING" in answer.out
    assert "was changed by another process" in answer.out
    assert config(desk) == CONFIG


@pytest.mark.usefixtures("shelf")
def test_a_pyproject_keeps_its_line_ends_and_everything_else(desk: Desk) -> None:
    project = '[project]\nname = "x" # mine\n\n[tool.govern.servers.books]\ncommand = "npx"\nargs = [\n  "-y", # yes\n'
    project = f'{project}  "@acme/books@1.2.0",\n]\n'.replace("\n", "\r\n")
    (desk.folder / "govern.toml").unlink()
    desk.write("pyproject.toml", project)
    desk.ok(*UPGRADE, "--yes")
    assert (desk.folder / "pyproject.toml").read_bytes().decode() == project.replace("@1.2.0", "@1.3.0")


@pytest.mark.usefixtures("shelf")
def test_an_integrity_of_the_old_package_does_not_stay(desk: Desk) -> None:
    stated = CONFIG.replace("# reviewed\n", '\nintegrity = "@acme/books@1.2.0 sha512-b2xk" # theirs\n')
    desk.write("govern.toml", stated)
    # The stand-in for npx has no package cache, so nothing is known about the newer package.
    desk.ok(*UPGRADE, "--yes")
    assert "integrity" not in config(desk)
    assert "@acme/books@1.3.0" in config(desk)


def test_what_a_package_client_says_does_not_act_in_a_report(desk: Desk, shelf: Path) -> None:
    acts = "\\033[2J`|**x** @team ::error::owned <script>\\n::error::owned"
    (shelf / "npm").write_text(f"#!/bin/sh\nprintf '{acts}' >&2\nexit 1\n")
    text = desk.govern(*UPGRADE, "--yes").out
    assert "\x1b" not in text
    assert "\n::error" not in text
    body = desk.govern(*UPGRADE, "--dry-run", "--pr").out
    (row,) = [line for line in body.splitlines() if line.startswith("| `books` |")]
    assert row.count("``") == 2
    assert "\\|**x**" in row
