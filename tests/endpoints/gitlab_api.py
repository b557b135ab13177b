"""A stand-in for the parts of GitLab that the merge-request note uses."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any, ClassVar

from tests.endpoints.code_host import Answer, Asked, CodeHost

TOKEN = "glpat-0123456789abcdef"
ME = 42


@dataclass
class GitLab(CodeHost):
    """One project with one merge request; `may` tells whether the token has the scope `api`."""

    may: bool = True
    notes: list[dict[str, Any]] = field(default_factory=list)
    ids: Any = field(default_factory=lambda: count(1000))
    routes: ClassVar[dict[str, str]] = {
        "GET /user": "_user",
        "GET /projects/9/merge_requests/3/notes": "_list",
        "POST /projects/9/merge_requests/3/notes": "_write",
        "PUT /projects/9/merge_requests/3/notes/([0-9]+)": "_edit",
    }

    def refusal(self, asked: Asked) -> Answer | None:
        if asked.headers.get("private-token") != TOKEN:
            return 401, {"message": "401 Unauthorized"}
        if not self.may and asked.method != "GET":
            return 403, {"error": "insufficient_scope"}
        return None

    def say(self, body: str, by: int) -> dict[str, Any]:
        """Add a note by another person."""
        self.notes.append({"id": next(self.ids), "body": body, "author": {"id": by}, "system": False})
        return self.notes[-1]

    def _user(self, _: Asked) -> Answer:
        return 200, {"id": ME, "username": "project_9_bot"}

    def _list(self, asked: Asked) -> Answer:
        return 200, self.paged(self.notes, asked)

    def _write(self, asked: Asked) -> Answer:
        return self._told(asked) or (201, self.say(asked.body["body"], ME))

    def _edit(self, asked: Asked, number: str) -> Answer:
        note = next(each for each in self.notes if each["id"] == int(number))
        if note["author"]["id"] != ME:
            return 403, {"message": "403 Forbidden"}
        refused = self._told(asked)
        note["body"] = asked.body["body"]
        return refused or (200, note)

    def _told(self, asked: Asked) -> Answer | None:
        """A line of a note that begins with a slash is a command to GitLab."""
        assert not [line for line in asked.body["body"].splitlines() if line.startswith("/")]
        return (
            (400, {"message": "is too long (maximum is 1000000 characters)"})
            if len(asked.body["body"]) > 10**6
            else None
        )
