"""A stand-in for the parts of GitHub that the action uses, as strict as GitHub."""

import base64
import gzip
import json
from dataclasses import dataclass, field
from itertools import count
from typing import Any, ClassVar

from tests.endpoints.code_host import Answer, Asked, CodeHost

REPOSITORY = "acme/tools"
TOKEN = "ghs_0123456789abcdef"
BOT = "github-actions[bot]"
_MOST = 65_536


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass
class GitHub(CodeHost):
    """One repository; `may` are the permissions of the token, as a workflow names them."""

    may: set[str] = field(default_factory=lambda: {"pull-requests", "security-events", "issues"})
    comments: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    issues: list[dict[str, Any]] = field(default_factory=list)
    pulls: list[dict[str, Any]] = field(default_factory=list)
    sarifs: list[dict[str, Any]] = field(default_factory=list)
    releases: list[dict[str, Any]] = field(default_factory=list)
    ids: Any = field(default_factory=lambda: count(1000))
    routes: ClassVar[dict[str, str]] = {
        "POST /graphql": "_viewer",
        f"GET /repos/{REPOSITORY}/issues/([0-9]+)/comments": "_list_comments",
        f"POST /repos/{REPOSITORY}/issues/([0-9]+)/comments": "_comment",
        f"PATCH /repos/{REPOSITORY}/issues/comments/([0-9]+)": "_edit_comment",
        f"GET /repos/{REPOSITORY}/issues": "_list_issues",
        f"POST /repos/{REPOSITORY}/issues": "_open_issue",
        f"PATCH /repos/{REPOSITORY}/issues/([0-9]+)": "_edit_issue",
        f"GET /repos/{REPOSITORY}/pulls": "_list_pulls",
        f"POST /repos/{REPOSITORY}/pulls": "_open_pull",
        f"PATCH /repos/{REPOSITORY}/pulls/([0-9]+)": "_edit_pull",
        f"POST /repos/{REPOSITORY}/code-scanning/sarifs": "_sarif",
        f"POST /repos/{REPOSITORY}/releases": "_release",
    }

    def refusal(self, asked: Asked) -> Answer | None:
        if asked.headers.get("authorization") != f"Bearer {TOKEN}":
            return 401, {"message": "Bad credentials"}
        if asked.path != "/graphql" and asked.headers.get("x-github-api-version") != "2022-11-28":
            return 400, {"message": "name the version of the API"}
        return None

    def say(self, number: int, body: str, by: str = BOT) -> dict[str, Any]:
        """Add a comment by another person."""
        message = {"id": next(self.ids), "body": body, "user": {"login": by}, "html_url": f"{self.url}/c/{number}"}
        self.comments.setdefault(number, []).append(message)
        return message

    def _lacks(self, permission: str) -> Answer | None:
        return None if permission in self.may else (403, {"message": "Resource not accessible by integration"})

    def _too_long(self, asked: Asked) -> Answer | None:
        body = asked.body.get("body", "")
        if _units(body) > _MOST:
            return 422, {"message": "Validation Failed: body is too long (maximum is 65536 characters)"}
        return None

    def _viewer(self, asked: Asked) -> Answer:
        assert "viewer" in asked.body["query"]
        return 200, {"data": {"viewer": {"login": BOT}}}

    def _list_comments(self, asked: Asked, number: str) -> Answer:
        return 200, self.paged(self.comments.get(int(number), []), asked)

    def _comment(self, asked: Asked, number: str) -> Answer:
        refused = self._lacks("pull-requests") or self._too_long(asked)
        return refused or (201, self.say(int(number), asked.body["body"]))

    def _edit_comment(self, asked: Asked, number: str) -> Answer:
        refused = self._lacks("pull-requests") or self._too_long(asked)
        found = [each for message in self.comments.values() for each in message if each["id"] == int(number)]
        if refused or not found:
            return refused or (404, {"message": "Not Found"})
        found[0]["body"] = asked.body["body"]
        return 200, found[0]

    def _list_issues(self, asked: Asked) -> Answer:
        return 200, self.paged([each for each in self.issues if each["state"] == asked.query["state"]], asked)

    def _open_issue(self, asked: Asked) -> Answer:
        refused = self._lacks("issues") or self._too_long(asked)
        return refused or (201, self._opened(self.issues, "issues", asked.body))

    def _edit_issue(self, asked: Asked, number: str) -> Answer:
        refused = self._lacks("issues") or self._too_long(asked)
        return refused or self._edited(self.issues, number, asked.body)

    def _list_pulls(self, asked: Asked) -> Answer:
        owner, _, head = asked.query["head"].partition(":")
        assert owner == REPOSITORY.partition("/")[0]
        found = [each for each in self.pulls if each["state"] == asked.query["state"] and each["head"] == head]
        return 200, self.paged(found, asked)

    def _open_pull(self, asked: Asked) -> Answer:
        refused = self._lacks("pull-requests") or self._too_long(asked)
        if not refused and any(each["head"] == asked.body["head"] and each["state"] == "open" for each in self.pulls):
            refused = 422, {"message": "A pull request already exists"}
        return refused or (201, self._opened(self.pulls, "pull", asked.body))

    def _edit_pull(self, asked: Asked, number: str) -> Answer:
        refused = self._lacks("pull-requests") or self._too_long(asked)
        return refused or self._edited(self.pulls, number, asked.body)

    def _opened(self, among: list[dict[str, Any]], kind: str, body: dict[str, Any]) -> dict[str, Any]:
        number = next(self.ids)
        links = {"id": number * 7, "number": number, "html_url": f"{self.url}/{kind}/{number}"}
        among.append({**links, "state": "open", "user": {"login": BOT}, **body})
        return among[-1]

    def _edited(self, among: list[dict[str, Any]], number: str, body: dict[str, Any]) -> Answer:
        found = [each for each in among if each["number"] == int(number)]
        if not found:
            return 404, {"message": "Not Found"}
        found[0].update(body)
        return 200, found[0]

    def _release(self, asked: Asked) -> Answer:
        refused = self._lacks("contents")
        return refused or (201, self._opened(self.releases, "releases", asked.body))

    def _sarif(self, asked: Asked) -> Answer:
        if refused := self._lacks("security-events"):
            return refused
        log = json.loads(gzip.decompress(base64.b64decode(asked.body["sarif"], validate=True)))
        self.sarifs.append({**asked.body, "sarif": log})
        return 202, {"id": "47177e22", "url": f"{self.url}/sarifs/47177e22"}
