"""examples/ci/github, run as GitHub would."""

import json
import sys
from pathlib import Path

import pytest

from tests.ci.project import NARROWER, TOOLS, Project
from tests.ci.workflow import ROOT, SCRIPTS, Run, Runner, git, yaml
from tests.desk import SAYING
from tests.endpoints.github_api import BOT, TOKEN

RECIPES = ROOT / "examples" / "ci" / "github"
# Files that a pull request could add where Python searches modules, or where a config is searched.
PLANTED = (
    "venv.py",
    "pip.py",
    "ensurepip.py",
    "sitecustomize.py",
    "usercustomize.py",
    "typer.py",
    "govern.py",
    "json.py",
)


def plant(project: Project, marker: Path) -> None:
    """Add files to the pull request that leave a mark if they are executed."""
    mark = f"open({str(marker)!r}, 'w').close()\n"
    for name in (*PLANTED, "govern/__init__.py", "server.py"):
        project.desk.write(name, mark)
    command = f"command = {json.dumps([sys.executable, 'server.py'])}\n"
    project.desk.write("govern.toml", f'[servers.a]\n{command}[policy]\nfail-on = "never"\n')
    project.desk.write("pyproject.toml", f"[tool.govern.servers.a]\n{command}[tool.govern.policy]\nfail-on = 'never'\n")
    hook = project.desk.write(".git-hooks/post-checkout", f"#!/bin/sh\ntouch '{marker}'\n")
    hook.chmod(0o755)
    project.desk.write(".gitattributes", "* filter=mark\n")
    project.desk.write(".gitconfig", f"[filter \"mark\"]\nsmudge = touch '{marker}'\n")


@pytest.fixture
def fork(project: Project, runner: Runner) -> tuple[Runner, Path]:
    """Create a pull request from a fork, and return the file that appears if anything in it runs."""
    marker = runner.home / "marker"
    # What is planted must not run where govern's own interpreter starts either.
    runner.programs = SCRIPTS
    project.lock(NARROWER)
    plant(project, marker)
    project.push("theirs")
    project.desk.git("push", "-q", "origin", ":refs/heads/theirs")
    runner.event = project.pull_request(fork=True)
    return runner, marker


def test_pull_request(pull: Runner) -> None:
    run = pull.run(RECIPES / "pull-request.yml", "contract")
    assert run.code == 1, run.log
    (comment,) = pull.github.comments[7]
    assert "input-bound-tightened" in comment["body"]
    assert [each["sarif"]["runs"][0]["automationDetails"]["id"] for each in pull.github.sarifs] == [
        "govern/diff/",
        "govern/cost/",
    ]
    assert "Token cost of tools" in run.summary
    fresh = pull.run(RECIPES / "pull-request.yml", "lock")
    assert fresh.code == 0, fresh.log


def test_a_push(project: Project, runner: Runner) -> None:
    """Code scanning compares pull requests with the analysis of each push."""
    runner.event = {"before": git(project.remote, "rev-parse", "main")}
    project.push()
    run = runner.run(RECIPES / "pull-request.yml", "contract")
    assert run.code == 0, run.log
    (diff, _) = runner.github.sarifs
    assert (diff["ref"], diff["sarif"]["runs"][0]["results"]) == ("refs/heads/main", [])
    assert runner.github.comments == {}
    runner.event = {"before": git(project.remote, "rev-parse", "main")}
    project.lock(NARROWER)
    project.push()
    assert runner.run(RECIPES / "pull-request.yml", "contract").code == 1


def test_pull_request_from_a_fork(fork: tuple[Runner, Path]) -> None:
    """None of its code runs or is checked out, its policy does not count, and it gets a comment."""
    runner, marker = fork
    runner.event_name, runner.ref = "pull_request_target", "refs/heads/main"
    run = runner.run(RECIPES / "pull-request-from-fork.yml", "contract")
    assert run.code == 1, run.log
    assert not marker.exists()
    assert not list(runner.home.rglob("server.py"))
    (comment,) = runner.github.comments[7]
    assert "input-bound-tightened" in comment["body"]
    (upload,) = runner.github.sarifs
    head = runner.event["pull_request"]["head"]["sha"]
    assert (upload["commit_sha"], upload["ref"]) == (head, "refs/pull/7/head")


