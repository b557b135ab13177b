"""A release from branch to tag: the gate refuses it, names each missing thing, and then allows it."""

import json
from pathlib import Path

import pytest

from tests.desk import Desk
from tests.signing.people import WITHOUT, Person

pytestmark = WITHOUT
SEARCH = {
    "name": "search",
    "description": "Searches the catalogue for books by title or author.",
    "inputSchema": {
        "type": "object",
        "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "maximum": 50}},
    },
}
POLICY = """
[policy.approvals]
approvers = ["ben@example.com"]

[policy.signatures]
lock = 1
approvals = "breaking"
"""


@pytest.fixture
def released(desk: Desk, ana: Person, ben: Person, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Create a server's repository with its first release: locked, signed and tagged."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    desk.git("init", "-q", "-b", "main")
    declare(desk, "1.2.0")
    desk.catalogs(library=[SEARCH], more=POLICY)
    desk.write("allowed_signers", ana.line() + ben.line())
    desk.ok("lock")
    sign(desk, ana)
    desk.ok("gate")
    desk.commit("Release 1.2.0.")
    desk.git("tag", "-a", "v1.2.0", "-m", "v1.2.0")
    return desk


def declare(desk: Desk, version: str) -> None:
    desk.write("pyproject.toml", f'[project]\nname = "library-server"\nversion = "{version}"\n')


def sign(desk: Desk, who: Person, *words: str) -> None:
    desk.ok("sign", "--key", str(who.key), "--identity", who.name, *words)


def red(desk: Desk) -> dict[str, str]:
    answer = desk.govern("gate", "--format", "json")
    assert (answer.code, answer.document["verdict"]) == (1, "refused"), answer
    return {each["check"]: each["message"] for each in answer.document["checks"] if each["state"] == "failed"}


def test_a_breaking_change_goes_out_as_a_major_version_once_two_people_agree(
    released: Desk, ana: Person, ben: Person
) -> None:
    desk = released

    # Ana narrows a parameter on a branch, and raises nothing but the patch version.
    desk.git("switch", "-q", "-c", "smaller-pages")
    narrowed = json.loads(json.dumps(SEARCH).replace("50", "20"))
    desk.catalogs(library=[narrowed], more=POLICY)
    declare(desk, "1.2.1")
    desk.ok("lock")
    desk.commit("Smaller pages.")

    # The gate fails: the change has no approval, the lock no signature, and the version is too low.
    failed = red(desk)
    assert failed.keys() == {"changes", "signatures", "version"}
    assert failed["version"] == ("pyproject.toml: version 1.2.1 (patch); these changes need 2.0.0 (major)")
    assert failed["signatures"].startswith("the lock needs a signature")
    assert desk.ok("gate", "--suggest").out == "2.0.0\n"

    # Ana's own approval does not count, nor does one that Ben did not sign.
    breaking = next(
        each["id"] for each in desk.govern("gate", "--json").document["changes"] if each["severity"] == "BREAKING"
    )
    refused = desk.govern("approve", breaking, "--reason", "mine", "--by", ana.name)
    assert refused.code == 2
    assert "is not in policy.approvals.approvers" in refused.err
    desk.ok("approve", breaking, "--against", "v1.2.0", "--reason", "callers page by 20 since #77", "--by", ben.name)
    assert "changes" in red(desk)
    sign(desk, ben, "--approvals")
    assert red(desk).keys() == {"signatures", "version"}

    # Loosening the gate is a finding: another approver is reported.
    whole = desk.folder.joinpath("govern.toml").read_text()
    desk.write("govern.toml", whole.replace('["ben@example.com"]', '["ben@example.com", "ana@example.com"]'))
    assert "policy" in red(desk)
    desk.write("govern.toml", whole)

    # Ana signs the lock and declares the version that the changes need, and the gate passes.
    sign(desk, ana)
    declare(desk, "2.0.0")
    desk.commit("Release 2.0.0.")
    answer = desk.ok("gate", "--show-approved")
    assert answer.out.endswith("allowed: all 7 checks passed since v1.2.0\n")
    assert "input-bound-tightened" in answer.out
    assert "callers page by 20 since #77" in answer.out

    # It is merged and tagged, and the gate still passes; the job that builds the tag compares the same releases.
    desk.git("switch", "-q", "main")
    desk.git("merge", "-q", "--no-ff", "-m", "Smaller pages (#78)", "smaller-pages")
    desk.ok("gate", "--quiet")
    desk.git("tag", "-a", "v2.0.0", "-m", "v2.0.0")
    desk.monkeypatch.setenv("GITHUB_REF", "refs/tags/v2.0.0")
    summary = Path(desk.folder, "summary.md")
    desk.monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    document = desk.ok("gate", "--json").document
    assert (document["old"], document["bump"]["next"], document["bump"]["met"]) == ("v1.2.0", "2.0.0", True)
    assert summary.read_text().startswith("<!-- govern gate -->\n## govern gate: allowed\n")
    desk.monkeypatch.delenv("GITHUB_STEP_SUMMARY")

    # The changelog lists both releases, and the approvals.
    output = desk.ok("changelog").out
    assert output.index("2.0.0") < output.index("1.2.0")
    assert "limit" in output
    assert "callers page by 20 since #77" in output
