"""examples/ci/gitlab, its jobs in bash on a clone of a bare remote, with a stand-in for GitLab."""

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.ci.lines import Ran, cloned, in_bash
from tests.ci.project import NARROWER, TOOLS, Project
from tests.ci.workflow import ROOT, yaml
from tests.endpoints.code_host import serving
from tests.endpoints.gitlab_api import TOKEN, GitLab

RECIPE = ROOT / "examples" / "ci" / "gitlab"
MERGE_REQUEST = {
    "CI_PIPELINE_SOURCE": "merge_request_event",
    "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
    "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": "$(touch owned)`touch owned`",
    "CI_MERGE_REQUEST_PROJECT_ID": "9",
    "CI_MERGE_REQUEST_IID": "3",
    "CI_JOB_NAME_SLUG": "govern-contract",
    "CI_JOB_URL": "https://gitlab.invalid/acme/tools/-/jobs/5",
}


@pytest.fixture
def gitlab() -> Iterator[GitLab]:
    with serving(GitLab()) as host:
        yield host


def run(project: Project, place: Path, job: str, **env: str) -> Ran:
    """Run a job's script as a GitLab runner does: in one bash that stops at the first failure."""
    clone = cloned(project, place, "theirs" if "CI_MERGE_REQUEST_IID" in env else "main")
    shutil.copytree(RECIPE, clone / ".gitlab")
    described = yaml(RECIPE / "govern.gitlab-ci.yml")[job]
    return in_bash("\n".join(described["script"]), clone, env | {"GITLAB_CI": "true"}, project.programs)


def proposed(project: Project, tools: list[dict[str, Any]], more: str = "") -> None:
    project.lock(tools, more)
    project.push("theirs")


def test_a_merge_request(project: Project, gitlab: GitLab, place: Path) -> None:
    """One note that is updated, a code quality report, and the target branch's policy."""
    env = MERGE_REQUEST | {"CI_API_V4_URL": gitlab.url, "GOVERN_NOTE_TOKEN": TOKEN}
    proposed(project, NARROWER, '[policy]\nfail-on = "never"\n')
    first = run(project, place / "first", "govern-contract", **env)
    assert first.code == 1, first.log
    (entry,) = json.loads((first.folder / "gl-code-quality-report.json").read_text("utf-8"))
    assert (entry["check_name"], entry["severity"]) == ("input-bound-tightened", "blocker")
    assert (first.folder / "govern.xml").exists()
    (note,) = gitlab.notes
    assert note["body"].startswith(
        "<!-- govern-note govern-contract -->\n<!-- govern diff -->\n## govern diff: unapproved"
    )
    gitlab.notes.clear()
    gitlab.say(note["body"], by=1)
    for number in range(150):
        gitlab.say(f"No {number}.", by=1)
    gitlab.notes.append(note)
    proposed(project, TOOLS)
    second = run(project, place / "second", "govern-contract", **env)
    assert second.code == 0, second.log
    assert "## govern diff: unchanged" in note["body"]
    assert gitlab.written() == [
        "POST /projects/9/merge_requests/3/notes",
        f"PUT /projects/9/merge_requests/3/notes/{note['id']}",
    ]
    assert TOKEN not in first.log + second.log
    assert not list(first.folder.rglob("owned"))


def test_a_merge_request_that_drops_required_signatures(project: Project, place: Path) -> None:
    project.lock(TOOLS, "[policy.signatures]\nlock = 1\n")
    project.push("main")
    proposed(project, TOOLS)
    refused = run(project, place / "clone", "govern-contract", **MERGE_REQUEST)
    assert refused.code == 1, refused.log
    assert "the lock needs a signature" in refused.log


def test_where_nothing_changed_nothing_is_noted(project: Project, gitlab: GitLab, place: Path) -> None:
    proposed(project, TOOLS)
    env = MERGE_REQUEST | {"CI_API_V4_URL": gitlab.url, "GOVERN_NOTE_TOKEN": TOKEN}
    assert run(project, place / "clone", "govern-contract", **env).code == 0
    assert gitlab.written() == []


@pytest.mark.parametrize(("token", "may"), [("", True), ("wrong", True), (TOKEN, False)])
def test_a_note_changes_no_verdict(project: Project, gitlab: GitLab, place: Path, token: str, may: bool) -> None:
    proposed(project, NARROWER)
    gitlab.may = may
    env = MERGE_REQUEST | {"CI_API_V4_URL": gitlab.url, "GOVERN_NOTE_TOKEN": token}
    ran = run(project, place / "clone", "govern-contract", **env)
    assert ran.code == 1
    assert "no note" in ran.log
    assert gitlab.notes == []


def test_what_went_wrong_is_noted(project: Project, gitlab: GitLab, place: Path) -> None:
    proposed(project, TOOLS)
    project.desk.write("capability.approvals.toml", "[[approval")
    project.push("theirs")
    env = MERGE_REQUEST | {"CI_API_V4_URL": gitlab.url, "GOVERN_NOTE_TOKEN": TOKEN}
    ran = run(project, place / "clone", "govern-contract", **env)
    assert ran.code == 2, ran.log
    assert "exit code 2" in gitlab.notes[0]["body"]


def test_a_merge_requests_lock(project: Project, place: Path) -> None:
    proposed(project, NARROWER)
    assert run(project, place / "one", "govern-lock", **MERGE_REQUEST).code == 0
    project.desk.say("a", *TOOLS)
    project.push("theirs")
    assert run(project, place / "two", "govern-lock", **MERGE_REQUEST).code == 1


def test_on_a_schedule(project: Project, place: Path) -> None:
    assert run(project, place / "one", "govern-drift").code == 0
    project.desk.say("a", *NARROWER)
    project.push()
    drifted = run(project, place / "two", "govern-drift")
    assert drifted.code == 1
    assert "maximum 20 → 10" in (drifted.folder / "govern.md").read_text("utf-8")
    project.desk.write("govern.toml", f"[servers.a]\ncommand = {json.dumps([sys.executable, '-c', ''])}\n")
    project.push()
    assert run(project, place / "three", "govern-drift").code == 3


def test_a_tag(project: Project, place: Path) -> None:
    project.desk.git("tag", "v1.0.0")
    project.lock(NARROWER)
    project.push()
    project.desk.git("tag", "v1.0.1")
    project.desk.git("push", "-q", "--tags", "origin")
    ran = run(project, place / "clone", "govern-gate", CI_COMMIT_TAG="v1.0.1")
    assert ran.code == 1, ran.log
    assert "since v1.0.0" in ran.log
    assert (ran.folder / "govern.xml").stat().st_size