@pytest.mark.parametrize(
    "inputs",
    [{"args": "--live"}, {"args": "live"}, {"new": "live"}, {"command": "lock-check"}],
    ids=str,
)
def test_with_the_rights_of_the_target_branch_no_server_starts(
    fork: tuple[Runner, Path], inputs: dict[str, str]
) -> None:
    runner, marker = fork
    runner.event_name, runner.ref = "pull_request_target", "refs/heads/main"
    run = runner.use(**inputs)
    assert run.code == 2
    assert "::error title=govern::on pull_request_target" in run.log
    assert not marker.exists()


def test_a_forks_pull_request_without_rights(fork: tuple[Runner, Path]) -> None:
    """In its own checkout, the target branch's policy decides, and none of its code runs."""
    runner, marker = fork
    runner.event_name, runner.ref = "pull_request", "refs/pull/7/merge"
    runner.github.may = set()
    run = runner.use()
    assert run.code == 1
    assert (runner.workspace / "server.py").exists()
    assert not marker.exists()
    assert "::notice title=govern::Could not comment on the pull request" in run.log


def test_live_with_the_target_branchs_commands(fork: tuple[Runner, Path]) -> None:
    """With --config-from, the fork's commands do not run, even with --live."""
    runner, marker = fork
    runner.event_name, runner.ref = "pull_request", "refs/pull/7/merge"
    base = runner.event["pull_request"]["base"]["sha"]
    run = runner.use(args="--live", comment="false", sarif="false", **{"config-from": base})
    assert run.code == 0, run.log
    assert not marker.exists()
    runner.use(args="--live", comment="false", sarif="false", **{"config-from": "none"})
    assert marker.exists()


def test_a_nightly_issue(project: Project, runner: Runner) -> None:
    """It is opened when a server drifts, updated while it does, and closed afterwards."""
    runner.event_name = "schedule"
    nightly = RECIPES / "nightly-issue.yml"
    quiet = runner.run(nightly, "drift")
    assert quiet.code == 0, quiet.log
    assert runner.github.written() == []
    project.desk.say("a", *NARROWER)
    project.push()
    assert runner.run(nightly, "drift").code == 1
    (issue,) = runner.github.issues
    assert issue["title"] == "govern: MCP servers differ from capability.lock"
    assert "maximum 20 → 10" in issue["body"]
    runner.github.issues.insert(0, issue | {"number": 1, "body": f"{issue['body']}?", "user": {"login": "eve"}})
    project.desk.say("a", *NARROWER[:1])
    project.push()
    assert runner.run(nightly, "drift").code == 1
    assert "tool-removed" in issue["body"]
    project.desk.write("govern.toml", f"[servers.a]\ncommand = {json.dumps([sys.executable, '-c', ''])}\n")
    project.push()
    assert runner.run(nightly, "drift").code == 3
    assert issue["title"] == "govern: an MCP server is unreachable"
    project.lock(TOOLS)
    project.push()
    back = runner.run(nightly, "drift")
    assert (back.code, issue["state"]) == (0, "closed"), back.log
    assert len(runner.github.issues) == 2
    number = issue["number"]
    assert runner.github.written() == [
        "POST /repos/acme/tools/issues",
        *[f"PATCH /repos/acme/tools/issues/{number}"] * 3,
    ]


def test_a_nightly_issue_that_cannot_be_written_is_no_success(project: Project, runner: Runner) -> None:
    runner.github.may = set()
    project.desk.say("a", *NARROWER)
    project.push()
    run = runner.run(RECIPES / "nightly-issue.yml", "drift")
    assert run.code
    assert "403 Resource not accessible by integration" in run.log


def night(runner: Runner) -> Run:
    """Run both jobs; the second one only if the first succeeds."""
    recipe = RECIPES / "nightly-pull-request.yml"
    looked = runner.run(recipe, "look")
    return looked if looked.code else runner.run(recipe, "propose")


