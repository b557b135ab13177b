"""`.pre-commit-hooks.yaml`, installed and run by pre-commit itself from a repository with this govern."""

import json
import os
import re
import shutil
import site
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ci.project import NARROWER, TOOLS, Project
from tests.ci.workflow import ROOT, git, yaml

INSTALLING = 100
HOOKS = {hook["id"]: hook for hook in yaml(ROOT / ".pre-commit-hooks.yaml")}


def test_the_example_names_every_hook() -> None:
    (repository,) = yaml(ROOT / "examples" / "ci" / "pre-commit" / ".pre-commit-config.yaml")["repos"]
    assert {hook["id"] for hook in repository["hooks"]} == set(HOOKS)


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a repository with the current files of this checkout."""
    folder = tmp_path_factory.mktemp("hooks")
    listed = git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    wanted = ("govern/", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml")
    for name in listed.split("\0"):
        if name.startswith(wanted) and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "govern")
    return folder


class PreCommit:
    """pre-commit in a developer's clone."""

    def __init__(self, project: Project, hooks: Path, home: Path) -> None:
        self.folder = project.desk.folder
        listed = [
            {"repo": str(hooks), "rev": git(hooks, "rev-parse", "HEAD"), "hooks": [{"id": name} for name in HOOKS]}
        ]
        project.desk.write(".pre-commit-config.yaml", json.dumps({"repos": listed}))
        self.surroundings = os.environ | {"PRE_COMMIT_HOME": str(home), "GIT_CONFIG_GLOBAL": os.devnull}
        self.surroundings |= {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
        # What govern needs is here already, so that only govern is built and installed, and no registry is needed.
        here = os.pathsep.join(site.getsitepackages())
        self.surroundings |= {
            "PYTHONPATH": here,
            "PIP_NO_DEPS": "1",
            "PIP_NO_BUILD_ISOLATION": "0",
            "PIP_NO_INDEX": "1",
            "PIP_NO_COMPILE": "0",
        }

    def __call__(self, *words: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "pre_commit", *words]
        done = subprocess.run(
            command, cwd=self.folder, env=self.surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            encoding="utf-8", timeout=INSTALLING, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout


def alone(project: Project, run: PreCommit) -> None:
    """Commit files that change the required signatures or signers one at a time, or delete them."""
    desk, config = project.desk, project.desk.folder / "govern.toml"
    was = config.read_text("utf-8")
    desk.commit("hooks")
    for name in ("govern.toml", "pyproject.toml"):
        config.unlink()
        wanted = f"{was}[policy.signatures]\nlock = 1\n"
        desk.write(name, wanted if name == config.name else re.sub(r"(?m)^\[", "[tool.govern.", wanted))
        desk.git("add", "-A")
        code, message = run("run", "govern-verify")
        assert (code, "the lock needs a signature" in message) == (1, True), message
        desk.git("reset", "-q", "--hard")
    desk.write("capability.signatures.jsonl", "nothing\n")
    desk.git("add", "-A")
    code, message = run("run", "govern-verify")
    assert (code, "capability.signatures.jsonl:1" in message) == (1, True), message
    desk.git("reset", "-q", "--hard")
    desk.git("rm", "-q", "capability.lock")
    code, message = run("run")
    assert (code, message.count("Failed")) == (1, 2), message
    desk.git("reset", "-q", "--hard")


def test_the_hooks(project: Project, hooks: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Commits are checked for approvals and digests, and pushes against the servers."""
    run = PreCommit(project, hooks, tmp_path_factory.mktemp("pre-commit"))
    code, message = run("install-hooks")
    assert code == 0, message
    desk = project.desk
    desk.write("notes.txt", "nothing of ours")
    desk.git("add", "-A")
    code, message = run("run")
    assert (code, message.count("Passed")) == (0, 2), message
    alone(project, run)
    project.lock(NARROWER)
    desk.git("add", "-A")
    code, message = run("run")
    assert code == 1
    assert "input-bound-tightened" in message
    desk.ok("approve", "--server", "*", "--reason", "meant", "--by", "ana@example.com")
    desk.git("add", "-A")
    code, message = run("run")
    assert (code, message.count("Passed")) == (0, 2), message
    desk.write("capability.lock", desk.lock_path.read_text("utf-8").replace('"find"', '"fund"'))
    desk.git("add", "-A")
    code, message = run("run", "govern-verify")
    assert code == 1
    assert "exit code: 2" in message
    desk.lock_path.unlink()
    project.lock(NARROWER)
    code, message = run("run", "--hook-stage", "pre-push", "--all-files")
    assert (code, message.count("Passed")) == (0, 1), message
    desk.say("a", *TOOLS)
    code, message = run("run", "--hook-stage", "pre-push", "--all-files")
    assert code == 1
    assert "stale" in message
