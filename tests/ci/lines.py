"""Run the commands of a CI in bash, in a clone of a bare remote, with `govern` on PATH."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.ci.project import Project
from tests.ci.workflow import BASH, NEEDED, SCRIPTS, git


@dataclass(frozen=True)
class Ran:
    """The result of the commands."""

    code: int
    log: str
    folder: Path


def cloned(project: Project, place: Path, branch: str, *, whole: bool = True) -> Path:
    """Clone the tip of a branch as a CI does: without other branches and without a git identity."""
    if sys.platform == "win32" or NEEDED:
        pytest.skip(f"these lines are for bash, curl, git and jq; here is no {', '.join(NEEDED) or 'POSIX'}")
    place.mkdir(exist_ok=True)
    clone = place / "clone"
    depth = [] if whole else ["--depth", "1"]
    git(place, "clone", "-q", "--single-branch", "--branch", branch, *depth, project.remote.as_uri(), "clone")
    git(clone, "checkout", "-q", "--detach")
    git(clone, "fetch", "-q", "--tags", "origin")
    return clone


def in_bash(script: str, folder: Path, env: dict[str, str], programs: Path = SCRIPTS) -> Ran:
    """Run the commands in one bash that stops at the first failure, with the `govern` of `programs`."""
    path = os.pathsep.join([str(programs), str(SCRIPTS), os.environ["PATH"]])
    home = folder.parent / "home"
    home.mkdir(exist_ok=True)
    surroundings = {"PATH": path, "HOME": str(home), "LANG": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1", "CI": "true", **env}
    done = subprocess.run(
        [BASH, "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=folder, env=surroundings,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", timeout=100,
        check=False,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout, folder)
