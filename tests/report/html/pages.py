"""Contents of pages, and a reader of their HTML."""

import json
import re
from datetime import UTC, date, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from govern.commands.cost import costed_tools, tokens_before
from govern.economics.bill import Bill, read_prices, summarise
from govern.lockfile.document import Lock
from govern.report.html.contents import Contents, LockCommit
from govern.rules.rule import Severity

VOID = {"input", "link", "meta"}
TODAY = date(2026, 11, 18)


def bill_of(lock: Lock, **more: Any) -> Bill:
    tools = costed_tools(lock)
    summary = summarise(tools, prices=read_prices())
    return Bill(lock.encoding, 200_000, "2026-01-01", tuple(tools), summary, **more)


def contents_of(lock: Lock, old: Lock | None = None, **more: Any) -> Contents:
    before = tokens_before(old, lock) if old else None
    return Contents(Path("capability.lock"), lock, bill_of(lock), TODAY, old=old, tokens_before=before, **more)


def step(
    number: int, tokens: dict[str, int], *, tags: tuple[str, ...] = (), problem: str = "", **changes: int
) -> LockCommit:
    when = datetime(2026, 1 + number % 12, 1, tzinfo=UTC)
    tools = dict.fromkeys(tokens, 1)
    found = {Severity(name): many for name, many in changes.items()}
    return LockCommit(f"{number:040x}", when, f"Commit {number}", tags, "cl100k_base", tools, tokens, problem, found)


class Reading(HTMLParser):
    """Parse HTML into its elements in order, each with attributes and text; every element must be closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], list[str]]] = []
        self._open: list[int] = []
        self.feed(html)
        self.close()
        assert not self._open, [self.found[at][0] for at in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs), []))
        if tag not in VOID:
            self._open.append(len(self.found) - 1)

    def handle_endtag(self, tag: str) -> None:
        assert self.found[self._open.pop()][0] == tag

    def handle_data(self, data: str) -> None:
        for at in self._open:
            self.found[at][2].append(data)

    @property
    def tags(self) -> set[str]:
        return {tag for tag, _, _ in self.found}

    def texts(self, tag: str, **attributes: str) -> list[str]:
        """Return the text of each such element; `class_` is one of its classes."""
        wanted = attributes.pop("class_", None)
        return [
            "".join(message)
            for name, has, message in self.found
            if name == tag
            and (wanted is None or wanted in (has.get("class") or "").split())
            and all(has.get(key) == value for key, value in attributes.items())
        ]

    def values(self, attribute: str) -> list[str]:
        return [has[attribute] or "" for _, has, _ in self.found if attribute in has]


def data_in(html: str, key: str) -> Any:
    """Return the content of a data element."""
    (found,) = re.findall(rf'<script type="application/json" id="data-{key}">(.*?)</script>', html, re.DOTALL)
    return json.loads(found)
