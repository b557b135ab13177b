"""The action in a checkout shaped by a pull request: no repository inside it is read, and no program of it runs."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.ci.lines import in_bash
from tests.ci.project import NARROWER, TOOLS, Project
from tests.ci.workflow import ROOT, Runner, git

SHARED = ROOT / ".github" / "action" / "git.sh"
SUBMODULES = {"name": "submodules", "run": "git -c protocol.file.allow=always submodule --quiet update --init"}


def locked(project: Project, listed: list[dict[str, object]]) -> None:
    """Lock a saved catalog in `pkg/`."""
    project.desk.write("pkg/a.json", json.dumps({"tools": listed}))
    project.desk.write("pkg/govern.toml", '[servers.a]\ncatalog = "a.json"\n')
    project.desk.ok("lock", "--config", "pkg/govern.toml")


@pytest.fixture
def package(project: Project, runner: Runner) -> Project:
    """Return a project with its lock in `pkg/`, and a pull request that narrows a parameter there."""
    locked(project, TOOLS)
    project.push()
    locked(project, NARROWER)
    runner.event_name, runner.ref = "pull_request", "refs/pull/7/merge"
    return project


def repository(folder: Path, marker: Path) -> Path:
    """Create a bare repository with the pull request's own lock, whose config runs a program."""
    bare = folder / "bare"
    git(folder, "init", "-q", "--bare", str(bare))
    work = folder / "work"
    shutil.copytree(folder / "pkg", work)
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "x"), ("push", "-q", str(bare), "HEAD:main")):
        git(work, *words)
    run = f"touch {marker}"
    more = f'[remote "evil"]\n\turl = ext::{run}\n\tpromisor = true\n[core]\n\tfsmonitor = {run}\n\thooksPath = .\n'
    more += '[extensions]\n\tpartialClone = evil\n[protocol "ext"]\n\tallow = always\n'
    (bare / "config").write_text((bare / "config").read_text() + more)
    return bare


def proposed(package: Project, runner: Runner, shape: str, tmp_path: Path) -> Path:
    """Push the pull request with `pkg/` in this form; return the file that appears if it runs anything."""
    desk, marker = package.desk, runner.home / "marker"
    attic = tmp_path / "attic"
    shutil.copytree(desk.folder / "pkg", attic / "pkg")
    if shape == "bare":
        bare = repository(attic, marker)
        for name in ("HEAD", "config", "objects", "refs"):
            found = bare / name
            (shutil.copytree if found.is_dir() else shutil.copy)(found, desk.folder / "pkg" / name)
    if shape == "submodule":
        bare = repository(attic, marker)
        git(bare, "config", "--unset", "extensions.partialClone")
        shutil.rmtree(desk.folder / "pkg")
        desk.git("rm", "-rq", "--cached", "pkg")
        desk.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "-b", "main", bare.as_uri(), "pkg")
    if shape == "link":
        (desk.folder / "pkg").rename(desk.folder / "other")
        (desk.folder / "pkg").symlink_to("other")
    package.push("theirs")
    runner.event = package.pull_request()
    return marker


@pytest.mark.parametrize(
    ("shape", "message"),
    [("bare", "committed inside"), ("submodule", "is in a submodule"), ("link", "is a link")],
)
def test_a_working_directory_in_another_shape(
    package: Project, runner: Runner, shape: str, message: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    marker = proposed(package, runner, shape, tmp_path_factory.mktemp("evil"))
    action = {"uses": "govern-mcp/action@v0", "with": {"working-directory": "pkg", "sarif": False}}
    checkout = {"uses": "actions/checkout@0", "with": {"fetch-depth": 0}}
    run = runner.steps([checkout, *([SUBMODULES] if shape == "submodule" else []), action])
    assert (run.code, message in run.log) == (2, True), run.log
    assert not marker.exists()


def test_a_working_directory_below_a_committed_repository(
    package: Project, runner: Runner, tmp_path_factory: pytest.TempPathFactory
) -> None:
    package.desk.write("pkg/below/kept", "")
    proposed(package, runner, "bare", tmp_path_factory.mktemp("evil"))
    run = runner.use(**{"working-directory": "pkg/below", "sarif": "false"})
    assert (run.code, "committed inside" in run.log) == (2, True), run.log


def test_an_honest_working_directory(package: Project, runner: Runner, tmp_path: Path) -> None:
    proposed(package, runner, "plain", tmp_path)
    run = runner.use(**{"working-directory": "pkg", "sarif": "false"})
    assert run.code == 1, run.log
    assert "input-bound-tightened" in run.log


def test_a_checkout_of_another_repository_inside(package: Project, runner: Runner, tmp_path: Path) -> None:
    """As with `path:` of actions/checkout: the outer repository does not contain it."""
    proposed(package, runner, "plain", tmp_path)
    checkout = {"uses": "actions/checkout@0", "with": {"fetch-depth": 0}}
    inside = {"name": "inside", "run": 'git clone -q "$(git config remote.origin.url)" inside'}
    action = {"with": {"working-directory": "inside/pkg", "command": "verify", "config-from": "none"}}
    run = runner.steps([checkout, inside, {"uses": "govern-mcp/action@v0", **action}])
    assert run.code == 0, run.log


@pytest.fixture
def shell(project: Project, place: Path) -> Path:
    """Create a clone with a hostile config and hostile refs."""
    clone = place / "clone"
    git(place, "clone", "-q", project.remote.as_uri(), "clone")
    evil = git(clone, "commit-tree", "HEAD^{tree}", "-m", "evil")
    git(clone, "replace", git(clone, "rev-parse", "HEAD"), evil)
    for key, value in {
        "core.fsmonitor": "touch ../marker",
        "remote.evil.url": "ext::touch ../marker",
        "remote.evil.promisor": "true",
        "protocol.ext.allow": "always",
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "evil",
    }.items():
        git(clone, "config", key, value)
    hook = clone / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\ntouch ../marker\n")
    hook.chmod(0o755)
    return clone


@pytest.mark.parametrize(
    "words",
    ["status", f"cat-file -e {'1' * 40}", "fetch evil", "commit -q --allow-empty -m x"],
)
def test_git_runs_no_program(shell: Path, words: str) -> None:
    who = {f"GIT_{who}_{what}": "x@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    marker = shell.parent / "marker"
    in_bash(f"source '{SHARED}'; git_here {words} || true; git_remote {words} || true", shell, who)
    assert not marker.exists()
    in_bash(f"git {words} || true", shell, who)
    assert marker.exists()


def test_git_reads_what_was_committed(shell: Path) -> None:
    ran = in_bash(f"source '{SHARED}'; git_here log -1 --format=%s; git log -1 --format=%s", shell, {})
    assert ran.log.split() == ["x", "evil"]


@pytest.mark.parametrize("path", sorted((ROOT / ".github" / "action").glob("*.sh")), ids=lambda path: path.name)
def test_scripts_call_no_other_git(path: Path) -> None:
    calls = re.findall(r"(?m)(?:^|[;&|(]|\bif|!|\bcommand)\s*git\s+\S+", path.read_text("utf-8"))
    assert calls == (["command git -c"] if path == SHARED else [])
