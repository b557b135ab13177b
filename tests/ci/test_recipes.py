"""Checks of all recipes: each is valid for its CI, its scripts are sound, and everything in it is pinned."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from govern import __version__
from tests.ci.workflow import ROOT, yaml

EXAMPLES = ROOT / "examples" / "ci"
SCHEMAS = {
    "action.yml": "github-actions",
    ".github/workflows/*.yml": "github-workflows",
    "examples/ci/github/*.yml": "github-workflows",
    "examples/ci/gitlab/*.yml": "gitlab-ci",
    "examples/ci/azure/*.yml": "azure-pipelines",
    "examples/ci/bitbucket/*.yml": "bitbucket-pipelines",
    "examples/ci/buildkite/*.yml": "buildkite",
    "examples/ci/circleci/*.yml": "circle-ci",
}
WORKFLOWS = sorted((EXAMPLES / "github").glob("*.yml"))
SCRIPTS = sorted([*(ROOT / ".github" / "action").glob("*.sh"), *EXAMPLES.rglob("*.sh")])


def described() -> Iterator[tuple[Path, str]]:
    for pattern, schema in SCHEMAS.items():
        found = sorted(ROOT.glob(pattern))
        assert found, pattern
        yield from ((path, schema) for path in found)


@pytest.mark.parametrize(("path", "schema"), [*described()], ids=str)
def test_it_is_what_its_ci_reads(path: Path, schema: str) -> None:
    """By the schema of SchemaStore that check-jsonschema includes."""
    found = find_spec("check_jsonschema")
    assert found
    assert found.origin
    vendored = Path(found.origin).parent / "builtin_schemas" / "vendor" / f"{schema}.json"
    rules = json.loads(vendored.read_text("utf-8"))
    jsonschema.validators.validator_for(rules)(rules).validate(yaml(path))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_shellcheck_finds_nothing(path: Path) -> None:
    checker = shutil.which("shellcheck", path=str(Path(sys.executable).parent))
    assert checker, "shellcheck is not installed; `make test` does that"
    done = subprocess.run(
        [checker, "--external-sources", "--source-path", str(path.parent), str(path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == ""


def steps_of(path: Path) -> list[dict[str, Any]]:
    if path.name == "action.yml":
        return list(yaml(path)["runs"]["steps"])
    return [step for job in yaml(path)["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("path", [ROOT / "action.yml", *WORKFLOWS], ids=lambda path: path.name)
def test_no_script_has_anything_filled_in(path: Path) -> None:
    """Values of events reach scripts as environment variables, which no shell parses."""
    assert not [step["run"] for step in steps_of(path) if "${{" in step.get("run", "")]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_by_their_commit(path: Path) -> None:
    text = path.read_text("utf-8")
    used = re.findall(r"uses: (\S+)( # \S.*)?", text)
    ours = {each for each in used if each[0].startswith("govern-mcp/")}
    # Before the first release there is no commit to pin.
    assert ours == {(f"govern-mcp/action@{'0' * 40}", f" # v{__version__}: put the commit of that release")}
    for use, comment in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", use), use
        assert re.match(r" # v[\d.]+", comment), use


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_no_more_than_it_says(path: Path) -> None:
    workflow = yaml(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert all(job["timeout-minutes"] <= 15 for job in workflow["jobs"].values())
    checkouts = [step for step in steps_of(path) if step.get("uses", "").startswith("actions/checkout@")]
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)
    if "pull_request_target" in str(workflow["on"]):
        assert all("ref" not in step["with"] and "repository" not in step["with"] for step in checkouts)


def test_the_action_uses_no_other() -> None:
    assert not [step["uses"] for step in steps_of(ROOT / "action.yml") if "uses" in step]


@pytest.mark.parametrize(
    "path", sorted(path for path in EXAMPLES.rglob("*") if path.is_file()), ids=lambda path: path.name
)
def test_versions_are_the_one_that_this_is(path: Path) -> None:
    named = re.findall(r"govern-mcp(?:==|/action@0+ # v)([\d.]+\d)|rev: v(\S+)", path.read_text("utf-8"))
    assert {version for pair in named for version in pair if version} <= {__version__}


@pytest.mark.parametrize(
    "path", sorted(path for path in EXAMPLES.rglob("*") if path.is_file()), ids=lambda path: path.name
)
def test_git_reads_no_repository_that_a_pull_request_committed(path: Path) -> None:
    calls = re.findall(r"(?m)(?:^|[;&|(-]|\bif|!)\s*git\s+(.*)", path.read_text("utf-8"))
    for call in calls:
        assert "-c safe.bareRepository=explicit " in call
        assert ("--no-recurse-submodules" if " fetch " in call else "--no-replace-objects") in call