def test_a_nightly_pull_request(project: Project, runner: Runner) -> None:
    """One branch and one pull request with only the new lock, updated, and closed if nothing differs."""
    runner.event_name = "schedule"
    quiet = night(runner)
    assert quiet.code == 0, quiet.log
    assert runner.github.written() == []
    project.desk.say("a", *NARROWER)
    main = project.push()
    assert night(runner).code == 0
    (opened,) = runner.github.pulls
    assert (opened["head"], opened["base"], opened["user"]["login"]) == ("govern/lock", "main", BOT)
    assert "maximum 20 → 10" in opened["body"]
    first = git(project.remote, "rev-parse", "govern/lock")
    assert git(project.remote, "diff", "--name-only", main, "govern/lock") == "capability.lock"
    assert git(project.remote, "log", "-1", "--format=%an", "govern/lock") == "govern"
    again = night(runner)
    assert "already has this lock" in again.log
    assert git(project.remote, "rev-parse", "govern/lock") == first
    project.desk.say("a", *NARROWER[:1])
    moved = project.push()
    assert night(runner).code == 0
    assert git(project.remote, "rev-parse", "govern/lock^") == moved
    assert "tool-removed" in opened["body"]
    project.desk.write("govern.toml", f"[servers.a]\ncommand = {json.dumps([sys.executable, '-c', ''])}\n")
    project.push()
    assert night(runner).code == 3
    assert opened["state"] == "open"
    project.lock(TOOLS)
    project.push()
    assert night(runner).code == 0
    assert opened["state"] == "closed"
    assert len(runner.github.pulls) == 1


def test_a_hostile_artifact(project: Project, runner: Runner) -> None:
    """The job that starts servers may send anything; the job with the token uses one plain file of it."""
    runner.event_name = "schedule"
    recipe = RECIPES / "nightly-pull-request.yml"
    project.desk.say("a", *NARROWER)
    project.push()
    assert runner.run(recipe, "look").code == 0
    artifact, marker = runner.artifact("lock"), runner.home / "marker"
    lock = artifact / "capability.lock"
    written = lock.read_bytes()
    lock.unlink()
    assert_not_proposed(runner, "nothing")
    lock.symlink_to(runner.home / "remote")
    assert_not_proposed(runner, "a link")
    lock.unlink()
    lock.mkdir()
    (lock / "capability.lock").write_text("x")
    assert_not_proposed(runner, "a folder")
    (lock / "capability.lock").unlink()
    lock.rmdir()
    lock.write_bytes(written)
    (artifact / ".git").mkdir()
    (artifact / ".git" / "config").write_text(f"[core]\n\tfsmonitor = touch {marker}\n")
    (artifact / "govern.toml").write_text("[policy]\n")
    run = runner.run(recipe, "propose")
    assert run.code == 0, run.log
    assert "fsmonitor" not in (runner.workspace / ".git" / "config").read_text()
    assert git(project.remote, "diff", "--name-only", "main", "govern/lock") == "capability.lock"
    assert not marker.exists()


def assert_not_proposed(runner: Runner, sent: str) -> None:
    run = runner.run(RECIPES / "nightly-pull-request.yml", "propose")
    assert run.code == 1, (sent, run.log)
    assert runner.github.pulls == [], sent


def test_the_job_that_starts_servers_may_write_nothing() -> None:
    jobs = yaml(RECIPES / "nightly-pull-request.yml")["jobs"]
    assert "permissions" not in jobs["look"]
    assert [step["with"]["command"] for step in jobs["propose"]["steps"] if "command" in step.get("with", {})] == [
        "verify"
    ]


