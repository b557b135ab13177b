"""For pull requests and job summaries: CommonMark in which nothing that a server says is markup."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from govern.contract.characters import visible
from govern.report.terminal.page import clipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def code(text: str, most: int | None = None) -> str:
    """Somebody else's text as a code span, where no markup, mention or link is looked for; always on one line.

    Of a text that is wider than `most` columns the beginning is shown.
    """
    shown = visible(text) if most is None else clipped(visible(text), most)
    flat = " ".join(shown.split())
    if not flat:
        return "` `"
    longest = max(map(len, re.findall("`+", flat)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {flat} {fence}" if flat.startswith("`") or flat.endswith("`") else f"{fence}{flat}{fence}"


def cell(text: str, most: int | None = None) -> str:
    """The same inside a table, where a bar would end the cell."""
    return code(text, most).replace("|", "\\|")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table whose cells are markdown already; a column whose head begins with `+` is set right."""
    aligned = ["---:" if column.startswith("+") else "---" for column in head]
    names = [column.removeprefix("+") for column in head]
    return [f"| {' | '.join(names)} |", f"| {' | '.join(aligned)} |", *(f"| {' | '.join(row)} |" for row in rows)]


def folded(summary: str, lines: Iterable[str]) -> list[str]:
    """Lines behind a heading that unfolds them."""
    return [f"<details><summary>{summary}</summary>", "", *lines, "", "</details>", ""]


def fenced(text: str, language: str) -> list[str]:
    """Behind a fence that is longer than any in the text."""
    flat = " ".join(visible(text).split("\n"))
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", flat)), default=0))
    return [f"{fence}{language}", flat, fence]
