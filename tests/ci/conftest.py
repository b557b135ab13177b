"""A repository behind a code host, with a developer's clone of it."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ci.project import NARROWER, TOOLS, Project
from tests.ci.workflow import NEEDED, SCRIPTS, Runner, git
from tests.desk import Desk
from tests.endpoints.code_host import serving
from tests.endpoints.github_api import GitHub
from tests.forking import forked


@pytest.fixture(scope="session")
def programs() -> Iterator[Path]:
    """Return the folder of a `govern` that starts quickly."""
    if sys.platform == "win32":
        yield SCRIPTS
        return
    with forked("govern") as folder:
        yield folder


@pytest.fixture(scope="session")
def pushed(tmp_path_factory: pytest.TempPathFactory, programs: Path) -> Path:
    """Return a folder with a project of one server, locked and pushed to `main`, and its remote; tests get copies."""
    folder = tmp_path_factory.mktemp("pushed")
    work, remote = folder / "work", folder / "tools.git"
    git(folder, "init", "-q", "--bare", "-b", "main", str(remote))
    git(remote, "config", "uploadpack.allowAnySHA1InWant", "true")
    git(folder, "init", "-q", "-b", "main", str(work))
    git(work, "remote", "add", "origin", str(remote))
    project = Project(Desk(work, pytest.MonkeyPatch(), None), remote, programs)  # type: ignore[arg-type]
    project.desk.say("a", *TOOLS)
    project.desk.config("a")
    subprocess.run([programs / "govern", "lock"], cwd=work, check=True)
    project.push()
    return folder


@pytest.fixture
def project(desk: Desk, pushed: Path, tmp_path_factory: pytest.TempPathFactory, programs: Path) -> Project:
    """Return a project with one server, locked and pushed to `main`."""
    remote = tmp_path_factory.mktemp("remote") / "tools.git"
    shutil.copytree(pushed / "work", desk.folder, dirs_exist_ok=True)
    shutil.copytree(pushed / "tools.git", remote)
    desk.git("remote", "set-url", "origin", str(remote))
    return Project(desk, remote, programs)


@pytest.fixture
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of clones; the developer's own is at `tmp_path`."""
    return tmp_path_factory.mktemp("ci")


@pytest.fixture
def github() -> Iterator[GitHub]:
    with serving(GitHub()) as host:
        yield host


@pytest.fixture
def runner(project: Project, github: GitHub, tmp_path_factory: pytest.TempPathFactory) -> Runner:
    """Return a GitHub runner for that project."""
    if sys.platform == "win32" or NEEDED:
        pytest.skip(f"a runner has bash, curl, git and jq; here is no {', '.join(NEEDED) or 'POSIX'}")
    return Runner(tmp_path_factory.mktemp("runner"), github, project.remote, project.programs)


@pytest.fixture
def pull(project: Project, runner: Runner) -> Runner:
    """Return the runner for a pull request that narrows a parameter."""
    project.lock(NARROWER)
    project.push("theirs")
    runner.event_name, runner.ref = "pull_request", "refs/pull/7/merge"
    runner.event = project.pull_request()
    return runner
