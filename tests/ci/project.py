"""A project with a developer's clone, in which the CIs of other tests run."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.ci.workflow import git
from tests.desk import Desk
from tests.endpoints.github_api import REPOSITORY

TOOLS: list[dict[str, Any]] = [
    {"name": "find", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "maximum": 20}}}},
    {"name": "look"},
]
NARROWER: list[dict[str, Any]] = [
    {"name": "find", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "maximum": 10}}}},
    {"name": "look"},
]


@dataclass
class Project:
    """A developer's clone and the bare remote behind it; `programs` is the folder of the `govern` that CIs run."""

    desk: Desk
    remote: Path
    programs: Path

    def push(self, branch: str = "main", message: str = "x") -> str:
        """Commit everything, push it, and return the commit."""
        self.desk.git("add", "-A")
        self.desk.git("commit", "-q", "--allow-empty", "-m", message)
        self.desk.git("push", "-q", "-f", "origin", f"HEAD:refs/heads/{branch}")
        return self.desk.git("rev-parse", "HEAD").strip()

    def lock(self, tools: list[dict[str, Any]] = TOOLS, more: str = "") -> None:
        """Set what server `a` lists, and lock it."""
        self.desk.say("a", *tools)
        self.desk.config("a", more=more)
        self.desk.ok("lock")

    def pull_request(self, number: int = 7, fork: bool = False) -> dict[str, Any]:
        """Return the event of a pull request of the current branch, with the refs that the host keeps for it."""
        head = self.desk.git("rev-parse", "HEAD").strip()
        base = git(self.remote, "rev-parse", "main")
        tree = self.desk.git("merge-tree", "--write-tree", base, head).split()[0]
        merged = self.desk.git("commit-tree", tree, "-p", base, "-p", head, "-m", "merge").strip()
        refs = [f"HEAD:refs/pull/{number}/head", f"{merged}:refs/pull/{number}/merge"]
        self.desk.git("push", "-q", "-f", "origin", *refs)
        return {
            "pull_request": {
                "number": number,
                "base": {"ref": "main", "sha": base},
                "head": {
                    "ref": "$(touch owned)`touch owned`;touch owned",
                    "sha": head,
                    "repo": {"full_name": "eve/tools" if fork else REPOSITORY},
                },
                "title": "$(touch owned) ${{ secrets.TOKEN }}",
            }
        }
