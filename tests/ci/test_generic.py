"""examples/ci for the other CIs: their commands in bash on a clone, with the variables that each CI sets."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.ci.lines import cloned, in_bash
from tests.ci.project import NARROWER, TOOLS, Project
from tests.ci.workflow import ROOT, SCRIPTS, yaml

RECIPES = ROOT / "examples" / "ci"


def generic() -> str:
    return f"bash '{RECIPES / 'generic' / 'govern.sh'}' main"


def azure() -> str:
    steps = yaml(RECIPES / "azure" / "azure-pipelines.yml")["steps"]
    # Its clone has all branches, and its bash stops at a failing line only with `set -e`.
    fetch = "git fetch -q origin '+refs/heads/*:refs/remotes/origin/*'\nset +e\n"
    return fetch + "".join(step["bash"] for step in steps if "bash" in step)


def bitbucket() -> str:
    pipelines = yaml(RECIPES / "bitbucket" / "bitbucket-pipelines.yml")["pipelines"]["pull-requests"]["**"]
    return "mkdir -p test-results\n" + "\n".join(pipelines[0]["step"]["script"])


def buildkite() -> str:
    # `buildkite-agent pipeline upload` makes one dollar of two.
    command: str = yaml(RECIPES / "buildkite" / "pipeline.yml")["steps"][0]["command"]
    return command.replace("$$", "$")


def circleci() -> str:
    job = yaml(RECIPES / "circleci" / "config.yml")["jobs"]["contract"]
    runs: list[Any] = [step["run"] for step in job["steps"] if "run" in step]
    return f"export TARGET={job['environment']['TARGET']}\n" + "\n".join(run["command"] for run in runs)


def jenkins() -> str:
    (script,) = re.findall(r"sh '''(.*?)'''", (RECIPES / "jenkins" / "Jenkinsfile").read_text("utf-8"), re.DOTALL)
    return str(script)


CIS = {
    generic: {},
    azure: {"SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main", "TF_BUILD": "True"},
    bitbucket: {"BITBUCKET_PR_DESTINATION_BRANCH": "main"},
    buildkite: {"BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main", "BUILDKITE": "true"},
    circleci: {"CIRCLECI": "true"},
    jenkins: {"CHANGE_TARGET": "main", "CHANGE_BRANCH": "$(touch owned)"},
}


def test_every_recipe_is_run_somewhere() -> None:
    elsewhere = {"github", "gitlab", "pre-commit"}
    assert {path.name for path in RECIPES.iterdir()} == elsewhere | {recipe.__name__ for recipe in CIS}


@pytest.mark.parametrize("recipe", CIS, ids=lambda recipe: recipe.__name__)
def test_a_pull_request(project: Project, place: Path, recipe: Any) -> None:
    """It fails for an unapproved change, whatever its own policy is, and passes after an approval."""
    script = "\n".join(line for line in recipe().splitlines() if "pip install" not in line)
    programs = SCRIPTS if recipe is generic else project.programs
    project.lock(NARROWER, '[policy]\nfail-on = "never"\n')
    project.push("theirs")
    refused = in_bash(script, cloned(project, place / "refused", "theirs"), CIS[recipe], programs)
    assert refused.code == 1, refused.log
    assert "input-bound-tightened" in refused.log
    (report,) = [path for path in refused.folder.rglob("*.xml") if path.name in ("govern.xml", "junit.xml")]
    assert 'failures="1"' in report.read_text("utf-8")
    project.lock(TOOLS)
    project.push("theirs")
    allowed = in_bash(script, cloned(project, place / "allowed", "theirs"), CIS[recipe], programs)
    assert allowed.code == 0, allowed.log
    project.desk.write("capability.lock", project.desk.lock_path.read_text("utf-8").replace('"find"', '"fund"'))
    project.push("theirs")
    edited = in_bash(script, cloned(project, place / "edited", "theirs"), CIS[recipe], programs)
    assert edited.code == 2, edited.log
    assert not list(place.rglob("owned"))


@pytest.mark.parametrize("recipe", CIS, ids=lambda recipe: recipe.__name__)
def test_a_pull_request_that_drops_required_signatures(project: Project, place: Path, recipe: Any) -> None:
    """The target branch decides what has to be signed, also for `govern verify`."""
    script = "\n".join(line for line in recipe().splitlines() if "pip install" not in line)
    programs = SCRIPTS if recipe is generic else project.programs
    project.lock(TOOLS, "[policy.signatures]\nlock = 1\n")
    project.push("main")
    project.lock(TOOLS)
    project.push("theirs")
    refused = in_bash(script, cloned(project, place, "theirs"), CIS[recipe], programs)
    assert refused.code == 1, refused.log
    assert "the lock needs a signature" in refused.log
