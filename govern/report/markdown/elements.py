"""CommonMark elements in which no text of a server is markup."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from govern.contract.characters import directed, visible
from govern.report.terminal.page import clipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def code(text: str, most: int | None = None) -> str:
    """Return a text as a code span on one line, in which there is no markup, mention or link.

    A text wider than `most` columns is clipped.
    """
    shown = visible(text) if most is None else clipped(visible(text), most)
    flat = " ".join(shown.split())
    if not flat:
        return "` `"
    longest = max(map(len, re.findall("`+", flat)), default=0)
    fence = "`" * (longest + 1)
    flat = directed(flat)
    return f"{fence} {flat} {fence}" if flat.startswith("`") or flat.endswith("`") else f"{fence}{flat}{fence}"


def cell(text: str, most: int | None = None) -> str:
    """Return a code span for a table, with bars escaped."""
    return code(text, most).replace("|", "\\|")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return a table of Markdown cells; a column whose heading begins with `+` is right-aligned."""
    aligned = ["---:" if column.startswith("+") else "---" for column in head]
    names = [column.removeprefix("+") for column in head]
    return [f"| {' | '.join(names)} |", f"| {' | '.join(aligned)} |", *(f"| {' | '.join(row)} |" for row in rows)]


def folded(summary: str, lines: Iterable[str]) -> list[str]:
    """Return lines that are folded behind a summary."""
    return [f"<details><summary>{summary}</summary>", "", *lines, "", "</details>", ""]


def fenced(text: str, language: str) -> list[str]:
    """Return a code block, with a fence longer than any in the text."""
    flat = " ".join(visible(text).split("\n"))
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", flat)), default=0))
    return [f"{fence}{language}", flat, fence]