def test_lock_and_propose_in_one_job(project: Project, runner: Runner) -> None:
    """For trusted servers: the reachable ones are proposed, and the unreachable one is reported."""
    gone = f"[servers.b]\ncommand = {json.dumps([sys.executable, '-c', ''])}\n"
    project.desk.say("a", *NARROWER)
    project.desk.config("a", more=gone)
    project.push()
    inputs = {"command": "lock", "pull-request": "true", "name": "our servers"}
    run = runner.use(**inputs)
    assert (run.code, runner.outputs["verdict"]) == (3, "unseen")
    (opened,) = runner.github.pulls
    assert opened["head"] == "govern/lock-our-servers"
    assert "maximum 20 → 10" in opened["body"]
    project.desk.govern("lock")
    project.push()
    assert runner.use(**inputs).code == 3
    assert opened["state"] == "open"


def test_no_server_gets_the_token(project: Project, runner: Runner) -> None:
    """Neither the environment nor the checkout's git config has it, even if one job does both."""
    dump = runner.home / "seen.txt"
    spy = (
        f"import os, pathlib, runpy, sys; seen = repr(dict(os.environ)) + pathlib.Path('.git/config').read_text(); "
        f"open({str(dump)!r}, 'a').write(seen); sys.argv = {[*SAYING[-1:], 'a.json']!r}; "
        f"runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    project.desk.say("a", *NARROWER)
    project.desk.write("govern.toml", f"[servers.a]\ncommand = {json.dumps([sys.executable, '-c', spy])}\n")
    project.push()
    run = runner.use(command="lock", **{"pull-request": "true"})
    assert run.code == 0, run.log
    assert runner.outputs["verdict"] == "written"
    assert len(runner.github.pulls) == 1
    assert TOKEN not in dump.read_text() + run.log


def test_a_release(project: Project, runner: Runner) -> None:
    """It fails while a change is unapproved; with approval and the right version it is released with notes."""
    runner.github.may = {"contents"}
    release = RECIPES / "release.yml"
    project.desk.write("pyproject.toml", "[project]\nname = 'tools'\nversion = '1.0.0'\n")
    project.desk.git("add", "-A")
    # If the lock was committed before the tagged commit, the gate requires `--first`.
    project.desk.git("reset", "-q", "--soft", project.desk.git("rev-list", "--max-parents=0", "HEAD").strip())
    project.desk.git("commit", "-q", "--amend", "-m", "first")
    project.desk.git("push", "-q", "-f", "origin", "HEAD:refs/heads/main")
    tag(project, runner, "v1.0.0")
    first = runner.run(release, "gate")
    assert first.code == 0, first.log
    project.lock(NARROWER)
    project.desk.write("pyproject.toml", "[project]\nname = 'tools'\nversion = '2.0.0'\n")
    project.push()
    tag(project, runner, "v2.0.0")
    assert runner.run(release, "gate").code == 1
    assert (runner.outputs["verdict"], runner.outputs["next"], runner.outputs["breaking"]) == ("refused", "2.0.0", "1")
    project.desk.ok(
        "approve", "--against", "v1.0.0", "--server", "*", "--reason", "callers page by 10", "--by", "ana@example.com"
    )
    project.push()
    tag(project, runner, "v2.0.0")
    green = runner.run(release, "gate")
    assert green.code == 0, green.log
    out = runner.run(release, "release")
    assert out.code == 0, out.log
    (released,) = runner.github.releases
    assert released["tag_name"] == "v2.0.0"
    assert "maximum 20 → 10" in released["body"]
    assert "callers page by 10" in released["body"]
    assert "## v1.0.0" not in released["body"]
    assert TOKEN not in first.log + green.log + out.log


def tag(project: Project, runner: Runner, name: str) -> None:
    """Tag the current commit, and run the runner for that tag."""
    project.desk.git("tag", "-f", name)
    project.desk.git("push", "-q", "-f", "origin", f"refs/tags/{name}")
    runner.ref = f"refs/tags/{name}"


def test_the_recipe_for_forks_leaves_other_pull_requests_alone(project: Project, runner: Runner) -> None:
    project.lock(NARROWER)
    project.push("theirs")
    runner.event = project.pull_request()
    runner.event_name = "pull_request_target"
    assert runner.run(RECIPES / "pull-request-from-fork.yml", "contract").steps == []
